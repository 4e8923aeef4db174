/* formula_free_test.c: formula(TEXT): where its bounds end, which orders they admit, and what a formula may not be.
 * The ends are worked out here from the number of roundings. */
#include "../core/testing.h"

enum { N = 6 };
static const char *const names[] = {"a", "b", "c"};

/* Of `a` alone. */
static void formula_of(trial *t, const char *text, const float *a, size_t count)
{
    *t = (trial){.text = text, .names = names};
    trial_array(t, "float", a, count);
}

static size_t refused_at(const char *text, float a, float b, float c, double got)
{
    trial t = {.text = text, .names = names};
    float value = (float)got;
    float in[] = {a, b, c};
    for (int i = 0; i < 3 && strchr(text, "abc"[i]); i++)
        trial_array(&t, "float", &in[i], 1);
    size_t wrong = refused(&t, "formula", "float", &value, 1);
    assert_int_equal(t.unjudged, 0);
    return wrong;
}

/* The last number within value ± bound is taken, and the one after the next is not: bounds are kept in double. */
static void ends(const char *text, float a, float b, float c, double value, double bound)
{
    for (int side = -1; side <= 1; side += 2) {
        double gap = fabs((double)nextafterf((float)value, INFINITY) - (double)(float)value);
        assert_int_equal(refused_at(text, a, b, c, value + side * fmax(bound - gap, 0)), 0);
        assert_int_equal(refused_at(text, a, b, c, value + side * (bound + 2 * gap)), 1);
    }
}

static void bounds_end_where_derived(void **state)
{
    const double e = 0x1p-23;
    (void)state;
    ends("a + b", 1.1f, 1.75f, 0, (double)1.1f + 1.75, 2.85 * e);
    ends("a + b + c", 100.1f, -99.5f, 0.125f, (double)100.1f - 99.375, 2 * e / (1 - 2 * e) * 199.725);
    ends("a * b * c", 1.1f, 1.25f, 1.125f, (double)1.1f * 1.25 * 1.125, 2 * e * 1.1 * 1.25 * 1.125);
    ends("a / b", 1.0f, 3.0f, 0, 1.0 / 3, 2 * e / 3);
    ends("2 * a", 1.5f, 0, 0, 3, 0);
    ends("fabs(a) - b", -3.1f, 1.0f, 0, (double)3.1f - 1, 2.1 * e);
    ends("max(a, b) + c", -3.0f, 1.1f, 4.0f, 4 + (double)1.1f, 5.1 * e);
    /* what lies on both sides of zero has zero among its magnitudes, and nothing below */
    assert_int_equal(refused_at("fabs(a + b + c)", 100.0f, -100.0f, 1e-6f, 0), 0);
    assert_int_equal(refused_at("fabs(a + b + c)", 100.0f, -100.0f, 1e-6f, -1e-7), 1);
    /* exp: 4 ulp at 1 and the product of exp2(x log2(e)) with three roundings of an exponent of 1 */
    ends("exp(a)", 1.0f, 0, 0, 2.718281828459045, 4 * 0x1p-22 + 3 * e * 2.718281828459045);
}

/* Where float has every partial result nothing is rounded, and a tie of the output's type has one result. */
static void exact_results_have_no_room(void **state)
{
    (void)state;
    ends("a + b", 1.5f, 0x1p-22f, 0, 1.5 + 0x1p-22, 0);
    ends("a + b + c", 100.0f, -99.5f, 0.125f, 0.625, 0);
    ends("a - b", 1.1f, 1.0f, 0, (double)1.1f - 1, 0);
    ends("a * b * c", 1.5f, 1.25f, 1.125f, 1.5 * 1.25 * 1.125, 0);
    ends("a * b", 0x1.fffp+0f, 0x1.ffp-90f, 0, 0x1.fffp+0 * 0x1.ffp-90, 0);
    assert_int_equal(refused_at("a * b", 0x1p-70f, 0x1p-70f, 0, 0), 0); /* subnormal: may count as zero */
    assert_int_equal(refused_at("a + b", 0x1.8p-126f, -0x1p-126f, 0, 0), 0);
    const float a[4] = {1, 1, -1, 257}, b[4] = {0x1p-8f, 0x1.8p-7f, -0x1p-8f, 0x1p-20f};
    uint16_t even[4] = {0x3f80, 0x3f82, 0xbf80, 0x4380}, away[4] = {0x3f81, 0x3f82, 0xbf81, 0x4381};
    trial t = {.text = "a + b", .names = names};
    trial_array(&t, "float", a, 4);
    trial_array(&t, "float", b, 4);
    assert_int_equal(refused(&t, "formula", "bfloat", even, 4), 0);
    assert_int_equal(refused(&t, "formula", "bfloat", away, 4), 2);
}

