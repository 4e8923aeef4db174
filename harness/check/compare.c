/* compare.c: decides, component by component, whether an output keeps its promises.
 *
 * What a promise means:
 *   bits      this encoding; with `compare: ulp N` or `near` the number it encodes, within the bound
 *   value     rounded from a real number: correctly, to nearest even or toward zero (MSL 8.2), or within N ulp (8.4)
 *   interval  low <= result <= high as numbers
 *   nan       any NaN; payloads are never promised, in sets neither
 *   any       one of these encodings
 *   near      within an absolute bound
 *   ulps      within as many ulp of a real number as the promise itself says (8.4)
 *   choice    any of several of these
 * Where the case says `compare: ulp N` or `near`, that much beyond an interval's or a bound's own end is good, too.
 * With `compare: permutation` an output of exact values has them in any order; with `statistic` its counts add up, too.
 * Where a conforming result may be subnormal it may be zero of either sign (8.1, 8.5); so it may where the number
 * promised is zero. `bits` alone is strict. Exact outputs are compared in blocks with memcmp; only blocks that differ
 * are looked at closely. */
#include "check.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rules by name */

static const char *const names[COMPARE_KINDS] = {"bits", "ulp", "interval", "set", "near", "permutation", "statistic"};

const char *compare_name(compare_kind kind)
{
    return names[kind];
}

bool compare_from_name(const char *name, compare_kind *kind)
{
    for (int i = 0; i < COMPARE_KINDS; i++)
        if (strcmp(names[i], name) == 0)
            return *kind = (compare_kind)i, true;
    return false;
}

/* ---- Floating types */

const float_facts *float_facts_of(assay_scalar scalar)
{
    static const float_facts half = {11, -14, 15, 0x1p-14, 65504, 0x8000, 0x7c00};
    static const float_facts bfloat = {8, -126, 127, 0x1p-126, 0x1.fep127, 0x8000, 0x7f80};
    static const float_facts single = {24, -126, 127, 0x1p-126, (double)FLT_MAX, 0x80000000, 0x7f800000};
    switch (scalar) {
    case SCALAR_HALF: return &half;
    case SCALAR_BFLOAT: return &bfloat;
    case SCALAR_FLOAT: return &single;
    default: return NULL;
    }
}

/* ---- One component */

typedef struct judge {
    const expectation *promises;
    const compare_rule *how;
    const float_facts *facts; /* NULL for integers */
    assay_scalar scalar;
    bool in_ulps, of_bound; /* the unit in which errors are measured */
} judge;

/* INF stands where the next number after the largest would. */
static double clamped(const float_facts *facts, double x)
{
    double beyond = 2 * power_of_two(facts->most);
    return x > beyond ? beyond : x < -beyond ? -beyond : x;
}

static bool may_be_zero(const judge *j, double least_magnitude)
{
    return least_magnitude < j->facts->smallest_normal;
}

/* Distance in ulp(value), INF between a number and an infinity that was promised exactly. */
static double ulps_apart(const judge *j, double got, double value)
{
    if (got == value)
        return 0;
    if (isnan(got) || isinf(value))
        return INFINITY;
    value = clamped(j->facts, value);
    return fabs(clamped(j->facts, got) - value) / ulp_of(j->facts, value);
}

static bool within_ulps(const judge *j, double got, double value, double bound, double *error)
{
    double apart = ulps_apart(j, got, value);
    bool flushed = got == 0 && apart > bound && isfinite(value) &&
                   may_be_zero(j, fabs(value) - bound * ulp_of(j->facts, clamped(j->facts, value)));
    *error = flushed ? 0 : apart;
    return flushed || apart <= bound;
}

/* To nearest even, or the neighbour toward zero if that lies beyond the value. */
static bool correctly_rounded(const judge *j, uint64_t bits, double value, double *error)
{
    double got = scalar_number(j->scalar, bits);
    uint64_t nearest = scalar_encode(j->scalar, value);
    bool above = isfinite(value) && fabs(scalar_number(j->scalar, nearest)) > fabs(value);
    *error = ulps_apart(j, got, value);
    if (bits == nearest || (above && bits == nearest - 1))
        return true;
    if (got != 0 || !(value == 0 || may_be_zero(j, fabs(value))))
        return false;
    *error = 0;
    return true;
}

