/* atomic.c: what atomic operations leave behind: totals over threads in any order, and single steps (MSL 6.16.4). */
#include "../core/arguments.h"

/* The operations of table 6.27, then of an exchange. */
enum { FETCH_ADD, FETCH_SUB, FETCH_AND, FETCH_OR, FETCH_XOR, FETCH_MIN, FETCH_MAX, NOTHING };

/* Signed integers wrap as unsigned ones do; only minimum and maximum look at the sign. */
static uint64_t modified(assay_scalar scalar, uint64_t old, uint64_t x, size_t operation)
{
    unsigned bits = 8 * (unsigned)assay_scalar_size(scalar);
    uint64_t sign = assay_scalar_is_signed(scalar) ? UINT64_C(1) << (bits - 1) : 0, mask = UINT64_MAX >> (64 - bits);
    bool less = (x ^ sign) < (old ^ sign);
    switch (operation) {
    case FETCH_ADD: return (old + x) & mask;
    case FETCH_SUB: return (old - x) & mask;
    case FETCH_AND: return old & x;
    case FETCH_OR: return old | x;
    case FETCH_XOR: return old ^ x;
    case FETCH_MIN: return less ? x : old;
    case FETCH_MAX: return less ? old : x;
    default: return old;
    }
}

/* atomic_total(data, cells, operation): what is left in each cell. The data is cut into as many equal shares as there
 * are cells, in order; for each element of its share one thread has applied the operation to the cell. */
REFERENCE(atomic_total)
{
    if (!arguments_are(call, "aan"))
        return;
    const reference_array *data = argument_array(call, 0), *cells = argument_array(call, 1);
    size_t share = call->count ? data->count / call->count : 0;
    for (size_t cell = 0; cell < call->count; cell++) {
        uint64_t value = array_bits(cells, cell, 0);
        for (size_t i = cell * share; i < (cell + 1) * share; i++)
            value = modified(call->type.scalar, value, array_bits(data, i, 0), argument_size(call, 2));
        expect_bits(call, cell, value);
    }
}

/* atomic_applied(a, b, operation): element i * |b| + j is a[i] after one step with b[j]; operation 7 is none. */
REFERENCE(atomic_applied)
{
    if (!arguments_are(call, "aan"))
        return;
    const reference_array *a = argument_array(call, 0), *b = argument_array(call, 1);
    for (size_t k = 0; k < call->count; k++)
        expect_bits(call, k,
                    modified(call->type.scalar, array_bits(a, k / b->count, 0), array_bits(b, k % b->count, 0),
                             argument_size(call, 2)));
}

/* compared(a, b, which): a cell that holds a[i] is compared with b[j], bit by bit, and then holds 0x12345678; which 0:
 * the cell, 1: the value found in it, 2: whether it was exchanged. */
REFERENCE(compared)
{
    if (!arguments_are(call, "aan"))
        return;
    const reference_array *a = argument_array(call, 0), *b = argument_array(call, 1);
    for (size_t k = 0; k < call->count; k++) {
        uint64_t found = array_bits(a, k / b->count, 0), expected = array_bits(b, k % b->count, 0);
        size_t which = argument_size(call, 2);
        expect_bits(call, k,
                    which == 1          ? found
                    : which == 2        ? found == expected
                    : found == expected ? 0x12345678
                                        : found);
    }
}

/* counted_modulo(n): 0, 1, 2, … , n - 1, 0, … as numbers of the output's type. */
REFERENCE(counted_modulo)
{
    if (!arguments_are(call, "n"))
        return;
    size_t n = argument_size(call, 0);
    for (size_t i = 0; i < call->count && n; i++)
        expect_bits(call, i, scalar_encode(call->type.scalar, (double)(i % n)));
}

enum { LARGEST_SET = 256 };

/* any_of(data): each component is one of the elements of data, of which there are at most 256. */
REFERENCE(any_of)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *data = argument_array(call, 0);
    uint64_t set[LARGEST_SET];
    if (data->count > LARGEST_SET) {
        call->error = "any_of takes at most 256 elements";
        return;
    }
    for (size_t i = 0; i < data->count; i++)
        set[i] = array_bits(data, i, 0);
    for (size_t k = 0; k < call->count * call->type.lanes; k++)
        expect_any(call, k, set, data->count);
}

/* share_sum(data, start, sign): start + sign * the sum of the output element's share of the data, which follow each
 * other; added one by one in any order, in float, with as many roundings as there are additions (MSL 8.2). */
REFERENCE(share_sum)
{
    if (!arguments_are(call, "ann"))
        return;
    const reference_array *data = argument_array(call, 0);
    size_t share = call->count ? data->count / call->count : 0;
    for (size_t k = 0; k < call->count; k++) {
        double sum = argument_number(call, 1), magnitude = sum < 0 ? -sum : sum;
        bool whole = true;
        for (size_t i = k * share; i < (k + 1) * share; i++) {
            double x = argument_number(call, 2) * array_number(data, i, 0);
            sum += x;
            magnitude += x < 0 ? -x : x;
            whole = whole && x == (double)(int64_t)x;
        }
        /* Whole numbers below 2^24 are added exactly. Otherwise each addition errs by less than 2 u, rounded to zero,
         * of a partial sum. */
        double u = unit_roundoff(call->type.scalar), n = (double)share, growth = 2 * n * u / (1 - 2 * n * u);
        if (whole && magnitude < 0x1p24)
            expect_value(call, k, sum);
        else
            expect_near(call, k, sum, growth * magnitude);
    }
}

/* litmus(total, forbidden…): counts of the outcomes of a litmus test, which were `total` instances in all; the outcomes
 * numbered here never happen. */
REFERENCE(litmus)
{
    if (call->argument_count < 1) {
        call->error = "litmus needs the number of instances";
        return;
    }
    for (size_t k = 0; k < call->count; k++)
        expect_interval(call, k, 0, argument_number(call, 0));
    for (size_t n = 1; n < call->argument_count; n++)
        expect_bits(call, argument_size(call, n), 0);
}

/* five_steps(): what a cell of thread i went through: it held i, then 2 i, then 2 i + 7, then 3 i. */
REFERENCE(five_steps)
{
    if (!arguments_are(call, ""))
        return;
    for (size_t i = 0; i < call->count; i++) {
        const uint64_t seen[] = {i, 3 * i, 2 * i + 7, i};
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            expect_bits(call, i * call->type.lanes + lane, seen[lane]);
    }
}
