/* pixel_test.c: texels and colours of every kind of pixel format, with the numbers and the words worked out by hand
 * from the formats' definitions (MSL 8.7). */
#include "../core/testing.h"

/* ---- Reading */

typedef struct texel_row {
    const char *format, *type;
    uint64_t texel;
    const char *as; /* of the output */
    double rgba[4];
    double other; /* so far beside a number is wrong */
} texel_row;

static const texel_row texels[] = {
    {"b5g6r5unorm", "ushort", 3 << 11 | 7 << 5 | 9, "float4", {3 / 31.0, 7 / 63.0, 9 / 31.0, 1}, 1e-6},
    {"a1bgr5unorm", "ushort", 3 << 11 | 7 << 6 | 9 << 1, "float4", {3 / 31.0, 7 / 31.0, 9 / 31.0, 0}, 1e-6},
    {"a1bgr5unorm", "ushort", 1, "float4", {0, 0, 0, 1}, 1e-6},
    {"abgr4unorm", "ushort", 0x358b, "float4", {3 / 15.0, 5 / 15.0, 8 / 15.0, 11 / 15.0}, 1e-6},
    {"bgr5a1unorm", "ushort", 1 << 15 | 3 << 10 | 7 << 5 | 9, "float4", {3 / 31.0, 7 / 31.0, 9 / 31.0, 1}, 1e-6},
    {"bgr5a1unorm", "ushort", 31 << 10, "float4", {1, 0, 0, 0}, 1e-6},
    {"rgb10a2unorm",
     "uint",
     UINT64_C(2) << 30 | 300 << 20 | 20 << 10 | 1000,
     "float4",
     {1000 / 1023.0, 20 / 1023.0, 300 / 1023.0, 2 / 3.0},
     1e-6},
    {"bgr10a2unorm",
     "uint",
     UINT64_C(1) << 30 | 300 << 20 | 20 << 10 | 1000,
     "float4",
     {300 / 1023.0, 20 / 1023.0, 1000 / 1023.0, 1 / 3.0},
     1e-6},
    {"rgb10a2uint", "uint", UINT64_C(3) << 30 | 300 << 20 | 20 << 10 | 1000, "uint4", {1000, 20, 300, 3}, 1},
    /* 1 + 1/64; 2^-20, the smallest; and 2 with five bits of significand */
    {"rg11b10float", "uint", UINT64_C(512) << 22 | 1 << 11 | 961, "float4", {1.015625, 0x1p-20, 2, 1}, 1e-6},
    {"rg11b10float", "uint", UINT64_C(992) << 22 | 64 << 11 | 63, "half4", {63 * 0x1p-20, 0x1p-14, INFINITY, 1}, 0.01},
    {"rgb9e5float",
     "uint",
     UINT64_C(16) << 27 | 511 << 18 | 1 << 9 | 256,
     "float4",
     {1, 1 / 256.0, 511 / 256.0, 1},
     1e-6},
    {"bgr10_xr", "uint", 0 << 20 | 384 << 10 | 894, "float4", {-384 / 510.0, 0, 1, 1}, 1e-6},
    {"bgr10_xr_srgb", "uint", 894 << 20 | 384 << 10, "float4", {1, 0, -0.526, 1}, 0.01},
    {"a8unorm", "uchar", 51, "float4", {0, 0, 0, 0.2}, 1e-6},
    {"r8unorm", "uchar", 51, "float4", {0.2, 0, 0, 1}, 1e-6},
    {"bgra8unorm", "uchar4", 0x33664c19, "float4", {102 / 255.0, 76 / 255.0, 25 / 255.0, 0.2}, 1e-6},
    {"rgba8unorm_srgb", "uchar4", 0x800080ff, "float4", {1, 0.215861, 0, 128 / 255.0}, 0.005},
    {"rg16unorm", "ushort2", 0x80000001, "float4", {1 / 65535.0, 32768 / 65535.0, 0, 1}, 1e-6},
    {"rg8snorm", "char2", 0x8180, "float4", {-1, -1, 0, 1}, 1e-6},
    {"r16snorm", "short", 0xfffe, "float4", {-2 / 32767.0, 0, 0, 1}, 1e-6},
    {"rg8uint", "uchar2", 0xff80, "uint4", {128, 255, 0, 1}, 1},
    {"rg8sint", "char2", 0xff80, "int4", {-128, -1, 0, 1}, 1},
    {"r16sint", "short", 0xfffb, "short4", {-5, 0, 0, 1}, 1},
    {"r32uint", "uint", 0xfffffffe, "uint4", {4294967294.0, 0, 0, 1}, 1},
    {"rg16float", "half2", 0x00013e00, "float4", {1.5, 0x1p-24, 0, 1}, 1e-6},
    {"r32float", "float", 0x3fc00000, "float4", {1.5, 0, 0, 1}, 1e-6},
    {"r32float", "float", 0x00800000, "float4", {0x1p-126, 0, 0, 1}, 1e-6},
};

