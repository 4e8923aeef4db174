/* matrix_algebra.c: products of MSL's matrices (MSL 3.2), columns of the types of vectors: a matrix is an array of its
 * columns. The cases use whole numbers small enough for every partial sum to be exact, in whatever order. */
#include "../core/arguments.h"

/* matrix_product(a, b): column c of the result is a times column c of b, for as many columns as the output has. */
REFERENCE(matrix_product)
{
    if (!arguments_are(call, "aa"))
        return;
    const reference_array *a = argument_array(call, 0), *b = argument_array(call, 1);
    for (size_t c = 0; c < call->count; c++)
        for (unsigned r = 0; r < call->type.lanes; r++) {
            double sum = 0;
            for (unsigned k = 0; k < a->count; k++)
                sum += array_number(a, k, r) * array_number(b, c, k);
            expect_value(call, c * call->type.lanes + r, sum);
        }
}

/* row_times_matrix(row, a): component c of the result is the dot product of the row and column c of a. */
REFERENCE(row_times_matrix)
{
    if (!arguments_are(call, "aa"))
        return;
    const reference_array *row = argument_array(call, 0), *a = argument_array(call, 1);
    for (unsigned c = 0; c < call->type.lanes; c++) {
        double sum = 0;
        for (unsigned r = 0; r < a->type.lanes; r++)
            sum += array_number(row, 0, r) * array_number(a, c, r);
        expect_value(call, c, sum);
    }
}

/* diagonal(s): s where column and row agree, otherwise 0. */
REFERENCE(diagonal)
{
    if (!arguments_are(call, "n"))
        return;
    for (size_t c = 0; c < call->count; c++)
        for (unsigned r = 0; r < call->type.lanes; r++)
            expect_bits(call, c * call->type.lanes + r,
                        scalar_encode(call->type.scalar, c == r ? argument_number(call, 0) : 0));
}
