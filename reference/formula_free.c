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
 * Nothing is promised where a partial sum or product may overflow in some order, and by the rows where there is none. */
#include "arguments.h"
#include "bounds.h"
#include "formula.h"
#include "formula_nodes.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct freedom {
    const formula *f;
    const accuracy_table *table;
    const double *numbers;
    bool fast, fast_math;
} freedom;

static const interval unknown = {0, 0, true};

static interval value(const freedom *e, int at);

static double magnitude(interval v)
{
    return fmax(fabs(v.low), fabs(v.high));
}

/* ---- Sums */

typedef struct terms {
    double low, high, magnitude;
    int count;
    bool unknown;
} terms;

static void add_terms(const freedom *e, int at, bool negative, terms *to)
{
    const node *n = &e->f->nodes[at];
    if (n->kind == NODE_ADD || n->kind == NODE_SUB) {
        add_terms(e, n->a, negative, to);
        add_terms(e, n->b, negative != (n->kind == NODE_SUB), to);
        return;
    }
    interval v = value(e, at);
    to->unknown |= v.unknown;
    to->low += negative ? -v.high : v.low;
    to->high += negative ? -v.low : v.high;
    to->magnitude += magnitude(v);
    to->count++;
}

static interval total(const freedom *e, int at)
{
    terms t = {0};
    add_terms(e, at, false, &t);
    bool infinite = isinf(t.low) || isinf(t.high);
    if (t.unknown || isnan(t.low) || isnan(t.high) || (t.count > 2 && t.magnitude > (double)FLT_MAX))
        return unknown;
    double of = t.count == 2 ? fmax(fabs(t.low), fabs(t.high)) : t.magnitude;
    double off = infinite ? 0
                          : accumulated_error(t.count - 1, rounding_error(SCALAR_FLOAT)) * of + 0x1p-50 * t.magnitude +
                                (t.magnitude < t.count * 0x1p-100 ? t.count * 0x1p-126 : 0);
    return formula_finished((interval){t.low - off, t.high + off, false}, e->fast_math);
}

/* ---- Products */

typedef struct factors {
    double low, high;         /* of the product */
    double largest, smallest; /* partial products, in any order */
    double off;               /* relative, before it accumulates: roundings */
    int count;
    bool unknown;
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
    to->unknown |= v.unknown;
    to->largest *= fmax(1, magnitude(v));
    to->smallest *= fmin(1, v.low <= 0 && v.high >= 0 ? 0 : zero);
    to->count++;
}

/* 1 / v, and how much it is off. */
static interval reciprocal(const freedom *e, interval v, double *off)
{
    const accuracy_entry *row = accuracy_find(e->table, "div", SCALAR_FLOAT, e->fast);
    if (v.unknown || (v.low <= 0 && v.high >= 0))
        return unknown;
    const accuracy_rule *rules[] = {accuracy_rule_at(row, 1, v.low), accuracy_rule_at(row, 1, v.high)};
    for (int i = 0; i < 2; i++) {
        if (rules[i]->kind != ACCURACY_ULP && rules[i]->kind != ACCURACY_ROUNDED)
            return unknown;
        *off = fmax(*off, rules[i]->kind == ACCURACY_ROUNDED ? 1 : rules[i]->bound);
    }
    return (interval){1 / v.high, 1 / v.low, false};
}

static void add_factors(const freedom *e, int at, factors *to)
{
    const node *n = &e->f->nodes[at];
    int exponent;
    if (n->kind == NODE_MUL || n->kind == NODE_DIV)
        add_factors(e, n->a, to);
    if (n->kind == NODE_MUL) {
        add_factors(e, n->b, to);
    } else if (n->kind == NODE_DIV) {
        double off = 0;
        multiply(reciprocal(e, value(e, n->b), &off), to);
        to->off += 1 + off;
    } else {
        multiply(value(e, at), to);
        to->off += n->kind == NODE_NUMBER && fabs(frexp(n->number, &exponent)) == 0.5 ? 0 : 1;
    }
}

