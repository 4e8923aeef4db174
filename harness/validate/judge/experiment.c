/* experiment.c: an experiment is a trial that differs from a failed one in a single thing. It is run as any trial is;
 * its stage is none, so that no count and no verdict takes it for one of the validation's. */
#include "experiment.h"
#include "../../base/clock.h"
#include "../../run/workers/pool.h"
#include "../asked/answers.h"
#include "widen.h"
#include <string.h>

enum { MOST_EXPERIMENTS = 80, MOST_SECONDS = 10 };

experiments experiments_begin(validation *v, bool run)
{
    assay_error error = {0};
    experiments with = {.v = v, .left = MOST_EXPERIMENTS, .end = monotonic_seconds() + MOST_SECONDS};
    if (run)
        with.pool = validation_pool(v, SCHEDULE_ANY, false, 1, &error);
    return with;
}

void experiments_end(experiments *with)
{
    pool_end(with->pool);
}

static bool alike(const validation *v, const trial *a, const trial *b)
{
    return a->binding == b->binding && a->stage != STAGE_CHECKED && a->stage != STAGE_SPEED && !a->what.expect &&
           a->schedule == b->schedule && a->math == b->math && a->functions == b->functions && a->placement == 0 &&
           strcmp(a->what.type, b->what.type) == 0 && strcmp(a->what.threadgroup, b->what.threadgroup) == 0 &&
           a->what.inputs == b->what.inputs && a->what.order == b->what.order &&
           compose_same_sizes(v->contract, &a->what, &b->what);
}

static size_t find_ended(const validation *v, const trial *wanted)
{
    for (size_t i = 0; i < v->trials.count; i++)
        if (v->trials.item[i].ended && alike(v, &v->trials.item[i], wanted))
            return i;
    return SIZE_MAX;
}

/* Returns SIZE_MAX if there is no case for the trial, no answer to it, or no end of it. The error is dropped: the user
 * did not ask for this trial. */
static size_t run_one(experiments *with, const trial *wanted)
{
    validation *v = with->v;
    assay_error error = {0};
    bool admits;
    trial one = *wanted;
    if (!with->pool || !with->left || monotonic_seconds() > with->end ||
        !compose_admits(one.binding, &one.what, &admits, &error) || !admits ||
        !values_fit(one.binding, &one.what, &error))
        return SIZE_MAX;
    with->left--;
    one.stage = STAGE_COUNT;
    one.partner = SIZE_MAX;
    one.keep = true;
    one.placement = 0;
    one.what.given = NULL;
    size_t count = v->trials.count, n = trials_add(&v->trials, &one, &error);
    bool good = n != SIZE_MAX && answers_find(v, n, &error);
    bool ran = good && trials_run(&v->trials, n, n + 1, with->pool, &v->request->run, NULL, &error);
    if (good && !ran)
        with->left = 0; /* somebody interrupts, or there is no worker any more */
    for (size_t i = count; i < v->trials.count; i++)
        v->trials.item[i].stage = STAGE_COUNT;
    return ran && v->trials.item[n].ended ? n : SIZE_MAX;
}

size_t experiment_find(experiments *with, const trial *wanted)
{
    size_t known = find_ended(with->v, wanted);
    return known != SIZE_MAX ? known : run_one(with, wanted);
}

static int right(const validation *v, size_t n)
{
    const trial *one = n == SIZE_MAX ? NULL : &v->trials.item[n];
    return !one || trial_unjudged(one) ? -1 : trial_good(one) ? 1 : one->outcome.verdict == VERDICT_FAIL ? 0 : -1;
}

int experiment_right(experiments *with, const trial *wanted)
{
    return right(with->v, experiment_find(with, wanted));
}

/* First with casts to the short type made casts to float as well, then, since some of them are what a store needs,
 * without. */
bool experiment_wide(experiments *with, const trial *failed)
{
    const binding *narrow = failed->binding;
    arena *memory = &narrow->kernel->memory;
    for (int casts = 1; casts >= 0 && !narrow->kernel->library; casts--) {
        text wider = {0};
        bool changed = widen(narrow->kernel, narrow->function, failed->what.type,
                             strcmp(binding_stated_type(narrow), "T") == 0, casts, &wider);
        kernel_source *source = arena_take(memory, 1, sizeof *source);
        binding *wide = arena_take(memory, 1, sizeof *wide);
        *source = *narrow->kernel;
        source->text = arena_text(memory, text_string(&wider), wider.length);
        text_free(&wider);
        *wide = *narrow;
        wide->kernel = source;
        trial one = *failed;
        one.binding = wide;
        if (changed && right(with->v, run_one(with, &one)) == 1)
            return true;
    }
    return false;
}