static double part_of(double distance, double bound)
{
    return distance == 0 ? 0 : distance / bound;
}

static bool near_to(const judge *j, double got, double value, double bound, double *error)
{
    if (isinf(value) || isnan(got)) {
        *error = got == value ? 0 : INFINITY;
        return got == value;
    }
    double distance = fabs(got - value);
    bool flushed = got == 0 && distance > bound && j->facts && may_be_zero(j, fabs(value) - bound);
    *error = flushed ? 0 : part_of(distance, bound);
    return flushed || distance <= bound;
}

static bool in_interval(const judge *j, double got, double low, double high, double *error)
{
    double middle = low + (high - low) / 2, half = (high - low) / 2;
    bool flushed = got == 0 && j->facts && low < j->facts->smallest_normal && high > -j->facts->smallest_normal;
    *error = flushed || !isfinite(half) ? 0 : isnan(got) ? INFINITY : part_of(fabs(got - middle), half);
    return flushed || (low <= got && got <= high);
}

static bool in_integer_interval(const judge *j, uint64_t bits, size_t k, double *error)
{
    size_t at = k * assay_scalar_size(j->scalar);
    uint64_t low = scalar_load(j->scalar, (const char *)j->promises->bits + at);
    uint64_t high = scalar_load(j->scalar, (const char *)j->promises->upper + at);
    double middle = scalar_number(j->scalar, low) / 2 + scalar_number(j->scalar, high) / 2;
    *error = part_of(fabs(scalar_number(j->scalar, bits) - middle), scalar_number(j->scalar, high) - middle);
    if (assay_scalar_is_signed(j->scalar)) {
        int64_t got = scalar_integer(j->scalar, bits);
        return scalar_integer(j->scalar, low) <= got && got <= scalar_integer(j->scalar, high);
    }
    return low <= bits && bits <= high;
}

static bool one_of(const judge *j, uint64_t bits, const uint64_t *set)
{
    for (uint64_t i = 1; i <= set[0]; i++)
        if (set[i] == bits)
            return true;
    if (!j->facts || !isnan(scalar_number(j->scalar, bits)))
        return false;
    for (uint64_t i = 1; i <= set[0]; i++)
        if (isnan(scalar_number(j->scalar, set[i])))
            return true;
    return false;
}

/* A number within the bound that the comparison of this case sets. */
static bool within_comparison(const judge *j, double got, double value, double *error)
{
    const compare_rule *how = j->how;
    if (isnan(value))
        return isnan(got);
    if (how->kind == COMPARE_NEAR)
        return near_to(j, got, value, how->absolute + how->relative * fabs(value), error);
    return within_ulps(j, got, value, how->ulp, error);
}

static bool bounded(const judge *j)
{
    return j->how->kind == COMPARE_NEAR || (j->how->kind == COMPARE_ULP && j->how->ulp > 0);
}

static bool kept_bits(const judge *j, size_t k, uint64_t bits, double *error)
{
    size_t size = assay_scalar_size(j->scalar);
    uint64_t expected = scalar_load(j->scalar, (const char *)j->promises->bits + k * size);
    if (bits == expected)
        return true;
    if (!bounded(j) || (!j->facts && j->how->kind != COMPARE_NEAR))
        return false;
    return within_comparison(j, scalar_number(j->scalar, bits), scalar_number(j->scalar, expected), error);
}

/* Errors under several permits have no common unit: none is measured. */
static bool one_permit(const judge *j, uint64_t bits, const uint64_t *choice, double *error)
{
    double got = scalar_number(j->scalar, bits), ignored;
    bool good = false;
    for (size_t i = 0; i < choice[0] && !good; i++) {
        reference_permit permit = choice_permit(choice, i);
        switch (permit.kind) {
        case PERMIT_ROUNDED: good = correctly_rounded(j, bits, permit.a, &ignored); break;
        case PERMIT_ULPS: good = within_ulps(j, got, permit.a, permit.b, &ignored); break;
        case PERMIT_INTERVAL: good = in_interval(j, got, permit.a, permit.b, &ignored); break;
        case PERMIT_NAN: good = isnan(got); break;
        }
    }
    *error = 0;
    return good;
}

