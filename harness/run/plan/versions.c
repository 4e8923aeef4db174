/* versions.c: a case under older language versions. Each version is one more compilation of the same program; what it
 * computes is compared with the same reference. */
#include "versions.h"
#include "../../base/json.h"
#include "eligible.h"
#include "../execute.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
    const executor *on;
    const assay_case *it;
    const wire_job *job;
    text facts;
} trial;

static void note(trial *trial, uint32_t msl, const char *what)
{
    char name[32];
    snprintf(name, sizeof name, "msl %u.%u", msl >> 16, msl & 0xffff);
    json_string(&trial->facts, name, what);
}

/* Whether the device's compiler takes this version at all. */
static bool is_taken(const executor *on, uint32_t msl)
{
    metal_compile options = {.source = "kernel void empty() {}", .msl = msl};
    assay_error error = {0};
    if (on->facts->software)
        return true;
    metal_library *library = metal_library_create(on->device, &options, NULL, &error);
    metal_library_destroy(library);
    return library != NULL;
}

static bool is_refused(const outcome *outcome)
{
    return outcome->verdict == VERDICT_FAIL && (outcome->kind == FAILURE_COMPILE || outcome->kind == FAILURE_PIPELINE);
}

/* The first version: judged. */
static bool run_first(trial *trial, uint32_t msl, outcome *outcome)
{
    execute_case(trial->on, trial->it, NULL, trial->job, msl, false, outcome);
    if (is_refused(outcome) && !is_taken(trial->on, msl)) {
        outcome_clear(outcome);
        outcome_decide(outcome, VERDICT_SKIP, "this device does not compile for MSL %u.%u", msl >> 16, msl & 0xffff);
    }
    if (outcome->verdict == VERDICT_PASS)
        note(trial, msl, "passes");
    return outcome->verdict == VERDICT_PASS;
}

/* An older version, with which some row came: the program may need the newer one for something else. */
static bool run_older(trial *trial, uint32_t msl, outcome *outcome)
{
    struct outcome seen = {.verdict = VERDICT_PASS};
    execute_case(trial->on, trial->it, NULL, trial->job, msl, false, &seen);
    bool good = !verdict_is_bad(seen.verdict) || is_refused(&seen);
    note(trial, msl, is_refused(&seen) ? "refused" : seen.verdict == VERDICT_PASS ? "passes" : "not run");
    if (!good) { /* taken, and wrong */
        outcome_clear(outcome);
        *outcome = seen;
        return false;
    }
    outcome_clear(&seen);
    return true;
}

/* The version before the first. `came`: something that the case verifies came with the first. */
static void compile_before(trial *trial, uint32_t msl, bool came, outcome *outcome)
{
    struct outcome seen = {.verdict = VERDICT_PASS};
    execute_case(trial->on, trial->it, NULL, trial->job, msl, true, &seen);
    if (is_refused(&seen)) {
        note(trial, msl, is_taken(trial->on, msl) ? "refused" : "no such version here");
    } else if (verdict_is_bad(seen.verdict)) {
        outcome_clear(outcome);
        *outcome = seen;
        return;
    } else {
        note(trial, msl, came ? "accepted, although older" : "accepted");
    }
    if (seen.verdict == VERDICT_PASS && came && trial->on->facts->software) {
        outcome_decide(outcome, VERDICT_FAIL, "compiles as MSL %u.%u, too, with which what it verifies did not exist",
                       msl >> 16, msl & 0xffff);
        outcome->kind = FAILURE_ACCEPTED;
    }
    outcome_clear(&seen);
}

void versions_run(const executor *on, const assay_case *it, const wire_job *job, outcome *outcome)
{
    trial trial = {.on = on, .it = it, .job = job};
    uint32_t first = eligible_first(it), before = eligible_before(first);
    bool must_reject = case_file_rejects(it->file), came = false, good = run_first(&trial, first, outcome);
    size_t count;
    const uint32_t *since = case_file_since(it->file, &count);
    for (size_t i = 0; i < count && !case_file_before(it->file); i++)
        came |= since[i] == first;
    for (size_t i = 0; i < count && good && !must_reject; i++)
        if (since[i] < first && eligible_before(since[i]))
            good = run_older(&trial, since[i], outcome);
    if (good && before && !must_reject)
        compile_before(&trial, before, came, outcome);
    if (!trial.facts.failed && trial.facts.length) {
        free(outcome->facts);
        outcome->facts = text_copy(text_string(&trial.facts));
    }
    text_free(&trial.facts);
}
