/* ending.c: how a command buffer ended, and the blocks that are told of it.
 *
 * Waiting polls the buffer's status: a short kernel is over within the first microseconds, a long one is looked at
 * every now and then, and a wait always ends. (Metal's own waitUntilCompleted has no limit.) */
#include "../client.h"
#include "../../base/clock.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

bool client_wait_until(bool (*is_over)(void *context), void *context, double seconds)
{
    double start = monotonic_seconds();
    for (;;) {
        if (is_over(context))
            return true;
        double waited = monotonic_seconds() - start;
        if (waited >= seconds)
            return false;
        if (waited < 20e-6)
            continue;
        struct timespec pause = {0, waited < 20e-3 ? 50000 : 500000};
        nanosleep(&pause, NULL);
    }
}

static bool has_ended(void *context)
{
    NSUInteger status = commands_status(context);
    return status == MTLCommandBufferStatusCompleted || status == MTLCommandBufferStatusError;
}

bool client_wait(id object, double seconds)
{
    return client_wait_until(has_ended, object, seconds);
}

client_block client_block_make(const metal_device *device, const client_block_layout *layout, void (*invoke)(void),
                               void *context)
{
    enum { HAS_SIGNATURE = 1 << 30 };
    return (client_block){.isa = device->stack_block,
                          .flags = layout->signature ? HAS_SIGNATURE : 0,
                          .invoke = invoke,
                          .layout = layout,
                          .context = context};
}

static void append(metal_result *result, const char *line)
{
    size_t used = strlen(result->message);
    snprintf(result->message + used, sizeof result->message - used, "%s%s", used ? "\n" : "", line);
}

static void append_log(id entry, void *context)
{
    metal_result *result = context;
    const char *text = runtime_text(ns_description(entry));
    append(result, text);
    if (result->finding_count == METAL_MOST_FINDINGS)
        return;
    metal_finding *to = &result->finding[result->finding_count++];
    *to = (metal_finding){.line = 0};
    snprintf(to->text, sizeof to->text, "%s", text);
    for (char *newline = strchr(to->text, '\n'); newline; newline = strchr(newline, '\n'))
        *newline = ' ';
    if (runtime_responds(entry, METHOD_log_kind))
        snprintf(to->kind, sizeof to->kind, "%s", runtime_text(log_kind(entry)));
    id place = runtime_responds(entry, METHOD_log_place) ? log_place(entry) : NULL;
    if (place && runtime_responds(place, METHOD_place_line))
        to->line = (uint32_t)place_line(place);
}

/* But for one code Metal says so in words only. Older systems have "Discarded (victim of GPU error/recovery) (IOAF code
 * 5)" and "Ignored (for causing prior/excessive GPU errors) (IOAF code 4)". */
bool client_is_innocent(const char *domain, long code, const char *text)
{
    static const char *const words[] = {"innocent victim",     "InnocentVictim", "SubmissionsIgnored",
                                        "victim of GPU error", "IOAF code 4)",   "IOAF code 5)"};
    bool of_queue = strcmp(domain, "MTL4CommandQueueErrorDomain") == 0; /* its codes mean other things */
    if (!of_queue && strcmp(domain, "MTLCommandBufferErrorDomain") != 0)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (client_contains(text, words[i]))
            return true;
    return code == (of_queue ? MTL4CommandQueueErrorAccessRevoked : MTLCommandBufferErrorAccessRevoked);
}

void client_take_error(id error, metal_result *result)
{
    result->status = METAL_ERROR;
    const char *text = runtime_error_text(error);
    append(result, *text ? text : "the command buffer failed without saying why");
    if (!error)
        return;
    result->code = error_code(error);
    if (strcmp(runtime_text(error_domain(error)), "MTL4CommandQueueErrorDomain") == 0 &&
        result->code == MTL4CommandQueueErrorTimeout)
        result->code = MTLCommandBufferErrorTimeout;
    result->innocent = client_is_innocent(runtime_text(error_domain(error)), error_code(error), text);
}

void client_take_outcome(id error, id teller, metal_result *result)
{
    if (error)
        client_take_error(error, result);
    if (runtime_responds(teller, METHOD_commands_logs))
        runtime_each(commands_logs(teller), append_log, result);
}
