/* lane_inputs_test.c: the inputs of SIMD- and quad-group cases, worked out by hand. A case computes with them whatever
 * they are: one that lost its ties, its lone lanes or its large numbers would pass as before. */
#include "../core/testing.h"

/* The elements that a generator makes, of which only small whole numbers are expected. */
static void makes(const char *input, const double *argument, const uint32_t *right, size_t count)
{
    uint32_t got[512];
    assert_true(count <= sizeof got / sizeof *got);
    generate(input, "uint", got, count, argument, argument ? 1 : 0);
    for (size_t i = 0; i < count; i++)
        if (got[i] != right[i])
            fail_msg("%s: element %zu is %u", input, i, (unsigned)got[i]);
}
#define MAKES(input, argument, ...)                                                                                    \
    do {                                                                                                               \
        static const uint32_t right[] = {__VA_ARGS__};                                                                 \
        makes(input, argument, right, sizeof right / sizeof *right);                                                   \
    } while (0)

static const double *width(double n)
{
    static double argument;
    argument = n;
    return &argument;
}

/* Of 0 and 1 about as many, and not in runs: the turn of a pattern that is random, WIDTH elements of every `turns`. */
static void turn_is_random(const char *input, size_t turn, size_t turns)
{
    enum { WIDTH = 64, GROUPS = 60 };
    static uint32_t flag[WIDTH * GROUPS];
    size_t ones = 0, changes = 0, total = 0;
    generate(input, "uint", flag, WIDTH * GROUPS, width(WIDTH), 1);
    for (size_t i = 0; i < WIDTH * GROUPS; i++)
        if (i / WIDTH % turns == turn) {
            assert_true(flag[i] <= 1);
            ones += flag[i];
            changes += i > 0 && flag[i] != flag[i - 1];
            total++;
        }
    assert_true(ones > total * 2 / 5 && ones < total * 3 / 5);
    assert_true(changes > total * 2 / 5 && changes < total * 3 / 5);
}

static void flags(void **state)
{
    (void)state;
    MAKES("sparse_flags", width(4), 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1);
    uint32_t later[28];
    generate("sparse_flags", "uint", later, 28, width(4), 1);
    static const uint32_t again[] = {1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1};
    assert_memory_equal(later + 16, again, sizeof again);
    MAKES("vote_patterns", width(4), 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1); /* lane 7 * turn % 4 */
    turn_is_random("sparse_flags", 3, 4);
    turn_is_random("vote_patterns", 4, 5);
    MAKES("all_but_first", width(4), 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1);
}

/* A width that no argument gives is 32. */
static void widths(void **state)
{
    (void)state;
    uint32_t got[64];
    generate("all_but_first", "uint", got, 64, NULL, 0);
    for (size_t i = 0; i < 64; i++)
        assert_int_equal(got[i], i != 32);
    generate("all_but_first", "uint", got, 64, width(0), 1);
    for (size_t i = 0; i < 64; i++)
        assert_int_equal(got[i], i != 32);
    MAKES("all_but_first", width(1), 1, 1, 1);
}

/* Four lanes each: bit by bit, and every pair of patterns once in 256 quads. */
static void quads(void **state)
{
    (void)state;
    enum { QUADS = 256 };
    static uint32_t fast[4 * QUADS], slow[4 * QUADS], maps[4 * QUADS];
    generate("quad_patterns", "uint", fast, 4 * QUADS, width(1), 1);
    generate("quad_patterns", "uint", slow, 4 * QUADS, width(16), 1);
    generate("all_lane_maps", "uint", maps, 4 * QUADS, NULL, 0);
    for (size_t quad = 0; quad < QUADS; quad++)
        for (size_t lane = 0; lane < 4; lane++) {
            assert_int_equal(fast[4 * quad + lane], quad % 16 >> lane & 1);
            assert_int_equal(slow[4 * quad + lane], quad / 16 >> lane & 1);
            assert_int_equal(maps[4 * quad + lane], quad >> 2 * lane & 3);
        }
    static uint32_t more[4 * (QUADS + 1)];
    generate("all_lane_maps", "uint", more, 4 * (QUADS + 1), NULL, 0);
    assert_memory_equal(more + 4 * QUADS, maps, 4 * sizeof *maps);
}

