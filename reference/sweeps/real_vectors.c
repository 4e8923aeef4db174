/* real_vectors.c: SLEEF's functions whose errors are at most one ulp of a double, loops that compilers make vectors of,
 * and what is quicker than these where floats alone are asked for. Which vectors the machine has is asked when it runs.
 * real_vectors_test.c compares all of them with MPFR. */
#include "real_vectors.h"
#include <math.h>
#include <string.h>
#if defined ASSAY_SLEEF && defined __x86_64__
#include <immintrin.h>
#endif

typedef void many(const float *x, size_t count, double *result);

/* `most`: the largest magnitude of an argument for which they are used. Beyond it results leave the normal doubles,
 * where SLEEF's are zero or INF before the real ones are. */
typedef struct vector_function {
    const char *name;
    double most;
    many *four, *eight; /* lanes */
} vector_function;

#if defined ASSAY_SLEEF && defined __x86_64__
#define FUNCTIONS(F)                                                                                                   \
    F(acos, INFINITY)                                                                                                  \
    F(acosh, INFINITY)                                                                                                 \
    F(asin, INFINITY)                                                                                                  \
    F(asinh, INFINITY)                                                                                                 \
    F(atan, INFINITY)                                                                                                  \
    F(atanh, INFINITY)                                                                                                 \
    F(cos, INFINITY)                                                                                                   \
    F(cosh, 700)                                                                                                       \
    F(exp2, 1000)                                                                                                      \
    F(exp10, 300)                                                                                                      \
    F(log, INFINITY)                                                                                                   \
    F(log2, INFINITY)                                                                                                  \
    F(log10, INFINITY)                                                                                                 \
    F(sin, INFINITY)                                                                                                   \
    F(sinh, 700)                                                                                                       \
    F(tan, INFINITY)                                                                                                   \
    F(tanh, INFINITY)
#define LOOPS(F) F(recip, 1 / x) F(rsqrt, 1 / sqrt(x))

typedef double double4 __attribute__((vector_size(32)));
typedef double double8 __attribute__((vector_size(64)));
#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f,avx512dq")))

/* Of such lists GCC makes one instruction, of __builtin_convertvector several. */
#define FOUR(x)                                                                                                        \
    {                                                                                                                  \
        (x)[0], (x)[1], (x)[2], (x)[3]                                                                                 \
    }
#define EIGHT(x)                                                                                                       \
    {                                                                                                                  \
        (x)[0], (x)[1], (x)[2], (x)[3], (x)[4], (x)[5], (x)[6], (x)[7]                                                 \
    }
#define BY_SLEEF(name, sleef, doubles, list, attribute)                                                                \
    attribute doubles sleef(doubles);                                                                                  \
    attribute static void name(const float *x, size_t count, double *result)                                           \
    {                                                                                                                  \
        for (size_t i = 0; i < count; i += sizeof(doubles) / sizeof *result) {                                         \
            doubles some = list(x + i), y = sleef(some);                                                               \
            memcpy(result + i, &y, sizeof y);                                                                          \
        }                                                                                                              \
    }
#define BY_LOOP(name, expression, attribute)                                                                           \
    attribute static void name(const float *numbers, size_t count, double *result)                                     \
    {                                                                                                                  \
        for (size_t i = 0; i < count; i++) {                                                                           \
            double x = (double)numbers[i];                                                                             \
            result[i] = expression;                                                                                    \
        }                                                                                                              \
    }