/* What `reference` refuses of one element with these components. */
static size_t refuses(const char *format, const char *type, const uint64_t *texel, const char *as, const double *rgba)
{
    assay_type out;
    unsigned char bytes[16];
    trial t = {0};
    trial_array(&t, type, texel, 1);
    t.array[0].format = format;
    assert_true(assay_type_from_name(as, &out) && out.lanes == 4);
    size_t size = assay_scalar_size(out.scalar);
    for (size_t c = 0; c < 4; c++)
        scalar_store(out.scalar, bytes + c * size, scalar_encode(out.scalar, rgba[c]));
    size_t wrong = refused(&t, "texels", as, bytes, 1);
    assert_int_equal(t.unjudged, 0);
    return wrong;
}

static void reading(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof texels / sizeof *texels; n++) {
        const texel_row *row = &texels[n];
        double rgba[4];
        memcpy(rgba, row->rgba, sizeof rgba);
        if (refuses(row->format, row->type, &row->texel, row->as, rgba))
            fail_msg("%s: row %zu is refused", row->format, n);
        for (int c = 0; c < 4; c++) {
            rgba[c] = isinf(rgba[c]) ? 65504 : rgba[c] + row->other;
            if (refuses(row->format, row->type, &row->texel, row->as, rgba) != 1)
                fail_msg("%s: row %zu, component %d may be %g", row->format, n, c, rgba[c]);
            rgba[c] = row->rgba[c];
        }
    }
}

