/* texture_bounds_test.c: where the bounds of filtered, decoded and detailed pixels end (MSL 8.7, 2.10). */
#include "../core/witness_testing.h"

/* Weights have eight bits of fraction at least, so a blend of 0 and 1 lies within 2^-8 of its place, and within 0 and
 * 1. */
static void blends(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float at = (float)random_between(900, i, 0.6, 1.4);
        double weight = (double)at - 0.5;
        trial t = {0};
        trial_array(&t, "float", &at, 1);
        errs_by(&t, &(result){"blended", "float", {weight}, 1}, 0, weight, 0x1p-8);
    }
    float ends[2] = {0.5f, 1.5f};
    trial t = {0};
    trial_array(&t, "float", ends, 2);
    result r = {"blended", "float", {0, 1}, 2};
    ends_at(&t, &r, 0, 0, 0x1p-8, false);
    ends_at(&t, &r, 1, 1 - 0x1p-8, 1, false);
}

/* Along an axis the level is log2 of the gradient in texels, to six bits of fraction. */
static void levels_of_gradients(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        float gradient[2] = {0, (float)random_between(910, i, 0.01, 0.4)};
        double level = log2((double)gradient[1] * 64);
        trial t = {0};
        trial_array(&t, "float2", gradient, 1);
        trial_number(&t, 64);
        errs_by(&t, &(result){"gradient_level", "float", {level}, 1}, 0, level, 0x1p-6);
    }
}

static double decoded(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* A code of sRGB may be decoded as half a code more or less (8.7.5); alpha is a number as any, rounded. */
static void codes_of_srgb(void **state)
{
    (void)state;
    for (unsigned c = 20; c < 250; c += 23) {
        uint8_t texel[4] = {(uint8_t)c, (uint8_t)c, (uint8_t)c, (uint8_t)c};
        double value = decoded(c / 255.0), alpha = (double)(float)(c / 255.0);
        trial t = {0};
        trial_array(&t, "uchar4", texel, 1);
        t.array[0].format = "rgba8unorm_srgb";
        ends_at(&t, &(result){"texels", "float4", {value, value, value, alpha}, 4}, 1, decoded((c - 0.5) / 255),
                decoded((c + 0.5) / 255), false);
    }
}

/* What a block of BC1 has a third of the way between its colours is a fraction, or a code next to it; each colour of
 * six bits is the number, the code nearest to it, or its bits repeated to eight. */
static void mixed_colours(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const unsigned green[2] = {33 + 3 * i, 5 + 2 * i};
        const uint32_t block[2] = {green[0] << 5 | green[1] << 21, 2}; /* texel 0: code 2 */
        double least[2], most[2];
        for (int n = 0; n < 2; n++) {
            double number = green[n] / 63.0, repeated = (green[n] << 2 | green[n] >> 4) / 255.0,
                   nearest = nearbyint(255 * number) / 255;
            least[n] = fmin(number, fmin(repeated, nearest));
            most[n] = fmax(number, fmax(repeated, nearest));
        }
        double low = floor((2 * least[0] + least[1]) / 3 * 255) / 255,
               high = ceil((2 * most[0] + most[1]) / 3 * 255) / 255;
        trial t = {0};
        trial_array(&t, "uint2", block, 1);
        t.array[0].format = "bc1_rgba";
        t.array[0].width = t.array[0].height = 4;
        ends_at(&t, &(result){"decompressed", "float4", {0, low, 0, 1}, 4}, 1, low * (1 - of_float),
                high * (1 + of_float), false);
    }
}

/* Codes with a sign, and codes read as half, within 1.5 ulp (8.7.1); unsigned ones correctly rounded to float. */
static void normalised_codes(void **state)
{
    (void)state;
    for (unsigned c = 3; c < 127; c += 23) {
        uint8_t texel = (uint8_t)c;
        for (int as_half = 0; as_half < 2; as_half++) {
            double value = c / 127.0;
            trial t = {0};
            trial_array(&t, "uchar", &texel, 1);
            t.array[0].format = "r8snorm";
            errs_by(&t, &(result){"texels", as_half ? "half4" : "float4", {value, 0, 0, 1}, 4}, 0, value,
                    1.5 * gap(value, as_half ? 11 : 24));
        }
        trial t = {0};
        trial_array(&t, "uchar", &texel, 1);
        t.array[0].format = "r8unorm";
        double value = c / 255.0, nearest = (double)(float)value;
        double low = nearest > value ? beyond(SCALAR_FLOAT, nearest, -1) : nearest;
        ends_at(&t, &(result){"texels", "float4", {nearest, 0, 0, 1}, 4}, 0, low, nearest, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blends),        cmocka_unit_test(levels_of_gradients), cmocka_unit_test(codes_of_srgb),
        cmocka_unit_test(mixed_colours), cmocka_unit_test(normalised_codes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("texture_bounds", tests, NULL, NULL);
}
