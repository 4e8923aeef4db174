/* pack.c: packing and unpacking (MSL 6.15) by the conversion rules of 8.7. The first component lies in the lowest bits;
 * for 565 the text gives no order, so either does. Pixel types (2.7) convert by the same rules. */
#include "../core/arguments.h"
#include <math.h>

typedef struct packing {
    int count, bits[4];
    bool is_signed, srgb, either_order, open_alpha; /* open_alpha: no rule for the last component */
} packing;

static double largest_code(const packing *p, int n)
{
    return ldexp(1, p->bits[n] - p->is_signed) - 1;
}

static int first_bit(const packing *p, int n)
{
    int at = 0;
    while (n > 0)
        at += p->bits[--n];
    return at;
}

/* ---- sRGB (8.7.7) */

static double from_srgb(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double to_srgb(double c)
{
    return c < 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* ---- Unpacking */

static int64_t code_at(const packing *p, uint64_t word, int n)
{
    int64_t code = (int64_t)(word >> first_bit(p, n) & ((UINT64_C(1) << p->bits[n]) - 1));
    return p->is_signed && code >> (p->bits[n] - 1) ? code - (INT64_C(1) << p->bits[n]) : code;
}

/* Within 1.5 ulp; the ends and zero are exact (table 8.6). */
static reference_permit normalised(const packing *p, int64_t code, int n)
{
    double value = fmax(-1, (double)code / largest_code(p, n));
    return (reference_permit){PERMIT_ULPS, value, value == 0 || fabs(value) == 1 ? 0 : 1.5};
}

static void expect_unpacked(reference_call *call, size_t k, const packing *p, uint64_t word, int n)
{
    int64_t code = code_at(p, word, n);
    if (n == 3 && p->open_alpha)
        return;
    if (p->srgb && n < 3) { /* so that the way back ends within half a code */
        double low = from_srgb(fmax(0, ((double)code - 0.5) / 255)),
               high = from_srgb(fmin(1, ((double)code + 0.5) / 255));
        expect_interval(call, k, low, high);
        return;
    }
    reference_permit either[] = {normalised(p, code, n), normalised(p, code_at(p, word, p->count - 1 - n), n)};
    expect_permitted(call, k, either, p->either_order && n != 1 ? 2 : 1);
}

static void unpack(reference_call *call, packing p)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        for (int n = 0; n < p.count; n++)
            expect_unpacked(call, i * call->type.lanes + (size_t)n, &p, array_bits(argument_array(call, 0), i, 0), n);
}

/* ---- Packing */

/* To the nearest code, ties to even; the product with the scale may have been rounded to float before. */
static int codes_of(const packing *p, double x, int n, double *codes)
{
    double most = largest_code(p, n), least = p->is_signed ? -most : 0;
    if (isnan(x)) {
        codes[0] = 0;
        return 1;
    }
    if (p->srgb && n < 3) {
        double exact = 255 * to_srgb(fmin(fmax(x, 0), 1));
        codes[0] = floor(exact);
        codes[1] = ceil(exact);
        return codes[0] == codes[1] ? 1 : 2;
    }
    codes[0] = rint(fmin(fmax(x * most, least), most));
    codes[1] = rint(fmin(fmax((double)(float)(x * most), least), most));
    return codes[0] == codes[1] ? 1 : 2;
}

static uint64_t placed(const packing *p, double code, int n, int at)
{
    return ((uint64_t)(int64_t)code & ((UINT64_C(1) << p->bits[n]) - 1)) << first_bit(p, at);
}

static void expect_packed(reference_call *call, size_t i, const packing *p, const double *x)
{
    uint64_t words[32] = {0};
    size_t count = 1;
    for (int n = 0; n < p->count; n++) {
        double codes[2];
        if (codes_of(p, x[n], n, codes) == 2) {
            for (size_t w = 0; w < count; w++)
                words[count + w] = words[w] | placed(p, codes[1], n, n);
            for (size_t w = 0; w < count; w++)
                words[w] |= placed(p, codes[0], n, n);
            count *= 2;
        } else {
            for (size_t w = 0; w < count; w++)
                words[w] |= placed(p, codes[0], n, n);
        }
    }
    for (size_t w = 0; p->either_order && w < count && count <= 16; w++) {
        uint64_t word = words[w];
        words[count + w] = (word & 0x7e0) | word >> 11 | (word & 31) << 11;
    }
    expect_any(call, i, words, p->either_order ? 2 * count : count);
}

static void pack(reference_call *call, packing p)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        double x[4];
        bool special = false;
        for (int n = 0; n < p.count; n++) {
            x[n] = array_number(argument_array(call, 0), i, (unsigned)n);
            special = special || isnan(x[n]) || isinf(x[n]);
        }
        if (!(special && call->fast_math) && !p.open_alpha)
            expect_packed(call, i, &p, x);
    }
}

