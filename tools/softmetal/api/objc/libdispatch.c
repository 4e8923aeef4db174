/* libdispatch.c: the part of Grand Central Dispatch that Metal clients use (include-host/dispatch/dispatch.h).
 *
 * A serial queue has a thread while it has work; a job of a concurrent queue has a thread of its own, or runs where it
 * was handed in if there is none to be had. The iterations of dispatch_apply run one after another, which it permits.
 * All symbols are weak: a libdispatch that is loaded wins. */
#include "../../include-host/dispatch/dispatch.h"
#include "blocks.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WEAK __attribute__((weak, visibility("default")))

/* ---- objects */

typedef struct object {
    int references;
    void (*destroy)(void *object);
    pthread_mutex_t lock;
    pthread_cond_t changed;
} object;

static void *new_object(size_t size, void (*destroy)(void *))
{
    object *o = calloc(1, size);
    if (!o)
        return NULL;
    o->references = 1;
    o->destroy = destroy;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    return o;
}

WEAK void dispatch_retain(dispatch_object_t given)
{
    object *o = given;
    __atomic_fetch_add(&o->references, 1, __ATOMIC_RELAXED);
}

WEAK void dispatch_release(dispatch_object_t given)
{
    object *o = given;
    if (__atomic_sub_fetch(&o->references, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    if (o->destroy)
        o->destroy(o);
    pthread_mutex_destroy(&o->lock);
    pthread_cond_destroy(&o->changed);
    free(o);
}

/* ---- time */

WEAK dispatch_time_t dispatch_time(dispatch_time_t when, int64_t nanoseconds)
{
    if (when == DISPATCH_TIME_FOREVER)
        return when;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t start = when == DISPATCH_TIME_NOW ? (uint64_t)now.tv_sec * NSEC_PER_SEC + (uint64_t)now.tv_nsec : when;
    return start + (uint64_t)nanoseconds;
}

/* Waits for a change of the object, whose lock is held; false if the time is over. */
static bool wait_for_change(object *o, dispatch_time_t until)
{
    if (until == DISPATCH_TIME_FOREVER)
        return pthread_cond_wait(&o->changed, &o->lock) == 0;
    if (until == DISPATCH_TIME_NOW)
        return false;
    struct timespec end = {(time_t)(until / NSEC_PER_SEC), (long)(until % NSEC_PER_SEC)};
    return pthread_cond_timedwait(&o->changed, &o->lock, &end) != ETIMEDOUT;
}

/* ---- semaphores */

struct dispatch_semaphore_s {
    object object;
    intptr_t value;
};

WEAK dispatch_semaphore_t dispatch_semaphore_create(intptr_t value)
{
    dispatch_semaphore_t s = value < 0 ? NULL : new_object(sizeof *s, NULL);
    if (s)
        s->value = value;
    return s;
}

WEAK intptr_t dispatch_semaphore_signal(dispatch_semaphore_t s)
{
    pthread_mutex_lock(&s->object.lock);
    s->value++;
    pthread_cond_signal(&s->object.changed);
    pthread_mutex_unlock(&s->object.lock);
    return 0;
}

WEAK intptr_t dispatch_semaphore_wait(dispatch_semaphore_t s, dispatch_time_t until)
{
    pthread_mutex_lock(&s->object.lock);
    while (s->value == 0 && wait_for_change(&s->object, until)) {
    }
    bool taken = s->value > 0;
    s->value -= taken;
    pthread_mutex_unlock(&s->object.lock);
    return !taken;
}

/* ---- data */

struct dispatch_data_s {
    object object;
    const void *bytes;
    size_t size;
    dispatch_block_t destructor; /* a block, or what stands for free() */
};

WEAK const dispatch_block_t _dispatch_data_destructor_free = (dispatch_block_t) "free";

static void data_destroy(void *given)
{
    dispatch_data_t data = given;
    if (data->destructor == _dispatch_data_destructor_free) {
        free((void *)data->bytes);
    } else {
        BLOCK_CALL(void (*)(id), data->destructor)(data->destructor);
        mtl_block_release(data->destructor);
    }
}

WEAK dispatch_data_t dispatch_data_create(const void *bytes, size_t size, dispatch_queue_t queue UNUSED,
                                          dispatch_block_t destructor)
{
    void *copy = destructor ? NULL : malloc(size ? size : 1);
    dispatch_data_t data = copy || destructor ? new_object(sizeof *data, data_destroy) : NULL;
    if (!data) {
        free(copy);
        return NULL;
    }
    if (copy && size)
        memcpy(copy, bytes, size);
    data->bytes = copy ? copy : bytes;
    data->size = size;
    data->destructor = !destructor || destructor == _dispatch_data_destructor_free ? _dispatch_data_destructor_free
                                                                                   : mtl_block_copy(destructor);
    return data;
}

WEAK size_t dispatch_data_get_size(dispatch_data_t data)
{
    return data->size;
}

WEAK dispatch_data_t dispatch_data_create_map(dispatch_data_t data, const void **bytes, size_t *size)
{
    if (bytes)
        *bytes = data->bytes;
    if (size)
        *size = data->size;
    dispatch_retain(data);
    return data;
}

/* ---- queues */

typedef struct job {
    struct job *next;
    void *context;
    dispatch_function_t work;
    dispatch_group_t group; /* left when it is done, or NULL */
    struct dispatch_queue_s *queue;
} job;

struct dispatch_queue_s {
    object object;
    char *label;
    bool concurrent, busy; /* busy: a serial queue's thread is there */
    job *first, **last;
};

static void queue_destroy(void *queue)
{
    free(((dispatch_queue_t)queue)->label);
}

static dispatch_queue_t new_queue(const char *label, bool concurrent)
{
    dispatch_queue_t queue = new_object(sizeof *queue, queue_destroy);
    if (!queue)
        return NULL;
    queue->label = strdup(label ? label : "");
    queue->concurrent = concurrent;
    queue->last = &queue->first;
    return queue;
}

WEAK dispatch_queue_t dispatch_queue_create(const char *label, dispatch_queue_attr_t attribute)
{
    return new_queue(label, attribute == DISPATCH_QUEUE_CONCURRENT);
}

static dispatch_queue_t global;

static void make_global(void)
{
    global = new_queue("com.apple.root.default-qos", true);
}

WEAK dispatch_queue_t dispatch_get_global_queue(intptr_t priority UNUSED, uintptr_t flags UNUSED)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_global);
    return global;
}

