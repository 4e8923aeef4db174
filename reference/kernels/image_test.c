/* image_test.c: where the bounds of a blurred and of a brightened pixel end. */
#include "../core/witness_testing.h"

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

/* Whether code `got` may come of code 2 times a factor, and a fourth component with it. */
static bool becomes(const char *reference, double factor, uint8_t got)
{
    const uint8_t given[4] = {2, 2, 2, 77}, result[4] = {got, got, got, 77};
    trial t = {0};
    trial_array(&t, "uchar4", given, 1);
    trial_number(&t, factor);
    size_t wrong = refused(&t, reference, "uchar4", result, 1);
    assert_true(wrong == 0 || wrong == 3);
    return wrong == 0;
}

/* A quotient and three roundings stand between the code and what is rounded, or cut off: so near a tie, or a whole
 * number, either neighbour is right, and no third code; a little further away one of them is not. */
static void brightened(void **state)
{
    (void)state;
    for (unsigned code = 5; code < 250; code += 49) {
        uint8_t below = (uint8_t)code, above = (uint8_t)(code + 1);
        for (int cut = 0; cut < 2; cut++) {
            const char *reference = cut ? "brightness_truncated" : "adjust_brightness";
            double edge = cut ? above : code + 0.5, error = roundings(3, of_float) + of_float;
            for (int side = -1; side <= 1; side += 2) {
                double within = edge * (1 + side * 0.999 * error) / 2, outside = edge * (1 + side * 1.001 * error) / 2;
                assert_true(becomes(reference, within, below) && becomes(reference, within, above));
                assert_true(becomes(reference, outside, side < 0 ? below : above));
                assert_false(becomes(reference, outside, side < 0 ? above : below));
                assert_false(becomes(reference, within, (uint8_t)(code - 1)));
                assert_false(becomes(reference, within, (uint8_t)(code + 2)));
            }
        }
    }
    const uint8_t given[4] = {2, 2, 2, 77}, changed[4] = {2, 2, 2, 78};
    trial t = {0};
    trial_array(&t, "uchar4", given, 1);
    trial_number(&t, 1);
    assert_int_equal(refused(&t, "adjust_brightness", "uchar4", changed, 1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blurred),
        cmocka_unit_test(brightened),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("image", tests, NULL, NULL);
}
