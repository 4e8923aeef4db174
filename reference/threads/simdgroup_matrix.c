/* simdgroup_matrix.c: 8 x 8 matrices that a SIMD-group holds together (MSL 6.8). Each threadgroup of a case is one
 * SIMD-group with a tile of its own: number g has elements 64 g to 64 g + 63 of a tight array, row by row. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

enum { SIDE = 8, TILE = SIDE * SIDE, REGION = 1024 };

static const reference_array *of_output_type(reference_call *call, size_t n)
{
    const reference_array *array = argument_array(call, n);
    if (array->type.scalar != call->type.scalar || array->type.lanes != 1)
        call->error = "a matrix has another type than the output";
    return array;
}

/* Where element (row, column) of the tile lies: x of the origin counts columns, y rows; a transposed access takes rows
 * for columns inside the tile. Whether it does so with the origin, too, is not said: the two are then the same. */
static size_t place(reference_call *call, size_t first, size_t g, size_t row, size_t column)
{
    const reference_array *stride = argument_array(call, first), *origin = argument_array(call, first + 1);
    bool transposed = argument_number(call, first + 2) != 0;
    if (transposed && array_bits(origin, g, 0) != array_bits(origin, g, 1))
        call->error = "a transposed tile needs an origin of two equal components";
    size_t r = transposed ? column : row, c = transposed ? row : column;
    return (size_t)((array_bits(origin, g, 1) + r) * array_bits(stride, g, 0) + array_bits(origin, g, 0) + c);
}

static bool layouts_fit(reference_call *call, size_t first, size_t tiles)
{
    if (argument_array(call, first)->count < tiles || argument_array(call, first + 1)->count < tiles ||
        argument_array(call, first + 1)->type.lanes != 2)
        call->error = "each tile needs a stride and an origin of two components";
    return !call->error;
}

/* simdgroup_tiles(source, stride, origin, transposed): what simdgroup_load finds. */
REFERENCE(simdgroup_tiles)
{
    if (!arguments_are(call, "aaan") || !layouts_fit(call, 1, call->count / TILE))
        return;
    const reference_array *source = of_output_type(call, 0);
    for (size_t k = 0; k < call->count && !call->error; k++)
        expect_element(call, k, source, place(call, 1, k / TILE, k % TILE / SIDE, k % SIDE));
}

/* simdgroup_tiles_at(source): tile g begins at element g, its rows follow each other. */
REFERENCE(simdgroup_tiles_at)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t k = 0; k < call->count && !call->error; k++)
        expect_element(call, k, of_output_type(call, 0), k / TILE + k % TILE);
}

/* simdgroup_stored(before, source, stride, origin, transposed): tile g, which begins at element g of the source, is
 * stored into the g-th 1024 elements; everything else stays. */
REFERENCE(simdgroup_stored)
{
    if (!arguments_are(call, "aaaan") || !layouts_fit(call, 2, call->count / REGION))
        return;
    const reference_array *before = of_output_type(call, 0), *source = of_output_type(call, 1);
    for (size_t k = 0; k < call->count && !call->error; k++)
        expect_element(call, k, before, k);
    for (size_t k = 0; k < call->count / REGION * TILE && !call->error; k++) {
        size_t g = k / TILE, at = place(call, 2, g, k % TILE / SIDE, k % SIDE);
        if (at >= REGION)
            call->error = "a tile lies outside its region";
        else
            expect_element(call, REGION * g + at, source, g + k % TILE);
    }
}

/* The sum over `tiles` products of matrices, and the sum of magnitudes. */
static double product(const reference_call *call, size_t k, size_t tiles, double *magnitude)
{
    size_t g = k / TILE, row = k % TILE / SIDE, column = k % SIDE;
    double sum = 0;
    *magnitude = 0;
    for (size_t t = g * tiles; t < (g + 1) * tiles; t++)
        for (size_t i = 0; i < SIDE; i++) {
            double term = array_number(argument_array(call, 0), t * TILE + row * SIDE + i, 0) *
                          array_number(argument_array(call, 1), t * TILE + i * SIDE + column, 0);
            sum += term;
            *magnitude += fabs(term);
        }
    return sum;
}

/* simdgroup_products(a, b, tiles[, c]): d = c + the sum over `tiles` of a * b. Every product and every addition may
 * round to the type of the matrices, in any order, and a result that is subnormal may become zero. Whole numbers below
 * what the significand holds stay exact. */
REFERENCE(simdgroup_products)
{
    bool adds = call->argument_count == 4;
    if (!arguments_are(call, adds ? "aana" : "aan"))
        return;
    size_t tiles = argument_size(call, 2), needed = call->count * tiles;
    if (argument_array(call, 0)->count < needed || argument_array(call, 1)->count < needed)
        call->error = "the factors are too short";
    const reference_array *addend = adds ? of_output_type(call, 3) : NULL;
    double e = rounding_error(call->type.scalar), tiny = smallest_normal(call->type.scalar);
    for (size_t k = 0; k < call->count && !call->error; k++) {
        double magnitude, sum = product(call, k, tiles, &magnitude), c = adds ? array_number(addend, k, 0) : 0;
        double roundings = (double)(2 * SIDE * tiles);
        sum += c;
        magnitude += fabs(c);
        bool whole = sum == rint(sum) && magnitude == rint(magnitude) && magnitude <= 2 / e;
        expect_near(call, k, sum,
                    whole ? 0 : accumulated_error((double)(SIDE * tiles + 1), e) * magnitude + roundings * tiny);
    }
}

/* simdgroup_diagonals(value): tile g has value[g] on its diagonal and zeros elsewhere. */
REFERENCE(simdgroup_diagonals)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t k = 0; k < call->count && !call->error; k++)
        if (k % TILE / SIDE == k % SIDE)
            expect_element(call, k, of_output_type(call, 0), k / TILE);
        else
            expect_bits(call, k, 0);
}

/* simdgroup_filled(value): every element of tile g is value[g]. */
REFERENCE(simdgroup_filled)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t k = 0; k < call->count && !call->error; k++)
        expect_element(call, k, of_output_type(call, 0), k / TILE);
}

/* ---- Inputs: the layouts of 42 tiles: six strides with seven origins each, within 1024 elements. A tile lies within
 * the rows of its memory: what comes behind the end of a row is not said. */

static const double strides[] = {8, 9, 11, 16, 32, 64};

INPUT(tile_strides)
{
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, strides[i / 7 % 6]);
}

/* tile_origins(square): with `square` column and row are the same. */
INPUT(tile_origins)
{
    static const double origins[][2] = {{0, 0}, {1, 0}, {0, 1}, {3, 5}, {5, 3}, {8, 0}, {0, 8}},
                        diagonal[] = {0, 1, 2, 3, 5, 7, 8};
    bool square = call->argument_count == 1 && call->argument[0] != 0;
    for (size_t i = 0; i < call->count; i++) {
        double x = fmin(square ? diagonal[i % 7] : origins[i % 7][0], strides[i / 7 % 6] - SIDE);
        input_set(call, i, 0, x);
        input_set(call, i, 1, square ? x : origins[i % 7][1]);
    }
}
