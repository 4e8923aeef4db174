/* element.h: what the numbers of element types in operations.h mean. Shared by the engine and by the code that stands
 * in for it. */
#ifndef SOFTMETAL_ELEMENT_H
#define SOFTMETAL_ELEMENT_H
#include "../include/__msl/operations.h"
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
#endif
