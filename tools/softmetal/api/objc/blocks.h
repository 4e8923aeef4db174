/* blocks.h: Apple's block ABI, so that completion handlers work on a system without a blocks runtime.
 *
 * Exports the symbols that compiled blocks refer to (_NSConcreteStackBlock, _Block_copy, …), weakly: a blocks runtime
 * that is loaded wins. A client may come from clang -fblocks or build the structure by hand. */
#ifndef SOFTMETAL_BLOCKS_H
#define SOFTMETAL_BLOCKS_H
#include "objc.h"

typedef struct mtl_block_descriptor {
    unsigned long reserved, size;
    /* with MTL_BLOCK_HAS_COPY_DISPOSE: */
    void (*copy)(void *to, const void *from);
    void (*dispose)(const void *block);
} mtl_block_descriptor;

typedef struct mtl_block {
    void *isa;
    int flags; /* the low 16 bits count references */
    int reserved;
    void (*invoke)(void);
    const mtl_block_descriptor *descriptor;
} mtl_block;

enum {
    MTL_BLOCK_COUNT = 0xffff,
    MTL_BLOCK_NEEDS_FREE = 1 << 24,
    MTL_BLOCK_HAS_COPY_DISPOSE = 1 << 25,
    MTL_BLOCK_IS_GLOBAL = 1 << 28
};

id mtl_block_copy(id block); /* nil stays nil */
void mtl_block_release(id block);

/* Calls a block of a given type: BLOCK_CALL(void (*)(id, id), block)(block, buffer). */
#define BLOCK_CALL(type, block) ((type)((mtl_block *)(block))->invoke)

/* Makes blocks objects; before any is used as one. */
void mtl_blocks_prepare(void);

#endif
