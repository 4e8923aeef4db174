/* function_bounds_test.c: what a sweep accepts quickly, the full comparison accepts, too, and measures alike: for
 * results on both sides of where the full one ends, and for zeros, INF and NaN, in all kinds of arguments. */
#include "../../harness/check/quick.h"
#include "../accuracy/function_groups.h"
#include "../core/real.h"
#include "../core/testing.h"
#include <float.h>

enum { COUNT = 62 }; /* a tail that fills no vector */

/* Where bounds, results or arguments change their kind; of both signs. */
static const float starts[] = {
    0,          0x1p-149f,  0x1.8p-130f, 0x1p-126f,   0x1.0001p-126f,   0x1.2p-64f, 0x1.fffp-24f,
    0x1.3p-13f, 0.25f,      0.499998f,   0.5f,        0x1.fffff8p-1f,   1,          0x1.fffff8p+0f,
    1.5707960f, 2,          3.1415925f,  10.75f,      37.9297f,         44.8534f,   86.6433f,
    88.7228f,   89.415f,    103.278f,    104.5f,      127.99999f,       151,        700,
    800.5f,     0x1.8p+20f, 0x1.1p+90f,  0x1.8p+126f, 0x1.fffff8p+127f, INFINITY,   NAN};

typedef struct mode {
    double variant; /* 1 precise::, 2 fast:: */
    bool fast_math, relaxed_math;
} mode;

