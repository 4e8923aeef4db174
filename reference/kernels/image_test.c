/* image_test.c: where the bound of a blurred pixel ends. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blurred),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("image", tests, NULL, NULL);
}
