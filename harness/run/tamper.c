/* tamper.c: spoils an output in two ways: a judged component is left unwritten; and a judged component moves away from
 * its value, step by step through the encodings, until the comparison objects. A comparison that takes either is no
 * comparison. Outputs of the device are the subject here, so the program is not run again. */
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

void tamper_output(const expectation *promise, const case_expectation *how, const case_argument *argument,
                   const void *got, outcome *outcome)
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
    } else if (it.got && it.other) {
        char what[128];
        snprintf(what, sizeof what, "%s left unwritten altogether", argument->name);
        outcome_add_tampering(outcome, what, false, false);
    }
    free(it.got);
    free(it.other);
}
