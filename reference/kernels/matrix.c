/* matrix.c: products of matrices in row-major order. Whole numbers are expected exactly, since every partial sum is a
 * whole number below 2^24 in whatever order; otherwise the bound is the one that holds for every order,
 * gamma(K) * sum |a * b|: each product is rounded once, and K - 1 additions follow. Contraction only removes roundings.
 */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One row of the product: sum[n] = Σ_k a[k] * b[k][n], and magnitude[n] = Σ_k |a[k] * b[k][n]| unless NULL. */
static void multiply_row(const double *a, const double *b, size_t inner, size_t columns, double *sum, double *magnitude)
{
    memset(sum, 0, columns * sizeof *sum);
    for (size_t k = 0; k < inner; k++)
        for (size_t n = 0; n < columns; n++)
            sum[n] += a[k] * b[k * columns + n];
    if (!magnitude)
        return;
    memset(magnitude, 0, columns * sizeof *magnitude);
    for (size_t k = 0; k < inner; k++)
        for (size_t n = 0; n < columns; n++)
            magnitude[n] += fabs(a[k] * b[k * columns + n]);
}

static double largest(const double *numbers, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(numbers[i]));
    return most;
}

/* Whether a product over `inner` terms stays exact: whole numbers, no partial sum beyond 2^24. */
static bool exact_product(const double *a, size_t a_count, const double *b, size_t b_count, size_t inner)
{
    return largest(a, a_count) * largest(b, b_count) * (double)inner <= 0x1p24 && all_whole(a, a_count) &&
           all_whole(b, b_count);
}

/* Expects C (rows x columns) = A (rows x inner) * B (inner x columns) in elements from 0 on. */
static void expect_product(reference_call *call, const double *a, const double *b, size_t rows, size_t inner,
                           size_t columns)
{
    bool exact = exact_product(a, rows * inner, b, inner * columns, inner);
    double *sum = malloc(2 * (columns + 1) * sizeof *sum), *magnitude = exact ? NULL : sum + columns;
    if (!sum) {
        call->error = "out of memory";
        return;
    }
    double e = accumulated_error((double)inner, rounding_error(SCALAR_FLOAT));
    for (size_t m = 0; m < rows; m++) {
        multiply_row(a + m * inner, b, inner, columns, sum, magnitude);
        for (size_t n = 0; n < columns; n++) {
            size_t k = m * columns + n;
            if (exact)
                expect_bits(call, k, scalar_encode(call->type.scalar, sum[n] + 0.0)); /* half: nearest even (MSL 8.6) */
            else
                expect_computed(call, k, sum[n], e * magnitude[n]);
        }
    }
    free(sum);
}

/* matmul(a, b, M, K, N): a is M x K, b is K x N. */
REFERENCE(matmul)
{
    if (!arguments_are(call, "aannn"))
        return;
    size_t rows = argument_size(call, 2), inner = argument_size(call, 3), columns = argument_size(call, 4);
    if (rows * columns > call->count || rows * inner > argument_array(call, 0)->count ||
        inner * columns > argument_array(call, 1)->count) {
        call->error = "matmul: M, K, N do not fit the arrays";
        return;
    }
    double *a = argument_numbers(call, 0), *b = argument_numbers(call, 1);
    if (a && b)
        expect_product(call, a, b, rows, inner, columns);
    free(a);
    free(b);
}

/* gram_product(a, v, M, N, K): Aᵀ (A V) with A of M x N and V of N x K, for whole numbers that stay exact throughout.
 */
REFERENCE(gram_product)
{
    if (!arguments_are(call, "aannn"))
        return;
    size_t rows = argument_size(call, 2), inner = argument_size(call, 3), columns = argument_size(call, 4);
    double *a = argument_numbers(call, 0), *v = argument_numbers(call, 1);
    double *b = malloc((rows * columns + 1) * sizeof *b), *transposed = malloc((rows * inner + 1) * sizeof *transposed);
    if (a && v && b && transposed) {
        for (size_t m = 0; m < rows; m++) {
            multiply_row(a + m * inner, v, inner, columns, b + m * columns, NULL);
            for (size_t n = 0; n < inner; n++)
                transposed[n * rows + m] = a[m * inner + n];
        }
        if (!exact_product(a, rows * inner, v, inner * columns, inner) ||
            !exact_product(transposed, rows * inner, b, rows * columns, rows))
            call->error = "gram_product: the data leave the range of exact whole numbers";
        else
            expect_product(call, transposed, b, inner, rows, columns);
    } else {
        call->error = "out of memory";
    }
    free(a);
    free(v);
    free(b);
    free(transposed);
}

/* ---- Orthogonalisation of v against the K columns of Q (M x K): c = Qᵀ v, v <- v - Q c, once or twice. */

typedef struct projection {
    const double *q;
    size_t rows, columns;
    double *v, *v_error; /* the vector, and how far the computed one may be from it */
    double *c, *c_error;
} projection;

