/* math_test.c: where the bounds of the tables 8.1 to 8.5 end, and of the formulas in table 8.2. Real values come from
 * MPFR with 200 bits. */
#include "../core/witness_testing.h"
#include <mpfr.h>

typedef int real_one(mpfr_t, const mpfr_t, mpfr_rnd_t);

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
    {"cospi", mpfr_cospi, 0.05, 0.4, 4, 0, 1, 13}, {"exp", mpfr_exp, -4, 4, 4, 3, 1, 0},
    {"exp2", mpfr_exp2, -4, 4, 4, 3, 1, 0},        {"exp10", mpfr_exp10, -1.5, 1.5, 4, 0, 1, 0},
    {"log", mpfr_log, 2.5, 50, 4, 3, 1, 0},        {"log", mpfr_log, 1.2, 2, 4, 0, 1, 21},
    {"log2", mpfr_log2, 2.5, 50, 4, 2, 1, 0},      {"log2", mpfr_log2, 1.2, 2, 4, 0, 1, 22},
    {"log10", mpfr_log10, 2.5, 50, 4, 0, 1, 0},    {"rsqrt", mpfr_rec_sqrt, 0.1, 50, 0, 2, 0, 0},
    {"sin", mpfr_sin, 0.1, 3, 4, 0, 1, 13},        {"sinh", mpfr_sinh, 0.1, 8, 4, 0, 1, 0},
    {"sinpi", mpfr_sinpi, 0.05, 0.9, 4, 0, 1, 13}, {"tan", mpfr_tan, 0.1, 1.4, 6, 0, 1, 0},
    {"tanh", mpfr_tanh, 0.1, 2, 5, 0, 1, 0},       {"tanpi", mpfr_tanpi, 0.05, 0.4, 6, 0, 1, 0},
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
static void formula_of_two_errs(const char *name, double x, const double *y, double v, double bound)
{
    float of = (float)x, second = y ? (float)*y : 0;
    for (int side = -1; side <= 1; side += 2)
        for (int outside = 0; outside <= 1; outside++) {
            trial t = {.fast_functions = true};
            trial_array(&t, "float", &of, 1);
            if (y)
                trial_array(&t, "float", &second, 1);
            trial_number(&t, 2);
            double got = v + side * (outside ? 1.05 * bound + gap(v, 24) / 2 : 0.6 * bound); /* and rounded to float */
            if (wrong(&t, &(result){name, "float", {got}, 1}) != (size_t)outside || t.unjudged)
                fail_msg("%s(%a): %a is %s, the bound being %a around %a", name, x, got, outside ? "taken" : "refused",
                         bound, v);
        }
}

static void formula_errs(const char *name, double x, double v, double bound)
{
    formula_of_two_errs(name, x, NULL, v, bound);
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
        formula_errs("asinh", x, real_of(mpfr_asinh, x), 3 * gap(v, 24) + 4 * of_float);
        v = real_of(mpfr_atanh, x = random_between(305, i, 0.99, 0.999)); /* a quotient at 2.5 ulp of a rounded sum */
        formula_errs("atanh", x, v, (3 * gap(2 * v, 24) + 3 * of_float) / 2 + gap(v, 24));
        v = real_of(mpfr_tanh, x = random_between(306, i, 0.3, 0.45));
        double of_exp = exp(2 * x), apart = of_exp - 1, sum = of_exp + 1; /* of exp(2 x), 3 + floor(4 x) ulp */
        formula_errs("tanh", x, v,
                     2 / (sum * sum) * (3 + floor(4 * x)) * gap(of_exp, 24) +
                         v * (gap(apart, 24) / apart + gap(sum, 24) / sum) + 2.5 * gap(v, 24));
        v = real_of(mpfr_tanpi, x = random_between(307, i, 0.16, 0.25)); /* as tan */
        cosine = cos(3.141592653589793 * x);
        formula_errs("tanpi", x, v, 0x1p-13 / cosine + v * 0x1p-13 / cosine);
    }
}

static double real_of_two(real_two *f, double x, double y)
{
    mpfr_t a, b, v;
    mpfr_inits2(200, a, b, v, (mpfr_ptr)0);
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    f(v, a, b, MPFR_RNDN);
    double value = mpfr_get_d(v, MPFR_RNDN);
    mpfr_clears(a, b, v, (mpfr_ptr)0);
    return value;
}

/* pow: log2 errs by 2 ulp, its product rounds, exp2 errs by 3 + floor(2 t). atan2: a quotient at 2.5 ulp, atan at 5; on
 * the left a sum with pi rounded, which rounds, too. */
