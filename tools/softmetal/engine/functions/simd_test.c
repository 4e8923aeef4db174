/* simd_test.c: SIMD- and quad-group functions on lanes filled by hand, against what the specification's sentence says
 * of one lane. */
#include "simd.h"
#include "../../include/__msl/operations.h"
#include "../settings.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { STRIDE = (sizeof(sm_thread) + 63) / 64 * 64, UNKNOWN = -1, OWN = -2 };

static _Alignas(64) unsigned char memory[64 * STRIDE];

static sm_thread *lane(uint32_t i)
{
    return (sm_thread *)(void *)(memory + (size_t)i * STRIDE);
}

static uint64_t perform(uint32_t operation, uint32_t type, uint32_t width, uint64_t mask, bool apple)
{
    sm_lanes lanes = {&lane(0)->a, &lane(0)->b, &lane(0)->c, &lane(0)->result, STRIDE, width};
    sm_site site = {.operation = operation, .type = type};
    for (uint32_t i = 0; i < width; i++)
        lane(i)->result = UINT64_C(0xdead);
    uint64_t unknown = sm_simd_perform(&site, &lanes, mask, apple);
    for (uint32_t i = 0; i < width; i++) {
        if (!(mask >> i & 1))
            assert_int_equal(lane(i)->result, 0xdead); /* lanes that do not take part are left alone */
    }
    return unknown;
}

/* From which lane of `width` lane i takes its value, by the words of MSL 6.10.2; delta may be a lane or a mask. */
static int source(uint32_t operation, int i, int delta, int width)
{
    switch (operation) {
    case __MSL_BROADCAST:
    case __MSL_SHUFFLE: return delta;
    case __MSL_SHUFFLE_XOR: return i ^ delta;
    case __MSL_SHUFFLE_UP: return i - delta < 0 ? i : i - delta;
    case __MSL_SHUFFLE_DOWN: return i + delta >= width ? i : i + delta;
    case __MSL_ROTATE_UP: return (i + width - delta) % width;
    default: return (i + delta) % width;
    }
}

static void check_permutation(uint32_t operation, uint32_t width, uint64_t mask, int delta, bool quad)
{
    int group = quad ? 4 : (int)width;
    for (uint32_t i = 0; i < width; i++) {
        lane(i)->a = 1000 + i;
        lane(i)->c = (uint32_t)delta;
    }
    uint64_t unknown = perform(operation | (quad ? __MSL_QUAD : 0), __MSL_U32, width, mask, false);
    for (int i = 0; i < (int)width; i++) {
        if (!(mask >> i & 1))
            continue;
        int base = i / group * group, from = source(operation, i - base, delta, group);
        bool known = from < group && (mask >> (base + from) & 1);
        assert_int_equal(unknown >> i & 1, !known);
        if (known)
            assert_int_equal(lane((uint32_t)i)->result, 1000 + base + from);
    }
}

static const uint64_t masks[] = {UINT64_C(0xffffffff), 1, 0xff, 0x80000001, 0x55555555, 0xfff0f00f};

static void permutations(void **state)
{
    (void)state;
    static const uint32_t operations[] = {__MSL_BROADCAST,    __MSL_SHUFFLE,   __MSL_SHUFFLE_XOR, __MSL_SHUFFLE_UP,
                                          __MSL_SHUFFLE_DOWN, __MSL_ROTATE_UP, __MSL_ROTATE_DOWN};
    for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
        for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
            for (int delta = 0; delta < 32; delta++)
                check_permutation(operations[o], 32, masks[m], delta, false);
            for (int delta = 0; delta < 4; delta++)
                check_permutation(operations[o], 32, masks[m], delta, true);
        }
        for (int delta = 0; delta < 64; delta++)
            check_permutation(operations[o], 64, ~UINT64_C(0), delta, false);
    }
}

