/* command_queue.c: MTLCommandQueue, and the thread that executes what was committed to it.
 *
 * Command buffers run in the order in which they were enqueued, one after another. The thread starts with the first of
 * them. It belongs to a structure of its own, which the thread frees when the queue is gone and nothing is left to do.
 */
#include "logs/log_state.h"
#include "../objects.h"
#include "../objc/property.h"
#include <stdlib.h>

/* ---- the thread */

/* Outlives its queue for as long as the thread needs it. */
struct mtl_worker {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    mtl_command_buffer *first, **last; /* enqueued, in order of execution; retained */
    bool started, stop;
};

static struct mtl_worker *worker_create(void)
{
    struct mtl_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    worker->last = &worker->first;
    return worker;
}

static void worker_destroy(struct mtl_worker *worker)
{
    pthread_mutex_destroy(&worker->lock);
    pthread_cond_destroy(&worker->changed);
    free(worker);
}

/* The next buffer to execute, if it has been committed. With the lock held. */
static mtl_command_buffer *take(struct mtl_worker *worker)
{
    mtl_command_buffer *buffer = worker->first;
    if (!buffer || mtl_command_buffer_status(buffer) < MTLCommandBufferStatusCommitted)
        return NULL;
    worker->first = buffer->next;
    if (!worker->first)
        worker->last = &worker->first;
    buffer->next = NULL;
    return buffer;
}

static mtl_command_buffer *worker_take(struct mtl_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    mtl_command_buffer *buffer = take(worker);
    pthread_mutex_unlock(&worker->lock);
    return buffer;
}

/* Waits for the next buffer to execute; NULL when the queue is gone. */
static mtl_command_buffer *worker_next(struct mtl_worker *worker)
{
    mtl_command_buffer *buffer;
    pthread_mutex_lock(&worker->lock);
    while (!(buffer = take(worker)) && !(worker->stop && !worker->first))
        pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
    return buffer;
}

static void *worker_run(void *data)
{
    struct mtl_worker *worker = data;
    mtl_thread_begin();
    sm_engine_enter();
    for (mtl_command_buffer *buffer; (buffer = worker_next(worker));) {
        id pool = mtl_pool_push();
        mtl_command_buffer_execute(buffer);
        mtl_release((id)buffer); /* may release the queue, which then tells us to stop */
        mtl_pool_pop(pool);
    }
    sm_engine_leave();
    mtl_thread_end();
    worker_destroy(worker);
    return NULL;
}

static bool start_thread(struct mtl_worker *worker)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SM_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &attributes, worker_run, worker) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

void mtl_queue_submit(mtl_queue *queue, mtl_command_buffer *buffer, bool add)
{
    struct mtl_worker *worker = queue->worker;
    pthread_mutex_lock(&worker->lock);
    if (add) {
        mtl_retain((id)buffer);
        *worker->last = buffer;
        worker->last = &buffer->next;
    }
    worker->started = worker->started || start_thread(worker);
    bool started = worker->started;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    for (mtl_command_buffer *next; !started && (next = worker_take(worker));) {
        mtl_command_buffer_no_memory(next, "there is no thread for the command queue");
        mtl_command_buffer_execute(next);
        mtl_release((id)next);
    }
}

/* ---- queue */

mtl_queue *mtl_queue_create(mtl_device *device)
{
    struct mtl_worker *worker = worker_create();
    if (!worker) {
        mtl_complain("no memory for a command queue; newCommandQueue returns nil");
        return NULL;
    }
    mtl_queue *queue = mtl_new(&mtl_queue_class);
    queue->device = device;
    queue->worker = worker;
    return queue;
}

static void queue_finish(void *object)
{
    mtl_queue *self = object;
    mtl_release(self->label);
    mtl_release(self->log_state);
    struct mtl_worker *worker = self->worker;
    pthread_mutex_lock(&worker->lock);
    worker->stop = true;
    bool started = worker->started;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    if (!started)
        worker_destroy(worker);
}

static id queue_command_buffer(METHOD_ARGUMENTS(mtl_queue))
{
    return mtl_autorelease((id)mtl_command_buffer_create(self));
}

