/* execute.c: runs one case: each subcase is compiled, given its memory, dispatched, checked for writes outside its
 * outputs, compared with its reference, and the first that fails is kept in detail.
 *
 * An output may hold every pattern, so poison alone cannot tell what was never written: when some component equals the
 * poison after the run, everything is run again with the complement, and what equals the poison both times was not
 * written. */
#include "execute.h"
#include "subcase/subcase.h"
#include "../base/clock.h"
#include "../base/json.h"
#include "plan/eligible.h"
#include "subcase/reject.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- A subcase */

static step run_memory(subcase *at)
{
    const run *run = at->run;
    assay_error error = {0};
    bool clean;
    double start = monotonic_seconds();
    bool made = arguments_create(&at->memory, run->on->device, at->instance, run->job->seed, run->job->placement,
                                 run->on->checked, &error);
    run->outcome->reference += monotonic_seconds() - start; /* inputs are the reference's too */
    if (!made)
        return subcase_error(at, &error);
    if (subcase_set_argument(at) == STOP)
        return STOP;
    if (run->operand && run->job->operands != OPERANDS_HELPER)
        subcase_spread_operand(at);
    step next = subcase_dispatch(at, false, &clean);
    if (next == STOP || !clean)
        return next;
    start = monotonic_seconds();
    bool twice = arguments_any_poison(&at->memory);
    run->outcome->compare += monotonic_seconds() - start;
    if (twice) {
        if (!arguments_keep(&at->memory, &error))
            return subcase_error(at, &error);
        next = subcase_dispatch(at, true, &clean);
        if (next == STOP || !clean)
            return next;
    }
    if (subcase_keep_outputs(at, twice) == STOP)
        return STOP;
    next = subcase_judge(at, twice);
    if (next == GO_ON)
        next = subcase_sweep(at);
    return next == STOP || run->outcome->verdict != VERDICT_PASS ? next : subcase_measure(at);
}

static bool skip_subcase(subcase *at, const char *reason)
{
    outcome *outcome = at->run->outcome;
    outcome->subcases_run--;
    outcome->subcases_skipped++;
    if (!outcome->reason)
        outcome->reason = text_copy(reason);
    return false;
}

/* Compiles; if the pipeline's SIMD-groups are not as wide as thought, everything is computed again with what they are.
 * False: this subcase is over. */
static bool prepare(subcase *at, step *step)
{
    assay_error error = {0};
    char reason[256];
    uint32_t width = at->run->on->simd_width, found = width;
    bool good = subcase_build(at, &found, step);
    if (good && found != width) {
        subcase_forget(at);
        at->instance = case_instantiate(at->run->it, at->index, found, &error);
        if (!at->instance) {
            *step = subcase_error(at, &error);
            return false;
        }
        const char *why;
        if (at->run->operand && !subcase_give_operand(at, &why))
            return false;
        good = subcase_build(at, &found, step);
    }
    if (good && !eligible_instance(at->run->on, at->instance, reason, sizeof reason))
        good = skip_subcase(at, reason);
    for (size_t i = 0; good && i < at->instance->dispatch_count; i++)
        if (!eligible_pipeline(at->run->it, &at->instance->dispatches[i], at->pipelines[i], reason, sizeof reason))
            good = skip_subcase(at, reason);
    return good;
}

static step run_subcase(run *run, size_t index)
{
    subcase at = {.run = run, .index = index};
    assay_error error = {0};
    step next = GO_ON;
    if (run->mutant && !case_mutant_applies(run->mutant, run->it, index))
        return GO_ON;
    at.instance = case_instantiate(run->it, index, run->on->simd_width, &error);
    if (!at.instance)
        return subcase_error(&at, &error);
    const char *why;
    if (run->operand && !subcase_give_operand(&at, &why)) {
        run->left++;
        run->why = run->why ? run->why : why;
        subcase_forget(&at);
        return GO_ON;
    }
    run->given += run->operand != 0;
    run->outcome->subcases_run++;
    subcase_report(&at, PHASE_COMPILE);
    double start = monotonic_seconds();
    if (at.instance->must_reject) {
        reject_judge(run->programs, run->on->facts, at.instance, run->msl, run->mutant ? run->mutant->body : NULL,
                     run->outcome);
        run->outcome->subcases_failed += run->outcome->verdict == VERDICT_FAIL;
        run->outcome->compile += monotonic_seconds() - start;
        next = run->outcome->verdict == VERDICT_PASS ? GO_ON : STOP;
    } else {
        bool ready = prepare(&at, &next);
        run->outcome->compile += monotonic_seconds() - start;
        run->outcome->judged += ready && run->only_build;
        ready = ready && !run->only_build && subcase_judge_reflections(&at, &next);
        if (ready && (at.instance->expectation_count || at.instance->log_count))
            next = run_memory(&at);
    }
    arguments_destroy(&at.memory);
    if (at.instance)
        subcase_forget(&at);
    return next;
}

/* ---- A case */

/* What the subcases together mean. */
static void conclude(run *run)
{
    outcome *outcome = run->outcome;
    if (outcome->verdict != VERDICT_PASS)
        return;
    if (!outcome->subcases_run && !outcome->subcases_skipped)
        outcome->not_applicable = run->mutant != NULL;
    char first[512];
    snprintf(first, sizeof first, "%s", outcome->reason ? outcome->reason : "");
    if (!outcome->subcases_run && outcome->subcases_skipped)
        outcome->verdict = VERDICT_SKIP;
    else if (!outcome->judged && !outcome->not_applicable) {
        outcome_decide(outcome, VERDICT_INTERNAL_ERROR, "the case judges nothing: every value is unjudged");
        outcome->kind = FAILURE_UNJUDGED;
    } else if (outcome->subcases_skipped)
        outcome_decide(outcome, VERDICT_PASS, "%llu of %llu subcases skipped: %s",
                       (unsigned long long)outcome->subcases_skipped,
                       (unsigned long long)(outcome->subcases_run + outcome->subcases_skipped), first);
}

