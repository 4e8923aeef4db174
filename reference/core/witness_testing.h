/* witness_testing.h: where each bound ends. For every family of references whose results may err, a test beside it
 * shows that the last number inside the bound is taken and the next one outside refused, on both sides. The ends are
 * worked out in these tests, from the specification's tables and from the number of roundings, with none of the
 * functions of bounds.c and accuracy_lookup.c: a bound that somebody widens there is seen. */
#ifndef ASSAY_WITNESS_TESTING_H
#define ASSAY_WITNESS_TESTING_H
#include "testing.h"

/* One rounding errs by at most a gap between neighbours (MSL 8.2 permits rounding toward zero). */
static const double of_float = 0x1p-23, of_half = 0x1p-10, tiny = 0x1p-126;

/* n roundings, to all orders. */
static inline double roundings(double n, double e)
{
    return n * e / (1 - n * e);
}

static inline double random_between(uint64_t seed, uint64_t n, double low, double high)
{
    return (double)(float)(low + (high - low) * random_unit(seed, n));
}

typedef struct result {
    const char *reference, *type;
    double component[64];
    size_t components;
} result;

/* Components that are refused. */
static inline size_t wrong(trial *t, const result *r)
{
    unsigned char bytes[64 * 4];
    assay_type type;
    assert_true(assay_type_from_name(r->type, &type));
    size_t size = assay_scalar_size(type.scalar);
    assert_true(type.stride == size * type.lanes && r->components <= 64);
    for (size_t i = 0; i < r->components; i++)
        scalar_store(type.scalar, bytes + i * size, scalar_encode(type.scalar, r->component[i]));
    return refused(t, r->reference, r->type, bytes, r->components / type.lanes);
}

/* The next number of the type above x, or below it. */
static inline double beyond(assay_scalar scalar, double x, int side)
{
    if (x == 0)
        return side * scalar_number(scalar, 1);
    uint64_t bits = scalar_encode(scalar, x);
    return scalar_number(scalar, (x > 0) == (side > 0) ? bits + 1 : bits - 1);
}

/* Component k may lie from `low` to `high` and nowhere else; `converted`: in float, and is then rounded to the type. */
static inline void ends_at(trial *t, const result *r, size_t k, double low, double high, bool converted)
{
    assay_type type;
    assert_true(assay_type_from_name(r->type, &type));
    result moved = *r;
    for (int side = -1; side <= 1; side += 2) {
        double end = side < 0 ? low : high, last = scalar_number(type.scalar, scalar_encode(type.scalar, end));
        while (!converted && side * (last - end) > 0)
            last = beyond(type.scalar, last, -side);
        moved.component[k] = last;
        if (wrong(t, &moved) != 0)
            fail_msg("%s: %a is refused, the bound ends at %a", r->reference, last, end);
        moved.component[k] = beyond(type.scalar, last, side);
        if (wrong(t, &moved) != 1)
            fail_msg("%s: %a is taken, the bound ends at %a", r->reference, moved.component[k], end);
        if (t->unjudged)
            fail_msg("%s: not judged", r->reference);
    }
}

static inline void errs_by(trial *t, const result *r, size_t k, double value, double bound)
{
    ends_at(t, r, k, value - bound, value + bound, false);
}

/* The distance of the numbers around v; no argument here gives a power of two. */
static inline double gap(double v, int digits)
{
    int exponent;
    frexp(v, &exponent);
    return ldexp(1, exponent - digits);
}

static inline void fill(float *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = (float)random_between(seed, i, -1, 1);
}

static inline void sum_of(const float *x, size_t count, double *sum, double *magnitude)
{
    *sum = *magnitude = 0;
    for (size_t i = 0; i < count; i++) {
        *sum += (double)x[i];
        *magnitude += fabs((double)x[i]);
    }
}
#endif
