/* texture_block_test.c: blocks are decoded in runs, and again when they were written. */
#include "texture_block.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { BLOCKS = 100 }; /* more than one run */

/* BC4: both ends are one code. */
static void fill(uint8_t blocks[BLOCKS][8], int first)
{
    memset(blocks, 0, BLOCKS * sizeof *blocks);
    for (int n = 0; n < BLOCKS; n++)
        blocks[n][0] = blocks[n][1] = (uint8_t)(first + n);
}

static void expect_codes(uint8_t blocks[BLOCKS][8], int first)
{
    for (int n = BLOCKS - 1; n >= 0; n -= 3) {
        float texel[4];
        assert_true(sm_codec_texel(SM_CODEC_BC4, 4, 4, blocks[n], (size_t)(BLOCKS - 1 - n), 3, 2, texel));
        assert_int_equal((int)(texel[0] * 255 + 0.5f), first + n);
    }
    for (int n = 0; n < BLOCKS; n++) {
        float texel[4];
        assert_true(sm_codec_texel(SM_CODEC_BC4, 4, 4, blocks[n], (size_t)(BLOCKS - 1 - n), 0, 0, texel));
        assert_int_equal((int)(texel[0] * 255 + 0.5f), first + n);
    }
}

static void blocks_of_a_row(void **state)
{
    (void)state;
    if (sm_codec_lack(SM_CODEC_BC4))
        skip();
    uint8_t blocks[BLOCKS][8];
    fill(blocks, 1);
    expect_codes(blocks, 1);
    fill(blocks, 101); /* at the same addresses */
    expect_codes(blocks, 101);
}

/* The same bytes mean other texels in another format. */
static void formats_with_the_same_bytes(void **state)
{
    (void)state;
    if (sm_codec_lack(SM_CODEC_BC4))
        skip();
    const uint8_t block[8] = {128, 128};
    float unsigned_texel[4], signed_texel[4];
    assert_true(sm_codec_texel(SM_CODEC_BC4, 4, 4, block, 0, 0, 0, unsigned_texel));
    assert_true(sm_codec_texel(SM_CODEC_BC4_SIGNED, 4, 4, block, 0, 0, 0, signed_texel));
    assert_true(unsigned_texel[0] == 128.0f / 255.0f);
    assert_true(signed_texel[0] == -1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_a_row),
        cmocka_unit_test(formats_with_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
