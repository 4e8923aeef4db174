/* speed_test.c: what is called slower, from times that are made up: jobs differ from each other more than the
 * repetitions within one do, as they do on a machine that somebody else uses too. */
#include "../../words/words.h"
#include "../speed.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Times of about `typical` seconds: jobs vary by up to `between`, repetitions by up to `within`. */
static void make_up(samples *to, size_t rounds, double typical, double between, double within, uint64_t seed)
{
    double job = 0;
    to->count = rounds * SPEED_REPEATS;
    for (size_t i = 0; i < to->count; i++) {
        double chance = (double)(random_bits(seed, i) >> 11) * 0x1p-53;
        if (i % SPEED_REPEATS == 0)
            job = (double)(random_bits(seed, 1000 + i) >> 11) * 0x1p-53;
        to->value[i] = typical * (1 + between * job) * (1 + within * chance);
    }
    samples_summarise(to);
}

static size_t rounds_in_all;

/* Of as many rounds as decide it. */
static int verdict_of(double slowdown, double between, uint64_t seed)
{
    speed_row row = {0};
    for (size_t rounds = 1; !speed_decided(&row); rounds++) {
        assert_true(rounds <= SPEED_ROUNDS);
        make_up(&row.candidate, rounds, slowdown * 1e-3, between, 0.02, 2 * seed);
        make_up(&row.baseline, rounds, 1e-3, between, 0.02, 2 * seed + 1);
        rounds_in_all++;
    }
    speed_compare(&row);
    assert_true(row.ratio_low <= row.ratio && row.ratio <= row.ratio_high);
    assert_true(row.verdict ? row.confidence > 0.999 && !row.disagree : isnan(row.confidence));
    return row.verdict;
}

static void a_kernel_is_as_fast_as_itself(void **state)
{
    (void)state;
    static const double between[] = {0, 0.1, 0.5, 2};
    for (size_t i = 0; i < 4; i++)
        for (uint64_t n = 0; n < 100; n++)
            if (verdict_of(1, between[i], 1 + n) != 0)
                fail_msg("seed %d, jobs apart by up to %g", (int)n, between[i]);
}

static void twice_the_time_is_slower(void **state)
{
    (void)state;
    size_t found = 0, faster = 0;
    for (uint64_t n = 0; n < 100; n++) {
        found += verdict_of(2, 0.5, 500 + n) > 0;
        faster += verdict_of(0.5, 0.5, 900 + n) < 0;
    }
    assert_true(found >= 95 && faster >= 95);
}

static void rounds_end_when_it_is_decided(void **state)
{
    (void)state;
    rounds_in_all = 0;
    assert_int_equal(verdict_of(1, 0, 1), 0);
    assert_int_equal(rounds_in_all, SPEED_FEWEST);
    rounds_in_all = 0;
    assert_int_equal(verdict_of(2, 0, 1), 1);
    assert_int_equal(rounds_in_all, 12);
}

/* The medians are far apart, but every third round says the contrary. */
static void where_rounds_disagree_nobody_is_sure(void **state)
{
    (void)state;
    speed_row row = {0};
    make_up(&row.candidate, SPEED_ROUNDS, 2e-3, 0, 0.02, 1);
    make_up(&row.baseline, SPEED_ROUNDS, 1e-3, 0, 0.02, 2);
    for (size_t i = 0; i < row.baseline.count; i++)
        row.baseline.value[i] *= i / SPEED_REPEATS % 3 ? 1 : 4;
    samples_summarise(&row.baseline);
    speed_compare(&row);
    assert_int_equal(row.verdict, 0);
    assert_true(row.disagree && isnan(row.confidence));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_is_as_fast_as_itself), cmocka_unit_test(twice_the_time_is_slower),
        cmocka_unit_test(rounds_end_when_it_is_decided), cmocka_unit_test(where_rounds_disagree_nobody_is_sure)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
