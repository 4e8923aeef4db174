/* execute.c: runs one case: each subcase is compiled, given its memory, dispatched, checked for writes outside its
 * outputs, compared with its reference, and the first that fails is kept in detail.
 *
 * An output may hold every pattern, so poison alone cannot tell what was never written: when some component equals the
 * poison after the run, everything is run again with the complement, and what equals the poison both times was not
 * written. */
#include "execute.h"
#include "../clock.h"
#include "../check/digest.h"
#include "../case/operands.h"
#include "../output/json.h"
#include "../output/text.h"
#include "arguments.h"
#include "eligible.h"
#include "expect.h"
#include "logged.h"
#include "measured.h"
#include "pool.h"
#include "programs.h"
#include "reject.h"
#include "sweep.h"
#include "tamper.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>

enum {
    COMMAND_BUFFER_TIMEOUT = 2, /* MTLCommandBufferErrorTimeout */
    VICTIM_TRIES = 3 /* of command buffers that a device error of others stopped, before the case is run alone */
};

/* An output marked `recorded` is counted, not judged: in how many subcases (or values, if there is one subcase) it
 * equals the reference. */
enum { MOST_FACTS = 16 };
typedef struct recorded_fact {
    const char *output;
    uint64_t of, like;
} recorded_fact;

/* What the subcases of a case share. */
typedef struct run {
    const executor *on;
    const assay_case *it;
    const case_mutant *mutant;
    const wire_job *job;
    programs *programs;
    uint32_t msl;
    bool only_build;    /* neither run nor compared */
    bool tampered;      /* the generic mutants have been run */
    size_t operand;     /* --operands: 1 + the input that comes by it, or 0 */
    unsigned attempt;   /* with another of its elements */
    size_t given, left; /* inputs that came so, and that could not */
    const char *why;    /* the first of these could not */
    recorded_fact facts[MOST_FACTS];
    size_t fact_count;
    outcome *outcome;
} run;

/* One subcase while it runs. */
typedef struct subcase {
    run *run;
    size_t index;
    case_instance *instance;
    metal_library *library;
    metal_pipeline **pipelines; /* per dispatch */
    argument_set memory;
    char *program;  /* in place of the instance's, with an operand that comes another way; or NULL */
    size_t element; /* of the operand, where it is the same everywhere */
    uint32_t words[OPERAND_MOST_WORDS];
    metal_constant *constants; /* the instance's and those words */
    metal_log *log;            /* of the last submission, or NULL */
} subcase;

/* STOP: the case has its verdict. */
typedef enum { GO_ON, STOP } step;

static void report(const subcase *at, phase phase)
{
    const executor *on = at->run->on;
    if (on->report)
        on->report(on->context, phase, at->index);
}

/* A known gap of the software device says so in these words; a case that meets one is neither right nor wrong. */
static bool is_gap(subcase *at, const char *message)
{
    const char *phrase = strstr(message, "softmetal does not");
    if (!phrase)
        return false;
    outcome_decide(at->run->outcome, VERDICT_UNIMPLEMENTED, "%.*s", (int)strcspn(phrase, "\n"), phrase);
    return true;
}

static step internal_error(subcase *at, const assay_error *error)
{
    if (is_gap(at, error->text))
        return STOP;
    text where = {0};
    if (*error->file)
        text_format(&where, "%s:%d: ", error->file, error->line);
    else if (error->line)
        text_format(&where, "%s:%d: ", case_file_path(at->run->it->file), error->line);
    outcome_decide(at->run->outcome, VERDICT_INTERNAL_ERROR, "%s%s", text_string(&where), error->text);
    text_free(&where);
    return STOP;
}

/* ---- Failures */

static void describe_subcase(const subcase *at, text *out)
{
    for (size_t i = 0; i < at->instance->variable_count; i++)
        text_format(out, "%s%s=%s", i ? "," : "", at->instance->variables[i].name, at->instance->variables[i].value);
    if (at->run->operand)
        text_format(out, "%s%s by %s", at->instance->variable_count ? "," : "",
                    at->instance->arguments[at->run->operand - 1].name,
                    operand_kind_name((operand_kind)at->run->job->operands));
}

