/* command_buffer.c: MTLCommandBuffer.
 *
 * A command buffer is a list of commands, recorded by encoders into memory of its own, and run one after another, so
 * that each sees what the ones before wrote; concurrent.c chooses an order where the client leaves it open. The first
 * mistake of encoding is kept and becomes the error of the whole buffer, of which nothing then runs: Metal's validation
 * layer would stop the program there. */
#include "../../engine/visible.h"
#include "../objc/blocks.h"
#include "logs/log_state.h"
#include "../objects.h"
#include "../objc/property.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- status */

NSUInteger mtl_command_buffer_status(mtl_command_buffer *buffer)
{
    pthread_mutex_lock(&buffer->lock);
    NSUInteger status = buffer->status;
    pthread_mutex_unlock(&buffer->lock);
    return status;
}

void mtl_command_buffer_set_status(mtl_command_buffer *buffer, NSUInteger status)
{
    pthread_mutex_lock(&buffer->lock);
    buffer->status = status;
    pthread_cond_broadcast(&buffer->changed);
    pthread_mutex_unlock(&buffer->lock);
}

/* ---- memory, objects and errors of a command buffer */

typedef struct mtl_chunk {
    struct mtl_chunk *next;
    size_t used, size;
    _Alignas(max_align_t) uint8_t bytes[];
} mtl_chunk;

void *mtl_command_memory(mtl_command_buffer *buffer, size_t size)
{
    enum { CHUNK = 16384 };
    size = (size + 15) / 16 * 16;
    mtl_chunk *chunk = buffer->memory;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t bytes = size > CHUNK ? size : CHUNK;
        chunk = sm_visible_allocate(sizeof *chunk + bytes); /* setBytes: puts arguments there */
        if (!chunk) {
            mtl_command_buffer_no_memory(buffer, "there is none for another command");
            return NULL;
        }
        chunk->size = bytes;
        chunk->next = buffer->memory;
        buffer->memory = chunk;
    }
    void *memory = chunk->bytes + chunk->used;
    chunk->used += size;
    return memory;
}

size_t mtl_command_memory_size(const mtl_command_buffer *buffer)
{
    size_t size = 0;
    for (const mtl_chunk *chunk = buffer->memory; chunk; chunk = chunk->next)
        size += chunk->used;
    return size;
}

void *mtl_command_add(mtl_command_buffer *buffer, size_t size, bool (*run)(mtl_command *, mtl_command_buffer *))
{
    mtl_command *command = mtl_command_memory(buffer, size);
    if (!command)
        return NULL;
    command->run = run;
    command->stage = MTLStageBlit;
    command->pass = buffer->pass;
    *buffer->last = command;
    buffer->last = &command->next;
    return command;
}

void mtl_command_keep(mtl_command_buffer *buffer, id object)
{
    enum { RECENT = 8 }; /* encoders bind the same few objects again and again */
    if (!object || buffer->unretained)
        return;
    for (size_t n = buffer->kept_count; n > 0 && n + RECENT > buffer->kept_count; n--)
        if (buffer->kept[n - 1] == object)
            return;
    if (buffer->kept_count == buffer->kept_capacity) {
        size_t capacity = buffer->kept_capacity ? 2 * buffer->kept_capacity : 32;
        id *grown = realloc(buffer->kept, capacity * sizeof *grown);
        if (!grown) {
            mtl_command_buffer_no_memory(buffer, "there is none to keep the objects that commands use");
            return;
        }
        buffer->kept = grown;
        buffer->kept_capacity = capacity;
    }
    buffer->kept[buffer->kept_count++] = mtl_retain(object);
}

static void release_commands(mtl_command_buffer *buffer)
{
    for (size_t n = 0; n < buffer->kept_count; n++)
        mtl_release(buffer->kept[n]);
    free(buffer->kept);
    buffer->kept = NULL;
    buffer->kept_count = buffer->kept_capacity = 0;
    for (mtl_chunk *chunk = buffer->memory, *next; chunk; chunk = next) {
        next = chunk->next;
        sm_visible_free(chunk, sizeof *chunk + chunk->size);
    }
    buffer->memory = NULL;
    buffer->first = NULL;
    buffer->last = &buffer->first;
}

static char no_text[] = "Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)";

bool mtl_command_buffer_no_memory(mtl_command_buffer *buffer, const char *what)
{
    return mtl_command_buffer_fail(buffer, MTLCommandBufferErrorOutOfMemory, "%s: %s", no_text, what);
}

