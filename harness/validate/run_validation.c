/* run_validation.c: runs the trials of a validation and asks what they mean. */
#include "run_validation.h"
#include "asked/answers.h"
#include "choose_launch.h"
#include "judge/diagnose.h"
#include "judge/judge.h"
#include "trial_plan.h"
#include "read/demands.h"
#include "read/reflect/probe.h"
#include "judge/relate.h"
#include "../base/clock.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool judge_range(validation *v, size_t first, size_t end, assay_error *error)
{
    for (size_t i = first; i < end; i++)
        if (!judge_trial(v, &v->trials.item[i], error))
            return false;
    return true;
}

/* A dispatch may take `seconds`, at most what is asked for. */
static bool run_range(validation *v, pool *pool, size_t first, size_t end, double seconds, bool *stopped,
                      assay_error *error)
{
    size_t at = SIZE_MAX;
    options run = v->request->run;
    if (seconds < run.timeout)
        run.timeout = seconds;
    if (first == end)
        return true;
    if (!trials_run(&v->trials, first, end, pool, &run, &at, error))
        return *error->text ? false : assay_fail(error, NULL, 0, "interrupted");
    *stopped |= at != SIZE_MAX;
    return judge_range(v, first, end, error);
}

/* One trial first: a kernel that does not compile needs no more, and compiling once fills the device's cache. */
static bool run_unchecked(validation *v, pool *pool, size_t end, bool *stopped, assay_error *error)
{
    return run_range(v, pool, 0, 1, INFINITY, stopped, error) &&
           (*stopped || run_range(v, pool, 1, end, INFINITY, stopped, error));
}

/* The same once more in another way: what has ended tells how long that may take, on a machine that has other work,
 * too. */
static double patience(const validation *v)
{
    enum { LEAST = 3, SLOWER = 20 };
    double longest = 0;
    for (size_t i = 0; i < v->trials.count; i++)
        if (trial_good(&v->trials.item[i]))
            longest = fmax(longest, v->trials.item[i].outcome.dispatch);
    return ceil(LEAST + SLOWER * longest);
}

/* What comes of these is worth knowing, and no reason to stop. */
static bool run_partial(validation *v, pool *pool, const ends *to, bool stopped, assay_error *error)
{
    bool any;
    return stopped || run_range(v, pool, to->ordinary, to->partial, patience(v), &any, error);
}

static bool hangs(const validation *v, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (v->trials.item[i].ended && v->trials.item[i].outcome.verdict == VERDICT_TIMEOUT)
            return true;
    return false;
}

/* Another process is started only where there is work for it: what such trials took says so. */
static unsigned workers_for(const validation *v, size_t count)
{
    const double worth = 0.1;
    double seconds = 0;
    size_t known = 0;
    for (size_t i = 0; i < v->trials.count; i++) {
        seconds += v->trials.item[i].ended ? v->trials.item[i].outcome.total : 0;
        known += v->trials.item[i].ended;
    }
    return known && seconds / (double)known * (double)count < worth ? 1 : v->request->run.jobs;
}

static bool run_again(validation *v, schedule schedule, bool checked, size_t first, size_t end, assay_error *error)
{
    bool stopped = false;
    double seconds = checked && !hangs(v, 0, first) ? INFINITY : patience(v);
    if (first == end)
        return true;
    pool *pool = validation_pool(v, schedule, checked, workers_for(v, end - first), error);
    bool good = pool && run_range(v, pool, first, end, seconds, &stopped, error);
    pool_end(pool);
    return good;
}

static bool make_binding(validation *v, pool *pool, const char *path, bool old, kernel_source **source, binding *to,
                         assay_error *error)
{
    const validate_request *request = v->request;
    *source = kernel_read(path, request->include, old ? 0 : request->mutant, error);
    if (!*source)
        return false;
    for (size_t i = 0; i < request->directive_count; i++) {
        const kernel_word *one = &request->directives[i];
        bool own_file = strcmp(one->name, "macro") != 0; /* a baseline speaks for itself where it can */
        bool about_kernel = strcmp(one->name, "types") != 0;
        if (old && own_file && about_kernel && ((*source)->says.dispatch_count || strcmp(one->name, "entry") == 0))
            continue;
        if (!kernel_direct(*source, one->name, one->text, 0, error))
            return false;
    }
    for (size_t i = 0; i < (*source)->says.varied_count && !old; i++)
        if (!contract_vary(v->contract, (*source)->says.varied[i], error))
            return false;
    if (!old)
        (*source)->library = request->library;
    if (!binding_begin(to, v->contract, *source, error) || !probe(to, pool, &request->run, error) ||
        !binding_make(to, v->contract, *source, error))
        return false;
    to->lanes = (unsigned)pool_device(pool)->simd_width;
    return demands_met(to, error);
}

/* The workers of all trials that need nothing special, and what their device is. */
static bool find_device(validation *v, pool **pool, assay_error *error)
{
    *pool = validation_pool(v, SCHEDULE_ANY, false, v->request->run.jobs, error);
    if (!*pool)
        return false;
    snprintf(v->device, sizeof v->device, "%s", pool_device(*pool)->name);
    v->software = pool_device(*pool)->software;
    v->processors = pool_device(*pool)->processors;
    return true;
}

static bool takes_libraries(const validation *v, assay_error *error)
{
    return !v->request->library || !v->software ||
           assay_fail(error, v->request->library, 0,
                      "%s does not run compiled libraries (.metallib): validate it on a Mac, or give its source alone",
                      v->device);
}

