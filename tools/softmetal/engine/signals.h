/* signals.h: what a kernel's code does wrong comes as a signal to the worker thread that runs it. */
#ifndef SOFTMETAL_SIGNALS_H
#define SOFTMETAL_SIGNALS_H
#include <signal.h>

/* Traps the signals that faults raise: on a worker in a kernel they end the threadgroup, by a jump to `escape` with 2;
 * others go to whoever had them before. To be called before each dispatch: others (debuggers, test frameworks) put
 * handlers of their own in our place. */
void sm_signals_trap(void);
/* The calling worker takes these signals, on a stack of their own, and no other signal: those go to the client's
 * threads. */
void sm_signals_take(void);
/* The same for as long as a thread of the client's queues runs a kernel itself. It gets a stack for signals first,
 * which it gives back at its end. */
void *sm_signals_stack_create(void);
void sm_signals_stack_destroy(void *stack);
void sm_signals_hold(sigset_t *before);
void sm_signals_release(const sigset_t *before);
#endif