static void maps_of_lanes(void **state)
{
    (void)state;
    uint32_t got[64];
    generate("lane_maps", "uint", got, 64, width(8), 1);
    static const uint32_t right[4][8] = {
        {0, 1, 2, 3, 4, 5, 6, 7}, /* the own one */
        {7, 6, 5, 4, 3, 2, 1, 0}, /* mirrored */
        {2, 2, 2, 2, 2, 2, 2, 2}, /* one for all */
        {0, 7, 6, 5, 4, 3, 2, 1}, /* seven times the own one */
    };
    assert_memory_equal(got, right, sizeof right);
    assert_memory_equal(got + 40, right, 2 * sizeof *right);
    assert_int_equal(got[56], 7);
    static uint32_t many[8 * 200];
    generate("lane_maps", "uint", many, 8 * 200, width(8), 1);
    size_t seen[8] = {0};
    for (size_t i = 0; i < 8 * 200; i++)
        if (i / 8 % 5 == 4)
            seen[many[i] % 8] += many[i] < 8;
    for (size_t lane = 0; lane < 8; lane++)
        assert_true(seen[lane] > 20 && seen[lane] < 60); /* 320 in all */
}

/* Groups of small whole numbers, whose sums are exact in any order, alternate with groups that need every bit. */
static void values(void **state)
{
    (void)state;
    enum { WIDTH = 16, GROUPS = 80, COUNT = WIDTH * GROUPS };
    static float real[COUNT][2];
    static uint32_t whole[COUNT];
    static int32_t sign[COUNT];
    generate("lane_values", "float2", real, COUNT, width(WIDTH), 1);
    generate("lane_values", "uint", whole, COUNT, width(WIDTH), 1);
    generate("lane_values", "int", sign, COUNT, width(WIDTH), 1);
    bool small[8] = {false}, small_sign[7] = {false};
    size_t large = 0, negative = 0, fractions = 0, below = 0;
    for (size_t i = 0; i < COUNT; i++)
        if (i / WIDTH % 2 == 0) {
            assert_true(whole[i] < 8 && sign[i] >= -3 && sign[i] <= 3);
            small[whole[i]] = small_sign[sign[i] + 3] = true;
            for (int lane = 0; lane < 2; lane++)
                assert_true(real[i][lane] == rintf(real[i][lane]) && fabsf(real[i][lane]) <= 3);
        } else {
            large += whole[i] > UINT32_MAX / 2;
            negative += sign[i] < 0;
            for (int lane = 0; lane < 2; lane++) {
                assert_true(real[i][lane] >= -1 && real[i][lane] <= 1);
                fractions += real[i][lane] != rintf(real[i][lane]);
                below += real[i][lane] < 0;
            }
        }
    for (int n = 0; n < 7; n++)
        assert_true(small[n] && small_sign[n]);
    assert_true(small[7]);
    const size_t half = COUNT / 4; /* of the groups that need every bit */
    assert_true(large > half * 4 / 5 && large < half * 6 / 5 && negative > half * 4 / 5 && negative < half * 6 / 5);
    assert_true(fractions == COUNT && below > half * 2 * 4 / 5 && below < half * 2 * 6 / 5);
}

