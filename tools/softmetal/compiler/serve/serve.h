/* serve.h: a program that starts once and is forked for each run. Loading clang takes several times as long as what
 * clang then does with a small program; a fork of a process that has loaded it takes a millisecond.
 *
 * The client starts the program with a socket (SOCK_SEQPACKET) and a handle of its own process (pidfd) as descriptors
 * SM_SERVE_SOCKET and SM_SERVE_CLIENT. The server says SM_SERVE_READY. Each request is a message of one byte with
 * SM_SERVE_FILES descriptors, in the order below; the answer is the status that waitpid() gives, an int, in
 * `status`. */
#ifndef SOFTMETAL_SERVE_H
#define SOFTMETAL_SERVE_H

enum { SM_SERVE_SOCKET = 3, SM_SERVE_CLIENT = 4 };
enum { SM_SERVE_READY = 'r' };
#define SM_SERVE_INPUT "/proc/self/fd/0" /* the input of a run, where a server waits that has read something before */

typedef struct sm_serve_request {
    int standard[3]; /* input, output, errors of the run */
    int directory;   /* where it runs */
    int strings;     /* a file: count of arguments, count of variables (two uint32_t), then each with its NUL */
    int status;      /* a pipe; closed at the other end, the run is killed */
} sm_serve_request;
enum { SM_SERVE_FILES = sizeof(sm_serve_request) / sizeof(int) };

/* Serves until the client is gone; then this process and all runs end. Returns in each run alone, with its arguments
 * and environment in place. To be called before there is a second thread. */
void sm_serve(int *count, char ***arguments);
#endif
