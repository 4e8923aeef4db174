/* math.c: what the functions and operators of chapter 6 that have a row in the tables of 8.4 may return.
 *
 * A row gives a rule for the real result. Around it stand the freedoms that hold for all of them: subnormal operands
 * may count as zeros of either sign (8.5), so every such reading is a candidate and any candidate's results will do;
 * with fast math NaN and INF, as operands or results, leave the result undefined (8.1); outside a function's real
 * domain nothing is stated. */
#include "../accuracy/accuracy.h"
#include "../core/arguments.h"
#include "../core/bounds.h"
#include "../formula/formula.h"
#include "../core/real.h"
#include "../sweeps/function_bounds.h"
#include <math.h>
#include <string.h>

enum { MOST_OPERANDS = 3, MOST_CANDIDATES = 27 };

typedef struct subject {
    reference_call *call;
    const real_function *real;
    const accuracy_table *table;
    const accuracy_entry *entry;
    int arity;
    bool nan_stays;  /* a NaN operand makes the result NaN */
    bool reciprocal; /* a quotient that may be a product */
    bool sign_of_y;  /* of the second operand only the sign counts, also of a NaN */
    int x, y;        /* which operands the table calls so */
    double largest, smallest_normal;
} subject;

static double real_value(const subject *s, const double *x)
{
    return s->arity == 1   ? s->real->one(x[0])
           : s->arity == 2 ? s->real->two(x[0], x[1])
                           : s->real->three(x[0], x[1], x[2]);
}

static bool any(const double *x, int n, int (*is)(double))
{
    bool found = false;
    for (int i = 0; i < n; i++)
        found = found || is(x[i]);
    return found;
}

static int is_nan(double x)
{
    return isnan(x);
}
static int is_special(double x)
{
    return isnan(x) || isinf(x);
}

/* Whether zeros' signs, which only safe math keeps, decide the result. */
static bool sign_matters(const subject *s, const double *x, double v)
{
    bool zero = false;
    if (s->sign_of_y)
        return x[1] == 0;
    for (int i = 0; i < s->arity; i++)
        zero = zero || x[i] == 0;
    return zero && (isinf(v) || s->real->two == atan2);
}

/* Forms of which the text says nothing and the limits disagree: x - y trunc(x / y) with infinite y, 1 to the power INF,
 * INF to the power 0. */
static bool indeterminate(const subject *s, const double *x)
{
    if (s->real->two == fmod)
        return isinf(x[1]);
    return s->real->two == pow && ((fabs(x[0]) == 1 && isinf(x[1])) || (isinf(x[0]) && x[1] == 0));
}

/* A quotient of halves, v, which fast and relaxed math may turn into a product with the reciprocal (1.6.3); the other
 * types have rows for that in tables 8.2 and 8.5. False where the reciprocal is no normal number. */
static bool with_reciprocal(const subject *s, const double *x, double v, reference_permit *permit)
{
    assay_scalar scalar = s->call->type.scalar;
    double reciprocal = fabs(1 / x[1]), a = fabs(x[0]);
    if (!(reciprocal >= s->smallest_normal && reciprocal <= s->largest))
        return false;
    double low = a * scalar_number(scalar, encode_toward_zero(scalar, reciprocal));
    double high = a * scalar_number(scalar, scalar_encode(scalar, reciprocal));
    low = scalar_number(scalar, encode_toward_zero(scalar, fmin(low, fabs(v))));
    high = scalar_number(scalar, scalar_encode(scalar, fmax(high, fabs(v))));
    *permit = (reference_permit){PERMIT_INTERVAL, v < 0 ? -high : low, v < 0 ? -low : high};
    return true;
}

/* What the function may return for these operands; false: nothing is promised. */
static bool permit_at(const subject *s, const double *x, reference_permit *permit, double *truth)
{
    bool fast = s->call->fast_math;
    const accuracy_rule *rule = accuracy_rule_at(s->entry, x[s->x], x[s->y]);
    *truth = NAN;
    if (rule->kind == ACCURACY_UNDEFINED || (fast && any(x, s->arity, is_special)))
        return false;
    if (any(x, s->sign_of_y ? 1 : s->arity, is_nan)) {
        *permit = (reference_permit){PERMIT_NAN, 0, 0};
        return s->nan_stays;
    }
    double v = real_value(s, x);
    if (rule->kind >= ACCURACY_PAIR || indeterminate(s, x) ||
        ((fast || s->call->relaxed_math) && sign_matters(s, x, v)))
        return false;
    if (isnan(v)) { /* an invalid operation, such as INF - INF, or outside the function's domain */
        *permit = (reference_permit){PERMIT_NAN, 0, 0};
        return s->real->arithmetic;
    }
    double ulps = rule->kind == ACCURACY_ULP ? accuracy_ulps(rule, x[0]) : 1;
    if (fast && fabs(v) > s->largest - ulps * ulp_at(s->call->type.scalar, s->largest))
        return false;
    *truth = isinf(v) ? NAN : v;
    switch (rule->kind) {
    case ACCURACY_EXACT: *permit = (reference_permit){PERMIT_ULPS, v, 0}; return true;
    case ACCURACY_ULP: *permit = (reference_permit){PERMIT_ULPS, v, ulps}; return true;
    case ACCURACY_ABSOLUTE:
        *permit = (reference_permit){PERMIT_INTERVAL, v - rule->bound, v + rule->bound};
        return true;
    case ACCURACY_FORMULA: {
        interval all = formula_evaluate(rule->formula, s->table, x[s->x], x[s->y], fast);
        *permit = (reference_permit){PERMIT_INTERVAL, all.low, all.high};
        return !all.unknown;
    }
    default:
        if (s->reciprocal)
            return with_reciprocal(s, x, v, permit);
        *permit = (reference_permit){PERMIT_ROUNDED, v, 0};
        return true;
    }
}

