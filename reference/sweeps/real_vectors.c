/* real_vectors.c: SLEEF's functions whose errors are at most one ulp of a double, and loops that compilers make vectors
 * of. Which vectors the machine has is asked when it runs. real_vectors_test.c compares all of them with MPFR. */
#include "real_vectors.h"
#include <math.h>
#include <string.h>

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
    F(exp, 700)                                                                                                        \
    F(exp2, 1000)                                                                                                      \
    F(exp10, 300)                                                                                                      \
    F(log, INFINITY)                                                                                                   \
    F(log2, INFINITY)                                                                                                  \
    F(log10, INFINITY)                                                                                                 \
    F(sin, INFINITY)                                                                                                   \
    F(sinh, 700)                                                                                                       \
    F(tan, INFINITY)                                                                                                   \
    F(tanh, INFINITY)
#define LOOPS(F) F(recip, 1 / x) F(rsqrt, 1 / sqrt(x)) F(sqrt, sqrt(x))

typedef float float4 __attribute__((vector_size(16)));
typedef float float8 __attribute__((vector_size(32)));
typedef double double4 __attribute__((vector_size(32)));
typedef double double8 __attribute__((vector_size(64)));
#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f,avx512dq")))

#define BY_SLEEF(name, sleef, floats, doubles, attribute)                                                              \
    attribute doubles sleef(doubles);                                                                                  \
    attribute static void name(const float *x, size_t count, double *result)                                           \
    {                                                                                                                  \
        floats some;                                                                                                   \
        for (size_t i = 0; i < count; i += sizeof some / sizeof *x) {                                                  \
            memcpy(&some, x + i, sizeof some);                                                                         \
            doubles y = sleef(__builtin_convertvector(some, doubles));                                                 \
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
    BY_SLEEF(name##_four, Sleef_##name##d4_u10avx2, float4, double4, AVX2)                                             \
    BY_SLEEF(name##_eight, Sleef_##name##d8_u10avx512f, float8, double8, AVX512)
#define DEFINE_LOOP(name, expression)                                                                                  \
    BY_LOOP(name##_four, expression, AVX2)                                                                             \
    BY_LOOP(name##_eight, expression, AVX512)
#define ROW(name, most) {#name, most, name##_four, name##_eight},
#define LOOP_ROW(name, expression) {#name, INFINITY, name##_four, name##_eight},
FUNCTIONS(DEFINE)
LOOPS(DEFINE_LOOP)

static const vector_function functions[] = {FUNCTIONS(ROW) LOOPS(LOOP_ROW){NULL, 0, NULL, NULL}};

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

void real_near(const real_function *f, const float *x, size_t count, double *result)
{
    size_t lanes = real_near_lanes(), done = 0;
    double (*one)(double) = f->near ? f->near : f->one;
    const vector_function *many = lanes > 1 ? find(f->name) : NULL;
    if (many && count && fabs((double)x[count - 1]) <= many->most) {
        done = count - count % lanes;
        (lanes == 8 ? many->eight : many->four)(x, done, result);
    }
    for (size_t i = done; i < count; i++)
        result[i] = one((double)x[i]);
}
