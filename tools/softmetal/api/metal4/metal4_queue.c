/* metal4_queue.c: MTL4CommandQueue: commits of several command buffers, events between them, and feedback, which alone
 * tells of errors.
 *
 * An mtl_queue executes. What Metal 4 gives the queue itself (events, feedback) are command buffers of its own between
 * the client's. */
#include "../../include-host/dispatch/dispatch.h"
#include "../objc/blocks.h"
#include "metal4.h"
#include "../objc/property.h"
#include <stdlib.h>

/* ---- descriptors */

typedef struct mtl4_queue_descriptor {
    Class isa;
    id label;
    dispatch_queue_t feedback; /* retained */
} mtl4_queue_descriptor;

OBJECT_PROPERTY(mtl4_queue_descriptor, label, mtl_assign_copy)
GETTER(mtl4_queue_descriptor, dispatch_queue_t, descriptor_feedback, self->feedback)

static void descriptor_set_feedback(METHOD_ARGUMENTS(mtl4_queue_descriptor), dispatch_queue_t queue)
{
    if (queue)
        dispatch_retain(queue);
    if (self->feedback)
        dispatch_release(self->feedback);
    self->feedback = queue;
}

static void descriptor_finish(void *object)
{
    mtl4_queue_descriptor *self = object;
    descriptor_set_feedback(self, NULL, NULL);
    mtl_release(self->label);
}

static const mtl_method descriptor_methods[] = {
    PROPERTY_METHODS(mtl4_queue_descriptor, "label", "setLabel:", "@", label),
    METHOD("feedbackQueue", "@@:", descriptor_feedback),
    METHOD("setFeedbackQueue:", "v@:@", descriptor_set_feedback),
    END_OF_METHODS,
};
const mtl_class mtl4_queue_descriptor_class = {.name = "MTL4CommandQueueDescriptor",
                                               .size = sizeof(mtl4_queue_descriptor),
                                               .methods = descriptor_methods,
                                               .finish = descriptor_finish};

typedef struct mtl4_commit_options {
    Class isa;
    id *handler; /* blocks */
    size_t count;
} mtl4_commit_options;

