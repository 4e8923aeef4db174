/* contract_references.c: references for the contracts of `assay validate` (cases/contracts) that the conformance
 * cases do not need, the wrong formulas by which it tells what a kernel does instead, and inputs made of rows. Bounds
 * are derived as in bounds.c: for every order of summation, since a kernel may choose its own. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>
#include <stdlib.h>

/* ---- Products of matrices */

typedef struct matrices {
    double *a, *b;
    size_t rows, columns, inner; /* of C, and of each sum */
    bool a_transposed, b_transposed;
} matrices;

/* Element (i, j) of A B, over the products [first, end). */
typedef struct dot {
    double value, magnitude;
    bool whole, finite;
} dot;

static dot dot_of(const matrices *m, size_t i, size_t j, size_t first, size_t end)
{
    dot d = {.whole = true, .finite = true};
    for (size_t k = first; k < end; k++) {
        double a = m->a[m->a_transposed ? k * m->rows + i : i * m->inner + k];
        double b = m->b[m->b_transposed ? j * m->inner + k : k * m->columns + j];
        d.value += a * b;
        d.magnitude += fabs(a * b);
        d.whole &= a == rint(a) && b == rint(b);
        d.finite &= isfinite(a) && isfinite(b);
    }
    return d;
}

static void expect_not_finite(reference_call *call, size_t k, double value)
{
    const assay_scalar scalar = call->type.scalar;
    const uint64_t any[] = {scalar_encode(scalar, INFINITY), scalar_encode(scalar, -INFINITY), scalar_nan(scalar)};
    if (call->fast_math || call->relaxed_math)
        expect_unjudged(call, k);
    else if (isnan(value))
        expect_nan(call, k);
    else
        expect_any(call, k, any, 3);
}

/* Accumulated in float, rounded once to the type of the output. */
static void expect_dot(reference_call *call, size_t k, const dot *d, size_t terms, double shortened)
{
    double e = accumulated_error((double)terms, rounding_error(SCALAR_FLOAT)) + 2 * shortened;
    if (!d->finite)
        expect_not_finite(call, k, d->value);
    else if (d->whole && d->magnitude <= 0x1p24)
        expect_computed(call, k, d->value, 0);
    else
        expect_computed(call, k, d->value, e * d->magnitude + 0x1p-120);
}

/* `part`: how many of the products a sum takes; negative: the last -part ones. `shortened`: the relative error of each
 * factor. */
static void gemm(reference_call *call, double part, bool whole, double shortened)
{
    matrices m = {.rows = argument_size(call, 2),
                  .columns = argument_size(call, 3),
                  .inner = argument_size(call, 4),
                  .a_transposed = argument_number(call, 5) != 0,
                  .b_transposed = argument_number(call, 6) != 0};
    if (m.rows * m.columns > call->count || m.rows * m.inner > argument_array(call, 0)->count ||
        m.inner * m.columns > argument_array(call, 1)->count) {
        call->error = "gemm: M, N, K do not fit the arrays";
        return;
    }
    size_t size = (size_t)fmin(fabs(whole ? (double)m.inner : part), (double)m.inner);
    size_t first = !whole && part < 0 ? m.inner - size : 0;
    m.a = argument_numbers(call, 0);
    m.b = argument_numbers(call, 1);
    for (size_t i = 0; m.a && m.b && i < m.rows; i++)
        for (size_t j = 0; j < m.columns; j++) {
            dot d = dot_of(&m, i, j, first, first + size);
            expect_dot(call, i * m.columns + j, &d, m.inner, shortened);
        }
    free(m.a);
    free(m.b);
}

/* gemm(a, b, M, N, K, TA, TB): A is M x K, or K x M if TA; B is K x N, or N x K if TB. */
REFERENCE(gemm)
{
    if (arguments_are(call, "aannnnn"))
        gemm(call, 0, true, 0);
}