#define PACKING(name, ...)                                                                                             \
    REFERENCE(unpack_##name)                                                                                           \
    {                                                                                                                  \
        unpack(call, (packing){__VA_ARGS__});                                                                          \
    }                                                                                                                  \
    REFERENCE(pack_##name)                                                                                             \
    {                                                                                                                  \
        pack(call, (packing){__VA_ARGS__});                                                                            \
    }
PACKING(unorm4x8, .count = 4, .bits = {8, 8, 8, 8})
PACKING(snorm4x8, .count = 4, .bits = {8, 8, 8, 8}, .is_signed = true)
PACKING(srgb_unorm4x8, .count = 4, .bits = {8, 8, 8, 8}, .srgb = true)
PACKING(unorm2x16, .count = 2, .bits = {16, 16})
PACKING(snorm2x16, .count = 2, .bits = {16, 16}, .is_signed = true)
PACKING(unorm10a2, .count = 4, .bits = {10, 10, 10, 2})
PACKING(unorm565, .count = 3, .bits = {5, 6, 5}, .either_order = true)
REFERENCE(unpack_snorm10a2)
{
    unpack(call, (packing){.count = 4, .bits = {10, 10, 10, 2}, .is_signed = true, .open_alpha = true});
}
/* For whole codes of -511 to 511 and alpha of -1 to 1, which every sensible rule maps to themselves. */
REFERENCE(pack_snorm10a2)
{
    pack(call, (packing){.count = 4, .bits = {10, 10, 10, 2}, .is_signed = true});
}

/* Pixels of one word or more (MSL 2.7), as words of all their bits. */
PACKING(unorm8, .count = 1, .bits = {8})
PACKING(snorm8, .count = 1, .bits = {8}, .is_signed = true)
PACKING(unorm16, .count = 1, .bits = {16})
PACKING(snorm16, .count = 1, .bits = {16}, .is_signed = true)
PACKING(unorm2x8, .count = 2, .bits = {8, 8})
PACKING(snorm2x8, .count = 2, .bits = {8, 8}, .is_signed = true)
PACKING(unorm4x16, .count = 4, .bits = {16, 16, 16, 16})
PACKING(snorm4x16, .count = 4, .bits = {16, 16, 16, 16}, .is_signed = true)

/* A float without sign: five bits of exponent, biased by 15, above `bits` - 5 of fraction. */
static void expect_small_float(reference_call *call, size_t k, uint64_t code, int bits)
{
    int width = bits - 5;
    uint64_t fraction = code & ((UINT64_C(1) << width) - 1);
    int exponent = (int)(code >> width);
    if (exponent < 31)
        expect_value(call, k,
                     exponent ? ldexp((double)(fraction + (UINT64_C(1) << width)), exponent - 15 - width)
                              : ldexp((double)fraction, -14 - width));
    else if (!call->fast_math && fraction)
        expect_nan(call, k);
    else if (!call->fast_math)
        expect_value(call, k, INFINITY);
}

/* rg11b10(words): red of 11 bits lowest, then green of 11, then blue of 10. */
REFERENCE(unpack_rg11b10)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        uint64_t word = array_bits(argument_array(call, 0), i, 0);
        for (int n = 0; n < 3; n++)
            expect_small_float(call, i * call->type.lanes + (size_t)n, word >> 11 * n & (n < 2 ? 0x7ff : 0x3ff),
                               n < 2 ? 11 : 10);
    }
}

/* pack_rg11b10(numbers): the nearest code of each component; either of two at the same distance (8.7.4: half a unit).
 * For numbers from the smallest normal one to the largest. */
REFERENCE(pack_rg11b10)
{
    static const int first[] = {0, 11, 22};
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        uint64_t words[8] = {0};
        size_t count = 1;
        for (int n = 0; n < 3; n++) {
            int width = n < 2 ? 6 : 5, exponent;
            double x = array_number(argument_array(call, 0), i, (unsigned)n);
            frexp(x, &exponent);
            double code = ldexp(exponent - 1 + 15 - 1, width) + ldexp(x, width - (exponent - 1));
            uint64_t low = (uint64_t)floor(code), up = code - (double)low > 0.5, tie = code - (double)low == 0.5;
            for (size_t w = 0; w < count; w++) {
                if (tie)
                    words[count + w] = words[w] | (low + 1) << first[n];
                words[w] |= (low + up) << first[n];
            }
            count *= tie ? 2 : 1;
        }
        expect_any(call, i, words, count);
    }
}

/* rgb9e5(words): three fractions of nine bits, red lowest, and the exponent that they share, biased by 15. */
REFERENCE(unpack_rgb9e5)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        uint64_t word = array_bits(argument_array(call, 0), i, 0);
        for (int n = 0; n < 3; n++)
            expect_value(call, i * call->type.lanes + (size_t)n,
                         ldexp((double)(word >> 9 * n & 0x1ff), (int)(word >> 27) - 15 - 9));
    }
}

/* packing_values: around every code's middle and tie, for scales of 255; then numbers beyond both ends, NaN and INF. */
INPUT(packing_values)
{
    static const double special[] = {0, 1, -1, 2, -2, 1e-30, NAN, INFINITY, -INFINITY, 0.5, -0.5, 1000};
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            size_t n = i * call->type.lanes + lane;
            uint64_t choice = random_bits(call->seed, n);
            double code = (double)(choice % 513) / 2 / 255, value;
            if (choice >> 60 == 0)
                value = special[(choice >> 32) % (sizeof special / sizeof *special)];
            else if (choice >> 63)
                value = 2.2 * random_unit(call->seed + 1, n) - 1.1;
            else
                value = (choice >> 62 ? code : -code);
            input_set(call, i, lane, value);
        }
}
