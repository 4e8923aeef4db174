/* math_functions.h: mathematical functions of compiled kernels that SLEEF does not have, or not exactly. Table and
 * names: runtime.c. */
#ifndef SOFTMETAL_MATH_FUNCTIONS_H
#define SOFTMETAL_MATH_FUNCTIONS_H

float sm_rsqrt(float x);         /* 1 / sqrt(x), correctly rounded */
float sm_fmod(float x, float y); /* x - y * trunc(x / y), exact; NaN where y is 0 or x infinite */

/* pow and log2 for textures: libm's choose by the host's instructions; SLEEF's have the same bits on all. */
double Sleef_cinz_powd1_u10purec(double x, double y);
double Sleef_cinz_log2d1_u10purec(double x);
static inline double sm_pow(double x, double y)
{
    return Sleef_cinz_powd1_u10purec(x, y);
}
static inline double sm_log2(double x)
{
    return Sleef_cinz_log2d1_u10purec(x);
}

typedef float sm_float4 __attribute__((vector_size(16)));
#if defined(__x86_64__)
/* rsqrt for 4, 8 and 16 lanes, called by compiled kernels only: in the registers that the CPU has. */
typedef float sm_float8 __attribute__((vector_size(32)));
typedef float sm_float16 __attribute__((vector_size(64)));
sm_float4 sm_rsqrt4(sm_float4 x);
sm_float8 sm_rsqrt8(sm_float8 x) __attribute__((target("avx2")));
sm_float16 sm_rsqrt16(sm_float16 x) __attribute__((target("avx512f")));
#endif
#endif