/* A promise with a bound of its own that is not kept: whether the number still lies within what the case tolerates. */
static bool tolerated(const judge *j, size_t k, uint64_t bits)
{
    const expectation *p = j->promises;
    double got = scalar_number(j->scalar, bits), nearest, ignored;
    if (!bounded(j) || !j->facts || !isfinite(got))
        return false;
    switch ((promised)p->kind[k]) {
    case PROMISED_NEAR:
    case PROMISED_ULPS: nearest = p->low[k]; break;
    case PROMISED_INTERVAL:
    case PROMISED_INTERVAL_OR_NAN: nearest = got < p->low[k] ? p->low[k] : p->high[k]; break;
    default: return false;
    }
    return isfinite(nearest) && within_comparison(j, got, nearest, &ignored);
}

/* Whether the component keeps its promise, and its error in the unit of the check (0 where none is measured). */
static bool kept(const judge *j, size_t k, uint64_t bits, double *error)
{
    const expectation *p = j->promises;
    *error = 0;
    switch ((promised)p->kind[k]) {
    case PROMISED_BITS: return kept_bits(j, k, bits, error);
    case PROMISED_NAN: return isnan(scalar_number(j->scalar, bits));
    case PROMISED_ANY: return one_of(j, bits, p->sets + p->set[k]);
    case PROMISED_VALUE:
        return bounded(j) ? within_comparison(j, scalar_number(j->scalar, bits), p->low[k], error)
                          : correctly_rounded(j, bits, p->low[k], error);
    case PROMISED_INTERVAL:
        return j->facts ? in_interval(j, scalar_number(j->scalar, bits), p->low[k], p->high[k], error)
                        : in_integer_interval(j, bits, k, error);
    case PROMISED_INTERVAL_OR_NAN: {
        double got = scalar_number(j->scalar, bits);
        return isnan(got) || in_interval(j, got, p->low[k], p->high[k], error);
    }
    case PROMISED_NEAR: return near_to(j, scalar_number(j->scalar, bits), p->low[k], p->high[k], error);
    case PROMISED_ULPS: return within_ulps(j, scalar_number(j->scalar, bits), p->low[k], p->high[k], error);
    case PROMISED_CHOICE: return one_permit(j, bits, p->sets + p->set[k], error);
    case PROMISED_NOTHING:
    case PROMISED_KINDS: break;
    }
    return true;
}

/* Errors in ulp and in parts of a bound do not compare: which promises have one in this check's unit. */
static bool measured(const judge *j, size_t k)
{
    switch ((promised)j->promises->kind[k]) {
    case PROMISED_BITS: return bounded(j);
    case PROMISED_VALUE: return j->how->kind == COMPARE_NEAR ? j->of_bound : j->in_ulps;
    case PROMISED_ULPS: return j->in_ulps;
    case PROMISED_INTERVAL:
    case PROMISED_INTERVAL_OR_NAN:
    case PROMISED_NEAR: return j->of_bound;
    default: return false;
    }
}

/* ---- Text */

static void write_encoding(assay_scalar scalar, uint64_t bits, char *text, size_t size)
{
    if (!assay_scalar_is_float(scalar)) {
        if (scalar == SCALAR_ULONG)
            snprintf(text, size, "%llu (0x%llx)", (unsigned long long)bits, (unsigned long long)bits);
        else
            snprintf(text, size, "%lld (0x%llx)", (long long)scalar_integer(scalar, bits), (unsigned long long)bits);
        return;
    }
    double value = scalar_number(scalar, bits);
    if (isnan(value))
        snprintf(text, size, "nan (0x%llx)", (unsigned long long)bits);
    else
        snprintf(text, size, "%a (%.9g)", value, value);
}

static void write_set(const judge *j, const uint64_t *set, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "one of {");
    for (uint64_t i = 1; i <= set[0] && used < size; i++) {
        char one[48];
        write_encoding(j->scalar, set[i], one, sizeof one);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 1 ? ", " : "", one);
    }
    if (used + 2 <= size)
        snprintf(text + used, size - used, "}");
    else
        memcpy(text + size - 5, "…}", sizeof "…}"); /* cut where it is full */
}

static void write_bound(const judge *j, double value, char *text, size_t size)
{
    const compare_rule *how = j->how;
    if (how->kind == COMPARE_NEAR)
        snprintf(text, size, "%a (%.9g) within %g", value, value, how->absolute + how->relative * fabs(value));
    else if (bounded(j))
        snprintf(text, size, "%a (%.9g) within %g ulp", value, value, how->ulp);
    else
        snprintf(text, size, "%a (%.9g) correctly rounded", value, value);
}

