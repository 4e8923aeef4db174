/* formula_free.c: where the results of a formula lie when a kernel computes it in float as it likes: sums and products
 * in any order, fused or not, a quotient as a product with the reciprocal. `expect: y = formula(x / (1 + exp(-x)))`.
 *
 * On intervals, outward. With e = 2^-23, the largest relative error of a rounding (8.2 permits rounding toward zero),
 * and g(n) = n e / (1 - n e):
 *     a sum of n terms       is off by g(n - 1) times the sum of their magnitudes, in any order; of two terms by
 *                            e times the sum itself
 *     a product of n factors by g(n - 1) times itself; factors that are powers of two round nothing; a division counts
 *                            as a product with a reciprocal, whose error is that of the row for `div`
 *     a function             by its row of accuracy.tsv at both ends; with fast math by that of precise math as well,
 *                            since a kernel may call precise::f. exp may be exp2 of a product with a rounded log2(e)
 *     erf                    is no function of MSL: a kernel brings its own, which is right within 2^-21. That is what
 *                            Abramowitz and Stegun's 7.1.26 (1.5e-7) needs with the roundings of its five terms
 *     what is subnormal      may be zero, in each term, and in each partial product, times the factors to come
 *     pow                    as exp2 of a product with log2, either of them precise, besides its own row
 *     what float has         is exact: sums of multiples of a power of two as long as no partial sum passes 2^24 times
 *                            it, products whose factors' significands have 24 bits together; among integers always
 * Nothing is promised where a partial sum or product may overflow in some order, and by the rows where there is
 * none. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include "formula_evaluation.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

static double magnitude(interval v)
{
    return fmax(fabs(v.low), fabs(v.high));
}

static interval formula_value(freedom *e, int at);

/* As an operand in float: an integer beyond 2^24 is rounded. */
static interval operand(freedom *e, int at)
{
    interval v = formula_value(e, at);
    return v.unknown || !formula_is_whole(e, at) || magnitude(v) <= 0x1p24 ? v : formula_rounded(v, e->fast_math);
}

/* ---- Sums */

static interval negative(interval v)
{
    return (interval){-v.high, -v.low, v.unknown};
}

/* The values that an index takes, with the frame put aside: within, elements are named by their indices. */
typedef struct loop {
    const shape *frame;
    int64_t count;
} loop;

static loop loop_begin(freedom *e, const node *n)
{
    loop l = {e->frame, formula_whole(e, n->b)};
    e->frame = NULL;
    return l;
}

static void loop_end(freedom *e, const loop *l)
{
    e->frame = l->frame;
}

/* Integers are no operands in float. */
static interval part_of(freedom *e, int at, bool whole)
{
    return whole ? formula_value(e, at) : operand(e, at);
}

static void add_terms(freedom *e, int at, bool minus, bool whole, terms *to)
{
    const node *n = &e->f->nodes[at];
    if (n->kind == NODE_ADD || n->kind == NODE_SUB) {
        add_terms(e, n->a, minus, whole, to);
        add_terms(e, n->b, minus != (n->kind == NODE_SUB), whole, to);
    } else if (n->kind == NODE_SUM) {
        loop l = loop_begin(e, n);
        for (e->index[n->a] = 0; e->index[n->a] < l.count && !e->call->error; e->index[n->a]++)
            add_terms(e, n->c, minus, whole, to);
        loop_end(e, &l);
    } else {
        interval v = part_of(e, at, whole);
        terms_add(to, minus ? negative(v) : v);
    }
}

/* Integers have no error, as long as a double has them. */
static interval whole_result(double low, double high)
{
    return fmax(fabs(low), fabs(high)) < 0x1p53 ? (interval){low, high, false} : interval_unknown;
}

static interval total(freedom *e, int at)
{
    terms t = {0};
    bool whole = formula_is_whole(e, at);
    add_terms(e, at, false, whole, &t);
    if (whole)
        return t.unknown ? interval_unknown : whole_result(t.low, t.high);
    return terms_total(e, &t);
}

/* ---- Products */

