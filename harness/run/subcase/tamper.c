/* tamper.c: spoils an output in four ways: a judged component is left unwritten; a judged component moves away from
 * its value, step by step through the encodings, until the comparison objects; components at random that may be one of
 * several encodings move, all at once, to the last one above or below that will do, and one step further, which must
 * not; and a count of outcomes gains, loses or misplaces an instance. A comparison that does otherwise is no
 * comparison. Outputs of the device are the subject here, so the program is not run again. */
#include "tamper.h"
#include "argument_memory.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct spoilt {
    const expectation *promise;
    const compare_rule *how;
    const case_argument *argument;
    size_t size;
    uint8_t *got, *other; /* copies */
    const void *original;
} spoilt;

static bool notices(const spoilt *it, bool twice)
{
    check_result result = {0};
    check_output(it->promise, it->how, it->argument->type, it->argument->count, it->got, twice ? it->other : NULL,
                 POISON, &result);
    return result.wrong || result.unwritten;
}

static void restore(const spoilt *it)
{
    memcpy(it->got, it->original, it->size);
    memcpy(it->other, it->original, it->size);
}

/* Where component k of the output lies. */
static size_t offset_of(const spoilt *it, size_t k)
{
    assay_type type = it->argument->type;
    return k / type.lanes * type.stride + k % type.lanes * assay_scalar_size(type.scalar);
}

/* Finds a judged component: poison everywhere, and see what is complained about first. */
static bool find_judged(const spoilt *it, size_t *offset, check_difference *which)
{
    check_result result = {0};
    memset(it->got, POISON, it->size);
    memset(it->other, (uint8_t)~POISON, it->size);
    check_output(it->promise, it->how, it->argument->type, it->argument->count, it->got, it->other, POISON, &result);
    if (!result.first_count)
        return false;
    *which = result.first[0];
    *offset = offset_of(it, which->element * it->argument->type.lanes + which->lane);
    return true;
}

static void leave_unwritten(const spoilt *it, size_t offset, const check_difference *which, outcome *outcome)
{
    char what[128];
    size_t scalar = assay_scalar_size(it->argument->type.scalar);
    restore(it);
    memset(it->got + offset, POISON, scalar);
    memset(it->other + offset, (uint8_t)~POISON, scalar);
    snprintf(what, sizeof what, "%s[%zu].%u left unwritten", it->argument->name, which->element, which->lane);
    outcome_add_tampering(outcome, what, notices(it, true), false);
}

/* Adds `step` to the encoding, as an integer of the component's size. */
static void move(const spoilt *it, size_t offset, uint64_t step)
{
    uint64_t bits = 0;
    size_t scalar = assay_scalar_size(it->argument->type.scalar);
    memcpy(&bits, (const uint8_t *)it->original + offset, scalar); /* little endian, as every Metal device */
    bits += step;
    memcpy(it->got + offset, &bits, scalar);
}

static void move_away(const spoilt *it, size_t offset, const check_difference *which, outcome *outcome)
{
    char what[160];
    bool noticed = false;
    unsigned bits = 8 * (unsigned)assay_scalar_size(it->argument->type.scalar), power = 0;
    restore(it);
    for (; power < bits && !noticed; power++) {
        move(it, offset, (uint64_t)1 << power);
        noticed = notices(it, false);
    }
    snprintf(what, sizeof what, "%s[%zu].%u moved by 2^%u encodings", it->argument->name, which->element, which->lane,
             power - 1);
    outcome_add_tampering(outcome, what, noticed, false);
}

/* ---- Bounds */

enum { MOST_MOVED = 8, MOST_TRIES = 64 };

/* A component with a bound, and the encodings around the end of its range. */
typedef struct moved {
    size_t offset;
    uint64_t last, beyond;
} moved;

/* Encodings in the order of the numbers they stand for, and back: -0 comes before 0. */
static uint64_t sign_of(assay_scalar scalar)
{
    return (uint64_t)1 << (8 * assay_scalar_size(scalar) - 1);
}

static uint64_t place_of(assay_scalar scalar, uint64_t bits)
{
    uint64_t sign = sign_of(scalar);
    if (assay_scalar_is_float(scalar))
        return bits & sign ? 2 * sign - 1 - bits : bits | sign;
    return assay_scalar_is_signed(scalar) ? bits ^ sign : bits;
}

static uint64_t encoding_at(assay_scalar scalar, uint64_t place)
{
    uint64_t sign = sign_of(scalar);
    if (assay_scalar_is_float(scalar))
        return place & sign ? place ^ sign : 2 * sign - 1 - place;
    return assay_scalar_is_signed(scalar) ? place ^ sign : place;
}

/* How many encodings there are from `place` to the largest number, INF, or to the smallest. */
static uint64_t room_from(assay_scalar scalar, uint64_t place, bool up)
{
    uint64_t sign = sign_of(scalar), highest = 2 * (sign - 1) + 1, lowest = 0;
    if (assay_scalar_is_float(scalar)) {
        highest = place_of(scalar, scalar_encode(scalar, INFINITY));
        lowest = place_of(scalar, scalar_encode(scalar, -INFINITY));
    }
    if (place < lowest || place > highest) /* NaN */
        return 0;
    return up ? highest - place : place - lowest;
}

static bool will_do(const spoilt *it, size_t k, uint64_t place)
{
    return check_encoding(it->promise, it->how, k, encoding_at(it->argument->type.scalar, place));
}

