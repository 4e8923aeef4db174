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

/* Zero and the ends are exact; the lowest signed code is -1 as well. */
static void ends(void **state)
{
    (void)state;
    static const struct {
        const char *reference;
        uint32_t word;
        double value;
    } all[] = {{"unpack_unorm4x8", 0, 0},   {"unpack_unorm4x8", 255, 1},   {"unpack_snorm4x8", 0, 0},
               {"unpack_snorm4x8", 127, 1}, {"unpack_snorm4x8", 0x81, -1}, {"unpack_snorm4x8", 0x80, -1}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        trial t = {0};
        trial_array(&t, "uint", &all[n].word, 1);
        errs_by(&t, &(result){all[n].reference, "float4", {all[n].value, 0, 0, 0}, 4}, 0, all[n].value, 0);
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

/* Of two codes at the same distance each is taken, whatever the other components are. */
static void ties_of_small_floats(void **state)
{
    (void)state;
    const float numbers[3] = {1 + 0x1p-7f, 2, 1 + 0x1p-6f}; /* halfway, exact, halfway */
    const uint32_t red = 15 << 6, green = 16 << 6 << 11, blue = (uint32_t)15 << 5 << 22;
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t b = 0; b < 3; b++)
            for (uint32_t g = 0; g < 2; g++) {
                uint32_t word = red + r + green + (g << 11) + blue + (b << 22);
                trial t = {0};
                trial_array(&t, "float3", (const float[4]){numbers[0], numbers[1], numbers[2]}, 1);
                assert_int_equal(refused(&t, "pack_rg11b10", "uint", &word, 1), r == 2 || b == 2 || g == 1);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes),
        cmocka_unit_test(ends),
        cmocka_unit_test(codes_of_ten_bits),
        cmocka_unit_test(ties_of_small_floats),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
