/* integer.c: the integer functions (MSL 6.4), on the bits of any width from 8 to 64. Every one is written as the text
 * says it, on 64-bit numbers; where the text leaves a result open it is unjudged. */
#include "../core/arguments.h"
#include <string.h>

typedef struct width {
    unsigned bits;
    bool is_signed;
    uint64_t mask;
} width;

/* Operands of one component, zero-extended, and what the function makes of them. */
typedef struct operation {
    width w;
    uint64_t a, b, c;
    bool open; /* the text gives no result */
} operation;

typedef uint64_t integer_function(operation *o);

static int64_t number(width w, uint64_t bits)
{
    uint64_t sign = UINT64_C(1) << (w.bits - 1);
    return w.is_signed && (bits & sign) ? (int64_t)(bits | ~w.mask) : (int64_t)bits;
}

static bool less(width w, uint64_t a, uint64_t b)
{
    return w.is_signed ? number(w, a) < number(w, b) : a < b;
}

static uint64_t greatest(width w)
{
    return w.is_signed ? w.mask >> 1 : w.mask;
}
static uint64_t smallest(width w)
{
    return w.is_signed ? UINT64_C(1) << (w.bits - 1) : 0;
}

/* ---- A number of 128 bits in two's complement, for products. */
typedef struct wide {
    uint64_t high, low;
} wide;

static wide wide_of(width w, uint64_t bits)
{
    uint64_t low = (uint64_t)number(w, bits);
    return (wide){w.is_signed && (low >> 63) ? UINT64_MAX : 0, low};
}

static wide wide_sum(wide a, wide b)
{
    uint64_t low = a.low + b.low;
    return (wide){a.high + b.high + (low < a.low), low};
}

static wide wide_product(wide a, wide b)
{
    uint64_t a0 = a.low & UINT32_MAX, a1 = a.low >> 32, b0 = b.low & UINT32_MAX, b1 = b.low >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & UINT32_MAX);
    return (wide){a1 * b1 + (middle >> 32) + (other >> 32) + a.high * b.low + a.low * b.high, a.low * b.low};
}

static uint64_t wide_shifted(wide a, unsigned bits)
{
    return bits == 64 ? a.high : a.low >> bits | a.high << (64 - bits);
}

static bool wide_less(width w, wide a, wide b)
{
    if (a.high != b.high)
        return w.is_signed ? (int64_t)a.high < (int64_t)b.high : a.high < b.high;
    return a.low < b.low;
}

static uint64_t saturated(width w, wide value)
{
    width any = {64, true, UINT64_MAX};
    if (wide_less(any, wide_of(w, greatest(w)), value))
        return greatest(w);
    return wide_less(any, value, wide_of(w, smallest(w))) ? smallest(w) : value.low;
}

static wide wide_negative(wide a)
{
    return wide_sum((wide){~a.high, ~a.low}, (wide){0, 1});
}

/* ---- One operand */

static uint64_t int_abs(operation *o)
{
    o->open = o->w.is_signed && o->a == smallest(o->w);
    return less(o->w, o->a, 0) ? 0 - o->a : o->a;
}
static uint64_t int_popcount(operation *o)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < o->w.bits; i++)
        n += o->a >> i & 1;
    return n;
}
static uint64_t int_clz(operation *o)
{
    unsigned n = 0;
    while (n < o->w.bits && !(o->a >> (o->w.bits - 1 - n) & 1))
        n++;
    return n;
}
static uint64_t int_ctz(operation *o)
{
    unsigned n = 0;
    while (n < o->w.bits && !(o->a >> n & 1))
        n++;
    return n;
}
static uint64_t int_reverse_bits(operation *o)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < o->w.bits; i++)
        result |= (o->a >> i & 1) << (o->w.bits - 1 - i);
    return result;
}

/* ---- Two operands */

