/* compressed.c: what texels of compressed formats are: all of BC and ETC2 as their definitions have it, of BC6H and
 * BC7 the modes and partitions that block.h has, of ASTC one colour (a void extent) and all of ordinary range.
 *
 * BC6H, BC7 and ETC2 are defined in whole codes. So are the ends of BC1 to BC5, but what lies between them is not: it
 * may be a fraction, or a code next to it. Colours of BC1 to BC3 have 5 or 6 bits, which are a number or are repeated
 * until there are eight. ASTC's numbers have 16 bits, or are cut to 8, or to half. */
#include "../core/arguments.h"
#include "block.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Where a texel's component may lie. */
typedef struct range {
    double low, high;
} range;

static range exactly(double value)
{
    return (range){value, value};
}

static range mixed(range p, range q, double of_p, double of_q)
{
    double whole = of_p + of_q;
    return (range){(of_p * p.low + of_q * q.low) / whole, (of_p * p.high + of_q * q.high) / whole};
}

/* A fraction, or one of the two codes next to it. */
static range in_codes(range r, double most)
{
    return (range){floor(r.low * most) / most, ceil(r.high * most) / most};
}

/* ---- BC */

/* The colour part: two colours of 5, 6 and 5 bits, and two bits for each texel. Blocks of BC1 whose first colour is not
 * the greater have three colours, and transparent black. */
static range colour_of(unsigned code, unsigned bits)
{
    double number = (double)code / ((1u << bits) - 1), repeated = (code << (8 - bits) | code >> (2 * bits - 8)) / 255.0,
           rounded = nearbyint(255 * number) / 255;
    return (range){fmin(fmin(number, repeated), rounded), fmax(fmax(number, repeated), rounded)};
}

static void colours_of(uint64_t part, const block *b, bool three, range texel[4])
{
    static const unsigned first[3] = {11, 5, 0}, bits[3] = {5, 6, 5};
    uint64_t low = part & 0xffff, high = part >> 16 & 0xffff;
    unsigned code = (unsigned)(part >> (32 + 2 * (4 * b->y + b->x)) & 3);
    three = three && low <= high;
    for (int c = 0; c < 3; c++) {
        range p = colour_of(low >> first[c] & ((1u << bits[c]) - 1), bits[c]);
        range q = colour_of(high >> first[c] & ((1u << bits[c]) - 1), bits[c]);
        texel[c] = code == 0   ? p
                   : code == 1 ? q
                   : !three    ? in_codes(mixed(p, q, 4 - code, code - 1), 255)
                   : code == 2 ? in_codes(mixed(p, q, 1, 1), 255)
                               : exactly(0);
    }
    texel[3] = exactly(three && code == 3 ? 0 : 1);
}

/* Two codes of 8 bits, and three bits for each texel: six or four numbers between them, then the lowest and 1. Of codes
 * with sign both lowest mean -1. Whether they do before they are blended, or compared with each other, is open. */
static range single_of(uint64_t part, const block *b, bool with_sign)
{
    int first = (int)(part & 0xff), second = (int)(part >> 8 & 0xff), most = with_sign ? 127 : 255;
    unsigned code = (unsigned)(part >> (16 + 3 * (4 * b->y + b->x)) & 7);
    if (with_sign) {
        first = (int8_t)first;
        second = (int8_t)second;
    }
    range p = {(double)first / most, fmax(-1, (double)first / most)},
          q = {(double)second / most, fmax(-1, (double)second / most)};
    if (code < 2)
        return exactly(code == 0 ? p.high : q.high);
    if (first != second && p.high == q.high && code == 7)
        return (range){-1, 1};
    if (first > second)
        return in_codes(mixed(p, q, 8 - code, code - 1), most);
    return code == 6   ? exactly(with_sign ? -1 : 0)
           : code == 7 ? exactly(1)
                       : in_codes(mixed(p, q, 6 - code, code - 1), most);
}

static double half_of(unsigned code)
{
    double part = ldexp(code & 1023, -10);
    int exponent = code >> 10 & 31;
    double value = exponent ? ldexp(1 + part, exponent - 15) : ldexp(part, -14);
    return code >> 15 ? -value : value;
}

