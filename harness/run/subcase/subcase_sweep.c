/* subcase_sweep.c: a subcase over all encodings of its input. */
#include "subcase.h"
#include "../../base/clock.h"
#include "../results/measured.h"
#include "../sweep.h"
#include <string.h>

enum { CHUNKS_BETWEEN_STATES = 4 };

static void tell_swept(const subcase *at, const sweep_totals *totals)
{
    text state = {0};
    sweep_state(totals, &state);
    if (at->run->on->swept && *text_string(&state))
        at->run->on->swept(at->run->on->context, text_string(&state));
    text_free(&state);
}

/* One slice on the device, while the one before is compared. `*more` false: there was none left. */
static step sweep_slice(subcase *at, sweep *sweep, bool *more)
{
    assay_error error = {0}, compared = {0};
    metal_result result = {.status = METAL_COMPLETED};
    metal_commands *commands = metal_commands_create(at->run->on->device, METAL_SERIAL, &error);
    if (!commands || !subcase_take_device(at)) {
        metal_commands_destroy(commands);
        if (commands)
            assay_fail(&error, NULL, 0, "the device stayed busy with somebody else's work");
        return subcase_error(at, &error);
    }
    subcase_report(at, PHASE_DISPATCH);
    double start = monotonic_seconds();
    *more = sweep_encode(sweep, commands, at->pipelines[0]);
    sweep_compare(sweep);
    if (*more)
        metal_commands_run(commands, at->run->job->timeout, &result);
    subcase_release_device(at);
    metal_commands_destroy(commands);
    at->run->outcome->dispatch += monotonic_seconds() - start;
    at->run->outcome->gpu += *more ? result.gpu_seconds : 0;
    subcase_report(at, PHASE_COMPARE);
    start = monotonic_seconds();
    bool good = sweep_wait(sweep, &compared);
    at->run->outcome->compare += monotonic_seconds() - start;
    if (!good)
        return subcase_error(at, &compared);
    if (*more)
        sweep_computed(sweep);
    return subcase_judge_device(at, &result);
}

static void fail_sweep(subcase *at, const sweep_totals *totals)
{
    outcome *outcome = at->run->outcome;
    const case_expectation *what = &at->instance->expectations[0];
    if (!subcase_fails_first(at, FAILURE_COMPARISON, what->line))
        return;
    uint64_t encoding = totals->first[0].element;
    outcome->output = text_copy(at->instance->arguments[what->argument].name);
    outcome->wrong = totals->wrong;
    outcome->first_count = totals->first_count;
    memcpy(outcome->first, totals->first, sizeof outcome->first);
    outcome->argument = 1 + encoding;
    outcome_decide(outcome, VERDICT_FAIL, "sweep: %llu arguments have wrong results, the first is %a (0x%08llx)",
                   (unsigned long long)totals->wrong, scalar_number(SCALAR_FLOAT, encoding),
                   (unsigned long long)encoding);
}

static void conclude_sweep(subcase *at, const sweep_totals *totals)
{
    outcome *outcome = at->run->outcome;
    const case_argument *out = &at->instance->arguments[at->instance->expectations[0].argument];
    outcome->judged += totals->judged;
    outcome->unjudged += totals->unjudged;
    outcome->sweep_part = at->run->job->sweep_part;
    outcome->sweep_parts = at->run->job->sweep_parts;
    outcome->sweep_judged = totals->judged;
    outcome->sweep_unjudged = totals->unjudged;
    measured_replace(&totals->measured, out->type.scalar, out->name, &outcome->measured);
    if (totals->wrong)
        fail_sweep(at, totals);
}

/* Every encoding of the input, after the case has passed with its own. */
step subcase_sweep(subcase *at)
{
    const wire_job *job = at->run->job;
    assay_error error = {0};
    bool more = true;
    step next = GO_ON;
    if (!job->sweep_parts || at->instance->sweep < 0 || at->run->mutant || at->run->outcome->verdict != VERDICT_PASS)
        return GO_ON;
    sweep *sweep =
        sweep_create(at->run->on->device, at->instance, metal_pipeline_simd_width(at->pipelines[0]),
                     (uint32_t)job->sweep_part, (uint32_t)job->sweep_parts, job->swept ? job->swept : "", &error);
    if (!sweep)
        return subcase_error(at, &error);
    uint32_t chunks = 0, known = sweep_found(sweep)->next;
    while (more && next == GO_ON) {
        next = sweep_slice(at, sweep, &more);
        if (!more || next != GO_ON || sweep_found(sweep)->next == known)
            continue;
        known = sweep_found(sweep)->next;
        if (++chunks % CHUNKS_BETWEEN_STATES == 0)
            tell_swept(at, sweep_found(sweep));
    }
    if (next == GO_ON)
        conclude_sweep(at, sweep_found(sweep));
    sweep_destroy(sweep);
    return next;
}

/* Puts one argument in the place of a sweep's whole input. */
step subcase_set_argument(subcase *at)
{
    uint32_t encoding = (uint32_t)(at->run->job->argument - 1);
    if (!at->run->job->argument)
        return GO_ON;
    if (at->instance->sweep < 0) {
        outcome_decide(at->run->outcome, VERDICT_SKIP, "--argument is for cases with a `sweep`, which this is not");
        return STOP;
    }
    argument_memory *memory = &at->memory.item[at->instance->sweep];
    for (size_t i = 0; i + sizeof encoding <= memory->size; i += sizeof encoding)
        memcpy(memory->initial + i, &encoding, sizeof encoding);
    return GO_ON;
}