static void write_choice(const uint64_t *choice, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < choice[0] && used < size; i++) {
        reference_permit permit = choice_permit(choice, i);
        const char *separator = i ? " or " : "";
        int length = 0;
        switch (permit.kind) {
        case PERMIT_ROUNDED: length = snprintf(text + used, size - used, "%s%a", separator, permit.a); break;
        case PERMIT_ULPS:
            length = snprintf(text + used, size - used, "%s%a ± %g ulp", separator, permit.a, permit.b);
            break;
        case PERMIT_INTERVAL:
            length = snprintf(text + used, size - used, "%s[%a, %a]", separator, permit.a, permit.b);
            break;
        case PERMIT_NAN: length = snprintf(text + used, size - used, "%snan", separator); break;
        }
        used += length > 0 ? (size_t)length : size;
    }
}

/* Its ends in full, and what people read. */
static void write_interval(double low, double high, const char *more, char *text, size_t size)
{
    snprintf(text, size, "[%a, %a] (%.9g to %.9g)%s", low, high, low, high, more);
}

static void write_own_promise(const judge *j, size_t k, char *text, size_t size)
{
    const expectation *p = j->promises;
    size_t at = k * assay_scalar_size(j->scalar);
    char low[48], high[48];
    switch ((promised)p->kind[k]) {
    case PROMISED_BITS: {
        uint64_t bits = scalar_load(j->scalar, (const char *)p->bits + at);
        double value = j->facts ? scalar_number(j->scalar, bits) : NAN;
        if (bounded(j) && !isnan(value))
            write_bound(j, value, text, size);
        else
            write_encoding(j->scalar, bits, text, size);
        return;
    }
    case PROMISED_VALUE: write_bound(j, p->low[k], text, size); return;
    case PROMISED_INTERVAL:
        if (j->facts) {
            write_interval(p->low[k], p->high[k], "", text, size);
            return;
        }
        write_encoding(j->scalar, scalar_load(j->scalar, (const char *)p->bits + at), low, sizeof low);
        write_encoding(j->scalar, scalar_load(j->scalar, (const char *)p->upper + at), high, sizeof high);
        snprintf(text, size, "[%s, %s]", low, high);
        return;
    case PROMISED_INTERVAL_OR_NAN: write_interval(p->low[k], p->high[k], " or nan", text, size); return;
    case PROMISED_NEAR: snprintf(text, size, "%a (%.9g) within %g", p->low[k], p->low[k], p->high[k]); return;
    case PROMISED_ULPS: snprintf(text, size, "%a (%.9g) within %g ulp", p->low[k], p->low[k], p->high[k]); return;
    case PROMISED_CHOICE: write_choice(p->sets + p->set[k], text, size); return;
    case PROMISED_ANY: write_set(j, p->sets + p->set[k], text, size); return;
    case PROMISED_NAN: snprintf(text, size, "nan"); return;
    case PROMISED_NOTHING:
    case PROMISED_KINDS: snprintf(text, size, "unjudged"); return;
    }
}

/* What the case tolerates beyond a promise's own bound. */
static void write_tolerance(const judge *j, size_t k, char *text, size_t size)
{
    promised kind = (promised)j->promises->kind[k];
    size_t used = strlen(text);
    bool own_bound = kind == PROMISED_NEAR || kind == PROMISED_ULPS || kind == PROMISED_INTERVAL;
    if (!own_bound || !bounded(j) || !j->facts)
        return;
    if (j->how->kind == COMPARE_ULP)
        snprintf(text + used, size - used, " or within %g ulp", j->how->ulp);
    else
        snprintf(text + used, size - used, " or within %g + %g of it", j->how->absolute, j->how->relative);
}

static void write_promise(const judge *j, size_t k, char *text, size_t size)
{
    write_own_promise(j, k, text, size);
    write_tolerance(j, k, text, size);
}

/* ---- The whole output */

typedef struct comparison {
    judge judge;
    const char *got, *other; /* other: NULL, or the second run */
    uint64_t poison, opposite;
    check_result *result;
} comparison;

static size_t offset_of(const comparison *c, size_t k)
{
    assay_type type = c->judge.promises->type;
    return k / type.lanes * type.stride + k % type.lanes * assay_scalar_size(type.scalar);
}

