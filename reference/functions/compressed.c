/* compressed.c: what texels of compressed formats are: BC1 to BC5 without sign as their definitions have it, and two kinds
 * of blocks of ASTC whose texels are known without decoding weights: one colour (a void extent), and two colours of which
 * each texel has one. MSL names no precision: colours may be expanded to codes of 8 bits first, which is half a code off,
 * and blended in whole codes. */
#include "../core/arguments.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct block {
    uint64_t low, high; /* the first eight bytes, and the rest */
    unsigned x, y;      /* the texel */
} block;

static unsigned field(const block *b, unsigned first, unsigned bits)
{
    uint64_t word = first < 64 ? b->low >> first : b->high >> (first - 64);
    if (first < 64 && first + bits > 64)
        word |= b->high << (64 - first);
    return (unsigned)(word & ((1u << bits) - 1));
}

/* ---- BC */

/* The colour part: two colours of 5, 6 and 5 bits, and two bits for each texel. Blocks of BC1 whose first colour is not
 * the greater have three colours, and transparent black. */
static void colours_of(uint64_t part, const block *b, bool three, double texel[4])
{
    static const unsigned first[3] = {11, 5, 0}, bits[3] = {5, 6, 5};
    uint64_t low = part & 0xffff, high = part >> 16 & 0xffff;
    unsigned code = (unsigned)(part >> (32 + 2 * (4 * b->y + b->x)) & 3);
    three = three && low <= high;
    for (int c = 0; c < 3; c++) {
        double most = (1u << bits[c]) - 1;
        double p = (double)(low >> first[c] & ((1u << bits[c]) - 1)) / most;
        double q = (double)(high >> first[c] & ((1u << bits[c]) - 1)) / most;
        texel[c] = code == 0   ? p
                   : code == 1 ? q
                   : three     ? (code == 2 ? (p + q) / 2 : 0)
                   : code == 2 ? (2 * p + q) / 3
                               : (p + 2 * q) / 3;
    }
    texel[3] = three && code == 3 ? 0 : 1;
}

/* Two codes of 8 bits, and three bits for each texel: six or four numbers between them, then 0 and 1. */
static double single_of(uint64_t part, const block *b)
{
    double p = (double)(part & 0xff) / 255, q = (double)(part >> 8 & 0xff) / 255;
    unsigned code = (unsigned)(part >> (16 + 3 * (4 * b->y + b->x)) & 7);
    if (code < 2)
        return code == 0 ? p : q;
    if (p > q)
        return ((8 - code) * p + (code - 1) * q) / 7;
    return code == 6 ? 0 : code == 7 ? 1 : ((6 - code) * p + (code - 1) * q) / 5;
}

static void bc_texel(char kind, const block *b, double texel[4])
{
    switch (kind) {
    case '1': colours_of(b->low, b, true, texel); break;
    case '2':
        colours_of(b->high, b, false, texel);
        texel[3] = (double)field(b, 4 * (4 * b->y + b->x), 4) / 15;
        break;
    case '3':
        colours_of(b->high, b, false, texel);
        texel[3] = single_of(b->low, b);
        break;
    default:
        texel[0] = single_of(b->low, b);
        texel[1] = kind == '5' ? single_of(b->high, b) : 0;
        texel[2] = 0;
        texel[3] = 1;
    }
}

/* ---- ASTC */

enum { TWO_COLOURS = 0x42 | 8 << 13 }; /* 4 x 4 weights of two bits, one partition, RGB colours of 8 bits */

static double half_of(unsigned code)
{
    double part = ldexp(code & 1023, -10);
    int exponent = code >> 10 & 31;
    double value = exponent ? ldexp(1 + part, exponent - 15) : ldexp(part, -14);
    return code >> 15 ? -value : value;
}

static void astc_texel(const block *b, bool srgb, double texel[4])
{
    if (field(b, 0, 9) == 0x1fc) { /* void extent */
        for (unsigned c = 0; c < 4; c++) {
            unsigned code = field(b, 64 + 16 * c, 16);
            texel[c] = field(b, 9, 1) ? half_of(code) : srgb ? (double)(code >> 8) / 255 : (double)code / 65535;
        }
        return;
    }
    unsigned second = (unsigned)(b->high >> (63 - 2 * (4 * b->y + b->x)) & 1); /* weights lie from the end; 0 or 3 */
    for (unsigned c = 0; c < 3; c++)
        texel[c] = (double)field(b, 17 + 16 * c + 8 * second, 8) / 255;
    texel[3] = 1;
}

/* ---- What is expected */

static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static bool block_size(const char *format, unsigned *width, unsigned *height)
{
    *width = *height = 4;
    return format && (strncmp(format, "bc", 2) == 0 || sscanf(format, "astc_%ux%u", width, height) == 2);
}

static block block_at(const reference_array *image, size_t index, unsigned x, unsigned y)
{
    block b = {array_bits(image, index, 0) | array_bits(image, index, 1) << 32, 0, x, y};
    if (image->type.lanes == 4)
        b.high = array_bits(image, index, 2) | array_bits(image, index, 3) << 32;
    return b;
}

/* Known ends are exact; others within one and a half codes of 8 bits, or two of half for larger numbers. */
static void expect_decoded(reference_call *call, size_t k, double value, bool srgb)
{
    double slack = fmax(1.5 / 255, fabs(value) * 0x1p-9);
    if (value == 0 || value == 1)
        expect_value(call, k, value);
    else if (srgb)
        expect_interval(call, k, linear(fmax(0, value - slack)), linear(fmin(1, value + slack)));
    else
        expect_interval(call, k, value - slack, value + slack);
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
    bool srgb = strstr(image->format, "srgb") != NULL;
    size_t across = (image->width + width - 1) / width;
    for (size_t i = 0; i < call->count; i++) {
        unsigned x = (unsigned)(i % image->width), y = (unsigned)(i / image->width);
        block b = block_at(image, y / height * across + x / width, x % width, y % height);
        double texel[4];
        if (image->format[0] == 'b')
            bc_texel(image->format[2], &b, texel);
        else
            astc_texel(&b, srgb, texel);
        for (unsigned c = 0; c < 4; c++)
            expect_decoded(call, 4 * i + c, texel[c], srgb && c < 3);
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

/* astc_blocks(FLOATS, TWO): void extents of random colours, as halves where FLOATS is 1; where TWO is 1 every second
 * block has two colours, the first of which is the darker. */
INPUT(astc_blocks)
{
    bool floats = call->argument_count > 0 && call->argument[0] != 0,
         two = call->argument_count > 1 && call->argument[1] != 0;
    for (size_t i = 0; i < call->count; i++) {
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
        for (unsigned word = 0; word < 4; word++)
            input_set(call, i, word, (double)(uint32_t)((word < 2 ? low : high) >> 32 * (word & 1)));
    }
}