/* Components of two bytes with ten bits, blue first; alpha ends at 0 and 1. */
static void reading_wide(void **state)
{
    (void)state;
    const struct {
        uint16_t texel[4];
        double rgba[4], other;
        const char *format;
    } rows[] = {
        {{1023 << 6, 384 << 6, 894 << 6, 1023 << 6}, {1, 0, 639 / 510.0, 1}, 1e-6, "bgra10_xr"},
        {{0, 639 << 6, 385 << 6, 100 << 6}, {1 / 510.0, 0.5, -384 / 510.0, 0}, 1e-6, "bgra10_xr"},
        {{894 << 6, 639 << 6, 129 << 6, 639 << 6}, {-0.214041, 0.214041, 1, 0.5}, 0.005, "bgra10_xr_srgb"},
        {{639 << 6, 639 << 6, 129 << 6, 639 << 6}, {-0.214041, 0.214041, 0.214041, 0.5}, 0.0015, "bgra10_xr_srgb"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        uint64_t texel;
        double rgba[4];
        memcpy(&texel, rows[n].texel, sizeof texel);
        memcpy(rgba, rows[n].rgba, sizeof rgba);
        if (refuses(rows[n].format, "ushort4", &texel, "float4", rgba))
            fail_msg("%s: row %zu is refused", rows[n].format, n);
        for (int c = 0; c < 4; c++) {
            rgba[c] += rows[n].other;
            assert_int_equal(refuses(rows[n].format, "ushort4", &texel, "float4", rgba), 1);
            rgba[c] = rows[n].rgba[c];
        }
    }
}

/* NaN of 32 bits may become zero, and so may a subnormal; NaN of fewer bits stays one (8.7.2, 8.7.3). */
static void what_may_vanish(void **state)
{
    (void)state;
    const uint64_t nan = 0x7fc00001, subnormal = 0x400000, half_nan = 0x7e01, small_nan = 993 << 11;
    double zero[4] = {0, 0, 0, 1}, as_nan[4] = {NAN, 0, 0, 1}, green[4] = {0, NAN, 0, 1}, same[4] = {0x1p-127, 0, 0, 1},
           one[4] = {1, 0, 0, 1};
    assert_int_equal(refuses("r32float", "float", &nan, "float4", zero), 0);
    assert_int_equal(refuses("r32float", "float", &nan, "float4", as_nan), 0);
    assert_int_equal(refuses("r32float", "float", &nan, "float4", one), 1);
    assert_int_equal(refuses("r32float", "float", &subnormal, "float4", zero), 0);
    assert_int_equal(refuses("r32float", "float", &subnormal, "float4", same), 0);
    assert_int_equal(refuses("r32float", "float", &subnormal, "float4", as_nan), 1);
    assert_int_equal(refuses("r16float", "half", &half_nan, "float4", as_nan), 0);
    assert_int_equal(refuses("r16float", "half", &half_nan, "float4", zero), 1);
    assert_int_equal(refuses("rg11b10float", "uint", &(uint64_t){small_nan << 1}, "float4", green), 0);
    assert_int_equal(refuses("rg11b10float", "uint", &(uint64_t){small_nan << 1}, "float4", zero), 1);
}

/* ---- Writing */

typedef struct colour_row {
    const char *format, *type;
    float rgba[4];
    uint64_t word[4]; /* that the pixel may become; ends with one that repeats */
    int words;
} colour_row;

static const float below_half = 0x1.fffffep-2f; /* and a half is 1, rounded to float */

static const colour_row colours[] = {
    {"r8unorm", "uchar", {0.5f}, {128}, 1}, /* 127.5: to even */
    {"r8unorm", "uchar", {-1}, {0}, 1},
    {"r8unorm", "uchar", {2}, {255}, 1},
    {"r8unorm", "uchar", {NAN}, {0}, 1},
    {"a8unorm", "uchar", {1, 1, 1, 0.2f}, {51}, 1},
    {"bgra8unorm", "uchar4", {0.2f, 0.4f, 0.6f, 1}, {0xff336699}, 1},
    {"r8snorm", "char", {-0.5f}, {0xc0}, 1}, /* -63.5 */
    {"r8snorm", "char", {-2}, {0x81}, 1},
    {"rg16snorm", "short2", {-INFINITY, INFINITY}, {0x7fff8001}, 1},
    {"r8unorm_srgb", "uchar", {0.5f}, {187, 188}, 2}, /* 187.516 */
    {"r8unorm_srgb", "uchar", {0.003f}, {9, 10}, 2},  /* 255 * 12.92 * 0.003 = 9.884 */
    {"r8unorm_srgb", "uchar", {0.1f}, {89, 90}, 2},   /* 89.04 */
    {"r8unorm_srgb", "uchar", {-3}, {0}, 1},
    {"r16float", "half", {0x1.8p-25f}, {1, 0}, 2},
    {"r16float", "half", {-0x1.006p0f}, {0xbc02, 0xbc01}, 2}, /* a tie: to even, or toward zero */
    {"r16float", "half", {0x1.008p0f}, {0x3c02}, 1},
    {"r16float", "half", {1e9f}, {0x7c00, 0x7bff}, 2},
    {"r16float", "half", {-INFINITY}, {0xfc00}, 1},
    {"r32float", "float", {1.5f}, {0x3fc00000}, 1},
    {"r32float", "float", {0x1p-130f}, {0x80000, 0, 0x80000000}, 3},
    {"b5g6r5unorm", "ushort", {1, 0, 0.2f}, {31 << 11 | 6}, 1}, /* 0.2 * 31 = 6.2 */
    {"abgr4unorm", "ushort", {0.2f, 1, 0, 0.4f}, {0x3f06}, 1},
    {"bgr5a1unorm", "ushort", {0, 1, 0, 1}, {1 << 15 | 31 << 5}, 1},
    {"rgb10a2unorm", "uint", {1, 0, 1, 0.7f}, {UINT64_C(2) << 30 | 1023 << 20 | 1023}, 1},
    /* A tie of six bits of significand, and one of five; below zero, zero. */
    {"rg11b10float",
     "uint",
     {1 + 1 / 128.0f, -1, 1 + 1 / 64.0f},
     {480u << 22 | 960, 480u << 22 | 961, 481u << 22 | 960, 481u << 22 | 961},
     4},
    {"rg11b10float", "uint", {1e9f, INFINITY, 0}, {1984 << 11 | 1983, 1984 << 11 | 1984}, 2},
    {"rg11b10float", "uint", {1 + 0.9f / 128, 1 + 1.1f / 128, 0}, {961 << 11 | 960}, 1},
    {"rgb9e5float", "uint", {1, 0.5f, 0.25f}, {UINT64_C(16) << 27 | 64 << 18 | 128 << 9 | 256}, 1},
    {"rgb9e5float", "uint", {511.6f / 256, 0, 0}, {UINT64_C(17) << 27 | 256}, 1}, /* 511.6 rounds to ten bits */
    {"rgb9e5float", "uint", {-1, NAN, 1e9f}, {UINT64_C(31) << 27 | 511 << 18}, 1},
    {"rgb9e5float", "uint", {0, 0, 0}, {0}, 1},
    {"rgb9e5float", "uint", {0x1p-25f, 0x1p-24f, 0}, {0 << 9 | 1 | 1 << 9}, 1}, /* the smallest exponent */
    {"rgb9e5float",
     "uint",
     {1, below_half / 256, below_half / 256},
     {UINT64_C(16) << 27 | 256, UINT64_C(16) << 27 | 1 << 9 | 256, UINT64_C(16) << 27 | 1 << 18 | 256,
      UINT64_C(16) << 27 | 1 << 18 | 1 << 9 | 256},
     4},
    {"bgr10_xr", "uint", {0, 1, -1}, {384 << 20 | 894 << 10}, 1},
    {"bgr10_xr", "uint", {0.001f, 2, 0}, {384 << 20 | 1023 << 10 | 384, 385 << 20 | 1023 << 10 | 384}, 2},
    {"bgr10_xr_srgb", "uint", {0, 0, -0.5f}, {384 << 20 | 384 << 10 | 8, 384 << 20 | 384 << 10 | 9}, 2},
    {"bgra10_xr",
     "ushort4",
     {0.001f, 1, 0, 0.5f}, /* 384.51, 894, 384, 639, each six bits up */
     {UINT64_C(0x9fc06000df806000), UINT64_C(0x9fc06040df806000)},
     2},
};

/* The colour is written with the format `row` has; what is refused of this pixel. */
static size_t refuses_word(const colour_row *row, uint64_t word, size_t *unjudged)
{
    trial t = {0};
    reference_call call = {0};
    check_result result;
    compare_rule how = {.kind = COMPARE_BITS};
    trial_array(&t, "float4", row->rgba, 1);
    call = (reference_call){
        .argument = t.argument, .argument_count = 1, .dispatch = &t.dispatch, .count = 1, .format = row->format};
    assert_true(assay_type_from_name(row->type, &call.type));
    call.out = expectation_create(call.type, 1);
    reference_find("written")->function(&call);
    assert_null(call.error);
    check_output(call.out, &how, call.type, 1, &word, NULL, 0, &result);
    expectation_destroy(call.out);
    *unjudged = result.unjudged;
    return result.wrong;
}

static bool is_listed(const colour_row *row, uint64_t word)
{
    for (int n = 0; n < row->words; n++)
        if (row->word[n] == word)
            return true;
    return false;
}

/* Each word that may come is taken; others that differ in one bit, or are the next, are not. */
static void writing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
        const colour_row *row = &colours[i];
        assay_type type;
        size_t unjudged;
        assert_true(assay_type_from_name(row->type, &type));
        unsigned bits = 8 * type.stride;
        for (int n = 0; n < row->words; n++) {
            if (refuses_word(row, row->word[n], &unjudged) || unjudged)
                fail_msg("%s, row %zu: %#llx is refused", row->format, i, (unsigned long long)row->word[n]);
            for (unsigned bit = 0; bit < bits + 2; bit++) {
                uint64_t other = bit < bits    ? row->word[n] ^ UINT64_C(1) << bit
                                 : bit == bits ? row->word[n] + 1
                                               : row->word[n] - 1;
                other &= UINT64_MAX >> (64 - bits);
                if (!is_listed(row, other) && !refuses_word(row, other, &unjudged))
                    fail_msg("%s, row %zu: %#llx is taken", row->format, i, (unsigned long long)other);
            }
        }
    }
}

