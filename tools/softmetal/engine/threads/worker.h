/* worker.h: what a worker thread of the engine is doing at the moment. */
#ifndef SOFTMETAL_WORKER_H
#define SOFTMETAL_WORKER_H
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sm_worker {
    struct sm_team *team; /* whose code runs */
    bool in_kernel;
    sigjmp_buf escape;
    void *fault_address;
    uintptr_t stack_low, stack_high;
} sm_worker;

/* The calling thread becomes this worker, and notes where its stack is. */
void sm_worker_begin(sm_worker *worker);
/* The calling thread becomes this worker, whose stack is set, or none any more (NULL). */
void sm_worker_become(sm_worker *worker);
/* The worker that the calling thread is; NULL on threads of the client. */
sm_worker *sm_worker_self(void);
/* The team whose code runs on this worker thread. */
struct sm_team *sm_worker_team(void);
/* Leaves the kernel's code for the worker's loop. Only where no fiber is involved. */
_Noreturn void sm_worker_escape(void);

/* Whether the address is on the stack of this worker thread. */
bool sm_worker_has_stack(uintptr_t address);
/* The lowest address of that stack, and its size. */
void *sm_worker_stack(size_t *size);
#endif
