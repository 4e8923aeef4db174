/* math_test.c: the mathematics of the library against long double, within the accuracy tables of MSL chapter 8.
 *
 * One generated kernel computes every function over the same arguments, for each of precise, fast and half. The bounds
 * are those of the tables; where a table gives a formula instead of a bound, the result is held to what the formula can
 * lose. */
#include "../engine.h"
#include "../../compiler/kernel/test_kernel.h"
#include "math_functions.h"
#include "../runtime.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;

/* ---- references */

static const real pi = 3.141592653589793238462643383279502884L;

static real ref_rsqrt(real x)
{
    return x == 0 ? copysignl(INFINITY, x) : 1 / sqrtl(x);
}
static real ref_exp10(real x)
{
    return powl(10, x);
}
static real ref_fract(real x)
{
    return x - floorl(x);
}
static real ref_divide(real x, real y)
{
    return x / y;
}

/* sin(pi x) and cos(pi x) by quarters of a turn. */
static real quarter(real x, int shift)
{
    real r = fmodl(x, 2), q = rintl(2 * r);
    real t = (r - q / 2) * pi;
    switch (((int)q + shift) & 3) {
    case 0: return sinl(t);
    case 1: return cosl(t);
    case 2: return -sinl(t);
    default: return -cosl(t);
    }
}
static real ref_sinpi(real x)
{
    return quarter(x, 0);
}
static real ref_cospi(real x)
{
    return quarter(x, 1) + 0;
}
static real ref_tanpi(real x)
{
    return ref_sinpi(x) / ref_cospi(x);
}

/* ---- bounds */

/* What a result may be off: ulps, or `absolute` where that is not 0; for arguments of magnitude low to high. */
typedef struct bound {
    double ulps, absolute;
    float low, high;
} bound;

/* 0x1.fp+127: any argument. */
#define ANY 0, 0x1.fffffep+127f

typedef struct row {
    const char *name;
    real (*one)(real);
    real (*two)(real, real);
    double precise, half; /* ulps; half 0 means half's table has no row */
    bound fast;
} row;

/* MSL tables 8.1, 8.2, 8.3. Formulas of table 8.2: `exp` within its bound and so on, over arguments where nothing
 * cancels. */
