/* pack_test.c: where the bounds of unpacked codes end. */
#include "../core/witness_testing.h"

static void codes(void **state)
{
    (void)state;
    for (unsigned code = 1; code < 255; code += 23) { /* 1.5 ulp of c / 255 (table 8.6) */
        uint32_t word = code;
        double value = code / 255.0;
        trial t = {0};
        trial_array(&t, "uint", &word, 1);
        result r = {"unpack_unorm4x8", "float4", {value, 0, 0, 0}, 4};
        errs_by(&t, &r, 0, value, 1.5 * gap(value, 24));
    }
}

/* Three signed codes of ten bits are judged; of the two bits above them the text gives no rule. */
static void codes_of_ten_bits(void **state)
{
    (void)state;
    uint32_t word = 300u | (1024u - 77u) << 10 | 5u << 20 | 1u << 30;
    trial t = {0};
    trial_array(&t, "uint", &word, 1);
    const result r = {"unpack_snorm10a2", "float4", {300 / 511.0, -77 / 511.0, 5 / 511.0, 0.25}, 4};
    assert_int_equal(wrong(&t, &r), 0);
    assert_int_equal(t.unjudged, 1);
    for (size_t n = 0; n < 4; n++) {
        result moved = r;
        moved.component[n] += 2 * gap(moved.component[n], 24);
        assert_int_equal(wrong(&t, &moved), n < 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes),
        cmocka_unit_test(codes_of_ten_bits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
