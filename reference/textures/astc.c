/* astc.c: texels of blocks of ASTC, of two dimensions and ordinary range, from the definition of the format (Khronos
 * Data Format Specification, ASTC): modes, sequences of integers, ends of colours, partitions, grids of weights.
 *
 * Numbers of a sequence have one of these many values: some bits, and a trit or a quint that five or three numbers
 * share. */
#include "block.h"

enum { MOST_NUMBERS = 64, MOST_WEIGHT_BITS = 96, MOST_COLOUR_NUMBERS = 18, LEAST_COLOUR_RANGE = 4 };

typedef struct range_of_numbers {
    uint16_t values;
    uint8_t trits, quints, bits;
} range_of_numbers;

static const range_of_numbers ranges[] = {
    {2, 0, 0, 1},  {3, 1, 0, 0},  {4, 0, 0, 2},  {5, 0, 1, 0},   {6, 1, 0, 1},   {8, 0, 0, 3},   {10, 0, 1, 1},
    {12, 1, 0, 2}, {16, 0, 0, 4}, {20, 0, 1, 2}, {24, 1, 0, 3},  {32, 0, 0, 5},  {40, 0, 1, 3},  {48, 1, 0, 4},
    {64, 0, 0, 6}, {80, 0, 1, 4}, {96, 1, 0, 5}, {128, 0, 0, 7}, {160, 0, 1, 5}, {192, 1, 0, 6}, {256, 0, 0, 8}};
enum { RANGES = sizeof ranges / sizeof *ranges };

static unsigned bits_of_sequence(const range_of_numbers *r, unsigned count)
{
    return count * r->bits + (r->trits ? (8 * count + 4) / 5 : 0) + (r->quints ? (7 * count + 2) / 3 : 0);
}

/* ---- Sequences. What lies beyond the end is zero. */

typedef struct sequence {
    const block *from;
    unsigned next, end;
    bool backward; /* from the block's last bit on */
} sequence;

static unsigned take(sequence *s, unsigned bits)
{
    unsigned value = 0;
    for (unsigned n = 0; n < bits; n++, s->next++)
        if (s->next < s->end)
            value |= block_field(s->from, s->backward ? 127 - s->next : s->next, 1) << n;
    return value;
}

static unsigned bit(unsigned value, unsigned n)
{
    return value >> n & 1;
}

static void split_trits(unsigned all, unsigned trit[5])
{
    unsigned rest;
    if ((all >> 2 & 7) == 7) {
        rest = (all >> 5 & 7) << 2 | (all & 3);
        trit[4] = trit[3] = 2;
    } else {
        rest = all & 31;
        bool upper = (all >> 5 & 3) == 3;
        trit[4] = upper ? 2 : bit(all, 7);
        trit[3] = upper ? bit(all, 7) : all >> 5 & 3;
    }
    if ((rest & 3) == 3) {
        trit[2] = 2;
        trit[1] = bit(rest, 4);
        trit[0] = bit(rest, 3) << 1 | (bit(rest, 2) & ~bit(rest, 3));
    } else if ((rest >> 2 & 3) == 3) {
        trit[2] = trit[1] = 2;
        trit[0] = rest & 3;
    } else {
        trit[2] = bit(rest, 4);
        trit[1] = rest >> 2 & 3;
        trit[0] = bit(rest, 1) << 1 | (bit(rest, 0) & ~bit(rest, 1));
    }
}

static void split_quints(unsigned all, unsigned quint[3])
{
    if ((all >> 1 & 3) == 3 && (all >> 5 & 3) == 0) {
        unsigned others = bit(all, 0) ^ 1;
        quint[2] = bit(all, 0) << 2 | (bit(all, 4) & others) << 1 | (bit(all, 3) & others);
        quint[1] = quint[0] = 4;
        return;
    }
    unsigned rest;
    if ((all >> 1 & 3) == 3) {
        quint[2] = 4;
        rest = (all >> 3 & 3) << 3 | (~(all >> 5) & 3) << 1 | bit(all, 0);
    } else {
        quint[2] = all >> 5 & 3;
        rest = all & 31;
    }
    bool upper = (rest & 7) == 5;
    quint[1] = upper ? 4 : rest >> 3;
    quint[0] = upper ? rest >> 3 : rest & 7;
}

