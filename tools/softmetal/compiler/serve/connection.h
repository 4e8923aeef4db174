/* connection.h: how clients talk to servers (serve.h), and a server to its forks.
 *
 * A client starts the program with a socket that listens (SOCK_SEQPACKET) as descriptor SM_SERVE_SOCKET, to which it
 * has connected; other clients of the same user connect to it, too. Each request is a message of one byte with
 * the descriptors below, in their order; the answer is the status that waitpid() gives, an int, in `status`.
 */
#ifndef SOFTMETAL_CONNECTION_H
#define SOFTMETAL_CONNECTION_H
#include <stdbool.h>

enum { SM_SERVE_SOCKET = 3 };

typedef struct sm_serve_request {
    int standard[3]; /* input, output, errors of the run */
    int directory;   /* where it runs */
    int strings;     /* a file: count of arguments, count of variables (two uint32_t), then each with its NUL */
    int status;      /* a pipe; closed at the other end, the run is killed */
} sm_serve_request;

bool sm_serve_send(int to, const sm_serve_request *request);

/* False if none comes any more, or what comes is no request. Its descriptors are the caller's to close. */
bool sm_serve_receive(int from, sm_serve_request *request);

/* Whether a process of the same user is at the other end. */
bool sm_serve_is_mine(int socket);
#endif
