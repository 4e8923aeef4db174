/* formula_shape.c: what is known of a part of a formula before it is evaluated: the sizes of its array, whether it is
 * of whole numbers. And sums of intervals, on which both evaluations rest. */
#include "../core/bounds.h"
#include "formula_evaluation.h"
#include <float.h>
#include <string.h>

void formula_fail(freedom *e, const char *sentence)
{
    if (!e->call->error)
        e->call->error = sentence;
}

/* ---- Sums of terms */

static double magnitude(interval v)
{
    return fmax(fabs(v.low), fabs(v.high));
}

void terms_add(terms *to, interval v)
{
    double own = grain(v);
    to->grain = to->any ? fmin(to->grain, own) : own;
    to->any = true;
    to->nan |= surely_nan(v);
    to->unknown |= v.unknown;
    to->low += v.low;
    to->high += v.high;
    to->magnitude += magnitude(v);
    to->count += v.low != 0 || v.high != 0;
}

bool terms_exact(const terms *t, double of)
{
    return t->grain >= 0x1p-126 && of <= 0x1p24 * t->grain && of <= (double)FLT_MAX;
}

interval terms_total(const freedom *e, const terms *t)
{
    bool infinite = isinf(t->low) || isinf(t->high);
    if (t->nan)
        return interval_nan;
    if (t->unknown || isnan(t->low) || isnan(t->high) || (t->count > 2 && t->magnitude > (double)FLT_MAX))
        return interval_unknown;
    double of = t->count == 2 ? fmax(fabs(t->low), fabs(t->high)) : t->magnitude, off = 0;
    if (!infinite && t->count > 1 && !terms_exact(t, of))
        off = accumulated_error((double)t->count - 1, rounding_error(SCALAR_FLOAT)) * of + 0x1p-50 * t->magnitude +
              (t->magnitude < (double)t->count * 0x1p-100 ? (double)t->count * 0x1p-126 : 0);
    return formula_finished((interval){t->low - off, t->high + off, false}, e->fast_math);
}

/* ---- Whole numbers */

static bool node_whole(freedom *e, const node *n)
{
    switch (n->kind) {
    case NODE_NUMBER: return n->whole;
    case NODE_INPUT: return e->input_whole[n->a];
    case NODE_LET: return formula_is_whole(e, e->f->let[n->a]);
    case NODE_NEGATIVE:
    case NODE_ELEMENT: return formula_is_whole(e, n->a);
    case NODE_ADD:
    case NODE_SUB:
    case NODE_MUL:
    case NODE_MIN:
    case NODE_MAX: return formula_is_whole(e, n->a) && formula_is_whole(e, n->b);
    case NODE_SELECT: return formula_is_whole(e, n->b) && formula_is_whole(e, n->c);
    case NODE_EACH:
    case NODE_SUM:
    case NODE_LEAST:
    case NODE_GREATEST: return formula_is_whole(e, n->c);
    case NODE_ARRAY: return formula_array_whole(e, n);
    case NODE_T:
    case NODE_DIV:
    case NODE_CALL:
    case NODE_POW:
    case NODE_ENCODED:
    case NODE_NARROWED: return false;
    default: return true; /* indices, conditions */
    }
}

bool formula_is_whole(freedom *e, int at)
{
    if (!e->whole[at]) {
        e->whole[at] = 1; /* a definition that goes in a circle is told where it is evaluated */
        e->whole[at] = node_whole(e, &e->f->nodes[at]) ? 2 : 1;
    }
    return e->whole[at] == 2;
}

int64_t formula_whole(freedom *e, int at)
{
    interval v = e->value(e, at);
    if (formula_is_whole(e, at) && is_exact(v) && fabs(v.low) < 0x1p53)
        return (int64_t)v.low;
    formula_fail(e, "an index, a size or a bound of a sum is no whole number; `//` divides whole numbers");
    return 0;
}

/* ---- Sizes */

static const char unfit[] = "arrays of these sizes do not fit each other; sizes are given where an array is declared, "
                            "as in T[ROWS, N]";

