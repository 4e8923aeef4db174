/* generators_test.c: what generators of inputs promise that the test of no reference looks at: each value that a case
 * rests on occurs, and no other. */
#include "testing.h"

enum { COUNT = 8192 };

static double numbers[4 * COUNT];

/* The components of `count` elements. */
static void draw(const char *input, const char *type, size_t count, const double *argument, size_t arguments)
{
    static uint64_t data[4 * COUNT];
    reference_array array = {.count = count, .data = data};
    assert_true(assay_type_from_name(type, &array.type) && count * array.type.lanes <= 4 * COUNT);
    generate(input, type, data, count, argument, arguments);
    for (size_t k = 0; k < count * array.type.lanes; k++)
        numbers[k] = array_number(&array, k / array.type.lanes, (unsigned)(k % array.type.lanes));
}

static bool alike(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static size_t times(double value, size_t count)
{
    size_t n = 0;
    for (size_t k = 0; k < count; k++)
        n += alike(numbers[k], value);
    return n;
}

/* All of these occur, and only these. */
static void are_just(size_t count, const double *value, size_t values)
{
    size_t all = 0;
    for (size_t n = 0; n < values; n++) {
        size_t found = times(value[n], count);
        assert_true(found > 0);
        all += found;
    }
    assert_int_equal(all, count);
}
#define ARE_JUST(count, ...) are_just(count, (double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double))

static void few_values(void **state)
{
    (void)state;
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int", "uint"};
    for (int n = 0; n < 6; n++) {
        double all = exp2(8 << n / 2), most = n % 2 ? all - 1 : all / 2 - 1, least = n % 2 ? 0 : -all / 2;
        draw("few_values", types[n], 1000, NULL, 0);
        if (n % 2)
            ARE_JUST(1000, 0, 1, 2, 3, 4, most - 1, most);
        else
            ARE_JUST(1000, least, 0, 1, 2, 3, 4, most - 1, most);
    }
    int64_t longs[200];
    bool ends[3] = {false};
    generate("few_values", "long", longs, 200, NULL, 0);
    for (int k = 0; k < 200; k++) {
        ends[0] = ends[0] || longs[k] == INT64_MIN;
        ends[1] = ends[1] || longs[k] == INT64_MAX;
        ends[2] = ends[2] || longs[k] == INT64_MAX - 1;
    }
    assert_true(ends[0] && ends[1] && ends[2]);
    draw("few_values", "half3", 1000, NULL, 0);
    ARE_JUST(3000, -3, -1, 1, 3);
}

static void ranges(void **state)
{
    (void)state;
    draw("whole_or_real", "float", COUNT, (double[]){1}, 1);
    ARE_JUST(COUNT, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    for (int image = 0; image < 2; image++) {
        draw(image ? "pixels" : "whole_or_real", "float", COUNT, (double[]){0}, image ? 0 : 1);
        double least = 1, most = 0;
        for (size_t k = 0; k < COUNT; k++) {
            least = fmin(least, numbers[k]);
            most = fmax(most, numbers[k]);
        }
        assert_true(least >= 0 && least < 0.01 && most > 0.99 && most <= 1);
    }
    draw("pixels", "uchar4", COUNT, NULL, 0);
    for (int code = 0; code < 256; code++)
        assert_true(times(code, 4 * COUNT) > 0);
    draw("unit_vectors", "float3", 1000, NULL, 0);
    unsigned octants = 0;
    for (size_t i = 0; i < 1000; i++) {
        const double *v = numbers + 3 * i;
        assert_true(fabs(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - 1) < 1e-6);
        octants |= 1u << ((v[0] < 0) + 2 * (v[1] < 0) + 4 * (v[2] < 0));
    }
    assert_int_equal(octants, 255);
}

/* Rows of eight: what is special of them, and where. */
static void rows(void **state)
{
    (void)state;
    enum { N = 8, ROWS = 48 };
    const double n = N;
    draw("alternating", "float", N * ROWS, &n, 1);
    ARE_JUST(N * ROWS, -1, 1.0078125);
    draw("rows_tiny", "float", N, &n, 1);
    ARE_JUST(N, (double)9.4868e-4f, -(double)9.4868e-4f);
    assert_true(fabs(numbers[0] * numbers[0] - 9e-7) < 1e-10 && numbers[0] == -numbers[1]);
    draw("rows_constant", "float", N * ROWS, &n, 1);
    for (int row = 0; row < ROWS; row++)
        assert_true(times(0.75 - 3 * row, N * ROWS) == N && numbers[N * row] == 0.75 - 3 * row);
    static const char *const odd[] = {"rows_nan", "rows_infinite", "rows_each_nan"};
    for (int kind = 0; kind < 3; kind++) {
        unsigned places = 0;
        draw(odd[kind], "float", N * ROWS, &n, 1);
        for (int row = 0; row < ROWS; row++) {
            int found = 0;
            for (int column = 0; column < N; column++) {
                double x = numbers[N * row + column];
                bool is_odd = alike(x, kind == 1 ? INFINITY : NAN);
                assert_true(is_odd || fabs(x) < 100);
                places |= (unsigned)is_odd << column;
                found += is_odd;
            }
            assert_int_equal(found, kind == 2 || row % 2 == 0);
        }
        assert_true(kind == 2 ? places == 255 : (places & (places - 1)) != 0);
    }
    unsigned begins = 0;
    draw("rows_masked", "float", N * ROWS, &n, 1);
    for (int row = 0; row < ROWS; row++) {
        int from = N;
        while (from && isinf(numbers[N * row + from - 1]) && numbers[N * row + from - 1] < 0)
            from--;
        for (int column = 0; column < from; column++)
            assert_true(fabs(numbers[N * row + column]) <= 2);
        assert_true(from > 0 && (row % 3 || from == N));
        begins |= 1u << from;
    }
    assert_int_equal(begins, 0x1fe); /* after one to seven elements; whole rows */
}

static void smallest_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        double least;
    } types[] = {{"half", 0x1p-24}, {"bfloat", 0x1p-133}, {"float", 0x1p-149}};
    for (int t = 0; t < 3; t++) {
        draw("rows_subnormal", types[t].type, COUNT, (double[]){64}, 1);
        for (int k = 0; k < 100; k++)
            assert_true(times(k * types[t].least, COUNT) > 0);
        for (size_t k = 0; k < COUNT; k++)
            assert_true(numbers[k] >= 0 && numbers[k] < 100 * types[t].least);
    }
}