static uint64_t int_absdiff(operation *o)
{
    return less(o->w, o->a, o->b) ? o->b - o->a : o->a - o->b;
}
static uint64_t int_addsat(operation *o)
{
    return saturated(o->w, wide_sum(wide_of(o->w, o->a), wide_of(o->w, o->b)));
}
static uint64_t int_subsat(operation *o)
{
    return saturated(o->w, wide_sum(wide_of(o->w, o->a), wide_negative(wide_of(o->w, o->b))));
}
static uint64_t int_hadd(operation *o)
{
    return wide_shifted(wide_sum(wide_of(o->w, o->a), wide_of(o->w, o->b)), 1);
}
static uint64_t int_rhadd(operation *o)
{
    return wide_shifted(wide_sum(wide_sum(wide_of(o->w, o->a), wide_of(o->w, o->b)), (wide){0, 1}), 1);
}
static uint64_t int_max(operation *o)
{
    return less(o->w, o->a, o->b) ? o->b : o->a;
}
static uint64_t int_min(operation *o)
{
    return less(o->w, o->b, o->a) ? o->b : o->a;
}
static uint64_t int_mulhi(operation *o)
{
    return wide_shifted(wide_product(wide_of(o->w, o->a), wide_of(o->w, o->b)), o->w.bits);
}
/* Bits that leave at the top come in at the bottom: a rotation by the width changes nothing. */
static uint64_t int_rotate(operation *o)
{
    unsigned by = (unsigned)(o->b % o->w.bits);
    o->open = less(o->w, o->b, 0);
    return by ? o->a << by | o->a >> (o->w.bits - by) : o->a;
}
/* Operands of 24 bits; others are left to the implementation. */
static uint64_t int_mul24(operation *o)
{
    int64_t a = number(o->w, o->a), b = number(o->w, o->b), low = o->w.is_signed ? -(1 << 23) : 0;
    int64_t high = o->w.is_signed ? (1 << 23) - 1 : (1 << 24) - 1;
    o->open = a < low || a > high || b < low || b > high;
    return (uint64_t)a * (uint64_t)b;
}

/* ---- Three operands */

static uint64_t int_clamp(operation *o)
{
    o->open = less(o->w, o->c, o->b);
    uint64_t lower = less(o->w, o->a, o->b) ? o->b : o->a;
    return less(o->w, o->c, lower) ? o->c : lower;
}
static uint64_t int_max3(operation *o)
{
    uint64_t rest = less(o->w, o->b, o->c) ? o->c : o->b;
    return less(o->w, o->a, rest) ? rest : o->a;
}
static uint64_t int_min3(operation *o)
{
    uint64_t rest = less(o->w, o->c, o->b) ? o->c : o->b;
    return less(o->w, rest, o->a) ? rest : o->a;
}
static uint64_t int_median3(operation *o)
{
    uint64_t most = int_max3(o), least = int_min3(o);
    if (o->a != most && o->a != least)
        return o->a;
    if (o->b != most && o->b != least)
        return o->b;
    if (o->c != most && o->c != least)
        return o->c;
    return (o->a == most) + (o->b == most) + (o->c == most) >= 2 ? most : least;
}
static uint64_t int_mad24(operation *o)
{
    return int_mul24(o) + o->c;
}
/* Unsigned sums are modulo 2 to the width (MSL 3.1); of signed ones beyond the type nothing is said. */
static uint64_t int_madhi(operation *o)
{
    uint64_t high = int_mulhi(o) & o->w.mask;
    wide sum = wide_sum(wide_of(o->w, high), wide_of(o->w, o->c));
    o->open = o->w.is_signed && (saturated(o->w, sum) & o->w.mask) != (sum.low & o->w.mask);
    return sum.low;
}
static uint64_t int_madsat(operation *o)
{
    wide product = wide_product(wide_of(o->w, o->a), wide_of(o->w, o->b));
    if (!o->w.is_signed && product.high)
        return greatest(o->w);
    return saturated(o->w, wide_sum(product, wide_of(o->w, o->c)));
}

