/* tamper.c: spoils an output in three ways: a judged component is left unwritten; a judged component moves away from
 * its value, step by step through the encodings, until the comparison objects; and components at random that have a
 * bound move, all at once, to the last encoding inside it, which must pass, and one step further, which must not. A
 * comparison that does otherwise is no comparison. Outputs of the device are the subject here, so the program is not
 * run again. */
#include "tamper.h"
#include "arguments.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct spoilt {
    const expectation *promise;
    const case_expectation *how;
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
    *offset = which->element * it->argument->type.stride + which->lane * assay_scalar_size(it->argument->type.scalar);
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

enum { MOST_MOVED = 8, MOST_TRIES = 64 };

/* A component with a bound, and the encodings around the end of its range. */
typedef struct moved {
    size_t offset;
    uint64_t last, beyond;
} moved;

/* How many encodings away from `bits`, up or down in magnitude, the first is that will not do; 0: none is near. */
static uint64_t first_beyond(const spoilt *it, size_t k, uint64_t bits, bool up)
{
    uint64_t far = 1, near = 0, limit = (uint64_t)1 << (8 * assay_scalar_size(it->argument->type.scalar) - 2);
    while (far < limit && check_encoding(it->promise, it->how, k, up ? bits + far : bits - far))
        far *= 2;
    if (far >= limit)
        return 0;
    while (far - near > 1) {
        uint64_t middle = near + (far - near) / 2;
        if (check_encoding(it->promise, it->how, k, up ? bits + middle : bits - middle))
            near = middle;
        else
            far = middle;
    }
    return far;
}

static size_t find_bounded(const spoilt *it, uint64_t seed, bool up, moved *list)
{
    assay_type type = it->argument->type;
    size_t components = it->argument->count * type.lanes, found = 0;
    for (uint64_t try = 0; try < MOST_TRIES && found < MOST_MOVED && components; try++) {
        size_t k = (size_t)(random_bits(seed, try) % components);
        size_t offset = k / type.lanes * type.stride + k % type.lanes * assay_scalar_size(type.scalar);
        bool again = false;
        for (size_t i = 0; i < found; i++)
            again = again || list[i].offset == offset;
        uint64_t bits = scalar_load(type.scalar, (const char *)it->original + offset);
        uint64_t step = again || !expectation_is_bounded(it->promise, it->how, k) ? 0 : first_beyond(it, k, bits, up);
        if (step)
            list[found++] = (moved){offset, up ? bits + step - 1 : bits - step + 1, up ? bits + step : bits - step};
    }
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
    size_t count = find_bounded(it, seed, up, list);
    if (!count)
        return;
    bool noticed = count_wrong(it, list, count, false) == 0 && count_wrong(it, list, count, true) == count;
    snprintf(what, sizeof what, "%s: %zu results at random, one step %s their bound", it->argument->name, count,
             up ? "above" : "below");
    outcome_add_tampering(outcome, what, noticed, false);
}

void tamper_output(const expectation *promise, const case_expectation *how, const case_argument *argument,
                   const void *got, uint64_t seed, outcome *outcome)
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
    } else if (it.got && it.other) {
        char what[128];
        snprintf(what, sizeof what, "%s left unwritten altogether", argument->name);
        outcome_add_tampering(outcome, what, false, false);
    }
    free(it.got);
    free(it.other);
}