bool mtl_command_buffer_fail(mtl_command_buffer *buffer, long code, const char *format, ...)
{
    if (buffer->error_text)
        return false;
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buffer->error_code = code;
    buffer->error_text = strdup(text);
    if (!buffer->error_text)
        buffer->error_text = no_text;
    return false;
}

bool mtl_command_buffer_refuse(mtl_command_buffer *buffer, const char *format, ...)
{
    if (buffer->error_text) /* the first mistake is told, not what follows from it */
        return false;
    char sentence[900];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    mtl_complain_once(sentence);
    return mtl_command_buffer_fail(buffer, MTLCommandBufferErrorInvalidResource, "%s", sentence);
}

/* ---- execution */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The noisy personality: errors that are nobody's fault, always at the same submissions of a process. */
static bool suffer_noise(mtl_command_buffer *buffer)
{
    enum { VICTIM_EVERY = 97, VICTIM_AT = 53, HANG_AT = 211 };
    mtl_device *device = buffer->queue->device;
    unsigned long count = __atomic_add_fetch(&device->submissions, 1, __ATOMIC_RELAXED);
    if (device->settings->personality != SM_PERSONALITY_NOISY)
        return false;
    if (count % VICTIM_EVERY == VICTIM_AT)
        return !mtl_command_buffer_fail(buffer, MTLCommandBufferErrorInternal,
                                        "Innocent Victim of GPU Error/Recovery "
                                        "(00000005:kIOGPUCommandBufferCallbackErrorInnocentVictim): noisy personality");
    if (count == HANG_AT)
        return !mtl_command_buffer_fail(buffer, MTLCommandBufferErrorTimeout,
                                        "Caused GPU Hang Error (00000003:kIOGPUCommandBufferCallbackErrorHang): "
                                        "noisy personality");
    return false;
}

static void run_commands(mtl_command_buffer *buffer)
{
    for (mtl_command *command = buffer->first; command; command = command->next)
        if (!command->run(command, buffer))
            return;
}

static void call_handlers(mtl_command_buffer *buffer, id *handlers, size_t count)
{
    for (size_t n = 0; n < count; n++)
        BLOCK_CALL(void (*)(id, id), handlers[n])(handlers[n], (id)buffer);
}

void mtl_command_buffer_execute(mtl_command_buffer *buffer)
{
    pthread_mutex_lock(&buffer->lock);
    buffer->executor = pthread_self();
    buffer->executing = true;
    pthread_mutex_unlock(&buffer->lock);
    buffer->kernel_start = now();
    mtl_command_buffer_set_status(buffer, MTLCommandBufferStatusScheduled);
    call_handlers(buffer, buffer->scheduled_handler, buffer->scheduled_count);
    buffer->kernel_end = buffer->gpu_start = now();
    mtl_log_begin(buffer);
    if (!buffer->error_text && (buffer->of_queue || !suffer_noise(buffer)))
        run_commands(buffer);
    sm_company_end(buffer->company);
    buffer->company = NULL;
    buffer->gpu_end = now();
    mtl_log_end(buffer);
    bool failed = buffer->error_text != NULL && !sm_fault(SM_FAULT_api_error_swallowed);
    if (failed)
        buffer->error = mtl_error_create(MTLCommandBufferErrorDomain, buffer->error_code, buffer->error_text);
    release_commands(buffer);
    mtl_command_buffer_set_status(buffer, failed ? MTLCommandBufferStatusError : MTLCommandBufferStatusCompleted);
    call_handlers(buffer, buffer->completed_handler, buffer->completed_count);
    pthread_mutex_lock(&buffer->lock);
    buffer->executing = false;
    buffer->finished = true;
    pthread_cond_broadcast(&buffer->changed);
    pthread_mutex_unlock(&buffer->lock);
}

/* ---- command buffer */

mtl_command_buffer *mtl_command_buffer_create(mtl_queue *queue)
{
    mtl_command_buffer *buffer = mtl_new(&mtl_command_buffer_class);
    buffer->queue = (mtl_queue *)mtl_retain((id)queue);
    buffer->log_state = mtl_retain(queue->log_state);
    buffer->last = &buffer->first;
    pthread_mutex_init(&buffer->lock, NULL);
    pthread_cond_init(&buffer->changed, NULL);
    return buffer;
}