/* ---- Applying them */

static width width_of(assay_scalar scalar)
{
    unsigned bits = 8 * (unsigned)assay_scalar_size(scalar);
    return (width){bits, assay_scalar_is_signed(scalar), UINT64_MAX >> (64 - bits)};
}

static void apply(reference_call *call, integer_function *function, int operands)
{
    static const char *const kinds[] = {"", "a", "aa", "aaa"};
    if (!arguments_are(call, kinds[operands]))
        return;
    const reference_array *in[3] = {0};
    for (int n = 0; n < operands; n++)
        in[n] = argument_array(call, (size_t)n);
    uint64_t mask = width_of(call->type.scalar).mask;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            size_t k = i * call->type.lanes + lane;
            operation o = {.w = width_of(in[0]->type.scalar), .a = array_bits(in[0], i, lane)};
            if (operands > 1)
                o.b = array_bits(in[1], i, lane);
            if (operands > 2)
                o.c = array_bits(in[2], i, lane);
            uint64_t result = function(&o) & mask;
            if (o.open)
                expect_unjudged(call, k);
            else
                expect_bits(call, k, result);
        }
}

#define INTEGER(name, operands)                                                                                        \
    REFERENCE(int_##name)                                                                                              \
    {                                                                                                                  \
        apply(call, int_##name, operands);                                                                             \
    }
INTEGER(abs, 1)
INTEGER(popcount, 1)
INTEGER(clz, 1)
INTEGER(ctz, 1)
INTEGER(reverse_bits, 1)
INTEGER(absdiff, 2)
INTEGER(addsat, 2)
INTEGER(subsat, 2)
INTEGER(hadd, 2)
INTEGER(rhadd, 2)
INTEGER(max, 2)
INTEGER(min, 2)
INTEGER(mulhi, 2)
INTEGER(rotate, 2)
INTEGER(mul24, 2)
INTEGER(clamp, 3)
INTEGER(max3, 3)
INTEGER(min3, 3)
INTEGER(median3, 3)
INTEGER(mad24, 3)
INTEGER(madhi, 3)
INTEGER(madsat, 3)

/* The lowest `bits` bits set. */
static uint64_t ones(uint64_t bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* extract_bits(x, offset, bits): the field, extended by zeros or by its sign. The field has the same place in every
 * component. Beyond the width it is undefined. */
REFERENCE(extract_bits)
{
    if (!arguments_are(call, "aaa"))
        return;
    const reference_array *x = argument_array(call, 0);
    width w = width_of(x->type.scalar);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            uint64_t offset = array_bits(argument_array(call, 1), i, 0),
                     bits = array_bits(argument_array(call, 2), i, 0);
            if (offset + bits > w.bits)
                continue;
            uint64_t field = bits ? array_bits(x, i, lane) >> offset & ones(bits) : 0;
            if (w.is_signed && bits && field >> (bits - 1) & 1)
                field |= ~ones(bits);
            expect_bits(call, i * call->type.lanes + lane, field & w.mask);
        }
}

/* insert_bits(base, insert, offset, bits) */
REFERENCE(insert_bits)
{
    if (!arguments_are(call, "aaaa"))
        return;
    width w = width_of(call->type.scalar);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            uint64_t offset = array_bits(argument_array(call, 2), i, 0),
                     bits = array_bits(argument_array(call, 3), i, 0);
            if (offset + bits > w.bits)
                continue;
            uint64_t place = bits ? ones(bits) << offset : 0;
            uint64_t insert = bits ? array_bits(argument_array(call, 1), i, lane) << offset : 0;
            uint64_t result = (array_bits(argument_array(call, 0), i, lane) & ~place) | (insert & place);
            expect_bits(call, i * call->type.lanes + lane, result & w.mask);
        }
}

/* interleave(even, odd): bit 2k from the first, bit 2k + 1 from the second. */
REFERENCE(interleave)
{
    if (!arguments_are(call, "aa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        uint64_t even = array_bits(argument_array(call, 0), i, 0), odd = array_bits(argument_array(call, 1), i, 0),
                 all = 0;
        for (unsigned n = 0; n < 32; n++)
            all |= (even >> n & 1) << 2 * n | (odd >> n & 1) << (2 * n + 1);
        expect_bits(call, i, all);
    }
}

/* deinterleave(v): even bits to component 0, odd ones to component 1. */
REFERENCE(deinterleave)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < 2; lane++) {
            uint64_t v = array_bits(argument_array(call, 0), i, 0), bits = 0;
            for (unsigned n = 0; n < 32; n++)
                bits |= (v >> (2 * n + lane) & 1) << n;
            expect_bits(call, 2 * i + lane, bits);
        }
}