static const row rows[] = {
    {"acos", acosl, NULL, 4, 1, {5, 0, 0, 1}},
    {"acosh", acoshl, NULL, 4, 1, {8, 0, 1.5f, 1e18f}},
    {"asin", asinl, NULL, 4, 1, {5, 0, 0x1p-125f, 1}},
    {"asinh", asinhl, NULL, 4, 1, {0, 1e-6, 0, 100}},
    {"atan", atanl, NULL, 5, 1, {5, 0, ANY}},
    {"atanh", atanhl, NULL, 5, 1, {0, 1e-5, 0, 0.99f}},
    {"ceil", ceill, NULL, 0.5, 0.5, {0.5, 0, ANY}},
    {"cos", cosl, NULL, 4, 1, {0, 0x1p-13, 0, 3.1415925f}},
    {"cosh", coshl, NULL, 4, 1, {60, 0, 0, 20}},
    {"cospi", ref_cospi, NULL, 4, 1, {0, 0x1p-13, 0, 1}},
    {"exp", expl, NULL, 4, 1, {3 + 20, 0, 0, 10}},
    {"exp2", exp2l, NULL, 4, 1, {3, 0, 0, 10}},
    {"exp10", ref_exp10, NULL, 4, 1, {60, 0, 0, 10}},
    {"fabs", fabsl, NULL, 0, 0.5, {0, 0, ANY}},
    {"floor", floorl, NULL, 0.5, 0.5, {0.5, 0, ANY}},
    {"fract", ref_fract, NULL, 1, 1, {1, 0, ANY}},
    {"log", logl, NULL, 4, 1, {0, 0x1p-21, 0.5f, 2}},
    {"log2", log2l, NULL, 4, 1, {0, 0x1p-22, 0.5f, 2}},
    {"log10", log10l, NULL, 4, 1, {4, 0, 2, 1e30f}},
    {"rint", rintl, NULL, 0.5, 0.5, {0.5, 0, ANY}},
    {"round", roundl, NULL, 0.5, 0.5, {0.5, 0, ANY}},
    {"rsqrt", ref_rsqrt, NULL, 0.5, 0.5, {2, 0, 0x1p-126f, 1e38f}},
    {"sin", sinl, NULL, 4, 1, {0, 0x1p-13, 0, 3.1415925f}},
    {"sinh", sinhl, NULL, 4, 1, {60, 0, 1, 20}},
    {"sinpi", ref_sinpi, NULL, 4, 1, {0, 0x1p-13, 0, 1}},
    {"sqrt", sqrtl, NULL, 0.5, 0.5, {3, 0, 0x1p-126f, 1e38f}},
    {"tan", tanl, NULL, 6, 1, {0, 0x1p-11, 0, 0.78f}},
    {"tanh", tanhl, NULL, 5, 1, {0, 1e-5, 0, 40}},
    {"tanpi", ref_tanpi, NULL, 6, 1, {0, 0x1p-11, 0, 0.25f}},
    {"trunc", truncl, NULL, 0.5, 0.5, {0.5, 0, ANY}},
    {"atan2", NULL, atan2l, 6, 1, {8, 0, 0x1p-20f, 0x1p20f}},
    {"copysign", NULL, copysignl, 0, 0.5, {0, 0, ANY}},
    {"divide", NULL, ref_divide, 0.5, 0.5, {2.5, 0, 0x1p-60f, 0x1p60f}},
    {"fdim", NULL, fdiml, 0.5, 0.5, {0.5, 0, ANY}},
    {"fmax", NULL, fmaxl, 0, 0.5, {0, 0, ANY}},
    {"fmin", NULL, fminl, 0, 0.5, {0, 0, ANY}},
    {"fmod", NULL, fmodl, 0, 0.5, {0, 0, 1, 0}}, /* fast: undefined */
    {"pow", NULL, powl, 16, 1, {0, 0, 1, 0}},    /* fast: see powr */
    {"powr", NULL, powl, 16, 1, {400, 0, 0.01f, 100}},
};
enum { ROWS = sizeof rows / sizeof *rows, FLOATS = 6000, HALVES = 65536 };

/* How many units in the last place (24 or 11 bits) `got` is from `expected`; where the result overflows to infinity,
 * infinity is right. */
static double ulps_off(real expected, double got, int digits, int lowest, real overflow)
{
    if (isnan(expected) || isnan(got))
        return isnan(expected) && isnan(got) ? 0 : 1e9;
    if (fabsl(expected) >= overflow)
        return isinf(got) && !signbit(got) == !signbit(expected) ? 0 : 1e9;
    if (isinf(got))
        return 1e9;
    int exponent = expected == 0 ? lowest : ilogbl(expected) - (digits - 1);
    return (double)(fabsl(expected - got) / ldexpl(1, exponent < lowest ? lowest : exponent));
}
static double float_ulps(real expected, float got)
{
    return ulps_off(expected, got, 24, -149, 0x1.ffffffp+127L);
}
static double half_ulps(real expected, float got)
{
    return ulps_off(expected, got, 11, -24, 65520.0L);
}

/* ---- running kernels */

static uint64_t random_state = 88172645463325252u;
static uint32_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 16);
}
static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}
static float half_of(uint16_t bits)
{
    int exponent = bits >> 10 & 31, significand = bits & 0x3ff;
    float f = exponent == 31  ? (significand ? NAN : INFINITY)
              : exponent == 0 ? ldexpf((float)significand, -24)
                              : ldexpf((float)(significand | 0x400), exponent - 25);
    return bits & 0x8000 ? -f : f;
}

