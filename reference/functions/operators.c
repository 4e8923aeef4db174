/* operators.c: the operators of chapter 3, component by component. An operand of one component stands for all
 * components of the other; it is converted to the other's type first (MSL 3.1). Integers are computed modulo 2^64 and
 * cut to the result's width, which is what a narrower type does; signed overflow is undefined. Reals are computed in
 * double, which rounds neither the product of two floats nor, as far as a float can tell, their quotient. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

/* Both operands in the type in which the operation happens, integers extended to 64 bits. */
typedef struct operands {
    assay_scalar scalar;
    uint64_t a, b;
    double x, y;
} operands;

typedef struct operation {
    uint64_t (*whole)(const operands *o); /* NULL: not for integers */
    double (*real)(double x, double y);   /* NULL: not for floating types */
    bool (*compares)(const operands *o);  /* instead of both */
    bool divides;                         /* whole numbers by zero: undefined */
} operation;

static unsigned width(const operands *o)
{
    return 8 * (unsigned)assay_scalar_size(o->scalar);
}

static bool is_whole(const operands *o)
{
    return !assay_scalar_is_float(o->scalar);
}

static bool is_signed(const operands *o)
{
    return assay_scalar_is_signed(o->scalar);
}

static uint64_t extended(assay_scalar scalar, uint64_t bits)
{
    return assay_scalar_is_signed(scalar) ? (uint64_t)scalar_integer(scalar, bits) : bits;
}

/* Component `lane` of element i as an integer of 64 bits, and as a number of the type `to`. */
static uint64_t whole_operand(const reference_array *array, size_t i, unsigned lane, assay_scalar to)
{
    assay_scalar scalar = array->type.scalar;
    lane = array->type.lanes == 1 ? 0 : lane;
    uint64_t mask = UINT64_MAX >> (64 - 8 * assay_scalar_size(to));
    if (assay_scalar_is_float(scalar))
        return extended(to, (uint64_t)scalar_integer(scalar, array_bits(array, i, lane)) & mask);
    return extended(to, extended(scalar, array_bits(array, i, lane)) & mask);
}

static double real_operand(const reference_array *array, size_t i, unsigned lane, assay_scalar to)
{
    double value = array_number(array, i, array->type.lanes == 1 ? 0 : lane);
    return scalar_number(to, scalar_encode(to, value));
}

static operands operands_at(const reference_array *a, const reference_array *b, size_t i, unsigned lane)
{
    assay_scalar scalar = b->type.lanes > a->type.lanes ? b->type.scalar : a->type.scalar;
    operands o = {.scalar = scalar};
    if (is_whole(&o)) {
        o.a = whole_operand(a, i, lane, scalar);
        o.b = whole_operand(b, i, lane, scalar);
    } else {
        o.x = real_operand(a, i, lane, scalar);
        o.y = real_operand(b, i, lane, scalar);
    }
    return o;
}

/* Signed overflow. Scalars shorter than int are promoted to int, unsigned ones too; components of vectors are not. */
static bool overflows(const operands *o, const operation *op, bool vector)
{
    bool promoted = !vector && width(o) < 32;
    if (!op->real || !(promoted || is_signed(o)))
        return false;
    double limit = ldexp(1, (promoted ? 32 : (int)width(o)) - 1);
    double result = op->real((double)(int64_t)o->a, (double)(int64_t)o->b);
    return !(result < limit && (width(o) == 64 ? result > -limit : result >= -limit)); /* of 64 bits it is rounded */
}

static void expect_operation(reference_call *call, size_t k, const operands *o, const operation *op)
{
    if (!is_whole(o) && call->fast_math && (!isfinite(o->x) || !isfinite(o->y)))
        expect_unjudged(call, k); /* MSL 1.6.3 */
    else if (op->divides && is_whole(o) && o->b == 0)
        expect_unjudged(call, k);
    else if (is_whole(o) && overflows(o, op, call->type.lanes > 1))
        expect_unjudged(call, k);
    else if (op->compares)
        expect_bits(call, k, op->compares(o));
    else if (is_whole(o)) /* cut to the width of the operands, then converted to the result's */
        expect_bits(call, k, op->whole(o) & UINT64_MAX >> (64 - 8 * assay_scalar_size(call->type.scalar)));
    else if (isnan(op->real(o->x, o->y)))
        expect_nan(call, k);
    else
        expect_value(call, k, op->real(o->x, o->y));
}

static void expect_operations(reference_call *call, const operation *op)
{
    if (!arguments_are(call, "aa"))
        return;
    const reference_array *a = argument_array(call, 0), *b = argument_array(call, 1);
    unsigned lanes = call->type.lanes;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < lanes; lane++) {
            operands o = operands_at(a, b, i, lane);
            bool fits = is_whole(&o) ? op->compares || op->whole : op->compares || op->real;
            if (!fits) {
                call->error = "this operator is not for these types";
                return;
            }
            expect_operation(call, i * lanes + lane, &o, op);
        }
}