/* Every order of three terms and factors, in float. */
static void orders_are_free(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        float x[3];
        for (uint64_t j = 0; j < 3; j++)
            x[j] = (float)(random_unit(7, 3 * i + j) * 16 - 8);
        for (int j = 0; j < 3; j++) {
            float a = x[j], b = x[(j + 1) % 3], c = x[(j + 2) % 3], ab = a + b, product = a * b;
            assert_int_equal(refused_at("a + b + c", x[0], x[1], x[2], (double)(ab + c)), 0);
            assert_int_equal(refused_at("a * b * c", x[0], x[1], x[2], (double)(product * c)), 0);
        }
        float product = x[0] * x[1], reciprocal = 1 / x[2];
        assert_int_equal(refused_at("a * b + c", x[0], x[1], x[2], (double)fmaf(x[0], x[1], x[2])), 0);
        assert_int_equal(refused_at("a * b + c", x[0], x[1], x[2], (double)(product + x[2])), 0);
        assert_int_equal(refused_at("a * b / c", x[0], x[1], x[2], (double)(product * reciprocal)), 0);
    }
}

static void any_of_the_ways(void **state)
{
    (void)state;
    /* a * (b + c) where b + c cancels: distributed, the products are rounded before */
    float a = 1.1f, b = 1000.1f, c = -1000.0f, ab = a * b, ac = a * c, distributed = ab + ac;
    assert_int_equal(refused_at("a * (b + c)", a, b, c, (double)distributed), 1);
    assert_int_equal(refused_at("a * (b + c); a * b + a * c", a, b, c, (double)distributed), 0);
}

static void what_is_no_number(void **state)
{
    const float x[N] = {NAN, INFINITY, -INFINITY, 3.0e38f, 1.0f, 0.0f};
    float y[N] = {NAN, INFINITY, -INFINITY, INFINITY, 2.0f, 0.0f};
    trial t;
    (void)state;
    formula_of(&t, "a + a", x, N);
    assert_int_equal(refused(&t, "formula", "float", y, N), 0);
    assert_int_equal(t.unjudged, 0);
    y[0] = 0.0f;
    y[1] = 3.0e38f;
    assert_int_equal(refused(&t, "formula", "float", y, N), 2);
    t.fast_math = true;
    assert_int_equal(refused(&t, "formula", "float", y, N), 0);
    assert_int_equal(t.unjudged, 4);
    formula_of(&t, "max(a, 0)", x, 1); /* fmax drops a NaN, a comparison keeps it */
    assert_int_equal(refused(&t, "formula", "float", y, 1), 0);
}

static void rows_and_types(void **state)
{
    const float x[4] = {1.0f, 2.0f, 3.0f, 4.0f}, bias[2] = {10.0f, 20.0f};
    uint16_t y[4];
    trial t = {.text = "a + b", .names = names};
    (void)state;
    trial_array(&t, "float", x, 4);
    trial_array(&t, "float", bias, 2);
    for (int i = 0; i < 4; i++)
        y[i] = double_to_half((double)x[i] + (double)bias[i % 2]);
    assert_int_equal(refused(&t, "formula", "half", y, 4), 0);
    y[3]++;
    assert_int_equal(refused(&t, "formula", "half", y, 4), 1);
}

