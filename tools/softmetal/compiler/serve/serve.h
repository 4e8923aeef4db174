/* serve.h: a program that starts once and has forks that do runs. Loading clang takes several times as long as what
 * clang then does with a small program. A fork does one run after the other: after each it goes back to what it was
 * (rewind.h), or ends where it can't.
 *
 * A client starts the program with a socket that listens (SOCK_SEQPACKET) as descriptor SM_SERVE_SOCKET, to which it
 * has connected; other clients of the same user connect to it, too. Each request is a message of one byte with
 * SM_SERVE_FILES descriptors, in the order below; the answer is the status that waitpid() gives, an int, in `status`.
 */
#ifndef SOFTMETAL_SERVE_H
#define SOFTMETAL_SERVE_H
#include <stdbool.h>
#include <stddef.h>

enum { SM_SERVE_SOCKET = 3 };
/* The input of a run, where a server waits that has read something before; and by another name, where it waits after
 * SM_SERVE_FIRST_RUNS. */
#define SM_SERVE_INPUT "/proc/self/fd/0"
#define SM_SERVE_INPUT_LATER "/dev/fd/0"
enum { SM_SERVE_FIRST_RUNS = 20 };

typedef struct sm_serve_request {
    int standard[3]; /* input, output, errors of the run */
    int directory;   /* where it runs */
    int strings;     /* a file: count of arguments, count of variables (two uint32_t), then each with its NUL */
    int status;      /* a pipe; closed at the other end, the run is killed */
} sm_serve_request;
enum { SM_SERVE_FILES = sizeof(sm_serve_request) / sizeof(int) };

/* Serves until the last client is gone; then this process and all runs end. Returns true in each run, with its
 * arguments and environment in place; false in the server itself after `most` runs, when they have ended: it is to be
 * called again. To be called before there is a second thread. */
bool sm_serve(size_t most, int *count, char ***arguments);

/* Ends a run, or the process if it is none, as _exit() does. For the next run sm_serve() returns once more, in the same
 * process: nothing but that may be left of this one, no file that it mapped either. */
_Noreturn void sm_serve_end(int code);
#endif
