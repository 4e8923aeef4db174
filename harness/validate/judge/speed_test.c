/* speed_test.c: what is called slower, from times that are made up: jobs differ from each other more than the
 * repetitions within one do, as they do on a machine that somebody else uses too. */
#include "../../words/words.h"
#include "../speed.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Times of about `typical` seconds: jobs vary by up to `between`, repetitions by up to `within`. */
static void make_up(samples *to, double typical, double between, double within, uint64_t seed)
{
    double job = 0;
    to->count = (size_t)SPEED_ROUNDS * SPEED_REPEATS;
    for (size_t i = 0; i < to->count; i++) {
        double chance = (double)(random_bits(seed, i) >> 11) * 0x1p-53;
        if (i % SPEED_REPEATS == 0)
            job = (double)(random_bits(seed, 1000 + i) >> 11) * 0x1p-53;
        to->value[i] = typical * (1 + between * job) * (1 + within * chance);
    }
    samples_summarise(to);
}

static int verdict_of(double slowdown, double between, uint64_t seed)
{
    speed_row row = {0};
    make_up(&row.candidate, slowdown * 1e-3, between, 0.02, 2 * seed);
    make_up(&row.baseline, 1e-3, between, 0.02, 2 * seed + 1);
    speed_compare(&row);
    assert_true(row.confidence >= 0 && row.confidence <= 1 && row.ratio_low <= row.ratio &&
                row.ratio <= row.ratio_high);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_kernel_is_as_fast_as_itself),
                                       cmocka_unit_test(twice_the_time_is_slower)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
