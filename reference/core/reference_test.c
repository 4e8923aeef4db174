/* reference_test.c: types, conversions, threads and random numbers that every reference stands on. */
#include "reference.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
// clang-format off
#include <cmocka.h>
// clang-format on

static void is_type(const char *name, assay_scalar scalar, unsigned lanes, unsigned stride)
{
    assay_type type;
    assert_true(assay_type_from_name(name, &type));
    assert_int_equal(type.scalar, scalar);
    assert_int_equal(type.lanes, lanes);
    assert_int_equal(type.stride, stride);
}

/* Sizes of MSL 2.1, 2.2 and 2.2.3. */
static void types(void **state)
{
    (void)state;
    static const char *const none[] = {"",       "float1",  "float5", "packed_float", "packed_",
                                       "floatx", "float33", "double", "Float",        "uint3 "};
    is_type("bool", SCALAR_BOOL, 1, 1);
    is_type("bool3", SCALAR_BOOL, 3, 4);
    is_type("char2", SCALAR_CHAR, 2, 2);
    is_type("uchar", SCALAR_UCHAR, 1, 1);
    is_type("ushort3", SCALAR_USHORT, 3, 8);
    is_type("half", SCALAR_HALF, 1, 2);
    is_type("half3", SCALAR_HALF, 3, 8);
    is_type("packed_half3", SCALAR_HALF, 3, 6);
    is_type("bfloat4", SCALAR_BFLOAT, 4, 8);
    is_type("float2", SCALAR_FLOAT, 2, 8);
    is_type("float3", SCALAR_FLOAT, 3, 16);
    is_type("packed_float3", SCALAR_FLOAT, 3, 12);
    is_type("packed_float2", SCALAR_FLOAT, 2, 8);
    is_type("long3", SCALAR_LONG, 3, 32);
    is_type("ulong4", SCALAR_ULONG, 4, 32);
    assay_type type;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(assay_type_from_name(none[i], &type));
}

/* Every half and bfloat goes to double and back; NaNs stay NaNs. */
static void small_floats_round_trip(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        double half = half_to_double((uint16_t)bits), bfloat = bfloat_to_double((uint16_t)bits);
        if (isnan(half))
            assert_true(isnan(half_to_double(double_to_half(half))));
        else
            assert_int_equal(double_to_half(half), bits);
        if (isnan(bfloat))
            assert_true(isnan(bfloat_to_double(double_to_bfloat(bfloat))));
        else
            assert_int_equal(double_to_bfloat(bfloat), bits);
    }
}

/* Between each two neighbours: just below the middle goes down, just above goes up, the middle to the even one. */
static void small_floats_round_to_even(void **state)
{
    (void)state;
    for (uint16_t bits = 0; bits < 0x7bff; bits++) {
        double low = half_to_double(bits), high = half_to_double((uint16_t)(bits + 1)), middle = low + (high - low) / 2;
        assert_int_equal(double_to_half(nextafter(middle, 0)), bits);
        assert_int_equal(double_to_half(nextafter(middle, INFINITY)), bits + 1);
        assert_int_equal(double_to_half(middle), bits + (bits & 1));
        assert_int_equal(double_to_half(-middle), 0x8000 | (bits + (bits & 1)));
    }
    for (uint16_t bits = 0; bits < 0x7f7f; bits++) {
        double low = bfloat_to_double(bits), high = bfloat_to_double((uint16_t)(bits + 1)),
               middle = low + (high - low) / 2;
        assert_int_equal(double_to_bfloat(nextafter(middle, 0)), bits);
        assert_int_equal(double_to_bfloat(nextafter(middle, INFINITY)), bits + 1);
        assert_int_equal(double_to_bfloat(middle), bits + (bits & 1));
    }
}

static void small_floats_at_the_edges(void **state)
{
    (void)state;
    assert_int_equal(double_to_half(65519.99), 0x7bff);
    assert_int_equal(double_to_half(65520), 0x7c00); /* half way beyond the largest: to INF */
    assert_int_equal(double_to_half(1e300), 0x7c00);
    assert_int_equal(double_to_half(-INFINITY), 0xfc00);
    assert_int_equal(double_to_half(0x1p-25), 0);
    assert_int_equal(double_to_half(nextafter(0x1p-25, 1)), 1);
    assert_int_equal(double_to_half(-0.0), 0x8000);
    assert_int_equal(double_to_half(5e-324), 0);
    assert_int_equal(double_to_half(1 - 0x1p-12), 0x3c00); /* the carry walks into the exponent */
    assert_int_equal(double_to_bfloat((double)FLT_MAX), 0x7f80);
    assert_int_equal(double_to_bfloat(0x1.fep127), 0x7f7f);
    assert_int_equal(double_to_bfloat(0x1p-133), 1);
}

