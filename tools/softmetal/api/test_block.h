/* test_block.h: a block as a compiler lays it out, with one captured pointer. */
#ifndef SOFTMETAL_TEST_BLOCK_H
#define SOFTMETAL_TEST_BLOCK_H
#include "objc/blocks.h"
#include "test_client.h"

struct counting_block {
    mtl_block block;
    int *count;
};
static const mtl_block_descriptor counting_descriptor = {0, sizeof(struct counting_block), NULL, NULL};
extern void *_NSConcreteStackBlock[32];

static inline struct counting_block counting(int *count, void (*invoke)(void))
{
    return (struct counting_block){{_NSConcreteStackBlock, 0, 0, invoke, &counting_descriptor}, count};
}
#endif
