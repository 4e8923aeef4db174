/* reduction_bounds_test.c: where the bounds of sums over arrays and groups end. */
#include "../core/witness_testing.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_arrays),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("reduction_bounds", tests, NULL, NULL);
}