/* Of a product most factors are 1, and those that are not multiply exactly; others are near one, or odd. */
static void factors(void **state)
{
    (void)state;
    enum { WIDTH = 40, GROUPS = 40, COUNT = WIDTH * GROUPS };
    static float real[COUNT];
    static uint32_t whole[COUNT];
    static int32_t sign[COUNT];
    generate("lane_factors", "float", real, COUNT, width(WIDTH), 1);
    generate("lane_factors", "uint", whole, COUNT, width(WIDTH), 1);
    generate("lane_factors", "int", sign, COUNT, width(WIDTH), 1);
    size_t ones = 0, kinds[5] = {0}, wholes[8] = {0}, negative_whole = 0, below_one = 0, negative = 0, odd_negative = 0;
    for (size_t i = 0; i < COUNT; i++)
        if (i / WIDTH % 2 == 0) {
            ones += real[i] == 1;
            kinds[0] += real[i] == -1;
            kinds[1] += real[i] == 2;
            kinds[2] += real[i] == 0.5f;
            kinds[3] += real[i] == -2;
            kinds[4] += real[i] != 1;
            assert_true(whole[i] == 1 || whole[i] == 2 || whole[i] == 3 || whole[i] == 5);
            assert_true(abs(sign[i]) == abs((int)whole[i]));
            wholes[whole[i]]++;
            negative_whole += sign[i] < 0;
        } else {
            assert_true(fabsf(real[i]) >= 0.9f && fabsf(real[i]) <= 1.1f);
            below_one += fabsf(real[i]) < 1;
            negative += real[i] < 0;
            assert_true(whole[i] % 2 == 1 && (uint32_t)sign[i] % 2 == 1);
            odd_negative += sign[i] < 0;
        }
    const size_t half = COUNT / 2, tenth = half / 10;
    assert_true(kinds[4] > tenth * 2 / 3 && kinds[4] < tenth * 3 / 2 && ones + kinds[4] == half);
    assert_int_equal(kinds[0] + kinds[1] + kinds[2] + kinds[3], kinds[4]);
    for (int n = 0; n < 4; n++)
        assert_true(kinds[n] >= 5);
    assert_true(wholes[3] > wholes[2] && wholes[2] >= 5 && wholes[5] >= 5);
    assert_true(negative_whole > tenth / 4 && negative_whole < tenth * 3 / 4);
    assert_true(below_one > half * 2 / 5 && below_one < half * 3 / 5);
    assert_true(negative > half * 2 / 5 && negative < half * 3 / 5);
    assert_true(odd_negative > half * 2 / 5 && odd_negative < half * 3 / 5);
}

/* Every modulo with every delta below it. */
static void pairs(void **state)
{
    (void)state;
    uint32_t modulo[62], delta[62];
    generate("modulos", "uint", modulo, 62, NULL, 0);
    generate("deltas_of_modulos", "uint", delta, 62, NULL, 0);
    static const uint32_t first[] = {2, 2, 4, 4, 4, 4, 8}, deltas[] = {0, 1, 0, 1, 2, 3, 0};
    assert_memory_equal(modulo, first, sizeof first);
    assert_memory_equal(delta, deltas, sizeof deltas);
    assert_true(modulo[29] == 16 && delta[29] == 15 && modulo[61] == 32 && delta[61] == 31);
    MAKES("modulos", NULL, 2, 2, 4);
    uint32_t more[63];
    input_call call = {.type = {SCALAR_UINT, 1, 4}, .count = 63, .data = more};
    input_find("modulos")(&call);
    assert_non_null(call.error);
}

static void masks(void **state)
{
    (void)state;
    uint64_t mask[70];
    generate("vote_masks", "ulong", mask, 70, width(32), 1);
    assert_true(mask[0] == 0 && mask[1] == 2 && mask[63] == UINT64_C(1) << 63);
    assert_true(mask[65] == 2);                            /* a single bit again */
    assert_true(mask[66] == (UINT32_MAX & ~UINT64_C(4)));  /* all lanes but one */
    assert_true(mask[67] == UINT32_MAX);                   /* all of the lanes */
    assert_true(mask[68] == UINT64_C(0xffffffff00000000)); /* those above */
    assert_true(mask[64] != mask[69] && (mask[64] & (mask[64] - 1)) != 0 && (mask[69] & (mask[69] - 1)) != 0);
    generate("vote_masks", "ulong", mask, 70, width(64), 1);
    assert_true(mask[67] == UINT64_MAX && mask[68] == 0);
}

/* AND keeps some bits of all words, OR leaves some out; words differ. */
static void bits(void **state)
{
    (void)state;
    uint32_t word[128];
    generate("few_bits", "uint2", word, 64, NULL, 0);
    uint32_t all = UINT32_MAX, any = 0;
    size_t differ = 0;
    for (size_t i = 0; i < 128; i++) {
        all &= word[i];
        any |= word[i];
        differ += i > 0 && word[i] != word[i - 1];
    }
    assert_true(all != 0 && any != UINT32_MAX && differ > 100);
    int varying = __builtin_popcount(all ^ any);
    assert_true(varying >= 3 && varying <= 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags),         cmocka_unit_test(widths), cmocka_unit_test(quads),
        cmocka_unit_test(maps_of_lanes), cmocka_unit_test(values), cmocka_unit_test(factors),
        cmocka_unit_test(pairs),         cmocka_unit_test(masks),  cmocka_unit_test(bits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("lane inputs", tests, NULL, NULL);
}