static void floats_of(const block *b, bool with_sign, range texel[4])
{
    unsigned half[3];
    bc6h_texel(b, with_sign, half);
    for (int c = 0; c < 3; c++)
        texel[c] = exactly(half_of(half[c]));
}

static void codes_of(const int code[4], range texel[4])
{
    for (int c = 0; c < 4; c++)
        texel[c] = exactly(code[c] / 255.0);
}

static void bc_texel(char kind, bool with_sign, const block *b, range texel[4])
{
    int code[4];
    switch (kind) {
    case '1': colours_of(b->low, b, true, texel); break;
    case '2':
        colours_of(b->high, b, false, texel);
        texel[3] = exactly((double)block_field(b, 4 * (4 * b->y + b->x), 4) / 15);
        break;
    case '3':
        colours_of(b->high, b, false, texel);
        texel[3] = single_of(b->low, b, false);
        break;
    case '6': floats_of(b, with_sign, texel); break;
    case '7':
        bc7_texel(b, code);
        codes_of(code, texel);
        break;
    default:
        texel[0] = single_of(b->low, b, with_sign);
        if (kind == '5')
            texel[1] = single_of(b->high, b, with_sign);
    }
}

/* ---- ETC2 and EAC. A code of 11 bits may be widened to 16 bits by repeating it. */

static range of_11(uint64_t part, const block *b, bool with_sign)
{
    if (!with_sign) {
        unsigned code = (unsigned)eac_11(part, b->x, b->y);
        double number = code / 2047.0, repeated = (code << 5 | code >> 6) / 65535.0;
        return (range){fmin(number, repeated), fmax(number, repeated)};
    }
    int code = eac_11_signed(part, b->x, b->y);
    unsigned size = (unsigned)(code < 0 ? -code : code);
    double number = size / 1023.0, repeated = (size << 5 | size >> 5) / 32767.0, low = fmin(number, repeated),
           high = fmax(number, repeated);
    return code < 0 ? (range){-high, -low} : (range){low, high};
}

static void etc2_texels(const char *format, const block *b, range texel[4])
{
    bool with_sign = strstr(format, "snorm") != NULL, alpha = strncmp(format, "eac_rgba8", 9) == 0;
    if (strncmp(format, "eac_r", 5) == 0 && !alpha) {
        texel[0] = of_11(b->low, b, with_sign);
        if (format[5] == 'g')
            texel[1] = of_11(b->high, b, with_sign);
        return;
    }
    int code[4];
    etc2_texel(alpha ? b->high : b->low, b->x, b->y, strstr(format, "a1") != NULL, code);
    if (alpha)
        code[3] = eac_alpha(b->low, b->x, b->y);
    codes_of(code, texel);
}

/* ---- ASTC */

static range cut_to_half(double value)
{
    return (range){value * (1 - 0x1p-10 - 0x1p-15), value * (1 + 0x1p-11)};
}

/* The number of a code of 16 bits, or of the same with other ends, cut to 8 bits and, unless the codes are wanted
 * `whole`, to half. */
static range of_16(unsigned code, unsigned other, bool whole)
{
    range cut = exactly((code >> 8) / 255.0), cut_other = exactly((other >> 8) / 255.0);
    range all = {fmin(cut.low, cut_other.low), fmax(cut.high, cut_other.high)};
    double numbers[] = {code / 65535.0, all.low, all.high};
    for (int n = 0; n < 3 && !whole; n++) {
        range half = cut_to_half(numbers[n]);
        all = (range){fmin(all.low, half.low), fmax(all.high, half.high)};
    }
    return all;
}

