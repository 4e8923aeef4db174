/* integer_test.c: each integer function at the ends of its types, worked out by hand from MSL 6.4. */
#include "../core/rows_testing.h"

static void functions_of_one(void **state)
{
    (void)state;
    static const exact_row rows[] = {
        {"int_abs", "char", {0x85}, 1, "uchar", 0x7b, false},
        {"int_abs", "char", {0x80}, 1, "uchar", 0x80, true}, /* its magnitude is no char */
        {"int_abs", "ushort", {0xffff}, 1, NULL, 0xffff, false},
        {"int_popcount", "char", {0xff}, 1, NULL, 8, false},
        {"int_popcount", "ulong", {0xf0f0f0f0f0f0f0f1}, 1, NULL, 33, false},
        {"int_clz", "ushort", {0x0123}, 1, NULL, 7, false},
        {"int_clz", "int", {0}, 1, NULL, 32, false},
        {"int_ctz", "uint", {0x80000000}, 1, NULL, 31, false},
        {"int_ctz", "long", {0}, 1, NULL, 64, false},
        {"int_reverse_bits", "uchar", {0x13}, 1, NULL, 0xc8, false},
        {"int_reverse_bits", "uint", {1}, 1, NULL, 0x80000000, false},
    };
    ALL_EXACTLY(rows);
}

static void functions_of_two(void **state)
{
    (void)state;
    static const exact_row rows[] = {
        {"int_absdiff", "char", {0x80, 0x7f}, 2, "uchar", 0xff, false},
        {"int_absdiff", "uchar", {3, 250}, 2, NULL, 247, false},
        {"int_addsat", "char", {100, 100}, 2, NULL, 127, false},
        {"int_addsat", "char", {0x9c, 0x9c}, 2, NULL, 0x80, false}, /* -100 + -100 */
        {"int_addsat", "uint", {0xffffffff, 1}, 2, NULL, 0xffffffff, false},
        {"int_addsat", "ulong", {UINT64_MAX, UINT64_MAX}, 2, NULL, UINT64_MAX, false},
        {"int_addsat", "long", {INT64_MAX, 1}, 2, NULL, INT64_MAX, false},
        {"int_subsat", "uchar", {3, 5}, 2, NULL, 0, false},
        {"int_subsat", "short", {0x8000, 1}, 2, NULL, 0x8000, false},
        {"int_subsat", "int", {5, 0xffffffff}, 2, NULL, 6, false},
        {"int_hadd", "uchar", {255, 254}, 2, NULL, 254, false},
        {"int_rhadd", "uchar", {255, 254}, 2, NULL, 255, false},
        {"int_hadd", "char", {0xff, 0xfe}, 2, NULL, 0xfe, false}, /* (-1 + -2) / 2, down */
        {"int_rhadd", "char", {0xff, 0xfe}, 2, NULL, 0xff, false},
        {"int_hadd", "ulong", {UINT64_MAX, UINT64_MAX - 1}, 2, NULL, UINT64_MAX - 1, false},
        {"int_max", "char", {0xff, 1}, 2, NULL, 1, false},
        {"int_max", "uchar", {0xff, 1}, 2, NULL, 0xff, false},
        {"int_min", "long", {UINT64_MAX, 1}, 2, NULL, UINT64_MAX, false},
        {"int_min", "ulong", {UINT64_MAX, 1}, 2, NULL, 1, false},
        {"int_mulhi", "uchar", {200, 200}, 2, NULL, 40000 >> 8, false},
        {"int_mulhi", "int", {0xffffffff, 2}, 2, NULL, 0xffffffff, false}, /* -2 */
        {"int_mulhi", "ulong", {UINT64_MAX, UINT64_MAX}, 2, NULL, UINT64_MAX - 1, false},
        {"int_mulhi", "long", {INT64_MAX, INT64_MAX}, 2, NULL, INT64_MAX / 2, false},
        {"int_rotate", "uchar", {0x81, 9}, 2, NULL, 0x03, false},
        {"int_rotate", "uint", {0x80000001, 32}, 2, NULL, 0x80000001, false},
        {"int_rotate", "char", {0x81, 0xff}, 2, NULL, 0, true}, /* by -1 */
        {"int_mul24", "int", {0x7fffff, 0x7fffff}, 2, NULL, 0xff000001, false},
        {"int_mul24", "uint", {0xffffff, 2}, 2, NULL, 0x1fffffe, false},
        {"int_mul24", "int", {0x800000, 1}, 2, NULL, 0, true},
        {"int_mul24", "uint", {0x1000000, 1}, 2, NULL, 0, true},
    };
    ALL_EXACTLY(rows);
}

