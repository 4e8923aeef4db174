/* formula_arrays.c: formulas of arrays: functions of whole arrays, each of whose elements is known as
 * an interval. Most work along the last axis. Bounds are those of formula_free.c: sums in any order, with
 * g(n) = n e / (1 - n e); what is only moved has none. */
#include "../core/bounds.h"
#include "../kernels/exp_error.h"
#include "formula_evaluation.h"
#include <stdlib.h>
#include <string.h>

/* ---- Sums and products */

static interval total(const freedom *e, const terms *t, bool whole)
{
    if (!whole)
        return terms_total(e, t);
    return t->unknown ? interval_unknown : (interval){t->low, t->high, false};
}

static interval times(interval a, interval b)
{
    if (a.unknown || b.unknown)
        return surely_nan(a) || surely_nan(b) ? interval_nan : interval_unknown;
    if (a.low == a.high && b.low == b.high)
        return exactly(a.low * b.low);
    double v[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return (interval){fmin(fmin(v[0], v[1]), fmin(v[2], v[3])), fmax(fmax(v[0], v[1]), fmax(v[2], v[3])), false};
}

/* A product adds one rounding to those of its sum: g(n) in place of g(n - 1). */
static interval dot(const freedom *e, const interval *a, const interval *b, size_t n, size_t step, bool whole)
{
    terms t = {0};
    for (size_t i = 0; i < n; i++) {
        interval p = times(a[i], b[i * step]);
        if (!p.unknown && (isnan(p.low) || isnan(p.high)))
            return interval_unknown;
        terms_add(&t, p);
    }
    interval v = total(e, &t, whole);
    if (v.unknown || whole || terms_exact(&t, t.magnitude))
        return v;
    double off = t.magnitude * rounding_error(SCALAR_FLOAT) * 1.001 + (double)n * 0x1p-126;
    return isinf(v.low) || isinf(v.high) ? v
                                         : formula_finished((interval){v.low - off, v.high + off, false}, e->fast_math);
}

static void matmul(freedom *e, const node *n, const cells *a, const cells *b, cells *to)
{
    shape x = a->shape, y = b->shape;
    size_t k = x.extent[x.rank - 1], m = x.rank > 1 ? x.extent[x.rank - 2] : 1;
    size_t columns = y.rank > 1 ? y.extent[y.rank - 1] : 1;
    shape left = shape_without_last(x, 2), right = shape_without_last(y, 2);
    shape batch = shape_without_last(to->shape, y.rank > 1 ? 2 : 1);
    bool whole = formula_array_whole(e, n);
    for (size_t at = 0; at < to->shape.count; at++) {
        size_t column = at % columns, row = at / columns % m, of = at / columns / m;
        const interval *first = a->cell + (shape_place(&batch, of, &left) * m + row) * k;
        const interval *second = b->cell + shape_place(&batch, of, &right) * k * columns + column;
        to->cell[at] = dot(e, first, second, k, columns, whole);
    }
}

static void sums(freedom *e, const node *n, const cells *a, cells *to)
{
    size_t length = a->shape.rank ? a->shape.extent[a->shape.rank - 1] : 1;
    bool whole = formula_is_whole(e, n->part[0]);
    for (size_t row = 0; row < a->shape.count / length; row++) {
        terms t = {0};
        for (size_t i = 0; i < length; i++) {
            terms_add(&t, a->cell[row * length + i]);
            if (n->call == ARRAY_CUMSUM)
                to->cell[row * length + i] = total(e, &t, whole);
        }
        if (n->call == ARRAY_SUM)
            to->cell[row] = total(e, &t, whole);
        if (n->call != ARRAY_MEAN)
            continue;
        /* a quotient, or a product with a reciprocal that was rounded */
        interval v = terms_total(e, &t);
        double off = 4 * rounding_error(SCALAR_FLOAT);
        if (!v.unknown)
            v = (interval){v.low / (double)length, v.high / (double)length, false};
        to->cell[row] = v.unknown || isinf(v.low) || isinf(v.high)
                            ? v
                            : (interval){v.low - off * fabs(v.low), v.high + off * fabs(v.high), false};
    }
}

static void scatter(freedom *e, const node *n, const cells *ids, const cells *values, cells *to)
{
    size_t rows = to->shape.rank ? to->shape.extent[0] : 1, width = to->shape.count / rows;
    bool whole = formula_array_whole(e, n);
    terms *all = calloc(to->shape.count, sizeof *all);
    if (!all) {
        formula_fail(e, "out of memory");
        return;
    }
    for (size_t i = 0; i < ids->shape.count; i++) {
        interval id = ids->cell[i];
        bool inside = is_exact(id) && id.low >= 0 && id.low < (double)rows;
        if (!is_exact(id) || (!inside && n->call == ARRAY_SCATTER_ADD))
            formula_fail(e, "scatter_add, histogram: an index is no whole number of a row");
        for (size_t j = 0; inside && j < width; j++)
            terms_add(&all[(size_t)id.low * width + j], values ? values->cell[i * width + j] : exactly(1));
    }
    for (size_t i = 0; i < to->shape.count; i++)
        to->cell[i] = total(e, &all[i], whole);
    free(all);
}

/* ---- Softmax */

/* Of the real softmax element j lies between exp(low) against all others at their ends above, and the reverse. To this
 * come the roundings of rows.c: a running maximum may scale the sum anew 64 times. */
static void softmax_row(freedom *e, const interval *x, interval *to, size_t n)
{
    enum { RESCALED = 64 };
    double error = rounding_error(SCALAR_FLOAT), largest = -INFINITY, lows = 0, highs = 0, off = 0;
    bool nan = false, unknown = false;
    for (size_t i = 0; i < n; i++) {
        nan |= surely_nan(x[i]);
        unknown |= x[i].unknown || x[i].high == INFINITY;
        largest = fmax(largest, x[i].high);
    }
    unknown |= isinf(largest) != 0;
    const accuracy_entry *entry = exp_entry(e->call);
    if (!entry)
        return;
    double rescaled = accumulated_error(RESCALED, error) + RESCALED * exp_error_by(entry, 0);
    for (size_t i = 0; i < n && !unknown; i++) {
        double high = exp(x[i].high - largest), own = exp_error_by(entry, fmax(largest - x[i].low, 0));
        lows += exp(x[i].low - largest);
        highs += high;
        off += high > 0 ? high * (fmin(own, 1) + rescaled) : 0;
    }
    double of_sum = off / lows + accumulated_error((double)n + 2, error) + division_error(e->call);
    for (size_t i = 0; i < n; i++) {
        if (nan || unknown || isinf(x[i].high)) {
            to[i] = nan ? interval_nan : unknown ? interval_unknown : exactly(0);
            continue;
        }
        double low = exp(x[i].low - largest), high = exp(x[i].high - largest),
               own = exp_error_by(entry, largest - x[i].low);
        double relative = 1.01 * (own + rescaled + of_sum);
        double least = low / (fmax(highs - high, 0) + low), most = high / (fmax(lows - low, 0) + high);
        to[i] = (interval){fmax(least * (1 - fmin(relative, 1)) - 0x1p-120 * (double)n, 0),
                           most * (1 + relative) + 0x1p-120 * (double)n, false};
    }
}

/* ---- Order */

typedef struct ranked {
    double value;
    size_t index;
} ranked;

static int up(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static int down(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Of equal elements the first comes first. Ends of intervals are sorted each by themselves, since the k-th of a list
 * grows with each of its elements; which index it has is known of numbers alone. */
static void order_row(freedom *e, const node *n, const interval *x, size_t length, interval *to, size_t kept)
{
    bool descending = n->call == ARRAY_TOP || n->call == ARRAY_TOP_INDICES;
    bool indices = n->call == ARRAY_ARGSORT || n->call == ARRAY_TOP_INDICES, known = true;
    ranked *low = calloc(2 * length, sizeof *low), *high = low + length;
    if (!low) {
        formula_fail(e, "out of memory");
        return;
    }
    for (size_t i = 0; i < length; i++) {
        known &= !x[i].unknown && (!indices || x[i].low == x[i].high);
        low[i] = (ranked){x[i].low, i};
        high[i] = (ranked){x[i].high, i};
    }
    if (known) {
        qsort(low, length, sizeof *low, descending ? down : up);
        qsort(high, length, sizeof *high, descending ? down : up);
    }
    for (size_t i = 0; i < kept; i++)
        to[i] = !known    ? interval_unknown
                : indices ? exactly((double)low[i].index)
                          : (interval){low[i].value, high[i].value, false};
    free(low);
}

static interval extreme(const interval *x, size_t n, array_call call)
{
    bool least = call == ARRAY_LEAST || call == ARRAY_ARGMIN, index = call == ARRAY_ARGMIN || call == ARRAY_ARGMAX;
    bool known = true, exact = true;
    size_t first = 0;
    interval best = x[0];
    for (size_t i = 0; i < n; i++) {
        known &= !x[i].unknown;
        exact &= x[i].low == x[i].high;
        if (least ? x[i].low < x[first].low : x[i].high > x[first].high)
            first = i;
        best.low = least ? fmin(best.low, x[i].low) : fmax(best.low, x[i].low);
        best.high = least ? fmin(best.high, x[i].high) : fmax(best.high, x[i].high);
    }
    if (!known || (index && !exact))
        return interval_unknown;
    return index ? exactly((double)first) : best;
}

/* ---- All of them */

static void transpose(const cells *a, cells *to)
{
    shape s = a->shape;
    size_t columns = s.rank > 1 ? s.extent[s.rank - 1] : 1, rows = s.rank > 1 ? s.extent[s.rank - 2] : s.count;
    for (size_t i = 0; i < s.count; i++) {
        size_t column = i % columns, row = i / columns % rows, of = i / columns / rows;
        to->cell[(of * columns + column) * rows + row] = a->cell[i];
    }
}

static void by_rows(freedom *e, const node *n, const cells *a, cells *to)
{
    size_t length = a->shape.rank ? a->shape.extent[a->shape.rank - 1] : 1, rows = a->shape.count / length;
    size_t kept = to->shape.count / rows;
    for (size_t row = 0; row < rows && !e->call->error; row++) {
        const interval *x = a->cell + row * length;
        interval *y = to->cell + row * kept;
        if (n->call == ARRAY_SOFTMAX)
            softmax_row(e, x, y, length);
        else if (kept == 1 && n->call != ARRAY_TOP && n->call != ARRAY_TOP_INDICES && n->call != ARRAY_SORT &&
                 n->call != ARRAY_ARGSORT)
            *y = extreme(x, length, n->call);
        else
            order_row(e, n, x, length, y, kept);
    }
}

void formula_array(freedom *e, const node *n, cells *to)
{
    bool two = n->call == ARRAY_MATMUL || n->call == ARRAY_SCATTER_ADD;
    const cells *a = formula_cells(e, n->part[0]), *b = two ? formula_cells(e, n->part[1]) : NULL;
    if (!a || (two && !b))
        return;
    switch (n->call) {
    case ARRAY_MATMUL: matmul(e, n, a, b, to); return;
    case ARRAY_TRANSPOSE: transpose(a, to); return;
    case ARRAY_RESHAPE: memcpy(to->cell, a->cell, a->shape.count * sizeof *to->cell); return;
    case ARRAY_SUM:
    case ARRAY_MEAN:
    case ARRAY_CUMSUM: sums(e, n, a, to); return;
    case ARRAY_HISTOGRAM:
    case ARRAY_SCATTER_ADD: scatter(e, n, a, b, to); return;
    default: by_rows(e, n, a, to);
    }
}

static void fill_each(freedom *e, const node *n, cells *to, size_t *k)
{
    int64_t count = formula_whole(e, n->b);
    for (int64_t i = 0; i < count && !e->call->error; i++) {
        e->index[n->a] = i;
        if (n->chained)
            fill_each(e, &e->f->nodes[n->c], to, k);
        else
            to->cell[(*k)++] = e->value(e, n->c);
    }
}

static void fill(freedom *e, int at, cells *to)
{
    const node *n = &e->f->nodes[at];
    const shape *frame = e->frame;
    size_t k = e->k, all = 0;
    int64_t index[FORMULA_MOST_DEPTH]; /* of the loops that ask for this array */
    memcpy(index, e->index, sizeof index);
    e->frame = NULL;
    if (n->kind == NODE_ARRAY) {
        formula_array(e, n, to);
    } else if (n->kind == NODE_EACH) {
        fill_each(e, n, to, &all);
    } else {
        e->frame = &to->shape;
        for (e->k = 0; e->k < to->shape.count && !e->call->error; e->k++)
            to->cell[e->k] = e->value(e, at);
    }
    memcpy(e->index, index, sizeof index);
    e->frame = frame;
    e->k = k;
}

const cells *formula_cells(freedom *e, int at)
{
    const node *n = &e->f->nodes[at];
    cells *to = &e->made[at];
    if (n->kind == NODE_LET)
        return formula_cells(e, e->f->let[n->a]);
    if (to->cell || e->call->error)
        return to->cell ? to : NULL;
    to->shape = formula_shape(e, at);
    if (e->call->error)
        return NULL;
    to->cell = calloc(to->shape.count, sizeof *to->cell);
    if (!to->cell)
        formula_fail(e, "out of memory");
    else
        fill(e, at, to);
    return e->call->error ? NULL : to;
}