static shape shape_of(unsigned rank, const size_t *extent)
{
    shape s = {.rank = rank, .count = 1};
    for (unsigned d = 0; d < rank; d++)
        s.count *= s.extent[d] = extent[d];
    return s;
}

/* The d-th size from behind; 1 where there is none. */
static size_t extent_from_end(const shape *s, unsigned d)
{
    return d < s->rank ? s->extent[s->rank - 1 - d] : 1;
}

shape shape_broadcast(freedom *e, shape a, shape b)
{
    shape s = {.rank = a.rank > b.rank ? a.rank : b.rank, .count = 1};
    if (a.rank <= 1 && b.count >= a.count && a.count && b.count % a.count == 0)
        return b.rank ? b : a;
    if (b.rank <= 1 && a.count >= b.count && b.count && a.count % b.count == 0)
        return a;
    for (unsigned d = 0; d < s.rank; d++) {
        size_t x = extent_from_end(&a, d), y = extent_from_end(&b, d);
        if (x != y && x != 1 && y != 1)
            formula_fail(e, unfit);
        s.count *= s.extent[s.rank - 1 - d] = x > y ? x : y;
    }
    return s;
}

size_t shape_place(const shape *all, size_t k, const shape *part)
{
    if (part->count == all->count)
        return k;
    if (part->rank <= 1)
        return k % part->count;
    size_t at = 0, step = 1;
    for (unsigned d = 0; d < all->rank; d++) {
        size_t extent = extent_from_end(part, d), index = k % extent_from_end(all, d);
        k /= extent_from_end(all, d);
        if (extent > 1)
            at += index * step;
        step *= extent;
    }
    return at;
}

static shape each_shape(freedom *e, const node *n)
{
    shape s = {.count = 1};
    for (;; n = &e->f->nodes[n->c]) {
        int64_t extent = formula_whole(e, n->b);
        if (extent < 1 || s.rank == FORMULA_MOST_RANK)
            formula_fail(e, "an array has at most four dimensions, each of at least one element");
        if (e->call->error)
            return (shape){.count = 1};
        s.count *= s.extent[s.rank++] = (size_t)extent;
        if (!n->chained)
            return s;
    }
}

shape formula_shape(freedom *e, int at)
{
    const node *n = &e->f->nodes[at];
    shape s = {.count = 1};
    if (e->call->error)
        return s;
    switch (n->kind) {
    case NODE_INPUT: return e->input_shape[n->a];
    case NODE_LET:
        if (e->making[n->a]) {
            formula_fail(e, "a definition behind `where` needs itself");
            return s;
        }
        e->making[n->a] = true;
        s = formula_shape(e, e->f->let[n->a]);
        e->making[n->a] = false;
        return s;
    case NODE_NEGATIVE:
    case NODE_NOT:
    case NODE_NARROWED:
    case NODE_ENCODED:
    case NODE_CALL: return formula_shape(e, n->a);
    case NODE_EACH: return each_shape(e, n);
    case NODE_ARRAY: return formula_array_shape(e, n);
    case NODE_SELECT:
        s = shape_broadcast(e, formula_shape(e, n->b), formula_shape(e, n->c));
        return shape_broadcast(e, s, formula_shape(e, n->a));
    case NODE_NUMBER:
    case NODE_INDEX:
    case NODE_T:
    case NODE_ELEMENT:
    case NODE_SUM:
    case NODE_LEAST:
    case NODE_GREATEST:
    case NODE_FIRST_LEAST:
    case NODE_FIRST_GREATEST: return s;
    default: return shape_broadcast(e, formula_shape(e, n->a), formula_shape(e, n->b));
    }
}

/* The last axis is reduced to `n` elements. */
static shape reduced(shape s, size_t n)
{
    if (s.rank) {
        s.count = s.count / s.extent[s.rank - 1] * n;
        s.extent[s.rank - 1] = n;
    }
    return s;
}

