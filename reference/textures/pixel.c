/* pixel.c: what texels read as and are written as, for every ordinary and packed pixel format (MSL 8.7). A format's
 * name says which components its pixels have, how many bits each, and what the codes mean; components of whole bytes
 * are components of the array's elements, others lie in one word, the first named lowest. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    MEANS_UNORM,
    MEANS_SNORM,
    MEANS_INTEGER,
    MEANS_FLOAT,
    MEANS_SMALL_FLOAT,
    MEANS_SHARED,
    MEANS_XR
} meaning;

typedef struct component {
    int bits; /* 0: the format does not have it */
    int lane, first_bit;
} component;

typedef struct pixel_layout {
    meaning meaning;
    bool srgb;
    component component[4]; /* red, green, blue, alpha */
} pixel_layout;

static const struct {
    const char *name;
    pixel_layout layout;
} packed_layouts[] = {
    {"b5g6r5unorm", {MEANS_UNORM, false, {{5, 0, 11}, {6, 0, 5}, {5, 0, 0}, {0, 0, 0}}}},
    {"a1bgr5unorm", {MEANS_UNORM, false, {{5, 0, 11}, {5, 0, 6}, {5, 0, 1}, {1, 0, 0}}}},
    {"abgr4unorm", {MEANS_UNORM, false, {{4, 0, 12}, {4, 0, 8}, {4, 0, 4}, {4, 0, 0}}}},
    {"bgr5a1unorm", {MEANS_UNORM, false, {{5, 0, 10}, {5, 0, 5}, {5, 0, 0}, {1, 0, 15}}}},
    {"rgb10a2unorm", {MEANS_UNORM, false, {{10, 0, 0}, {10, 0, 10}, {10, 0, 20}, {2, 0, 30}}}},
    {"bgr10a2unorm", {MEANS_UNORM, false, {{10, 0, 20}, {10, 0, 10}, {10, 0, 0}, {2, 0, 30}}}},
    {"rgb10a2uint", {MEANS_INTEGER, false, {{10, 0, 0}, {10, 0, 10}, {10, 0, 20}, {2, 0, 30}}}},
    {"rg11b10float", {MEANS_SMALL_FLOAT, false, {{11, 0, 0}, {11, 0, 11}, {10, 0, 22}, {0, 0, 0}}}},
    {"rgb9e5float", {MEANS_SHARED, false, {{9, 0, 0}, {9, 0, 9}, {9, 0, 18}, {0, 0, 0}}}},
    {"bgr10_xr", {MEANS_XR, false, {{10, 0, 20}, {10, 0, 10}, {10, 0, 0}, {0, 0, 0}}}},
    {"bgr10_xr_srgb", {MEANS_XR, true, {{10, 0, 20}, {10, 0, 10}, {10, 0, 0}, {0, 0, 0}}}},
    {"bgra10_xr", {MEANS_XR, false, {{10, 2, 6}, {10, 1, 6}, {10, 0, 6}, {10, 3, 6}}}},
    {"bgra10_xr_srgb", {MEANS_XR, true, {{10, 2, 6}, {10, 1, 6}, {10, 0, 6}, {10, 3, 6}}}},
    {"a8unorm", {MEANS_UNORM, false, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {8, 0, 0}}}},
};

static bool layout_of(const char *format, assay_type type, pixel_layout *layout)
{
    if (!format)
        return false;
    for (size_t i = 0; i < sizeof packed_layouts / sizeof *packed_layouts; i++)
        if (strcmp(packed_layouts[i].name, format) == 0) {
            *layout = packed_layouts[i].layout;
            return true;
        }
    bool bgra = strncmp(format, "bgra", 4) == 0;
    *layout = (pixel_layout){.meaning = strstr(format, "unorm")   ? MEANS_UNORM
                                        : strstr(format, "snorm") ? MEANS_SNORM
                                        : strstr(format, "float") ? MEANS_FLOAT
                                                                  : MEANS_INTEGER,
                             .srgb = strstr(format, "srgb") != NULL};
    for (int c = 0; c < type.lanes; c++)
        layout->component[c] = (component){8 * (int)assay_scalar_size(type.scalar), bgra && c < 3 ? 2 - c : c, 0};
    return true;
}

/* ---- sRGB (8.7.7) */