/* Counts a failed subcase; true if it is the first, whose details are wanted. */
static bool first_failure(subcase *at, failure_kind kind, int line)
{
    outcome *outcome = at->run->outcome;
    outcome->subcases_failed++;
    if (outcome->verdict == VERDICT_FAIL)
        return false;
    text name = {0};
    describe_subcase(at, &name);
    outcome->verdict = VERDICT_FAIL;
    outcome->kind = kind;
    outcome->line = (uint64_t)line;
    outcome->subcase = text_copy(text_string(&name));
    text_free(&name);
    return true;
}

static void fail_compile(subcase *at, failure_kind kind, const char *what, const char *diagnostics)
{
    if (!first_failure(at, kind, 0))
        return;
    outcome_decide(at->run->outcome, VERDICT_FAIL, "%s", what);
    at->run->outcome->message = text_copy(diagnostics);
}

static void fail_guard(subcase *at, const argument_memory *memory, size_t bytes, long long where)
{
    const case_argument *argument = memory->argument;
    outcome *outcome = at->run->outcome;
    if (!first_failure(at, FAILURE_GUARD, argument->line))
        return;
    outcome->output = text_copy(argument->name);
    outcome->guard = bytes;
    bool inside = where >= 0 && (size_t)where < memory->size;
    outcome_decide(outcome, VERDICT_FAIL,
                   inside ? "wrote to the input %s: %zu bytes changed, the first at %lld"
                          : "wrote outside %s: %zu bytes changed, the first at %lld",
                   argument->name, bytes, where);
}

static void fail_comparison(subcase *at, const case_expectation *expectation, const check_result *result)
{
    outcome *outcome = at->run->outcome;
    if (!first_failure(at, FAILURE_COMPARISON, expectation->line))
        return;
    outcome->output = text_copy(at->instance->arguments[expectation->argument].name);
    outcome->wrong = result->wrong;
    outcome->unwritten = result->unwritten;
    outcome->first_count = result->first_count;
    memcpy(outcome->first, result->first, sizeof outcome->first);
}

/* ---- Compiling */

/* The program is there already, as a `.metallib`. */
static metal_library *open_library(subcase *at, step *step)
{
    assay_error error = {0};
    metal_library *library = programs_opened(at->run->programs, at->run->job->library, &error);
    *step = !library && is_gap(at, error.text) ? STOP : GO_ON;
    if (!library && *step == GO_ON)
        fail_compile(at, FAILURE_COMPILE, "is no library that the device loads", error.text);
    return library;
}

static step breakdown(subcase *at, const char *diagnostics)
{
    outcome_decide(at->run->outcome, VERDICT_CRASH, "the compiler broke down");
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
        *step = internal_error(at, &error);
        return NULL;
    }
    metal_library *library = programs_library(run->programs, at->instance, run->msl, program, &diagnostics, &error);
    free(program);
    if (library)
        return library;
    if (is_gap(at, *diagnostics ? diagnostics : error.text)) {
        *step = STOP;
    } else if (reject_is_breakdown(diagnostics)) {
        *step = breakdown(at, diagnostics);
    } else if (at->instance->refusal && !run->on->facts->software && !run->mutant &&
               run->outcome->verdict != VERDICT_FAIL) {
        outcome_decide(run->outcome, VERDICT_SKIP, "refused, which is recorded: %s", at->instance->refusal);
        run->outcome->message = text_copy(*diagnostics ? diagnostics : error.text);
        *step = STOP;
    } else {
        fail_compile(at, FAILURE_COMPILE, "does not compile", *diagnostics ? diagnostics : error.text);
    }
    return NULL;
}

/* Metal compiles for the chip when a pipeline is made, so that the compiler can break down there, too. */
static step no_pipeline(subcase *at, const assay_error *error)
{
    if (is_gap(at, error->text))
        return STOP;
    if (reject_is_breakdown(error->text))
        return breakdown(at, error->text);
    fail_compile(at, FAILURE_PIPELINE, "compiles, but gives no pipeline", error->text);
    return GO_ON;
}

/* Builds a pipeline per dispatch. False: this subcase is over. */
static bool build(subcase *at, uint32_t *simd_width, step *step)
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

