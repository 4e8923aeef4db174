/* formula.c: the evaluation of a formula of table 8.2 on intervals: each operation widens by what its own
 * row of the table allows, so that the result encloses every conforming one and nothing more than the parts' errors. A
 * function within a formula is evaluated at both ends of its argument; all that occur are monotonic, but sin and cos,
 * whose slope is at most 1. */
#include "../core/bounds.h"
#include "formula.h"
#include "formula_nodes.h"
#include <float.h>
#include <math.h>

typedef struct evaluation {
    const formula *f;
    const accuracy_table *table;
    interval x, y, t;
    bool fast, fast_math; /* fast: by the rows of fast math */
} evaluation;

static const interval unknown = {0, 0, true};

static bool is_float(double v)
{
    return (double)(float)v == v;
}

static double float_below(double v)
{
    float f = (float)v;
    return (double)f <= v ? (double)f : (double)nextafterf(f, -INFINITY);
}

static double float_above(double v)
{
    return -float_below(-v);
}

/* Subnormals may count as zero, as operands and as results (MSL 8.5). */
static interval flushed(interval v)
{
    double least = 0x1p-126;
    if (v.low > 0 && v.low < least)
        v.low = 0;
    if (v.high < 0 && v.high > -least)
        v.high = 0;
    return v;
}

interval formula_finished(interval v, bool fast_math)
{
    if (v.unknown || isnan(v.low) || isnan(v.high) || (isinf(v.low) && isinf(v.high) && v.low < v.high))
        return unknown;
    v = flushed(v);
    double most = (double)FLT_MAX;
    if ((v.high > most || v.low < -most) && fast_math)
        return unknown;
    /* Beyond the largest number lies INF; rounding toward zero stops at the largest number. */
    return (interval){v.low < -most ? -INFINITY : fmin(v.low, most), v.high > most ? INFINITY : fmax(v.high, -most),
                      false};
}

/* Both ends correctly rounded, either way. */
interval formula_rounded(interval v, bool fast_math)
{
    if (isnan(v.low) || isnan(v.high))
        return unknown;
    if (!is_float(v.low))
        v.low = float_below(v.low);
    if (!is_float(v.high))
        v.high = float_above(v.high);
    return formula_finished(v, fast_math);
}

interval formula_hull(interval a, interval b)
{
    if (a.unknown || b.unknown)
        return unknown;
    return (interval){fmin(a.low, b.low), fmax(a.high, b.high), false};
}

static interval finished(const evaluation *e, interval v)
{
    return formula_finished(v, e->fast_math);
}

static interval rounded(const evaluation *e, interval v)
{
    return formula_rounded(v, e->fast_math);
}

static bool has_zero(interval v)
{
    return v.low <= 0 && v.high >= 0;
}

static bool has_infinity(interval v)
{
    return isinf(v.low) || isinf(v.high);
}

static interval over_ends(interval a, interval b, double (*operation)(double, double))
{
    double v[4] = {operation(a.low, b.low), operation(a.low, b.high), operation(a.high, b.low),
                   operation(a.high, b.high)};
    interval result = {v[0], v[0], false};
    for (int i = 0; i < 4; i++) {
        if (isnan(v[i]))
            return unknown;
        result.low = fmin(result.low, v[i]);
        result.high = fmax(result.high, v[i]);
    }
    return result;
}

static double times(double a, double b)
{
    return a * b;
}

static double over(double a, double b)
{
    return a / b;
}

static interval widened(interval v, double by_low, double by_high)
{
    return (interval){v.low - by_low, v.high + by_high, v.unknown};
}

/* x / y in fast mode has a row of its own. */
static interval divided(const evaluation *e, interval a, interval b)
{
    if (b.low <= 0 && b.high >= 0)
        return unknown;
    const accuracy_entry *row = accuracy_find(e->table, "div", SCALAR_FLOAT, true);
    const accuracy_rule *low = accuracy_rule_at(row, a.low, b.low), *high = accuracy_rule_at(row, a.high, b.high);
    if (low->kind != ACCURACY_ULP || high->kind != ACCURACY_ULP)
        return unknown;
    interval v = over_ends(a, b, over);
    return v.unknown ? v
                     : finished(e, widened(v, low->bound * ulp_at(SCALAR_FLOAT, v.low),
                                           high->bound * ulp_at(SCALAR_FLOAT, v.high)));
}

