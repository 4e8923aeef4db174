/* matmul2d.c: products of matrices as operations on tensors give them (MSL 7.2.1). The text has no bound, no order of K
 * and no width of the sums, so whole numbers decide: where Σ|a b| + |c| stays below what the destination's significand
 * holds, every order and every width at least as wide as the destination gives the same, exactly.
 *
 * For other numbers the bound holds for sums of float in any order: K products and K additions, and one more of what
 * was there, each off by 2^-24 of what it gives: (K + 2) 2^-24 (Σ|a b| + |c|); relaxed precision takes away less than
 * 2^-10 of each float factor: 2 · 2^-10 Σ|a b| more (what it keeps, eleven bits, users have measured, the text has no
 * number). The result is then rounded to the destination's type. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include "products.h"
#include <math.h>
#include <stdlib.h>

typedef struct product {
    const double *a, *b, *c; /* c: NULL, or what is there before */
    size_t rows, columns, inner;
    bool transposed_a, transposed_b, relaxed;
    double times; /* that it is added */
} product;

static double element_sum(const product *p, size_t row, size_t column, double *magnitude)
{
    double sum = 0;
    *magnitude = 0;
    for (size_t k = 0; k < p->inner; k++) {
        double a = p->a[p->transposed_a ? k * p->rows + row : row * p->inner + k],
               b = p->b[p->transposed_b ? column * p->inner + k : k * p->columns + column];
        sum += a * b;
        *magnitude += fabs(a * b);
    }
    return sum;
}

bool are_quarters(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] * 2 != rint(numbers[i] * 2))
            return false;
    return true;
}

/* Multiples of 1/4 up to this are exact in the type. */
static double exact_limit(assay_scalar scalar)
{
    return scalar == SCALAR_HALF ? 512 : scalar == SCALAR_BFLOAT ? 64 : scalar == SCALAR_FLOAT ? 0x1p22 : 0x1p31;
}

void expect_product_sum(reference_call *call, size_t i, const product_sum *s)
{
    double limit = exact_limit(call->type.scalar) * (s->whole && call->type.scalar != SCALAR_INT ? 4 : 1),
           all = fabs(s->before) + s->magnitude;
    if (s->quarters && !s->relaxed && all <= limit)
        expect_bits(call, i, scalar_encode(call->type.scalar, s->value + 0.0));
    else if (call->type.scalar == SCALAR_INT)
        call->error = "the sums leave the range of int";
    else
        expect_computed(call, i, s->value,
                        ((double)s->products + 2) * 0x1p-24 * all + (s->relaxed ? 2 * 0x1p-10 * s->magnitude : 0));
}

static void expect_product(reference_call *call, const product *p)
{
    product_sum s = {.products = p->inner,
                     .whole = all_whole(p->a, p->rows * p->inner) && all_whole(p->b, p->inner * p->columns),
                     .quarters = are_quarters(p->a, p->rows * p->inner) && are_quarters(p->b, p->inner * p->columns),
                     .relaxed = p->relaxed};
    for (size_t i = 0; i < p->rows * p->columns && !call->error; i++) {
        double magnitude, sum = element_sum(p, i / p->columns, i % p->columns, &magnitude);
        s.before = p->c ? p->c[i] : 0;
        s.value = s.before + p->times * sum;
        s.magnitude = p->times * magnitude;
        expect_product_sum(call, i, &s);
    }
}

/* Whether the arrays fit the sizes; reads them. */
static bool open_product(reference_call *call, product *p, bool adds)
{
    p->rows = argument_size(call, 2);
    p->columns = argument_size(call, 3);
    p->inner = argument_size(call, 4);
    p->transposed_a = argument_number(call, 5) != 0;
    p->transposed_b = argument_number(call, 6) != 0;
    p->times = 1;
    if (p->rows * p->columns > call->count || p->rows * p->inner > argument_array(call, 0)->count ||
        p->inner * p->columns > argument_array(call, 1)->count ||
        (adds && p->rows * p->columns > argument_array(call, 7)->count)) {
        call->error = "the sizes do not fit the arrays";
        return false;
    }
    p->a = argument_numbers(call, 0);
    p->b = argument_numbers(call, 1);
    p->c = adds ? argument_numbers(call, 7) : NULL;
    return p->a && p->b && (p->c || !adds);
}