typedef struct factors {
    double low, high;         /* of the product */
    double largest, smallest; /* partial products, in any order */
    double off;               /* relative, before it accumulates: roundings */
    double odd;               /* the product of the factors without their powers of two; INFINITY: not known exactly */
    int count;
    bool unknown, nan;
    bool whole; /* a product of integers */
} factors;

static void multiply(interval v, factors *to)
{
    double ends[4] = {to->low * v.low, to->low * v.high, to->high * v.low, to->high * v.high};
    double zero = fmin(fabs(v.low), fabs(v.high));
    to->low = to->high = ends[0];
    for (int i = 0; i < 4; i++) {
        to->unknown |= isnan(ends[i]);
        to->low = fmin(to->low, ends[i]);
        to->high = fmax(to->high, ends[i]);
    }
    to->nan |= surely_nan(v);
    to->unknown |= v.unknown;
    to->odd *= v.low == 0 && v.high == 0 ? 1 : magnitude(v) / grain(v);
    to->largest *= fmax(1, magnitude(v));
    to->smallest *= fmin(1, v.low <= 0 && v.high >= 0 ? 0 : zero);
    to->count++;
}

/* 1 / v, and how much it is off. */
static interval reciprocal(const freedom *e, interval v, double *off)
{
    const accuracy_entry *row = accuracy_find(e->table, "div", SCALAR_FLOAT, e->fast);
    if (surely_nan(v))
        return v;
    if (v.unknown || (v.low <= 0 && v.high >= 0))
        return interval_unknown;
    const accuracy_rule *rules[] = {accuracy_rule_at(row, 1, v.low), accuracy_rule_at(row, 1, v.high)};
    for (int i = 0; i < 2; i++) {
        if (rules[i]->kind != ACCURACY_ULP && rules[i]->kind != ACCURACY_ROUNDED)
            return interval_unknown;
        *off = fmax(*off, rules[i]->kind == ACCURACY_ROUNDED ? 1 : rules[i]->bound);
    }
    return (interval){1 / v.high, 1 / v.low, false};
}

static void add_factors(freedom *e, int at, factors *to)
{
    const node *n = &e->f->nodes[at];
    int exponent;
    if (n->kind == NODE_MUL || n->kind == NODE_DIV)
        add_factors(e, n->a, to);
    if (n->kind == NODE_MUL) {
        add_factors(e, n->b, to);
    } else if (n->kind == NODE_DIV) {
        double off = 0;
        multiply(reciprocal(e, operand(e, n->b), &off), to);
        to->off += 1 + off;
        to->odd = INFINITY;
    } else {
        multiply(part_of(e, at, to->whole), to);
        to->off += n->kind == NODE_NUMBER && fabs(frexp(n->number, &exponent)) == 0.5 ? 0 : 1;
    }
}

static interval product(freedom *e, int at)
{
    factors p = {.low = 1, .high = 1, .largest = 1, .smallest = 1, .odd = 1, .whole = formula_is_whole(e, at)};
    add_factors(e, at, &p);
    if (p.nan)
        return interval_nan;
    if (p.unknown || (p.count > 2 && p.largest > (double)FLT_MAX && !isinf(p.low)))
        return interval_unknown;
    bool in_range = p.largest <= (double)FLT_MAX && (p.low == 0 || p.smallest >= 0x1p-126);
    if (p.whole)
        return whole_result(p.low, p.high);
    if (in_range && p.odd <= 0x1p24)
        return (interval){p.low, p.high, false};
    double roundings = fmax(p.off - 1, 0);
    double off = accumulated_error(roundings, rounding_error(SCALAR_FLOAT)) + 0x1p-50;
    double lost = p.smallest < 0x1p-120 ? 0x1p-126 * fmin(p.largest, 0x1p126) * p.count : 0;
    if (isinf(p.low) || isinf(p.high))
        off = 0;
    return formula_finished((interval){p.low - off * fabs(p.low) - lost, p.high + off * fabs(p.high) + lost, false},
                            e->fast_math);
}

/* ---- Functions */

