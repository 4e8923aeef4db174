/* etc2.c: blocks of ETC2 and EAC (Khronos Data Format 1.3, chapters 21 and 22). The eight bytes are one number, the
 * first byte the highest; texels go down the columns. */
#include "block.h"

static uint64_t from_bytes(uint64_t part)
{
    uint64_t number = 0;
    for (unsigned n = 0; n < 8; n++)
        number |= (part >> 8 * n & 0xff) << 8 * (7 - n);
    return number;
}

/* Bits `high` down to `low`. */
static int bits(uint64_t number, unsigned high, unsigned low)
{
    return (int)(number >> low & ((1u << (high - low + 1)) - 1));
}

static int three_signed(int value)
{
    return value < 4 ? value : value - 8;
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* A number of so many bits, repeated until there are eight. */
static int extended(int value, unsigned count)
{
    return (value << (8 - count) | value >> (2 * count - 8)) & 0xff;
}

/* What a texel chooses with its two bits. */
static unsigned choice_of(uint64_t n, unsigned x, unsigned y)
{
    unsigned at = 4 * x + y;
    return (unsigned)(n >> (16 + at) & 1) << 1 | (unsigned)(n >> at & 1);
}

/* Two halves of the block have a colour each, and a texel is lighter or darker by one of two amounts. `clear`: one of
 * the four choices means no change, and another one transparent black. */
static void shaded(uint64_t n, unsigned x, unsigned y, int colour[2][3], bool clear, int code[4])
{
    static const int amounts[8][2] = {{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}};
    unsigned second = bits(n, 32, 32) ? y >= 2 : x >= 2, choice = choice_of(n, x, y);
    int amount = amounts[second ? bits(n, 36, 34) : bits(n, 39, 37)][choice & 1];
    if (clear && choice == 0)
        amount = 0;
    for (int c = 0; c < 3; c++)
        code[c] = clamp(colour[second][c] + (choice & 2 ? -amount : amount), 0, 255);
}

static const int distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};

/* One colour, another one, and that lighter and darker. */
static void mode_t(uint64_t n, unsigned choice, int code[4])
{
    const int first[3] = {bits(n, 60, 59) << 2 | bits(n, 57, 56), bits(n, 55, 52), bits(n, 51, 48)};
    const int second[3] = {bits(n, 47, 44), bits(n, 43, 40), bits(n, 39, 36)};
    int distance = distances[bits(n, 35, 34) << 1 | bits(n, 32, 32)];
    for (int c = 0; c < 3; c++)
        code[c] =
            choice == 0 ? extended(first[c], 4) : clamp(extended(second[c], 4) + (2 - (int)choice) * distance, 0, 255);
}

/* Two colours, each lighter and darker. Which of them is the greater number is a bit of the distance. */
static void mode_h(uint64_t n, unsigned choice, int code[4])
{
    const int first[3] = {bits(n, 62, 59), bits(n, 58, 56) << 1 | bits(n, 52, 52),
                          bits(n, 51, 51) << 3 | bits(n, 49, 47)};
    const int second[3] = {bits(n, 46, 43), bits(n, 42, 39), bits(n, 38, 35)};
    int a = first[0] << 8 | first[1] << 4 | first[2], b = second[0] << 8 | second[1] << 4 | second[2];
    int distance = distances[bits(n, 34, 34) << 2 | bits(n, 32, 32) << 1 | (a >= b)];
    for (int c = 0; c < 3; c++)
        code[c] = clamp(extended(choice & 2 ? second[c] : first[c], 4) + (choice & 1 ? -distance : distance), 0, 255);
}

