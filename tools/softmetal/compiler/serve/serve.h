/* serve.h: a program that starts once and has forks that do runs. Loading clang takes several times as long as what
 * clang then does with a small program. A fork does one run after the other: after each it goes back to what it was
 * (rewind.h), or ends where it can't. */
#ifndef SOFTMETAL_SERVE_H
#define SOFTMETAL_SERVE_H
#include <stdbool.h>
#include <stddef.h>

/* The input of a run, where a server waits that has read something before; and by another name, where it waits after
 * SM_SERVE_FIRST_RUNS. */
#define SM_SERVE_INPUT "/proc/self/fd/0"
#define SM_SERVE_INPUT_LATER "/dev/fd/0"
enum { SM_SERVE_FIRST_RUNS = 20 };

/* Serves until the last client has been gone for three seconds; then this process and all forks end. Returns true in
 * each run, with its arguments and environment in place; false in the server itself after `most` runs, when they have
 * ended: it is to be called again. To be called before there is a second thread. */
bool sm_serve(size_t most, int *count, char ***arguments);

/* Ends a run, or the process if it is none, as _exit() does. For the next run sm_serve() returns once more, in the same
 * process: nothing but that may be left of this one, no file that it mapped either. */
_Noreturn void sm_serve_end(int code);
#endif
