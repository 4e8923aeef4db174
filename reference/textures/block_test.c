/* block_test.c: tests of block.h's decoders: a block made by hand for each kind, whose texels are known. */
#include "block.h"
#include "../core/testing.h"

/* BC7, mode 6: red goes from 0 to 255, and the first texel is 30 of 64 on the way, the next one at its end. */
static void test_bc7(void **state)
{
    (void)state;
    block b = {1u << 6 | (uint64_t)127 << 14, 1 | 7 << 1 | 15 << 4, 0, 0};
    int code[4];
    bc7_texel(&b, code);
    assert_int_equal(code[0], 120);
    b.x = 1;
    bc7_texel(&b, code);
    assert_int_equal(code[0], 255);
    assert_int_equal(code[1], 1); /* the bit that all components share */
    b = (block){0, 0, 0, 0};      /* no mode */
    bc7_texel(&b, code);
    assert_int_equal(code[3], 0);
}

/* BC6H: one subset of ten bits, red from 0 to the highest. With sign it is the same half. */
static void test_bc6h(void **state)
{
    (void)state;
    unsigned half[3];
    block b = {3 | (uint64_t)1023 << 35, 7 << 1, 0, 0};
    bc6h_texel(&b, false, half);
    assert_int_equal(half[0], ((0xffff * 30 + 32) >> 6) * 31 >> 6);
    assert_int_equal(half[1], 0);
    b = (block){3 | (uint64_t)511 << 35, 15 << 4, 1, 0};
    bc6h_texel(&b, true, half);
    assert_int_equal(half[0], 0x7bff);
    b = (block){3 | (uint64_t)513 << 35, 15 << 4, 1, 0};
    bc6h_texel(&b, true, half);
    assert_int_equal(half[0], 0xfbff);
}

static uint64_t reversed(uint64_t number)
{
    uint64_t bytes = 0;
    for (int n = 0; n < 8; n++)
        bytes |= (number >> 8 * n & 0xff) << 8 * (7 - n);
    return bytes;
}

static void expect_red(uint64_t number, unsigned x, unsigned y, bool one_bit, int wanted)
{
    int code[4];
    etc2_texel(reversed(number), x, y, one_bit, code);
    assert_int_equal(code[0], wanted);
}

static void test_etc2(void **state)
{
    (void)state;
    expect_red(0, 0, 0, false, 2);                                        /* two shades of black */
    expect_red(0xf000000000000000 | 1, 0, 0, false, 255);                 /* 255 + 8 */
    expect_red((uint64_t)16 << 59 | (uint64_t)1 << 33, 3, 0, false, 134); /* 10000 is 132 */
    expect_red((uint64_t)0 << 59 | (uint64_t)7 << 56 | (uint64_t)2 << 32 | 1, 0, 0, false, 3 + 0); /* mode T: 0 + 3 */
    expect_red((uint64_t)1 << 16, 0, 0, true, 0);                                                  /* clear */
    int code[4];
    etc2_texel(reversed((uint64_t)1 << 16), 0, 0, true, code);
    assert_int_equal(code[3], 0);
    /* planar: blue falls below 0; red goes from 0 to 255 */
    uint64_t number = (uint64_t)7 << 40 | (uint64_t)0x1f << 34 | (uint64_t)3 << 32;
    expect_red(number, 3, 0, false, (3 * 255 + 2) / 4);
    expect_red(number, 0, 3, false, 0);
}

static void test_eac(void **state)
{
    (void)state;
    assert_int_equal(eac_alpha(reversed((uint64_t)200 << 56 | (uint64_t)2 << 52), 0, 0), 194);
    assert_int_equal(eac_11(reversed(0), 0, 0), 1);
    assert_int_equal(eac_11_signed(reversed((uint64_t)128 << 56), 0, 0), -1019);
    assert_int_equal(eac_11_signed(reversed((uint64_t)127 << 56 | (uint64_t)15 << 52 | (uint64_t)7 << 45), 0, 0), 1023);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bc7),
        cmocka_unit_test(test_bc6h),
        cmocka_unit_test(test_etc2),
        cmocka_unit_test(test_eac),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