static interval magnitudes(interval v)
{
    bool both = v.low <= 0 && v.high >= 0;
    return (interval){both ? 0 : fmin(fabs(v.low), fabs(v.high)), magnitude(v), v.unknown};
}

static interval applied(freedom *e, const node *n)
{
    interval a = operand(e, n->a);
    if (a.unknown)
        return a;
    if (strcmp(n->function->name, "fabs") == 0)
        return magnitudes(a);
    if (strcmp(n->function->name, "erf") == 0)
        return formula_finished((interval){erf(a.low) - 0x1p-21, erf(a.high) + 0x1p-21, false}, e->fast_math);
    interval v = formula_applied(e->table, n->function, a, e->fast, e->fast_math);
    if (e->fast)
        v = formula_hull(v, formula_applied(e->table, n->function, a, false, e->fast_math));
    if (v.unknown || strcmp(n->function->name, "exp") != 0 || isinf(v.high))
        return v;
    double off = 3 * magnitude(a) * rounding_error(SCALAR_FLOAT);
    return formula_finished((interval){v.low * fmax(1 - off, 0), v.high * (1 + off), false}, e->fast_math);
}

/* pow at a point. Written as exp2(y log2(x)) the exponent is off by the four ulp of log2, a product and the argument's
 * rounding, six roundings with a margin, each of which costs a relative |y log2(x)| ln(2); 16 ulp are the row's own. */
static interval power_at(const freedom *e, double x, double y)
{
    const accuracy_rule *rule = accuracy_rule_at(accuracy_find(e->table, "pow", SCALAR_FLOAT, e->fast), x, y);
    double v = pow(x, y), off = (32 + 6 * fabs(y * log2(x))) * rounding_error(SCALAR_FLOAT) * v;
    interval own = {v - off, v + off, false};
    if (!(x > 0) || isinf(v) || isinf(x))
        return interval_unknown;
    if (rule->kind == ACCURACY_FORMULA)
        own = formula_hull(own, formula_evaluate(rule->formula, e->table, x, y, e->fast_math));
    return own;
}

static interval power(freedom *e, const node *n)
{
    interval a = operand(e, n->a), b = operand(e, n->b);
    if (a.unknown || b.unknown)
        return interval_unknown;
    interval low = formula_hull(power_at(e, a.low, b.low), power_at(e, a.low, b.high));
    interval high = formula_hull(power_at(e, a.high, b.low), power_at(e, a.high, b.high));
    interval v = formula_hull(low, high);
    return v.unknown ? v : formula_finished(v, e->fast_math);
}

/* Perhaps rounded to the type of the output, as kernels do that keep what lies between in it. */
static interval narrowed(freedom *e, interval v)
{
    assay_scalar scalar = e->call->type.scalar;
    if (v.unknown || !assay_scalar_is_float(scalar) || scalar == SCALAR_FLOAT)
        return v;
    double off = rounding_error(scalar), least = smallest_normal(scalar) * off;
    v.low -= fabs(v.low) * off + least;
    v.high += fabs(v.high) * off + least;
    double most = scalar == SCALAR_HALF ? 65504 : (double)FLT_MAX;
    return v.low < -most || v.high > most ? interval_unknown : v;
}

/* as_half(bits), as_float(bits) */
static interval encoded(freedom *e, const node *n)
{
    assay_scalar scalar = n->b == 16 ? SCALAR_HALF : SCALAR_FLOAT;
    double v = scalar_number(scalar, (uint64_t)formula_whole(e, n->a) & (UINT64_MAX >> (64 - n->b)));
    if (!isfinite(v) && e->finite_only)
        return interval_unknown;
    return isnan(v) ? interval_nan : formula_rounded(exactly(v), e->fast_math);
}

/* ---- Conditions: 0, 1, or unknown */

static interval compared(freedom *e, const node *n)
{
    interval a = formula_value(e, n->a), b = formula_value(e, n->b);
    if (a.unknown || b.unknown)
        return interval_unknown;
    if (n->kind == NODE_EQUAL)
        return is_exact(a) && is_exact(b)         ? exactly(a.low == b.low)
               : a.high < b.low || b.high < a.low ? exactly(0)
                                                  : interval_unknown;
    bool or_equal = n->kind == NODE_LESS_OR_EQUAL;
    if (or_equal ? a.high <= b.low : a.high < b.low)
        return exactly(1);
    return (or_equal ? a.low > b.high : a.low >= b.high) ? exactly(0) : interval_unknown;
}