static void codes(void **state)
{
    (void)state;
    draw("encodings", "ushort4", 20, NULL, 0);
    for (int k = 0; k < 80; k++)
        assert_true(numbers[k] == k);
    draw("every_byte", "uchar", 3 * 256, (double[]){3}, 1);
    for (int place = 0; place < 3; place++) {
        bool seen[256] = {false};
        for (int i = 0; i < 256; i++) {
            const double *group = numbers + 3 * i;
            assert_true(group[0] != group[1] && group[1] != group[2] && group[0] != group[2]);
            assert_false(seen[(int)group[place]]);
            seen[(int)group[place]] = true;
        }
    }
    draw("format_codes", "uchar", COUNT, (double[]){1, 7}, 2); /* signed numbers of four bits: -8 is left out */
    for (int code = 0; code < 16; code++)
        assert_int_equal(times(17 * code, COUNT) > 0, code != 8);
    draw("format_codes", "uchar", COUNT, (double[]){5, 2}, 2); /* E2M1: 0, 0.5, 1, 1.5, 2 of either sign */
    ARE_JUST(COUNT, 0, 17, 34, 51, 68, 17 * 8, 17 * 9, 17 * 10, 17 * 11, 17 * 12);
    draw("format_codes", "uchar", COUNT, (double[]){6, 1}, 2); /* E4M3: 0, 0.5, 1 of either sign */
    ARE_JUST(COUNT, 0, 0x30, 0x38, 0x80, 0xb0, 0xb8);
}

/* Bytes of a block: a scale, then anything. */
static void blocks(void **state)
{
    (void)state;
    bool seen[256] = {false};
    draw("blocks", "uchar", COUNT, (double[]){32, 0}, 2);
    for (size_t i = 0; i < COUNT; i += 32) {
        double scale = scalar_number(SCALAR_HALF, (uint64_t)numbers[i] | (uint64_t)numbers[i + 1] << 8);
        assert_true(fabs(scale) >= 0x1p-6 && fabs(scale) < 2);
        seen[scale < 0] = true;
        for (size_t k = 2; k < 32; k++)
            seen[(int)numbers[i + k]] = true;
    }
    for (int code = 0; code < 256; code++)
        assert_true(seen[code]);
    for (int mark = 1; mark < 3; mark++) {
        int least = mark == 1 ? 120 : 2, most = mark == 1 ? 131 : 251;
        bool exponents[256] = {false};
        draw("blocks", "uchar", 4 * COUNT, (double[]){8, mark}, 2);
        for (size_t i = 0; i < 4 * COUNT; i += 8) {
            assert_true(numbers[i] >= least && numbers[i] <= most);
            exponents[(int)numbers[i]] = true;
        }
        for (int e = least; e <= most; e++)
            assert_true(exponents[e]);
    }
}

/* Blocks of texels have each mode. */
static void compressed(void **state)
{
    (void)state;
    static uint32_t words[4 * 80];
    static const unsigned modes[] = {3, 7, 11, 15, 0x1e};
    generate("bc7_blocks", "uint4", words, 80, NULL, 0);
    for (unsigned i = 0; i < 80; i++)
        assert_int_equal(words[4 * i] & ((2u << i % 8) - 1), 1u << i % 8);
    generate("bc6h_blocks", "uint4", words, 80, NULL, 0);
    for (unsigned i = 0; i < 80; i++)
        assert_int_equal(words[4 * i] & 31, modes[i % 5]);
    for (int floats = 0; floats < 2; floats++) {
        generate("astc_blocks", "uint4", words, 80, (double[]){floats, 1}, 2);
        for (unsigned i = 0; i < 80; i++) {
            bool extent = (words[4 * i] & 0x1ff) == 0x1fc;
            assert_int_equal(extent, i % 2 == 0);
            if (extent)
                assert_int_equal(words[4 * i] >> 9 & 1, floats);
        }
    }
}

