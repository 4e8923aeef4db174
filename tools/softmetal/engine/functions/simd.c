/* simd.c: the SIMD- and quad-group functions of MSL 6.10.2 and 6.10.3, and the multiplication of simdgroup matrices
 * (6.8). A quad-group is treated as a SIMD-group of four lanes. Values are bits in 64-bit words; what they mean follows
 * from the type.
 *
 * Permitted choices: what a lane that is not active would have given reads as a pattern of 0x7F. Floating sums and
 * products are computed in the argument's type, as a tree of halves, whose steps are vector operations (profile ieee),
 * or of adjacent pairs (profile apple); those of prefixes in the order of lanes. */
#include "simd.h"
#include "../tensor/element.h"
#include "../fault.h"
#include "half.h"
#include <string.h>

/* A SIMD-group, or one quad of it. */
typedef struct lanes_view {
    const sm_lanes *lanes;
    uint32_t first, width;
    uint64_t mask;    /* active, counted from `first` */
    uint64_t unknown; /* result: lanes that read from an inactive one */
    uint32_t type;
    bool apple, quad;
} view;

static void *of_lane(const view *v, void *first, uint64_t i)
{
    return (char *)first + (v->first + i) * v->lanes->stride;
}
static uint64_t a_of(const view *v, uint64_t i)
{
    return *(const uint64_t *)of_lane(v, v->lanes->a, i);
}
static uint64_t b_of(const view *v, uint64_t i)
{
    return *(const uint64_t *)of_lane(v, v->lanes->b, i);
}
static uint32_t c_of(const view *v, uint64_t i)
{
    return *(const uint32_t *)of_lane(v, v->lanes->c, i);
}
static uint64_t *result_of(const view *v, uint64_t i)
{
    return of_lane(v, v->lanes->result, i);
}

#define EACH(v, i)                                                                                                     \
    for (uint64_t rest_ = (v)->mask, i; rest_ && (i = (uint64_t)__builtin_ctzll(rest_), true); rest_ &= rest_ - 1)

