/* witness_test.c: where each bound ends. For every family of references whose results may err: the last number inside
 * the bound is taken, the next one outside is refused, on both sides. The ends are worked out here, from the
 * specification's tables and from the number of roundings, with none of the functions of bounds.c and accuracy.c: a
 * bound that somebody widens there is seen here. Real values of functions come from MPFR with 200 bits. */
#include "testing.h"
#include <mpfr.h>

/* One rounding errs by at most a gap between neighbours (MSL 8.2 permits rounding toward zero). */
static const double of_float = 0x1p-23, of_half = 0x1p-10, tiny = 0x1p-126;

/* n roundings, to all orders. */
static double roundings(double n, double e)
{
    return n * e / (1 - n * e);
}

static double random_between(uint64_t seed, uint64_t n, double low, double high)
{
    return (double)(float)(low + (high - low) * random_unit(seed, n));
}

/* ---- A result, and what becomes of it when one component moves */

typedef struct result {
    const char *reference, *type;
    double component[64];
    size_t components;
} result;

/* Components that are refused. */
static size_t wrong(trial *t, const result *r)
{
    unsigned char bytes[64 * 4];
    assay_type type;
    assert_true(assay_type_from_name(r->type, &type));
    size_t size = assay_scalar_size(type.scalar);
    assert_true(type.stride == size * type.lanes && r->components <= 64);
    for (size_t i = 0; i < r->components; i++)
        scalar_store(type.scalar, bytes + i * size, scalar_encode(type.scalar, r->component[i]));
    return refused(t, r->reference, r->type, bytes, r->components / type.lanes);
}

/* The next number of the type above x, or below it. */
static double beyond(assay_scalar scalar, double x, int side)
{
    if (x == 0)
        return side * scalar_number(scalar, 1);
    uint64_t bits = scalar_encode(scalar, x);
    return scalar_number(scalar, (x > 0) == (side > 0) ? bits + 1 : bits - 1);
}

/* Component k may lie from `low` to `high` and nowhere else; `converted`: in float, and is then rounded to the type. */
static void ends_at(trial *t, const result *r, size_t k, double low, double high, bool converted)
{
    assay_type type;
    assert_true(assay_type_from_name(r->type, &type));
    result moved = *r;
    for (int side = -1; side <= 1; side += 2) {
        double end = side < 0 ? low : high, last = scalar_number(type.scalar, scalar_encode(type.scalar, end));
        while (!converted && side * (last - end) > 0)
            last = beyond(type.scalar, last, -side);
        moved.component[k] = last;
        if (wrong(t, &moved) != 0)
            fail_msg("%s: %a is refused, the bound ends at %a", r->reference, last, end);
        moved.component[k] = beyond(type.scalar, last, side);
        if (wrong(t, &moved) != 1)
            fail_msg("%s: %a is taken, the bound ends at %a", r->reference, moved.component[k], end);
        if (t->unjudged)
            fail_msg("%s: not judged", r->reference);
    }
}

static void errs_by(trial *t, const result *r, size_t k, double value, double bound)
{
    ends_at(t, r, k, value - bound, value + bound, false);
}

/* ---- Tables 8.1 to 8.5 */

typedef int real_one(mpfr_t, const mpfr_t, mpfr_rnd_t);

/* f(pi x) */
static int of_pi(mpfr_t y, const mpfr_t x, mpfr_rnd_t r, int (*f)(mpfr_t, const mpfr_t, mpfr_rnd_t))
{
    mpfr_t angle;
    mpfr_init2(angle, 400);
    mpfr_const_pi(angle, r);
    mpfr_mul(angle, angle, x, r);
    int inexact = f(y, angle, r);
    mpfr_clear(angle);
    return inexact;
}
static int real_sinpi(mpfr_t y, const mpfr_t x, mpfr_rnd_t r)
{
    return of_pi(y, x, r, mpfr_sin);
}
static int real_cospi(mpfr_t y, const mpfr_t x, mpfr_rnd_t r)
{
    return of_pi(y, x, r, mpfr_cos);
}
static int real_tanpi(mpfr_t y, const mpfr_t x, mpfr_rnd_t r)
{
    return of_pi(y, x, r, mpfr_tan);
}
static int real_recip(mpfr_t y, const mpfr_t x, mpfr_rnd_t r)
{
    return mpfr_ui_div(y, 1, x, r);
}

typedef struct bounded {
    const char *name;
    real_one *real;
    double low, high;              /* arguments that suit float and half, in fast mode too */
    double precise, fast, in_half; /* ulp; 0: not so bounded */
    double absolute;               /* fast: 2^-absolute */
} bounded;