static void tiles(void **state)
{
    (void)state;
    static const double strides[] = {8, 9, 11, 16, 32, 64};
    static double stride[42];
    draw("tile_strides", "int", 42, NULL, 0);
    ARE_JUST(42, 8, 9, 11, 16, 32, 64);
    memcpy(stride, numbers, sizeof stride);
    for (int square = 0; square < 2; square++) {
        draw("tile_origins", "int2", 42, (double[]){square}, 1);
        unsigned both = 0;
        for (int i = 0; i < 42; i++) {
            double x = numbers[2 * i], y = numbers[2 * i + 1];
            assert_true(stride[i] == strides[i / 7] && x >= 0 && x + 8 <= stride[i] && (!square || x == y));
            both |= (x < y ? 1u : x > y ? 2u : 0) | (x == 8 ? 4u : 0) | (y == 8 ? 8u : 0);
        }
        assert_int_equal(both, square ? 12 : 15);
    }
}

/* Around each code of 8 bits; for each format, its ends, what is beyond them, and what is no number. */
static void packed(void **state)
{
    (void)state;
    static const double special[] = {0, 1, -1, 2, -2, NAN, INFINITY, -INFINITY, 0.5, -0.5, 1000};
    draw("packing_values", "float4", COUNT, NULL, 0);
    for (size_t n = 0; n < sizeof special / sizeof *special; n++)
        assert_true(times(special[n], 4 * COUNT) > 0);
    for (int twice = 1; twice < 512; twice++)
        for (int sign = -1; sign < 2; sign += 2)
            assert_true(times((float)(sign * (twice / 2.0 / 255)), 4 * COUNT) > 0);
    draw("packing_numbers", "float4", COUNT, NULL, 0);
    assert_true(times(NAN, 4 * COUNT) > 0 && times(INFINITY, 4 * COUNT) > 0 && times(-INFINITY, 4 * COUNT) > 0);
    assert_true(times(NAN, 4 * COUNT) + times(INFINITY, 4 * COUNT) + times(-INFINITY, 4 * COUNT) < 4 * COUNT / 50);
    static const double ends[] = {7, 15, 127, 255, 6, 448, 57344}; /* of the formats */
    for (size_t n = 0; n < sizeof ends / sizeof *ends; n++)
        for (int sign = -1; sign < 2; sign += 2) {
            bool within = false, beyond = false;
            for (size_t k = 0; k < 4 * COUNT; k++) {
                double part = sign * numbers[k] / ends[n];
                within = within || (part > 0.75 && part <= 1);
                beyond = beyond || (part > 1 && part < 2);
            }
            assert_true(within && beyond);
        }
    for (int twice = 1; twice < 32; twice += 2) { /* ties of small whole numbers, and what lies beside them */
        bool above = false, below = false;
        for (size_t k = 0; k < 4 * COUNT; k++) {
            double off = fabs(numbers[k]) / (twice / 2.0) - 1;
            above = above || (off > 0 && off < 0x1p-6);
            below = below || (off < 0 && off > -0x1p-6);
        }
        assert_true(above && below && times(twice / 2.0, 4 * COUNT) > 0 && times(-twice / 2.0, 4 * COUNT) > 0);
    }
}

/* Texels tell their face, their level and their component. */
static void faces(void **state)
{
    (void)state;
    draw("faces", "float2", 6 * (16 + 4 + 1), (double[]){4, 6, 0.5}, 3);
    size_t at = 0;
    for (int level = 0, side = 4; level < 3; level++, side /= 2)
        for (int face = 0; face < 6; face++)
            for (int texel = 0; texel < side * side; texel++)
                for (int lane = 0; lane < 2; lane++)
                    assert_true(numbers[at++] == 0.5 * (2 * (face + 32 * level) + lane));
}

static void seeds(void **state)
{
    (void)state;
    static uint64_t block[2][100];
    for (int n = 0; n < 2; n++)
        generate("program_seeds", "ulong", block[n], 100, (double[]){n}, 1);
    for (int i = 0; i < 200; i++)
        for (int k = 0; k < i; k++)
            assert_true(block[i / 100][i % 100] != block[k / 100][k % 100]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_values), cmocka_unit_test(ranges),
        cmocka_unit_test(rows),       cmocka_unit_test(smallest_numbers),
        cmocka_unit_test(codes),      cmocka_unit_test(blocks),
        cmocka_unit_test(compressed), cmocka_unit_test(tiles),
        cmocka_unit_test(packed),     cmocka_unit_test(faces),
        cmocka_unit_test(seeds),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("generators", tests, NULL, NULL);
}
