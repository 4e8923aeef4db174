/* half.c: conversions between the bits of half and float. A half has 5 bits of exponent and 10 of significand; where
 * its exponent field is zero the value is the significand times 2^-24, which float holds as a normal number. */
#include "half.h"

uint32_t sm_half_to_float_bits(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, significand = half & 0x3ff;
    if (exponent == 31)
        return sign | 0x7f800000 | significand << 13;
    if (exponent == 0) {
        if (significand == 0)
            return sign;
        uint32_t shift = (uint32_t)__builtin_clz(significand) - 21; /* until the hidden bit is in place */
        return sign | (113 - shift) << 23 | ((significand << shift & 0x3ff) << 13);
    }
    return sign | (exponent + 112) << 23 | significand << 13;
}

uint16_t sm_float_to_half_bits(uint32_t bits)
{
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return (uint16_t)(sign | 0x7e00 | (bits >> 13 & 0x1ff));
    if (bits >= 0x477ff000) /* 65520, halfway between the largest half and 65536 */
        return sign | 0x7c00;
    if (bits < 0x38800000) { /* below 2^-14: a multiple of 2^-24 */
        if (bits < 0x33000000)
            return sign;
        uint32_t shift = 126 - (bits >> 23), significand = (bits & 0x7fffff) | 0x800000;
        uint32_t whole = significand >> shift, rest = significand & ((1u << shift) - 1), middle = 1u << (shift - 1);
        return (uint16_t)(sign | (whole + (rest > middle || (rest == middle && (whole & 1)))));
    }
    uint32_t rounded = bits + 0xfff + (bits >> 13 & 1); /* a carry moves on into the exponent, as it should */
    return (uint16_t)(sign | ((rounded >> 13) - (112 << 10)));
}
