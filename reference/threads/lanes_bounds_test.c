/* lanes_bounds_test.c: where the bounds of sums and products over lanes end. */
#include "../core/witness_testing.h"

enum { LANES = 32 };

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reductions),
        cmocka_unit_test(half_sums),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("lanes_bounds", tests, NULL, NULL);
}