/* Compiles `source` and runs its kernel `test` over `threads` threads with these buffers. */
static void run(const char *source, sm_math_functions functions, const sm_memory *buffers, size_t count,
                uint32_t threads)
{
    sm_compile_options options = {.language_version = 4 << 16,
                                  .math = functions == SM_FUNCTIONS_FAST ? SM_MATH_FAST : SM_MATH_SAFE,
                                  .functions = functions,
                                  .target.simd_width = 32};
    sm_kernel *kernel = kernel_of_source(source, &options, NULL);
    sm_dispatch d = {.grid = {threads, 1, 1}, .group = {threads < 64 ? threads : 64, 1, 1}};
    memcpy(d.buffer, buffers, count * sizeof *buffers);
    sm_outcome outcome;
    sm_engine_run(kernel, &d, &outcome);
    if (outcome.status != SM_DONE)
        print_message("%s\n", outcome.message);
    assert_int_equal(outcome.status, SM_DONE);
    sm_kernel_release(kernel);
}

/* A kernel that computes every row's function, in namespace `space`, of arguments of `type`. */
static char *kernel_of_rows(const char *space, const char *type)
{
    size_t size = 0;
    char *text = NULL;
    FILE *f = open_memstream(&text, &size);
    fprintf(f,
            "#include <metal_stdlib>\nusing namespace metal;\n"
            "kernel void test(device const %s *a [[buffer(0)]], device const %s *b [[buffer(1)]], device %s *o "
            "[[buffer(2)]],\n"
            "                 constant uint &n [[buffer(3)]], uint i [[thread_position_in_grid]])\n{\n",
            type, type, type);
    for (size_t r = 0; r < ROWS; r++)
        fprintf(f, "    o[%zu * n + i] = metal::%s%s(a[i]%s);\n", r, space, rows[r].name, rows[r].two ? ", b[i]" : "");
    fprintf(f, "}\n");
    fclose(f);
    return text;
}

static void fill_arguments(float *a, float *b)
{
    static const float special[] = {
        0.0f,      -0.0f,  1.0f,      -1.0f,       0.5f,           -0.5f,   1.5f,
        2.5f,      -2.5f,  0x1p-149f, -0x1p-149f,  0x1.fffffep-1f, 0x1p23f, 8388609.0f,
        88.8f,     -88.8f, 89.3f,     0.49999997f, -0.49999997f,   -1e-10f, 0x1.fffffep+127f,
        0x1p-126f, 1e20f,  -1e20f};
    for (int i = 0; i < FLOATS; i++) {
        switch (i % 4) {
        case 0: a[i] = float_of(random_bits() & 0xff7fffff); break;
        case 1: a[i] = (float)(int32_t)random_bits() * 0x1p-29f; break;
        case 2: a[i] = (float)(int32_t)random_bits() * 0x1p-24f; break;
        default: a[i] = (float)(random_bits() & 0xffffff) * 0x1p-24f; break;
        }
        b[i] = i % 3 == 0 ? float_of(random_bits() & 0xff7fffff) : (float)(int32_t)random_bits() * 0x1p-28f;
    }
    memcpy(a, special, sizeof special);
}

static real reference(const row *row, float a, float b)
{
    return row->one ? row->one(a) : row->two(a, b);
}

static void precise_functions_keep_table_8_1(void **state)
{
    (void)state;
    static float a[FLOATS], b[FLOATS], o[ROWS * FLOATS];
    uint32_t n = FLOATS;
    fill_arguments(a, b);
    char *source = kernel_of_rows("precise::", "float");
    run(source, SM_FUNCTIONS_FAST, (sm_memory[]){{a, sizeof a}, {b, sizeof b}, {o, sizeof o}, {&n, sizeof n}}, 4, n);
    free(source);
    for (size_t r = 0; r < ROWS; r++)
        for (int i = 0; i < FLOATS; i++) {
            if (strcmp(rows[r].name, "powr") == 0 && signbit(a[i]))
                continue;
            double off = float_ulps(reference(&rows[r], a[i], b[i]), o[r * FLOATS + i]);
            if (rows[r].one == ref_fract && !(o[r * FLOATS + i] >= 0 && o[r * FLOATS + i] < 1))
                fail_msg("fract(%a) = %a is not a fraction", a[i], o[r * FLOATS + i]);
            if (off > rows[r].precise)
                fail_msg("precise::%s(%a, %a) = %a is %g ulp off", rows[r].name, a[i], b[i], o[r * FLOATS + i], off);
        }
}