/* The operands, and the same with each subnormal one as a zero of either sign. */
static size_t candidates(const subject *s, const double *x, double (*list)[MOST_OPERANDS])
{
    size_t count = 1;
    memcpy(list[0], x, sizeof list[0]);
    for (int i = 0; i < s->arity; i++) {
        if (x[i] == 0 || !(fabs(x[i]) < s->smallest_normal))
            continue;
        for (size_t c = 0; c < count; c++) {
            memcpy(list[count + 2 * c], list[c], sizeof list[0]);
            memcpy(list[count + 2 * c + 1], list[c], sizeof list[0]);
            list[count + 2 * c][i] = 0.0;
            list[count + 2 * c + 1][i] = -0.0;
        }
        count *= 3;
    }
    return count;
}

static void expect_component(const subject *s, size_t k, const double *x)
{
    double list[MOST_CANDIDATES][MOST_OPERANDS], truth, ignored;
    reference_permit permits[MOST_CANDIDATES];
    size_t count = candidates(s, x, list);
    for (size_t c = 0; c < count; c++)
        if (!permit_at(s, list[c], &permits[c], c ? &ignored : &truth))
            return;
    expect_permitted(s->call, k, permits, count);
    if (count == 1) /* otherwise flushing would count as an error */
        expect_measured(s->call, k, x[0], truth);
}

static void expect_all(const subject *s)
{
    reference_call *call = s->call;
    reference_bounds bounds;
    if (s->arity == 1 && call->type.scalar == SCALAR_FLOAT && call->type.lanes == 1 && expects_bounds(call, &bounds)) {
        function_bounds(call, s->real, s->entry, argument_array(call, 0)->data, &bounds);
        return;
    }
    for (size_t i = 0; i < call->count && !call->error; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            double x[MOST_OPERANDS] = {0};
            for (int a = 0; a < s->arity; a++)
                x[a] = array_number(argument_array(call, (size_t)a), i, lane);
            expect_component(s, i * call->type.lanes + lane, x);
        }
}

static void expect_named(reference_call *call, const char *name, const char *row, bool fast)
{
    const char *error = NULL;
    const accuracy_table *table = accuracy_standard(&error);
    subject s = {.call = call, .real = real_find(name), .table = table};
    if (!table || !s.real || !assay_scalar_is_float(call->type.scalar)) {
        call->error = table ? "a floating-point output is expected" : error;
        return;
    }
    s.entry = accuracy_find(table, row, call->type.scalar, fast);
    s.arity = s.real->one ? 1 : s.real->two ? 2 : 3;
    s.nan_stays = strncmp(name, "pow", 3) != 0 && strcmp(name, "fdim") != 0;
    s.reciprocal =
        strncmp(name, "div", 3) == 0 && call->type.scalar == SCALAR_HALF && (call->fast_math || call->relaxed_math);
    s.sign_of_y = strcmp(name, "copysign") == 0;
    s.y = s.real->one ? 0 : 1;
    if (s.real->two == atan2) { /* atan2(y, x) */
        s.x = 1;
        s.y = 0;
    }
    s.largest = scalar_number(call->type.scalar, encode_toward_zero(call->type.scalar, 0x1p200));
    s.smallest_normal = smallest_normal(call->type.scalar);
    if (call->type.scalar != SCALAR_HALF && call->type.scalar != SCALAR_FLOAT && call->type.scalar != SCALAR_BFLOAT)
        call->error = "half, float or bfloat is expected";
    else if (!s.entry)
        call->error = "the accuracy table has no row for it";
    else
        expect_all(&s);
}

/* NAME(x…, variant): 0 the unqualified function, whose accuracy the mode of the case decides; 1 precise::, 2 fast::. */
static void expect_math(reference_call *call, const char *name, const char *row)
{
    static const char *const kinds[] = {"an", "aan", "aaan"};
    const real_function *real = real_find(name);
    if (!arguments_are(call, kinds[real->one ? 0 : real->two ? 1 : 2]))
        return;
    size_t variant = argument_size(call, call->argument_count - 1);
    expect_named(call, name, row, variant ? variant == 2 : call->fast_functions);
}

#define MATH_FUNCTION(name, ...)                                                                                       \
    REFERENCE(name)                                                                                                    \
    {                                                                                                                  \
        expect_math(call, #name, #name);                                                                               \
    }
#include "../core/real_functions.def"

/* divide(x, y) is x / y by another name. */
REFERENCE(divide)
{
    expect_math(call, "divide", "div");
}

/* Operators follow the math mode: with relaxed and fast math a quotient may be a product with a reciprocal. */
static void expect_operator(reference_call *call, const char *name, const char *kinds)
{
    if (arguments_are(call, kinds))
        expect_named(call, name, name, call->fast_math || call->relaxed_math);
}

REFERENCE(add)
{
    expect_operator(call, "add", "aa");
}
REFERENCE(sub)
{
    expect_operator(call, "sub", "aa");
}
REFERENCE(mul)
{
    expect_operator(call, "mul", "aa");
}
REFERENCE(div)
{
    expect_operator(call, "div", "aa");
}
REFERENCE(recip)
{
    expect_operator(call, "recip", "a");
}
