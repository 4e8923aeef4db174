/* subcase_build.c: compiles a subcase, makes its pipelines, and judges what the API says of them. */
#include "../../base/json.h"
#include "subcase.h"
#include "reject.h"
#include <stdlib.h>
#include <string.h>

/* The program is there already, as a `.metallib`. */
static metal_library *open_library(subcase *at, step *step)
{
    assay_error error = {0};
    metal_library *library = programs_opened(at->run->programs, at->run->job->library, &error);
    *step = !library && subcase_is_gap(at, &error, error.text) ? STOP : GO_ON;
    if (!library && *step == GO_ON)
        subcase_fail_compile(at, FAILURE_COMPILE, "is no library that the device loads", error.text);
    return library;
}

static step breakdown(subcase *at, const char *diagnostics)
{
    outcome_decide(at->run->outcome, VERDICT_CRASH, "the compiler broke down");
    at->run->outcome->cause = CAUSE_BREAKDOWN;
    free(at->run->outcome->message);
    at->run->outcome->message = text_copy(diagnostics);
    return STOP;
}

static metal_library *compile(subcase *at, step *step)
{
    const run *run = at->run;
    if (run->job->library && *run->job->library)
        return open_library(at, step);
    const char *diagnostics, *source = run->mutant ? run->mutant->body : at->instance->source;
    source = at->program ? at->program : source;
    assay_error error = {0};
    char *program = case_program(at->instance, source, run->job->seed, &error);
    *step = GO_ON;
    if (!program) {
        *step = subcase_error(at, &error);
        return NULL;
    }
    metal_library *library = programs_library(run->programs, at->instance, run->msl, program, &diagnostics, &error);
    free(program);
    if (library)
        return library;
    if (subcase_is_gap(at, &error, *diagnostics ? diagnostics : error.text)) {
        *step = STOP;
    } else if (reject_is_breakdown(run->on->facts, &error, diagnostics)) {
        *step = breakdown(at, diagnostics);
    } else if (at->instance->refusal && !run->on->facts->software && !run->mutant &&
               run->outcome->verdict != VERDICT_FAIL) {
        outcome_decide(run->outcome, VERDICT_SKIP, "refused, which is recorded: %s", at->instance->refusal);
        run->outcome->message = text_copy(*diagnostics ? diagnostics : error.text);
        *step = STOP;
    } else {
        subcase_fail_compile(at, FAILURE_COMPILE, "does not compile", *diagnostics ? diagnostics : error.text);
    }
    return NULL;
}

/* Metal compiles for the chip when a pipeline is made, so that the compiler can break down there, too. */
static step no_pipeline(subcase *at, const assay_error *error)
{
    if (subcase_is_gap(at, error, error->text))
        return STOP;
    if (reject_is_breakdown(at->run->on->facts, error, error->text))
        return breakdown(at, error->text);
    subcase_fail_compile(at, FAILURE_PIPELINE, "compiles, but gives no pipeline", error->text);
    return GO_ON;
}

/* Builds a pipeline per dispatch. False: this subcase is over. */
bool subcase_build(subcase *at, uint32_t *simd_width, step *step)
{
    case_instance *instance = at->instance;
    assay_error error = {0};
    at->library = compile(at, step);
    if (!at->library)
        return false;
    at->pipelines = calloc(instance->dispatch_count + 1, sizeof *at->pipelines);
    for (size_t i = 0; at->pipelines && i < instance->dispatch_count; i++) {
        at->pipelines[i] =
            programs_pipeline(at->run->programs, at->library, instance, instance->dispatches[i].kernel, &error);
        if (!at->pipelines[i]) {
            *step = no_pipeline(at, &error);
            return false;
        }
        *simd_width = metal_pipeline_simd_width(at->pipelines[i]);
    }
    return at->pipelines != NULL;
}

void subcase_forget(subcase *at)
{
    free(at->program);
    free(at->constants);
    at->program = NULL;
    at->constants = NULL;
    free(at->pipelines);
    at->pipelines = NULL;
    metal_log_destroy(at->log);
    at->log = NULL;
    case_instance_destroy(at->instance);
    at->instance = NULL;
}

/* ---- What the API says */

