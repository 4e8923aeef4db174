/* subcase_dispatch.c: encodes and commits the dispatches of a subcase, and judges how the device came out of it. */
#include "subcase.h"
#include "../../base/clock.h"
#include "../results/logged.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>

enum {
    COMMAND_BUFFER_TIMEOUT = 2, /* MTLCommandBufferErrorTimeout */
    VICTIM_TRIES = 3 /* of command buffers that a device error of others stopped, before the case is run alone */
};

static bool is_empty(const case_dispatch *dispatch)
{
    return !dispatch->extent[0] || !dispatch->extent[1] || !dispatch->extent[2];
}

static bool takes_stage_in(const case_instance *instance)
{
    return instance->options.pipeline.attribute_count || instance->options.region[0];
}

/* Those behind so many dispatches. */
static bool encode_blits(const subcase *at, metal_commands *commands, size_t behind, assay_error *error)
{
    const case_instance *instance = at->instance;
    bool good = true;
    for (size_t i = 0; i < instance->blit_count && good; i++)
        if (instance->blits[i].behind == behind)
            good = arguments_blit(&at->memory, commands, &instance->blits[i], error);
    return good;
}

static bool encode(const subcase *at, metal_commands *commands, assay_error *error)
{
    const case_instance *instance = at->instance;
    for (size_t i = 0; i < instance->dispatch_count; i++) {
        const case_dispatch *dispatch = &instance->dispatches[i];
        if (!encode_blits(at, commands, i, error))
            return false;
        if (dispatch->new_encoder && !metal_next_encoder(commands, error))
            return false;
        arguments_barrier(&at->memory, commands, dispatch);
        if (is_empty(dispatch) &&
            dispatch->indirect < 0) /* Metal wants at least one thread; none is what the case asked for */
            continue;
        if (dispatch->commands >= 0) {
            arguments_command(&at->memory, dispatch, at->pipelines[i]);
            continue;
        }
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
    if (instance->options.execute) { /* in an encoder of its own: then it sees what a kernel encoded */
        if (!metal_next_encoder(commands, error))
            return false;
        arguments_execute(&at->memory, commands, &instance->options);
    }
    return encode_blits(at, commands, instance->dispatch_count, error);
}

/* Pipeline states that an argument buffer holds. */
static bool take_pipelines(subcase *at, assay_error *error)
{
    bool good = true;
    for (size_t i = 0; i < at->memory.count && good; i++) {
        argument_memory *memory = &at->memory.item[i];
        if (memory->argument->kind == ARGUMENT_PIPELINE)
            memory->pipeline =
                programs_pipeline(at->run->programs, at->library, at->instance, memory->argument->functions[0], error);
        good = memory->argument->kind != ARGUMENT_PIPELINE || memory->pipeline;
    }
    return good;
}

/* One dispatch at a time on hardware. A lock that cannot be had in time is given up: the watchdog judges the rest. */
bool subcase_take_device(const subcase *at)
{
    int lock = at->run->on->lock;
    if (lock < 0)
        return true;
    subcase_report(at, PHASE_WAIT);
    double until = monotonic_seconds() + 20 * at->run->job->timeout;
    while (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || monotonic_seconds() > until)
            return false;
        nanosleep(&(struct timespec){0, 200000}, NULL);
    }
    return true;
}

void subcase_release_device(const subcase *at)
{
    if (at->run->on->lock >= 0)
        flock(at->run->on->lock, LOCK_UN);
}

static void add_findings(outcome *outcome, const metal_result *result)
{
    for (size_t i = 0; i < result->finding_count; i++) {
        const metal_finding *finding = &result->finding[i];
        outcome_add_finding(outcome, finding->text, finding->kind, finding->line);
    }
}

step subcase_judge_device(subcase *at, const metal_result *result)
{
    outcome *outcome = at->run->outcome;
    if (at->run->on->checked)
        add_findings(outcome, result);
    if (result->status == METAL_COMPLETED)
        return GO_ON;
    text name = {0};
    subcase_describe(at, &name);
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
    if (at->instance->options.pipeline.indirect && metal_uses_host4(at->run->on->device)) {
        outcome_decide(at->run->outcome, VERDICT_SKIP, "Metal 4's encoders for compute execute no indirect commands");
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
        return subcase_error(at, &error);
    metal_commands *commands = create_commands(at, &error);
    if (!commands)
        return subcase_error(at, &error);
    double start = monotonic_seconds();
    if (!take_pipelines(at, &error) || !arguments_prepare(&at->memory, complement, &error) ||
        !encode(at, commands, &error)) {
        metal_commands_destroy(commands);
        return subcase_error(at, &error);
    }
    if (!subcase_take_device(at)) {
        metal_commands_destroy(commands);
        assay_fail(&error, NULL, 0, "the device stayed busy with somebody else's work");
        return subcase_error(at, &error);
    }
    subcase_report(at, PHASE_DISPATCH);
    double before = processor_seconds();
    metal_commands_run(commands, at->run->job->timeout, result);
    at->processor += processor_seconds() - before;
    subcase_release_device(at);
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
    if (!good && subcase_fails_first(at, FAILURE_COMPARISON, line)) {
        at->run->outcome->output = text_copy("log");
        outcome_decide(at->run->outcome, VERDICT_FAIL, "log: %s", text_string(&difference));
    }
    text_free(&difference);
    return good;
}

/* Runs all dispatches, again if the device stopped them for another's error, and looks at what must not have changed.
 * `*clean` false: this subcase is over. */
step subcase_dispatch(subcase *at, bool complement, bool *clean)
{
    metal_result result = {.innocent = true};
    *clean = false;
    for (unsigned tries = 0; result.innocent && tries < VICTIM_TRIES; tries++)
        if (submit(at, complement, &result) == STOP)
            return STOP;
    if (subcase_judge_device(at, &result) == STOP)
        return STOP;
    subcase_report(at, PHASE_COMPARE);
    assay_error error = {0};
    if (!arguments_fetch(&at->memory, &error))
        return subcase_error(at, &error);
    size_t bytes;
    long long where;
    const argument_memory *changed = arguments_violation(&at->memory, complement, &bytes, &where);
    if (changed)
        subcase_fail_guard(at, changed, bytes, where);
    *clean = judge_log(at) && !changed;
    return GO_ON;
}