static void note_difference(const comparison *c, size_t k, uint64_t bits, double error)
{
    check_result *result = c->result;
    if (result->first_count == sizeof result->first / sizeof *result->first)
        return;
    check_difference *difference = &result->first[result->first_count++];
    unsigned lanes = c->judge.promises->type.lanes;
    *difference = (check_difference){.element = k / lanes, .lane = (uint8_t)(k % lanes), .error = error};
    write_encoding(c->judge.scalar, bits, difference->got, sizeof difference->got);
    write_promise(&c->judge, k, difference->expected, sizeof difference->expected);
}

static void check_component(const comparison *c, size_t k)
{
    const judge *j = &c->judge;
    if (j->promises->kind[k] == PROMISED_NOTHING)
        return;
    size_t offset = offset_of(c, k);
    uint64_t bits = scalar_load(j->scalar, c->got + offset);
    double error;
    bool unwritten = c->other && bits == c->poison && scalar_load(j->scalar, c->other + offset) == c->opposite;
    bool good = (kept(j, k, bits, &error) || tolerated(j, k, bits)) && !unwritten;
    c->result->unwritten += unwritten;
    if (!good) {
        c->result->wrong++;
        note_difference(c, k, bits, error);
    }
    if (error > c->result->worst && measured(j, k)) {
        c->result->worst = error;
        c->result->worst_element = k / j->promises->type.lanes;
    }
}

enum { BLOCK = 4096 };

/* All promises exact and no padding: whole blocks at once. */
static void check_blocks(const comparison *c)
{
    const expectation *p = c->judge.promises;
    size_t size = assay_scalar_size(c->judge.scalar);
    for (size_t k = 0; k < p->components; k += BLOCK) {
        size_t n = p->components - k < BLOCK ? p->components - k : BLOCK, at = k * size;
        bool same = memcmp(c->got + at, (const char *)p->bits + at, n * size) == 0;
        if (same && (!c->other || memcmp(c->got + at, c->other + at, n * size) == 0))
            continue;
        for (size_t i = 0; i < n; i++)
            check_component(c, k + i);
    }
}

/* The unit of the largest error: what most of the judged promises can be measured in. */
static void choose_unit(judge *j, check_result *result)
{
    const expectation *p = j->promises;
    size_t bounds = p->kinds[PROMISED_INTERVAL] + p->kinds[PROMISED_INTERVAL_OR_NAN] + p->kinds[PROMISED_NEAR];
    size_t values = p->kinds[PROMISED_VALUE] + p->kinds[PROMISED_ULPS] + (bounded(j) ? p->kinds[PROMISED_BITS] : 0);
    j->of_bound = j->how->kind == COMPARE_NEAR ? bounds + values > 0 : bounds > values;
    j->in_ulps = !j->of_bound && values > 0 && j->facts;
    result->unit = j->of_bound ? "of bound" : j->in_ulps ? "ulp" : "";
}