/* How much was as the reference has it: a choice of the device, no verdict. */
static void record_facts(run *run)
{
    text members = run->told;
    run->told = (text){0};
    char value[64];
    for (size_t i = 0; i < run->fact_count; i++) {
        snprintf(value, sizeof value, "%llu of %llu as the reference", (unsigned long long)run->facts[i].like,
                 (unsigned long long)run->facts[i].of);
        json_string(&members, run->facts[i].output, value);
    }
    if (members.length)
        run->outcome->facts = text_copy(text_string(&members));
    text_free(&members);
}

/* A subcase once for each input buffer and value, which comes by what the job says. */
static step run_operands(run *run, size_t index)
{
    assay_error error = {0};
    case_instance *instance = case_instantiate(run->it, index, run->on->simd_width, &error);
    step next = GO_ON;
    for (size_t n = 0; instance && n < instance->argument_count && next == GO_ON; n++) {
        const case_argument *argument = &instance->arguments[n];
        if (argument->role != ROLE_IN || (argument->kind != ARGUMENT_BUFFER && argument->kind != ARGUMENT_BYTES) ||
            !argument->count)
            continue;
        run->operand = n + 1;
        uint64_t judged = run->outcome->judged, given = run->given;
        bool helped = false; /* an element of which something is judged was found */
        for (run->attempt = 0; run->attempt < OPERAND_ATTEMPTS && next == GO_ON && !helped; run->attempt++) {
            run->given = given;
            next = run_subcase(run, index);
            helped = run->outcome->judged != judged || run->given == given || run->outcome->verdict != VERDICT_PASS;
        }
        if (!helped && next == GO_ON) {
            run->given = given;
            run->left++;
            run->why = run->why ? run->why : "nothing is judged of the elements that were tried";
        }
    }
    case_instance_destroy(instance);
    return next;
}

static void record_operands(run *run)
{
    text members = {0}, what = {0};
    if (!run->given && run->outcome->verdict == VERDICT_PASS)
        outcome_decide(run->outcome, VERDICT_SKIP, "no operand of it comes by %s: %s",
                       operand_kind_name((operand_kind)run->job->operands),
                       run->why ? run->why : "it has no input buffer");
    text_format(&what, "%zu inputs given, %zu left%s%s", run->given, run->left, run->why ? ": " : "",
                run->why ? run->why : "");
    json_string(&members, "operands", text_string(&what));
    run->outcome->facts = text_copy(text_string(&members));
    text_free(&what);
    text_free(&members);
}

static void run_subcases(run *run)
{
    step next = GO_ON;
    size_t count = run->it->subcase_count;
    for (size_t i = run->job->last_only ? count - 1 : 0; i < count && next == GO_ON; i++) {
        next = run->job->operands ? run_operands(run, i) : run_subcase(run, i);
        if (run->mutant && run->outcome->verdict == VERDICT_FAIL) /* killed: once is enough */
            break;
    }
}

/* That a forbidden outcome was never seen means something only if the device can show it. So the mutants run, too,
 * which allow it, and each has to show one. */
static void measure_power(run *passed)
{
    outcome *outcome = passed->outcome;
    size_t count;
    const case_mutant *mutants = case_file_mutants(passed->it->file, &count);
    outcome->shown = calloc(count + 1, sizeof *outcome->shown);
    for (size_t i = 0; outcome->shown && i < count; i++) {
        struct outcome seen = {.verdict = VERDICT_PASS};
        run weakened = *passed;
        weakened.mutant = &mutants[i];
        weakened.outcome = &seen;
        if (!case_mutant_applies(&mutants[i], passed->it, SIZE_MAX))
            continue;
        run_subcases(&weakened);
        outcome->shown[outcome->shown_count++] = seen.forbidden;
        if (!seen.forbidden)
            outcome_decide(
                outcome, VERDICT_NOT_DEMONSTRATED,
                "no forbidden outcome, but neither does this device ever show one with the mutant of line %d",
                mutants[i].line);
        outcome_clear(&seen);
    }
}

void execute_case(const executor *on, const assay_case *it, const case_mutant *mutant, const wire_job *job,
                  uint32_t msl, bool only_build, outcome *outcome)
{
    char reason[256];
    double start = monotonic_seconds();
    if (!eligible_case(on, it, reason, sizeof reason)) {
        outcome_decide(outcome, VERDICT_SKIP, "%s", reason);
        return;
    }
    run run = {.on = on, .it = it, .mutant = mutant, .job = job, .only_build = only_build, .outcome = outcome};
    run.msl = msl ? msl : eligible_language(it, on->facts);
    run.programs = programs_create(on->device);
    if (!run.programs) {
        outcome_decide(outcome, VERDICT_INTERNAL_ERROR, "out of memory");
        return;
    }
    run_subcases(&run);
    if (job->operands)
        record_operands(&run);
    conclude(&run);
    if (!job->operands)
        record_facts(&run);
    text_free(&run.told);
    if (!mutant && !job->tamper && !msl && !job->operands && outcome->verdict == VERDICT_PASS &&
        outcome->histogram_count)
        measure_power(&run);
    programs_destroy(run.programs);
    outcome->total = monotonic_seconds() - start;
}
