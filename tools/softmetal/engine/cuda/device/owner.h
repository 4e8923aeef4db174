/* owner.h: where an element of a cooperative tensor is: the inverse of __msl_coop_slot, for tensors of one SIMD-group
 * of 32 lanes. */
#ifndef SOFTMETAL_CUDA_OWNER_H
#define SOFTMETAL_CUDA_OWNER_H
#include "../../../include/__msl/cooperative.h"
#include <stdint.h>

typedef struct sm_owner {
    uint32_t lane, slot;
} sm_owner;

/* What a scattered layout needs to be undone: x with step * x = 1, modulo the number of elements. */
static inline uint32_t sm_scatter_inverse(const __msl_coop *c)
{
    int64_t all = (int64_t)__msl_coop_rows(*c) * __msl_coop_columns(*c), a = all % 7919 == 0 ? 7907 : 7919;
    int64_t rest = all, x = 1, y = 0; /* a = x * step, rest = y * step, modulo all */
    if (c->layout != __MSL_COOP_SCATTERED)
        return 0;
    while (rest) {
        int64_t times = a / rest, next = a - times * rest, z = x - times * y;
        a = rest;
        rest = next;
        x = y;
        y = z;
    }
    return (uint32_t)((x % all + all) % all);
}

static inline sm_owner sm_owner_in_blocks(const __msl_coop *c, int row, int column)
{
    const int side = __msl_coop_side(c->layout), across = c->layout == __MSL_COOP_M5 ? 4 : 2;
    const int right = __msl_blocks(c->columns, side), each = c->layout == __MSL_COOP_M5 ? 8 : 2;
    const uint32_t r = (uint32_t)row % 8, piece = (uint32_t)(column % side / across);
    const int block = row / side * right + column / side, half = row % side / 8;
    return (sm_owner){(r & 4) << 2 | (r & 3) << 1 | (piece & 2) << 2 | (piece & 1),
                      (uint32_t)(block * each + half * across + column % across)};
}

/* Of an element that there is. */
static inline sm_owner sm_owner_of(const __msl_coop *c, uint32_t inverse, int row, int column)
{
    const uint32_t columns = (uint32_t)__msl_coop_columns(*c), all = (uint32_t)__msl_coop_rows(*c) * columns,
                   element = (uint32_t)row * columns + (uint32_t)column;
    if (c->layout == __MSL_COOP_ROWS) {
        const uint32_t capacity = (uint32_t)__msl_coop_capacity(*c);
        return (sm_owner){element / capacity, element % capacity};
    }
    if (c->layout != __MSL_COOP_SCATTERED)
        return sm_owner_in_blocks(c, row, column);
    const uint32_t used = (uint32_t)__msl_coop_used(c->groups * c->width);
    const uint32_t at = (uint32_t)((uint64_t)(element + all - c->salt % all) * inverse % all), rank = at % used;
    return (sm_owner){rank + rank / 4 + 1, at / used * 2 + (1 - (c->salt & 1))};
}
#endif