static interval product(const freedom *e, int at)
{
    factors p = {1, 1, 1, 1, 0, 0, false};
    add_factors(e, at, &p);
    if (p.unknown || (p.count > 2 && p.largest > (double)FLT_MAX && !isinf(p.low)))
        return unknown;
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

static interval applied(const freedom *e, const node *n)
{
    interval a = value(e, n->a);
    if (a.unknown)
        return unknown;
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

static interval value(const freedom *e, int at)
{
    const node *n = &e->f->nodes[at];
    interval a, b;
    switch (n->kind) {
    case NODE_NUMBER: return formula_rounded((interval){n->number, n->number, false}, e->fast_math);
    case NODE_INPUT: return formula_rounded((interval){e->numbers[n->a], e->numbers[n->a], false}, e->fast_math);
    case NODE_NEGATIVE: a = value(e, n->a); return (interval){-a.high, -a.low, a.unknown};
    case NODE_ADD:
    case NODE_SUB: return total(e, at);
    case NODE_MUL:
    case NODE_DIV: return product(e, at);
    case NODE_CALL: return applied(e, n);
    case NODE_MIN:
    case NODE_MAX:
        a = value(e, n->a);
        b = value(e, n->b);
        return n->kind == NODE_MIN ? (interval){fmin(a.low, b.low), fmin(a.high, b.high), a.unknown || b.unknown}
                                   : (interval){fmax(a.low, b.low), fmax(a.high, b.high), a.unknown || b.unknown};
    default: return unknown;
    }
}

static interval evaluate(const formula *f, const accuracy_table *table, const double *numbers, bool fast,
                         bool fast_math)
{
    freedom e = {f, table, numbers, fast, fast_math};
    interval v = value(&e, f->way[0]);
    for (int i = 1; i < f->ways; i++)
        v = formula_hull(v, value(&e, f->way[i]));
    return v;
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
    if (v.unknown || (infinite && (call->fast_math || call->relaxed_math)))
        expect_unjudged(call, k);
    else if (infinite && v.low == v.high)
        expect_bits(call, k, scalar_encode(scalar, v.low));
    else
        expect_interval(call, k, v.low, v.high);
}

typedef struct inputs {
    double *of[FORMULA_MOST_NAMES], alone[FORMULA_MOST_NAMES];
    size_t count[FORMULA_MOST_NAMES];
} inputs;

static bool read_inputs(reference_call *call, inputs *in)
{
    for (size_t i = 0; i < call->argument_count; i++) {
        const reference_array *array = call->argument[i].array;
        if (array) {
            in->count[i] = array->count * array->type.lanes;
            in->of[i] = argument_numbers(call, i);
            if (!in->of[i])
                return false;
        }
        in->alone[i] = call->argument[i].number;
        if (array && (!in->count[i] || call->count * call->type.lanes % in->count[i])) {
            call->error = "an argument has neither as many elements as the output nor a whole part of them";
            return false;
        }
    }
    return true;
}

static void expect_formula(reference_call *call, const formula *f, const accuracy_table *table, const inputs *in)
{
    bool fast = call->fast_functions || call->fast_math, finite_only = call->fast_math || call->relaxed_math;
    for (size_t k = 0; k < call->count * call->type.lanes; k++) {
        double numbers[FORMULA_MOST_NAMES];
        bool nan = false, finite = true;
        for (size_t i = 0; i < call->argument_count; i++) {
            numbers[i] = in->of[i] ? in->of[i][k % in->count[i]] : in->alone[i];
            nan |= isnan(numbers[i]) != 0;
            finite &= isfinite(numbers[i]) != 0;
        }
        if ((!finite && finite_only) || (nan && formula_chooses(f)))
            expect_unjudged(call, k);
        else if (nan)
            expect_nan(call, k);
        else
            expect_within(call, k, evaluate(f, table, numbers, fast, call->fast_math));
    }
}

/* formula(TEXT): each component is the formula of the components at its place, computed in float in any order and
 * rounded once. Shorter arguments repeat: a number, or a row for each row. A NaN stays one (6.5: unless min or max may
 * drop it). */
REFERENCE(formula)
{
    inputs in = {0};
    const char *error = NULL;
    const accuracy_table *table = accuracy_standard(&error);
    formula *f = table && call->text && call->argument_count <= FORMULA_MOST_NAMES
                     ? formula_parse_names(call->text, call->names, call->argument_count, &error)
                     : NULL;
    if (!assay_scalar_is_float(call->type.scalar))
        call->error = "the output of a formula is float, half or bfloat";
    else if (!f)
        call->error = error ? error : "one formula of at most 16 names is expected";
    else if (read_inputs(call, &in))
        expect_formula(call, f, table, &in);
    for (size_t i = 0; i < FORMULA_MOST_NAMES; i++)
        free(in.of[i]);
    formula_destroy(f);
}