/* Whether an argument is inside the domain of the bound, and not so small or large that the table says nothing. */
static bool judged(const row *row, float a, float b, real expected)
{
    float x = row->two && strcmp(row->name, "divide") == 0 ? fabsf(b) : fabsf(a);
    if (!(x >= row->fast.low && x <= row->fast.high))
        return false;
    if (row->two && !(fabsf(b) >= 0x1p-20f && fabsf(b) <= 0x1p20f))
        return false;
    bool positive = strncmp(row->name, "log", 3) == 0 || strcmp(row->name, "powr") == 0 ||
                    strcmp(row->name, "acosh") == 0 || strcmp(row->name, "asinh") == 0;
    bool normal = fabsl(expected) >= 0x1p-126L && fabsl(expected) < 0x1p127L;
    return !isnan(expected) && (normal || row->fast.absolute > 0 || expected == 0) && !(positive && a <= 0);
}

static void fast_functions_keep_table_8_2(void **state)
{
    (void)state;
    static float a[FLOATS], b[FLOATS], o[ROWS * FLOATS];
    uint32_t n = FLOATS;
    fill_arguments(a, b);
    char *source = kernel_of_rows("", "float");
    run(source, SM_FUNCTIONS_FAST, (sm_memory[]){{a, sizeof a}, {b, sizeof b}, {o, sizeof o}, {&n, sizeof n}}, 4, n);
    free(source);
    for (size_t r = 0; r < ROWS; r++) {
        double worst = 0;
        for (int i = 0; i < FLOATS; i++) {
            real expected = reference(&rows[r], a[i], b[i]);
            if (!judged(&rows[r], a[i], b[i], expected))
                continue;
            float got = o[r * FLOATS + i];
            double off = rows[r].fast.absolute > 0 ? (double)fabsl(expected - got) : float_ulps(expected, got);
            double allowed = rows[r].fast.absolute > 0 ? rows[r].fast.absolute : rows[r].fast.ulps;
            if (strcmp(rows[r].name, "powr") == 0 && fabsl(expected) < 1e-30L)
                continue;
            if (!(off <= allowed))
                fail_msg("%s(%a, %a) = %a is %g off, allowed %g", rows[r].name, a[i], b[i], got, off, allowed);
            worst = off > worst ? off : worst;
        }
        /* A device whose sine were exact would leave the bound untried. */
        if (strcmp(rows[r].name, "sin") == 0)
            assert_true(worst > 0x1p-15);
    }
}

static void half_functions_keep_table_8_3(void **state)
{
    (void)state;
    static uint16_t a[HALVES], b[HALVES], o[ROWS * HALVES];
    uint32_t n = HALVES;
    for (uint32_t i = 0; i < HALVES; i++) {
        a[i] = (uint16_t)i;
        b[i] = (uint16_t)random_bits();
    }
    char *source = kernel_of_rows("", "half");
    run(source, SM_FUNCTIONS_FAST, (sm_memory[]){{a, sizeof a}, {b, sizeof b}, {o, sizeof o}, {&n, sizeof n}}, 4, n);
    free(source);
    for (size_t r = 0; r < ROWS; r++)
        for (int i = 0; i < HALVES; i++) {
            float x = half_of(a[i]), y = half_of(b[i]);
            if (isnan(x) || isnan(y) || (strcmp(rows[r].name, "powr") == 0 && signbit(x)))
                continue;
            double off = half_ulps(reference(&rows[r], x, y), half_of(o[r * HALVES + i]));
            if (off > rows[r].half)
                fail_msg("half %s(%a, %a) = %a is %g ulp off", rows[r].name, x, y, half_of(o[r * HALVES + i]), off);
        }
}

/* ---- functions that are exact, or have two results */