/* A number that float does not have is rounded before it is used; a whole one is not. */
static void numbers_beside_arrays(void **state)
{
    const float x[N] = {1, 3, -7, 0.3f, 1e6f, -1e-3f};
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        const double number = whole ? 3 : 0.1;
        trial t = {.text = "a * b", .names = names};
        trial_array(&t, "float", x, N);
        trial_number(&t, number);
        float y[N];
        for (int i = 0; i < N; i++)
            y[i] = x[i] * (float)number;
        assert_int_equal(refused(&t, "formula", "float", y, N), 0);
        y[3] = next_up(next_up(next_up(y[3])));
        y[0] = next_up(y[0]);
        assert_int_equal(refused(&t, "formula", "float", y, N), whole ? 2 : 1);
        trial sum = {.text = "a + b + a", .names = names};
        float ones[1] = {1}, right = (float)(1 + (double)(float)number + 1);
        trial_array(&sum, "float", ones, 1);
        trial_number(&sum, number);
        assert_int_equal(refused(&sum, "formula", "float", &right, 1), 0);
        right = next_up(right); /* as another order rounds, if anything is rounded */
        assert_int_equal(refused(&sum, "formula", "float", &right, 1), whole);
    }
}

/* Sums and products of integers are exact beyond 2^24, too. */
static void large_integers(void **state)
{
    static const struct {
        const char *text;
        uint32_t is[2];
    } rows[] = {{"a + a - 3", {0xfffffffb, 0x2000001}},
                {"3 * a", {0xfffffffd, 0x3000006}},
                {"(3 * a) % 1000", {885, 654}},
                {"sum(i < 2: a[i])", {0x1000001, 0x1000001}}};
    const uint32_t a[2] = {0xffffffff, 0x1000002};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        trial t = {.text = rows[k].text, .names = names};
        trial_array(&t, "uint", a, 2);
        uint32_t y[2] = {rows[k].is[0], rows[k].is[1]};
        assert_int_equal(refused(&t, "formula", "uint", y, 2), 0);
        assert_int_equal(t.unjudged, 0);
        y[0]++;
        y[1]--;
        assert_int_equal(refused(&t, "formula", "uint", y, 2), 2);
    }
    trial t = {.text = "(a * a) % 16", .names = names}; /* of the product a double has the upper bits */
    trial_array(&t, "uint", a, 2);
    const uint32_t y[2] = {0, 4};
    assert_int_equal(refused(&t, "formula", "uint", y, 2), 0);
    assert_int_equal(t.unjudged, 1);
}

static void bad_formulas(void **state)
{
    static const struct {
        const char *text, *says;
    } bad[] = {{"a +", "unknown name"},
               {"(a", "parenthesis"},
               {"a * d", "unknown name"},
               {"a a", "left over"},
               {"frob(a)", "`frob` is no function of 1 arguments"},
               {"log2(a, 3)", "`log2` is no function of 2 arguments"},
               {"tan(a)", "no bounds"},
               {"pow(a)", "two arguments"},
               {"a; 1 + 1", "all names"},
               {"a where t", "definitions"}};
    const float x[N] = {0};
    trial t;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        formula_of(&t, bad[i].text, x, N);
        const char *said = complaint(&t, "formula", "float", N);
        if (!said || !strstr(said, bad[i].says))
            fail_msg("`%s`: %s", bad[i].text, said ? said : "taken");
    }
    formula_of(&t, "a", x, N);
    assert_non_null(complaint(&t, "formula", "int", N));
    assert_non_null(complaint(&t, "formula", "float", N - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_end_where_derived),
        cmocka_unit_test(exact_results_have_no_room),
        cmocka_unit_test(orders_are_free),
        cmocka_unit_test(any_of_the_ways),
        cmocka_unit_test(what_is_no_number),
        cmocka_unit_test(rows_and_types),
        cmocka_unit_test(numbers_beside_arrays),
        cmocka_unit_test(large_integers),
        cmocka_unit_test(bad_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
