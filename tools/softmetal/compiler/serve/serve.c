/* serve.c: the server's side. The process that the client started ends at once and leaves its fork to serve: so a
 * client that waits for all its children does not wait for this one. A run that crashes or hangs costs nothing but
 * itself; runs die with the server, and the server with its client. */
#include "serve.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_RUNS = 64, FIRST_FREE = SM_SERVE_CLIENT + 1 };

typedef struct run {
    pid_t process;
    int handle; /* pidfd */
    int status; /* pipe to the client */
} run;

typedef struct server {
    run run[MOST_RUNS];
    size_t runs;
} server;

static void close_from(unsigned first)
{
    if (syscall(SYS_close_range, first, ~0u, 0) != 0) {
        for (int file = (int)first; file < 1024; file++)
            close(file);
    }
}

/* What the client has open is none of the server's business: it would keep pipes open. */
static void detach(void)
{
    static const char ready = SM_SERVE_READY;
    pid_t process = fork();
    if (process != 0)
        _exit(process < 0);
    close_from(FIRST_FREE);
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(nowhere, i);
    if (nowhere > 2)
        close(nowhere);
    if (send(SM_SERVE_SOCKET, &ready, 1, MSG_NOSIGNAL) != 1)
        _exit(0);
}

static bool receive(sm_serve_request *request)
{
    char byte;
    union {
        char bytes[CMSG_SPACE(sizeof *request)];
        struct cmsghdr header;
    } control;
    struct iovec part = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t n;
    do
        n = recvmsg(SM_SERVE_SOCKET, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    if (n == 0)
        _exit(0); /* the client closed its end */
    struct cmsghdr *files = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!files || files->cmsg_len != CMSG_LEN(sizeof *request))
        return false;
    memcpy(request, CMSG_DATA(files), sizeof *request);
    return true;
}

/* Points at `count` strings that lie one after the other; NULL if there are fewer. */
static char **list_strings(char **at, const char *end, uint32_t count)
{
    char **list = calloc((size_t)count + 1, sizeof *list);
    for (uint32_t i = 0; list && i < count; i++) {
        char *stop = *at < end ? memchr(*at, '\0', (size_t)(end - *at)) : NULL;
        if (!stop)
            return NULL;
        list[i] = *at;
        *at = stop + 1;
    }
    return list;
}

static bool take_strings(int file, int *count, char ***arguments)
{
    struct stat s;
    uint32_t counts[2];
    if (fstat(file, &s) != 0 || (size_t)s.st_size < sizeof counts)
        return false;
    char *content = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (content == MAP_FAILED)
        return false;
    memcpy(counts, content, sizeof counts);
    char *at = content + sizeof counts, *end = content + s.st_size;
    char **values = list_strings(&at, end, counts[0]), **variables = values ? list_strings(&at, end, counts[1]) : NULL;
    if (!variables)
        return false;
    *count = (int)counts[0];
    *arguments = values;
    environ = variables;
    return true;
}

/* Makes the fork what the client would have started. */
static void become_run(const sm_serve_request *request, pid_t parent, int *count, char ***arguments)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || !take_strings(request->strings, count, arguments) || fchdir(request->directory) != 0)
        _exit(127);
    for (int i = 0; i < 3; i++)
        dup2(request->standard[i], i);
    close_from(3);
}

static void close_request(const sm_serve_request *request, bool with_status)
{
    for (int i = 0; i < 3; i++)
        close(request->standard[i]);
    close(request->directory);
    close(request->strings);
    if (with_status)
        close(request->status);
}

/* Forks for the next request; true in the fork. */
static bool start_run(server *s, int *count, char ***arguments)
{
    sm_serve_request request;
    if (!receive(&request))
        return false;
    pid_t self = getpid(), process = fork();
    if (process == 0) {
        become_run(&request, self, count, arguments);
        return true;
    }
    int handle = process > 0 ? (int)syscall(SYS_pidfd_open, process, 0) : -1;
    close_request(&request, handle < 0);
    if (handle < 0) {
        if (process > 0) {
            kill(process, SIGKILL);
            waitpid(process, NULL, 0);
        }
        return false;
    }
    s->run[s->runs++] = (run){process, handle, request.status};
    return false;
}

/* Whether the run is over. */
static bool end_run(const run *r, short process_events, short status_events)
{
    int status = 0;
    if (status_events & (POLLERR | POLLHUP))
        kill(r->process, SIGKILL); /* nobody waits for it any more */
    else if (!process_events)
        return false;
    while (waitpid(r->process, &status, 0) < 0 && errno == EINTR)
        continue;
    (void)!write(r->status, &status, sizeof status);
    close(r->status);
    close(r->handle);
    return true;
}

/* Waits for whatever comes first; ends the process if the client is gone. True if there is a request, where `more` are
 * taken. */
static bool wait_for_request(server *s, bool more)
{
    struct pollfd wait[2 + 2 * MOST_RUNS] = {
        {.fd = SM_SERVE_CLIENT, .events = POLLIN},
        {.fd = more && s->runs < MOST_RUNS ? SM_SERVE_SOCKET : -1, .events = POLLIN},
    };
    for (size_t i = 0; i < s->runs; i++) {
        wait[2 + 2 * i] = (struct pollfd){.fd = s->run[i].handle, .events = POLLIN};
        wait[3 + 2 * i] = (struct pollfd){.fd = s->run[i].status};
    }
    while (poll(wait, 2 + 2 * s->runs, -1) < 0) {
        if (errno != EINTR)
            _exit(1);
    }
    if (wait[0].revents)
        _exit(0);
    for (size_t i = s->runs; i-- > 0;) {
        if (end_run(&s->run[i], wait[2 + 2 * i].revents, wait[3 + 2 * i].revents))
            s->run[i] = s->run[--s->runs];
    }
    return wait[1].revents != 0;
}

bool sm_serve(size_t most, int *count, char ***arguments)
{
    static server s;
    static bool detached;
    signal(SIGPIPE, SIG_IGN);
    if (!detached)
        detach();
    detached = true;
    for (size_t started = 0; started < most || s.runs;) {
        if (!wait_for_request(&s, started < most))
            continue;
        started++;
        if (start_run(&s, count, arguments)) {
            signal(SIGPIPE, SIG_DFL);
            return true;
        }
    }
    return false;
}