static int in_order(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

/* The encodings as they came, and as they were promised: each as often here as there, wherever it stands. A difference
 * is shown as the values at one place of the two in order. */
static void check_permutation(const comparison *c)
{
    const expectation *p = c->judge.promises;
    size_t n = p->components, size = assay_scalar_size(c->judge.scalar);
    uint64_t *got = malloc((n + 1) * sizeof *got), *promised_bits = malloc((n + 1) * sizeof *promised_bits);
    for (size_t k = 0; got && promised_bits && k < n; k++) {
        got[k] = scalar_load(c->judge.scalar, c->got + offset_of(c, k));
        promised_bits[k] = scalar_load(c->judge.scalar, (const char *)p->bits + k * size);
        c->result->unwritten +=
            c->other && got[k] == c->poison && scalar_load(c->judge.scalar, c->other + offset_of(c, k)) == c->opposite;
    }
    c->result->wrong += c->result->unwritten + (!got || !promised_bits);
    if (got && promised_bits) {
        qsort(got, n, sizeof *got, in_order);
        qsort(promised_bits, n, sizeof *promised_bits, in_order);
    }
    for (size_t k = 0; got && promised_bits && k < n; k++) {
        if (got[k] == promised_bits[k])
            continue;
        check_result *result = c->result;
        result->wrong++;
        if (result->first_count == sizeof result->first / sizeof *result->first)
            continue;
        check_difference *difference = &result->first[result->first_count++];
        *difference = (check_difference){.element = k / p->type.lanes, .lane = (uint8_t)(k % p->type.lanes)};
        write_encoding(c->judge.scalar, got[k], difference->got, sizeof difference->got);
        write_encoding(c->judge.scalar, promised_bits[k], difference->expected, sizeof difference->expected);
    }
    free(got);
    free(promised_bits);
}

/* Counts of what happened: none is lost and none invented. */
static void check_total(const comparison *c)
{
    const expectation *p = c->judge.promises;
    check_result *result = c->result;
    double total = 0;
    for (size_t k = 0; k < p->components; k++) {
        double count = scalar_number(c->judge.scalar, scalar_load(c->judge.scalar, c->got + offset_of(c, k)));
        total += count;
        if (p->kind[k] != PROMISED_BITS)
            continue;
        result->forbidden += (uint64_t)count;
        result->never |= k < 64 ? UINT64_C(1) << k : 0;
    }
    if (total == c->judge.how->total)
        return;
    result->wrong++;
    if (result->first_count == sizeof result->first / sizeof *result->first)
        return;
    check_difference *difference = &result->first[result->first_count++];
    *difference = (check_difference){.error = INFINITY};
    snprintf(difference->got, sizeof difference->got, "%.0f in all", total);
    snprintf(difference->expected, sizeof difference->expected, "counts that add up to %.0f", c->judge.how->total);
}

void check_output(const expectation *e, const compare_rule *how, assay_type type, size_t count, const void *got,
                  const void *other, uint8_t poison, check_result *result)
{
    uint64_t ones = UINT64_C(0x0101010101010101), mask = UINT64_MAX >> (64 - 8 * assay_scalar_size(type.scalar));
    comparison c = {.judge = {.promises = e, .how = how, .facts = float_facts_of(type.scalar), .scalar = type.scalar},
                    .got = got,
                    .other = other,
                    .poison = ones * poison & mask,
                    .opposite = ones * (uint8_t)~poison & mask,
                    .result = result};
    *result =
        (check_result){.unjudged = e->kinds[PROMISED_NOTHING], .judged = e->components - e->kinds[PROMISED_NOTHING]};
    choose_unit(&c.judge, result);
    (void)count;
    bool exact = e->components && e->kinds[PROMISED_BITS] == e->components;
    if (how->kind == COMPARE_PERMUTATION && exact) {
        check_permutation(&c);
        return;
    }
    bool dense = type.stride == type.lanes * assay_scalar_size(type.scalar);
    if (exact && dense && how->kind != COMPARE_STATISTIC) {
        check_blocks(&c);
        return;
    }
    for (size_t k = 0; k < e->components; k++)
        check_component(&c, k);
    if (how->kind == COMPARE_STATISTIC)
        check_total(&c);
}

static judge judge_of(const expectation *e, const compare_rule *how)
{
    return (judge){.promises = e, .how = how, .facts = float_facts_of(e->type.scalar), .scalar = e->type.scalar};
}

void expectation_describe(const expectation *e, const compare_rule *how, size_t element, unsigned lane, char *text,
                          size_t size)
{
    judge j = judge_of(e, how);
    write_promise(&j, element * e->type.lanes + lane, text, size);
}

bool check_encoding(const expectation *e, const compare_rule *how, size_t k, uint64_t bits)
{
    judge j = judge_of(e, how);
    double error;
    return kept(&j, k, bits, &error) || tolerated(&j, k, bits);
}

bool expectation_has_bound(const expectation *e, const compare_rule *how, size_t k)
{
    judge j = judge_of(e, how);
    if (how->kind == COMPARE_PERMUTATION || how->kind == COMPARE_STATISTIC)
        return false;
    switch ((promised)e->kind[k]) {
    case PROMISED_VALUE:
    case PROMISED_INTERVAL:
    case PROMISED_INTERVAL_OR_NAN:
    case PROMISED_ANY:
    case PROMISED_NEAR:
    case PROMISED_ULPS:
    case PROMISED_CHOICE: return true;
    case PROMISED_BITS: return bounded(&j) && (j.facts || how->kind == COMPARE_NEAR);
    default: return false;
    }
}

bool expectation_forbids(const expectation *e, size_t k)
{
    return e->kind[k] == PROMISED_BITS;
}