static void options_add_handler(METHOD_ARGUMENTS(mtl4_commit_options), id handler)
{
    id *grown = handler ? realloc(self->handler, (self->count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        mtl_complain("addFeedbackHandler: the handler is nil, or there is no memory; nothing will be called");
        return;
    }
    grown[self->count++] = mtl_block_copy(handler);
    self->handler = grown;
}

static void options_finish(void *object)
{
    mtl4_commit_options *self = object;
    for (size_t n = 0; n < self->count; n++)
        mtl_block_release(self->handler[n]);
    free(self->handler);
}

static const mtl_method options_methods[] = {
    METHOD("addFeedbackHandler:", "v@:@?", options_add_handler),
    END_OF_METHODS,
};
const mtl_class mtl4_commit_options_class = {.name = "MTL4CommitOptions",
                                             .size = sizeof(mtl4_commit_options),
                                             .methods = options_methods,
                                             .finish = options_finish};

/* ---- feedback */

typedef struct mtl4_feedback {
    Class isa;
    id error, logs;
    double start, end;
} mtl4_feedback;

GETTER(mtl4_feedback, id, feedback_error, self->error)
GETTER(mtl4_feedback, id, feedback_logs, self->logs)
GETTER(mtl4_feedback, double, feedback_start, self->start)
GETTER(mtl4_feedback, double, feedback_end, self->end)
FINISH(mtl4_feedback, feedback_finish, self->error, self->logs)

/* `logs` is softmetal's own: what checked mode found has no other way to the client of a Metal 4 queue. */
static const mtl_method feedback_methods[] = {
    METHOD("error", "@@:", feedback_error),
    METHOD("logs", "@@:", feedback_logs),
    METHOD("GPUStartTime", "d@:", feedback_start),
    METHOD("GPUEndTime", "d@:", feedback_end),
    END_OF_METHODS,
};
static const char *const feedback_protocols[] = {"MTL4CommitFeedback", NULL};
const mtl_class mtl4_feedback_class = {.name = "Softmetal4CommitFeedback",
                                       .size = sizeof(mtl4_feedback),
                                       .methods = feedback_methods,
                                       .finish = feedback_finish,
                                       .protocols = feedback_protocols};

/* What a commit has to tell once its command buffers have ended. */
typedef struct telling {
    mtl_command command;
    mtl4_queue *queue;
    mtl4_commit_options *options;
    mtl_command_buffer **buffer; /* the command buffer that tells keeps them */
    size_t count;
} telling;

static long code_of(long code)
{
    switch (code) {
    case MTLCommandBufferErrorTimeout: return MTL4CommandQueueErrorTimeout;
    case MTLCommandBufferErrorOutOfMemory: return MTL4CommandQueueErrorOutOfMemory;
    case MTLCommandBufferErrorNotPermitted: return MTL4CommandQueueErrorNotPermitted;
    default: return MTL4CommandQueueErrorInternal;
    }
}

static mtl4_feedback *feedback_of(const telling *tell)
{
    mtl4_feedback *feedback = mtl_new(&mtl4_feedback_class);
    id pool = mtl_pool_push(), logs = mtl_array(NULL, 0);
    for (size_t n = 0; n < tell->count; n++) {
        const mtl_command_buffer *buffer = tell->buffer[n];
        bool failed = buffer->error && !sm_fault(SM_FAULT_api_feedback_swallowed);
        if (failed && !feedback->error)
            feedback->error = mtl_error_create(MTL4CommandQueueErrorDomain, code_of(buffer->error_code),
                                               buffer->error_text ? buffer->error_text : "");
        if (n == 0 || buffer->gpu_start < feedback->start)
            feedback->start = buffer->gpu_start;
        if (n == 0 || buffer->gpu_end > feedback->end)
            feedback->end = buffer->gpu_end;
        for (size_t i = 0; i < buffer->log_count; i++)
            logs = SEND(id(*)(id, SEL, id), logs, "arrayByAddingObject:")(logs, SELECTOR("arrayByAddingObject:"),
                                                                          buffer->logs[i]);
    }
    feedback->logs = mtl_retain(logs);
    mtl_pool_pop(pool);
    return feedback;
}

typedef struct delivery {
    mtl4_feedback *feedback;
    mtl4_commit_options *options;
} delivery;

static void deliver(void *context)
{
    delivery *what = context;
    id pool = mtl_pool_push();
    for (size_t n = 0; n < what->options->count; n++)
        BLOCK_CALL(void (*)(id, id), what->options->handler[n])(what->options->handler[n], (id)what->feedback);
    mtl_release((id)what->feedback);
    mtl_release((id)what->options);
    mtl_pool_pop(pool);
    free(what);
}

static bool run_telling(mtl_command *command, mtl_command_buffer *buffer UNUSED)
{
    const telling *tell = (const telling *)command;
    delivery *what = malloc(sizeof *what);
    if (!what)
        return true;
    *what = (delivery){feedback_of(tell), (mtl4_commit_options *)mtl_retain((id)tell->options)};
    if (tell->queue->feedback)
        dispatch_async_f(tell->queue->feedback, what, deliver);
    else
        deliver(what);
    return true;
}

/* ---- committing */

static mtl_command_buffer *own_buffer(mtl4_queue *queue)
{
    mtl_command_buffer *buffer = mtl_command_buffer_create(queue->inner);
    buffer->of_queue = true;
    mtl_command_keep(buffer, (id)queue);
    return buffer;
}

static void commit(mtl_command_buffer *buffer)
{
    SEND(void (*)(id, SEL), buffer, "commit")((id)buffer, SELECTOR("commit"));
}

/* What a command buffer has recorded, or in its place one that fails. Owned by the caller. */
static mtl_command_buffer *take(mtl4_queue *self, SEL selector, id given, NSUInteger n)
{
    mtl4_commands *commands = mtl_is(given, &mtl4_commands_class) ? (mtl4_commands *)given : NULL;
    if (!commands || !commands->ready) {
        mtl_command_buffer *failed = own_buffer(self);
        mtl_command_buffer_refuse(failed, "%s command buffer %lu %s", sel_getName(selector), (unsigned long)n,
                                  !commands             ? "is no MTL4CommandBuffer"
                                  : commands->recording ? "is still being recorded: it needs endCommandBuffer first"
                                                        : "has recorded nothing since it was committed last: it needs "
                                                          "beginCommandBufferWithAllocator: and endCommandBuffer");
        return failed;
    }
    mtl_command_buffer *buffer = commands->ready;
    commands->ready = NULL;
    mtl_queue *recorder = buffer->queue;
    buffer->queue = (mtl_queue *)mtl_retain((id)self->inner);
    mtl_release((id)recorder);
    commands->residency->queue = self;
    mtl_command_keep(buffer, (id)self);
    return buffer;
}

static void queue_commit_options(METHOD_ARGUMENTS(mtl4_queue), const id *buffers, NSUInteger count, id options)
{
    mtl_command_buffer *last = options ? own_buffer(self) : NULL;
    telling *tell = last ? mtl_command_add(last, sizeof *tell, run_telling) : NULL;
    mtl_command_buffer **list = tell ? mtl_command_memory(last, (count + 1) * sizeof *list) : NULL;
    for (NSUInteger n = 0; n < count; n++) {
        mtl_command_buffer *buffer = take(self, _cmd, buffers[n], n);
        if (list) {
            list[n] = buffer;
            mtl_command_keep(last, (id)buffer);
        }
        commit(buffer);
        mtl_release((id)buffer);
    }
    if (list) {
        tell->queue = self;
        tell->options = (mtl4_commit_options *)options;
        tell->buffer = list;
        tell->count = count;
        mtl_command_keep(last, options);
        commit(last);
    }
    mtl_release((id)last);
}

static void queue_commit_checked(METHOD_ARGUMENTS(mtl4_queue), const id *buffers, NSUInteger count, id options)
{
    if (options && !mtl_is(options, &mtl4_commit_options_class)) {
        mtl_complain("commit:count:options: the options are no MTL4CommitOptions; no handler will be called");
        options = nil;
    }
    queue_commit_options(self, _cmd, buffers, count, options);
}

static void queue_commit(METHOD_ARGUMENTS(mtl4_queue), const id *buffers, NSUInteger count)
{
    queue_commit_options(self, _cmd, buffers, count, nil);
}

/* ---- events */

static void add_event(mtl4_queue *self, SEL selector, const char *encode, id event, uint64_t value)
{
    if (!mtl_is(event, &mtl_event_class)) {
        mtl_complain("%s the event is nil; the call has no effect", sel_getName(selector));
        return;
    }
    mtl_command_buffer *buffer = own_buffer(self);
    SEND(void (*)(id, SEL, id, uint64_t), buffer, encode)((id)buffer, SELECTOR(encode), event, value);
    commit(buffer);
    mtl_release((id)buffer);
}

static void queue_signal(METHOD_ARGUMENTS(mtl4_queue), id event, uint64_t value)
{
    add_event(self, _cmd, "encodeSignalEvent:value:", event, value);
}

static void queue_wait(METHOD_ARGUMENTS(mtl4_queue), id event, uint64_t value)
{
    if (!sm_fault(SM_FAULT_api_queue_wait_ignored))
        add_event(self, _cmd, "encodeWaitForEvent:value:", event, value);
}

/* ---- residency */

static void queue_add_sets(METHOD_ARGUMENTS(mtl4_queue), const id *sets, NSUInteger count)
{
    pthread_mutex_lock(&self->lock);
    for (NSUInteger n = 0; n < count; n++)
        mtl_set_list_add(&self->sets, sets[n]);
    pthread_mutex_unlock(&self->lock);
}

static void queue_add_set(METHOD_ARGUMENTS(mtl4_queue), id set)
{
    queue_add_sets(self, _cmd, &set, 1);
}

static void queue_remove_sets(METHOD_ARGUMENTS(mtl4_queue), const id *sets, NSUInteger count)
{
    pthread_mutex_lock(&self->lock);
    for (NSUInteger n = 0; n < count; n++)
        mtl_set_list_remove(&self->sets, sets[n]);
    pthread_mutex_unlock(&self->lock);
}

static void queue_remove_set(METHOD_ARGUMENTS(mtl4_queue), id set)
{
    queue_remove_sets(self, _cmd, &set, 1);
}

/* ---- queue */

mtl4_queue *mtl4_queue_create(mtl_device *device, id given)
{
    const mtl4_queue_descriptor *descriptor = (const mtl4_queue_descriptor *)given;
    mtl_queue *inner = mtl_queue_create(device);
    if (!inner)
        return NULL;
    mtl4_queue *queue = mtl_new(&mtl4_queue_class);
    queue->inner = inner;
    pthread_mutex_init(&queue->lock, NULL);
    if (!mtl_is(given, &mtl4_queue_descriptor_class))
        return queue;
    mtl_assign(&queue->label, descriptor->label);
    if (descriptor->feedback)
        dispatch_retain(descriptor->feedback);
    queue->feedback = descriptor->feedback;
    return queue;
}

static void queue_finish(void *object)
{
    mtl4_queue *self = object;
    mtl_set_list_free(&self->sets);
    if (self->feedback)
        dispatch_release(self->feedback);
    mtl_release(self->label);
    mtl_release((id)self->inner);
    pthread_mutex_destroy(&self->lock);
}

GETTER(mtl4_queue, id, queue_device, (id)self->inner->device)
GETTER(mtl4_queue, id, queue_label, self->label)

static const mtl_method queue_methods[] = {
    METHOD("device", "@@:", queue_device),
    METHOD("label", "@@:", queue_label),
    METHOD("commit:count:", "v@:r^@Q", queue_commit),
    METHOD("commit:count:options:", "v@:r^@Q@", queue_commit_checked),
    METHOD("signalEvent:value:", "v@:@Q", queue_signal),
    METHOD("waitForEvent:value:", "v@:@Q", queue_wait),
    METHOD("addResidencySet:", "v@:@", queue_add_set),
    METHOD("addResidencySets:count:", "v@:r^@Q", queue_add_sets),
    METHOD("removeResidencySet:", "v@:@", queue_remove_set),
    METHOD("removeResidencySets:count:", "v@:r^@Q", queue_remove_sets),
    END_OF_METHODS,
};
static const char *const queue_protocols[] = {"MTL4CommandQueue", NULL};
const mtl_class mtl4_queue_class = {.name = "Softmetal4CommandQueue",
                                    .size = sizeof(mtl4_queue),
                                    .methods = queue_methods,
                                    .finish = queue_finish,
                                    .protocols = queue_protocols};