WEAK const char *dispatch_queue_get_label(dispatch_queue_t queue)
{
    return queue->label ? queue->label : "";
}

static void perform(job *j)
{
    id pool = mtl_pool_push();
    j->work(j->context);
    mtl_pool_pop(pool);
    if (j->group) {
        dispatch_group_leave(j->group);
        dispatch_release(j->group);
    }
    dispatch_release(j->queue);
    free(j);
}

static void *perform_one(void *given)
{
    mtl_thread_begin();
    perform(given);
    mtl_thread_end();
    return NULL;
}

/* The next job of a serial queue, whose thread ends with the last. */
static job *next_job(dispatch_queue_t queue)
{
    pthread_mutex_lock(&queue->object.lock);
    job *j = queue->first;
    if (j)
        queue->first = j->next;
    if (!queue->first)
        queue->last = &queue->first;
    queue->busy = j != NULL;
    pthread_mutex_unlock(&queue->object.lock);
    return j;
}

static void *perform_all(void *queue)
{
    mtl_thread_begin();
    for (job *j; (j = next_job(queue));)
        perform(j);
    mtl_thread_end();
    dispatch_release(queue);
    return NULL;
}

static void run_on_thread(void *(*main)(void *), void *argument)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, main, argument) == 0)
        pthread_detach(thread);
    else
        main(argument);
}

static void submit(dispatch_queue_t queue, dispatch_group_t group, void *context, dispatch_function_t work)
{
    job *j = malloc(sizeof *j);
    if (!j)
        abort(); /* as libdispatch does */
    *j = (job){.context = context, .work = work, .group = group, .queue = queue};
    dispatch_retain(queue);
    if (group) {
        dispatch_retain(group);
        dispatch_group_enter(group);
    }
    if (queue->concurrent) {
        run_on_thread(perform_one, j);
        return;
    }
    pthread_mutex_lock(&queue->object.lock);
    *queue->last = j;
    queue->last = &j->next;
    bool start = !queue->busy;
    queue->busy = true;
    pthread_mutex_unlock(&queue->object.lock);
    if (start) {
        dispatch_retain(queue);
        run_on_thread(perform_all, queue);
    }
}