/* gemm_part(a, b, M, N, K, TA, TB, PART): only the first PART products of each sum, or the last -PART. */
REFERENCE(gemm_part)
{
    if (arguments_are(call, "aannnnnn"))
        gemm(call, argument_number(call, 7), false, 0);
}

/* gemm_relaxed(a, b, M, N, K, TA, TB): factors of float may have lost all but ten bits of their fractions. */
REFERENCE(gemm_relaxed)
{
    if (arguments_are(call, "aannnnn"))
        gemm(call, 0, true, call->type.scalar == SCALAR_FLOAT ? 0x1p-10 : 0);
}

/* ---- Sums */

/* sum(input, COUNT): the first COUNT elements. Integers wrap; whole numbers are exact in any order while they stay
 * below 2^24. */
REFERENCE(sum)
{
    if (!arguments_are(call, "an"))
        return;
    size_t count = argument_size(call, 1);
    double *x = argument_numbers(call, 0), value = 0, magnitude = 0;
    bool whole = true;
    for (size_t i = 0; x && i < count; i++) {
        value += x[i];
        magnitude += fabs(x[i]);
        whole &= x[i] == rint(x[i]);
    }
    free(x);
    if (!assay_scalar_is_float(call->type.scalar))
        expect_bits(call, 0, (uint64_t)(int64_t)value & 0xffffffffu);
    else if (whole && magnitude <= 0x1p24)
        expect_computed(call, 0, value, 0);
    else
        expect_computed(call, 0, value, accumulated_error((double)count, rounding_error(SCALAR_FLOAT)) * magnitude);
}

/* ---- Inputs made of rows */

static double bell(uint64_t seed, uint64_t n)
{
    double sum = -6;
    for (uint64_t i = 0; i < 12; i++)
        sum += random_unit(seed, 12 * n + i);
    return sum;
}

static bool takes(input_call *call, size_t count)
{
    if (call->argument_count != count || (count && call->argument[0] < 1))
        call->error = count ? "takes the length of a row" : "takes no argument";
    return !call->error;
}

/* rows_constant(N): every row repeats one number of its own. */
INPUT(rows_constant)
{
    if (!takes(call, 1))
        return;
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, 0.75 - 3 * (double)(i / (size_t)call->argument[0]));
}

/* rows_tiny(N): a variance of 9e-7 about zero. */
INPUT(rows_tiny)
{
    if (!takes(call, 1))
        return;
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, i % (size_t)call->argument[0] % 2 ? 9.4868e-4 : -9.4868e-4);
}

static void with_odd_one(input_call *call, double odd)
{
    size_t n = call->argument_count ? (size_t)call->argument[0] : 1;
    for (size_t i = 0; i < call->count; i++) {
        size_t row = i / n, column = i % n;
        input_set(call, i, 0, row % 2 == 0 && column == (row * 7 + n / 2) % n ? odd : bell(call->seed, i));
    }
}

/* rows_nan(N), rows_infinite(N): every second row has one such element, from the first on. */
INPUT(rows_nan)
{
    if (takes(call, 1))
        with_odd_one(call, NAN);
}

INPUT(rows_infinite)
{
    if (takes(call, 1))
        with_odd_one(call, INFINITY);
}

/* Where a kernel may leave an element out, a place for each row: the first two SIMD-groups' lanes, the end backwards
 * past one SIMD-group, both sides of each power of two, then the first element of each 32. Fewer rows take the end
 * backwards, and between that places that lie evenly: some of each SIMD-group, if they are not too few. */
static size_t telling_place(size_t row, size_t n, size_t rows)
{
    enum { LANES = 64, TAIL = 34, POWERS = 24 };
    if (rows < LANES + TAIL + POWERS && rows < n) {
        size_t spread = rows / 2 + 1;
        return row % 2 ? (row / 2 + 1) * ((n + spread - 1) / spread) % n : n - 1 - row / 2;
    }
    if (row < LANES)
        return row % n;
    row -= LANES;
    if (row < TAIL)
        return n - 1 - row % n;
    row -= TAIL;
    if (row < POWERS)
        return (((size_t)1 << (6 + row / 2)) - row % 2) % n;
    return (row - POWERS + 2) * 32 % n;
}