static void forget_instance(subcase *at)
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

static void fail_reflection(subcase *at, const case_reflection *wanted, bool found, uint32_t value)
{
    text got = {0}, expected = {0};
    if (!first_failure(at, FAILURE_COMPARISON, wanted->line))
        return;
    text_format(&got, found ? "%u" : "absent", value);
    text_format(&expected, wanted->absent ? "absent" : "%u", wanted->value);
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

/* `library: NAME = absent` asks for a function, everything else the kernel's pipeline. */
static bool judge_reflection(subcase *at, const case_reflection *wanted, step *step)
{
    assay_error error = {0};
    uint32_t value = 0;
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
        found = reflected(pipeline, wanted->path, &value);
    }
    at->run->outcome->judged++;
    if (found != wanted->absent && (!found || value == wanted->value))
        return true;
    fail_reflection(at, wanted, found, value);
    return false;
}

/* False: this subcase is over. */
static bool judge_reflections(subcase *at, step *step)
{
    for (size_t i = 0; i < at->instance->reflection_count; i++)
        if (!judge_reflection(at, &at->instance->reflections[i], step))
            return false;
    return true;
}

/* ---- Dispatching */

static bool is_empty(const case_dispatch *dispatch)
{
    return !dispatch->extent[0] || !dispatch->extent[1] || !dispatch->extent[2];
}

static bool takes_stage_in(const case_instance *instance)
{
    return instance->options.pipeline.attribute_count || instance->options.region[0];
}

static bool encode(const subcase *at, metal_commands *commands, assay_error *error)
{
    const case_instance *instance = at->instance;
    for (size_t i = 0; i < instance->dispatch_count; i++) {
        const case_dispatch *dispatch = &instance->dispatches[i];
        if (dispatch->new_encoder && !metal_next_encoder(commands, error))
            return false;
        arguments_barrier(&at->memory, commands, dispatch);
        if (is_empty(dispatch) &&
            dispatch->indirect < 0) /* Metal wants at least one thread; none is what the case asked for */
            continue;
        metal_set_pipeline(commands, at->pipelines[i]);
        if (!arguments_bind(&at->memory, at->run->on->device, commands, instance, dispatch, at->pipelines[i], error))
            return false;
        if (takes_stage_in(instance))
            metal_set_stage_in_region(commands,
                                      instance->options.region[0] ? instance->options.region : dispatch->extent);
        const argument_memory *counts = dispatch->indirect < 0 ? NULL : &at->memory.item[dispatch->indirect];
        if (counts)
            metal_dispatch_indirect(commands, counts->buffer, counts->offset, dispatch->threadgroup);
        else if (dispatch->groups)
            metal_dispatch_groups(commands, dispatch->extent, dispatch->threadgroup);
        else
            metal_dispatch_threads(commands, dispatch->extent, dispatch->threadgroup);
    }
    return true;
}

/* One dispatch at a time on hardware. A lock that cannot be had in time is given up: the watchdog judges the rest. */
static bool take_device(const subcase *at)
{
    int lock = at->run->on->lock;
    if (lock < 0)
        return true;
    report(at, PHASE_WAIT);
    double until = monotonic_seconds() + 20 * at->run->job->timeout;
    while (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || monotonic_seconds() > until)
            return false;
        nanosleep(&(struct timespec){0, 200000}, NULL);
    }
    return true;
}

static void release_device(const subcase *at)
{
    if (at->run->on->lock >= 0)
        flock(at->run->on->lock, LOCK_UN);
}

static void add_findings(outcome *outcome, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        text line = {0};
        text_bytes(&line, lines, length);
        if (length)
            outcome_add_finding(outcome, text_string(&line));
        text_free(&line);
        lines += length + (lines[length] == '\n');
    }
}