static const bounded table[] = {
    {"acos", mpfr_acos, -0.9, 0.9, 4, 5, 1, 0},    {"acosh", mpfr_acosh, 1.5, 50, 4, 0, 1, 0},
    {"asin", mpfr_asin, 0.1, 0.9, 4, 5, 1, 0},     {"asinh", mpfr_asinh, 0.1, 50, 4, 0, 1, 0},
    {"atan", mpfr_atan, 0.1, 50, 5, 5, 1, 0},      {"atanh", mpfr_atanh, 0.1, 0.9, 5, 0, 1, 0},
    {"cos", mpfr_cos, 0.1, 1.4, 4, 0, 1, 13},      {"cosh", mpfr_cosh, 0.1, 8, 4, 0, 1, 0},
    {"cospi", real_cospi, 0.05, 0.4, 4, 0, 1, 13}, {"exp", mpfr_exp, -4, 4, 4, 3, 1, 0},
    {"exp2", mpfr_exp2, -4, 4, 4, 3, 1, 0},        {"exp10", mpfr_exp10, -1.5, 1.5, 4, 0, 1, 0},
    {"log", mpfr_log, 2.5, 50, 4, 3, 1, 0},        {"log", mpfr_log, 1.2, 2, 4, 0, 1, 21},
    {"log2", mpfr_log2, 2.5, 50, 4, 2, 1, 0},      {"log2", mpfr_log2, 1.2, 2, 4, 0, 1, 22},
    {"log10", mpfr_log10, 2.5, 50, 4, 0, 1, 0},    {"rsqrt", mpfr_rec_sqrt, 0.1, 50, 0, 2, 0, 0},
    {"sin", mpfr_sin, 0.1, 3, 4, 0, 1, 13},        {"sinh", mpfr_sinh, 0.1, 8, 4, 0, 1, 0},
    {"sinpi", real_sinpi, 0.05, 0.9, 4, 0, 1, 13}, {"tan", mpfr_tan, 0.1, 1.4, 6, 0, 1, 0},
    {"tanh", mpfr_tanh, 0.1, 2, 5, 0, 1, 0},       {"tanpi", real_tanpi, 0.05, 0.4, 6, 0, 1, 0},
};

static double real_of(real_one *f, double x)
{
    mpfr_t y, of;
    mpfr_inits2(200, y, of, (mpfr_ptr)0);
    mpfr_set_d(of, x, MPFR_RNDN);
    f(y, of, MPFR_RNDN);
    double value = mpfr_get_d(y, MPFR_RNDN);
    mpfr_clears(y, of, (mpfr_ptr)0);
    return value;
}

/* The distance of the numbers around v; no argument here gives a power of two. */
static double gap(double v, int digits)
{
    int exponent;
    frexp(v, &exponent);
    return ldexp(1, exponent - digits);
}

/* f at x in variant 1, precise::, or 2, fast::, errs by `ulps` or by `absolute`. */
static void function_errs(const char *name, const char *type, double x, int variant, double v, double bound)
{
    uint32_t bits = 0;
    assay_type of;
    assert_true(assay_type_from_name(type, &of));
    scalar_store(of.scalar, &bits, scalar_encode(of.scalar, x));
    trial t = {.fast_functions = variant == 2};
    trial_array(&t, type, &bits, 1);
    trial_number(&t, variant);
    errs_by(&t, &(result){name, type, {v}, 1}, 0, v, bound);
}

static void functions_of_the_tables(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof table / sizeof *table; n++)
        for (uint64_t i = 0; i < 12; i++) {
            const bounded *b = &table[n];
            double x = random_between(n, i, b->low, b->high), v = real_of(b->real, x);
            double growing = b->real == mpfr_exp || b->real == mpfr_exp2 ? floor(fabs(2 * x)) : 0;
            if (b->precise > 0)
                function_errs(b->name, "float", x, 1, v, b->precise * gap(v, 24));
            if (b->fast > 0)
                function_errs(b->name, "float", x, 2, v, (b->fast + growing) * gap(v, 24));
            if (b->absolute > 0)
                function_errs(b->name, "float", x, 2, v, ldexp(1, (int)-b->absolute));
            x = scalar_number(SCALAR_HALF, scalar_encode(SCALAR_HALF, x));
            v = real_of(b->real, x);
            if (b->in_half > 0)
                function_errs(b->name, "half", x, 1, v, b->in_half * gap(v, 11));
        }
}