static id queue_command_buffer_unretained(METHOD_ARGUMENTS(mtl_queue))
{
    mtl_command_buffer *buffer = mtl_command_buffer_create(self);
    buffer->unretained = true;
    return mtl_autorelease((id)buffer);
}

static id queue_command_buffer_described(METHOD_ARGUMENTS(mtl_queue), id descriptor)
{
    mtl_command_buffer *buffer = mtl_command_buffer_create(self);
    if (descriptor) {
        buffer->unretained =
            !SEND(BOOL(*)(id, SEL), descriptor, "retainedReferences")(descriptor, SELECTOR("retainedReferences"));
        mtl_log_take_state(&buffer->log_state, descriptor);
        buffer->error_options =
            SEND(NSUInteger(*)(id, SEL), descriptor, "errorOptions")(descriptor, SELECTOR("errorOptions"));
    }
    return mtl_autorelease((id)buffer);
}

OBJECT_PROPERTY(mtl_queue, label, mtl_assign_copy)

GETTER(mtl_queue, id, queue_device, (id)self->device)

static void queue_ignore_object(METHOD_ARGUMENTS(mtl_queue), id object UNUSED) {}

static void queue_ignore_objects(METHOD_ARGUMENTS(mtl_queue), const id *objects UNUSED, NSUInteger count UNUSED) {}

static void queue_ignore(METHOD_ARGUMENTS(mtl_queue)) {}

static const mtl_method queue_methods[] = {
    METHOD("device", "@@:", queue_device),
    PROPERTY_METHODS(mtl_queue, "label", "setLabel:", "@", label),
    METHOD("commandBuffer", "@@:", queue_command_buffer),
    METHOD("commandBufferWithUnretainedReferences", "@@:", queue_command_buffer_unretained),
    METHOD("commandBufferWithDescriptor:", "@@:@", queue_command_buffer_described),
    METHOD("insertDebugCaptureBoundary", "v@:", queue_ignore),
    METHOD("addResidencySet:", "v@:@", queue_ignore_object),
    METHOD("addResidencySets:count:", "v@:r^@Q", queue_ignore_objects),
    METHOD("removeResidencySet:", "v@:@", queue_ignore_object),
    METHOD("removeResidencySets:count:", "v@:r^@Q", queue_ignore_objects),
    END_OF_METHODS,
};
static const char *const queue_protocols[] = {"MTLCommandQueue", NULL};
const mtl_class mtl_queue_class = {.name = "SoftmetalCommandQueue",
                                   .size = sizeof(mtl_queue),
                                   .methods = queue_methods,
                                   .finish = queue_finish,
                                   .protocols = queue_protocols};

static void buffer_enqueue(METHOD_ARGUMENTS(mtl_command_buffer))
{
    if (mtl_command_buffer_status(self) != MTLCommandBufferStatusNotEnqueued)
        return;
    mtl_command_buffer_set_status(self, MTLCommandBufferStatusEnqueued);
    mtl_queue_submit(self->queue, self, true);
}

static void buffer_commit(METHOD_ARGUMENTS(mtl_command_buffer))
{
    NSUInteger status = mtl_command_buffer_status(self);
    if (status >= MTLCommandBufferStatusCommitted) {
        mtl_complain("commit: the command buffer was committed already; it runs once");
        return;
    }
    if (self->encoder)
        mtl_command_buffer_refuse(self, "commit: an encoder of the command buffer has not been ended by endEncoding");
    mtl_command_buffer_set_status(self, MTLCommandBufferStatusCommitted);
    mtl_queue_submit(self->queue, self, status == MTLCommandBufferStatusNotEnqueued);
}

static const mtl_method command_buffer_submission_methods[] = {
    METHOD("enqueue", "v@:", buffer_enqueue),
    METHOD("commit", "v@:", buffer_commit),
    END_OF_METHODS,
};
const mtl_addition mtl_command_buffer_submission_addition = {&mtl_command_buffer_class,
                                                             command_buffer_submission_methods};