static step judge_device(subcase *at, const metal_result *result)
{
    outcome *outcome = at->run->outcome;
    if (result->status == METAL_COMPLETED) {
        if (at->run->on->checked)
            add_findings(outcome, result->message);
        return GO_ON;
    }
    text name = {0};
    describe_subcase(at, &name);
    bool late = result->status == METAL_TIMED_OUT || result->code == COMMAND_BUFFER_TIMEOUT;
    outcome_decide(outcome, late ? VERDICT_TIMEOUT : VERDICT_DEVICE_ERROR, "%.*s", (int)strcspn(result->message, "\n"),
                   result->message);
    outcome->innocent = result->innocent;
    free(outcome->message);
    free(outcome->subcase);
    outcome->message = text_copy(result->message);
    outcome->subcase = text_copy(text_string(&name));
    text_free(&name);
    return STOP;
}

/* Tensors are bound by Metal 4's path alone. */
static metal_commands *create_commands(const subcase *at, assay_error *error)
{
    metal_device *device = at->run->on->device;
    metal_order order = at->instance->options.concurrent ? METAL_CONCURRENT : METAL_SERIAL;
    bool tensors = false;
    for (size_t i = 0; i < at->instance->argument_count; i++)
        tensors |= at->instance->arguments[i].rank != 0;
    if (at->log)
        return metal_commands_create_logging(device, order, at->log, error);
    return tensors ? metal_commands_create4(device, order, error) : metal_commands_create(device, order, error);
}

/* Prepares memory and runs all dispatches once. */
static step submit(subcase *at, bool complement, metal_result *result)
{
    assay_error error = {0};
    if (takes_stage_in(at->instance) && metal_uses_host4(at->run->on->device)) {
        outcome_decide(at->run->outcome, VERDICT_SKIP, "a [[stage_in]] argument: Metal 4's encoders have none");
        return STOP;
    }
    for (size_t i = 0; i < at->instance->dispatch_count; i++)
        if (at->instance->dispatches[i].indirect >= 0 && metal_uses_host4(at->run->on->device)) {
            outcome_decide(at->run->outcome, VERDICT_SKIP,
                           "an indirect dispatch is encoded for Metal 3's encoders only");
            return STOP;
        }
    if (at->instance->log_count && metal_uses_host4(at->run->on->device)) {
        outcome_decide(at->run->outcome, VERDICT_SKIP,
                       "messages of kernels are taken from Metal 3's command buffers only");
        return STOP;
    }
    metal_log_destroy(at->log);
    at->log = NULL;
    if (at->instance->log_count &&
        !(at->log = metal_log_create(at->run->on->device, &at->instance->options.log, &error)))
        return internal_error(at, &error);
    metal_commands *commands = create_commands(at, &error);
    if (!commands)
        return internal_error(at, &error);
    double start = monotonic_seconds();
    if (!arguments_prepare(&at->memory, complement, &error) || !encode(at, commands, &error)) {
        metal_commands_destroy(commands);
        return internal_error(at, &error);
    }
    if (!take_device(at)) {
        metal_commands_destroy(commands);
        assay_fail(&error, NULL, 0, "the device stayed busy with somebody else's work");
        return internal_error(at, &error);
    }
    report(at, PHASE_DISPATCH);
    metal_commands_run(commands, at->run->job->timeout, result);
    release_device(at);
    metal_commands_destroy(commands);
    at->run->outcome->dispatch += monotonic_seconds() - start;
    at->run->outcome->gpu += result->gpu_seconds;
    return GO_ON;
}

/* False: this subcase is over. */
static bool judge_log(subcase *at)
{
    text difference = {0};
    int line;
    if (!at->log)
        return true;
    at->run->outcome->judged++;
    bool good = logged_as_expected(at->instance, at->log, &difference, &line);
    if (!good && first_failure(at, FAILURE_COMPARISON, line)) {
        at->run->outcome->output = text_copy("log");
        outcome_decide(at->run->outcome, VERDICT_FAIL, "log: %s", text_string(&difference));
    }
    text_free(&difference);
    return good;
}

/* Runs all dispatches, again if the device stopped them for another's error, and looks at what must not have changed.
 * `*clean` false: this subcase is over. */
static step dispatch(subcase *at, bool complement, bool *clean)
{
    metal_result result = {.innocent = true};
    *clean = false;
    for (unsigned tries = 0; result.innocent && tries < VICTIM_TRIES; tries++)
        if (submit(at, complement, &result) == STOP)
            return STOP;
    if (judge_device(at, &result) == STOP)
        return STOP;
    report(at, PHASE_COMPARE);
    assay_error error = {0};
    if (!arguments_fetch(&at->memory, &error))
        return internal_error(at, &error);
    size_t bytes;
    long long where;
    const argument_memory *changed = arguments_violation(&at->memory, complement, &bytes, &where);
    if (changed)
        fail_guard(at, changed, bytes, where);
    *clean = judge_log(at) && !changed;
    return GO_ON;
}