static interval both_or_either(freedom *e, const node *n)
{
    double decides = n->kind == NODE_OR;
    interval a = formula_value(e, n->a);
    if (is_exact(a) && (a.low != 0) == (decides != 0))
        return exactly(decides);
    interval b = formula_value(e, n->b);
    if (is_exact(b) && (b.low != 0) == (decides != 0))
        return exactly(decides);
    return is_exact(a) && is_exact(b) ? exactly(!decides) : interval_unknown;
}

static interval selected(freedom *e, const node *n)
{
    interval c = formula_value(e, n->a);
    if (is_exact(c))
        return formula_value(e, c.low != 0 ? n->b : n->c);
    return formula_hull(formula_value(e, n->b), formula_value(e, n->c));
}

/* ---- Whole numbers */

static interval whole_divided(freedom *e, const node *n)
{
    interval a = formula_value(e, n->a), b = formula_value(e, n->b);
    if (!formula_is_whole(e, n->a) || !formula_is_whole(e, n->b))
        formula_fail(e, "`//` and `%` are of whole numbers");
    if (!is_exact(a) || !is_exact(b) || b.low == 0)
        return interval_unknown;
    double quotient = floor(a.low / b.low);
    return exactly(n->kind == NODE_WHOLE_DIV ? quotient : a.low - b.low * quotient);
}

/* ---- Over indices */

static interval extreme(freedom *e, const node *n)
{
    bool least = n->kind == NODE_LEAST || n->kind == NODE_FIRST_LEAST;
    interval best = interval_unknown, v;
    bool open = false;
    int64_t first = -1;
    loop l = loop_begin(e, n);
    for (int64_t i = 0; i < l.count && !e->call->error; i++) {
        e->index[n->a] = i;
        v = formula_value(e, n->c);
        open |=
            v.unknown || (first >= 0 && !(v.high < best.low || v.low > best.high || (is_exact(v) && is_exact(best))));
        if (first < 0 || (least ? v.low < best.low : v.high > best.high))
            first = i;
        best = i == 0  ? v
               : least ? (interval){fmin(best.low, v.low), fmin(best.high, v.high), best.unknown || v.unknown}
                       : (interval){fmax(best.low, v.low), fmax(best.high, v.high), best.unknown || v.unknown};
    }
    loop_end(e, &l);
    if (best.unknown)
        return interval_unknown;
    bool index = n->kind == NODE_FIRST_LEAST || n->kind == NODE_FIRST_GREATEST;
    return !index ? best : open ? interval_unknown : exactly((double)first);
}

static interval element(freedom *e, const node *n)
{
    shape s = formula_shape(e, n->a);
    size_t at = 0;
    if (n->parts != (int)(s.rank ? s.rank : 1)) {
        formula_fail(e,
                     "an array has other dimensions than the indices behind it; give them where it is declared, as in "
                     "T[ROWS, N]");
        return interval_unknown;
    }
    for (int i = 0; i < n->parts; i++) {
        int64_t index = formula_whole(e, n->part[i]);
        size_t extent = s.rank ? s.extent[i] : 1;
        if (index < 0 || (size_t)index >= extent)
            formula_fail(e, "an index lies outside of its array; put a condition before it: i < N ? a[i] : 0");
        at = at * extent + (size_t)index;
    }
    if (e->call->error)
        return interval_unknown;
    const node *of = &e->f->nodes[n->a];
    if (of->kind != NODE_INPUT)
        return formula_cells(e, n->a)->cell[at];
    const shape *frame = e->frame;
    size_t k = e->k;
    e->frame = &s;
    e->k = at;
    interval v = formula_value(e, n->a);
    e->frame = frame;
    e->k = k;
    return v;
}

