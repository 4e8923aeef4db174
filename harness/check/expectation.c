/* expectation.c: storage of promises, and the expect_ functions by which a reference makes them. */
#include "expectation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

expectation *expectation_create(assay_type type, size_t count)
{
    expectation *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->type = type;
    e->count = count;
    e->components = count * type.lanes;
    e->kind = calloc(e->components ? e->components : 1, 1);
    e->kinds[PROMISED_NOTHING] = e->components;
    if (e->kind)
        return e;
    free(e);
    return NULL;
}

void expectation_destroy(expectation *e)
{
    if (!e)
        return;
    free(e->kind);
    free(e->bits);
    free(e->upper);
    free(e->low);
    free(e->high);
    free(e->argument);
    free(e->truth);
    free(e->set);
    free(e->sets);
    free(e);
}

/* The array, made at its first use; NULL when memory is out. */
static void *made(expectation *e, void **array, size_t size)
{
    if (!*array)
        *array = calloc(e->components, size);
    if (!*array)
        e->exhausted = true;
    return *array;
}

/* Whether component k exists; a reference that writes past its output is a defect of the reference. */
static bool inside(reference_call *call, size_t k)
{
    if (k < call->out->components)
        return true;
    call->error = "the reference promises an element beyond the end of the output";
    return false;
}

static void promise(expectation *e, size_t k, promised kind)
{
    e->kinds[e->kind[k]]--;
    e->kind[k] = (uint8_t)kind;
    e->kinds[kind]++;
}

static void store_bits(expectation *e, void **array, size_t k, uint64_t bits)
{
    size_t size = assay_scalar_size(e->type.scalar);
    if (made(e, array, size))
        scalar_store(e->type.scalar, (char *)*array + k * size, bits);
}

static void store_number(expectation *e, double **array, size_t k, double number)
{
    if (made(e, (void **)array, sizeof **array))
        (*array)[k] = number;
}

void expect_bits(reference_call *call, size_t k, uint64_t bits)
{
    if (!inside(call, k))
        return;
    promise(call->out, k, PROMISED_BITS);
    store_bits(call->out, &call->out->bits, k, bits);
}

void expect_unjudged(reference_call *call, size_t k)
{
    if (inside(call, k))
        promise(call->out, k, PROMISED_NOTHING);
}

void expect_nan(reference_call *call, size_t k)
{
    if (!inside(call, k))
        return;
    if (!assay_scalar_is_float(call->out->type.scalar))
        call->error = "the reference promises NaN for an output of whole numbers";
    promise(call->out, k, PROMISED_NAN);
}

void expect_value(reference_call *call, size_t k, double value)
{
    expectation *e = call->out;
    if (!assay_scalar_is_float(e->type.scalar)) {
        if (value != nearbyint(value))
            call->error = "the reference promises a fraction for an output of whole numbers";
        expect_bits(call, k, scalar_encode(e->type.scalar, value));
    } else if (isnan(value)) {
        expect_nan(call, k);
    } else if (inside(call, k)) {
        promise(e, k, PROMISED_VALUE);
        store_number(e, &e->low, k, value);
    }
}

/* Whole numbers inside the bounds; saturation is no widening, because no value of the type lies beyond its limits. */
static void integer_interval(reference_call *call, size_t k, double low, double high)
{
    expectation *e = call->out;
    assay_scalar scalar = e->type.scalar;
    promise(e, k, PROMISED_INTERVAL);
    store_bits(e, &e->bits, k, scalar_encode(scalar, ceil(low)));
    store_bits(e, &e->upper, k, scalar_encode(scalar, floor(high)));
}

static void interval(reference_call *call, size_t k, double low, double high, promised kind)
{
    expectation *e = call->out;
    if (!inside(call, k))
        return;
    if (!(low <= high)) {
        call->error = "the reference promises an interval that is empty or has NaN for a bound";
        return;
    }
    if (!assay_scalar_is_float(e->type.scalar)) {
        integer_interval(call, k, low, high);
        return;
    }
    promise(e, k, kind);
    store_number(e, &e->low, k, low);
    store_number(e, &e->high, k, high);
}

void expect_interval(reference_call *call, size_t k, double low, double high)
{
    interval(call, k, low, high, PROMISED_INTERVAL);
}

void expect_interval_or_nan(reference_call *call, size_t k, double low, double high)
{
    interval(call, k, low, high, PROMISED_INTERVAL_OR_NAN);
}

void expect_near(reference_call *call, size_t k, double value, double bound)
{
    expectation *e = call->out;
    if (!(bound >= 0) || isnan(value)) {
        call->error = "the reference promises a value within a bound that is negative or NaN";
        return;
    }
    if (!assay_scalar_is_float(e->type.scalar)) {
        expect_interval(call, k, value - bound, value + bound);
        return;
    }
    if (!inside(call, k))
        return;
    promise(e, k, PROMISED_NEAR);
    store_number(e, &e->low, k, value);
    store_number(e, &e->high, k, bound);
}

/* Equal sets that follow each other are stored once. */
static bool same_as_last(const expectation *e, size_t last, const uint64_t *bits, size_t n)
{
    return e->set_used && e->sets[last] == n && memcmp(e->sets + last + 1, bits, n * sizeof *bits) == 0;
}