static void exponents_and_neighbours(void **state)
{
    (void)state;
    enum { N = 4000, OUTPUTS = 7 };
    static float a[N], b[N], o[OUTPUTS * N];
    for (int i = 0; i < N; i++) {
        a[i] = float_of(random_bits() & 0xff7fffff);
        b[i] = i % 5 == 0 ? a[i] : i % 5 == 1 ? -a[i] : float_of(random_bits() & 0xff7fffff);
    }
    static const float special[] = {0x1p-149f,        -0x1p-149f, 0x1p-126f, 1.0f,
                                    0x1.fffffep+127f, -2.0f,      -0.25f,    0x1.8p-140f};
    memcpy(a, special, sizeof special);
    a[8] = 0.0f;
    b[8] = -3.0f;
    run("#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void test(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]], device float *o "
        "[[buffer(2)]],\n"
        "                 uint i [[thread_position_in_grid]])\n"
        "{\n"
        "    int e;\n"
        "    float w;\n"
        "    o[i] = frexp(a[i], e);\n"
        "    o[4000 + i] = e;\n"
        "    o[8000 + i] = modf(a[i], w);\n"
        "    o[12000 + i] = w;\n"
        "    o[16000 + i] = ilogb(a[i]);\n"
        "    o[20000 + i] = nextafter(a[i], b[i]);\n"
        "    o[24000 + i] = ldexp(a[i], int(i % 600) - 300);\n"
        "}\n",
        SM_FUNCTIONS_PRECISE, (sm_memory[]){{a, sizeof a}, {b, sizeof b}, {o, sizeof o}}, 3, N);
    for (int i = 0; i < N; i++) {
        int e;
        float w, m = frexpf(a[i], &e), f = modff(a[i], &w), l = ldexpf(a[i], i % 600 - 300),
                 next = nextafterf(a[i], b[i]);
        const float expected[OUTPUTS] = {m, (float)e, f, w, (float)ilogbf(a[i]), next, l};
        for (int k = 0; k < OUTPUTS; k++)
            if (memcmp(&o[k * N + i], &expected[k], sizeof(float)) != 0)
                fail_msg("output %d of %a, %a: %a, expected %a", k, a[i], b[i], o[k * N + i], expected[k]);
    }
}

static void half_fma_rounds_once(void **state)
{
    (void)state;
    enum { N = 200000 };
    uint16_t *v = calloc(4 * N, sizeof *v);
    for (int i = 0; i < 3 * N; i++)
        v[i] = (uint16_t)(random_bits() & (i % 2 ? 0xffff : 0xbfff));
    run("#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void test(device half *v [[buffer(0)]], uint i [[thread_position_in_grid]])\n"
        "{\n"
        "    v[600000 + i] = fma(v[i], v[200000 + i], v[400000 + i]);\n"
        "}\n",
        SM_FUNCTIONS_FAST, (sm_memory[]){{v, 4 * N * sizeof *v}}, 1, N);
    for (int i = 0; i < N; i++) {
        float a = half_of(v[i]), b = half_of(v[N + i]), c = half_of(v[2 * N + i]);
        if (isnan(a) || isnan(b) || isnan(c) || isinf(a) || isinf(b) || isinf(c))
            continue;
        double off = half_ulps((real)a * b + c, half_of(v[3 * N + i]));
        if (off > 0.5)
            fail_msg("fma(%a, %a, %a) = %a is %g ulp off", a, b, c, half_of(v[3 * N + i]), off);
    }
    free(v);
}