/* Numbers with their trits or quints above their bits. */
static void take_numbers(sequence s, const range_of_numbers *r, unsigned count, unsigned *number)
{
    static const unsigned trit_bits[5] = {2, 2, 1, 2, 1}, quint_bits[3] = {3, 2, 2};
    unsigned together = r->trits ? 5 : r->quints ? 3 : 1;
    s.end = s.next + bits_of_sequence(r, count);
    for (unsigned n = 0; n < count; n += together) {
        unsigned low[5] = {0}, digit[5] = {0}, all = 0, at = 0;
        for (unsigned k = 0; k < together; k++) {
            low[k] = take(&s, r->bits);
            unsigned more = r->trits ? trit_bits[k] : r->quints ? quint_bits[k] : 0;
            all |= take(&s, more) << at;
            at += more;
        }
        if (r->trits)
            split_trits(all, digit);
        else if (r->quints)
            split_quints(all, digit);
        for (unsigned k = 0; k < together && n + k < count; k++)
            number[n + k] = digit[k] << r->bits | low[k];
    }
}

/* A number of `bits` bits, repeated until there are `wide`. */
static unsigned repeated(unsigned value, unsigned bits, unsigned wide)
{
    unsigned result = 0;
    for (int at = (int)wide - (int)bits; at > -(int)bits; at -= (int)bits)
        result |= at >= 0 ? value << at : value >> -at;
    return result;
}

/* The bits b, c, … of a number, of which a is the lowest, placed as a pattern says: `bits` + 1 letters or zeros. */
static unsigned placed(unsigned value, const char *pattern)
{
    unsigned result = 0;
    for (; *pattern; pattern++)
        result = result << 1 | (*pattern == '0' ? 0 : bit(value, (unsigned)(*pattern - 'a')));
    return result;
}

/* ---- Colours: 0 to 255 */

static unsigned colour_of(const range_of_numbers *r, unsigned number)
{
    static const struct {
        unsigned factor;
        const char *pattern;
    } trits[] = {{204, "000000000"}, {93, "b000b0bb0"}, {44, "cb000cbcb"},
                 {22, "dcb000dcb"},  {11, "edcb000ed"}, {5, "fedcb000f"}},
      quints[] = {{113, "000000000"}, {54, "b0000bb00"}, {26, "cb0000cbc"}, {13, "dcb0000dc"}, {6, "edcb0000e"}};
    if (!r->trits && !r->quints)
        return repeated(number, r->bits, 8);
    unsigned digit = number >> r->bits, a = bit(number, 0) ? 0x1ff : 0;
    unsigned factor = r->trits ? trits[r->bits - 1].factor : quints[r->bits - 1].factor;
    unsigned whole =
        digit * factor + placed(number, r->trits ? trits[r->bits - 1].pattern : quints[r->bits - 1].pattern);
    whole ^= a;
    return (a & 0x80) | whole >> 2;
}

static unsigned in_code(int value)
{
    return value < 0 ? 0 : value > 255 ? 255 : (unsigned)value;
}

static void set_end(unsigned end[4], int red, int green, int blue, int alpha)
{
    end[0] = in_code(red);
    end[1] = in_code(green);
    end[2] = in_code(blue);
    end[3] = in_code(alpha);
}

/* Red and green halfway to blue. */
static void set_contracted(unsigned end[4], int red, int green, int blue, int alpha)
{
    set_end(end, (red + blue) >> 1, (green + blue) >> 1, blue, alpha);
}

/* A base and an offset of six bits with sign: the base's highest bit is the offset's. */
static void part_offset(int *offset, int *base)
{
    *base = *base >> 1 | (*offset & 0x80);
    *offset = *offset >> 1 & 0x3f;
    if (*offset & 0x20)
        *offset -= 0x40;
}

/* The two ends of a colour. False for modes of high dynamic range. */
static bool ends_of(unsigned mode, const unsigned *number, unsigned low[4], unsigned high[4])
{
    int v[8] = {0};
    for (unsigned n = 0; n < 2 * (mode / 4 + 1); n++)
        v[n] = (int)number[n];
    int alpha_low = 255, alpha_high = 255;
    switch (mode) {
    case 0:
        set_end(low, v[0], v[0], v[0], 255);
        set_end(high, v[1], v[1], v[1], 255);
        return true;
    case 1: {
        int first = v[0] >> 2 | (v[1] & 0xc0), second = first + (v[1] & 0x3f);
        set_end(low, first, first, first, 255);
        set_end(high, second, second, second, 255);
        return true;
    }
    case 4:
        set_end(low, v[0], v[0], v[0], v[2]);
        set_end(high, v[1], v[1], v[1], v[3]);
        return true;
    case 5:
        part_offset(&v[1], &v[0]);
        part_offset(&v[3], &v[2]);
        set_end(low, v[0], v[0], v[0], v[2]);
        set_end(high, v[0] + v[1], v[0] + v[1], v[0] + v[1], v[2] + v[3]);
        return true;
    case 6:
    case 10:
        set_end(low, v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, mode == 10 ? v[4] : 255);
        set_end(high, v[0], v[1], v[2], mode == 10 ? v[5] : 255);
        return true;
    case 8:
    case 12:
        if (mode == 12) {
            alpha_low = v[6];
            alpha_high = v[7];
        }
        if (v[1] + v[3] + v[5] >= v[0] + v[2] + v[4]) {
            set_end(low, v[0], v[2], v[4], alpha_low);
            set_end(high, v[1], v[3], v[5], alpha_high);
        } else {
            set_contracted(low, v[1], v[3], v[5], alpha_high);
            set_contracted(high, v[0], v[2], v[4], alpha_low);
        }
        return true;
    case 9:
    case 13:
        for (int c = 0; c < (mode == 13 ? 4 : 3); c++)
            part_offset(&v[2 * c + 1], &v[2 * c]);
        if (mode == 13) {
            alpha_low = v[6];
            alpha_high = v[6] + v[7];
        }
        if (v[1] + v[3] + v[5] >= 0) {
            set_end(low, v[0], v[2], v[4], alpha_low);
            set_end(high, v[0] + v[1], v[2] + v[3], v[4] + v[5], alpha_high);
        } else {
            set_contracted(low, v[0] + v[1], v[2] + v[3], v[4] + v[5], alpha_high);
            set_contracted(high, v[0], v[2], v[4], alpha_low);
        }
        return true;
    default: return false;
    }
}