/* ---- Inputs */

/* Edges of a width. */
static uint64_t edge(unsigned bits, size_t n)
{
    uint64_t top = UINT64_C(1) << (bits - 1), all = UINT64_MAX >> (64 - bits);
    const uint64_t edges[] = {0,
                              1,
                              2,
                              3,
                              all,
                              all - 1,
                              top,
                              top + 1,
                              top - 1,
                              top - 2,
                              top / 2,
                              bits,
                              bits - 1,
                              bits + 1,
                              all >> bits / 2,
                              (all >> bits / 2) + 1,
                              all / 3,
                              all / 3 * 2,
                              0x7f,
                              0x80,
                              (1u << 23) - 1,
                              1u << 23,
                              (1u << 24) - 1,
                              1u << 24};
    return edges[n % (sizeof edges / sizeof *edges)] & all;
}
enum { EDGES = 24 };

/* whole_numbers(position, operands): operand `position` of `operands`. Two of 8 bits: all pairs. Otherwise all
 * combinations of the edges of the width, then random numbers of every magnitude. */
INPUT(whole_numbers)
{
    if (call->argument_count != 2 || call->argument[1] < 1 || call->argument[1] > 3) {
        call->error = "whole_numbers takes the operand's position and how many there are, 1 to 3";
        return;
    }
    size_t position = (size_t)call->argument[0], operands = (size_t)call->argument[1];
    unsigned size = (unsigned)assay_scalar_size(call->type.scalar), bits = 8 * size;
    size_t place = position == 0 ? 1 : position == 1 ? EDGES : EDGES * EDGES;
    size_t all = operands == 1 ? EDGES : operands == 2 ? EDGES * EDGES : EDGES * EDGES * EDGES;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            size_t n = i * call->type.lanes + lane;
            uint64_t any = random_bits(call->seed, 2 * n), value = any >> random_bits(call->seed, 2 * n + 1) % bits;
            if (bits == 8 && operands < 3)
                value = position ? n >> 8 : n;
            else if (n < all)
                value = edge(bits, n / place % EDGES);
            else if (any & 1)
                value = 0 - value;
            scalar_store(call->type.scalar, (char *)call->data + i * call->type.stride + lane * size,
                         value & (UINT64_MAX >> (64 - bits)));
        }
}

/* bit_fields(part, width): 0 the offsets, 1 the sizes of all bit fields of an integer of this width that begin in it
 * and end in it, the empty ones too, in order and then again. None reaches beyond the width. */
INPUT(bit_fields)
{
    const size_t width = call->argument_count == 2 ? (size_t)call->argument[1] : 0;
    if (width < 1 || width > 64) {
        call->error = "bit_fields takes 0 for offsets, 1 for sizes, and the width of the integer";
        return;
    }
    for (size_t i = 0, offset = 0, size = 0; i < call->count; i++) {
        input_set(call, i, 0, (double)(call->argument[0] != 0 ? size : offset));
        if (++size > width - offset) {
            size = 0;
            offset = (offset + 1) % width;
        }
    }
}