typedef int real_two(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

static void functions_of_two(void **state)
{
    (void)state;
    static const struct {
        const char *name, *type;
        real_two *real;
        double ulps;
        int variant, digits; /* variant 0: an operator, which follows the math mode */
    } of_two[] = {
        {"atan2", "float", mpfr_atan2, 6, 1, 24}, {"pow", "float", mpfr_pow, 16, 1, 24},
        {"powr", "float", mpfr_pow, 16, 1, 24},   {"divide", "float", mpfr_div, 2.5, 2, 24},
        {"atan2", "half", mpfr_atan2, 1, 1, 11},  {"div", "float", mpfr_div, 2.5, 0, 24},
        {"div", "bfloat", mpfr_div, 0.6, 0, 8},
    };
    mpfr_t x, y, v;
    mpfr_inits2(200, x, y, v, (mpfr_ptr)0);
    for (size_t n = 0; n < sizeof of_two / sizeof *of_two; n++)
        for (uint64_t i = 0; i < 24; i++) {
            assay_type type;
            uint32_t bits[2] = {0, 0};
            trial t = {.fast_math = of_two[n].variant == 0, .fast_functions = of_two[n].variant != 1};
            assert_true(assay_type_from_name(of_two[n].type, &type));
            for (int o = 0; o < 2; o++) {
                double operand = random_between(100 + n, 2 * i + (uint64_t)o, 0.3, 5);
                scalar_store(type.scalar, &bits[o], scalar_encode(type.scalar, operand));
                trial_array(&t, of_two[n].type, &bits[o], 1);
                mpfr_set_d(o ? y : x, scalar_number(type.scalar, bits[o]), MPFR_RNDN);
            }
            if (of_two[n].variant)
                trial_number(&t, of_two[n].variant);
            of_two[n].real(v, x, y, MPFR_RNDN);
            double value = mpfr_get_d(v, MPFR_RNDN);
            errs_by(&t, &(result){of_two[n].name, of_two[n].type, {value}, 1}, 0, value,
                    of_two[n].ulps * gap(value, of_two[n].digits));
        }
    mpfr_clears(x, y, v, (mpfr_ptr)0);
}

/* Where the tables say correctly rounded: the neighbours that nearest and toward zero give, and no other. */
static void correctly_rounded(void **state)
{
    (void)state;
    static const struct {
        const char *name, *type;
        real_one *real;
        bool variant;
    } one[] = {{"rsqrt", "float", mpfr_rec_sqrt, true}, {"sqrt", "float", mpfr_sqrt, true},
               {"rsqrt", "half", mpfr_rec_sqrt, true},  {"sqrt", "half", mpfr_sqrt, true},
               {"recip", "float", real_recip, false},   {"recip", "half", real_recip, false},
               {"recip", "bfloat", real_recip, false}};
    for (size_t n = 0; n < sizeof one / sizeof *one; n++)
        for (uint64_t i = 0; i < 24; i++) {
            assay_type type;
            uint32_t bits = 0;
            trial t = {0};
            assert_true(assay_type_from_name(one[n].type, &type));
            scalar_store(type.scalar, &bits, scalar_encode(type.scalar, random_between(200 + n, i, 0.3, 3)));
            trial_array(&t, one[n].type, &bits, 1);
            if (one[n].variant)
                trial_number(&t, 1);
            double v = real_of(one[n].real, scalar_number(type.scalar, bits));
            double nearest = scalar_number(type.scalar, scalar_encode(type.scalar, v));
            double low = nearest > v ? beyond(type.scalar, nearest, -1) : nearest;
            ends_at(&t, &(result){one[n].name, one[n].type, {nearest}, 1}, 0, low, nearest, false);
        }
}

/* Formulas of table 8.2, to the first order: steps that round add up to a gap each, so that more than their sum is
 * refused; how much of its gap a step takes is not worked out, so six tenths must be taken. */
static void formula_errs(const char *name, double x, double v, double bound)
{
    float of = (float)x;
    for (int side = -1; side <= 1; side += 2)
        for (int outside = 0; outside <= 1; outside++) {
            trial t = {.fast_functions = true};
            trial_array(&t, "float", &of, 1);
            trial_number(&t, 2);
            double got = v + side * bound * (outside ? 1.05 : 0.6);
            if (wrong(&t, &(result){name, "float", {got}, 1}) != (size_t)outside || t.unjudged)
                fail_msg("%s(%a): %a is %s, the bound being %a around %a", name, x, got, outside ? "taken" : "refused",
                         bound, v);
        }
}

static void formulas(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 12; i++) {
        double x = random_between(300, i, 6, 12), log2x = real_of(mpfr_log2, x), v = real_of(mpfr_exp10, x);
        double t = x * 3.321928094887362; /* the constant and the product round, exp2 errs by 3 + floor(2 t) */
        double of_t = gap(t, 24) + x * gap(3.3, 24);
        formula_errs("exp10", x, v, v * log(2) * of_t + (3 + floor(2 * t)) * gap(v, 24));
        x = random_between(301, i, 1000, 100000);
        log2x = real_of(mpfr_log2, x);
        v = real_of(mpfr_log10, x);
        formula_errs("log10", x, v, 0.30103 * 2 * gap(log2x, 24) + log2x * gap(0.30103, 24) + gap(v, 24));
        v = real_of(mpfr_cosh,
                    x = random_between(302, i, 10, 20)); /* exp(x) errs by 3 + floor(2 x), exp(-x) is nothing */
        formula_errs("cosh", x, v, (3 + floor(2 * x)) * gap(2 * v, 24) / 2);
        v = real_of(mpfr_sinh, x);
        formula_errs("sinh", x, v, (3 + floor(2 * x)) * gap(2 * v, 24) / 2);
        v = real_of(mpfr_tan, x = random_between(303, i, 0.5, 0.8)); /* 2^-13 of the sine and of the cosine */
        double cosine = cos(x);
        formula_errs("tan", x, v, 0x1p-13 / cosine + v * 0x1p-13 / cosine);
        v = real_of(mpfr_acosh,
                    x = random_between(304, i, 1e6, 1e7)); /* 3 ulp; its argument errs by four roundings at most */
        formula_errs("acosh", x, v, 3 * gap(v, 24) + 4 * of_float);
    }
}

/* ---- Sums and products over lanes, groups and arrays */

enum { LANES = 32 };

static void fill(float *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = (float)random_between(seed, i, -1, 1);
}

static void sum_of(const float *x, size_t count, double *sum, double *magnitude)
{
    *sum = *magnitude = 0;
    for (size_t i = 0; i < count; i++) {
        *sum += (double)x[i];
        *magnitude += fabs((double)x[i]);
    }
}

static void lanes_err(const char *reference, const float *x, unsigned width, bool running, bool exclusive,
                      bool multiplies)
{
    trial t = {0};
    result r = {reference, "float", {0}, LANES};
    trial_array(&t, "float", x, LANES);
    trial_grid(&t, LANES, LANES);
    double bound[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned first = lane - lane % width, end = running ? lane + !exclusive : first + width;
        double value = multiplies, magnitude = 0, steps = end > first ? end - first - 1 : 0;
        for (unsigned n = first; n < end; n++) {
            value = multiplies ? value * (double)x[n] : value + (double)x[n];
            magnitude += fabs((double)x[n]);
        }
        r.component[lane] = value;
        bound[lane] = multiplies ? roundings(steps, of_float) * fabs(value)
                                 : roundings(steps, of_float) * magnitude + steps * tiny;
    }
    for (unsigned lane = width / 2 + 1; lane < LANES; lane += 7) {
        bool alone = running && lane % width < 2U; /* a lane or none: nothing is rounded */
        if (!alone)
            errs_by(&t, &r, lane, r.component[lane], bound[lane]);
    }
}