static void numbers_win_over_nan(void **state)
{
    (void)state;
    float v[8] = {NAN, 3.0f, INFINITY, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    run("#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void test(device float *v [[buffer(0)]])\n"
        "{\n"
        "    v[3] = fmin(v[0], v[1]) + fmax(v[1], v[0]);\n"
        "    v[4] = fmin(v[0], v[0]);\n"
        "    v[5] = clamp(v[0], 1.0f, 2.0f);\n"
        "    v[6] = median3(v[0], v[1], v[0]);\n"
        "    v[7] = isnan(v[0]) + 2 * isinf(v[2]) + 4 * isfinite(v[2]) + 8 * isnan(v[1]);\n"
        "}\n",
        SM_FUNCTIONS_PRECISE, (sm_memory[]){{v, sizeof v}}, 1, 1);
    assert_true(v[3] == 6.0f && isnan(v[4]) && v[5] == 1.0f && v[6] == 3.0f && v[7] == 3.0f);
}

/* ---- what the engine adds to SLEEF */

static void rsqrt_is_correctly_rounded(void **state)
{
    (void)state;
    /* Two binades hold every case, the others differ in the exponent alone. Where 1 / sqrt(x) is close to the middle of
     * two floats, long double still tells on which side. */
    for (uint32_t bits = 0x3f800000; bits < 0x40800000; bits += 7) {
        float x = float_of(bits), y = sm_rsqrt(x);
        real below = ((real)y + nextafterf(y, 0)) / 2, above = ((real)y + nextafterf(y, 2)) / 2;
        real s = 1 / sqrtl(x);
        if (!(s >= below && s <= above))
            fail_msg("rsqrt(%a) = %a", x, y);
    }
    assert_true(sm_rsqrt(0.0f) == INFINITY && sm_rsqrt(INFINITY) == 0.0f && isnan(sm_rsqrt(-1.0f)));
}

static void fmod_is_exact(void **state)
{
    (void)state;
    for (int i = 0; i < 300000; i++) {
        float x = float_of(random_bits()), y = float_of(random_bits());
        float got = sm_fmod(x, y), expected = fmodf(x, y);
        if (isnan(expected) ? !isnan(got) : memcmp(&got, &expected, sizeof got) != 0)
            fail_msg("fmod(%a, %a) = %a, expected %a", x, y, got, expected);
    }
}

/* A pragma governs its block; what the headers compute elsewhere in the program is fused as the options say. */
static void vectors_are_fused_beside_a_pragma(void **state)
{
    (void)state;
    const float x = 1 + 0x1p-12f,
                less = -(1 + 0x1p-11f); /* x * x + less is 2^-24, and 0 where the product is rounded */
    float v[4][4] = {{x, x, x, x}, {less, less, less, less}};
    run("#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void test(device float4 *v [[buffer(0)]]) {\n"
        "    float4 product = v[0] * v[0];\n    v[2] = product + v[1];\n    {\n"
        "#pragma METAL fp contract(off)\n"
        "        float4 rounded = v[0] * v[0];\n        v[3] = rounded + v[1];\n    }\n}\n",
        SM_FUNCTIONS_FAST, &(sm_memory){v, sizeof v}, 1, 1);
    for (int k = 0; k < 4; k++)
        assert_true(v[2][k] == 0x1p-24f && v[3][k] == 0);
}

/* One argument for each kind of mistake: any float, those of usual size, and those beside the middle of two multiples
 * of what functions reduce their arguments by, where SLEEF's functions for one number round otherwise. */
static float next_argument(int i)
{
    static const double periods[] = {1, 0.693147180559945309, 0.301029995663981195, 3.14159265358979324};
    switch (i % 3) {
    case 0: return float_of(random_bits());
    case 1: return (float)(int32_t)random_bits() * 0x1p-28f;
    default: break;
    }
    float middle = (float)(((int)(random_bits() % 64) - 32 + 0.5) * periods[i / 3 % 4]);
    uint32_t bits;
    memcpy(&bits, &middle, sizeof bits);
    return float_of(bits + random_bits() % 5 - 2);
}

enum { MOST_LANES = 16 };

#define CALL_ON(lanes, instructions)                                                                                   \
    instructions static void call_on_##lanes(void (*variant)(void), const float x[], float y[])                        \
    {                                                                                                                  \
        sm_float##lanes a, (*f)(sm_float##lanes) = (sm_float##lanes(*)(sm_float##lanes))variant;                       \
        memcpy(&a, x, sizeof a);                                                                                       \
        a = f(a);                                                                                                      \
        memcpy(y, &a, sizeof a);                                                                                       \
    }
CALL_ON(4, )
#if defined(__x86_64__)
CALL_ON(8, __attribute__((target("avx2"))))
CALL_ON(16, __attribute__((target("avx512f"))))
#endif

static void call_variant(void (*variant)(void), int lanes, const float x[], float y[])
{
#if defined(__x86_64__)
    if (lanes == 16)
        call_on_16(variant, x, y);
    else if (lanes == 8)
        call_on_8(variant, x, y);
    else
#endif
        call_on_4(variant, x, y);
}

/* A function of one argument and a variant of it, named `_ZGV<isa>N<lanes>v_<name>(<function>)`. */
static void compare_variant(const sm_runtime_symbol *symbols, size_t count, const sm_runtime_symbol *symbol,
                            const char *abi)
{
    char name[64];
    int lanes;
    assert_int_equal(sscanf(abi, "_ZGV%*[a-z]N%dv_%*[^(](%63[^)])", &lanes, name), 2);
    size_t v = 0;
    while (v < count && strcmp(symbols[v].name, name) != 0)
        v++;
    if (v == count)
        fail_msg("%s names %s, which the table lacks", symbol->name, name);
    float (*one)(float) = (float (*)(float))symbol->address;
    for (int i = 0; i < 6000; i++) {
        float x[MOST_LANES], y[MOST_LANES];
        for (int k = 0; k < lanes; k++)
            x[k] = next_argument(i);
        call_variant(symbols[v].address, lanes, x, y);
        for (int k = 0; k < lanes; k++) {
            float expected = one(x[k]);
            if (!(isnan(expected) && isnan(y[k])) && memcmp(&expected, &y[k], sizeof expected) != 0)
                fail_msg("%s(%a): %a alone, %a in a vector of %d", symbol->name, x[k], expected, y[k], lanes);
        }
    }
}

/* The variants that the table names give the scalar function's bits. Which lanes run together must not matter. */
static void vector_variants_agree(void **state)
{
    (void)state;
    size_t count;
    const sm_runtime_symbol *symbols = sm_runtime_symbols(&count);
    int compared = 0;
    for (size_t s = 0; s < count; s++) {
        for (const char *abi = symbols[s].vector_abi; abi && *abi;) {
            if (!strstr(abi, "vv_") || strstr(abi, "vv_") > strchr(abi, '(')) {
                compare_variant(symbols, count, &symbols[s], abi);
                compared++;
            }
            abi += strcspn(abi, ",");
            abi += *abi == ',';
        }
    }
    assert_true(compared > 20);
}

static void the_yardstick_rejects(void **state)
{
    (void)state;
    assert_true(float_ulps(1.0L, 1.0f) == 0 && float_ulps(1.0L, 0x1.000002p+0f) == 1);
    assert_true(float_ulps(1.0L, NAN) > 1e8 && float_ulps(NAN, 1.0f) > 1e8 && float_ulps(NAN, NAN) == 0);
    assert_true(float_ulps(0x1p128L, INFINITY) == 0 && float_ulps(0x1p128L, -INFINITY) > 1e8 &&
                float_ulps(1.0L, INFINITY) > 1e8);
    assert_true(float_ulps(0x1p-149L, 0.0f) == 1 && half_ulps(1.0L, 0x1.008p+0f) == 2);
    assert_true(half_ulps(65520.0L, INFINITY) == 0 && half_ulps(65504.0L, INFINITY) > 1e8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_yardstick_rejects),
        cmocka_unit_test(rsqrt_is_correctly_rounded),
        cmocka_unit_test(fmod_is_exact),
        cmocka_unit_test(vectors_are_fused_beside_a_pragma),
        cmocka_unit_test(vector_variants_agree),
        cmocka_unit_test(precise_functions_keep_table_8_1),
        cmocka_unit_test(fast_functions_keep_table_8_2),
        cmocka_unit_test(half_functions_keep_table_8_3),
        cmocka_unit_test(exponents_and_neighbours),
        cmocka_unit_test(half_fma_rounds_once),
        cmocka_unit_test(numbers_win_over_nan),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("math", tests, NULL, NULL);
}