static void formulas_of_two(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 12; i++) {
        double x = random_between(310, i, 6, 12), y = random_between(311, i, 2, 4), log2x = real_of(mpfr_log2, x);
        double t = y * log2x, v = real_of_two(mpfr_pow, x, y);
        double bound = v * log(2) * (2 * y * gap(log2x, 24) + gap(t, 24)) + (3 + floor(2 * t)) * gap(v, 24);
        formula_of_two_errs("pow", x, &y, v, bound);
        formula_of_two_errs("powr", x, &y, v, bound);
        for (int quadrant = 0; quadrant < 3; quadrant++) {
            double up = random_between(312, i, 10, 50) * (quadrant == 2 ? -1 : 1);
            double right = quadrant == 0 ? random_between(313, i, 1, 1.9) : -random_between(313, i, 1, 1.9);
            double q = up / right, of_atan = 5 * gap(atan(q), 24) + 2.5 * gap(q, 24) / (1 + q * q);
            double of_pi = quadrant == 0 ? 0 : gap(2, 24) + ((double)3.14159274f - 3.141592653589793);
            formula_of_two_errs("atan2", up, &right, real_of_two(mpfr_atan2, up, right), of_atan + of_pi);
        }
    }
}

/* The half next to x that is no larger. */
static double cut_to_half(double x)
{
    double half = scalar_number(SCALAR_HALF, scalar_encode(SCALAR_HALF, x));
    return half > x ? beyond(SCALAR_HALF, half, -1) : half;
}

/* Fast math may multiply by the reciprocal, cut or rounded (MSL 1.6.3). Where that is no normal number, nothing is
 * promised. */
static void quotients_of_halves(void **state)
{
    (void)state;
    static const struct {
        double a, b;
        bool normal;
    } all[] = {{3, 1000, true},           {5, 16376, true},          {0x1.554p3, 12000, true}, {5, 16400, false},
               {0x1.554p3, 29000, false}, {40000, 49152, false},     {0x1p-2, 0x1p-14, true},  {7, 0x1p-15, false},
               {0x1p-10, 0x1p-16, false}, {0x1p-10, 0x1.3p-14, true}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        double a = all[n].a, b = all[n].b, v = a / b;
        double near = scalar_number(SCALAR_HALF, scalar_encode(SCALAR_HALF, 1 / b));
        double low = fmin(a * cut_to_half(1 / b), v), high = fmax(a * near, v);
        uint32_t bits[2] = {(uint32_t)scalar_encode(SCALAR_HALF, a), (uint32_t)scalar_encode(SCALAR_HALF, b)};
        result got = {"div", "half", {v}, 1};
        trial t = {.fast_math = true};
        trial_array(&t, "half", &bits[0], 1);
        trial_array(&t, "half", &bits[1], 1);
        if (all[n].normal) {
            ends_at(&t, &got, 0, cut_to_half(low), scalar_number(SCALAR_HALF, scalar_encode(SCALAR_HALF, high)), false);
        } else {
            assert_int_equal(wrong(&t, &got), 0);
            assert_int_equal(t.unjudged, 1);
        }
    }
}

/* What the tables call exact has one result. */
static void exact(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float x, result;
    } all[] = {{"ceil", 2.3F, 3},
               {"ceil", -2.7F, -2},
               {"floor", 2.7F, 2},
               {"floor", -2.3F, -3},
               {"trunc", 2.7F, 2},
               {"trunc", -2.7F, -2},
               {"rint", 2.5F, 2},
               {"rint", -3.5F, -4},
               {"round", 2.5F, 3},
               {"round", -3.5F, -4},
               {"fabs", -1.1F, 1.1F},
               {"fract", 2.75F, 0.75F},
               {"fabs", 0x1p-126F, 0x1p-126F}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        for (int variant = 0; variant < 3; variant++)
            function_errs(all[n].name, "float", (double)all[n].x, variant, (double)all[n].result, 0);
}

/* Fast math promises nothing of results that may overflow. */
static void overflow_in_fast_math(void **state)
{
    (void)state;
    static const float arguments[] = {88.5F, 88.72283F, 88.72284F, 95, 200};
    for (size_t i = 0; i < 5; i++) {
        float got = expf(arguments[i]);
        trial t = {.fast_math = true, .fast_functions = true};
        trial_array(&t, "float", &arguments[i], 1);
        trial_number(&t, 2);
        assert_int_equal(refused(&t, "exp", "float", &got, 1), 0);
        assert_int_equal(t.unjudged, i > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_the_tables), cmocka_unit_test(functions_of_two),
        cmocka_unit_test(correctly_rounded),       cmocka_unit_test(formulas),
        cmocka_unit_test(formulas_of_two),         cmocka_unit_test(quotients_of_halves),
        cmocka_unit_test(overflow_in_fast_math),   cmocka_unit_test(exact),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("math", tests, NULL, NULL);
}
