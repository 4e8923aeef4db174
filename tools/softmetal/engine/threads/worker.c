/* worker.c: each worker thread knows which one it is. */
#undef _FORTIFY_SOURCE /* its longjmp refuses to leave a fiber's stack */
#include "worker.h"
#include <pthread.h>

static _Thread_local sm_worker *self;

static void find_stack(sm_worker *w)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        w->stack_low = (uintptr_t)low;
        w->stack_high = (uintptr_t)low + size;
    }
    pthread_attr_destroy(&attributes);
}

void sm_worker_begin(sm_worker *worker)
{
    self = worker;
    find_stack(worker);
}

void sm_worker_become(sm_worker *worker)
{
    self = worker;
}

sm_worker *sm_worker_self(void)
{
    return self;
}

struct sm_team *sm_worker_team(void)
{
    return self->team;
}

bool sm_worker_has_stack(uintptr_t address)
{
    return address >= self->stack_low && address < self->stack_high;
}

void *sm_worker_stack(size_t *size)
{
    *size = self->stack_high - self->stack_low;
    return (void *)self->stack_low;
}

void sm_worker_escape(void)
{
    siglongjmp(self->escape, 1);
}