static void reductions(void **state)
{
    (void)state;
    float x[LANES], near_one[LANES];
    for (uint64_t seed = 0; seed < 8; seed++) {
        fill(x, LANES, 400 + seed);
        for (int i = 0; i < LANES; i++)
            near_one[i] = 1 + x[i] / 4;
        lanes_err("simd_sum", x, 32, false, false, false);
        lanes_err("quad_sum", x, 4, false, false, false);
        lanes_err("simd_product", near_one, 32, false, false, true);
        lanes_err("quad_product", near_one, 4, false, false, true);
        lanes_err("simd_prefix_inclusive_sum", x, 32, true, false, false);
        lanes_err("simd_prefix_exclusive_sum", x, 32, true, true, false);
        lanes_err("simd_prefix_inclusive_product", near_one, 32, true, false, true);
        lanes_err("quad_prefix_inclusive_sum", x, 4, true, false, false);
    }
}

static void half_sums(void **state)
{
    (void)state;
    uint16_t x[LANES];
    result r = {"simd_sum", "half", {0}, LANES};
    double sum = 0, magnitude = 0;
    for (uint64_t i = 0; i < LANES; i++) {
        x[i] = double_to_half(random_between(420, i, -1, 1));
        sum += half_to_double(x[i]);
        magnitude += fabs(half_to_double(x[i]));
    }
    for (int i = 0; i < LANES; i++)
        r.component[i] = sum;
    trial t = {0};
    trial_array(&t, "half", x, LANES);
    trial_grid(&t, LANES, LANES);
    errs_by(&t, &r, 9, sum, roundings(31, of_half) * magnitude + 31 * 0x1p-14);
}

static void sums_of_arrays(void **state)
{
    (void)state;
    enum { COUNT = 64 };
    for (uint64_t seed = 0; seed < 8; seed++) {
        float x[COUNT];
        double sum, magnitude;
        fill(x, COUNT, 430 + seed);
        sum_of(x, COUNT, &sum, &magnitude);
        trial all = {0};
        trial_array(&all, "float", x, COUNT);
        trial_number(&all, COUNT);
        errs_by(&all, &(result){"sum", "float", {sum}, 1}, 0, sum, roundings(COUNT, of_float) * magnitude);
        trial_number(&all, 0.25);
        trial_number(&all, 1);
        errs_by(&all, &(result){"reduce_sum", "float", {sum + 0.25}, 1}, 0, sum + 0.25,
                roundings(COUNT + 1, of_float) * (magnitude + 0.25));
        trial grouped = {0}, simd = {0}, running = {0}, shared = {0};
        result groups = {"group_sums", "float", {0}, 4}, lanes = {"simd_group_sums", "float", {0}, 2},
               sums = {"prefix_sums", "float", {0}, COUNT}, shares = {"share_sum", "float", {0}, 2};
        for (size_t g = 0; g < 4; g++)
            sum_of(x + 16 * g, 16, &groups.component[g], &magnitude);
        trial_array(&grouped, "float", x, COUNT);
        trial_number(&grouped, COUNT);
        trial_number(&grouped, 16);
        errs_by(&grouped, &groups, 3, groups.component[3], roundings(16, of_float) * magnitude);
        for (size_t g = 0; g < 2; g++)
            sum_of(x + 32 * g, 32, &lanes.component[g], &magnitude);
        trial_array(&simd, "float", x, COUNT);
        trial_number(&simd, COUNT);
        trial_grid(&simd, COUNT, COUNT);
        errs_by(&simd, &lanes, 1, lanes.component[1], roundings(32, of_float) * magnitude);
        for (size_t g = 0; g < 2; g++)
            shares.component[g] = lanes.component[g] + 1;
        trial_array(&shared, "float", x, COUNT);
        trial_number(&shared, 1);
        trial_number(&shared, 1);
        errs_by(&shared, &shares, 1, shares.component[1], roundings(32, of_float) * (magnitude + 1));
        for (size_t i = 0; i < COUNT; i++)
            sum_of(x, i + 1, &sums.component[i], &magnitude);
        trial_array(&running, "float", x, COUNT);
        trial_number(&running, COUNT);
        trial_number(&running, 0);
        errs_by(&running, &sums, COUNT - 1, sum, roundings(COUNT, of_float) * magnitude);
    }
}

/* ---- Products of matrices */

static void matrices(void **state)
{
    (void)state;
    enum { INNER = 24 };
    for (uint64_t seed = 0; seed < 8; seed++) {
        float a[INNER], b[INNER];
        double sum = 0, magnitude = 0;
        fill(a, INNER, 500 + seed);
        fill(b, INNER, 510 + seed);
        for (int k = 0; k < INNER; k++) {
            sum += (double)a[k] * (double)b[k];
            magnitude += fabs((double)a[k] * (double)b[k]);
        }
        trial t = {0};
        trial_array(&t, "float", a, INNER);
        trial_array(&t, "float", b, INNER);
        static const double shape[] = {1, INNER, 1, 1, 1, INNER, 0, 0};
        for (int n = 0; n < 3; n++)
            trial_number(&t, shape[n]);
        double bound = roundings(INNER, of_float) * magnitude;
        errs_by(&t, &(result){"matmul", "float", {sum}, 1}, 0, sum, bound);
        ends_at(&t, &(result){"matmul", "half", {sum}, 1}, 0, sum - bound, sum + bound, true);
        t.arguments = 2;
        for (int n = 3; n < 8; n++)
            trial_number(&t, shape[n]);
        errs_by(&t, &(result){"gemm", "float", {sum}, 1}, 0, sum, bound);
    }
}