/* f at a point, by a rule of its row. */
static interval applied_at(const evaluation *e, const real_function *f, const accuracy_rule *rule, double x)
{
    if (rule->kind == ACCURACY_FORMULA)
        return formula_evaluate(rule->formula, e->table, x, 0, e->fast_math);
    double v = f->one(x), error;
    interval exact = {v, v, false};
    if (isnan(v))
        return unknown;
    if (isinf(v) || isinf(x))
        return finished(e, exact);
    switch (rule->kind) {
    case ACCURACY_ROUNDED: return rounded(e, exact);
    case ACCURACY_ULP: error = accuracy_ulps(rule, x) * ulp_at(SCALAR_FLOAT, v); break;
    case ACCURACY_ABSOLUTE: error = rule->bound; break;
    default: return unknown;
    }
    return finished(e, widened(exact, error, error));
}

static interval applied(const evaluation *e, const real_function *f, interval a)
{
    if (a.unknown)
        return unknown;
    const accuracy_entry *row = accuracy_find(e->table, f->name, SCALAR_FLOAT, e->fast);
    const accuracy_rule *low = accuracy_rule_at(row, a.low, 0), *high = accuracy_rule_at(row, a.high, 0);
    interval v = formula_hull(applied_at(e, f, low, a.low), applied_at(e, f, high, a.high));
    if (low != high && low->kind != ACCURACY_FORMULA && high->kind != ACCURACY_FORMULA) /* either may hold in between */
        v = formula_hull(v, formula_hull(applied_at(e, f, high, a.low), applied_at(e, f, low, a.high)));
    double slack = f->bounded_slope ? a.high - a.low : 0;
    return widened(v, slack, slack);
}

interval formula_applied(const accuracy_table *table, const real_function *f, interval a, bool fast, bool fast_math)
{
    evaluation e = {.table = table, .fast = fast, .fast_math = fast_math};
    return applied(&e, f, a);
}

static interval value(const evaluation *e, int at)
{
    const node *n = &e->f->nodes[at];
    interval a, b;
    switch (n->kind) {
    case NODE_NUMBER: return rounded(e, (interval){n->number, n->number, false});
    case NODE_INPUT: return n->a == 0 ? e->x : e->y;
    case NODE_T: return e->t;
    case NODE_CALL: return applied(e, n->function, value(e, n->a));
    case NODE_NEGATIVE: a = value(e, n->a); return (interval){-a.high, -a.low, a.unknown};
    default: break;
    }
    a = value(e, n->a);
    b = value(e, n->b);
    if (a.unknown || b.unknown)
        return unknown;
    switch (n->kind) {
    case NODE_ADD: return rounded(e, (interval){sum_to_odd(a.low, b.low), sum_to_odd(a.high, b.high), false});
    case NODE_SUB: return rounded(e, (interval){sum_to_odd(a.low, -b.high), sum_to_odd(a.high, -b.low), false});
    case NODE_MUL:
        if ((has_zero(a) && has_infinity(b)) || (has_zero(b) && has_infinity(a)))
            return unknown; /* NaN is among the results */
        a = over_ends(a, b, times);
        return a.unknown ? a : rounded(e, a);
    default: return divided(e, a, b);
    }
}

interval formula_evaluate(const formula *f, const accuracy_table *table, double x, double y, bool fast_math)
{
    evaluation e = {f, table, {x, x, false}, {y, y, false}, unknown, true, fast_math};
    e.x = flushed(e.x);
    e.y = flushed(e.y);
    if (f->where < 0)
        return value(&e, f->way[0]);
    interval t = value(&e, f->where);
    if (t.unknown)
        return unknown;
    e.t = (interval){t.low, t.low, false};
    interval low = value(&e, f->way[0]);
    e.t = (interval){t.high, t.high, false};
    return formula_hull(low, value(&e, f->way[0]));
}