static shape size_argument(freedom *e, const node *n, int first)
{
    size_t extent[FORMULA_MOST_RANK] = {0};
    unsigned rank = 0;
    for (int i = first; i < n->parts && rank < FORMULA_MOST_RANK; i++) {
        int64_t one = formula_whole(e, n->part[i]);
        extent[rank++] = one < 1 ? 1 : (size_t)one;
    }
    return shape_of(rank, extent);
}

static shape transposed(shape s)
{
    if (s.rank > 1) {
        size_t last = s.extent[s.rank - 1];
        s.extent[s.rank - 1] = s.extent[s.rank - 2];
        s.extent[s.rank - 2] = last;
    }
    return s;
}

shape shape_without_last(shape s, unsigned n)
{
    return shape_of(s.rank > n ? s.rank - n : 0, s.extent);
}

/* A list counts as a column on the right, as a row on the left. */
static shape matmul_shape(freedom *e, shape a, shape b)
{
    bool list = b.rank == 1;
    if (list)
        b = shape_of(2, (size_t[]){b.count, 1});
    if (a.rank == 1)
        a = shape_of(2, (size_t[]){1, a.count});
    if (a.rank < 2 || b.rank < 2 || a.extent[a.rank - 1] != b.extent[b.rank - 2]) {
        formula_fail(e, "matmul: the columns of the first are not the rows of the second; sizes are given where an "
                        "array is declared, as in T[M, K]");
        return (shape){.count = 1};
    }
    shape of = shape_broadcast(e, shape_without_last(a, 2), shape_without_last(b, 2));
    size_t extent[FORMULA_MOST_RANK + 2];
    memcpy(extent, of.extent, sizeof of.extent);
    extent[of.rank] = a.extent[a.rank - 2];
    extent[of.rank + 1] = b.extent[b.rank - 1];
    return shape_of(of.rank + (list ? 1 : 2), extent);
}

shape formula_array_shape(freedom *e, const node *n)
{
    shape a = formula_shape(e, n->part[0]), b;
    switch (n->call) {
    case ARRAY_MATMUL: return matmul_shape(e, a, formula_shape(e, n->part[1]));
    case ARRAY_TRANSPOSE: return transposed(a);
    case ARRAY_RESHAPE:
        b = size_argument(e, n, 1);
        if (a.count != b.count)
            formula_fail(e, unfit);
        return b;
    case ARRAY_SUM:
    case ARRAY_MEAN:
    case ARRAY_LEAST:
    case ARRAY_GREATEST:
    case ARRAY_ARGMIN:
    case ARRAY_ARGMAX: return reduced(a, 1);
    case ARRAY_TOP:
    case ARRAY_TOP_INDICES:
        b = size_argument(e, n, 1);
        if (!a.rank || b.extent[0] > a.extent[a.rank - 1])
            formula_fail(e, "top_k of more elements than a row has");
        return reduced(a, b.extent[0]);
    case ARRAY_HISTOGRAM: return size_argument(e, n, 1);
    case ARRAY_SCATTER_ADD:
        b = formula_shape(e, n->part[1]);
        if (!b.rank || b.extent[0] != a.count)
            formula_fail(e, "scatter_add: there is not one index for each value or row of values");
        if (b.rank)
            b.extent[0] = size_argument(e, n, 2).extent[0];
        return shape_of(b.rank, b.extent);
    default: return a;
    }
}

bool formula_array_whole(freedom *e, const node *n)
{
    switch (n->call) {
    case ARRAY_SOFTMAX:
    case ARRAY_MEAN: return false;
    case ARRAY_ARGMIN:
    case ARRAY_ARGMAX:
    case ARRAY_ARGSORT:
    case ARRAY_TOP_INDICES:
    case ARRAY_HISTOGRAM: return true;
    case ARRAY_MATMUL: return formula_is_whole(e, n->part[0]) && formula_is_whole(e, n->part[1]);
    case ARRAY_SCATTER_ADD: return formula_is_whole(e, n->part[1]);
    default: return formula_is_whole(e, n->part[0]);
    }
}