static void close_product(const product *p)
{
    free((double *)p->a);
    free((double *)p->b);
    free((double *)p->c);
}

/* tensor_product(a, b, M, N, K, TA, TB): A of M x K times B of K x N, row by row; with TA, TB the array holds the
 * transpose. */
REFERENCE(tensor_product)
{
    product p = {0};
    if (!arguments_are(call, "aannnnn"))
        return;
    if (open_product(call, &p, false))
        expect_product(call, &p);
    close_product(&p);
}

/* tensor_product_relaxed(…): the same with relaxed precision. */
REFERENCE(tensor_product_relaxed)
{
    product p = {.relaxed = true};
    if (!arguments_are(call, "aannnnn"))
        return;
    if (open_product(call, &p, false))
        expect_product(call, &p);
    close_product(&p);
}

/* tensor_product_added(a, b, M, N, K, TA, TB, c, TIMES): c and so many times the product. */
REFERENCE(tensor_product_added)
{
    product p = {0};
    if (!arguments_are(call, "aannnnnan"))
        return;
    if (open_product(call, &p, true)) {
        p.times = argument_number(call, 8);
        expect_product(call, &p);
    }
    close_product(&p);
}

/* product_and_bias(a, b, M, N, K, bias, W, H): the product and a bias of W x H, which is repeated over the columns
 * where W is 1, over the rows where H is. */
REFERENCE(product_and_bias)
{
    product p = {0};
    if (!arguments_are(call, "aannnann"))
        return;
    p = (product){
        .rows = argument_size(call, 2), .columns = argument_size(call, 3), .inner = argument_size(call, 4), .times = 1};
    size_t w = argument_size(call, 6), h = argument_size(call, 7), count = p.rows * p.columns;
    double *all = malloc((count + 1) * sizeof *all), *bias = argument_numbers(call, 5);
    p.a = argument_numbers(call, 0);
    p.b = argument_numbers(call, 1);
    p.c = all;
    for (size_t i = 0; all && bias && i < count; i++)
        all[i] = bias[(w == 1 ? 0 : i % p.columns) + w * (h == 1 ? 0 : i / p.columns)];
    if (p.a && p.b && all && bias)
        expect_product(call, &p);
    free(bias);
    close_product(&p);
}

/* ---- Reductions (table 7.6) of products that are exact: 0 sums, 1 takes the largest, 2 the least, from the identity
 * on. */
static double reduced(const product *p, size_t at, bool row, int operation, double identity)
{
    double result = identity, magnitude;
    for (size_t i = 0; i < (row ? p->columns : p->rows); i++) {
        double sum = element_sum(p, row ? at : i, row ? i : at, &magnitude);
        result = operation == 0 ? result + sum : operation == 1 ? fmax(result, sum) : fmin(result, sum);
    }
    return result;
}

/* product_reduced(a, b, M, N, K, COLUMNS, OPERATION, IDENTITY): of each row of the product, or with COLUMNS of each
 * column. */
REFERENCE(product_reduced)
{
    product p = {0};
    if (!arguments_are(call, "aannnnnn"))
        return;
    p = (product){.rows = argument_size(call, 2), .columns = argument_size(call, 3), .inner = argument_size(call, 4)};
    bool columns = argument_number(call, 5) != 0;
    p.a = argument_numbers(call, 0);
    p.b = argument_numbers(call, 1);
    for (size_t i = 0; p.a && p.b && i < (columns ? p.columns : p.rows); i++)
        expect_bits(call, i,
                    scalar_encode(call->type.scalar,
                                  reduced(&p, i, !columns, (int)argument_number(call, 6), argument_number(call, 7))));
    close_product(&p);
}

/* product_and_reduced(a, b, M, N, K, COLUMNS, OPERATION, IDENTITY): the product, and to each element added what its row
 * or column is reduced to.
 */
