/* reduction.c: sums over a whole array, over each threadgroup and over each SIMD-group. Sums of whole numbers below
 * 2^24 are exact in any order and any tree, so they are expected exactly; other sums may be off by gamma(n - 1) * Σ|x|,
 * which holds for every order of adding n terms, atomics included. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

typedef struct sum {
    double value, magnitude;
    size_t terms;
    bool whole;
} sum;

static void sum_add(sum *s, double x)
{
    s->value += x;
    s->magnitude += fabs(x);
    s->terms++;
    if (x != rint(x))
        s->whole = false;
}

static sum sum_range(const reference_array *array, size_t first, size_t end)
{
    sum s = {.whole = true};
    if (array->type.scalar == SCALAR_FLOAT) {
        const float *x = array->data;
        for (size_t i = first; i < end; i++)
            sum_add(&s, (double)x[i]);
    } else {
        for (size_t i = first; i < end; i++)
            sum_add(&s, array_number(array, i, 0));
    }
    return s;
}

static void expect_sum(reference_call *call, size_t k, const sum *s)
{
    if (!assay_scalar_is_float(call->type.scalar))
        expect_bits(call, k, (uint64_t)(int64_t)s->value & 0xffffffffu); /* wraps: two's complement, MSL 2.1 */
    else if (s->whole && s->magnitude <= 0x1p24)
        expect_bits(call, k, scalar_encode(call->type.scalar, s->value));
    else
        expect_near(call, k, s->value,
                    accumulated_error((double)s->terms, rounding_error(call->type.scalar)) * s->magnitude);
}

/* reduce_sum(input, count, start, times): start + times * Σ of the first `count` elements: what `times` dispatches add
 * to a cell that held `start`. */
REFERENCE(reduce_sum)
{
    if (!arguments_are(call, "annn"))
        return;
    double times = argument_number(call, 3);
    sum s = sum_range(argument_array(call, 0), 0, argument_size(call, 1));
    s.value *= times;
    s.magnitude *= times;
    s.terms *= (size_t)times;
    sum_add(&s, argument_number(call, 2));
    expect_sum(call, 0, &s);
}

/* group_sums(input, count, size): element g is the sum of elements [g * size, (g + 1) * size), as far as they are below
 * `count`. */
REFERENCE(group_sums)
{
    if (!arguments_are(call, "ann"))
        return;
    size_t count = argument_size(call, 1), size = argument_size(call, 2);
    for (size_t g = 0; g < call->count; g++) {
        size_t first = g * size, end = first + size < count ? first + size : count;
        sum s = {.whole = true};
        if (first < end)
            s = sum_range(argument_array(call, 0), first, end);
        expect_sum(call, g, &s);
    }
}

/* simd_group_sums(input, count): one sum per SIMD-group of a one-dimensional grid, numbered through the whole grid;
 * every threadgroup counts as many as a full one has. */
REFERENCE(simd_group_sums)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_dispatch *dispatch = call->dispatch;
    size_t count = argument_size(call, 1), width = dispatch->simd_width, size = dispatch->threadgroup[0];
    size_t per_group = (size + width - 1) / width;
    for (size_t k = 0; k < call->count; k++) {
        size_t group = k / per_group, first = group * size + k % per_group * width;
        size_t end = first + width, limit = (group + 1) * size;
        end = end < limit ? end : limit;
        end = end < count ? end : count;
        sum s = {.whole = true};
        if (first < end)
            s = sum_range(argument_array(call, 0), first, end);
        else if (first >= dispatch->grid[0])
            continue; /* no such SIMD-group in the last, partial threadgroup: unjudged */
        expect_sum(call, k, &s);
    }
}

/* group_minimum(data, size) and group_maximum(data, size): of each `size` elements in turn. */
static void expect_extreme(reference_call *call, bool largest)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *data = argument_array(call, 0);
    size_t size = argument_size(call, 1);
    for (size_t g = 0; g < call->count; g++) {
        int64_t extreme = array_integer(data, g * size, 0);
        for (size_t i = g * size; i < (g + 1) * size; i++) {
            int64_t x = array_integer(data, i, 0);
            extreme = (x > extreme) == largest ? x : extreme;
        }
        expect_bits(call, g, (uint64_t)extreme & 0xffffffffu);
    }
}

REFERENCE(group_minimum)
{
    expect_extreme(call, false);
}

REFERENCE(group_maximum)
{
    expect_extreme(call, true);
}