/* Of a NaN in these nothing is said; in a half it is a NaN or zero. */
static void writing_nan(void **state)
{
    (void)state;
    static const colour_row open[] = {{"rg11b10float", "uint", {1, NAN, 1}, {0}, 0},
                                      {"bgr10_xr", "uint", {NAN, 0, 0}, {0}, 0},
                                      {"bgra10_xr", "ushort4", {0, 0, 0, NAN}, {0}, 0}};
    static const colour_row half = {"r16float", "half", {NAN}, {0}, 0};
    size_t unjudged;
    for (size_t n = 0; n < sizeof open / sizeof *open; n++) {
        const uint64_t middle = UINT64_C(0x6000600060006000); /* 384, in components of two bytes */
        assert_int_equal(refuses_word(&open[n], middle, &unjudged), 0);
        assert_int_equal(unjudged, 1);
    }
    assert_int_equal(refuses_word(&half, 0x7e00, &unjudged), 0);
    assert_int_equal(refuses_word(&half, 0xfd01, &unjudged), 0);
    assert_int_equal(refuses_word(&half, 0, &unjudged), 0);
    assert_int_equal(refuses_word(&half, 0x7c00, &unjudged), 1);
}

/* ---- Inputs */

/* Of 8 and 16 bits each component takes every code, and no two components the same. */
static void codes(void **state)
{
    (void)state;
    static uint8_t byte[256][4];
    static int16_t two[65536][2];
    static bool seen[2][65536];
    generate("codes_in_turn", "uchar4", byte, 256, NULL, 0);
    generate("codes_in_turn", "short2", two, 65536, NULL, 0);
    for (unsigned lane = 0; lane < 4; lane++) {
        uint8_t found[256] = {0};
        size_t different = 0, equal = 0;
        for (size_t i = 0; i < 256; i++) {
            different += !found[byte[i][lane]]++;
            equal += byte[i][lane] == byte[i][(lane + 1) % 4];
        }
        assert_int_equal(different, 256);
        assert_true(equal <= 2);
    }
    size_t different = 0;
    for (size_t i = 0; i < 65536; i++)
        for (unsigned lane = 0; lane < 2; lane++) {
            bool *at = &seen[lane][(uint16_t)two[i][lane]];
            different += !*at;
            *at = true;
        }
    assert_int_equal(different, 2 * 65536);
    uint16_t half[2];
    uint32_t word[64];
    generate("codes_in_turn", "half", half, 2, NULL, 0);
    assert_true(half[0] == 0 && half[1] == 1); /* encodings, not numbers */
    generate("codes_in_turn", "float4", word, 16, NULL, 0);
    uint32_t all = 0;
    for (size_t i = 0; i < 64; i++) { /* at random, each for itself */
        all |= word[i] ^ word[0];
        for (size_t j = 0; j < i; j++)
            assert_true(word[i] != word[j]);
    }
    assert_int_equal(all, UINT32_MAX);
}

