/* subcase_judge.c: compares the outputs of a subcase with what its references promise. */
#include "subcase.h"
#include "../../base/clock.h"
#include "../../check/digest.h"
#include "../results/expect.h"
#include "../results/measured.h"
#include "tamper.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note_worst(outcome *outcome, const check_result *result, const char *output)
{
    if (!result->unit || !*result->unit || (outcome->worst_unit && strcmp(outcome->worst_unit, result->unit) != 0))
        return;
    if (outcome->worst_unit && !(result->worst > outcome->worst))
        return;
    free(outcome->worst_unit);
    free(outcome->worst_output);
    outcome->worst = result->worst;
    outcome->worst_element = result->worst_element;
    outcome->worst_unit = text_copy(result->unit);
    outcome->worst_output = text_copy(output);
}

/* What the reference promises for one output; NULL with an error. */
static expectation *expect(subcase *at, const case_expectation *what, assay_error *error)
{
    const case_argument *argument = &at->instance->arguments[what->argument];
    size_t last = at->instance->dispatch_count;
    uint32_t width = last ? metal_pipeline_simd_width(at->pipelines[last - 1]) : at->run->on->simd_width;
    const reference_dispatch seen = arguments_dispatch(at->instance, width);
    const void **inputs = calloc(at->memory.count + 1, sizeof *inputs);
    expectation *promise = expectation_create(argument->type, argument->count);
    if (!inputs || !promise)
        assay_fail(error, NULL, 0, "out of memory");
    for (size_t i = 0; inputs && i < at->memory.count; i++)
        inputs[i] = at->memory.item[i].initial;
    if (!inputs || !promise || !expectation_fill(promise, at->instance, what, inputs, &seen, error)) {
        expectation_destroy(promise);
        promise = NULL;
    }
    free(inputs);
    return promise;
}

/* Adds the counts of a statistical output to those of the other subcases. */
static void add_histogram(outcome *outcome, const case_argument *argument, const void *got)
{
    size_t n = argument->count * argument->type.lanes, size = assay_scalar_size(argument->type.scalar);
    if (outcome->histogram_count < n) {
        uint64_t *grown = realloc(outcome->histogram, n * sizeof *grown);
        if (!grown)
            return;
        memset(grown + outcome->histogram_count, 0, (n - outcome->histogram_count) * sizeof *grown);
        outcome->histogram = grown;
        outcome->histogram_count = n;
    }
    for (size_t k = 0; k < n; k++)
        outcome->histogram[k] += scalar_load(argument->type.scalar, (const char *)got + k * size);
}

static void note_fact(run *run, const char *output, const check_result *result)
{
    size_t i = 0;
    while (i < run->fact_count && strcmp(run->facts[i].output, output) != 0)
        i++;
    if (i == MOST_FACTS)
        return;
    bool one = run->it->subcase_count == 1;
    run->fact_count += i == run->fact_count;
    run->facts[i].output = output;
    run->facts[i].of += one ? result->judged : 1;
    run->facts[i].like += one ? result->judged - result->wrong : !result->wrong;
}

/* Compares one output. `twice`: it was run a second time. */
static step judge_output(subcase *at, const case_expectation *what, bool twice, bool *good)
{
    outcome *outcome = at->run->outcome;
    assay_error error = {0};
    double start = monotonic_seconds();
    expectation *promise = expect(at, what, &error);
    outcome->reference += monotonic_seconds() - start;
    if (!promise)
        return subcase_error(at, &error);
    start = monotonic_seconds();
    const argument_memory *memory = &at->memory.item[what->argument];
    const case_argument *argument = memory->argument;
    const void *got = twice ? memory->first : memory->content;
    const void *other = twice && argument->role == ROLE_OUT ? memory->content : NULL;
    check_result result = {0};
    uint8_t poison = arguments_poison(&at->memory, false);
    check_output(promise, &what->how, argument->type, argument->count, got, other, poison, &result);
    if (what->how.kind != COMPARE_STATISTIC)
        outcome->digest = digest_add(outcome->digest, check_digest(promise, &what->how, got));
    if (what->recorded) {
        note_fact(at->run, argument->name, &result);
        outcome->unjudged += result.judged + result.unjudged;
        expectation_destroy(promise);
        return GO_ON;
    }
    outcome->judged += result.judged;
    outcome->unjudged += result.unjudged;
    note_worst(outcome, &result, argument->name);
    measured_note(promise, got, argument->name, &outcome->measured);
    if (what->how.kind == COMPARE_STATISTIC)
        add_histogram(outcome, argument, got);
    outcome->forbidden += result.forbidden;
    outcome->never |= result.never;
    *good = !result.wrong && !result.unwritten;
    if (!*good)
        subcase_fail_comparison(at, what, &result);
    else if (at->run->job->tamper && !at->run->tampered && result.judged)
        tamper_output(promise, &what->how, argument, got, at->run->job->seed ^ at->run->it->seed_key, outcome);
    outcome->compare += monotonic_seconds() - start;
    expectation_destroy(promise);
    return GO_ON;
}