/* ---- Judging */

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
        return internal_error(at, &error);
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
        fail_comparison(at, what, &result);
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
            return internal_error(at, &error);
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
        return internal_error(at, &error);
    step next = GO_ON;
    if (!arguments_same_inputs(&own, &stale)) {
        at->memory = stale;
        next = dispatch(at, false, &clean);
        at->memory = own;
        if (next == GO_ON && clean)
            next = compare_stale(at, &stale);
    }
    arguments_destroy(&stale);
    return next;
}

static step judge(subcase *at, bool twice)
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
    if (good && defect && first_failure(at, FAILURE_FINDING, 0))
        outcome_decide(at->run->outcome, VERDICT_FAIL, "%s", defect);
    return GO_ON;
}

/* ---- What a job may ask for besides the verdict */

/* Writes the outputs, as the first run left them, to files. */
static step keep_outputs(subcase *at, bool twice)
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
            return internal_error(at, &error);
        }
    }
    return GO_ON;
}

/* Dispatches again and again, for the time the device takes. */
static step measure(subcase *at)
{
    outcome *outcome = at->run->outcome;
    uint64_t repeats = at->run->job->repeats;
    bool clean = true;
    if (repeats && !(outcome->samples = calloc(repeats, sizeof *outcome->samples)))
        return GO_ON;
    for (uint64_t i = 0; i < repeats && clean; i++) {
        double before = outcome->gpu;
        if (dispatch(at, false, &clean) == STOP)
            return STOP;
        outcome->samples[outcome->sample_count++] = outcome->gpu - before;
    }
    return GO_ON;
}

/* ---- Sweeps */

enum { CHUNKS_BETWEEN_STATES = 4 };

static void tell_swept(const subcase *at, const sweep_totals *totals, uint32_t chunks)
{
    text state = {0};
    sweep_state(totals, &state);
    if (at->run->on->swept && chunks % CHUNKS_BETWEEN_STATES == 0 && *text_string(&state))
        at->run->on->swept(at->run->on->context, text_string(&state));
    text_free(&state);
}

/* One chunk on the device, while the one before is compared. `*more` false: there was none left. */
static step sweep_chunk(subcase *at, sweep *sweep, bool *more)
{
    assay_error error = {0}, compared = {0};
    metal_result result = {.status = METAL_COMPLETED};
    metal_commands *commands = metal_commands_create(at->run->on->device, METAL_SERIAL, &error);
    if (!commands || !take_device(at)) {
        metal_commands_destroy(commands);
        if (commands)
            assay_fail(&error, NULL, 0, "the device stayed busy with somebody else's work");
        return internal_error(at, &error);
    }
    report(at, PHASE_DISPATCH);
    double start = monotonic_seconds();
    *more = sweep_encode(sweep, commands, at->pipelines[0]);
    sweep_compare(sweep);
    if (*more)
        metal_commands_run(commands, at->run->job->timeout, &result);
    release_device(at);
    metal_commands_destroy(commands);
    at->run->outcome->dispatch += monotonic_seconds() - start;
    at->run->outcome->gpu += *more ? result.gpu_seconds : 0;
    report(at, PHASE_COMPARE);
    start = monotonic_seconds();
    bool good = sweep_wait(sweep, &compared);
    at->run->outcome->compare += monotonic_seconds() - start;
    if (!good)
        return internal_error(at, &compared);
    if (*more)
        sweep_computed(sweep);
    return judge_device(at, &result);
}

static void fail_sweep(subcase *at, const sweep_totals *totals)
{
    outcome *outcome = at->run->outcome;
    const case_expectation *what = &at->instance->expectations[0];
    if (!first_failure(at, FAILURE_COMPARISON, what->line))
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
    measured_replace(&totals->measured, out->type.scalar, out->name, &outcome->measured);
    if (totals->wrong)
        fail_sweep(at, totals);
}