static void filling(void **state)
{
    (void)state;
    for (uint32_t modulo = 2; modulo <= 32; modulo *= 2) {
        for (uint32_t delta = 0; delta < modulo; delta++) {
            for (uint32_t i = 0; i < 32; i++) {
                lane(i)->a = 100 + i;
                lane(i)->b = 200 + i;
                lane(i)->c = delta | modulo << 16;
            }
            assert_int_equal(perform(__MSL_FILL_DOWN, __MSL_I32, 32, masks[0], false), 0);
            for (uint32_t i = 0; i < 32; i++) {
                uint32_t base = i / modulo * modulo, at = i % modulo + delta;
                assert_int_equal(lane(i)->result, at < modulo ? 100 + base + at : 200 + base + at - modulo);
            }
            perform(__MSL_FILL_UP, __MSL_I32, 32, masks[0], false);
            for (uint32_t i = 0; i < 32; i++) {
                uint32_t base = i / modulo * modulo, at = i % modulo;
                assert_int_equal(lane(i)->result,
                                 at >= delta ? 100 + base + at - delta : 200 + base + at + modulo - delta);
            }
        }
    }
}

static void integer_reductions(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        int8_t sum = 0, least = 127, most = -128, product = 1;
        int8_t before[32];
        for (uint32_t i = 0; i < 32; i++) {
            int8_t v = (int8_t)(i * 37 - 60);
            lane(i)->a = (uint8_t)v;
            before[i] = sum;
            if (!(masks[m] >> i & 1))
                continue;
            sum = (int8_t)(sum + v);
            product = (int8_t)(product * v);
            least = v < least ? v : least;
            most = v > most ? v : most;
        }
        uint32_t first = (uint32_t)__builtin_ctzll(masks[m]);
        perform(__MSL_SUM, __MSL_I8, 32, masks[m], false);
        assert_int_equal(lane(first)->result, (uint8_t)sum);
        perform(__MSL_PRODUCT, __MSL_I8, 32, masks[m], false);
        assert_int_equal(lane(first)->result, (uint8_t)product);
        perform(__MSL_MINIMUM, __MSL_I8, 32, masks[m], false);
        assert_int_equal(lane(first)->result, (uint8_t)least);
        perform(__MSL_MAXIMUM, __MSL_I8, 32, masks[m], false);
        assert_int_equal(lane(first)->result, (uint8_t)most);
        perform(__MSL_EXCLUSIVE_SUM, __MSL_I8, 32, masks[m], false);
        for (uint32_t i = 0; i < 32; i++) {
            if (masks[m] >> i & 1)
                assert_int_equal(lane(i)->result, (uint8_t)before[i]);
        }
        perform(__MSL_INCLUSIVE_SUM, __MSL_I8, 32, masks[m], false);
        for (uint32_t i = 0; i < 32; i++) {
            if (masks[m] >> i & 1)
                assert_int_equal(lane(i)->result, (uint8_t)(before[i] + (int8_t)lane(i)->a));
        }
    }
}

static uint64_t bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static void float_sums_in_two_orders(void **state)
{
    (void)state;
    /* by halves (1e8 - 1e8) + (1 + 1) = 2; by pairs (1e8 + 1) + (-1e8 + 1) = 0; one after the other it would be 1 */
    const float v[4] = {1e8f, 1, -1e8f, 1};
    for (uint32_t i = 0; i < 4; i++)
        lane(i)->a = bits(v[i]);
    perform(__MSL_SUM, __MSL_F32, 32, 15, false);
    assert_int_equal(lane(0)->result, bits(2));
    perform(__MSL_SUM, __MSL_F32, 32, 15, true);
    assert_int_equal(lane(0)->result, bits(0));
    for (uint32_t i = 0; i < 32; i++) /* lane 13 is missing: 5 + 21 meets 29 alone */
        lane(i)->a = bits(i == 21 ? 1e8f : i == 29 ? -1e8f : i == 3 || i == 7 ? 1 : 0);
    perform(__MSL_SUM, __MSL_F32, 32, UINT64_C(0xffffdfff), false);
    assert_int_equal(lane(0)->result, bits(2));
    perform(__MSL_SUM, __MSL_F32, 32, UINT64_C(0xffffdfff), true); /* the upper half is 0 */
    assert_int_equal(lane(0)->result, bits(2));
    for (uint32_t i = 0; i < 4; i++)
        lane(i)->a = bits(v[i]);
    lane(0)->a = bits(-0.0f);
    perform(__MSL_SUM, __MSL_F32, 32, 1, false);
    assert_int_equal(lane(0)->result, bits(-0.0f));
    lane(0)->a = bits(NAN);
    perform(__MSL_MAXIMUM, __MSL_F32, 32, 3, false);
    assert_int_equal(lane(0)->result, bits(1));
}