#define DEFINE(name, most)                                                                                             \
    BY_SLEEF(name##_four, Sleef_##name##d4_u10avx2, double4, FOUR, AVX2)                                               \
    BY_SLEEF(name##_eight, Sleef_##name##d8_u10avx512f, double8, EIGHT, AVX512)
#define DEFINE_LOOP(name, expression)                                                                                  \
    BY_LOOP(name##_four, expression, AVX2)                                                                             \
    BY_LOOP(name##_eight, expression, AVX512)
#define ROW(name, most) {#name, most, name##_four, name##_eight},
#define LOOP_ROW(name, expression) {#name, INFINITY, name##_four, name##_eight},
FUNCTIONS(DEFINE)
LOOPS(DEFINE_LOOP)
BY_SLEEF(exp_four, Sleef_expd4_u10avx2, double4, FOUR, AVX2)
BY_LOOP(sqrt_four, sqrt(x), AVX2)

/* e^x = 2^(k / 16) e^r, where |r| <= ln 2 / 32: of the first factor 16 fractions are at hand, of e^r - 1 seven terms,
 * and the eighth is below 2^-59. k comes from the lowest bits of its sum with a large number. */
AVX512 static void exp_eight(const float *x, size_t count, double *result)
{
    static const double fraction[16] = {
        0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
        0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
        0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
        0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
    static const double term[] = {1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2, 1};
    const __m512d low = _mm512_loadu_pd(fraction), high = _mm512_loadu_pd(fraction + 8);
    const __m512d large = _mm512_set1_pd(0x1.8p52), sixteenths = _mm512_set1_pd(0x1.71547652b82fep+4);
    const __m512d sixteenth = _mm512_set1_pd(0x1.62e42fefa39efp-5), its_rest = _mm512_set1_pd(0x1.abc9e3b39803fp-60);
    for (size_t i = 0; i < count; i += 8) {
        __m512d a = EIGHT(x + i), sum = _mm512_fmadd_pd(a, sixteenths, large), k = _mm512_sub_pd(sum, large);
        __m512d r = _mm512_fnmadd_pd(k, its_rest, _mm512_fnmadd_pd(k, sixteenth, a)), series = _mm512_set1_pd(term[0]);
        for (size_t n = 1; n < sizeof term / sizeof *term; n++)
            series = _mm512_fmadd_pd(series, r, _mm512_set1_pd(term[n]));
        __m512i bits = _mm512_castpd_si512(sum);
        __m512d part = _mm512_permutex2var_pd(low, bits, high);
        __m512i whole = _mm512_slli_epi64(_mm512_andnot_si512(_mm512_set1_epi64(15), bits), 52 - 4);
        part = _mm512_fmadd_pd(part, _mm512_mul_pd(series, r), part);
        _mm512_storeu_pd(result + i, _mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(part), whole)));
    }
}

/* Eight roots by instruction take three times as long as Newton's steps from 14 bits. g is the root, h half of its
 * reciprocal; the last step makes a root exact that is a double. */
AVX512 static void sqrt_eight(const float *x, size_t count, double *result)
{
    enum { ZERO_OR_INF = 0x02 | 0x04 | 0x08 };
    const __m512d half = _mm512_set1_pd(0.5);
    for (size_t i = 0; i < count; i += 8) {
        __m512d a = EIGHT(x + i), y = _mm512_rsqrt14_pd(a), g = _mm512_mul_pd(a, y), h = _mm512_mul_pd(half, y);
        __m512d rest = _mm512_fnmadd_pd(g, h, half);
        g = _mm512_fmadd_pd(g, rest, g);
        h = _mm512_fmadd_pd(h, rest, h);
        for (int step = 0; step < 2; step++)
            g = _mm512_fmadd_pd(_mm512_fnmadd_pd(g, g, a), h, g);
        _mm512_storeu_pd(result + i, _mm512_mask_mov_pd(g, _mm512_fpclass_pd_mask(a, ZERO_OR_INF), a));
    }
}

static const vector_function functions[] = {FUNCTIONS(ROW) LOOPS(LOOP_ROW) ROW(exp, 700)
                                                ROW(sqrt, INFINITY){NULL, 0, NULL, NULL}};

size_t real_near_lanes(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return 8;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 4 : 1;
}
#else
static const vector_function functions[] = {{NULL, 0, NULL, NULL}};

size_t real_near_lanes(void)
{
    return 1;
}
#endif

static const vector_function *find(const char *name)
{
    for (const vector_function *f = functions; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

void real_near_by(size_t lanes, const real_function *f, const float *x, size_t count, double *result)
{
    size_t done = 0;
    double (*one)(double) = f->near ? f->near : f->one;
    const vector_function *many = lanes > 1 ? find(f->name) : NULL;
    if (many && count && fabs((double)x[count - 1]) <= many->most) {
        done = count - count % lanes;
        (lanes == 8 ? many->eight : many->four)(x, done, result);
    }
    for (size_t i = done; i < count; i++)
        result[i] = one((double)x[i]);
}

void real_near(const real_function *f, const float *x, size_t count, double *result)
{
    real_near_by(real_near_lanes(), f, x, count, result);
}