/* A plane through the colours of three corners. */
static void planar(uint64_t n, int x, int y, int code[4])
{
    const int origin[3] = {extended(bits(n, 62, 57), 6), extended(bits(n, 56, 56) << 6 | bits(n, 54, 49), 7),
                           extended(bits(n, 48, 48) << 5 | bits(n, 44, 43) << 3 | bits(n, 41, 39), 6)};
    const int right[3] = {extended(bits(n, 38, 34) << 1 | bits(n, 32, 32), 6), extended(bits(n, 31, 25), 7),
                          extended(bits(n, 24, 19), 6)};
    const int below[3] = {extended(bits(n, 18, 13), 6), extended(bits(n, 12, 6), 7), extended(bits(n, 5, 0), 6)};
    for (int c = 0; c < 3; c++) {
        int sum = x * (right[c] - origin[c]) + y * (below[c] - origin[c]) + 4 * origin[c] + 2;
        code[c] = clamp(sum < 0 ? 0 : sum / 4, 0, 255);
    }
}

void etc2_texel(uint64_t part, unsigned x, unsigned y, bool one_bit, int code[4])
{
    uint64_t n = from_bytes(part);
    bool difference = one_bit || bits(n, 33, 33), clear = one_bit && !bits(n, 33, 33);
    unsigned choice = choice_of(n, x, y);
    int colour[2][3], outside = 3; /* the first component whose sum with its difference is none */
    for (int c = 2; c >= 0; c--) {
        unsigned high = 63 - 8 * (unsigned)c;
        int first = bits(n, high, high - 4), second = first + three_signed(bits(n, high - 5, high - 7));
        if (second < 0 || second > 31)
            outside = c;
        colour[0][c] = difference ? extended(first, 5) : extended(bits(n, high, high - 3), 4);
        colour[1][c] = difference ? extended(second & 31, 5) : extended(bits(n, high - 4, high - 7), 4);
    }
    code[3] = 255;
    if (!difference || outside == 3)
        shaded(n, x, y, colour, clear, code);
    else if (outside == 0)
        mode_t(n, choice, code);
    else if (outside == 1)
        mode_h(n, choice, code);
    else
        planar(n, (int)x, (int)y, code);
    if (clear && choice == 2 && outside != 2)
        code[0] = code[1] = code[2] = code[3] = 0;
}

/* What the texel adds, before it is multiplied: four that are negative, and their complements. */
static int eac_step(uint64_t n, unsigned x, unsigned y)
{
    static const int steps[16][4] = {{3, 6, 9, 15}, {3, 7, 10, 13}, {2, 5, 8, 13}, {2, 4, 6, 13},
                                     {3, 6, 8, 12}, {3, 7, 9, 11},  {4, 7, 8, 11}, {3, 5, 8, 11},
                                     {2, 6, 8, 10}, {2, 5, 8, 10},  {2, 4, 8, 10}, {2, 5, 7, 10},
                                     {3, 4, 7, 10}, {1, 2, 3, 10},  {4, 6, 8, 9},  {3, 5, 7, 9}};
    unsigned low = 45 - 3 * (4 * x + y);
    int choice = bits(n, low + 2, low), step = steps[bits(n, 51, 48)][choice & 3];
    return choice < 4 ? -step : step - 1;
}

int eac_alpha(uint64_t part, unsigned x, unsigned y)
{
    uint64_t n = from_bytes(part);
    return clamp(bits(n, 63, 56) + eac_step(n, x, y) * bits(n, 55, 52), 0, 255);
}

/* A factor of 0 stands for an eighth. */
static int scaled(uint64_t n, unsigned x, unsigned y)
{
    int factor = bits(n, 55, 52);
    return eac_step(n, x, y) * (factor ? 8 * factor : 1);
}

int eac_11(uint64_t part, unsigned x, unsigned y)
{
    uint64_t n = from_bytes(part);
    return clamp(8 * bits(n, 63, 56) + 4 + scaled(n, x, y), 0, 2047);
}

int eac_11_signed(uint64_t part, unsigned x, unsigned y)
{
    uint64_t n = from_bytes(part);
    int base = bits(n, 63, 56);
    base = base < 128 ? base : base == 128 ? -127 : base - 256;
    return clamp(8 * base + scaled(n, x, y), -1023, 1023);
}