/* Every special number, the codes of the format and their middles, up to one beyond the end, of either sign. */
static void colours_of_a_format(void **state)
{
    (void)state;
    enum { COUNT = 4096 };
    static float number[COUNT];
    const double most = 31;
    size_t nans = 0, infinite = 0, negative = 0, halves = 0, beyond = 0, ends = 0, large = 0;
    generate("colours", "float", number, COUNT, &most, 1);
    for (size_t i = 0; i < COUNT; i++) {
        double code = fabs((double)number[i]) * most;
        nans += isnan(number[i]);
        infinite += isinf(number[i]) != 0;
        negative += number[i] < 0;
        halves += fabs(code - floor(code) - 0.5) < 1e-4;
        beyond += code > 31.9 && code < 32.1;
        ends += fabs(code - 31) < 1e-4;
        large += code > 1000 * most && !isinf(code);
    }
    assert_true(nans > 5 && infinite > 10 && large > 50);
    assert_true(negative > COUNT / 8 && negative < COUNT / 3);
    assert_true(halves > COUNT / 5 && halves < COUNT / 2);
    assert_true(beyond > 20 && ends > 20);
    generate("colours", "float", number, COUNT, NULL, 0); /* of 255 codes */
    for (size_t i = halves = 0; i < COUNT; i++) {
        double code = fabs((double)number[i]) * 255;
        halves += fabs(code - floor(code) - 0.5) < 1e-3;
    }
    assert_true(halves > COUNT / 5 && halves < COUNT / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading),
        cmocka_unit_test(reading_wide),
        cmocka_unit_test(what_may_vanish),
        cmocka_unit_test(writing),
        cmocka_unit_test(writing_nan),
        cmocka_unit_test(codes),
        cmocka_unit_test(colours_of_a_format),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("pixel", tests, NULL, NULL);
}
