/* math.c: the few functions of <metal_math> that have to be exact and that SLEEF lacks (rsqrt) or gets wrong far from 1
 * (fmod). rsqrt divides in double: for each of the 2^24 significands and parities of the exponent the quotient is far
 * enough from the middle of two floats, so rounding it again is correct (math_test.c checks them all). fmod is long
 * division on integers. */
#include "math_functions.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

float sm_rsqrt(float x)
{
    return (float)(1.0 / __builtin_sqrt((double)x));
}

#if defined(__x86_64__)
#include <immintrin.h>

/* Halves of a register at a time, as double has half as many lanes. */
sm_float4 sm_rsqrt4(sm_float4 x)
{
    const __m128d one = _mm_set1_pd(1.0);
    __m128 low = _mm_cvtpd_ps(_mm_div_pd(one, _mm_sqrt_pd(_mm_cvtps_pd((__m128)x))));
    __m128 high = _mm_cvtpd_ps(_mm_div_pd(one, _mm_sqrt_pd(_mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x)))));
    return (sm_float4)_mm_movelh_ps(low, high);
}

__attribute__((target("avx2"))) static __m128 rsqrt_half8(__m128 x)
{
    return _mm256_cvtpd_ps(_mm256_div_pd(_mm256_set1_pd(1.0), _mm256_sqrt_pd(_mm256_cvtps_pd(x))));
}

__attribute__((target("avx2"))) sm_float8 sm_rsqrt8(sm_float8 x)
{
    __m256 v = (__m256)x;
    return (sm_float8)_mm256_set_m128(rsqrt_half8(_mm256_extractf128_ps(v, 1)), rsqrt_half8(_mm256_castps256_ps128(v)));
}

__attribute__((target("avx512f"))) static __m256 rsqrt_half16(__m256 x)
{
    return _mm512_cvtpd_ps(_mm512_div_pd(_mm512_set1_pd(1.0), _mm512_sqrt_pd(_mm512_cvtps_pd(x))));
}

__attribute__((target("avx512f"))) sm_float16 sm_rsqrt16(sm_float16 x)
{
    __m512 v = (__m512)x;
    __m256 low = rsqrt_half16(_mm512_castps512_ps256(v));
    __m256 high = rsqrt_half16(_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(v), 1)));
    return (sm_float16)_mm512_castpd_ps(
        _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_castps_pd(low)), _mm256_castps_pd(high), 1));
}
#endif

/* A positive finite float as significand * 2^(exponent - 149), with the hidden bit in place unless subnormal. */
typedef struct parts {
    uint32_t significand;
    int exponent;
} parts;

static parts split(uint32_t bits)
{
    int exponent = (int)(bits >> 23);
    if (exponent == 0)
        return (parts){bits, 0};
    return (parts){(bits & 0x7fffff) | 0x800000, exponent - 1};
}

static float join(parts p, uint32_t sign)
{
    while (p.significand < 0x800000 && p.exponent > 0) {
        p.significand <<= 1;
        p.exponent--;
    }
    uint32_t bits = sign | p.significand;
    if (p.significand >= 0x800000)
        bits = sign | (p.significand & 0x7fffff) | (uint32_t)(p.exponent + 1) << 23;
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

float sm_fmod(float x, float y)
{
    uint32_t a, b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    const uint32_t sign = a & 0x80000000, infinity = 0x7f800000;
    a &= 0x7fffffff;
    b &= 0x7fffffff;
    if (a >= infinity || b > infinity || b == 0)
        return NAN;
    if (a < b)
        return x;
    parts n = split(a), d = split(b);
    uint64_t rest = n.significand % d.significand;
    for (int shift = n.exponent - d.exponent; shift > 0 && rest != 0;) {
        int step = shift < 40 ? shift : 40; /* 24 bits of remainder and 40 more fill the word */
        rest = (rest << step) % d.significand;
        shift -= step;
    }
    return join((parts){(uint32_t)rest, d.exponent}, sign);
}