/* The value of a half, and the half nearest to a value, by arithmetic alone: some compilers have no type for it. */
static double half_value(uint32_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    double value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    if (exponent == 31)
        value = fraction ? NAN : INFINITY;
    return bits >> 15 ? -value : value;
}

static double nearest_half(double value)
{
    int exponent;
    if (!isfinite(value))
        return value;
    (void)frexp(value, &exponent);
    double last_place = ldexp(1, exponent > -13 ? exponent - 11 : -24),
           rounded = nearbyint(value / last_place) * last_place;
    return fabs(rounded) > 65504 ? copysign(INFINITY, value) : rounded;
}

static void half_arithmetic(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < 0x10000; a += 7) {
        uint32_t b = (a * 40503u >> 3) & 0xffff;
        double wanted = nearest_half(half_value(a) + half_value(b)); /* exact in double before it is rounded */
        lane(0)->a = a;
        lane(1)->a = b;
        perform(__MSL_SUM, __MSL_F16, 32, 3, false);
        double got = half_value((uint32_t)lane(0)->result);
        assert_true(isnan(wanted) ? isnan(got) : got == wanted && !signbit(got) == !signbit(wanted));
    }
}

static void votes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 64; i++)
        lane(i)->a = i % 3 == 0;
    perform(__MSL_BALLOT, __MSL_BOOL, 32, 0xff00, false);
    assert_int_equal(lane(8)->result, 1u << 9 | 1u << 12 | 1u << 15);
    perform(__MSL_ACTIVE_MASK, __MSL_BOOL, 64, UINT64_C(0xf0000000000000f0), false);
    assert_true(lane(4)->result == UINT64_C(0xf0000000000000f0));
    perform(__MSL_ALL, __MSL_BOOL, 32, 1 | 8 | 64, false);
    assert_int_equal(lane(3)->result, 1);
    perform(__MSL_ALL, __MSL_BOOL, 32, 1 | 8 | 128, false);
    assert_int_equal(lane(3)->result, 0);
    perform(__MSL_ANY, __MSL_BOOL, 32, 2 | 4, false);
    assert_int_equal(lane(1)->result, 0);
    perform(__MSL_IS_FIRST, __MSL_BOOL, 32, 0x30, false);
    assert_int_equal(lane(4)->result, 1);
    assert_int_equal(lane(5)->result, 0);
    perform(__MSL_BALLOT | __MSL_QUAD, __MSL_BOOL, 32, 0xffffffff, false);
    assert_int_equal(lane(4)->result, 4); /* of lanes 4 to 7, lane 6 */
}

static void matrices(void **state)
{
    (void)state;
    static struct lane_matrix {
        float a[2], b[2], c[2], d[2];
    } m[32];
    float a[8][8], b[8][8], c[8][8];
    bool covered[8][8] = {{false}};
    for (int i = 0; i < 64; i++) {
        a[i / 8][i % 8] = (float)(i % 7 - 3);
        b[i / 8][i % 8] = (float)(i % 5 - 2);
        c[i / 8][i % 8] = (float)i;
    }
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t row = (l / 4 & 4) + l / 2 % 4, column = (l / 4 & 2) * 2 + l % 2 * 2;
        for (uint32_t e = 0; e < 2; e++) {
            covered[row][column + e] = true;
            m[l].a[e] = a[row][column + e];
            m[l].b[e] = b[row][column + e];
            m[l].c[e] = c[row][column + e];
        }
        lane(l)->a = (uint64_t)(uintptr_t)&m[l];
    }
    perform(__MSL_MATRIX_MULTIPLY_ACCUMULATE, __MSL_F32, 32, 0xffffffff, false);
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t row = (l / 4 & 4) + l / 2 % 4, column = (l / 4 & 2) * 2 + l % 2 * 2;
        for (uint32_t e = 0; e < 2; e++) {
            float sum = c[row][column + e];
            for (int k = 0; k < 8; k++)
                sum += a[row][k] * b[k][column + e];
            assert_true(covered[row][column + e] && m[l].d[e] == sum);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permutations),       cmocka_unit_test(filling),
        cmocka_unit_test(integer_reductions), cmocka_unit_test(float_sums_in_two_orders),
        cmocka_unit_test(half_arithmetic),    cmocka_unit_test(votes),
        cmocka_unit_test(matrices),
    };
    (void)sm_device_settings();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