/* ---- Weights: 0 to 64 */

static unsigned weight_of(const range_of_numbers *r, unsigned number)
{
    static const unsigned three[] = {0, 32, 63}, five[] = {0, 16, 32, 47, 63};
    static const struct {
        unsigned factor;
        const char *pattern;
    } trits[] = {{50, "0000000"}, {23, "b000b0b"}, {11, "cb000cb"}}, quints[] = {{28, "0000000"}, {13, "b0000b0"}};
    unsigned weight;
    if (!r->trits && !r->quints)
        weight = repeated(number, r->bits, 6);
    else if (!r->bits)
        weight = r->trits ? three[number] : five[number];
    else {
        unsigned digit = number >> r->bits, a = bit(number, 0) ? 0x7f : 0;
        weight = r->trits ? digit * trits[r->bits - 1].factor + placed(number, trits[r->bits - 1].pattern)
                          : digit * quints[r->bits - 1].factor + placed(number, quints[r->bits - 1].pattern);
        weight = (a & 0x20) | (weight ^ a) >> 2;
    }
    return weight + (weight > 32);
}

/* The grid of weights. */
typedef struct grid {
    unsigned width, height, planes;
    const range_of_numbers *range;
} grid;

static bool read_grid(const block *b, grid *g)
{
    static const uint8_t low[] = {0, 1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10, 11}; /* of the ranges */
    unsigned kind = block_field(b, 2, 2), wide = block_field(b, 5, 2), more = block_field(b, 7, 2);
    unsigned precision = block_field(b, 4, 1), second = block_field(b, 10, 1), precise = block_field(b, 9, 1);
    if (block_field(b, 0, 2)) {
        precision |= block_field(b, 0, 2) << 1;
        g->width = kind == 0 ? more + 4 : kind == 1 ? more + 8 : kind == 2 || more < 2 ? wide + 2 : (more & 1) + 2;
        g->height = kind < 2 ? wide + 2 : kind == 2 ? more + 8 : more < 2 ? more + 6 : wide + 2;
    } else {
        precision |= kind << 1;
        if (more == 3 && wide > 1)
            return false;
        g->width = more == 0 ? 12 : more == 1 ? wide + 2 : more == 2 ? wide + 6 : wide ? 10 : 6;
        g->height = more == 0 ? wide + 2 : more == 1 ? 12 : more == 2 ? block_field(b, 9, 2) + 6 : wide ? 6 : 10;
        if (more == 2)
            second = precise = 0;
    }
    if (precision < 2)
        return false;
    g->planes = second + 1;
    g->range = &ranges[(precise ? high : low)[precision - 2]];
    unsigned count = g->width * g->height * g->planes, bits = bits_of_sequence(g->range, count);
    return count <= MOST_NUMBERS && bits >= 24 && bits <= MOST_WEIGHT_BITS;
}

/* The weight of the texel, between the four of the grid around it. */
static unsigned weight_at(const block *b, const grid *g, const unsigned *weight, unsigned plane, unsigned width,
                          unsigned height)
{
    unsigned across = (1024 + width / 2) / (width - 1) * b->x, down = (1024 + height / 2) / (height - 1) * b->y;
    unsigned s = (across * (g->width - 1) + 32) >> 6, t = (down * (g->height - 1) + 32) >> 6;
    unsigned right = s & 15, below = t & 15, both = (right * below + 8) >> 4;
    unsigned share[4] = {16 - right - below + both, right - both, below - both, both}, sum = 8;
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned column = (s >> 4) + (corner & 1), row = (t >> 4) + corner / 2;
        if (share[corner])
            sum += share[corner] * weight[(row * g->width + column) * g->planes + plane];
    }
    return sum >> 4;
}