/* Whether the comparison notices outputs that belong to the inputs of another seed, as a stale buffer holds them. */
static step compare_stale(subcase *at, const argument_set *stale)
{
    const case_instance *instance = at->instance;
    bool noticed = false;
    for (size_t i = 0; i < instance->expectation_count && !noticed; i++) {
        const case_expectation *what = &instance->expectations[i];
        const case_argument *argument = &instance->arguments[what->argument];
        assay_error error = {0};
        check_result result = {0};
        expectation *promise = expect(at, what, &error);
        if (!promise)
            return subcase_error(at, &error);
        check_output(promise, &what->how, argument->type, argument->count, stale->item[what->argument].content, NULL,
                     POISON, &result);
        expectation_destroy(promise);
        noticed = result.wrong != 0;
    }
    outcome_add_tampering(at->run->outcome, "outputs that belong to other inputs", noticed, true);
    return GO_ON;
}

static step tamper_stale(subcase *at)
{
    const run *run = at->run;
    assay_error error = {0};
    argument_set own = at->memory, stale;
    bool clean;
    if (!arguments_create(&stale, run->on->device, at->instance, run->job->seed + 1, 0, run->on->checked, &error))
        return subcase_error(at, &error);
    step next = GO_ON;
    if (!arguments_same_inputs(&own, &stale)) {
        at->memory = stale;
        next = subcase_dispatch(at, false, &clean);
        at->memory = own;
        if (next == GO_ON && clean)
            next = compare_stale(at, &stale);
    }
    arguments_destroy(&stale);
    return next;
}

step subcase_judge(subcase *at, bool twice)
{
    const case_instance *instance = at->instance;
    bool good = true;
    for (size_t i = 0; i < instance->expectation_count && good; i++)
        if (judge_output(at, &instance->expectations[i], twice, &good) == STOP)
            return STOP;
    if (at->run->outcome->tampering_count && !at->run->tampered) {
        at->run->tampered = true;
        if (good && tamper_stale(at) == STOP)
            return STOP;
    }
    const char *defect = outcome_defect(at->run->outcome);
    if (good && defect && subcase_fails_first(at, FAILURE_FINDING, 0))
        outcome_decide(at->run->outcome, VERDICT_FAIL, "%s", defect);
    return GO_ON;
}

/* ---- What a job may ask for besides the verdict */

/* Writes the outputs, as the first run left them, to files. */
step subcase_keep_outputs(subcase *at, bool twice)
{
    const char *prefix = at->run->job->keep;
    assay_error error = {0};
    for (size_t i = 0; prefix && *prefix && i < at->memory.count; i++) {
        const argument_memory *memory = &at->memory.item[i];
        if (memory->argument->role == ROLE_IN)
            continue;
        char path[1024];
        snprintf(path, sizeof path, "%s.%s", prefix, memory->argument->name);
        FILE *file = fopen(path, "wb");
        size_t written = file ? fwrite(twice ? memory->first : memory->content, 1, memory->size, file) : 0;
        if (!file || fclose(file) != 0 || written != memory->size) {
            assay_fail(&error, path, 0, "could not be written: %s", strerror(errno));
            return subcase_error(at, &error);
        }
    }
    return GO_ON;
}

/* Dispatches again and again, for the time the device takes. Where it computes on the host's processors it is theirs:
 * the time that passes says as much of whoever else runs there as of the kernel. */
step subcase_measure(subcase *at)
{
    outcome *outcome = at->run->outcome;
    uint64_t repeats = at->run->job->repeats;
    bool clean = true;
    if (repeats && !(outcome->samples = calloc(repeats, sizeof *outcome->samples)))
        return GO_ON;
    for (uint64_t i = 0; i < repeats && clean; i++) {
        double before = outcome->gpu, spent = at->processor;
        if (subcase_dispatch(at, false, &clean) == STOP)
            return STOP;
        outcome->samples[outcome->sample_count++] =
            at->run->on->facts->processors ? at->processor - spent : outcome->gpu - before;
    }
    return GO_ON;
}