static bool prepare(validation *v, pool *pool, ends *to, assay_error *error)
{
    const validate_request *request = v->request;
    bool bound = (!request->sizes || contract_resize(v->contract, request->sizes, error)) &&
                 make_binding(v, pool, request->kernel, false, &v->candidate_source, &v->candidate, error);
    if (!bound || !answers_possible(v, error))
        return false;
    if (request->baseline && !make_binding(v, pool, request->baseline, true, &v->baseline_source, &v->baseline, error))
        return false;
    v->candidate.outside = v->baseline.outside = request->reference || request->as_reference;
    return trials_begin(&v->trials, error) && choose_launch(v, pool, error) && plan(v, to, error) &&
           answers_find(v, 0, error);
}

/* Whether an ordinary trial of these sizes and this type has failed. */
static bool fails_unchecked(const validation *v, const trial *like, size_t end)
{
    bool fails = false;
    for (size_t i = 0; i < end; i++) {
        const trial *one = &v->trials.item[i];
        fails |= one->stage == STAGE_CORRECTNESS && one->binding == like->binding && one->ended && !trial_good(one) &&
                 !trial_unjudged(one) && one->what.inputs == like->what.inputs && one->what.sizes == like->what.sizes &&
                 one->what.row == like->what.row && strcmp(one->what.type, like->what.type) == 0;
    }
    return fails;
}

/* Checked mode of all sizes, as many as there is time for; of a kernel that is wrong, of one that is wrong, for the
 * line. */
static bool run_watched(validation *v, const ends *to, assay_error *error)
{
    const double seconds = 2;
    enum { AT_ONCE = 6 };
    double last = monotonic_seconds() + seconds;
    bool stopped = false, right = validation_right(v);
    size_t at = to->checked;
    while (!right && at < to->watched && !fails_unchecked(v, &v->trials.item[at], to->ordinary))
        at++;
    size_t end = right || at == to->watched ? to->watched : at + 1;
    if (at == end)
        return true;
    pool *pool = validation_pool(v, SCHEDULE_ANY, true, workers_for(v, end - at), error);
    bool good = pool != NULL;
    for (; good && !stopped && at < end && monotonic_seconds() < last; at += AT_ONCE)
        good = run_range(v, pool, at, at + AT_ONCE < end ? at + AT_ONCE : end, patience(v), &stopped, error);
    pool_end(pool);
    if (good && !stopped && at < end)
        snprintf(v->stages[STAGE_CHECKED].note, sizeof v->stages->note, "no time for %zu more, of other sizes",
                 end - at);
    return good;
}

/* A device of its own chooses its schedule itself. */
static bool run_schedules(validation *v, const ends *to, assay_error *error)
{
    if (!v->software) {
        snprintf(v->stages[STAGE_SCHEDULE].note, sizeof v->stages->note, "not run: only softmetal can be told");
        return true;
    }
    for (schedule s = SCHEDULE_ANY + 1; s < SCHEDULE_COUNT; s++) {
        if (!run_again(v, s, false, to->schedule[s - 1], to->schedule[s], error))
            return false;
        if (!hangs(v, to->schedule[s - 1], to->schedule[s]))
            continue;
        snprintf(v->stages[STAGE_SCHEDULE].note, sizeof v->stages->note, "no more of them: it does not end");
        break;
    }
    return true;
}

static bool compiles(const validation *v)
{
    const outcome *first = &v->trials.item[0].outcome;
    return !(first->verdict == VERDICT_FAIL && (first->kind == FAILURE_COMPILE || first->kind == FAILURE_PIPELINE));
}

/* The trial that crashed, once more in checked mode, which names the line. */
static bool check_crash(validation *v, size_t end, assay_error *error)
{
    for (size_t i = 0; i < end; i++) {
        trial one = v->trials.item[i];
        if (!one.ended || one.binding != &v->candidate || one.stage == STAGE_CHECKED || stage_is_assumed(one.stage) ||
            (one.outcome.verdict != VERDICT_CRASH && one.outcome.verdict != VERDICT_DEVICE_ERROR))
            continue;
        one.stage = STAGE_CHECKED;
        one.partner = SIZE_MAX;
        one.keep = false;
        size_t again = trials_add(&v->trials, &one, error);
        return again != SIZE_MAX && run_again(v, one.schedule, true, again, again + 1, error);
    }
    return true;
}

bool validate(validation *v, const validate_request *request, assay_error *error)
{
    double start = monotonic_seconds();
    *v = (validation){.request = request};
    for (int i = 0; i < STAGE_COUNT; i++)
        v->stages[i].worst = NAN;
    ends ends = {0};
    bool stopped = false;
    pool *pool = NULL;
    v->contract = contract_read(request->contract, request->contracts, error);
    bool ran = v->contract && find_device(v, &pool, error) && prepare(v, pool, &ends, error) &&
               takes_libraries(v, error) && run_unchecked(v, pool, ends.ordinary, &stopped, error) &&
               run_partial(v, pool, &ends, stopped, error);
    pool_end(pool);
    if (!ran)
        return false;
    if (!compiles(v)) {
        diagnose(v, false);
        return true;
    }
    if (!stopped && !run_schedules(v, &ends, error))
        return false;
    /* After a crash all the more: it may name the line. */
    if (!run_again(v, SCHEDULE_ANY, true, ends.schedule[SCHEDULE_COUNT - 1], ends.checked, error) ||
        (!request->skip_checked && !check_crash(v, ends.checked, error)))
        return false;
    if (!stopped && !v->stages[STAGE_CHECKED].failed && !run_watched(v, &ends, error))
        return false;
    relate(v);
    diagnose(v, !stopped);
    judge_assumed(v);
    if (!stopped && !request->skip_speed && validation_right(v) &&
        !speed_measure(&v->speed, &v->trials, &v->candidate, request->baseline ? &v->baseline : NULL, &request->run,
                       error))
        return false;
    v->seconds = monotonic_seconds() - start;
    return true;
}