static bool store_set(expectation *e, const uint64_t *bits, size_t n, uint32_t *place)
{
    if (e->set_used + n + 1 > e->set_room) {
        size_t room = 2 * (e->set_room + n + 8);
        uint64_t *more = room < UINT32_MAX ? realloc(e->sets, room * sizeof *more) : NULL;
        if (!more)
            return false;
        e->sets = more;
        e->set_room = room;
    }
    *place = (uint32_t)e->set_used;
    e->sets[e->set_used] = n;
    memcpy(e->sets + e->set_used + 1, bits, n * sizeof *bits);
    e->set_used += n + 1;
    return true;
}

void expect_any(reference_call *call, size_t k, const uint64_t *bits, size_t n)
{
    expectation *e = call->out;
    if (!n) {
        call->error = "the reference promises an empty set";
        return;
    }
    if (!inside(call, k) || !made(e, (void **)&e->set, sizeof *e->set))
        return;
    uint32_t last = k ? e->set[k - 1] : 0;
    bool again = k && e->kind[k - 1] == PROMISED_ANY && same_as_last(e, last, bits, n);
    if (again)
        e->set[k] = last;
    else if (!store_set(e, bits, n, &e->set[k]))
        e->exhausted = true;
    if (!e->exhausted)
        promise(e, k, PROMISED_ANY);
}

/* ---- Several permitted results */

void expect_ulps(reference_call *call, size_t k, double value, double ulps)
{
    if (!assay_scalar_is_float(call->out->type.scalar) || isnan(value) || !(ulps >= 0)) {
        call->error = "the reference promises ulps of what is no floating-point number, or fewer than none";
        return;
    }
    if (!inside(call, k))
        return;
    promise(call->out, k, PROMISED_ULPS);
    store_number(call->out, &call->out->low, k, value);
    store_number(call->out, &call->out->high, k, ulps);
}

static uint64_t word_of(double number)
{
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static double number_of(uint64_t word)
{
    double number;
    memcpy(&number, &word, sizeof number);
    return number;
}

reference_permit choice_permit(const uint64_t *choice, size_t i)
{
    const uint64_t *words = choice + 1 + 3 * i;
    return (reference_permit){(permit_kind)words[0], number_of(words[1]), number_of(words[2])};
}

static void expect_one_permit(reference_call *call, size_t k, const reference_permit *permit)
{
    switch (permit->kind) {
    case PERMIT_ROUNDED: expect_value(call, k, permit->a); return;
    case PERMIT_ULPS: expect_ulps(call, k, permit->a, permit->b); return;
    case PERMIT_INTERVAL: expect_interval(call, k, permit->a, permit->b); return;
    case PERMIT_NAN: expect_nan(call, k); return;
    }
}

enum { MOST_PERMITS = 64 };

void expect_permitted(reference_call *call, size_t k, const reference_permit *permits, size_t n)
{
    expectation *e = call->out;
    uint64_t words[3 * MOST_PERMITS];
    if (!n || n > MOST_PERMITS || !assay_scalar_is_float(e->type.scalar)) {
        call->error = "the reference permits nothing, or too much, or for whole numbers";
        return;
    }
    if (n == 1) {
        expect_one_permit(call, k, permits);
        return;
    }
    if (!inside(call, k) || !made(e, (void **)&e->set, sizeof *e->set))
        return;
    for (size_t i = 0; i < n; i++) {
        words[3 * i] = permits[i].kind;
        words[3 * i + 1] = word_of(permits[i].a);
        words[3 * i + 2] = word_of(permits[i].b);
    }
    if (!store_set(e, words, 3 * n, &e->set[k]))
        e->exhausted = true;
    else
        e->sets[e->set[k]] = n;
    promise(e, k, PROMISED_CHOICE);
}

void expect_measured(reference_call *call, size_t k, double argument, double truth)
{
    expectation *e = call->out;
    if (!inside(call, k))
        return;
    bool first = !e->truth;
    store_number(e, &e->argument, k, argument);
    store_number(e, &e->truth, k, truth);
    for (size_t i = 0; first && e->truth && i < e->components; i++)
        if (i != k)
            e->truth[i] = NAN;
}

void expectation_want_bounds(expectation *e)
{
    e->bounds_wanted = true;
}

bool expects_bounds(reference_call *call, reference_bounds *bounds)
{
    expectation *e = call->out;
    if (!e->bounds_wanted || !made(e, (void **)&e->argument, sizeof *e->argument) ||
        !made(e, (void **)&e->low, sizeof *e->low) || !made(e, (void **)&e->high, sizeof *e->high))
        return false;
    e->bounds_given = true;
    e->band.given = false;
    *bounds = (reference_bounds){e->argument, e->low, e->high, &e->band};
    return true;
}

void expect_element(reference_call *call, size_t i, const reference_array *from, size_t j)
{
    if (from->type.scalar != call->out->type.scalar || from->type.lanes != call->out->type.lanes || j >= from->count) {
        call->error = "the reference copies an element that does not exist or has another type than the output";
        return;
    }
    for (unsigned lane = 0; lane < from->type.lanes; lane++)
        expect_bits(call, i * from->type.lanes + lane, array_bits(from, j, lane));
}