REFERENCE(product_and_reduced)
{
    product p = {0};
    if (!arguments_are(call, "aannnnnn"))
        return;
    p = (product){.rows = argument_size(call, 2), .columns = argument_size(call, 3), .inner = argument_size(call, 4)};
    bool columns = argument_number(call, 5) != 0;
    p.a = argument_numbers(call, 0);
    p.b = argument_numbers(call, 1);
    for (size_t i = 0; p.a && p.b && i < p.rows * p.columns; i++) {
        double magnitude, sum = element_sum(&p, i / p.columns, i % p.columns, &magnitude);
        double more = reduced(&p, columns ? i % p.columns : i / p.columns, !columns, (int)argument_number(call, 6),
                              argument_number(call, 7));
        expect_bits(call, i, scalar_encode(call->type.scalar, sum + more));
    }
    close_product(&p);
}

/* ---- Formats of a few bits (MSL 2.21). In which order their numbers lie in a byte, the text does not say: each byte
 * has one, several times. */
enum { INT4 = 1, UINT4, INT2, UINT2, E2M1, E4M3, E5M2, FORMAT_ROW = 128 };

static unsigned format_bits(int kind)
{
    return kind == INT2 || kind == UINT2 ? 2 : kind == E4M3 || kind == E5M2 ? 8 : 4;
}

static double format_number(int kind, unsigned code)
{
    static const struct {
        unsigned fraction;
        int bias;
    } floats[] = {[E2M1] = {1, 1}, [E4M3] = {3, 7}, [E5M2] = {2, 15}};
    unsigned bits = format_bits(kind), half = 1u << (bits - 1);
    if (kind == UINT4 || kind == UINT2)
        return code;
    if (kind < E2M1)
        return code >= half ? (double)code - 2 * half : code;
    unsigned fraction = floats[kind].fraction, magnitude = code % half, exponent = magnitude >> fraction;
    double m = magnitude % (1u << fraction),
           value = exponent ? ldexp(m + (1u << fraction), (int)exponent) : ldexp(m, 1);
    value = ldexp(value, -floats[kind].bias - (int)fraction);
    return code >= half ? -value : value;
}

/* format_codes(KIND, LIMIT): bytes of numbers up to LIMIT that are multiples of a half, each number as often as there
 * is room. */
INPUT(format_codes)
{
    int kind = call->argument_count == 2 ? (int)call->argument[0] : 0;
    if (kind < INT4 || kind > E5M2) {
        call->error = "format_codes takes a kind of format and the largest number";
        return;
    }
    unsigned bits = format_bits(kind), codes = 1u << bits;
    for (size_t i = 0; i < call->count; i++) {
        unsigned code = (unsigned)(random_unit(call->seed, i) * codes);
        while (fabs(format_number(kind, code)) > call->argument[1] ||
               format_number(kind, code) * 2 != rint(format_number(kind, code) * 2))
            code = (code + 1) % codes;
        input_set(call, i, 0, code * (255 / (codes - 1)));
    }
}

/* Rows of a factor: as they are, or of numbers of a format in FORMAT_ROW bytes. The caller frees. */
static double *factor_numbers(reference_call *call, size_t which, int kind, size_t rows, size_t columns)
{
    const reference_array *array = argument_array(call, which);
    double *numbers = malloc((rows * columns + 1) * sizeof *numbers);
    size_t each = kind ? 8 / format_bits(kind) : 1, row = kind ? FORMAT_ROW : columns;
    if (!numbers || (rows - 1) * row + (columns + each - 1) / each > array->count) {
        call->error = "a factor is too short, or memory is";
        return numbers;
    }
    for (size_t i = 0; i < rows * columns; i++) {
        double stored = array_number(array, i / columns * row + i % columns / each, 0);
        numbers[i] = kind ? format_number(kind, (unsigned)stored % (1u << format_bits(kind))) : stored;
    }
    return numbers;
}

