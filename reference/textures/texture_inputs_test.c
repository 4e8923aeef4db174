/* texture_inputs_test.c: the inputs that texture cases make for themselves, of which a case shows nothing: it computes
 * with them whatever they are. */
#include "../core/testing.h"

static void gradients_turn_by_a_right_angle(void **state)
{
    (void)state;
    float all[91 * 2];
    generate("directions_of_gradients", "float2", all, 91, (double[]){0.0625}, 1);
    assert_true(all[0] == 0.0625f && all[1] == 0 && all[180] == 0 && all[181] == 0.0625f); /* exact */
    for (size_t i = 0; i < 91; i++) {
        assert_true(fabs(hypot((double)all[2 * i], (double)all[2 * i + 1]) - 0.0625) < 1e-7);
        assert_true(fabs(atan2((double)all[2 * i + 1], (double)all[2 * i]) - 1.57079632679489661923 / 90 * (double)i) <
                    1e-6);
    }
}

/* Each component has every code, and no two are always equal. */
static void codes_of_ten_bits(void **state)
{
    (void)state;
    static uint32_t packed[1024];
    static uint16_t wide[1024 * 4];
    static uint8_t seen[4][1024];
    generate("xr_codes", "uint", packed, 1024, NULL, 0);
    generate("xr_codes", "ushort4", wide, 1024, NULL, 0);
    for (unsigned c = 0; c < 3; c++) {
        size_t count = 0, equal = 0;
        memset(seen, 0, sizeof seen);
        for (size_t i = 0; i < 1024; i++) {
            uint32_t code = packed[i] >> 10 * c & 1023, next = packed[i] >> 10 * ((c + 1) % 3) & 1023;
            count += !seen[0][code]++;
            equal += code == next;
            assert_int_equal(packed[i] >> 30, 0);
            assert_int_equal(wide[4 * i + c] & 63, 0);
        }
        assert_int_equal(count, 1024);
        assert_true(equal < 8);
    }
    for (unsigned c = 0; c < 4; c++)
        for (size_t i = 0; i < 1024; i++)
            seen[c][wide[4 * i + c] >> 6] = 2;
    for (unsigned c = 0; c < 4; c++)
        for (size_t code = 0; code < 1024; code++)
            assert_int_equal(seen[c][code], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_turn_by_a_right_angle),
        cmocka_unit_test(codes_of_ten_bits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("texture inputs", tests, NULL, NULL);
}