static void astc_texels(const block *b, unsigned width, unsigned height, bool srgb, range texel[4])
{
    unsigned code[4], other[4];
    if (block_field(b, 0, 9) == 0x1fc) { /* void extent */
        for (unsigned c = 0; c < 4; c++) {
            code[c] = block_field(b, 64 + 16 * c, 16);
            double cut = (code[c] >> 8) / 255.0;
            range half = cut_to_half(srgb ? cut : code[c] / 65535.0);
            texel[c] = block_field(b, 9, 1) ? exactly(half_of(code[c]))
                       : srgb && c < 3      ? exactly(cut)
                                            : (range){fmin(half.low, cut), fmax(half.high, cut)};
        }
        return;
    }
    if (astc_texel(b, width, height, srgb, code) && astc_texel(b, width, height, true, other))
        for (unsigned c = 0; c < 4; c++)
            texel[c] = of_16(code[c], other[c], srgb && c < 3);
    else
        for (unsigned c = 0; c < 4; c++)
            texel[c] = (range){-INFINITY, INFINITY};
}

/* ---- What is expected */

static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static bool block_size(const char *format, unsigned *width, unsigned *height)
{
    *width = *height = 4;
    return format && (strncmp(format, "bc", 2) == 0 || strncmp(format, "eac_", 4) == 0 ||
                      strncmp(format, "etc2_", 5) == 0 || sscanf(format, "astc_%ux%u", width, height) == 2);
}

static block block_at(const reference_array *image, size_t index, unsigned x, unsigned y)
{
    block b = {array_bits(image, index, 0) | array_bits(image, index, 1) << 32, 0, x, y};
    if (image->type.lanes == 4)
        b.high = array_bits(image, index, 2) | array_bits(image, index, 3) << 32;
    return b;
}

/* A code of sRGB may be half a code off (MSL 8.7.7). Others are rounded to the type, to nearest or toward zero. */
static void expect_range(reference_call *call, size_t k, range r, bool srgb)
{
    if (srgb)
        expect_interval(call, k, linear(fmax(0, r.low - 0.5 / 255)), linear(fmin(1, r.high + 0.5 / 255)));
    else if (r.low == r.high)
        expect_value(call, k, r.low);
    else {
        double unit = call->type.scalar == SCALAR_HALF ? 0x1p-10 : 0x1p-23;
        expect_interval(call, k, r.low - fabs(r.low) * unit, r.high + fabs(r.high) * unit);
    }
}

/* decompressed(image): the texels of an image of a compressed format, row by row. */
REFERENCE(decompressed)
{
    unsigned width, height;
    if (!arguments_are(call, "a"))
        return;
    const reference_array *image = argument_array(call, 0);
    if (!block_size(image->format, &width, &height) || call->type.lanes != 4) {
        call->error = "decompressed: wants a texture of a compressed format, and an output of four components";
        return;
    }
    bool srgb = strstr(image->format, "srgb") != NULL,
         with_sign = strstr(image->format, "snorm") || strstr(image->format, "rgbfloat");
    size_t across = (image->width + width - 1) / width;
    for (size_t i = 0; i < call->count; i++) {
        unsigned x = (unsigned)(i % image->width), y = (unsigned)(i / image->width);
        block b = block_at(image, y / height * across + x / width, x % width, y % height);
        range texel[4] = {exactly(0), exactly(0), exactly(0), exactly(1)};
        if (image->format[0] == 'b')
            bc_texel(image->format[2], with_sign, &b, texel);
        else if (image->format[0] == 'e')
            etc2_texels(image->format, &b, texel);
        else
            astc_texels(&b, width, height, srgb, texel);
        for (unsigned c = 0; c < 4; c++)
            expect_range(call, 4 * i + c, texel[c], srgb && c < 3);
    }
}

static uint64_t random_half(uint64_t seed, uint64_t n)
{
    return (random_bits(seed, n) & 0x3ff) | (8 + random_bits(seed, n + 1000) % 12) << 10;
}

/* Sixteen weights of two bits, 0 or 3, in the highest 32 bits. */
static uint64_t two_weights(uint64_t chosen)
{
    uint64_t weights = 0;
    for (unsigned n = 0; n < 16; n++)
        weights |= (chosen >> n & 1) * 3 << (32 + 2 * n);
    return weights;
}