/* Eight products and an addend; each step may flush. */
static void simdgroup_matrices(void **state)
{
    (void)state;
    float a[64], b[64], c[64];
    result r = {"simdgroup_products", "float", {0}, 64};
    double bound[64];
    fill(a, 64, 520);
    fill(b, 64, 521);
    fill(c, 64, 522);
    for (int adds = 0; adds < 2; adds++) {
        trial t = {0};
        for (int k = 0; k < 64; k++) {
            double sum = adds ? (double)c[k] : 0, magnitude = fabs(sum);
            for (int i = 0; i < 8; i++) {
                double term = (double)a[k / 8 * 8 + i] * (double)b[i * 8 + k % 8];
                sum += term;
                magnitude += fabs(term);
            }
            r.component[k] = sum;
            bound[k] = roundings(9, of_float) * magnitude + 16 * tiny;
        }
        trial_array(&t, "float", a, 64);
        trial_array(&t, "float", b, 64);
        trial_number(&t, 1);
        if (adds)
            trial_array(&t, "float", c, 64);
        for (size_t k = 0; k < 64; k += 5)
            errs_by(&t, &r, k, r.component[k], bound[k]);
    }
    for (int k = 0; k < 64; k++) { /* products that may all be flushed: what they may lose is all of the bound */
        a[k] = b[k] = 0x1p-64f;
        r.component[k] = 8 * 0x1p-128;
    }
    trial t = {0};
    trial_array(&t, "float", a, 64);
    trial_array(&t, "float", b, 64);
    trial_number(&t, 1);
    errs_by(&t, &r, 9, r.component[9], roundings(9, of_float) * r.component[9] + 16 * tiny);
}

/* v - q (qᵀ v): the dot product errs by two roundings, the update by its error and by two roundings. */
static void projections(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        float q[2] = {0.6f, 0.8f},
              v[2] = {(float)random_between(530, i, 0.5, 1), (float)random_between(531, i, -1, -0.5)};
        double g = roundings(2, of_float), c = 0, of_c = 0;
        for (int n = 0; n < 2; n++) {
            c += (double)q[n] * (double)v[n];
            of_c += g * fabs((double)q[n] * (double)v[n]);
        }
        result r = {"residual", "float", {0}, 2};
        for (int n = 0; n < 2; n++)
            r.component[n] = (double)v[n] - (double)q[n] * c;
        trial t = {0};
        trial_array(&t, "float", q, 2);
        trial_array(&t, "float", v, 2);
        trial_number(&t, 2);
        trial_number(&t, 1);
        trial_number(&t, 1);
        double bound = (double)q[1] * of_c + g * (fabs((double)v[1]) + (double)q[1] * (fabs(c) + of_c));
        errs_by(&t, &r, 1, r.component[1], bound);
    }
}

/* ---- Common and geometric functions, which no table bounds: the roundings of the formula that the text gives */

static void blends(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 40; i++) {
        float x = (float)random_between(600, i, 0.5, 2), y = (float)random_between(601, i, 3, 4),
              a = (float)random_between(602, i, 0.1, 0.9);
        trial t = {0};
        trial_array(&t, "float", &x, 1);
        trial_array(&t, "float", &y, 1);
        trial_array(&t, "float", &a, 1);
        double p = (double)x, q = (double)y, s = (double)a, value = (1 - s) * p + s * q;
        double one = roundings(3, of_float) * (p + s * (q - p)), other = roundings(4, of_float) * value;
        errs_by(&t, &(result){"mix", "float", {value}, 1}, 0, value, fmax(one, other) + 4 * tiny);
        trial u = {0};
        float between = x + (y - x) * a;
        trial_array(&u, "float", &x, 1);
        trial_array(&u, "float", &y, 1);
        trial_array(&u, "float", &between, 1);
        s = ((double)between - p) / (q - p);
        value = s * s * (3 - 2 * s);
        for (int relaxed = 0; relaxed < 2; relaxed++) { /* a quotient is correctly rounded, or within 2.5 ulp */
            u.fast_math = u.fast_functions = relaxed != 0;
            double quotient = relaxed ? 2.5 * of_float : of_float;
            double bound =
                1.5 * s * (roundings(2, of_float) + quotient) * (1 + of_float) + roundings(6, of_float) * value;
            errs_by(&u, &(result){"smoothstep", "float", {value}, 1}, 0, value, bound + 4 * tiny);
        }
    }
}

typedef struct vector {
    float f[3];
    double v[3];
} vector;

static vector random_vector(uint64_t seed, uint64_t i)
{
    vector r;
    for (uint64_t n = 0; n < 3; n++) {
        r.f[n] = (float)random_between(seed, 3 * i + n, 0.2, 1) * ((i + n) % 2 ? -1 : 1);
        r.v[n] = (double)r.f[n];
    }
    return r;
}

static double dot3(const double *a, const double *b, double *magnitude)
{
    double sum = 0;
    *magnitude = 0;
    for (int n = 0; n < 3; n++) {
        sum += a[n] * b[n];
        *magnitude += fabs(a[n] * b[n]);
    }
    return sum;
}

/* A trial with vectors of three. */
static void take_vectors(trial *t, const vector *a, const vector *b)
{
    *t = (trial){0};
    trial_array(t, "packed_float3", a->f, 1);
    if (b)
        trial_array(t, "packed_float3", b->f, 1);
}

