/* divergence_operations.h: the operations that programs of divergence.h consist of. */
#ifndef ASSAY_DIVERGENCE_OPERATIONS_H
#define ASSAY_DIVERGENCE_OPERATIONS_H
#include <stddef.h>
#include <stdint.h>

typedef uint32_t divergence_value(const uint32_t *h, uint64_t active, uint32_t lane);

/* Which threads are guaranteed to reach a statement together: none, all of a SIMD-group, all of a threadgroup, but for
 * those that have returned. */
typedef enum { TOGETHER_NONE, TOGETHER_SIMDGROUP, TOGETHER_GROUP } together;

/* An operation: how the program calls it, what it gives a lane, who has to come by together. Those without a value are
 * barriers: threads give their h and get another thread's. */
typedef struct divergence_operation {
    const char *call;
    divergence_value *value;
    together who;
} divergence_operation;
enum { OPERATIONS = 13, EXCHANGE = OPERATIONS - 1, NEIGHBOUR = OPERATIONS - 2 };
extern const divergence_operation divergence_operations[OPERATIONS];

#define FOR_LANES(lane, set)                                                                                           \
    for (uint32_t lane = 0; lane < 64; lane++)                                                                         \
        if ((set) >> lane & 1)

#endif