/* ---- Arithmetic (MSL 3.1) */

#define WHOLE(name, expression)                                                                                        \
    static uint64_t whole_##name(const operands *o)                                                                    \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
#define REAL(name, expression)                                                                                         \
    static double real_##name(double x, double y)                                                                      \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
#define COMPARISON(name, relation)                                                                                     \
    static bool compares_##name(const operands *o)                                                                     \
    {                                                                                                                  \
        return !is_whole(o)   ? o->x relation o->y                                                                     \
               : is_signed(o) ? (int64_t)o->a relation(int64_t) o->b                                                   \
                              : o->a relation o->b;                                                                    \
    }                                                                                                                  \
    REFERENCE(name)                                                                                                    \
    {                                                                                                                  \
        expect_operations(call, &(operation){NULL, NULL, compares_##name, false});                                     \
    }

WHOLE(added, o->a + o->b)
WHOLE(subtracted, o->a - o->b)
WHOLE(multiplied, o->a * o->b)
REAL(added, sum_to_odd(x, y))
REAL(subtracted, sum_to_odd(x, -y))
REAL(multiplied, x *y)
REAL(divided, x / y)

/* Toward zero. */
static uint64_t whole_divided(const operands *o)
{
    if (is_signed(o) && o->b == UINT64_MAX)
        return -o->a;
    return is_signed(o) ? (uint64_t)((int64_t)o->a / (int64_t)o->b) : o->a / o->b;
}

static uint64_t whole_remainder(const operands *o)
{
    return o->a - whole_divided(o) * o->b;
}

/* added(a, b), subtracted, multiplied, divided, remaindered: a op b. */
REFERENCE(added)
{
    expect_operations(call, &(operation){whole_added, real_added, NULL, false});
}

REFERENCE(subtracted)
{
    expect_operations(call, &(operation){whole_subtracted, real_subtracted, NULL, false});
}

REFERENCE(multiplied)
{
    expect_operations(call, &(operation){whole_multiplied, real_multiplied, NULL, false});
}

REFERENCE(divided)
{
    expect_operations(call, &(operation){whole_divided, real_divided, NULL, true});
}

REFERENCE(remaindered)
{
    expect_operations(call, &(operation){whole_remainder, NULL, NULL, true});
}

/* ---- Bits and shifts */

WHOLE(and, o->a & o->b)
WHOLE(or, o->a | o->b)
WHOLE(xor, o->a ^ o->b)
/* The count is the low log2(N) bits of the right operand, N the width of the left one. */
WHOLE(left, o->a << (o->b & (width(o) - 1)))
WHOLE(right, is_signed(o) ? (uint64_t)((int64_t)o->a >> (o->b & (width(o) - 1))) : o->a >> (o->b & (width(o) - 1)))

REFERENCE(bits_and)
{
    expect_operations(call, &(operation){whole_and, NULL, NULL, false});
}

REFERENCE(bits_or)
{
    expect_operations(call, &(operation){whole_or, NULL, NULL, false});
}

REFERENCE(bits_xor)
{
    expect_operations(call, &(operation){whole_xor, NULL, NULL, false});
}

REFERENCE(shifted_left)
{
    expect_operations(call, &(operation){whole_left, NULL, NULL, false});
}

REFERENCE(shifted_right)
{
    expect_operations(call, &(operation){whole_right, NULL, NULL, false});
}

/* ---- Comparisons: with a NaN all are false but !=, which is true. */

COMPARISON(less, <)
COMPARISON(less_equal, <=)
COMPARISON(greater, >)
COMPARISON(greater_equal, >=)
COMPARISON(equal, ==)
COMPARISON(not_equal, !=)

/* few_values: each component one of a handful: 0 to 4, the least and the greatest of the type and its neighbour, so
 * that two of them are often equal and often far apart. */
INPUT(few_values)
{
    size_t lanes = call->type.lanes, size = assay_scalar_size(call->type.scalar);
    assay_scalar scalar = call->type.scalar;
    bool real = assay_scalar_is_float(scalar);
    uint64_t most = UINT64_MAX >> (64 - 8 * size) >> (assay_scalar_is_signed(scalar) && !real);
    for (size_t k = 0; k < call->count * lanes; k++) {
        uint64_t random = random_bits(call->seed, k), whole = random >> 61;
        uint64_t bits = real ? scalar_encode(scalar, ((double)(random >> 62) - 1.5) * 2) : whole;
        if (!real && whole > 4)
            bits = whole == 5 ? most : whole == 6 ? most - 1 : ~most;
        scalar_store(scalar, (char *)call->data + k / lanes * call->type.stride + k % lanes * size, bits);
    }
}