/* A root is x * rsqrt(x): two ulp and two roundings, four in all. */
static void geometry(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        vector a = random_vector(610, i), b = random_vector(611, i);
        double magnitude, difference[3], product = dot3(a.v, b.v, &magnitude), ignored;
        double square = dot3(a.v, a.v, &ignored), length = sqrt(square);
        trial t;
        take_vectors(&t, &a, &b);
        errs_by(&t, &(result){"dot", "float", {product}, 1}, 0, product, roundings(3, of_float) * magnitude + 4 * tiny);
        for (int n = 0; n < 3; n++)
            difference[n] = a.v[n] - b.v[n];
        double apart = dot3(difference, difference, &ignored);
        errs_by(&t, &(result){"distance_squared", "float", {apart}, 1}, 0, apart, roundings(5, of_float) * apart);
        errs_by(&t, &(result){"distance", "float", {sqrt(apart)}, 1}, 0, sqrt(apart),
                roundings(9, of_float) * sqrt(apart));
        result crossed = {"cross", "packed_float3", {0}, 3}, mirrored = {"reflect", "packed_float3", {0}, 3},
               straight = {"normalize", "packed_float3", {0}, 3};
        double normal[3], b_length = sqrt(dot3(b.v, b.v, &ignored)), along;
        for (int n = 0; n < 3; n++) {
            crossed.component[n] = a.v[(n + 1) % 3] * b.v[(n + 2) % 3] - a.v[(n + 2) % 3] * b.v[(n + 1) % 3];
            straight.component[n] = a.v[n] / length;
            normal[n] = b.v[n] / b_length;
        }
        along = dot3(normal, a.v, &magnitude);
        for (int n = 0; n < 3; n++)
            mirrored.component[n] = a.v[n] - 2 * along * normal[n];
        errs_by(&t, &crossed, 1, crossed.component[1],
                roundings(2, of_float) * (fabs(a.v[2] * b.v[0]) + fabs(a.v[0] * b.v[2])) + 4 * tiny);
        errs_by(&t, &mirrored, 2, mirrored.component[2],
                roundings(19, of_float) * magnitude * fabs(2 * normal[2]) + of_float * fabs(a.v[2]) + 4 * tiny);
        take_vectors(&t, &a, NULL);
        errs_by(&t, &(result){"length_squared", "float", {square}, 1}, 0, square, roundings(3, of_float) * square);
        errs_by(&t, &(result){"length", "float", {length}, 1}, 0, length, roundings(7, of_float) * length);
        errs_by(&t, &straight, 0, straight.component[0],
                roundings(7, of_float) * fabs(straight.component[0]) + 4 * tiny);
    }
}

/* eta I - (eta d + sqrt(k)) N with k = 1 - eta² (1 - d²), step by step: d errs by three roundings, k by five and by
 * what d brings in, its root by half of that over the root and by four. */
static void refraction(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        vector a = random_vector(630, i), b = random_vector(630, i); /* nearly along each other */
        b.f[0] *= 1.25f;
        double magnitude, e = of_float;
        for (int of = 0; of < 2; of++) {
            vector *v = of ? &b : &a;
            float length = sqrtf(v->f[0] * v->f[0] + v->f[1] * v->f[1] + v->f[2] * v->f[2]);
            for (int n = 0; n < 3; n++) {
                v->f[n] /= of ? -length : length;
                v->v[n] = (double)v->f[n];
            }
        }
        float ratio = (float)random_between(631, i, 0.5, 0.9);
        double eta = (double)ratio, d = dot3(b.v, a.v, &magnitude), k = 1 - eta * eta * (1 - d * d), root = sqrt(k);
        double of_d = roundings(3, e) * magnitude;
        double of_k = roundings(5, e) * (1 + eta * eta * (1 + d * d)) + 2 * eta * eta * fabs(d) * of_d;
        double of_sum = eta * of_d + of_k / root + roundings(4, e) * root + roundings(2, e) * (fabs(eta * d) + root);
        result r = {"refract", "packed_float3", {0}, 3};
        for (int n = 0; n < 3; n++)
            r.component[n] = eta * a.v[n] - (eta * d + root) * b.v[n];
        trial t;
        take_vectors(&t, &a, &b);
        trial_array(&t, "float", &ratio, 1);
        double bound = of_sum * fabs(b.v[1]) * (1 + e) +
                       roundings(3, e) * (fabs(eta * a.v[1]) + fabs((eta * d + root) * b.v[1])) + 4 * tiny;
        errs_by(&t, &r, 1, r.component[1], bound);
    }
}

/* Two by two: a product of two factors and a difference; eight roundings are allowed, four a column. */
static void determinants(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float m[4];
        fill(m, 4, 620 + i);
        trial t = {0};
        trial_array(&t, "float2", m, 2);
        double p = (double)m[0] * (double)m[3], q = (double)m[1] * (double)m[2];
        errs_by(&t, &(result){"determinant", "float", {p - q}, 1}, 0, p - q,
                roundings(8, of_float) * (fabs(p) + fabs(q)) + 4 * tiny);
    }
}

/* ---- Rows: normalisations and softmax */

/* A row of four with a gain of 1 and no bias. */
static void trial_row(trial *t, const float x[4], double eps)
{
    static const float gamma[4] = {1, 1, 1, 1}, beta[4] = {0, 0, 0, 0};
    trial_array(t, "float", x, 4);
    trial_array(t, "float", gamma, 4);
    trial_array(t, "float", beta, 4);
    trial_number(t, 4);
    trial_number(t, eps);
}

/* The steps of (x - mean) * scale * gamma + beta, where the mean errs by m and the scale by s; looked at in component
 * n. */
static void normalises(trial *t, const char *reference, const float x[4], double mean, double m, double scale, double s,
                       size_t n)
{
    result r = {reference, "float", {0}, 4};
    for (int i = 0; i < 4; i++)
        r.component[i] = ((double)x[i] - mean) * scale;
    double apart = fabs((double)x[n] - mean), product = (apart + m) * (scale + s), e = of_float;
    errs_by(t, &r, n, r.component[n], m * (scale + s) + apart * s + roundings(4, e) * product + e * product + 0x1p-120);
}