/* Every encoding of the input, after the case has passed with its own. */
static step sweep_all(subcase *at)
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
        return internal_error(at, &error);
    for (uint32_t chunks = 0; more && next == GO_ON; chunks++) {
        next = sweep_chunk(at, sweep, &more);
        if (more && next == GO_ON)
            tell_swept(at, sweep_found(sweep), chunks);
    }
    if (next == GO_ON)
        conclude_sweep(at, sweep_found(sweep));
    sweep_destroy(sweep);
    return next;
}

/* Puts one argument in the place of a sweep's whole input. */
static step set_argument(subcase *at)
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

/* ---- Operands that come another way than by a buffer */

/* Makes the words of the operand function constants of the instance. */
static bool add_constants(subcase *at, size_t count)
{
    enum { TYPE_UINT = 33 }; /* MTLDataType */
    size_t own = at->instance->constant_count;
    at->constants = calloc(own + count + 1, sizeof *at->constants);
    for (size_t i = 0; at->constants && i < own; i++)
        at->constants[i] = at->instance->constants[i];
    for (size_t i = 0; at->constants && i < count; i++)
        at->constants[own + i] = (metal_constant){
            .index = (uint32_t)(OPERAND_FIRST_CONSTANT + i), .data_type = TYPE_UINT, .value = &at->words[i]};
    at->instance->constants = at->constants;
    at->instance->constant_count = own + count;
    return at->constants != NULL;
}

/* Whether some expectation is written out in the case, and does not follow its inputs. */
static bool is_written_out(const case_instance *instance)
{
    for (size_t i = 0; i < instance->expectation_count; i++)
        if (strncmp(instance->expectations[i].text, "values", 6) == 0 ||
            strncmp(instance->expectations[i].text, "set", 3) == 0)
            return true;
    return false;
}

/* Edits the program so that the operand of the run comes by what the job says. False: `*why` not. */
static bool give_operand(subcase *at, const char **why)
{
    operand_kind kind = (operand_kind)at->run->job->operands;
    const case_argument *argument = &at->instance->arguments[at->run->operand - 1];
    assay_error error = {0};
    if (kind != OPERANDS_HELPER && is_written_out(at->instance)) {
        *why = "what it expects is written out";
        return false;
    }
    *why = at->instance->must_reject || !at->instance->expectation_count ? "nothing is computed" : "it has no content";
    char *data = at->instance->must_reject ? NULL : calloc(argument->count + 1, argument->type.stride);
    if (!data || !case_generate(at->instance, argument, at->run->job->seed, data, &error)) {
        free(data);
        return false;
    }
    uint64_t chosen = (at->run->it->seed_key ^ at->run->job->seed * 0x9e3779b97f4a7c15u) + at->run->operand +
                      at->index + ((uint64_t)at->run->attempt << 32);
    at->element = (size_t)(chosen * 0xbf58476d1ce4e5b9u >> 24) % argument->count;
    const char *element = data + at->element * argument->type.stride;
    at->program = operand_program(at->instance, at->instance->source, at->run->operand - 1, kind, element, why);
    size_t words = operand_words(argument->type, element, at->words);
    free(data);
    return at->program && (kind != OPERANDS_CONSTANT || add_constants(at, words));
}