/* ---- Partitions */

static uint32_t scattered(uint32_t x)
{
    x ^= x >> 15;
    x -= x << 17;
    x += x << 7;
    x += x << 4;
    x ^= x >> 5;
    x += x << 16;
    x ^= x >> 7;
    x ^= x >> 3;
    x ^= x << 6;
    return x ^ x >> 17;
}

static unsigned partition_of(unsigned index, unsigned count, unsigned x, unsigned y, bool small)
{
    static const unsigned from[8] = {0, 4, 8, 12, 16, 20, 24, 28};
    uint32_t random = scattered(index + (count - 1) * 1024);
    unsigned by_index = index & 2 ? 4 : 5, by_count = count == 3 ? 6 : 5, best = 0, greatest = 0;
    x <<= small;
    y <<= small;
    for (unsigned n = 0; n < count; n++) {
        unsigned of_x = random >> from[2 * n] & 15, of_y = random >> from[2 * n + 1] & 15;
        of_x = of_x * of_x >> (index & 1 ? by_index : by_count);
        of_y = of_y * of_y >> (index & 1 ? by_count : by_index);
        unsigned value = (of_x * x + of_y * y + (random >> (14 - 4 * n))) & 63;
        if (n == 0 || value > greatest) {
            greatest = value;
            best = n;
        }
    }
    return best;
}

/* ---- A block */

/* How the ends of each partition are written; the modes' higher bits lie below the weights, from `below` downward. */
static void read_modes(const block *b, unsigned partitions, unsigned *below, unsigned mode[4])
{
    if (partitions == 1) {
        mode[0] = block_field(b, 13, 4);
        return;
    }
    unsigned classes = block_field(b, 23, 2);
    if (classes == 0) {
        for (unsigned p = 0; p < partitions; p++)
            mode[p] = block_field(b, 25, 4);
        return;
    }
    unsigned more = 3 * partitions - 4;
    *below -= more;
    unsigned all = block_field(b, 25, 4) | block_field(b, *below, more) << 4;
    for (unsigned p = 0; p < partitions; p++)
        mode[p] = (bit(all, p) + classes - 1) << 2 | (all >> (partitions + 2 * p) & 3);
}

bool astc_texel(const block *b, unsigned width, unsigned height, bool middle, unsigned code[4])
{
    grid g;
    unsigned partitions = block_field(b, 11, 2) + 1, mode[4], count = 0, number[MOST_NUMBERS];
    if (block_field(b, 0, 9) == 0x1fc || !read_grid(b, &g) || g.width > width || g.height > height ||
        (partitions == 4 && g.planes == 2))
        return false;
    unsigned weights = g.width * g.height * g.planes, below = 128 - bits_of_sequence(g.range, weights),
             start = partitions == 1 ? 17 : 29;
    read_modes(b, partitions, &below, mode);
    unsigned apart = g.planes == 2 ? block_field(b, below -= 2, 2) : 4;
    for (unsigned p = 0; p < partitions; p++)
        count += 2 * (mode[p] / 4 + 1);
    int range = RANGES - 1;
    while (range >= LEAST_COLOUR_RANGE && (below < start || bits_of_sequence(&ranges[range], count) > below - start))
        range--;
    if (count > MOST_COLOUR_NUMBERS || range < LEAST_COLOUR_RANGE)
        return false;

    take_numbers((sequence){b, start, 0, false}, &ranges[range], count, number);
    unsigned chosen = partitions == 1
                          ? 0
                          : partition_of(block_field(b, 13, 10), partitions, b->x, b->y, width * height < 31),
             first = 0, low[4], high[4];
    for (unsigned p = 0; p < chosen; p++)
        first += 2 * (mode[p] / 4 + 1);
    for (unsigned n = 0; n < count; n++)
        number[n] = colour_of(&ranges[range], number[n]);
    for (unsigned p = 0, at = 0; p < partitions; at += 2 * (mode[p] / 4 + 1), p++)
        if (!ends_of(mode[p], number + at, low, high))
            return false;
    ends_of(mode[chosen], number + first, low, high);

    take_numbers((sequence){b, 0, 0, true}, g.range, weights, number);
    for (unsigned n = 0; n < weights; n++)
        number[n] = weight_of(g.range, number[n]);
    for (unsigned c = 0; c < 4; c++) {
        unsigned weight = weight_at(b, &g, number, c == apart, width, height);
        unsigned from = low[c] << 8 | (middle ? 0x80 : low[c]), to = high[c] << 8 | (middle ? 0x80 : high[c]);
        code[c] = (from * (64 - weight) + to * weight + 32) >> 6;
    }
    return true;
}