/* Mean: three additions and a quotient. Variance: seven steps and a quotient, and the mean's error. Then rsqrt, and the
 * steps of (x - mean) * scale * gamma + beta. Everything correctly rounded: safe math. */
static void layer_norms(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double sum, magnitude, variance = 0, e = of_float, eps = 0.125;
        fill(x, 4, 700 + i);
        sum_of(x, 4, &sum, &magnitude);
        double mean = sum / 4;
        for (int n = 0; n < 4; n++)
            variance += ((double)x[n] - mean) * ((double)x[n] - mean) / 4;
        double m = roundings(3, e) * magnitude / 4 * (1 + e) + e * fabs(mean), f = roundings(7, e) + e;
        double scale = 1 / sqrt(variance + eps);
        double most = (1 + e) / sqrt((variance * (1 - f) + eps) * (1 - e)),
               least = (1 - e) / sqrt(((variance + m * m) * (1 + f) + eps) * (1 + e));
        trial t = {0};
        trial_row(&t, x, eps);
        normalises(&t, "layernorm_two_pass", x, mean, m, scale, fmax(most - scale, scale - least), 2);
    }
}

/* The mean, and M2 of three terms with ten roundings in all. */
static void merges(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float left[3] = {(float)random_between(740, i, 1, 2), (float)random_between(741, i, 1, 2), 3},
              right[3] = {(float)random_between(742, i, 3, 4), (float)random_between(743, i, 1, 2), 5};
        double delta = (double)right[0] - (double)left[0], mean = (double)left[0] + delta * 5 / 8;
        double m2 = (double)left[1] + (double)right[1] + delta * delta * 15 / 8;
        result r = {"welford_merge", "packed_float3", {mean, m2, 8}, 3};
        trial t = {0};
        trial_array(&t, "packed_float3", left, 1);
        trial_array(&t, "packed_float3", right, 1);
        errs_by(&t, &r, 0, mean, 8 * of_float * ((double)left[0] + (double)right[0]) + 0x1p-120);
        errs_by(&t, &r, 1, m2, roundings(10, of_float) * m2 + 0x1p-120);
        errs_by(&t, &r, 2, 8, 0);
    }
}

/* Σx² / n - (Σx / n)²: the mean of squares errs by n + 2 roundings and a quotient, the square of the mean by the mean's
 * error; both are then rounded. */
static void single_pass(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double sum, magnitude, squares = 0, e = of_float, eps = 0.125;
        fill(x, 4, 750 + i);
        sum_of(x, 4, &sum, &magnitude);
        double mean = sum / 4;
        for (int n = 0; n < 4; n++)
            squares += (double)x[n] * (double)x[n] / 4;
        double variance = squares - mean * mean, m = roundings(4, e) * magnitude / 4 * (1 + e) + e * fabs(mean);
        double error = (roundings(6, e) + e) * (1 + e) * squares + 2 * fabs(mean) * m + m * m;
        error += 2 * e * (squares + error);
        double scale = 1 / sqrt(variance + eps);
        double most = (1 + e) / sqrt((fmax(0, variance - error) + eps) * (1 - e)),
               least = (1 - e) / sqrt((variance + error + eps) * (1 + e));
        trial t = {0};
        trial_row(&t, x, eps);
        trial_number(&t, 3);
        normalises(&t, "layernorm_single_pass", x, mean, m, scale, fmax(most - scale, scale - least), 3);
    }
}

/* Four squares, three additions and a quotient inside the root; the root as a quotient of a root; two products. */
static void rms_norms(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4], gamma[4] = {1, 1, 1, 1};
        double e = of_float, squares = 0, eps = 0.125;
        fill(x, 4, 710 + i);
        for (int n = 0; n < 4; n++)
            squares += (double)x[n] * (double)x[n] / 4;
        double f = roundings(5, e) + e, scale = 1 / sqrt(squares + eps);
        double most = (1 + 3 * e) / sqrt((squares * (1 - f) + eps) * (1 - e)),
               least = (1 - 3 * e) / sqrt((squares * (1 + f) + eps) * (1 + e)), s = fmax(most - scale, scale - least);
        result r = {"rms_norm", "float", {0}, 4};
        for (int n = 0; n < 4; n++)
            r.component[n] = (double)x[n] * scale;
        trial t = {0};
        trial_array(&t, "float", x, 4);
        trial_array(&t, "float", gamma, 4);
        trial_number(&t, 4);
        trial_number(&t, eps);
        double part = fabs((double)x[1]);
        errs_by(&t, &r, 1, r.component[1], part * s + roundings(3, e) * part * (scale + s) + 0x1p-120);
    }
}

/* x / (1 + exp(-x)): exp2 errs by 4 ulp, its argument by three roundings of |x|; a sum, a product, and a quotient. */
static void sigmoids(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        double x = random_between(720, i, 0.5, 4), power = exp(-x), value = x / (1 + power), e = of_float;
        float of = (float)x;
        trial t = {0};
        trial_array(&t, "float", &of, 1);
        double bound = power / (1 + power) * roundings(4 + 3 * x, e) + roundings(3, e) + e;
        errs_by(&t, &(result){"silu", "float", {value}, 1}, 0, value, 1.01 * value * bound + 0x1p-120);
    }
}

/* Two elements; the larger has exp(0) = 1. A running maximum may have been replaced 64 times. */
static void softmaxes(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[2] = {1, 1 - (float)random_between(730, i, 0.5, 3)};
        double e = of_float, t1 = 1 - (double)x[1], term = exp(-t1), sum = 1 + term;
        double rescaled = roundings(64, e) + 64 * roundings(4, e), first = roundings(4, e),
               second = roundings(4 + 3 * t1, e);
        double of_sum = ((first + rescaled) + term * (second + rescaled)) / sum + roundings(4, e) + e;
        result r = {"softmax", "float", {1 / sum, term / sum}, 2};
        trial t = {0};
        trial_array(&t, "float", x, 2);
        trial_number(&t, 2);
        errs_by(&t, &r, 1, term / sum, 1.01 * term / sum * (second + rescaled + of_sum) + 2 * 0x1p-120);
        errs_by(&t, &r, 0, 1 / sum, 1.01 / sum * (first + rescaled + of_sum) + 2 * 0x1p-120);
    }
}