WEAK void dispatch_async_f(dispatch_queue_t queue, void *context, dispatch_function_t work)
{
    submit(queue, NULL, context, work);
}

WEAK void dispatch_group_async_f(dispatch_group_t group, dispatch_queue_t queue, void *context,
                                 dispatch_function_t work)
{
    submit(queue, group, context, work);
}

WEAK void dispatch_sync_f(dispatch_queue_t queue, void *context, dispatch_function_t work)
{
    if (queue->concurrent) {
        work(context);
        return;
    }
    dispatch_group_t group = dispatch_group_create();
    if (!group)
        abort();
    submit(queue, group, context, work);
    dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
    dispatch_release(group);
}

WEAK void dispatch_apply_f(size_t count, dispatch_queue_t queue UNUSED, void *context, void (*work)(void *, size_t))
{
    for (size_t i = 0; i < count; i++)
        work(context, i);
}

/* ---- groups */

struct dispatch_group_s {
    object object;
    size_t inside;
};

WEAK dispatch_group_t dispatch_group_create(void)
{
    return new_object(sizeof(struct dispatch_group_s), NULL);
}

WEAK void dispatch_group_enter(dispatch_group_t group)
{
    pthread_mutex_lock(&group->object.lock);
    group->inside++;
    pthread_mutex_unlock(&group->object.lock);
}

WEAK void dispatch_group_leave(dispatch_group_t group)
{
    pthread_mutex_lock(&group->object.lock);
    if (group->inside && --group->inside == 0)
        pthread_cond_broadcast(&group->object.changed);
    pthread_mutex_unlock(&group->object.lock);
}

WEAK intptr_t dispatch_group_wait(dispatch_group_t group, dispatch_time_t until)
{
    pthread_mutex_lock(&group->object.lock);
    while (group->inside && wait_for_change(&group->object, until)) {
    }
    bool late = group->inside;
    pthread_mutex_unlock(&group->object.lock);
    return late;
}

/* ---- once */

WEAK void dispatch_once_f(dispatch_once_t *done, void *context, dispatch_function_t work)
{
    enum { NEVER, NOW, DONE };
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    if (__atomic_load_n(done, __ATOMIC_ACQUIRE) == DONE)
        return;
    pthread_mutex_lock(&lock);
    while (*done == NOW)
        pthread_cond_wait(&changed, &lock);
    if (*done == NEVER) {
        *done = NOW;
        pthread_mutex_unlock(&lock);
        work(context);
        pthread_mutex_lock(&lock);
        __atomic_store_n(done, DONE, __ATOMIC_RELEASE);
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
}

/* ---- the same with blocks */

static void call_block(void *block)
{
    BLOCK_CALL(void (*)(id), block)(block);
}

static void call_and_release_block(void *block)
{
    call_block(block);
    mtl_block_release(block);
}

void dispatch_async(dispatch_queue_t queue, id block);
void dispatch_sync(dispatch_queue_t queue, id block);
void dispatch_apply(size_t count, dispatch_queue_t queue, id block);
void dispatch_once(dispatch_once_t *done, id block);
void dispatch_group_async(dispatch_group_t group, dispatch_queue_t queue, id block);

WEAK void dispatch_async(dispatch_queue_t queue, id block)
{
    submit(queue, NULL, mtl_block_copy(block), call_and_release_block);
}

WEAK void dispatch_sync(dispatch_queue_t queue, id block)
{
    dispatch_sync_f(queue, block, call_block);
}

WEAK void dispatch_apply(size_t count, dispatch_queue_t queue UNUSED, id block)
{
    for (size_t i = 0; i < count; i++)
        BLOCK_CALL(void (*)(id, size_t), block)(block, i);
}

WEAK void dispatch_once(dispatch_once_t *done, id block)
{
    dispatch_once_f(done, block, call_block);
}

WEAK void dispatch_group_async(dispatch_group_t group, dispatch_queue_t queue, id block)
{
    submit(queue, group, mtl_block_copy(block), call_and_release_block);
}
