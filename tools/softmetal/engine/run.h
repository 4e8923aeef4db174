/* run.h: between the engine's common part and its teams: what a worker thread is doing at the moment. */
#ifndef SOFTMETAL_RUN_H
#define SOFTMETAL_RUN_H
#include "team.h"

/* Back edges between two looks at the budget; between two yields of a loop that waits for other threads. */
enum { SM_TICKS = 1 << 20, SM_SPINS = 64 };

typedef struct sm_run sm_run;

/* The team whose code runs on this worker thread. */
sm_team *sm_run_current_team(void);
/* Leaves the kernel's code for the worker's loop. Only where no fiber is involved. */
_Noreturn void sm_run_escape(void);
/* Whether the dispatch has been given up: another worker met a fault. */
bool sm_run_is_stopped(const sm_run *run);

/* Whether the address is on the stack of this worker thread. */
bool sm_run_is_stack(uintptr_t address);
/* The lowest address of that stack, and its size. */
void *sm_run_stack(size_t *size);

/* Bytes of threadgroup memory that a threadgroup of the dispatch has. */
size_t sm_run_memory(const sm_run *run);
#endif