static void set_block(input_call *call, size_t i, uint64_t low, uint64_t high)
{
    for (unsigned word = 0; word < 4; word++)
        input_set(call, i, word, (double)(uint32_t)((word < 2 ? low : high) >> 32 * (word & 1)));
}

enum { TWO_COLOURS = 0x42 | 8 << 13 }; /* 4 x 4 weights of two bits, one partition, RGB colours of 8 bits */

/* A random block of a size that has colours of ordinary range: in turn of one to four partitions, and of two planes. */
static block drawn_block(uint64_t seed, size_t i, unsigned width, unsigned height)
{
    unsigned partitions = i % 4, code[4];
    uint64_t planes = i / 4 % 2 && partitions < 3;
    for (uint64_t n = 0;; n++) {
        block b = {random_bits(seed, i << 20 | 2 * n), random_bits(seed, i << 20 | 2 * n | 1), 0, 0};
        b.low = (b.low & ~((uint64_t)7 << 10)) | planes << 10 | (uint64_t)partitions << 11;
        if ((b.low & 0x183) != 0x100 && astc_texel(&b, width, height, false, code))
            return b;
    }
}

/* astc_blocks(FLOATS, TWO): void extents of random colours, as halves where FLOATS is 1; where TWO is 1 every second
 * block has two colours, the first of which is the darker. astc_blocks(0, 2, W, H): blocks of this size with
 * weights. */
INPUT(astc_blocks)
{
    bool floats = call->argument_count > 0 && call->argument[0] != 0,
         two = call->argument_count > 1 && call->argument[1] != 0;
    for (size_t i = 0; call->argument_count == 4 && i < call->count; i++) {
        block b = drawn_block(call->seed, i, (unsigned)call->argument[2], (unsigned)call->argument[3]);
        set_block(call, i, b.low, b.high);
    }
    for (size_t i = 0; call->argument_count < 4 && i < call->count; i++) {
        uint64_t low = 0xfffffffffffff000 | (floats ? 0xffc : 0xdfc), high = 0;
        for (unsigned c = 0; c < 4; c++)
            high |= (floats ? random_half(call->seed, 4 * i + c) : random_bits(call->seed, 4 * i + c) & 0xffff)
                    << 16 * c;
        if (two && i % 2) {
            low = TWO_COLOURS;
            for (unsigned c = 0; c < 3; c++) {
                uint64_t first = random_bits(call->seed, 8 * i + c) % 128,
                         second = first + random_bits(call->seed, 8 * i + 4 + c) % 128;
                low |= first << (17 + 16 * c);
                if (25 + 16 * c < 64)
                    low |= second << (25 + 16 * c);
                high = c == 0 ? two_weights(random_bits(call->seed, 8 * i + 7)) : high;
                if (25 + 16 * c + 8 > 64)
                    high |= second >> (64 - (25 + 16 * c));
            }
        }
        set_block(call, i, low, high);
    }
}

/* bc7_blocks: random blocks of each mode in turn, with the first partition. */
INPUT(bc7_blocks)
{
    static const uint8_t partition[8] = {4, 6, 6, 6, 0, 0, 0, 6};
    for (size_t i = 0; i < call->count; i++) {
        unsigned mode = i % 8;
        uint64_t low = random_bits(call->seed, 2 * i) >> (mode + 1) << (mode + 1) | 1u << mode;
        low &= ~((((uint64_t)1 << partition[mode]) - 1) << (mode + 1));
        set_block(call, i, low, random_bits(call->seed, 2 * i + 1));
    }
}

/* bc6h_blocks: random blocks of each mode that bc6h_texel knows in turn, with the first partition. */
INPUT(bc6h_blocks)
{
    static const uint8_t modes[5] = {3, 7, 11, 15, 0x1e};
    for (size_t i = 0; i < call->count; i++) {
        uint64_t low = random_bits(call->seed, 2 * i), high = random_bits(call->seed, 2 * i + 1);
        if (i % 5 == 4)
            high &= ~((uint64_t)31 << 13);
        set_block(call, i, (low & ~(uint64_t)31) | modes[i % 5], high);
    }
}
