/* values_test.c: tests of image.c, conversion.c and layout.c. */
#include "arguments.h"
#include "testing.h"

static void brightness(void **state)
{
    (void)state;
    uint8_t pixels[1024], got[1024];
    for (int i = 0; i < 1024; i++)
        pixels[i] = (uint8_t)(i / 4);
    static const float factors[] = {0, 0.5f, 1, 1.1f, 2, -1};
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        trial t = {.fast_math = true, .fast_functions = true};
        trial_array(&t, "uchar4", pixels, 256);
        trial_array(&t, "float", &factors[f], 1);
        size_t darker = 0;
        for (int truncated = 0; truncated < 2; truncated++) {
            for (int i = 0; i < 1024; i++) {
                float v = (float)pixels[i] / 255.0f;
                v = i % 4 == 3 ? v : fminf(fmaxf(v * factors[f], 0), 1);
                got[i] = (uint8_t)(truncated ? v * 255.0f : rintf(v * 255.0f));
            }
            darker = refused(&t, "adjust_brightness", "uchar4", got, 256);
            if (!truncated)
                assert_int_equal(darker, 0);
        }
        if (factors[f] == 1.1f)
            assert_true(darker > 200);
    }
    trial t = {0};
    trial_array(&t, "uchar4", pixels, 256);
    trial_number(&t, 1);
    memcpy(got, pixels, sizeof got);
    got[7]--; /* alpha */
    assert_int_equal(refused(&t, "adjust_brightness", "uchar4", got, 256), 1);
}

static void inversion(void **state)
{
    (void)state;
    uint8_t source[6][4] = {{0, 1, 255, 9}, {5, 5, 5, 5}, {7, 7, 7, 7}, {100, 0, 0, 1}, {1, 2, 3, 4}, {9, 9, 9, 9}};
    uint8_t got[2][4] = {{255, 254, 0, 9}, {155, 255, 255, 1}};
    trial t = {.width = 1, .height = 2}; /* smaller than the source of 3 x 2 */
    trial_array(&t, "uchar4", source, 6);
    t.array[0].width = 3;
    t.array[0].height = 2;
    assert_int_equal(refused(&t, "inverted", "uchar4", got, 2), 0);
    got[1][3] = 254;
    assert_int_equal(refused(&t, "inverted", "uchar4", got, 2), 1);
    t.array[0].height = 1;
    assert_non_null(complaint(&t, "inverted", "uchar4", 2));
}

static void conversions(void **state)
{
    (void)state;
    float x[6] = {1.9f, -1.9f, 300, NAN, 65519.996f, 0x1p-24f};
    int8_t chars[6] = {1, -1, 44, 0, 0, 0};
    uint16_t halves[6] = {0x3f9a, 0xbf9a, 0x5cb0, 0x7e00, 0x7bff, 0x0001};
    trial t = {0};
    trial_array(&t, "float", x, 6);
    assert_int_equal(refused(&t, "converted", "char", chars, 6), 0);
    assert_int_equal(t.unjudged, 2); /* out of range */
    assert_int_equal(refused(&t, "converted", "half", halves, 6), 0);
    halves[4] = 0x7c00;
    halves[5] = 0; /* a flushed subnormal */
    chars[0] = 2;
    chars[3] = 1;
    assert_int_equal(refused(&t, "converted", "half", halves, 6), 2);
    assert_int_equal(refused(&t, "converted", "char", chars, 6), 2);
    float exact[4] = {1.5f, -0.25f, 65504, 0}, above[4];
    uint16_t kept[4] = {0x3e00, 0xb400, 0x7bff, 0};
    for (int i = 0; i < 4; i++) /* nothing is rounded: the next number is wrong */
        above[i] = nextafterf(exact[i], INFINITY);
    t = (trial){0};
    trial_array(&t, "float", exact, 4);
    assert_int_equal(refused(&t, "converted", "half", kept, 4), 0);
    assert_int_equal(refused(&t, "converted", "float", above, 4), 4);
    for (int i = 0; i < 4; i++)
        kept[i]++;
    assert_int_equal(refused(&t, "converted", "half", kept, 4), 4);
    t = (trial){0};
    uint32_t whole[6] = {16777219, 16777219, 16777219, 16777219, 33554435, 3}; /* ties or nearly so */
    float real[6] = {16777218, 16777220, 16777216, 16777222, 33554432, 3};
    t = (trial){0};
    trial_array(&t, "uint", whole, 6);
    assert_int_equal(refused(&t, "converted", "float", real, 6), 2);
    uint64_t most[6] = {UINT64_MAX, UINT64_MAX, 0x8000008000000001, 0x8000008000000001, 0x8000008000000001, 1};
    float wide[6] = {0x1p64f, 0x1.fffffep63f, 0x1.000002p63f, 0x1p63f, 0x1.000004p63f, 1};
    t = (trial){0};
    trial_array(&t, "ulong", most, 6);
    assert_int_equal(refused(&t, "converted", "float", wide, 6), 1);
    t = (trial){0};
    trial_array(&t, "float", x, 6);
    uint32_t bits[6];
    memcpy(bits, x, sizeof bits);
    assert_int_equal(refused(&t, "reinterpreted", "uint", bits, 6), 0);
    bits[2] ^= 1;
    assert_int_equal(refused(&t, "reinterpreted", "uint", bits, 6), 1);
}

