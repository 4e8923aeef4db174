/* modes.c: what the math modes leave of an expression (MSL 1.6.3): the roundings that must happen, and those that may.
 * Each operation rounds to nearest even or toward zero (MSL 8.2), so a promise is the set of what either gives. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>
#include <string.h>

enum { MOST_ROUNDINGS = 16 };

typedef struct choices {
    uint64_t bits[MOST_ROUNDINGS];
    size_t count;
} choices;

static void choose(choices *c, double value)
{
    c->bits[c->count++] = scalar_encode(SCALAR_FLOAT, value);
    c->bits[c->count++] = encode_toward_zero(SCALAR_FLOAT, value);
}

/* Every rounding of v + addend, for every v of `of`. */
static choices each_plus(const choices *of, double addend)
{
    choices sums = {.count = 0};
    for (size_t n = 0; n < of->count; n++)
        choose(&sums, sum_to_odd(scalar_number(SCALAR_FLOAT, of->bits[n]), addend));
    return sums;
}

/* lost_and_kept(a): (a + 2^20) - 2^20, both operations rounded. */
REFERENCE(lost_and_kept)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        choices sum = {.count = 0};
        choose(&sum, sum_to_odd(array_number(argument_array(call, 0), i, 0), 0x1p20));
        choices rest = each_plus(&sum, -0x1p20);
        expect_any(call, i, rest.bits, rest.count);
    }
}

static void expect_product_plus(reference_call *call, bool may_fuse)
{
    if (!arguments_are(call, "aaa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        double exact = array_number(argument_array(call, 0), i, 0) * array_number(argument_array(call, 1), i, 0);
        double addend = array_number(argument_array(call, 2), i, 0);
        choices product = {.count = 0};
        choose(&product, exact);
        choices sum = each_plus(&product, addend);
        if (may_fuse)
            choose(&sum, sum_to_odd(exact, addend));
        expect_any(call, i, sum.bits, sum.count);
    }
}

/* product_plus(a, b, c): a * b + c, rounded twice. */
REFERENCE(product_plus)
{
    expect_product_plus(call, false);
}

/* product_plus_or_fused(a, b, c): a * b + c, rounded twice or once. */
REFERENCE(product_plus_or_fused)
{
    expect_product_plus(call, true);
}

/* sum_with_quotient(a, b): a + a / b + b in any order, within the errors of a division and two sums. */
REFERENCE(sum_with_quotient)
{
    if (!arguments_are(call, "aa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        double a = array_number(argument_array(call, 0), i, 0), b = array_number(argument_array(call, 1), i, 0);
        double sum = fabs(a) + fabs(a / b) + fabs(b);
        double bound = fabs(a / b) * division_error(call) + accumulated_error(2, rounding_error(SCALAR_FLOAT)) * sum;
        expect_near(call, i, a + a / b + b, bound);
    }
}

/* normalized(image): the codes of a unorm or snorm format as numbers (MSL 8.7): c / max, and the least snorm code -1
 * too. The division may be off by an ulp of the result's type. */
REFERENCE(normalized)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *image = argument_array(call, 0);
    bool has_sign = image->format && strstr(image->format, "snorm");
    double most = ldexp(1, 8 * (int)assay_scalar_size(image->type.scalar) - has_sign) - 1;
    double ulp = rounding_error(call->type.scalar);
    for (size_t i = 0; i < call->count; i++) {
        uint64_t bits = array_bits(image, i, 0);
        double code = has_sign ? (double)(int8_t)bits : (double)bits, value = fmax(code / most, -1);
        expect_interval(call, i, value - ulp * fabs(value), value + ulp * fabs(value));
    }
}

/* rounded_either_way(data): each number in the type of the output, rounded to one of its neighbours. */
REFERENCE(rounded_either_way)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        expect_value(call, i * call->type.lanes, array_number(argument_array(call, 0), i, 0));
}
