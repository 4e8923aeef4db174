/* bptc.c: blocks of BC7 and BC6H (Khronos Data Format 1.3, chapter 20): ends of lines between colours, and for each
 * texel a place on its subset's line. */
#include "block.h"
#include <string.h>

unsigned block_field(const block *b, unsigned first, unsigned bits)
{
    uint64_t word = first < 64 ? b->low >> first : b->high >> (first - 64);
    if (first > 0 && first < 64 && first + bits > 64)
        word |= b->high << (64 - first);
    return (unsigned)(word & (((uint64_t)1 << bits) - 1));
}

typedef struct reader {
    const block *of;
    unsigned at;
} reader;

static unsigned next(reader *from, unsigned bits)
{
    unsigned value = bits ? block_field(from->of, from->at, bits) : 0;
    from->at += bits;
    return value;
}

/* Which subset a texel belongs to, in the first partition of so many. */
static unsigned subset_of(unsigned subsets, unsigned texel)
{
    static const uint8_t three[16] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 2, 2, 1, 2, 2, 2, 2};
    return subsets == 1 ? 0 : subsets == 2 ? texel % 4 / 2 : three[texel];
}

/* The place of a texel, in 64ths. Those texels that fix the direction of their subset's line have a bit less. */
static int weight_of(const block *b, unsigned first, unsigned bits, unsigned subsets)
{
    static const uint8_t weights[5][16] = {[2] = {0, 21, 43, 64},
                                           [3] = {0, 9, 18, 27, 37, 46, 55, 64},
                                           [4] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};
    unsigned wanted = 4 * b->y + b->x;
    reader from = {b, first};
    for (unsigned texel = 0;; texel++) {
        bool fixes = texel == 0 || (subsets > 1 && texel == 15) || (subsets == 3 && texel == 3);
        unsigned index = next(&from, bits - fixes);
        if (texel == wanted)
            return weights[bits][index];
    }
}

static int between(int first, int second, int weight)
{
    return (first * (64 - weight) + second * weight + 32) >> 6;
}

typedef struct bc7_mode {
    uint8_t subsets, partition, rotation, selection, colour, alpha, p, p_of, first, second;
    /* bits; `p_of`: how many ends share a bit of `p` */
} bc7_mode;

static const bc7_mode bc7_modes[8] = {
    {3, 4, 0, 0, 4, 0, 1, 1, 3, 0}, {2, 6, 0, 0, 6, 0, 1, 2, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 1, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 1, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 1, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 1, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 1, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 1, 2, 0},
};

/* The ends of all lines, as codes of 8 bits. */
static void bc7_ends(reader *from, const bc7_mode *m, int ends[6][4])
{
    unsigned count = 2u * m->subsets, shared = 0;
    for (unsigned c = 0; c < 4; c++)
        for (unsigned e = 0; e < count; e++)
            ends[e][c] = (int)next(from, c < 3 ? m->colour : m->alpha);
    for (unsigned e = 0; e < count; e++) {
        if (m->p && e % m->p_of == 0)
            shared = next(from, 1);
        for (unsigned c = 0; c < 4; c++) {
            unsigned bits = c < 3 ? m->colour : m->alpha, wide = bits + m->p;
            int code = m->p ? ends[e][c] << 1 | (int)shared : ends[e][c];
            ends[e][c] = bits == 0 ? 255 : (code << (8 - wide) | code >> (2 * wide - 8)) & 0xff;
        }
    }
}

void bc7_texel(const block *b, int code[4])
{
    unsigned mode = 0;
    while (mode < 8 && !block_field(b, mode, 1))
        mode++;
    memset(code, 0, 4 * sizeof *code);
    if (mode == 8)
        return;
    const bc7_mode *m = &bc7_modes[mode];
    reader from = {b, mode + 1};
    next(&from, m->partition);
    unsigned rotation = next(&from, m->rotation), selection = next(&from, m->selection);
    int ends[6][4];
    bc7_ends(&from, m, ends);
    unsigned subset = subset_of(m->subsets, 4 * b->y + b->x);
    int of_colour = weight_of(b, from.at, m->first, m->subsets), of_alpha = of_colour;
    if (m->second) {
        of_alpha = weight_of(b, from.at + 16u * m->first - 1, m->second, 1);
        if (selection) {
            int other = of_colour;
            of_colour = of_alpha;
            of_alpha = other;
        }
    }
    for (int c = 0; c < 4; c++)
        code[c] = between(ends[2 * subset][c], ends[2 * subset + 1][c], c < 3 ? of_colour : of_alpha);
    if (rotation) {
        int other = code[3];
        code[3] = code[rotation - 1];
        code[rotation - 1] = other;
    }
}