static void ties(void **state)
{
    (void)state;
    enum { COUNT = 262144 };
    float *x = malloc(COUNT * sizeof *x);
    assert_non_null(x);
    generate("around_halves", "float", x, COUNT, NULL, 0);
    assert_true(x[0x3c00 * 4 + 1] == 1 + 0x1p-11f && x[0x3c00 * 4 + 2] < 1 + 0x1p-11f &&
                x[0x3c00 * 4 + 3] > 1 + 0x1p-11f);
    generate("around_bfloats", "float", x, COUNT, NULL, 0);
    assert_true(x[0x3f80 * 4 + 1] == 1 + 0x1p-8f && x[0x3f80 * 4 + 2] == 1 + 0x1p-8f - 0x1p-23f &&
                x[0x3f80 * 4 + 3] == 1 + 0x1p-8f + 0x1p-23f);
    free(x);
}

/* A subnormal becomes one of its neighbours, or zero. */
static void subnormals(void **state)
{
    (void)state;
    float x = 0x1.8p-133f; /* between the first and the second bfloat */
    trial t = {0};
    trial_array(&t, "float", &x, 1);
    for (uint16_t bits = 0; bits < 5; bits++)
        assert_int_equal(refused(&t, "converted", "bfloat", &bits, 1), bits > 2);
}

static void layouts(void **state)
{
    (void)state;
    uint32_t right[4] = {12, 4, 4, 12}, wrong[4] = {16, 16, 4, 12};
    trial t = {0};
    trial_number(&t, 12);
    trial_number(&t, 4);
    assert_int_equal(refused(&t, "layout", "uint", right, 4), 0);
    assert_int_equal(refused(&t, "layout", "uint", wrong, 4), 2);
    trial c = {0};
    float x[6] = {1, 2, 3, 4, 5, 6}, third[2] = {3, 6};
    trial_array(&c, "packed_float3", x, 2);
    trial_number(&c, 2);
    assert_int_equal(refused(&c, "component", "float", third, 2), 0);
    third[1] = 5;
    assert_int_equal(refused(&c, "component", "float", third, 2), 1);
}

/* The numbers of vectors are those of their components, padded or packed. */
static void numbers_of_vectors(void **state)
{
    (void)state;
    static const char *const types[] = {"packed_float3", "float3", "float", "float4"};
    const float numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
        trial t = {0};
        trial_array(&t, types[n], numbers, 2);
        reference_call call = call_of(&t, 2);
        unsigned lanes = t.array[0].type.lanes, step = t.array[0].type.stride / (unsigned)sizeof(float);
        double *got = argument_numbers(&call, 0);
        assert_non_null(got);
        for (unsigned k = 0; k < 2 * lanes; k++)
            assert_true(got[k] == (double)numbers[k / lanes * step + k % lanes]);
        free(got);
    }
}

/* Dense places of functions come with both signs. */
static void stratified_signs(void **state)
{
    (void)state;
    float x[4096];
    size_t of_one[2] = {0}, of_zero[2] = {0}, infinite[2] = {0};
    generate("stratified", "float", x, 4096, NULL, 0);
    for (int i = 0; i < 4096; i++) {
        of_one[signbit(x[i]) != 0] += fabsf(x[i]) == 1;
        of_zero[signbit(x[i]) != 0] += x[i] == 0;
        infinite[signbit(x[i]) != 0] += isinf(x[i]) != 0;
    }
    for (int s = 0; s < 2; s++)
        assert_true(of_one[s] && of_zero[s] && infinite[s]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(brightness),         cmocka_unit_test(inversion),
                                       cmocka_unit_test(conversions),        cmocka_unit_test(ties),
                                       cmocka_unit_test(subnormals),         cmocka_unit_test(layouts),
                                       cmocka_unit_test(numbers_of_vectors), cmocka_unit_test(stratified_signs)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