/* Rows of N vectors of `width` elements. */
static void with_telling_one(input_call *call, size_t width, double value)
{
    size_t n = (size_t)call->argument[0], i = 0;
    for (size_t row = 0; i < call->count; row++) {
        size_t place = telling_place(row, n, call->count / (n * width));
        for (size_t column = 0; column < n * width && i < call->count; column++, i++)
            input_set(call, i, 0, column / width == place ? value : bell(call->seed, i));
    }
}

/* rows_peak(N, VALUE): small numbers, and in each row one element of that value, each time at another place. */
INPUT(rows_peak)
{
    if (takes(call, 2))
        with_telling_one(call, 1, call->argument[1]);
}

/* vectors_peak(N, WIDTH, VALUE): the same of rows of N vectors. */
INPUT(vectors_peak)
{
    if (takes(call, 3) && call->argument[1] >= 1)
        with_telling_one(call, (size_t)call->argument[1], call->argument[2]);
}

/* blocks(SIZE, MARK): quantized blocks of SIZE bytes: random ones behind a scale, which is a half between 1/64 and 2
 * (MARK 0) or the exponent of a power of two (MARK 1; of all that float holds even six times: MARK 2). */
INPUT(blocks)
{
    if (!takes(call, 2))
        return;
    size_t size = (size_t)call->argument[0];
    bool power = call->argument[1] != 0, all = call->argument[1] == 2;
    for (size_t i = 0; i < call->count; i++) {
        uint64_t bits = random_bits(call->seed, i), of = random_bits(call->seed, i / size + ((uint64_t)1 << 40));
        uint16_t scale = (uint16_t)((of >> 16 & 0x8000) | (9 + of % 7) << 10 | (of >> 32 & 0x3ff));
        size_t at = i % size;
        uint64_t byte = power && at == 0  ? (all ? 2 + of % 250 : 120 + of % 12)
                        : power || at > 1 ? bits & 255
                        : at == 0         ? scale & 255
                                          : scale >> 8;
        input_set(call, i, 0, (double)byte);
    }
}

/* rows_each_nan(N): likewise with NaN in each row. */
INPUT(rows_each_nan)
{
    if (takes(call, 1))
        with_telling_one(call, 1, NAN);
}

/* rows_subnormal(N): multiples of the type's smallest number. */
INPUT(rows_subnormal)
{
    if (!takes(call, 1))
        return;
    double least = call->type.scalar == SCALAR_HALF     ? 0x1p-24
                   : call->type.scalar == SCALAR_BFLOAT ? 0x1p-133
                                                        : 0x1p-149;
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, least * floor(100 * random_unit(call->seed, i)));
}

/* rows_repeated(N): all rows are the first. */
INPUT(rows_repeated)
{
    if (!takes(call, 1))
        return;
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, bell(call->seed, i % (size_t)call->argument[0]));
}

/* counted(N): 0, 1, … N - 1, and from 0 again. */
INPUT(counted)
{
    if (!takes(call, 1))
        return;
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, (double)(i % (size_t)call->argument[0]));
}

/* rows_rotated(N, SHIFT): row r is what row r + SHIFT is without. */
INPUT(rows_rotated)
{
    if (!takes(call, 2))
        return;
    size_t n = (size_t)call->argument[0], shift = (size_t)call->argument[1];
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, bell(call->seed, (i + shift * n) % call->count));
}

/* alternating(N): within each N, neighbours that cancel up to a small rest. */
INPUT(alternating)
{
    if (!takes(call, 1))
        return;
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, i % (size_t)call->argument[0] % 2 ? -1 : 1.0078125);
}
