/* event.c: MTLEvent, MTLSharedEvent and MTLFence. An event is a number: who waits for a value goes on once the
 * number has reached it. Events order command buffers of different queues, and queues and the
 * CPU. Within one queue commands run in order, so that a fence has nothing to do. */
#include "../../include-host/dispatch/dispatch.h"
#include "../objc/blocks.h"
#include "../objects.h"
#include "../objc/property.h"
#include <errno.h>
#include <stdlib.h>
#include <time.h>

typedef struct mtl_event {
    Class isa;
    id label;
    uint64_t value;         /* guarded by the one lock of all events: they change rarely */
    struct notice *notices; /* likewise */
} mtl_event;

/* A block to call once the event has reached the value. */
typedef struct notice {
    struct notice *next;
    uint64_t value;
    id event, block;
    dispatch_queue_t queue;
} notice;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;

__attribute__((constructor)) static void prepare(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void forget_notice(notice *n)
{
    dispatch_release(n->queue);
    mtl_block_release(n->block);
    free(n);
}

static void give_notice(void *context)
{
    notice *n = context;
    BLOCK_CALL(void (*)(id, id, uint64_t), n->block)(n->block, n->event, n->value);
    mtl_release(n->event);
    forget_notice(n);
}

/* Takes the notices that are due from the list, and hands them to their queues. With the lock held. */
static void give_notices(mtl_event *event)
{
    for (notice **at = &event->notices, *n; (n = *at);) {
        if (event->value < n->value) {
            at = &n->next;
            continue;
        }
        *at = n->next;
        n->event = mtl_retain((id)event);
        dispatch_async_f(n->queue, n, give_notice);
    }
}

void mtl_event_signal(id event, uint64_t value)
{
    pthread_mutex_lock(&lock);
    ((mtl_event *)event)->value = value;
    pthread_cond_broadcast(&changed);
    give_notices((mtl_event *)event);
    pthread_mutex_unlock(&lock);
}

bool mtl_event_wait(id event, uint64_t value, uint64_t milliseconds)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    bool limited = milliseconds < UINT64_C(1000) * INT32_MAX;
    if (limited) {
        uint64_t nanoseconds = (uint64_t)end.tv_nsec + milliseconds % 1000 * 1000000;
        end.tv_sec += (time_t)(milliseconds / 1000 + nanoseconds / 1000000000);
        end.tv_nsec = (long)(nanoseconds % 1000000000);
    }
    pthread_mutex_lock(&lock);
    int result = 0;
    while (((mtl_event *)event)->value < value && result != ETIMEDOUT)
        result = limited ? pthread_cond_timedwait(&changed, &lock, &end) : pthread_cond_wait(&changed, &lock);
    bool reached = ((mtl_event *)event)->value >= value;
    pthread_mutex_unlock(&lock);
    return reached;
}

static uint64_t event_value(METHOD_ARGUMENTS(mtl_event))
{
    pthread_mutex_lock(&lock);
    uint64_t value = self->value;
    pthread_mutex_unlock(&lock);
    return value;
}

static void event_set_value(METHOD_ARGUMENTS(mtl_event), uint64_t value)
{
    mtl_event_signal((id)self, value);
}

static BOOL event_wait(METHOD_ARGUMENTS(mtl_event), uint64_t value, uint64_t milliseconds)
{
    return mtl_event_wait((id)self, value, milliseconds);
}

OBJECT_PROPERTY(mtl_event, label, mtl_assign_copy)

GETTER(mtl_event, id, event_device, (id)mtl_the_device())

static void event_finish(void *object)
{
    mtl_event *self = object;
    mtl_release(self->label);
    for (notice *n = self->notices, *next; n; n = next) {
        next = n->next;
        forget_notice(n);
    }
}

/* ---- listeners */

typedef struct mtl_event_listener {
    Class isa;
    dispatch_queue_t queue;
} mtl_event_listener;

static id listener_init_with_queue(METHOD_ARGUMENTS(mtl_event_listener), dispatch_queue_t queue)
{
    if (queue)
        dispatch_retain(queue);
    self->queue = queue ? queue : dispatch_queue_create("MTLSharedEventListener", DISPATCH_QUEUE_SERIAL);
    return (id)self;
}

static id listener_init(METHOD_ARGUMENTS(mtl_event_listener))
{
    return listener_init_with_queue(self, _cmd, NULL);
}

GETTER(mtl_event_listener, dispatch_queue_t, listener_queue, self->queue)

static void listener_finish(void *object)
{
    dispatch_queue_t queue = ((mtl_event_listener *)object)->queue;
    if (queue)
        dispatch_release(queue);
}

static void event_notify(METHOD_ARGUMENTS(mtl_event), id listener, uint64_t value, id block)
{
    dispatch_queue_t queue =
        mtl_is(listener, &mtl_event_listener_class) ? ((mtl_event_listener *)listener)->queue : NULL;
    notice *n = queue && block ? malloc(sizeof *n) : NULL;
    if (!n) {
        mtl_complain("notifyListener:atValue:block: the listener or the block is nil; nothing will be called");
        return;
    }
    dispatch_retain(queue);
    *n = (notice){.value = value, .block = mtl_block_copy(block), .queue = queue};
    pthread_mutex_lock(&lock);
    notice **last = &self->notices;
    while (*last)
        last = &(*last)->next;
    *last = n;
    give_notices(self);
    pthread_mutex_unlock(&lock);
}

static const mtl_method listener_methods[] = {
    METHOD("init", "@@:", listener_init),
    METHOD("initWithDispatchQueue:", "@@:@", listener_init_with_queue),
    METHOD("dispatchQueue", "@@:", listener_queue),
    END_OF_METHODS,
};
const mtl_class mtl_event_listener_class = {.name = "MTLSharedEventListener",
                                            .size = sizeof(mtl_event_listener),
                                            .methods = listener_methods,
                                            .finish = listener_finish};

static const mtl_method event_methods[] = {
    METHOD("device", "@@:", event_device),
    PROPERTY_METHODS(mtl_event, "label", "setLabel:", "@", label),
    END_OF_METHODS,
};
static const char *const event_protocols[] = {"MTLEvent", NULL};
const mtl_class mtl_event_class = {.name = "SoftmetalEvent",
                                   .size = sizeof(mtl_event),
                                   .methods = event_methods,
                                   .finish = event_finish,
                                   .protocols = event_protocols};

static const mtl_method shared_event_methods[] = {
    METHOD("signaledValue", "Q@:", event_value),
    METHOD("setSignaledValue:", "v@:Q", event_set_value),
    METHOD("waitUntilSignaledValue:timeoutMS:", "C@:QQ", event_wait),
    METHOD("notifyListener:atValue:block:", "v@:@Q@?", event_notify),
    END_OF_METHODS,
};
static const char *const shared_event_protocols[] = {"MTLSharedEvent", "MTLEvent", NULL};
const mtl_class mtl_shared_event_class = {.name = "SoftmetalSharedEvent",
                                          .size = sizeof(mtl_event),
                                          .methods = shared_event_methods,
                                          .parent = &mtl_event_class,
                                          .protocols = shared_event_protocols};

static const char *const fence_protocols[] = {"MTLFence", NULL};
const mtl_class mtl_fence_class = {
    .name = "SoftmetalFence", .size = sizeof(mtl_event), .parent = &mtl_event_class, .protocols = fence_protocols};