static float shifted(float x, int64_t steps)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t place = (bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits) + steps; /* in the order of the numbers */
    place = place > 0x7f800000 ? 0x7f800000 : place < -0x7f800000 ? -0x7f800000 : place;
    bits = place < 0 ? (int32_t)(INT32_MIN + -place) : (int32_t)place;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t encoding(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static expectation *promises(const char *function, const mode *mode, const float *x, size_t count, bool quick)
{
    trial t = {0};
    trial_array(&t, "float", x, count);
    trial_number(&t, mode->variant);
    reference_call call = {.argument = t.argument,
                           .argument_count = t.arguments,
                           .dispatch = &t.dispatch,
                           .count = count,
                           .fast_math = mode->fast_math,
                           .relaxed_math = mode->relaxed_math};
    assert_true(assay_type_from_name("float", &call.type));
    call.out = expectation_create(call.type, count);
    assert_non_null(call.out);
    if (quick)
        expectation_want_bounds(call.out);
    reference_find(function)->function(&call);
    if (call.error)
        fail_msg("%s: %s", function, call.error);
    return call.out;
}

static bool accepts(const expectation *full, size_t k, float x)
{
    static const compare_rule how = {.kind = COMPARE_BITS};
    return check_encoding(full, &how, k, encoding(x));
}

/* The last result on this side of the nearest float that is accepted, in steps. */
static int64_t last_step(const expectation *full, size_t k, float nearest, int side)
{
    int64_t good = 0, bad = 1;
    while (bad < INT64_C(0x7f800000) && accepts(full, k, shifted(nearest, side * bad)))
        good = bad, bad *= 2;
    while (bad - good > 1) {
        int64_t middle = (good + bad) / 2;
        if (accepts(full, k, shifted(nearest, side * middle)))
            good = middle;
        else
            bad = middle;
    }
    return side * good;
}

static bool about(double a, double b)
{
    return a == b || fabs(a - b) < 0x1p-20;
}

static void compare_measurements(const char *function, double x, const measurement *quick, const measurement *full)
{
    bool same = quick->count == full->count && quick->nearest == full->nearest &&
                quick->toward_zero == full->toward_zero && quick->kept == full->kept &&
                quick->flushed == full->flushed && about(quick->worst, full->worst);
    for (int n = 0; n < MEASURE_CLASSES; n++)
        same = same && about(quick->classes[n], full->classes[n]);
    if (!same)
        fail_msg("%s from %a on: measured %zu, %zu, %zu, %zu, %zu, %a; in full %zu, %zu, %zu, %zu, %zu, %a", function,
                 x, quick->count, quick->nearest, quick->toward_zero, quick->kept, quick->flushed, quick->worst,
                 full->count, full->nearest, full->toward_zero, full->kept, full->flushed, full->worst);
}

typedef struct block {
    const char *function;
    const mode *mode;
    const float *x;
    const expectation *quick, *full;
    size_t accepted, refused;
} block;

static void measure_rest(const block *b, const float *got, const uint32_t *which, size_t rest, measurement *m)
{
    float x[COUNT], left[COUNT];
    measurement more;
    for (size_t i = 0; i < rest; i++) {
        x[i] = b->x[which[i]];
        left[i] = got[which[i]];
    }
    expectation *full = promises(b->function, b->mode, x, rest, false);
    check_measure(full, left, &more);
    measurement_add(m, &more);
    expectation_destroy(full);
}

/* By all the vectors that this machine has. */
static quick_result check_by_all(const block *b, const float *got, measurement *m, uint32_t *which)
{
    measurement_begin(m);
    quick_result quick = check_quickly(b->quick, got, m, which);
    for (size_t lanes = 4; lanes < quick_lanes(); lanes *= 2) {
        uint32_t others[COUNT];
        measurement measured;
        measurement_begin(&measured);
        quick_result result = check_quickly_by(lanes, b->quick, got, &measured, others);
        assert_memory_equal(&result, &quick, sizeof quick);
        assert_memory_equal(&measured, m, sizeof measured);
        assert_memory_equal(others, which, quick.rest * sizeof *which);
    }
    return quick;
}

static void try_results(block *b, const float *got)
{
    uint32_t which[COUNT];
    bool left[COUNT] = {false};
    size_t promised_nothing = 0;
    measurement m, full;
    quick_result quick = check_by_all(b, got, &m, which);
    assert_int_equal(quick.judged + quick.unjudged + quick.rest, COUNT);
    for (size_t i = 0; i < quick.rest; i++)
        left[which[i]] = true;
    for (size_t k = 0; k < COUNT; k++) {
        promised_nothing += !left[k] && b->full->kind[k] == PROMISED_NOTHING;
        if (!left[k] && !accepts(b->full, k, got[k]))
            fail_msg("%s(%a) = %a is accepted, in full it is refused", b->function, (double)b->x[k], (double)got[k]);
        b->refused += !accepts(b->full, k, got[k]);
    }
    if (promised_nothing != quick.unjudged)
        fail_msg("%s from %a on: nothing is promised of %zu, quickly of %zu", b->function, (double)b->x[0],
                 promised_nothing, quick.unjudged);
    b->accepted += quick.judged;
    measure_rest(b, got, which, quick.rest, &m);
    if (check_measure(b->full, got, &full))
        compare_measurements(b->function, (double)b->x[0], &m, &full);
    else
        assert_int_equal(m.count, 0);
}

/* One wrong result among right ones, in every ninth place, from another one on in each block: just beyond the bound, of
 * the other sign, without a value. */
static void try_one_wrong(block *b, const float *nearest)
{
    float got[COUNT];
    for (size_t k = encoding(b->x[0]) / COUNT % 9; k < COUNT; k += 9)
        for (int n = 0; n < 5 && !isnan(nearest[k]); n++) {
            memcpy(got, nearest, sizeof got);
            got[k] = n == 0   ? shifted(nearest[k], last_step(b->full, k, nearest[k], -1) - 1)
                     : n == 1 ? shifted(nearest[k], last_step(b->full, k, nearest[k], 1) + 1)
                     : n == 2 ? -nearest[k]
                     : n == 3 ? NAN
                              : (k % 2 ? INFINITY : 0);
            try_results(b, got);
        }
}

static void try_block(block *b)
{
    static const float special[] = {0, -0.0F, INFINITY, -INFINITY, NAN, FLT_MIN, 0x1p-149f, FLT_MAX};
    float got[COUNT], nearest[COUNT];
    const real_function *real = real_find(b->function);
    for (size_t k = 0; k < COUNT; k++)
        nearest[k] = (float)real->one((double)b->x[k]);
    for (size_t s = 0; s < sizeof special / sizeof *special; s++) {
        for (size_t k = 0; k < COUNT; k++)
            got[k] = special[s];
        try_results(b, got);
    }
    for (int side = -1; side <= 1; side += 2)
        for (int beyond = -1; beyond <= 1; beyond++) {
            for (size_t k = 0; k < COUNT; k++)
                got[k] = isnan(nearest[k])
                             ? nearest[k]
                             : shifted(nearest[k], last_step(b->full, k, nearest[k], side) + side * beyond);
            try_results(b, got);
        }
    for (int step = -1; step <= 1; step++) {
        for (size_t k = 0; k < COUNT; k++)
            got[k] = shifted(nearest[k], step);
        try_results(b, got);
    }
    try_one_wrong(b, nearest);
}

static void try_function(const char *function, const mode *mode, size_t *accepted, size_t *refused)
{
    for (size_t s = 0; s < 2 * (sizeof starts / sizeof *starts); s++) {
        float x[COUNT];
        uint32_t first = (uint32_t)encoding(s % 2 ? -starts[s / 2] : starts[s / 2]);
        for (uint32_t k = 0; k < COUNT; k++) {
            uint32_t bits = first + k;
            memcpy(&x[k], &bits, sizeof bits);
        }
        expectation *quick = promises(function, mode, x, COUNT, true),
                    *full = promises(function, mode, x, COUNT, false);
        block b = {.function = function, .mode = mode, .x = x, .quick = quick, .full = full};
        try_block(&b);
        *accepted += b.accepted;
        *refused += b.refused;
        expectation_destroy(quick);
        expectation_destroy(full);
    }
}

static void nothing_is_accepted_that_the_full_comparison_refuses(void **state)
{
    (void)state;
    static const mode modes[] = {
        {1, false, false}, {2, false, false}, {1, true, false}, {2, true, false}, {1, false, true}};
    const char *functions[MOST_GROUPED];
    size_t count = function_group_members("functions", functions);
    assert_true(count >= 30);
    for (size_t f = 0; f < count; f++)
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            size_t accepted = 0, refused = 0;
            try_function(functions[f], &modes[m], &accepted, &refused);
            if (m == 0 && (accepted < 4000 || !refused))
                fail_msg("%s: %zu accepted quickly, %zu refused", functions[f], accepted, refused);
        }
    size_t accepted = 0, refused = 0;
    try_function("exp", &modes[0], &accepted, &refused);
    assert_true(accepted > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_accepted_that_the_full_comparison_refuses)};
    return cmocka_run_group_tests_name("function_bounds", tests, NULL, NULL);
}