static void scalars(void **state)
{
    (void)state;
    assert_int_equal(scalar_encode(SCALAR_UCHAR, 255.4), 255);
    assert_int_equal(scalar_encode(SCALAR_UCHAR, 1e9), 255);
    assert_int_equal(scalar_encode(SCALAR_UCHAR, -1), 0);
    assert_int_equal(scalar_encode(SCALAR_CHAR, -1e9), 0x80);
    assert_int_equal(scalar_encode(SCALAR_CHAR, -3), 0xfd);
    assert_int_equal(scalar_encode(SCALAR_INT, 2.5), 2);
    assert_int_equal(scalar_encode(SCALAR_INT, NAN), 0);
    assert_true(scalar_encode(SCALAR_LONG, 1e30) == INT64_MAX);
    assert_true(scalar_encode(SCALAR_LONG, -1e30) == UINT64_C(1) << 63);
    assert_true(scalar_encode(SCALAR_ULONG, 1e30) == UINT64_MAX);
    assert_true(scalar_encode(SCALAR_ULONG, 0x1p63) == UINT64_C(1) << 63);
    assert_int_equal(scalar_encode(SCALAR_BOOL, 0.25), 1);
    assert_int_equal(scalar_encode(SCALAR_FLOAT, 1e300), 0x7f800000);
    assert_int_equal(scalar_integer(SCALAR_SHORT, 0xffff), -1);
    assert_int_equal(scalar_integer(SCALAR_HALF, 0xc000), -2);
    assert_true(scalar_number(SCALAR_ULONG, UINT64_MAX) == 0x1p64);
    assert_true(scalar_number(SCALAR_UINT, 0xffffffff) == 4294967295.0);
    assert_true(scalar_number(SCALAR_INT, 0xffffffff) == -1);
    unsigned char memory[9] = {0};
    for (int s = SCALAR_BOOL; s <= SCALAR_FLOAT; s++) { /* at odd addresses too */
        scalar_store((assay_scalar)s, memory + 1, 1);
        assert_int_equal(scalar_load((assay_scalar)s, memory + 1), 1);
    }
}

static void arrays(void **state)
{
    (void)state;
    const float data[8] = {1, 2, 3, 99, 4, 5, -6.5f, 98};
    reference_array array = {.name = "a", .type = {SCALAR_FLOAT, 3, 16}, .count = 2, .data = data};
    assert_true(array_number(&array, 1, 2) == -6.5);
    assert_int_equal(array_integer(&array, 1, 2), -6);
    assert_int_equal(array_bits(&array, 0, 0), 0x3f800000);
    float out[4] = {0};
    input_call call = {.type = {SCALAR_FLOAT, 2, 8}, .count = 2, .data = out};
    input_set(&call, 1, 1, 0.1);
    assert_true(out[3] == 0.1f);
    assert_true(out[2] == 0);
}

/* Against counting: threads of each threadgroup in order of their index fill its SIMD-groups. */
static void threads(void **state)
{
    (void)state;
    const reference_dispatch dispatch = {{19, 7, 3}, {8, 4, 2}, {3, 2, 2}, false, 32};
    reference_thread thread;
    size_t index = 0, whole = 0;
    for (uint32_t z = 0; z < 3; z++)
        for (uint32_t y = 0; y < 7; y++)
            for (uint32_t x = 0; x < 19; x++, index++) {
                reference_thread_at(&dispatch, index, &thread);
                uint32_t width = x < 16 ? 8 : 3, height = y < 4 ? 4 : 3, depth = z < 2 ? 2 : 1;
                uint32_t in_group = x % 8 + width * (y % 4 + height * (z % 2));
                assert_int_equal(thread.position[0], x);
                assert_int_equal(thread.position[2], z);
                assert_int_equal(thread.group[1], y / 4);
                assert_int_equal(thread.group_size, width * height * depth);
                assert_int_equal(thread.index_in_group, in_group);
                assert_int_equal(thread.lane, in_group % 32);
                assert_int_equal(thread.simdgroup, in_group / 32);
                uint32_t left = width * height * depth - in_group / 32 * 32;
                assert_int_equal(thread.simd_lanes, left < 32 ? left : 32);
                assert_int_equal(reference_thread_index(&dispatch, thread.group, in_group), index);
                reference_thread first;
                reference_thread_at(&dispatch, thread.simd_first, &first);
                assert_int_equal(first.lane, 0);
                assert_int_equal(first.simdgroup, thread.simdgroup);
                assert_memory_equal(first.group, thread.group, sizeof first.group);
                whole += thread.group_size == 64;
            }
    assert_int_equal(whole, 2 * 64); /* only two of the twelve threadgroups are whole */
}

static void random_numbers(void **state)
{
    (void)state;
    /* The published first outputs of SplitMix64 from state 0: the same on every machine. */
    assert_true(random_bits(0, 0) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(random_bits(0, 1) == UINT64_C(0x6e789e6aa1b965f4));
    double sum = 0;
    for (uint64_t n = 0; n < 10000; n++) {
        double unit = random_unit(5, n);
        assert_true(unit >= 0 && unit < 1);
        sum += unit;
    }
    assert_true(fabs(sum / 10000 - 0.5) < 0.02);
}

static void registry(void **state)
{
    (void)state;
    assert_null(reference_find("no_such_reference"));
    assert_null(input_find("no_such_input"));
    size_t count = 0;
    for (const reference_entry *entry = reference_all(); entry->name; entry++, count++)
        assert_ptr_equal(reference_find(entry->name), entry); /* no name twice */
    assert_true(count > 0);
    for (const input_entry *entry = input_all(); entry->name; entry++)
        assert_true(input_find(entry->name) == entry->function);
}

static void roundoff(void **state)
{
    (void)state;
    assert_true(unit_roundoff(SCALAR_FLOAT) == (double)FLT_EPSILON / 2);
    assert_true(unit_roundoff(SCALAR_HALF) == (half_to_double(0x3c01) - 1) / 2);
    assert_true(unit_roundoff(SCALAR_BFLOAT) == (bfloat_to_double(0x3f81) - 1) / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),
        cmocka_unit_test(small_floats_round_trip),
        cmocka_unit_test(small_floats_round_to_even),
        cmocka_unit_test(small_floats_at_the_edges),
        cmocka_unit_test(scalars),
        cmocka_unit_test(arrays),
        cmocka_unit_test(threads),
        cmocka_unit_test(random_numbers),
        cmocka_unit_test(registry),
        cmocka_unit_test(roundoff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