/* ---- values */
static float float_of(uint64_t bits)
{
    uint32_t u = (uint32_t)bits;
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static uint64_t bits_of(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static uint64_t float_to_bfloat(float f)
{
    uint64_t u = bits_of(f);
    if (f != f)
        return u >> 16 | 0x40;
    return (u + 0x7fff + (u >> 16 & 1)) >> 16;
}

static uint64_t truncate_to(uint32_t type, uint64_t value)
{
    unsigned n = sm_element_bits(type);
    return n == 64 ? value : value & ((UINT64_C(1) << n) - 1);
}

static int64_t extend(uint32_t type, uint64_t value)
{
    unsigned n = 64 - sm_element_bits(type);
    return (int64_t)(value << n) >> n;
}

static float real_of(uint32_t type, uint64_t bits)
{
    if (type == __MSL_F32)
        return float_of(bits);
    return type == __MSL_F16 ? float_of(sm_half_to_float_bits((uint16_t)bits)) : float_of(bits << 16);
}

static uint64_t bits_of_real(uint32_t type, float value)
{
    if (type == __MSL_F32)
        return bits_of(value);
    return type == __MSL_F16 ? sm_float_to_half_bits((uint32_t)bits_of(value)) : float_to_bfloat(value);
}

/* ---- reductions */
static uint64_t combine_real(uint32_t operation, uint32_t type, uint64_t a, uint64_t b)
{
    float x = real_of(type, a), y = real_of(type, b);
    switch (operation) {
    case __MSL_SUM: return bits_of_real(type, x + y);
    case __MSL_PRODUCT: return bits_of_real(type, x * y);
    case __MSL_MINIMUM: return x != x ? b : y < x ? b : a;
    case __MSL_MAXIMUM: return x != x ? b : y > x ? b : a;
    default: return a;
    }
}

static uint64_t combine(uint32_t operation, uint32_t type, uint64_t a, uint64_t b)
{
    if (sm_element_is_real(type))
        return combine_real(operation, type, a, b);
    bool less = sm_element_is_signed(type) && !sm_fault(SM_FAULT_simd_minimum_unsigned)
                    ? extend(type, a) < extend(type, b)
                    : a < b;
    switch (operation) {
    case __MSL_SUM: return truncate_to(type, a + b);
    case __MSL_PRODUCT: return truncate_to(type, sm_fault(SM_FAULT_simd_product_narrow) ? (a * b & 0xffff) : a * b);
    case __MSL_MINIMUM: return less ? a : b;
    case __MSL_MAXIMUM: return less ? b : a;
    case __MSL_AND: return a & b;
    case __MSL_OR: return a | b;
    default: return a ^ b;
    }
}

/* Profile apple: adjacent pairs first, (0 + 1) + (2 + 3) …; profile ieee: the halves of a SIMD-group of 32, (0 + 16) +
 * (8 + 24) …. A missing partner leaves the other alone. */
static uint64_t reduce_tree(const view *v, uint32_t operation)
{
    uint64_t value[64], there = v->mask;
    EACH(v, i)
    value[i] = a_of(v, i);
    for (uint32_t n = v->width / 2, step = v->apple ? 1 : n; n; n /= 2, step = v->apple ? 2 * step : n) {
        for (uint32_t k = 0; k < n; k++) {
            uint32_t i = v->apple ? 2 * step * k : k;
            bool left = there >> i & 1, right = there >> (i + step) & 1;
            if (right)
                value[i] = left ? combine(operation, v->type, value[i], value[i + step]) : value[i + step];
            there |= (uint64_t)right << i;
        }
    }
    return value[0];
}

static uint64_t reduce_sequence(const view *v, uint32_t operation)
{
    uint64_t result = 0;
    bool first = true;
    EACH(v, i)
    {
        uint64_t value = a_of(v, i);
        result = first ? value : combine(operation, v->type, result, value);
        first = false;
    }
    return result;
}

/* The fault simd_reduce_counts_inactive: what inactive lanes hold would depend on which of them ran before, so that
 * each counts with the value of the first active one. */
static uint64_t count_inactive(const view *v, uint64_t sum)
{
    uint64_t value = a_of(v, (uint32_t)__builtin_ctzll(v->mask));
    for (uint32_t i = (uint32_t)__builtin_popcountll(v->mask); i < v->width; i++)
        sum = combine(__MSL_SUM, v->type, sum, value);
    return sum;
}

static void reduce(view *v, uint32_t operation)
{
    uint64_t mask = v->mask;
    if (sm_fault(SM_FAULT_simd_reduce_skips_last) && (mask & (mask - 1)))
        v->mask &= ~(UINT64_C(1) << (63 - __builtin_clzll(mask)));
    bool tree = sm_element_is_real(v->type) && (operation == __MSL_SUM || operation == __MSL_PRODUCT);
    uint64_t result = tree ? reduce_tree(v, operation) : reduce_sequence(v, operation);
    v->mask = mask;
    if (sm_fault(SM_FAULT_simd_reduce_counts_inactive) && operation == __MSL_SUM)
        result = count_inactive(v, result);
    EACH(v, i)
    *result_of(v, i) = result;
}

static void scan(view *v, uint32_t operation, bool inclusive)
{
    uint64_t one = sm_element_is_real(v->type) ? bits_of_real(v->type, 1.0f) : 1,
             sum = operation == __MSL_SUM ? 0 : one;
    bool first = true;
    EACH(v, i)
    {
        uint64_t value = a_of(v, i), next = first ? value : combine(operation, v->type, sum, value);
        *result_of(v, i) = inclusive ? next : sum;
        sum = next;
        first = false;
    }
}

/* ---- permutations */
/* Takes the value of `from`, counted in the view, if that lane is active. */
static void take(view *v, uint32_t to, uint64_t from, bool filling)
{
    if (from < v->width && (v->mask >> from & 1)) {
        *result_of(v, to) = filling ? b_of(v, from) : a_of(v, from);
    } else {
        *result_of(v, to) = truncate_to(v->type, SM_UNKNOWN_VALUE);
        v->unknown |= UINT64_C(1) << (v->first + to);
    }
}

static void shift(view *v, uint32_t operation)
{
    bool down = operation == __MSL_SHUFFLE_DOWN, wraps = down && v->quad && sm_fault(SM_FAULT_quad_shuffle_wraps);
    uint32_t more = sm_fault(down ? SM_FAULT_simd_shuffle_down_off_by_one : SM_FAULT_simd_shuffle_up_off_by_one);
    EACH(v, i)
    take(v, (uint32_t)i,
         sm_source_lane(wraps ? __MSL_ROTATE_DOWN : operation, (uint32_t)i, (c_of(v, i) & 0xffff) + more, v->width),
         false);
}

static void rotate(view *v, uint32_t operation)
{
    bool stays = sm_fault(SM_FAULT_simd_rotate_no_wrap), down = operation == __MSL_ROTATE_DOWN;
    EACH(v, i)
    {
        uint32_t from = sm_source_lane(operation, (uint32_t)i, c_of(v, i) & 0xffff, v->width);
        take(v, (uint32_t)i, stays && (down ? from < i : from > i) ? i : from, false);
    }
}

/* Vectors of `modulo` lanes shift by delta; the lanes that become free take from the other end of the filling vector.
 */
static void fill(view *v, uint32_t operation)
{
    EACH(v, i)
    {
        uint64_t delta = c_of(v, i) & 0xffff, modulo = c_of(v, i) >> 16;
        if (modulo == 0 || modulo > v->width)
            modulo = v->width;
        uint64_t base = i - i % modulo, at = i % modulo;
        bool down = operation == __MSL_FILL_DOWN, filled = down ? at + delta >= modulo : at < delta;
        uint64_t from = (down ? at + delta : at + modulo - delta % modulo) % modulo;
        if (filled && sm_fault(SM_FAULT_simd_fill_ignored))
            *result_of(v, i) = a_of(v, i);
        else
            take(v, (uint32_t)i, base + from, filled);
    }
}

static void choose(view *v, uint32_t operation)
{
    uint64_t first = (uint64_t)__builtin_ctzll(v->mask), last = 63 - (uint64_t)__builtin_clzll(v->mask);
    EACH(v, i)
    {
        uint64_t c = c_of(v, i) & 0xffff, from;
        switch (operation) {
        case __MSL_BROADCAST: from = sm_fault(SM_FAULT_simd_broadcast_lane_zero) ? 0 : c; break;
        case __MSL_BROADCAST_FIRST: from = sm_fault(SM_FAULT_simd_broadcast_first_is_last) ? last : first; break;
        case __MSL_SHUFFLE_XOR:
            c = sm_fault(SM_FAULT_simd_shuffle_xor_masked) ? c & (v->width / 2 - 1) : c;
            from = sm_source_lane(operation, (uint32_t)i, (uint32_t)c, v->width);
            break;
        default: from = sm_fault(SM_FAULT_simd_shuffle_swapped_lanes) && c < 2 ? 1 - c : c; break;
        }
        take(v, (uint32_t)i, from, false);
    }
}

/* ---- votes */
static void vote(view *v, uint32_t operation)
{
    uint64_t ballot = 0, all = v->width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << v->width) - 1;
    EACH(v, i)
    ballot |= (a_of(v, i) & 1) << i;
    uint64_t looked_at = v->mask;
    if (sm_fault(SM_FAULT_simd_all_ignores_last) && (looked_at & (looked_at - 1)))
        looked_at &= ~(UINT64_C(1) << (63 - __builtin_clzll(looked_at)));
    uint64_t inactive = sm_fault(SM_FAULT_simd_ballot_includes_inactive) ? all & ~v->mask : 0;
    uint64_t first = sm_fault(SM_FAULT_simd_is_first_is_lane_zero) ? 0 : (uint64_t)__builtin_ctzll(v->mask);
    EACH(v, i)
    {
        uint64_t *result = result_of(v, i);
        switch (operation) {
        case __MSL_ALL: *result = (ballot & looked_at) == looked_at; break;
        case __MSL_ANY: *result = ballot != 0; break;
        case __MSL_BALLOT: *result = ballot | inactive; break;
        case __MSL_ACTIVE_MASK: *result = v->mask | inactive; break;
        default: *result = i == first; break;
        }
    }
}

/* ---- matrices */
/* Where lane l of 32 holds its two elements: (row, column) and (row, column + 1). */
static void place(uint32_t l, uint32_t *row, uint32_t *column)
{
    uint32_t quad = l / 4;
    *row = (quad & 4) + l / 2 % 4;
    *column = (quad & 2) * 2 + l % 2 * 2;
}

typedef struct matrix_lane {
    float a[2], b[2], c[2], d[2];
} matrix_lane;

static matrix_lane *matrix_of(const view *v, uint32_t i)
{
    return (matrix_lane *)(uintptr_t)a_of(v, i);
}

static void multiply(view *v)
{
    float a[8][8] = {{0}}, b[8][8] = {{0}};
    uint32_t row, column;
    EACH(v, i)
    {
        if (i >= 32)
            break;
        const matrix_lane *m = matrix_of(v, (uint32_t)i);
        place((uint32_t)i, &row, &column);
        memcpy(&a[row][column], m->a, sizeof m->a);
        memcpy(&b[row][column], m->b, sizeof m->b);
    }
    bool transposed = sm_fault(SM_FAULT_matrix_transposed);
    EACH(v, i)
    {
        if (i >= 32)
            break;
        matrix_lane *m = matrix_of(v, (uint32_t)i);
        place((uint32_t)i, &row, &column);
        for (uint32_t e = 0; e < 2; e++) {
            float sum = m->c[e];
            for (uint32_t k = 0; k < 8; k++)
                sum += a[row][k] * (transposed ? b[column + e][k] : b[k][column + e]);
            m->d[e] = sum;
        }
    }
}

static void perform(view *v, uint32_t operation)
{
    switch (operation) {
    case __MSL_BROADCAST:
    case __MSL_BROADCAST_FIRST:
    case __MSL_SHUFFLE:
    case __MSL_SHUFFLE_XOR: choose(v, operation); break;
    case __MSL_SHUFFLE_UP:
    case __MSL_SHUFFLE_DOWN: shift(v, operation); break;
    case __MSL_ROTATE_UP:
    case __MSL_ROTATE_DOWN: rotate(v, operation); break;
    case __MSL_FILL_UP:
    case __MSL_FILL_DOWN: fill(v, operation); break;
    case __MSL_SUM:
    case __MSL_PRODUCT:
    case __MSL_MINIMUM:
    case __MSL_MAXIMUM:
    case __MSL_AND:
    case __MSL_OR:
    case __MSL_XOR: reduce(v, operation); break;
    case __MSL_EXCLUSIVE_SUM: scan(v, __MSL_SUM, sm_fault(SM_FAULT_simd_prefix_exclusive_is_inclusive)); break;
    case __MSL_INCLUSIVE_SUM: scan(v, __MSL_SUM, !sm_fault(SM_FAULT_simd_prefix_inclusive_is_exclusive)); break;
    case __MSL_EXCLUSIVE_PRODUCT: scan(v, __MSL_PRODUCT, false); break;
    case __MSL_INCLUSIVE_PRODUCT: scan(v, __MSL_PRODUCT, true); break;
    case __MSL_MATRIX_MULTIPLY_ACCUMULATE: multiply(v); break;
    default: vote(v, operation); break;
    }
}

uint64_t sm_simd_perform(const sm_site *site, const sm_lanes *lanes, uint64_t mask, bool apple)
{
    uint32_t operation = site->operation & ~(uint32_t)__MSL_QUAD;
    view v = {.lanes = lanes, .width = lanes->width, .mask = mask, .type = site->type, .apple = apple};
    if (!(site->operation & __MSL_QUAD) || sm_fault(SM_FAULT_quad_spans_simdgroup)) {
        perform(&v, operation);
        return v.unknown;
    }
    v.width = 4;
    v.quad = true;
    for (v.first = 0; v.first < lanes->width; v.first += 4) {
        v.mask = mask >> v.first & 15;
        if (v.mask)
            perform(&v, operation);
    }
    return v.unknown;
}