/* product_of_formats(a, b, M, N, K, A_KIND, B_KIND): kind 0 is an array of numbers. */
REFERENCE(product_of_formats)
{
    if (!arguments_are(call, "aannnnn"))
        return;
    product p = {
        .rows = argument_size(call, 2), .columns = argument_size(call, 3), .inner = argument_size(call, 4), .times = 1};
    p.a = factor_numbers(call, 0, (int)argument_number(call, 5), p.rows, p.inner);
    p.b = factor_numbers(call, 1, (int)argument_number(call, 6), p.inner, p.columns);
    if (p.a && p.b && !call->error)
        expect_product(call, &p);
    close_product(&p);
}

/* ---- Scales: a power of two for each 32 elements along K (MSL 2.22.2.2). */
static double scale_number(const reference_array *scales, size_t i)
{
    double code = array_number(scales, i, 0);
    return code == 255 ? NAN : ldexp(1, (int)code - 127);
}

static void scale_rows(double *numbers, const reference_array *scales, size_t rows, size_t inner)
{
    for (size_t i = 0; i < rows * inner; i++)
        numbers[i] *= scale_number(scales, i / inner * (inner / 32) + i % inner / 32);
}

/* product_of_scaled(a, b, M, N, K, A_KIND, B_KIND, SIDES, FROM, a_scales, b_scales): of formats, both with K along
 * their rows; SIDES 1 scales a, 2 b, 3 both. From K = FROM on. */
REFERENCE(product_of_scaled)
{
    if (!arguments_are(call, "aannnnnnnaa"))
        return;
    product p = {.rows = argument_size(call, 2),
                 .columns = argument_size(call, 3),
                 .inner = argument_size(call, 4),
                 .transposed_b = true,
                 .times = 1};
    size_t sides = argument_size(call, 7), from = argument_size(call, 8);
    double *a = factor_numbers(call, 0, (int)argument_number(call, 5), p.rows, p.inner),
           *b = factor_numbers(call, 1, (int)argument_number(call, 6), p.columns, p.inner);
    p.a = a;
    p.b = b;
    if (a && b && !call->error) {
        if (sides & 1)
            scale_rows(a, argument_array(call, 9), p.rows, p.inner);
        if (sides & 2)
            scale_rows(b, argument_array(call, 10), p.columns, p.inner);
        for (size_t i = 0; i < p.rows * p.inner; i++)
            a[i] = i % p.inner < from ? 0 : a[i];
        expect_product(call, &p);
    }
    close_product(&p);
}

/* scaled_by_codes(codes, COLUMNS, TIMES): row i has the scale of code i, so many times. A sum of subnormal products may
 * be zero (MSL 8.5). */
REFERENCE(scaled_by_codes)
{
    if (!arguments_are(call, "ann"))
        return;
    size_t columns = argument_size(call, 1);
    for (size_t i = 0; columns && i < call->count; i++) {
        double scale = scale_number(argument_array(call, 0), i / columns) * argument_number(call, 2);
        uint64_t permitted[] = {scalar_encode(call->type.scalar, scale), 0};
        if (isnan(scale))
            expect_nan(call, i);
        else
            expect_any(call, i, permitted, scale < 0x1p-120 ? 2 : 1);
    }
}

/* chained_product(a, b, c, N, BEFORE): of matrices of N x N, (A B) C, or with BEFORE C (A B), for whole numbers that
 * stay exact. */
REFERENCE(chained_product)
{
    if (!arguments_are(call, "aaann"))
        return;
    size_t n = argument_size(call, 3);
    double *a = argument_numbers(call, 0), *b = argument_numbers(call, 1), *c = argument_numbers(call, 2);
    double *between = malloc((n * n + 1) * sizeof *between), magnitude;
    product first = {.a = a, .b = b, .rows = n, .columns = n, .inner = n, .times = 1};
    for (size_t i = 0; a && b && c && between && i < n * n; i++)
        between[i] = element_sum(&first, i / n, i % n, &magnitude);
    bool before = argument_number(call, 4) != 0;
    product second = {
        .a = before ? c : between, .b = before ? between : c, .rows = n, .columns = n, .inner = n, .times = 1};
    if (a && b && c && between)
        expect_product(call, &second);
    free(a);
    free(b);
    free(c);
    free(between);
}