/* ---- Codes, quotients, roots */

static void codes(void **state)
{
    (void)state;
    for (unsigned code = 1; code < 255; code += 23) { /* 1.5 ulp of c / 255 (table 8.6) */
        uint32_t word = code;
        double value = code / 255.0;
        trial t = {0};
        trial_array(&t, "uint", &word, 1);
        result r = {"unpack_unorm4x8", "float4", {value, 0, 0, 0}, 4};
        errs_by(&t, &r, 0, value, 1.5 * gap(value, 24));
    }
}

/* Three signed codes of ten bits are judged; of the two bits above them the text gives no rule. */
static void codes_of_ten_bits(void **state)
{
    (void)state;
    uint32_t word = 300u | (1024u - 77u) << 10 | 5u << 20 | 1u << 30;
    trial t = {0};
    trial_array(&t, "uint", &word, 1);
    const result r = {"unpack_snorm10a2", "float4", {300 / 511.0, -77 / 511.0, 5 / 511.0, 0.25}, 4};
    assert_int_equal(wrong(&t, &r), 0);
    assert_int_equal(t.unjudged, 1);
    for (size_t n = 0; n < 4; n++) {
        result moved = r;
        moved.component[n] += 2 * gap(moved.component[n], 24);
        assert_int_equal(wrong(&t, &moved), n < 3);
    }
}

/* A quotient that errs by an ulp. */
static void codes_of_textures(void **state)
{
    (void)state;
    for (unsigned c = 1; c < 255; c += 23) {
        uint8_t code = (uint8_t)c;
        double value = c / 255.0;
        trial t = {0};
        trial_array(&t, "uchar", &code, 1);
        t.array[0].format = "r8unorm";
        errs_by(&t, &(result){"normalized", "float", {value}, 1}, 0, value, of_float * value);
    }
}

/* MSL 6.3: 0, 1 or the operand itself, so nothing is rounded. */
static void saturates(void **state)
{
    (void)state;
    static const float given[] = {-3, 0.375f, 0x1.fffffep-1f, 7}, wanted[] = {0, 0.375f, 0x1.fffffep-1f, 1};
    for (size_t i = 0; i < 4; i++) {
        trial t = {0};
        trial_array(&t, "float", &given[i], 1);
        trial_number(&t, 0);
        errs_by(&t, &(result){"saturate", "float", {(double)wanted[i]}, 1}, 0, (double)wanted[i], 0);
    }
}

static void quotients_and_roots(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float a = (float)random_between(800, i, 1, 3), b = (float)random_between(801, i, 1, 3);
        double p = (double)a, q = (double)b, sum = p + p / q + q, root = sqrt(p);
        for (int fast = 0; fast < 2; fast++) {
            trial t = {.fast_math = fast != 0, .fast_functions = fast != 0};
            trial_array(&t, "float", &a, 1);
            trial_array(&t, "float", &b, 1);
            double quotient = (fast ? 2.5 : 1) * of_float;
            errs_by(&t, &(result){"sum_with_quotient", "float", {sum}, 1}, 0, sum,
                    p / q * quotient + roundings(2, of_float) * sum);
        }
        trial t = {.fast_math = true, .fast_functions = true}; /* x * rsqrt(x): 2 ulp and a rounding */
        trial_array(&t, "float", &a, 1);
        trial_number(&t, 1);
        errs_by(&t, &(result){"square_roots", "float", {root}, 1}, 0, root, roundings(3, of_float) * root);
    }
}

/* Nine pixels of an image of one: their sum, a quotient, and three roundings more. */
static void blurred(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float pixel = (float)random_between(810, i, 0.1, 0.9);
        double value = (double)pixel;
        trial t = {.width = 1, .height = 1};
        trial_array(&t, "float", &pixel, 1);
        t.array[0].width = t.array[0].height = 1;
        trial_number(&t, 1);
        errs_by(&t, &(result){"box_blurred", "float", {value}, 1}, 0, value,
                (roundings(12, of_float) + of_float) * value + 0x1p-120);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_the_tables),
        cmocka_unit_test(functions_of_two),
        cmocka_unit_test(correctly_rounded),
        cmocka_unit_test(formulas),
        cmocka_unit_test(reductions),
        cmocka_unit_test(half_sums),
        cmocka_unit_test(sums_of_arrays),
        cmocka_unit_test(matrices),
        cmocka_unit_test(simdgroup_matrices),
        cmocka_unit_test(projections),
        cmocka_unit_test(blends),
        cmocka_unit_test(geometry),
        cmocka_unit_test(refraction),
        cmocka_unit_test(determinants),
        cmocka_unit_test(layer_norms),
        cmocka_unit_test(merges),
        cmocka_unit_test(single_pass),
        cmocka_unit_test(rms_norms),
        cmocka_unit_test(sigmoids),
        cmocka_unit_test(softmaxes),
        cmocka_unit_test(codes),
        cmocka_unit_test(codes_of_ten_bits),
        cmocka_unit_test(codes_of_textures),
        cmocka_unit_test(saturates),
        cmocka_unit_test(quotients_and_roots),
        cmocka_unit_test(blurred),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("witness", tests, NULL, NULL);
}