/* A dot product over M terms whose second factor is off by v_error: gamma(M) * Σ|q v| of its own, Σ|q| v_error handed
 * on. */
static void project_coefficients(projection *p)
{
    double e = accumulated_error((double)p->rows, rounding_error(SCALAR_FLOAT));
    for (size_t j = 0; j < p->columns; j++) {
        double sum = 0, magnitude = 0, inherited = 0;
        for (size_t i = 0; i < p->rows; i++) {
            double q = p->q[i * p->columns + j];
            sum += q * p->v[i];
            magnitude += fabs(q) * (fabs(p->v[i]) + p->v_error[i]);
            inherited += fabs(q) * p->v_error[i];
        }
        p->c[j] = sum;
        p->c_error[j] = inherited + e * magnitude;
    }
}

/* v - Σ q c: K products and K subtractions in any order, over terms |v| and |q c|. */
static void project_update(projection *p)
{
    double e = accumulated_error((double)p->columns + 1, rounding_error(SCALAR_FLOAT));
    for (size_t i = 0; i < p->rows; i++) {
        double sum = p->v[i], magnitude = fabs(p->v[i]) + p->v_error[i], inherited = p->v_error[i];
        for (size_t j = 0; j < p->columns; j++) {
            double q = p->q[i * p->columns + j];
            sum -= q * p->c[j];
            magnitude += fabs(q) * (fabs(p->c[j]) + p->c_error[j]);
            inherited += fabs(q) * p->c_error[j];
        }
        p->v[i] = sum;
        p->v_error[i] = inherited + e * magnitude;
    }
}

/* Runs `passes` passes from the arguments (q, v, M, K, …); the result is in p->v. */
static bool project(reference_call *call, projection *p, size_t passes)
{
    p->rows = argument_size(call, 2);
    p->columns = argument_size(call, 3);
    size_t room = p->rows + p->columns + 1;
    double *q = argument_numbers(call, 0), *v = argument_numbers(call, 1);
    double *work = calloc(2 * room, sizeof *work);
    if (!q || !v || !work) {
        call->error = "out of memory";
        free(q);
        free(v);
        free(work);
        return false;
    }
    p->q = q;
    p->v = v;
    p->v_error = work;
    p->c = work + p->rows;
    p->c_error = work + room;
    for (size_t pass = 0; pass < passes; pass++) {
        project_coefficients(p);
        project_update(p);
    }
    return true;
}

static void project_end(projection *p)
{
    free((double *)p->q);
    free(p->v);
    free(p->v_error);
}

/* residual(q, v, M, K, PASSES): v after so many passes. */
REFERENCE(residual)
{
    projection p;
    if (!arguments_are(call, "aannn") || !project(call, &p, argument_size(call, 4)))
        return;
    for (size_t i = 0; i < p.rows && i < call->count; i++)
        expect_near(call, i, p.v[i], p.v_error[i]);
    project_end(&p);
}

/* Entry of the Hadamard matrix: -1 to the number of bits that row and column share. */
static double hadamard_sign(size_t row, size_t column)
{
    unsigned parity = 0;
    for (size_t common = row & column; common; common &= common - 1)
        parity ^= 1;
    return parity ? -1 : 1;
}

/* orthonormal(K, WHOLE): K columns of a matrix with `count / K` rows, a power of four: those of the Hadamard matrix
 * scaled to length one, whose entries are powers of two, so that all that is built from whole numbers and it is exact;
 * or, if WHOLE is 0, the same turned in the planes of neighbouring rows, which keeps them orthonormal up to rounding.
 */
INPUT(orthonormal)
{
    size_t columns = call->argument_count == 2 ? (size_t)call->argument[0] : 0;
    if (columns == 0 || call->count % columns != 0) {
        call->error = "orthonormal takes the number of columns and whether to keep whole numbers exact";
        return;
    }
    size_t rows = call->count / columns;
    for (size_t i = 0; i < call->count; i++) {
        size_t row = i / columns, column = i % columns, pair = row ^ 1;
        double length = sqrt((double)rows), mine = hadamard_sign(row, column), other = hadamard_sign(pair, column);
        double turn = call->argument[1] != 0 ? 0 : 6.25 * random_unit(call->seed, row / 2);
        double value = cos(turn) * mine + (row & 1 ? sin(turn) : -sin(turn)) * other;
        input_set(call, i, 0, value / length);
    }
}

/* whole_or_real(WHOLE): whole numbers in [-8, 8], or reals in [0, 1). */
INPUT(whole_or_real)
{
    if (call->argument_count != 1) {
        call->error = "whole_or_real takes one argument";
        return;
    }
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            double unit = random_unit(call->seed, i * call->type.lanes + lane);
            input_set(call, i, lane, call->argument[0] != 0 ? floor(unit * 17) - 8 : unit);
        }
}
