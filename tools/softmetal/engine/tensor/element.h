/* element.h: what the numbers of element types and permutations in operations.h mean. Shared by the engine (simd.c) and
 * by the vector code that stands in for it (compiler/backend/vector/group.c). */
#ifndef SOFTMETAL_ELEMENT_H
#define SOFTMETAL_ELEMENT_H
#include "../../include/__msl/operations.h"
#include <stdbool.h>
#include <stdint.h>

static inline unsigned sm_element_bits(uint64_t type)
{
    switch (type) {
    case __MSL_I8:
    case __MSL_U8:
    case __MSL_BOOL: return 8;
    case __MSL_I16:
    case __MSL_U16:
    case __MSL_F16:
    case __MSL_BF16: return 16;
    case __MSL_I64:
    case __MSL_U64: return 64;
    default: return 32;
    }
}

static inline bool sm_element_is_signed(uint64_t type)
{
    return type == __MSL_I8 || type == __MSL_I16 || type == __MSL_I32 || type == __MSL_I64;
}

static inline bool sm_element_is_real(uint64_t type)
{
    return type == __MSL_F32 || type == __MSL_F16 || type == __MSL_BF16;
}

/* What a lane gets from one that is not active, cut to its type; as floats, huge: nothing hides it. */
#define SM_UNKNOWN_VALUE UINT64_C(0x7f7f7f7f7f7f7f7f)

/* The lane of `width` that lane i takes its value from, with operand c; `width` and more: none (MSL 6.10.2). Of the
 * operations from broadcast to rotation, but for those that fill. */
static inline uint32_t sm_source_lane(uint32_t operation, uint32_t i, uint32_t c, uint32_t width)
{
    switch (operation) {
    case __MSL_SHUFFLE_XOR: return i ^ c;
    case __MSL_SHUFFLE_UP: return c <= i ? i - c : i;
    case __MSL_SHUFFLE_DOWN: return i + c < width ? i + c : i;
    case __MSL_ROTATE_UP: return (i + width - c % width) % width;
    case __MSL_ROTATE_DOWN: return (i + c) % width;
    default: return c;
    }
}
#endif