static void release_all(id *objects, size_t count, void (*release)(id))
{
    for (size_t n = 0; n < count; n++)
        release(objects[n]);
    free(objects);
}

static void command_buffer_finish(void *object)
{
    mtl_command_buffer *self = object;
    release_commands(self);
    release_all(self->scheduled_handler, self->scheduled_count, mtl_block_release);
    release_all(self->completed_handler, self->completed_count, mtl_block_release);
    release_all(self->logs, self->log_count, mtl_release);
    if (self->error_text != no_text)
        free(self->error_text);
    mtl_release(self->error);
    mtl_release(self->log_state);
    mtl_release(self->label);
    mtl_release((id)self->queue);
    pthread_mutex_destroy(&self->lock);
    pthread_cond_destroy(&self->changed);
}

static void wait_for(mtl_command_buffer *self, SEL selector, NSUInteger status)
{
    if (mtl_command_buffer_status(self) < MTLCommandBufferStatusCommitted) {
        mtl_complain("%s: the command buffer has not been committed", sel_getName(selector));
        return;
    }
    pthread_mutex_lock(&self->lock);
    /* A handler that waits for its own buffer would wait for ever. */
    bool own = self->executing && pthread_equal(self->executor, pthread_self());
    while (!own && !self->finished && !(self->status >= status && status < MTLCommandBufferStatusCompleted))
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

static void buffer_wait_completed(METHOD_ARGUMENTS(mtl_command_buffer))
{
    if (!sm_fault(SM_FAULT_api_wait_returns_early))
        wait_for(self, _cmd, MTLCommandBufferStatusCompleted);
}

static void buffer_wait_scheduled(METHOD_ARGUMENTS(mtl_command_buffer))
{
    wait_for(self, _cmd, MTLCommandBufferStatusScheduled);
}

GETTER(mtl_command_buffer, NSUInteger, buffer_status, mtl_command_buffer_status(self))
GETTER(mtl_command_buffer, id, buffer_error,
       mtl_command_buffer_status(self) == MTLCommandBufferStatusError ? self->error : nil)

static id buffer_logs(METHOD_ARGUMENTS(mtl_command_buffer))
{
    return mtl_array(self->logs, self->log_count);
}

static void add_handler(mtl_command_buffer *self, SEL selector, id handler, id **handlers, size_t *count)
{
    if (mtl_command_buffer_status(self) >= MTLCommandBufferStatusCommitted) {
        mtl_complain("%s: the command buffer was committed already; the handler will not be called",
                     sel_getName(selector));
        return;
    }
    if (!handler)
        return;
    id *grown = realloc(*handlers, (*count + 1) * sizeof *grown);
    if (!grown) {
        mtl_command_buffer_no_memory(self, "there is none for another handler");
        return;
    }
    grown[(*count)++] = mtl_block_copy(handler);
    *handlers = grown;
}

static void buffer_add_scheduled(METHOD_ARGUMENTS(mtl_command_buffer), id handler)
{
    add_handler(self, _cmd, handler, &self->scheduled_handler, &self->scheduled_count);
}

static void buffer_add_completed(METHOD_ARGUMENTS(mtl_command_buffer), id handler)
{
    add_handler(self, _cmd, handler, &self->completed_handler, &self->completed_count);
}

GETTER(mtl_command_buffer, double, buffer_gpu_start, self->gpu_start)
GETTER(mtl_command_buffer, double, buffer_gpu_end, self->gpu_end)
GETTER(mtl_command_buffer, double, buffer_kernel_start, self->kernel_start)
GETTER(mtl_command_buffer, double, buffer_kernel_end, self->kernel_end)
OBJECT_PROPERTY(mtl_command_buffer, label, mtl_assign_copy)

GETTER(mtl_command_buffer, id, buffer_device, (id)self->queue->device)
GETTER(mtl_command_buffer, id, buffer_queue, (id)self->queue)
GETTER(mtl_command_buffer, BOOL, buffer_retained, !self->unretained)
GETTER(mtl_command_buffer, NSUInteger, buffer_error_options, self->error_options)

static void buffer_push_group(METHOD_ARGUMENTS(mtl_command_buffer), id name UNUSED) {}

static void buffer_pop_group(METHOD_ARGUMENTS(mtl_command_buffer)) {}

/* ---- events */

typedef struct event_command {
    mtl_command command;
    id event;
    uint64_t value;
} event_command;

static bool run_signal(mtl_command *command, mtl_command_buffer *buffer UNUSED)
{
    event_command *signal = (event_command *)command;
    mtl_event_signal(signal->event, signal->value);
    return true;
}

static bool run_wait(mtl_command *command, mtl_command_buffer *buffer UNUSED)
{
    event_command *wait = (event_command *)command;
    return mtl_event_wait(wait->event, wait->value, UINT64_MAX);
}

/* True if the buffer may still be encoded into. */
bool mtl_command_buffer_is_recording(mtl_command_buffer *self, SEL selector)
{
    if (mtl_command_buffer_status(self) >= MTLCommandBufferStatusCommitted) {
        mtl_complain("%s: the command buffer was committed already; the call has no effect", sel_getName(selector));
        return false;
    }
    if (self->encoder)
        return mtl_command_buffer_refuse(self, "%s: the encoder before it has not been ended by endEncoding",
                                         sel_getName(selector));
    return true;
}

static void add_event(mtl_command_buffer *self, SEL selector, id event, uint64_t value,
                      bool (*run)(mtl_command *, mtl_command_buffer *))
{
    if (!mtl_command_buffer_is_recording(self, selector))
        return;
    if (!event) {
        mtl_command_buffer_refuse(self, "%s the event is nil", sel_getName(selector));
        return;
    }
    event_command *command = mtl_command_add(self, sizeof *command, run);
    if (!command)
        return;
    command->event = event;
    command->value = value;
    mtl_command_keep(self, event);
}

static void buffer_signal(METHOD_ARGUMENTS(mtl_command_buffer), id event, uint64_t value)
{
    add_event(self, _cmd, event, value, run_signal);
}

static void buffer_wait(METHOD_ARGUMENTS(mtl_command_buffer), id event, uint64_t value)
{
    add_event(self, _cmd, event, value, run_wait);
}

/* All memory is resident; a set that is used must only stay. */
static void buffer_use_set(METHOD_ARGUMENTS(mtl_command_buffer), id set)
{
    mtl_command_keep(self, set);
}

static void buffer_use_sets(METHOD_ARGUMENTS(mtl_command_buffer), const id *sets, NSUInteger count)
{
    for (NSUInteger n = 0; n < count; n++)
        mtl_command_keep(self, sets[n]);
}

static const mtl_method command_buffer_methods[] = {
    METHOD("device", "@@:", buffer_device),
    METHOD("commandQueue", "@@:", buffer_queue),
    METHOD("retainedReferences", "C@:", buffer_retained),
    METHOD("errorOptions", "Q@:", buffer_error_options),
    PROPERTY_METHODS(mtl_command_buffer, "label", "setLabel:", "@", label),
    METHOD("waitUntilScheduled", "v@:", buffer_wait_scheduled),
    METHOD("waitUntilCompleted", "v@:", buffer_wait_completed),
    METHOD("status", "Q@:", buffer_status),
    METHOD("error", "@@:", buffer_error),
    METHOD("logs", "@@:", buffer_logs),
    METHOD("addScheduledHandler:", "v@:@?", buffer_add_scheduled),
    METHOD("addCompletedHandler:", "v@:@?", buffer_add_completed),
    METHOD("GPUStartTime", "d@:", buffer_gpu_start),
    METHOD("GPUEndTime", "d@:", buffer_gpu_end),
    METHOD("kernelStartTime", "d@:", buffer_kernel_start),
    METHOD("kernelEndTime", "d@:", buffer_kernel_end),
    METHOD("encodeSignalEvent:value:", "v@:@Q", buffer_signal),
    METHOD("encodeWaitForEvent:value:", "v@:@Q", buffer_wait),
    METHOD("useResidencySet:", "v@:@", buffer_use_set),
    METHOD("useResidencySets:count:", "v@:r^@Q", buffer_use_sets),
    METHOD("pushDebugGroup:", "v@:@", buffer_push_group),
    METHOD("popDebugGroup", "v@:", buffer_pop_group),
    END_OF_METHODS,
};
static const char *const command_buffer_protocols[] = {"MTLCommandBuffer", NULL};
const mtl_class mtl_command_buffer_class = {.name = "SoftmetalCommandBuffer",
                                            .size = sizeof(mtl_command_buffer),
                                            .methods = command_buffer_methods,
                                            .finish = command_buffer_finish,
                                            .protocols = command_buffer_protocols};
