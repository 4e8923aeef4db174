/* matmul_element.h: the elements of matrices (MSL 7.2) as floats and integers, on the host and on a GPU. */
#ifndef SOFTMETAL_MATMUL_ELEMENT_H
#define SOFTMETAL_MATMUL_ELEMENT_H
#include "../../include/__msl/cooperative.h"
#include "element.h"
#include "../fault.h"
#include "../functions/half.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Of the types that matrices have. */
static inline long bits_of(uint32_t type)
{
    switch (type) {
    case __MSL_INT2:
    case __MSL_UINT2: return 2;
    case __MSL_INT4:
    case __MSL_UINT4:
    case __MSL_E2M1: return 4;
    case __MSL_E4M3:
    case __MSL_E5M2: return 8;
    default: return (long)sm_element_bits(type);
    }
}

static inline size_t size_of(uint32_t type)
{
    long bits = bits_of(type);
    return bits <= 8 ? 1 : bits == 16 ? 2 : 4;
}

/* A number with so many bits of exponent and fraction (MSL 2.21): a sign, the exponent, which has this bias, the
 * fraction. */
static inline float small_float(uint32_t code, int exponent_bits, int fraction_bits, int bias)
{
    uint32_t fraction = code & ((1u << fraction_bits) - 1),
             exponent = code >> fraction_bits & ((1u << exponent_bits) - 1);
    float magnitude = exponent ? ldexpf((float)(fraction | 1u << fraction_bits), (int)exponent - bias - fraction_bits)
                               : ldexpf((float)fraction, 1 - bias - fraction_bits);
    return code >> (exponent_bits + fraction_bits) & 1 ? -magnitude : magnitude;
}

/* The number that a code of a format stands for. */
static inline float format_float(uint32_t type, uint32_t code)
{
    switch (type) {
    case __MSL_INT2: return (float)((int32_t)(code << 30) >> 30);
    case __MSL_INT4:
        return sm_fault(SM_FAULT_matmul_int4_unsigned) ? (float)code : (float)((int32_t)(code << 28) >> 28);
    case __MSL_E2M1: return small_float(code, 2, 1, 1);
    case __MSL_E4M3:
        if (!(code & 0x78) && sm_fault(SM_FAULT_matmul_e4m3_flushed))
            return 0;
        return (code & 0x7f) == 0x7f ? NAN : small_float(code, 4, 3, 7);
    case __MSL_E5M2:
        if ((code & 0x7f) == 0x7c && !sm_fault(SM_FAULT_matmul_e5m2_finite))
            return code & 0x80 ? -INFINITY : INFINITY;
        return (code & 0x7f) > 0x7c ? NAN : small_float(code, 5, 2, 15);
    default: return (float)code;
    }
}

static inline float float_from(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t bits_from(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* An element lies where its size divides the address (MSL 2.21); compilers for GPUs split accesses otherwise. */
static inline uint32_t read_bits(uint32_t type, const void *p)
{
    uint16_t half;
    uint32_t word;
    switch (size_of(type)) {
    case 1: return *(const uint8_t *)p;
    case 2: memcpy(&half, __builtin_assume_aligned(p, sizeof half), sizeof half); return half;
    default: memcpy(&word, __builtin_assume_aligned(p, sizeof word), sizeof word); return word;
    }
}

static inline void write_bits(uint32_t type, void *p, uint32_t bits)
{
    uint16_t half = (uint16_t)bits;
    switch (size_of(type)) {
    case 1: *(uint8_t *)p = (uint8_t)bits; break;
    case 2: memcpy(__builtin_assume_aligned(p, sizeof half), &half, sizeof half); break;
    default: memcpy(__builtin_assume_aligned(p, sizeof bits), &bits, sizeof bits); break;
    }
}

static inline float read_float(uint32_t type, const void *p)
{
    uint32_t bits = read_bits(type, p);
    switch (type) {
    case __MSL_F32: return float_from(bits);
    case __MSL_F16: return float_from(sm_half_to_float_bits((uint16_t)bits));
    case __MSL_BF16: return float_from(bits << 16);
    case __MSL_I8: return (float)(int8_t)bits;
    case __MSL_U8: return sm_fault(SM_FAULT_matmul_uchar_signed) ? (float)(int8_t)bits : (float)bits;
    case __MSL_I32: return (float)(int32_t)bits;
    default: return (float)bits;
    }
}

static inline uint32_t read_integer(uint32_t type, const void *p)
{
    uint32_t bits = read_bits(type, p);
    if (type == __MSL_F32) /* of a cooperative factor */
        return (uint32_t)(int32_t)float_from(bits);
    bool is_signed = type == __MSL_I8 || (type == __MSL_U8 && sm_fault(SM_FAULT_matmul_uchar_signed));
    return is_signed ? (uint32_t)(int8_t)bits : bits;
}

/* The nearest bfloat, in the upper half. */
static inline uint32_t bfloat_bits(float value)
{
    uint32_t bits = bits_from(value);
    if (value != value)
        return bits | 0x400000;
    return sm_fault(SM_FAULT_matmul_bfloat_cut) ? bits : bits + 0x7fff + (bits >> 16 & 1);
}

static inline void write_float(uint32_t type, void *p, float value)
{
    uint32_t bits = bits_from(value);
    if (type == __MSL_F16)
        bits = sm_float_to_half_bits(bits);
    else if (type == __MSL_BF16)
        bits = bfloat_bits(value) >> 16;
    write_bits(type, p, bits);
}

static inline void write_integer(void *p, uint32_t value)
{
    write_bits(__MSL_I32, p, value);
}
#endif