/* The element of an array that stands for this place. */
static size_t place(freedom *e, const shape *s)
{
    if (s->count == 1)
        return 0;
    if (e->frame)
        return shape_place(e->frame, e->k, s);
    formula_fail(e, "within each, sum, min and max an array needs indices: a[i, j]");
    return 0;
}

static interval input_value(freedom *e, const node *n)
{
    const shape *s = &e->input_shape[n->a];
    double v = e->numbers[n->a] ? e->numbers[n->a][place(e, s)] : e->alone[n->a];
    if (!isfinite(v) && e->finite_only)
        return interval_unknown;
    if (isnan(v))
        return interval_nan;
    return e->input_whole[n->a] ? exactly(v) : formula_rounded(exactly(v), e->fast_math);
}

static interval formula_value(freedom *e, int at)
{
    const node *n = &e->f->nodes[at];
    const cells *array;
    interval a, b;
    if (e->call->error)
        return interval_unknown;
    switch (n->kind) {
    case NODE_NUMBER:
        return n->whole || isinf(n->number) ? exactly(n->number) : formula_rounded(exactly(n->number), e->fast_math);
    case NODE_INPUT: return input_value(e, n);
    case NODE_INDEX: return exactly((double)e->index[n->a]);
    case NODE_NEGATIVE: return negative(formula_value(e, n->a));
    case NODE_ADD:
    case NODE_SUB:
    case NODE_SUM: return total(e, at);
    case NODE_MUL:
    case NODE_DIV: return product(e, at);
    case NODE_WHOLE_DIV:
    case NODE_REMAINDER: return whole_divided(e, n);
    case NODE_CALL: return applied(e, n);
    case NODE_POW: return power(e, n);
    case NODE_NARROWED: return narrowed(e, operand(e, n->a));
    case NODE_ENCODED: return encoded(e, n);
    case NODE_MIN:
    case NODE_MAX:
        a = formula_value(e, n->a);
        b = formula_value(e, n->b);
        if (a.unknown || b.unknown)
            return interval_unknown;
        return n->kind == NODE_MIN ? (interval){fmin(a.low, b.low), fmin(a.high, b.high), false}
                                   : (interval){fmax(a.low, b.low), fmax(a.high, b.high), false};
    case NODE_LESS:
    case NODE_LESS_OR_EQUAL:
    case NODE_EQUAL: return compared(e, n);
    case NODE_AND:
    case NODE_OR: return both_or_either(e, n);
    case NODE_NOT: a = formula_value(e, n->a); return is_exact(a) ? exactly(a.low == 0) : interval_unknown;
    case NODE_SELECT: return selected(e, n);
    case NODE_ELEMENT: return element(e, n);
    case NODE_LEAST:
    case NODE_GREATEST:
    case NODE_FIRST_LEAST:
    case NODE_FIRST_GREATEST: return extreme(e, n);
    case NODE_LET:
    case NODE_EACH:
    case NODE_ARRAY:
        array = formula_cells(e, at);
        return array ? array->cell[place(e, &array->shape)] : interval_unknown;
    default: return interval_unknown;
    }
}

/* ---- The reference */

/* Rounded once to the type of the output, which is monotonic (8.6). */
static void expect_within(reference_call *call, size_t k, interval v)
{
    assay_scalar scalar = call->type.scalar;
    if (!v.unknown && scalar != SCALAR_FLOAT) {
        v.low = scalar_number(scalar, scalar_encode(scalar, v.low));
        v.high = scalar_number(scalar, scalar_encode(scalar, v.high));
    }
    bool infinite = isinf(v.low) || isinf(v.high);
    if (surely_nan(v))
        expect_nan(call, k);
    else if (v.unknown || (infinite && (call->fast_math || call->relaxed_math)))
        expect_unjudged(call, k);
    else if (infinite && v.low == v.high)
        expect_bits(call, k, scalar_encode(scalar, v.low));
    else
        expect_interval(call, k, v.low, v.high);
}

