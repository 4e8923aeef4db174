/* relate.c: what two trials say about each other. Both were judged by the reference already; here it is whether results
 * stay the same where nothing that matters has changed. */
#include "relate.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One output of two trials. */
typedef struct pair {
    const char *name;
    assay_type type;
    uint8_t *mine, *other;
    size_t mine_count, other_count; /* elements */
} pair;

static bool load(const trial *one, const trial *partner, const contract_argument *a, pair *to)
{
    assay_error error = {0};
    size_t count, size, other_size;
    const assay_case *cases = case_file_cases(one->read, &count);
    case_instance *instance = count ? case_instantiate(&cases[0], 0, USUAL_SIMD_WIDTH, &error) : NULL;
    *to = (pair){.name = a->name};
    for (size_t i = 0; instance && i < instance->argument_count; i++)
        if (strcmp(instance->arguments[i].name, a->name) == 0)
            to->type = instance->arguments[i].type;
    case_instance_destroy(instance);
    to->mine = trial_output(one, a->name, &size);
    to->other = trial_output(partner, a->name, &other_size);
    if (!to->mine || !to->other || !to->type.stride)
        return false;
    to->mine_count = size / to->type.stride;
    to->other_count = other_size / to->type.stride;
    return true;
}

static void unload(pair *p)
{
    free(p->mine);
    free(p->other);
}

typedef struct difference {
    size_t count, first;
    double largest;
} difference;

/* Element i of the trial against element j of its partner; NaNs are equal. */
static void compare_element(const pair *p, size_t i, size_t j, difference *d)
{
    size_t size = assay_scalar_size(p->type.scalar);
    for (unsigned lane = 0; lane < p->type.lanes; lane++) {
        uint64_t a = scalar_load(p->type.scalar, p->mine + i * p->type.stride + lane * size);
        uint64_t b = scalar_load(p->type.scalar, p->other + j * p->type.stride + lane * size);
        double x = scalar_number(p->type.scalar, a), y = scalar_number(p->type.scalar, b);
        if (a == b || (isnan(x) && isnan(y)))
            continue;
        if (!d->count++)
            d->first = i;
        double gap = fabs(x - y);
        d->largest = isnan(gap) ? INFINITY : fmax(d->largest, gap);
    }
}

static size_t rows_of(const validation *v, const trial *one)
{
    double rows = 1;
    if (v->contract->rows)
        compose_number(one->binding, &one->what, v->contract->rows, &rows, NULL);
    return rows < 1 ? 1 : (size_t)rows;
}

static difference compare(const validation *v, const trial *one, const pair *p)
{
    difference d = {0};
    size_t rows = rows_of(v, one), length = p->mine_count / rows;
    for (size_t i = 0; i < p->mine_count; i++) {
        size_t j = one->stage == STAGE_BATCH   ? i % length
                   : one->stage == STAGE_ORDER ? (i + length) % p->mine_count
                                               : i;
        if (j < p->other_count)
            compare_element(p, i, j, &d);
    }
    return d;
}

/* What came of a stage's pairs. */
typedef struct tally {
    size_t pairs, equal;
    double largest;
    double mine, other; /* largest error / bound of candidate and baseline where they differ */
} tally;

static void relate_one(validation *v, const trial *one, tally *t)
{
    const trial *partner = &v->trials.item[one->partner];
    if (!trial_good(one) || !trial_good(partner))
        return;
    difference all = {0};
    for (size_t i = 0; i < v->contract->argument_count; i++) {
        const contract_argument *a = &v->contract->arguments[i];
        pair p = {0};
        if ((a->role == CONTRACT_OUT || a->role == CONTRACT_INOUT) && load(one, partner, a, &p)) {
            difference d = compare(v, one, &p);
            all.count += d.count;
            all.largest = fmax(all.largest, d.largest);
        }
        unload(&p);
    }
    t->pairs++;
    t->equal += !all.count;
    t->largest = fmax(t->largest, all.largest);
    if (!all.count)
        return;
    t->mine = fmax(t->mine, partner->outcome.worst);
    t->other = fmax(t->other, one->outcome.worst);
}

/* Results may vary between identical runs. If they vary only when the surrounding memory changes, the kernel reads
 * outside its arguments. */
static void relate_placement(validation *v)
{
    tally again = {0}, moved = {0};
    const trial *example = NULL;
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (one->stage != STAGE_PLACEMENT || one->partner == SIZE_MAX)
            continue;
        tally *t = one->placement ? &moved : &again;
        size_t before = t->equal, pairs = t->pairs;
        relate_one(v, one, t);
        if (t->pairs > pairs && t->equal == before && one->placement && !example)
            example = one;
    }
    if (!moved.pairs)
        return;
    char *note = v->stages[STAGE_PLACEMENT].note;
    bool settled = again.equal == again.pairs;
    if (moved.equal == moved.pairs)
        snprintf(note, sizeof v->stages->note, "equal bits");
    else if (!settled)
        snprintf(note, sizeof v->stages->note, "results differ from run to run, by up to %.3g, within the bound",
                 again.largest);
    else
        validation_add(
            v, STAGE_PLACEMENT, true, example,
            "results depend on where buffers lie or on the bytes around them: the kernel reads what is not its own");
}

static void relate_stage(validation *v, stage stage)
{
    tally t = {0};
    char *note = v->stages[stage].note;
    size_t size = sizeof v->stages[stage].note;
    for (size_t i = 0; i < v->trials.count; i++)
        if (v->trials.item[i].stage == stage && v->trials.item[i].partner != SIZE_MAX)
            relate_one(v, &v->trials.item[i], &t);
    if (!t.pairs)
        return;
    if (t.equal == t.pairs)
        snprintf(note, size, "equal bits");
    else if (stage != STAGE_BASELINE)
        snprintf(note, size, "%zu of %zu equal in bits, the others within the bound, apart by up to %.3g", t.equal,
                 t.pairs, t.largest);
    else
        snprintf(
            note, size,
            "%zu of %zu equal in bits; apart by up to %.3g; largest error %.3g of the bound, the baseline's %.3g: %s",
            t.equal, t.pairs, t.largest, t.mine, t.other,
            t.mine < t.other   ? "the new version is closer to the truth"
            : t.mine > t.other ? "the baseline is closer to the truth"
                               : "equally close");
}

void relate(validation *v)
{
    relate_placement(v);
    relate_stage(v, STAGE_THREADGROUPS);
    relate_stage(v, STAGE_BATCH);
    relate_stage(v, STAGE_ORDER);
    relate_stage(v, STAGE_BASELINE);
}
