/* packed_numeric_test.c: tests of packed_numeric.c: codes and roundings worked out by hand from tables 2.15 and 2.16
 * of MSL. */
#include "../core/testing.h"
#include <math.h>

/* A byte and its first number. */
static void unpacks(const char *reference, uint8_t byte, float right, float wrong)
{
    trial t = {0};
    trial_grid(&t, 1, 1);
    trial_array(&t, "uchar", &byte, 1);
    trial_number(&t, 1);
    assert_int_equal(refused(&t, reference, "float", &right, 1), 0);
    assert_int_equal(refused(&t, reference, "float", &wrong, 1), 1);
}

static void codes(void **state)
{
    (void)state;
    unpacks("unpack_int4", 0x08, -8, 8);
    unpacks("unpack_int4", 0x07, 7, -1);
    unpacks("unpack_uint4", 0x0f, 15, -1);
    unpacks("unpack_int8", 0x80, -128, 128);
    unpacks("unpack_uint8", 0xff, 255, -1);
    static const float fp4[] = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6};
    for (unsigned c = 0; c < 8; c++) {
        unpacks("unpack_fp4_e2m1", (uint8_t)c, fp4[c], -1);
        unpacks("unpack_fp4_e2m1", (uint8_t)(c | 8), -fp4[c], 7);
    }
    unpacks("unpack_fp4_e2m1", 0x08, -0.0F, 0.0F);
    unpacks("unpack_fp8_e4m3", 0x7e, 448, 480);
    unpacks("unpack_fp8_e4m3", 0x08, 0x1p-6F, 0x1p-7F);
    unpacks("unpack_fp8_e4m3", 0x07, 0x1.cp-7F, 0x1p-6F);
    unpacks("unpack_fp8_e4m3", 0x81, -0x1p-9F, 0x1p-9F);
    unpacks("unpack_fp8_e4m3", 0x7f, NAN, 480);
    unpacks("unpack_fp8_e4m3", 0xff, NAN, -480);
    unpacks("unpack_fp8_e5m2", 0x7b, 57344, 65536);
    unpacks("unpack_fp8_e5m2", 0x04, 0x1p-14F, 0);
    unpacks("unpack_fp8_e5m2", 0x03, 0x1.8p-15F, 0);
    unpacks("unpack_fp8_e5m2", 0x01, 0x1p-16F, 0);
    unpacks("unpack_fp8_e5m2", 0xfc, -INFINITY, NAN);
    unpacks("unpack_fp8_e5m2", 0x7d, NAN, INFINITY);
}

static void packs(const char *reference, float x, double rounding, double saturation, uint8_t right, uint8_t wrong)
{
    trial t = {0};
    trial_grid(&t, 1, 1);
    float numbers[2] = {x, x}; /* both halves of a byte of fp4 */
    trial_array(&t, "float", numbers, 2);
    trial_number(&t, rounding);
    trial_number(&t, saturation);
    assert_int_equal(refused(&t, reference, "uchar", &right, 1), 0);
    assert_int_equal(refused(&t, reference, "uchar", &wrong, 1), 1);
}

static void defaults(void **state)
{
    (void)state;
    packs("pack_int8", -1.9F, -1, -1, 0xff, 0xfe);
    packs("pack_int8", -300, -1, -1, 0x80, 0x81);
    packs("pack_uint8", 254.99F, -1, -1, 254, 255);
    packs("pack_uint8", -1, -1, -1, 0, 255);
    packs("pack_int4", 7.5F, -1, -1, 0x77, 0x88);
    packs("pack_uint4", 100, -1, -1, 0xff, 0x44);
    packs("pack_fp4_e2m1", 2.5F, -1, -1, 0x44, 0x55); /* between 2 and 3: the even code */
    packs("pack_fp4_e2m1", 5, -1, -1, 0x66, 0x77);    /* between 4 and 6 */
    packs("pack_fp4_e2m1", -100, -1, -1, 0xff, 0x77);
    packs("pack_fp8_e4m3", 17, -1, -1, 0x58, 0x59); /* between 16 and 18 */
    packs("pack_fp8_e4m3", 19, -1, -1, 0x5a, 0x59); /* between 18 and 20 */
    packs("pack_fp8_e4m3", 1000, -1, -1, 0x7e, 0x7f);
    packs("pack_fp8_e4m3", 0x1p-10F, -1, -1, 0x00, 0x01);
    packs("pack_fp8_e4m3", 0x1.8p-9F, -1, -1, 0x02, 0x01); /* between the first two subnormals */
    packs("pack_fp8_e5m2", 61439, -1, -1, 0x7b, 0x7c);
    packs("pack_fp8_e5m2", 61440, -1, -1, 0x7c, 0x7b); /* half way to 65536: beyond the range */
    packs("pack_fp8_e5m2", -INFINITY, -1, -1, 0xfc, 0xfb);
}

static void modes(void **state)
{
    (void)state;
    packs("pack_fp8_e4m3", 17, 1, 1, 0x59, 0x58);
    packs("pack_fp8_e4m3", 17.9F, 2, 1, 0x58, 0x59);
    packs("pack_fp8_e4m3", 16.1F, 3, 1, 0x59, 0x58);
    packs("pack_fp8_e4m3", -16.1F, 3, 1, 0xd8, 0xd9);
    packs("pack_fp8_e4m3", -16.1F, 4, 1, 0xd9, 0xd8);
    packs("pack_int8", 2.5F, 0, 1, 2, 3);
    packs("pack_int8", -2.5F, 1, 1, 0xfd, 0xfe);
    packs("pack_fp8_e5m2", 1e6F, 0, 1, 0x7b, 0x7c);
    packs("pack_int8", -128, 2, 2, 0x81, 0x7f);
    packs("pack_int8", -128, 2, 2, 0x80, 0x82);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(codes), cmocka_unit_test(defaults), cmocka_unit_test(modes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