static double srgb_decoded(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double srgb_encoded(double c)
{
    return c < 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* ---- Reading */

static uint64_t code_of(const reference_array *image, size_t i, const component *c)
{
    uint64_t word = array_bits(image, i, (unsigned)c->lane) >> c->first_bit;
    return c->bits == 64 ? word : word & ((UINT64_C(1) << c->bits) - 1);
}

static int64_t signed_code(uint64_t code, int bits)
{
    int64_t half = INT64_C(1) << (bits - 1);
    return (int64_t)code >= half ? (int64_t)code - 2 * half : (int64_t)code;
}

/* 5 bits of exponent, the rest significand, no sign (8.7.4). */
static double small_float(uint64_t code, int bits)
{
    int significand_bits = bits - 5;
    double part = ldexp((double)(code & ((UINT64_C(1) << significand_bits) - 1)), -significand_bits);
    int exponent = (int)(code >> significand_bits);
    if (exponent == 31)
        return part == 0 ? INFINITY : NAN;
    return exponent == 0 ? ldexp(part, -14) : ldexp(1 + part, exponent - 15);
}

/* From Metal 2 on conversions of unsigned codes round correctly; to half by way of float, as sampling does, is within
 * 1.5 ulp as of any normalised code. The ends and zero are exact. */
static void expect_normalised(reference_call *call, size_t k, double value, bool has_sign)
{
    bool exact = value == 0 || fabs(value) == 1;
    if (!has_sign && call->type.scalar == SCALAR_FLOAT && !exact)
        expect_rounded(call, k, value);
    else
        expect_ulps(call, k, value, exact ? 0 : 1.5);
}

static void expect_srgb(reference_call *call, size_t k, double code)
{
    double low = srgb_decoded(fmax(0, (code - 0.5) / 255)), high = srgb_decoded(fmin(1, (code + 0.5) / 255));
    expect_interval(call, k, low, high);
}

/* Extended range (Apple's documentation of MTLPixelFormatBGRA10_XR and its like): a code is 384 + 510 times the number,
 * an alpha is clamped to [0, 1]. Below 0 the sRGB curve is taken to be mirrored, as extended sRGB has it. */
static double xr_number(double code, bool srgb)
{
    double value = (code - 384) / 510;
    return srgb ? copysign(srgb_decoded(fabs(value)), value) : value;
}

static void expect_xr(reference_call *call, size_t k, double code, bool srgb, bool alpha)
{
    double value = xr_number(code, srgb && !alpha);
    if (alpha)
        value = fmin(fmax(value, 0), 1);
    if (srgb && !alpha)
        expect_interval(call, k, xr_number(code - 0.5, true), xr_number(code + 0.5, true));
    else
        expect_ulps(call, k, value, value == 0 || value == 1 ? 0 : 1.5);
}

/* A NaN of a 32-bit format may become zero, a subnormal may be flushed; halves and INF are kept (8.7.2, 8.7.3). */
static void expect_float(reference_call *call, size_t k, double value, bool single)
{
    reference_permit same = {isnan(value) ? PERMIT_NAN : PERMIT_ROUNDED, value, 0};
    bool may_vanish = single && (isnan(value) || fabs(value) < 0x1p-126);
    if (may_vanish)
        expect_permitted(call, k, (reference_permit[]){same, {PERMIT_ROUNDED, 0, 0}}, 2);
    else if (isnan(value))
        expect_nan(call, k);
    else
        expect_bits(call, k, scalar_encode(call->type.scalar, value));
}

static void expect_component(reference_call *call, size_t k, const reference_array *image, size_t i,
                             const pixel_layout *layout, int c)
{
    const component *at = &layout->component[c];
    uint64_t code = code_of(image, i, at);
    bool is_signed =
        image->type.scalar == SCALAR_CHAR || image->type.scalar == SCALAR_SHORT || image->type.scalar == SCALAR_INT;
    double most = ldexp(1, at->bits - (layout->meaning == MEANS_SNORM)) - 1;
    switch (layout->meaning) {
    case MEANS_UNORM:
        if (layout->srgb && c < 3)
            expect_srgb(call, k, (double)code);
        else
            expect_normalised(call, k, (double)code / most, false);
        break;
    case MEANS_SNORM: expect_normalised(call, k, fmax(-1, (double)signed_code(code, at->bits) / most), true); break;
    case MEANS_FLOAT:
        expect_float(call, k, scalar_number(image->type.scalar, code), image->type.scalar == SCALAR_FLOAT);
        break;
    case MEANS_SMALL_FLOAT: expect_float(call, k, small_float(code, at->bits), false); break;
    case MEANS_SHARED:
        expect_float(call, k, ldexp((double)code, (int)(array_bits(image, i, 0) >> 27) - 24), false);
        break;
    case MEANS_XR: expect_xr(call, k, (double)code, layout->srgb, c == 3); break;
    case MEANS_INTEGER: {
        uint64_t mask = UINT64_MAX >> (64 - 8 * assay_scalar_size(call->type.scalar));
        expect_bits(call, k, (is_signed ? (uint64_t)signed_code(code, at->bits) : code) & mask);
    }
    }
}

/* texels(image): each pixel as its four components in red, green, blue, alpha; absent ones read as 0, 0, 0, 1. */
REFERENCE(texels)
{
    pixel_layout layout;
    if (!arguments_are(call, "a"))
        return;
    const reference_array *image = argument_array(call, 0);
    if (!layout_of(image->format, image->type, &layout) || call->type.lanes != 4) {
        call->error = "texels: wants a texture, and an output of four components";
        return;
    }
    for (size_t k = 0; k < call->count * 4; k++) {
        int c = (int)(k % 4);
        if (layout.component[c].bits > 0)
            expect_component(call, k, image, k / 4, &layout, c);
        else
            expect_bits(call, k, scalar_encode(call->type.scalar, c == 3));
    }
}

/* ---- Writing. Each function gives the codes that a component may become. */

enum { MOST_CODES = 4 };
typedef struct codes {
    uint64_t code[MOST_CODES];
    int count; /* 0: nothing is promised */
} codes;

static void permit(codes *list, double code, int bits)
{
    uint64_t encoded = (uint64_t)(int64_t)code & (UINT64_MAX >> (64 - bits));
    for (int i = 0; i < list->count; i++)
        if (list->code[i] == encoded)
            return;
    list->code[list->count++] = encoded;
}

/* To the nearest code, ties to even; the product with the scale may have been rounded to float before (8.7.1.2). */
static codes normalised_codes(double x, int bits, bool has_sign)
{
    double most = ldexp(1, bits - has_sign) - 1, least = has_sign ? -most : 0;
    codes list = {.count = 0};
    x = isnan(x) ? 0 : x;
    permit(&list, rint(fmin(fmax(x * most, least), most)), bits);
    permit(&list, rint(fmin(fmax((double)(float)(x * most), least), most)), bits);
    return list;
}

/* Less than 1 from the rule's code, which is the exact value to nearest: the strict bound leaves that code alone;
 * read against the value before it is rounded, either neighbour would do. The wider reading is taken (8.7.7). */
static codes srgb_codes(double x)
{
    double exact = isnan(x) ? 0 : 255 * srgb_encoded(fmin(fmax(x, 0), 1));
    codes list = {.count = 0};
    permit(&list, floor(exact), 8);
    permit(&list, ceil(exact), 8);
    return list;
}

/* The format that a write rounds by may be to nearest even or toward zero, unless an option says which (1.6); no
 * subnormal becomes zero, INF is kept, a NaN becomes a NaN or zero (8.7.2). */
static codes half_codes(double x)
{
    codes list = {.count = 0};
    uint16_t nearest = double_to_half(x), toward_zero = nearest;
    if (!isinf(x) && fabs(half_to_double(nearest)) > fabs(x))
        toward_zero--;
    permit(&list, nearest, 16);
    permit(&list, toward_zero, 16);
    return list;
}

/* Within half a unit: the nearest, either at a tie; below zero, zero (8.7.4). Beyond the largest number INF or that
 * number; of a NaN nothing is said. */
static codes small_float_codes(double x, int bits)
{
    codes list = {.count = 0};
    uint64_t infinite = UINT64_C(31) << (bits - 5), low = 0, high = infinite;
    if (isnan(x))
        return list;
    if (x <= 0 || isinf(x)) {
        permit(&list, (double)(x <= 0 ? 0 : infinite), bits);
        return list;
    }
    while (high - low > 1) { /* codes of numbers without a sign are in the numbers' order */
        uint64_t middle = (low + high) / 2;
        *(small_float(middle, bits) <= x ? &low : &high) = middle;
    }
    double below = x - small_float(low, bits), above = high == infinite ? below : small_float(high, bits) - x;
    if (below <= above)
        permit(&list, (double)low, bits);
    if (above <= below)
        permit(&list, (double)high, bits);
    return list;
}

/* The words that three components may share (8.7.5); a sum with 0.5 may have been rounded to float. */
static int shared_words(const double *x, uint64_t *words)
{
    double c[3], most = 0;
    for (int n = 0; n < 3; n++) {
        c[n] = isnan(x[n]) ? 0 : fmax(0, fmin(65408, x[n]));
        most = fmax(most, c[n]);
    }
    int shared = most == 0 ? 0 : (int)fmax(-16, ilogb(most)) + 16;
    if (floor(ldexp(most, 24 - shared) + 0.5) == 512)
        shared++;
    int count = 1;
    words[0] = (uint64_t)shared << 27;
    for (int n = 0; n < 3; n++) {
        double scaled = ldexp(c[n], 24 - shared);
        uint64_t exact = (uint64_t)floor(scaled + 0.5), rounded = (uint64_t)floorf((float)scaled + 0.5f);
        for (int w = 0; exact != rounded && w < count; w++)
            words[count + w] = words[w] | rounded << 9 * n;
        for (int w = 0; w < count; w++)
            words[w] |= exact << 9 * n;
        count *= exact == rounded ? 1 : 2;
    }
    return count;
}

/* Either neighbour: the rounding is not said. Of a NaN nothing is. */
static codes xr_codes(double x, bool srgb, bool alpha)
{
    codes list = {.count = 0};
    if (isnan(x))
        return list;
    double value = alpha ? fmin(fmax(x, 0), 1) : srgb ? copysign(srgb_encoded(fabs(x)), x) : x;
    double code = fmin(fmax(384 + 510 * value, 0), 1023);
    permit(&list, floor(code), 16);
    permit(&list, ceil(code), 16);
    return list;
}

static codes codes_of(const pixel_layout *layout, int c, double x)
{
    int bits = layout->component[c].bits;
    switch (layout->meaning) {
    case MEANS_UNORM: return layout->srgb && c < 3 ? srgb_codes(x) : normalised_codes(x, bits, false);
    case MEANS_SNORM: return normalised_codes(x, bits, true);
    case MEANS_SMALL_FLOAT: return small_float_codes(x, bits);
    case MEANS_XR: return xr_codes(x, layout->srgb, c == 3);
    default: return half_codes(x);
    }
}

/* All words of a packed format that the components' codes make. */
static int packed_words(const pixel_layout *layout, const double *x, uint64_t *words)
{
    int count = 1;
    words[0] = 0;
    for (int c = 0; c < 4; c++) {
        const component *at = &layout->component[c];
        if (at->bits == 0)
            continue;
        codes list = codes_of(layout, c, x[c]);
        int before = count;
        for (int n = list.count - 1; n >= 0; n--)
            for (int w = 0; w < before; w++)
                words[n * before + w] = words[w] | list.code[n] << at->first_bit;
        count = before * list.count;
    }
    return count;
}

static void expect_lane(reference_call *call, size_t i, const pixel_layout *layout, int c, double x)
{
    size_t k = i * call->type.lanes + (size_t)layout->component[c].lane;
    if (layout->meaning == MEANS_FLOAT && call->type.scalar == SCALAR_FLOAT) {
        expect_float(call, k, x, true);
        return;
    }
    if (layout->meaning == MEANS_FLOAT && isnan(x)) {
        expect_permitted(call, k, (reference_permit[]){{PERMIT_NAN, 0, 0}, {PERMIT_ULPS, 0, 0}}, 2);
        return;
    }
    codes list = codes_of(layout, c, x);
    if (list.count == 0) {
        expect_unjudged(call, k);
        return;
    }
    for (int n = 0; n < list.count; n++)
        list.code[n] <<= layout->component[c].first_bit;
    expect_any(call, k, list.code, (size_t)list.count);
}

/* written(colours): the pixels of the output, whose format is the texture's, after these colours were written. */
REFERENCE(written)
{
    pixel_layout layout;
    if (!arguments_are(call, "a"))
        return;
    const reference_array *colours = argument_array(call, 0);
    if (!layout_of(call->format, call->type, &layout) || colours->type.lanes != 4) {
        call->error = "written: wants colours of four components, and an output that is a texture";
        return;
    }
    bool packed = call->type.lanes == 1 && layout.component[1].bits > 0;
    for (size_t i = 0; i < call->count; i++) {
        double x[4];
        uint64_t words[256];
        for (unsigned c = 0; c < 4; c++)
            x[c] = array_number(colours, i, c);
        int count = !packed                          ? 0
                    : layout.meaning == MEANS_SHARED ? shared_words(x, words)
                                                     : packed_words(&layout, x, words);
        if (count > 0)
            expect_any(call, i, words, (size_t)count);
        for (int c = 0; !packed && c < 4; c++)
            if (layout.component[c].bits > 0)
                expect_lane(call, i, &layout, c, x[c]);
    }
}

/* encoded_pixel(colours, which): words of a pixel type that hold these colours; which: of which type. */
REFERENCE(encoded_pixel)
{
    static const char *const formats[] = {"rgb10a2unorm", "rg11b10float", "rgb9e5float"};
    pixel_layout layout;
    if (!arguments_are(call, "an"))
        return;
    size_t which = argument_size(call, 1);
    const reference_array *colours = argument_array(call, 0);
    if (which >= sizeof formats / sizeof *formats || !layout_of(formats[which], call->type, &layout)) {
        call->error = "encoded_pixel: which is 0 (rgb10a2), 1 (rg11b10) or 2 (rgb9e5)";
        return;
    }
    for (size_t i = 0; i < call->count; i++) {
        double x[4] = {0};
        uint64_t words[256];
        for (unsigned c = 0; c < colours->type.lanes && c < 4; c++)
            x[c] = array_number(colours, i, c);
        int count = layout.meaning == MEANS_SHARED ? shared_words(x, words) : packed_words(&layout, x, words);
        if (count > 0)
            expect_any(call, i, words, (size_t)count);
        else
            expect_unjudged(call, i); /* as with a NaN */
    }
}

/* codes_in_turn: every code of a component of up to 16 bits, the components in different orders. */
INPUT(codes_in_turn)
{
    static const unsigned factor[4] = {1, 3, 5, 7}, lift[4] = {0, 16, 8, 4};
    int bits = 8 * (int)assay_scalar_size(call->type.scalar);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            uint64_t code = (uint64_t)i * factor[lane] + lift[lane];
            if (bits == 32)
                code = random_bits(call->seed, i * 4 + lane);
            code &= UINT64_MAX >> (64 - bits);
            if (call->type.scalar == SCALAR_HALF || bits == 32)
                scalar_store(call->type.scalar,
                             (char *)call->data + i * call->type.stride + lane * assay_scalar_size(call->type.scalar),
                             code);
            else
                input_set(
                    call, i, lane,
                    (double)(assay_scalar_is_signed(call->type.scalar) ? signed_code(code, bits) : (int64_t)code));
        }
}

/* xr_codes: every code of 10 bits, the components in different orders; padding is 0. */
INPUT(xr_codes)
{
    for (size_t i = 0; i < call->count; i++) {
        uint32_t code[4] = {(uint32_t)i & 1023, 3 * (uint32_t)i & 1023, (5 * (uint32_t)i + 8) & 1023,
                            (7 * (uint32_t)i + 4) & 1023};
        if (call->type.lanes == 1)
            input_set(call, i, 0, (double)(code[0] | code[1] << 10 | code[2] << 20));
        else
            for (unsigned lane = 0; lane < 4; lane++)
                input_set(call, i, lane, (double)(code[lane] << 6));
    }
}

/* colours(most): where a component of a format whose largest code is `most` can go wrong: around the middles of codes,
 * at ties, beyond the ends, and at random; colours of one kind, so that a packed pixel has few answers. */
INPUT(colours)
{
    /* the last four: ties of halves and of numbers of six bits */
    static const double special[] = {0,          -0.0,     1,         -1,        2,       -2,        1e-30,
                                     NAN,        INFINITY, -INFINITY, 0.5,       -0.5,    1e9,       65408,
                                     65504,      0x1p-14,  0x1.8p-25, 0x1p-24,   -1e-30,  0.0031308, 0.9995,
                                     0x1.ffep10, 0x1p-25,  0x1.4p-23, 0x1.002p0, 0x1.02p0};
    double most = call->argument_count > 0 ? call->argument[0] : 255;
    for (size_t n = 0; n < call->count * call->type.lanes; n++) {
        uint64_t choice = random_bits(call->seed, n);
        double unit = random_unit(call->seed + 1, n), value;
        double code = floor(unit * (2 * most + 3)) / 2 / most;
        switch (choice % 8) {
        case 0: value = special[(choice >> 32) % (sizeof special / sizeof *special)]; break;
        case 1: value = -code; break;
        case 2: value = 2.2 * unit - 1.1; break;
        case 3: value = ldexp(1 + unit, (int)((choice >> 32) % 44) - 26); break;
        default: value = code; break;
        }
        input_set(call, n / call->type.lanes, n % call->type.lanes, value);
    }
}