static bool reflected(const metal_pipeline *pipeline, const char *path, uint32_t *value)
{
    bool limit = strcmp(path, "max_threads") == 0;
    if (limit)
        *value = metal_pipeline_max_threads(pipeline);
    return limit || metal_pipeline_index(pipeline, path, value);
}

/* A number, or the text if there is one. */
static void print_reflected(text *to, bool absent, uint32_t value, const char *words)
{
    if (absent)
        text_add(to, "absent");
    else if (words)
        text_format(to, "\"%s\"", words);
    else
        text_format(to, "%u", value);
}

static void fail_reflection(subcase *at, const case_reflection *wanted, bool found, uint32_t value, const char *words)
{
    text got = {0}, expected = {0};
    if (!subcase_fails_first(at, FAILURE_COMPARISON, wanted->line))
        return;
    print_reflected(&got, !found, value, words);
    print_reflected(&expected, wanted->absent, wanted->value, wanted->text);
    at->run->outcome->output = text_copy(wanted->path);
    outcome_decide(at->run->outcome, VERDICT_FAIL, "reflection: %s is %s, expected %s", wanted->path, text_string(&got),
                   text_string(&expected));
    text_free(&got);
    text_free(&expected);
}

static bool has_function(const metal_library *library, const char *name)
{
    for (size_t n = 0; n < metal_library_function_count(library); n++)
        if (strcmp(metal_library_function_name(library, n), name) == 0)
            return true;
    return false;
}

static bool judge_annotation(subcase *at, const case_reflection *wanted)
{
    char *words = metal_library_annotation(at->library, wanted->kernel);
    bool good = wanted->absent ? !words : words && strcmp(words, wanted->text) == 0;
    at->run->outcome->judged++;
    if (!good)
        fail_reflection(at, wanted, words != NULL, 0, words);
    free(words);
    return good;
}

/* What reflection says, among the facts of the log. */
static void record(subcase *at, const char *name, const char *told)
{
    at->run->outcome->judged++;
    if (at->index == 0)
        json_string(&at->run->told, name, told);
}

/* `KERNEL: constants = recorded`: needs no pipeline, which there is none of before they have values. */
static bool record_constants(subcase *at, const case_reflection *wanted)
{
    char *told = metal_library_constants(at->library, wanted->kernel);
    text name = {0};
    text_format(&name, "constants of %s", wanted->kernel);
    if (told)
        record(at, text_string(&name), told);
    else
        fail_reflection(at, wanted, false, 0, NULL);
    text_free(&name);
    free(told);
    return told != NULL;
}

/* `library: NAME = absent` asks for a function, everything else the kernel's pipeline. */
static bool judge_reflection(subcase *at, const case_reflection *wanted, step *step)
{
    assay_error error = {0};
    uint32_t value = 0;
    char *signature = NULL;
    if (strcmp(wanted->path, "annotation") == 0)
        return judge_annotation(at, wanted);
    if (wanted->recorded && strcmp(wanted->path, "constants") == 0)
        return record_constants(at, wanted);
    bool found, of_library = wanted->kernel && strcmp(wanted->kernel, "library") == 0;
    if (of_library) {
        found = has_function(at->library, wanted->path);
    } else {
        metal_pipeline *pipeline =
            programs_pipeline(at->run->programs, at->library, at->instance, wanted->kernel, &error);
        if (!pipeline) {
            *step = no_pipeline(at, &error);
            return false;
        }
        if (wanted->recorded)
            signature = metal_pipeline_signature(pipeline);
        found = wanted->recorded ? signature != NULL : reflected(pipeline, wanted->path, &value);
    }
    at->run->outcome->judged++;
    if (signature && at->index == 0)
        json_string(&at->run->told, wanted->kernel, signature);
    free(signature);
    if (wanted->recorded && found)
        return true;
    if (found != wanted->absent && (!found || value == wanted->value))
        return true;
    fail_reflection(at, wanted, found, value, NULL);
    return false;
}

/* False: this subcase is over. */
bool subcase_judge_reflections(subcase *at, step *step)
{
    for (size_t i = 0; i < at->instance->reflection_count; i++)
        if (!judge_reflection(at, &at->instance->reflections[i], step))
            return false;
    return true;
}