/* Puts one element everywhere: of the operand, and of all inputs where they fit each other only together. */
static void spread_operand(subcase *at)
{
    const case_instance *instance = at->instance;
    size_t operand = at->run->operand - 1;
    bool alone = operand_is_free(&instance->arguments[operand]);
    for (size_t n = 0; n < instance->argument_count; n++) {
        const case_argument *argument = &instance->arguments[n];
        uint8_t *initial = at->memory.item[n].initial;
        if (argument->role != ROLE_IN || argument->kind != ARGUMENT_BUFFER || !initial || !argument->count ||
            (alone && n != operand))
            continue;
        size_t stride = argument->type.stride, element = at->element % argument->count;
        for (size_t i = 0; i < argument->count; i++)
            if (i != element)
                memcpy(initial + i * stride, initial + element * stride, stride);
    }
}

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
        return internal_error(at, &error);
    if (set_argument(at) == STOP)
        return STOP;
    if (run->operand && run->job->operands != OPERANDS_HELPER)
        spread_operand(at);
    step next = dispatch(at, false, &clean);
    if (next == STOP || !clean)
        return next;
    start = monotonic_seconds();
    bool twice = arguments_any_poison(&at->memory);
    run->outcome->compare += monotonic_seconds() - start;
    if (twice) {
        if (!arguments_keep(&at->memory, &error))
            return internal_error(at, &error);
        next = dispatch(at, true, &clean);
        if (next == STOP || !clean)
            return next;
    }
    if (keep_outputs(at, twice) == STOP)
        return STOP;
    next = judge(at, twice);
    if (next == GO_ON)
        next = sweep_all(at);
    return next == STOP || run->outcome->verdict != VERDICT_PASS ? next : measure(at);
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
    bool good = build(at, &found, step);
    if (good && found != width) {
        forget_instance(at);
        at->instance = case_instantiate(at->run->it, at->index, found, &error);
        if (!at->instance) {
            *step = internal_error(at, &error);
            return false;
        }
        const char *why;
        if (at->run->operand && !give_operand(at, &why))
            return false;
        good = build(at, &found, step);
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
        return internal_error(&at, &error);
    const char *why;
    if (run->operand && !give_operand(&at, &why)) {
        run->left++;
        run->why = run->why ? run->why : why;
        forget_instance(&at);
        return GO_ON;
    }
    run->given += run->operand != 0;
    run->outcome->subcases_run++;
    report(&at, PHASE_COMPILE);
    double start = monotonic_seconds();
    if (at.instance->must_reject) {
        reject_judge(run->programs, at.instance, run->msl, run->mutant ? run->mutant->body : NULL, run->outcome);
        run->outcome->subcases_failed += run->outcome->verdict == VERDICT_FAIL;
        run->outcome->compile += monotonic_seconds() - start;
        next = run->outcome->verdict == VERDICT_PASS ? GO_ON : STOP;
    } else {
        bool ready = prepare(&at, &next);
        run->outcome->compile += monotonic_seconds() - start;
        run->outcome->judged += ready && run->only_build;
        ready = ready && !run->only_build && judge_reflections(&at, &next);
        if (ready && (at.instance->expectation_count || at.instance->log_count))
            next = run_memory(&at);
    }
    arguments_destroy(&at.memory);
    if (at.instance)
        forget_instance(&at);
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
static void record_facts(const run *run)
{
    text members = {0};
    char value[64];
    for (size_t i = 0; i < run->fact_count; i++) {
        snprintf(value, sizeof value, "%llu of %llu as the reference", (unsigned long long)run->facts[i].like,
                 (unsigned long long)run->facts[i].of);
        json_string(&members, run->facts[i].output, value);
    }
    if (run->fact_count)
        run->outcome->facts = text_copy(text_string(&members));
    text_free(&members);
}

enum { MOST_ATTEMPTS = 8 };

/* A subcase once for each input buffer, which comes by what the job says. */
static step run_operands(run *run, size_t index)
{
    assay_error error = {0};
    case_instance *instance = case_instantiate(run->it, index, run->on->simd_width, &error);
    step next = GO_ON;
    for (size_t n = 0; instance && n < instance->argument_count && next == GO_ON; n++) {
        const case_argument *argument = &instance->arguments[n];
        if (argument->role != ROLE_IN || argument->kind != ARGUMENT_BUFFER || !argument->count)
            continue;
        run->operand = n + 1;
        uint64_t judged = run->outcome->judged, given = run->given;
        bool helped = false; /* an element of which something is judged was found */
        for (run->attempt = 0; run->attempt < MOST_ATTEMPTS && next == GO_ON && !helped; run->attempt++) {
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

/* That a forbidden outcome was never seen says something only where it is seen as soon as it is allowed: the mutants
 * run, too, and each has to show one. */
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
    if (!mutant && !job->tamper && !msl && !job->operands && outcome->verdict == VERDICT_PASS &&
        outcome->histogram_count)
        measure_power(&run);
    programs_destroy(run.programs);
    outcome->total = monotonic_seconds() - start;
}