static int extended_sign(unsigned value, unsigned bits)
{
    return (int)(value ^ 1u << (bits - 1)) - (1 << (bits - 1));
}

/* One subset: ends of ten bits; or the first with more, whose higher bits follow the second's difference to it. */
static unsigned bc6h_one(reader *from, unsigned mode, unsigned ends[4][3])
{
    static const uint8_t differences[4] = {10, 9, 8, 4}, widths[4] = {10, 11, 12, 16};
    unsigned kind = mode >> 2, bits = widths[kind];
    for (unsigned c = 0; c < 3; c++)
        ends[0][c] = next(from, 10);
    for (unsigned c = 0; c < 3; c++) {
        unsigned second = next(from, differences[kind]);
        for (unsigned n = bits; n > 10; n--)
            ends[0][c] |= next(from, 1) << (n - 1);
        if (kind > 0)
            second = (ends[0][c] + (unsigned)extended_sign(second, differences[kind])) & ((1u << bits) - 1);
        ends[1][c] = second;
    }
    return bits;
}

/* Two subsets of six bits. Each entry is an end, a component and its bit, in the order of the block. */
static unsigned bc6h_two(reader *from, unsigned ends[4][3])
{
    static const struct {
        uint8_t end, component, bit, count;
    } order[] = {{0, 0, 0, 6}, {3, 1, 4, 1}, {3, 2, 0, 1}, {3, 2, 1, 1}, {2, 2, 4, 1}, {0, 1, 0, 6},
                 {2, 1, 5, 1}, {2, 2, 5, 1}, {3, 2, 2, 1}, {2, 1, 4, 1}, {0, 2, 0, 6}, {3, 1, 5, 1},
                 {3, 2, 3, 1}, {3, 2, 5, 1}, {3, 2, 4, 1}, {1, 0, 0, 6}, {2, 1, 0, 4}, {1, 1, 0, 6},
                 {3, 1, 0, 4}, {1, 2, 0, 6}, {2, 2, 0, 4}, {2, 0, 0, 6}, {3, 0, 0, 6}};
    for (unsigned n = 0; n < sizeof order / sizeof *order; n++)
        ends[order[n].end][order[n].component] |= next(from, order[n].count) << order[n].bit;
    next(from, 5); /* the partition */
    return 6;
}

static int bc6h_wide(unsigned code, unsigned bits, bool with_sign)
{
    if (!with_sign)
        return bits >= 15 || code == 0    ? (int)code
               : code == (1u << bits) - 1 ? 0xffff
                                          : (int)((code << 16 | 0x8000) >> bits);
    int value = extended_sign(code, bits), size = value < 0 ? -value : value;
    if (bits < 16 && size)
        size = size >= (1 << (bits - 1)) - 1 ? 0x7fff : (size << 15 | 0x4000) >> (bits - 1);
    return value < 0 ? -size : size;
}

void bc6h_texel(const block *b, bool with_sign, unsigned half[3])
{
    unsigned ends[4][3] = {{0}}, mode = block_field(b, 0, 5);
    bool two = mode == 0x1e;
    reader from = {b, 5};
    unsigned bits = two ? bc6h_two(&from, ends) : bc6h_one(&from, mode, ends);
    unsigned subset = subset_of(two ? 2 : 1, 4 * b->y + b->x);
    int weight = weight_of(b, from.at, two ? 3 : 4, two ? 2 : 1);
    for (int c = 0; c < 3; c++) {
        int value = between(bc6h_wide(ends[2 * subset][c], bits, with_sign),
                            bc6h_wide(ends[2 * subset + 1][c], bits, with_sign), weight);
        half[c] = !with_sign  ? (unsigned)(value * 31 >> 6)
                  : value < 0 ? 0x8000u | (unsigned)(-value * 31 >> 5)
                              : (unsigned)(value * 31 >> 5);
    }
}