/* Integers wrap (MSL 3.1). */
static void expect_whole(reference_call *call, size_t k, interval v)
{
    if (is_exact(v) && fabs(v.low) < 0x1p53)
        expect_bits(call, k,
                    (uint64_t)(int64_t)v.low & (UINT64_MAX >> (64 - 8 * assay_scalar_size(call->type.scalar))));
    else
        expect_unjudged(call, k);
}

static bool is_whole_array(const reference_array *array)
{
    return !assay_scalar_is_float(array->type.scalar);
}

static bool read_inputs(reference_call *call, freedom *e)
{
    for (size_t i = 0; i < call->argument_count; i++) {
        const reference_array *array = call->argument[i].array;
        shape *s = &e->input_shape[i];
        *s = (shape){.count = 1};
        e->alone[i] = call->argument[i].number;
        e->input_whole[i] = array ? is_whole_array(array) : e->alone[i] == rint(e->alone[i]);
        if (!array)
            continue;
        *s =
            (shape){.rank = 1, .extent = {array->count * array->type.lanes}, .count = array->count * array->type.lanes};
        if (array->dimensions > 1) {
            s->rank = array->dimensions;
            for (unsigned d = 0; d < s->rank; d++)
                s->extent[d] = array->dimension[d];
            s->extent[s->rank - 1] *= array->type.lanes;
        }
        e->numbers[i] = argument_numbers(call, i);
        if (!e->numbers[i])
            return false;
    }
    return true;
}

/* Where the ways to compute it lie together. */
static interval hull(interval a, interval b)
{
    return surely_nan(a) && surely_nan(b) ? a : formula_hull(a, b);
}

static void expect_formula(freedom *e)
{
    reference_call *call = e->call;
    shape s = {.count = 1};
    for (int i = 0; i < e->f->ways; i++)
        s = shape_broadcast(e, s, formula_shape(e, e->f->way[i]));
    size_t count = call->count * call->type.lanes;
    if (!call->error && (s.count > count || count % s.count != 0))
        formula_fail(e, s.count > count ? "the formula has more elements than the output"
                                        : "the output's elements are no multiple of the formula's");
    bool whole = !assay_scalar_is_float(call->type.scalar);
    if (!call->error && whole && !formula_is_whole(e, e->f->way[0]))
        formula_fail(e, "the formula is not of whole numbers, but the output's type is an integer");
    e->frame = &s;
    for (size_t k = 0; k < count && !call->error; k++) {
        e->k = k % s.count;
        interval v = formula_value(e, e->f->way[0]);
        for (int i = 1; i < e->f->ways; i++)
            v = hull(v, formula_value(e, e->f->way[i]));
        if (whole)
            expect_whole(call, k, v);
        else
            expect_within(call, k, v.unknown ? v : formula_finished(v, call->fast_math));
    }
    e->frame = NULL;
}

/* formula(TEXT): each component is the formula of the components at its place, computed in float in any order and
 * rounded once; TEXT may also make arrays of arrays (formula_read.c has the grammar). Shorter arguments repeat: a
 * number, or a row for each row. A NaN stays one (6.5: unless min or max may drop it). */
REFERENCE(formula)
{
    const char *error = NULL;
    const accuracy_table *table = accuracy_standard(&error);
    formula *f = table && call->text && call->argument_count <= FORMULA_MOST_NAMES
                     ? formula_parse_names(call->text, call->names, call->argument_count, &error)
                     : NULL;
    freedom *e = calloc(1, sizeof *e);
    if (!f || !e) {
        call->error = error ? error : "one formula of at most 16 names is expected";
    } else {
        *e = (freedom){.f = f,
                       .value = formula_value,
                       .table = table,
                       .call = call,
                       .fast = call->fast_functions || call->fast_math,
                       .fast_math = call->fast_math,
                       .finite_only = call->fast_math || call->relaxed_math};
        if (read_inputs(call, e))
            expect_formula(e);
    }
    for (size_t i = 0; e && i < FORMULA_MOST_NAMES; i++)
        free(e->numbers[i]);
    for (size_t i = 0; e && i < MOST_NODES; i++)
        free(e->made[i].cell);
    free(e);
    formula_destroy(f);
}