/* How many encodings above or below `place` the first is that will not do; 0: each will. */
static uint64_t first_beyond(const spoilt *it, size_t k, uint64_t place, bool up)
{
    uint64_t room = room_from(it->argument->type.scalar, place, up), far = 1, near = 0;
    while (far < room && will_do(it, k, up ? place + far : place - far)) {
        near = far;
        far = far > room / 2 ? room : 2 * far;
    }
    if (!room || will_do(it, k, up ? place + far : place - far))
        return 0;
    while (far - near > 1) {
        uint64_t middle = near + (far - near) / 2;
        if (will_do(it, k, up ? place + middle : place - middle))
            near = middle;
        else
            far = middle;
    }
    return far;
}

/* Adds component k if it has a bound with something beyond it, and is not in the list yet. */
static void take_bounded(const spoilt *it, size_t k, bool up, moved *list, size_t *found, bool *any)
{
    assay_type type = it->argument->type;
    size_t offset = offset_of(it, k);
    for (size_t i = 0; i < *found; i++)
        if (list[i].offset == offset)
            return;
    if (!expectation_has_bound(it->promise, it->how, k))
        return;
    uint64_t place = place_of(type.scalar, scalar_load(type.scalar, (const char *)it->original + offset));
    uint64_t step = first_beyond(it, k, place, up);
    *any = true;
    if (step)
        list[(*found)++] = (moved){offset, encoding_at(type.scalar, up ? place + step - 1 : place - step + 1),
                                   encoding_at(type.scalar, up ? place + step : place - step)};
}

/* Components at random; where these have no bound, the first that has. `any`: one has, be there something beyond it or
 * not. */
static size_t find_bounded(const spoilt *it, uint64_t seed, bool up, moved *list, bool *any)
{
    size_t components = it->argument->count * it->argument->type.lanes, found = 0;
    for (uint64_t try = 0; try < MOST_TRIES && found < MOST_MOVED && components; try++)
        take_bounded(it, (size_t)(random_bits(seed, try) % components), up, list, &found, any);
    for (size_t k = 0; k < components && !found; k++)
        take_bounded(it, k, up, list, &found, any);
    return found;
}

static size_t count_wrong(const spoilt *it, const moved *list, size_t count, bool beyond)
{
    check_result result = {0};
    memcpy(it->got, it->original, it->size);
    for (size_t i = 0; i < count; i++)
        scalar_store(it->argument->type.scalar, it->got + list[i].offset, beyond ? list[i].beyond : list[i].last);
    check_output(it->promise, it->how, it->argument->type, it->argument->count, it->got, NULL, POISON, &result);
    return result.wrong;
}

static void move_past_bounds(const spoilt *it, uint64_t seed, bool up, outcome *outcome)
{
    moved list[MOST_MOVED];
    char what[160];
    bool any = false, noticed = false;
    size_t count = find_bounded(it, seed, up, list, &any);
    const char *side = up ? "above" : "below";
    if (count) {
        noticed = count_wrong(it, list, count, false) == 0 && count_wrong(it, list, count, true) == count;
        snprintf(what, sizeof what, "bound: %s: %zu results one step %s theirs", it->argument->name, count, side);
    } else {
        snprintf(what, sizeof what, "bound: %s: any number %s", it->argument->name, side);
    }
    if (any)
        outcome_add_tampering(outcome, what, noticed, !count);
}

/* ---- Counts of outcomes */

static void add_to(const spoilt *it, size_t k, int64_t change)
{
    assay_type type = it->argument->type;
    size_t offset = offset_of(it, k);
    uint64_t count = scalar_load(type.scalar, (const char *)it->got + offset);
    scalar_store(type.scalar, it->got + offset, count + (uint64_t)change);
}

/* One instance too many, one too few, and one that ended in each forbidden outcome instead of another. */
static void miscount(const spoilt *it, outcome *outcome)
{
    assay_type type = it->argument->type;
    size_t components = it->argument->count * type.lanes, full = components;
    char what[160];
    restore(it);
    for (size_t k = 0; k < components && full == components; k++) {
        size_t offset = offset_of(it, k);
        full = scalar_load(type.scalar, (const char *)it->got + offset) ? k : components;
    }
    for (int change = -1; full < components && change <= 1; change += 2) {
        restore(it);
        add_to(it, full, change);
        snprintf(what, sizeof what, "bound: %s: one instance %s", it->argument->name, change < 0 ? "less" : "more");
        outcome_add_tampering(outcome, what, notices(it, false), false);
    }
    for (size_t k = 0; full < components && k < components; k++) {
        if (!expectation_forbids(it->promise, k))
            continue;
        restore(it);
        add_to(it, full, -1);
        add_to(it, k, 1);
        snprintf(what, sizeof what, "bound: %s: one instance in outcome %zu", it->argument->name, k);
        outcome_add_tampering(outcome, what, notices(it, false), false);
    }
}

void tamper_output(const expectation *promise, const compare_rule *how, const case_argument *argument, const void *got,
                   uint64_t seed, outcome *outcome)
{
    spoilt it = {.promise = promise, .how = how, .argument = argument, .size = argument->count * argument->type.stride};
    size_t offset;
    check_difference which;
    it.original = got;
    it.got = malloc(it.size + 1);
    it.other = malloc(it.size + 1);
    if (it.got && it.other && find_judged(&it, &offset, &which)) {
        leave_unwritten(&it, offset, &which, outcome);
        move_away(&it, offset, &which, outcome);
        move_past_bounds(&it, seed, true, outcome);
        move_past_bounds(&it, seed + 1, false, outcome);
        if (how->kind == COMPARE_STATISTIC)
            miscount(&it, outcome);
    } else if (it.got && it.other) {
        char what[128];
        snprintf(what, sizeof what, "%s left unwritten altogether", argument->name);
        outcome_add_tampering(outcome, what, false, false);
    }
    free(it.got);
    free(it.other);
}