static void functions_of_three(void **state)
{
    (void)state;
    static const exact_row rows[] = {
        {"int_clamp", "char", {0x80, 0xff, 5}, 3, NULL, 0xff, false},
        {"int_clamp", "char", {100, 0xff, 5}, 3, NULL, 5, false},
        {"int_clamp", "uchar", {7, 1, 9}, 3, NULL, 7, false},
        {"int_clamp", "char", {0, 5, 4}, 3, NULL, 0, true},
        {"int_max3", "short", {0xffff, 0x8000, 0xfffe}, 3, NULL, 0xffff, false},
        {"int_min3", "ushort", {0xffff, 0x8000, 0xfffe}, 3, NULL, 0x8000, false},
        {"int_median3", "char", {0xff, 1, 0}, 3, NULL, 0, false},
        {"int_median3", "uchar", {0xff, 1, 0}, 3, NULL, 1, false},
        {"int_median3", "int", {4, 9, 4}, 3, NULL, 4, false},
        {"int_median3", "int", {9, 4, 9}, 3, NULL, 9, false},
        {"int_mad24", "int", {3, 0xfffffffb, 20}, 3, NULL, 5, false},
        {"int_mad24", "uint", {0x1000000, 1, 1}, 3, NULL, 0, true},
        {"int_madhi", "uint", {0x80000000, 6, 0xfffffffe}, 3, NULL, 1, false},
        {"int_madhi", "int", {0x40000000, 8, 0x7fffffff}, 3, NULL, 0, true},
        {"int_madsat", "uchar", {16, 16, 0}, 3, NULL, 255, false},
        {"int_madsat", "uchar", {15, 17, 0}, 3, NULL, 255, false},
        {"int_madsat", "uchar", {15, 16, 14}, 3, NULL, 254, false},
        {"int_madsat", "char", {0x80, 2, 0x7f}, 3, NULL, 0x81 - 0x01, false}, /* -256 + 127 */
        {"int_madsat", "long", {INT64_MAX, INT64_MAX, 0}, 3, NULL, INT64_MAX, false},
        {"int_madsat", "ulong", {UINT64_MAX, 2, 0}, 3, NULL, UINT64_MAX, false},
    };
    ALL_EXACTLY(rows);
}

static void fields_of_bits(void **state)
{
    (void)state;
    static const exact_row rows[] = {
        {"extract_bits", "uchar", {0xb4, 2, 4}, 3, NULL, 0xd, false},
        {"extract_bits", "char", {0xb4, 2, 4}, 3, NULL, 0xfd, false},
        {"extract_bits", "char", {0xb4, 8, 0}, 3, NULL, 0, false},
        {"extract_bits", "ulong", {UINT64_MAX, 0, 64}, 3, NULL, UINT64_MAX, false},
        {"extract_bits", "uchar", {0xb4, 5, 4}, 3, NULL, 0, true},
        {"insert_bits", "uchar", {0xff, 0x02, 3, 3}, 4, NULL, 0xd7, false},
        {"insert_bits", "uint", {0x12345678, 0, 32, 0}, 4, NULL, 0x12345678, false},
        {"insert_bits", "ulong", {1, UINT64_MAX, 0, 64}, 4, NULL, UINT64_MAX, false},
        {"insert_bits", "uint", {0, 0, 30, 3}, 4, NULL, 0, true},
        {"interleave", "uchar", {0x0f, 0xf1}, 2, "ushort", 0xaa57, false},
        {"deinterleave", "ushort", {0xaa57}, 1, "uchar2", 0xf10f, false},
    };
    ALL_EXACTLY(rows);
}

/* Of 8 bits all pairs; of other widths what stands at the edges, in each combination. */
static void inputs_reach_the_edges(void **state)
{
    (void)state;
    enum { PAIRS = 65536, SOME = 24 * 24 };
    static uint8_t a[PAIRS], b[PAIRS];
    static bool met[PAIRS];
    generate("whole_numbers", "uchar", a, PAIRS, (const double[]){0, 2}, 2);
    generate("whole_numbers", "uchar", b, PAIRS, (const double[]){1, 2}, 2);
    for (size_t i = 0; i < PAIRS; i++) {
        assert_false(met[a[i] << 8 | b[i]]);
        met[a[i] << 8 | b[i]] = true;
    }
    uint32_t x[SOME], y[SOME];
    bool both_least = false, least_and_greatest = false;
    generate("whole_numbers", "int", x, SOME, (const double[]){0, 2}, 2);
    generate("whole_numbers", "int", y, SOME, (const double[]){1, 2}, 2);
    for (size_t i = 0; i < SOME; i++) {
        both_least = both_least || (x[i] == 0x80000000 && y[i] == 0x80000000);
        least_and_greatest = least_and_greatest || (x[i] == 0x80000000 && y[i] == 0x7fffffff);
    }
    assert_true(both_least && least_and_greatest);
    uint8_t offsets[45], sizes[45];
    generate("bit_fields", "uchar", offsets, 45, (const double[]){0, 8}, 2);
    generate("bit_fields", "uchar", sizes, 45, (const double[]){1, 8}, 2);
    for (size_t i = 0; i < 45; i++)
        assert_true(offsets[i] + sizes[i] <= 8);
    assert_int_equal(offsets[43], 7);
    assert_int_equal(sizes[8], 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_one),       cmocka_unit_test(functions_of_two),
        cmocka_unit_test(functions_of_three),     cmocka_unit_test(fields_of_bits),
        cmocka_unit_test(inputs_reach_the_edges),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("integer", tests, NULL, NULL);
}
