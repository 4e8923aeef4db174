/* signals.h: what a kernel's code does wrong comes as a signal to the worker thread that runs it. */
#ifndef SOFTMETAL_SIGNALS_H
#define SOFTMETAL_SIGNALS_H

/* Traps the signals that faults raise: on a worker in a kernel they end the threadgroup, by a jump to `escape` with 2;
 * others go to whoever had them before. To be called before each dispatch: others (debuggers, test frameworks) put
 * handlers of their own in our place. */
void sm_signals_trap(void);
/* The calling worker takes these signals, on a stack of their own, and no other signal: those go to the client's
 * threads. */
void sm_signals_take(void);
#endif
