/* serve.c: the server's side. The process that the client started ends at once and leaves its fork to serve: so a
 * client that waits for all its children does not wait for this one. A run that crashes or hangs costs nothing but
 * itself; runs die with the server, or when their client is gone, and the server with its last client. */
#include "serve.h"
#include "shared_heap.h"
#include "large_pages.h"
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

enum { MOST_RUNS = 64, MOST_CLIENTS = 256, FIRST_FREE = SM_SERVE_SOCKET + 1 };

typedef struct run {
    pid_t process;
    int handle; /* pidfd */
    int status; /* pipe to the client */
} run;

typedef struct server {
    run run[MOST_RUNS];
    size_t runs;
    int client[MOST_CLIENTS]; /* sockets */
    size_t clients;
} server;

static void close_from(unsigned first)
{
    if (syscall(SYS_close_range, first, ~0u, 0) != 0) {
        for (int file = (int)first; file < 1024; file++)
            close(file);
    }
}

/* What the client has open is none of the server's business: it would keep pipes open. Nor are the signals of its
 * terminal, which may stop one client only. */
static void detach(void)
{
    pid_t process = fork();
    if (process != 0)
        _exit(process < 0);
    setsid();
    close_from(FIRST_FREE);
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(nowhere, i);
    if (nowhere > 2)
        close(nowhere);
    fcntl(SM_SERVE_SOCKET, F_SETFL, O_NONBLOCK);
}

/* Those that wait to be let in. One too many goes on without a server. */
static void accept_clients(server *s)
{
    int client;
    while ((client = accept4(SM_SERVE_SOCKET, NULL, NULL, SOCK_CLOEXEC)) >= 0 || errno == EINTR) {
        struct ucred who = {.uid = (uid_t)-1};
        socklen_t size = sizeof who;
        bool mine =
            client >= 0 && getsockopt(client, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == geteuid();
        if (mine && s->clients < MOST_CLIENTS)
            s->client[s->clients++] = client;
        else if (client >= 0)
            close(client);
    }
}

/* Without one, the server ends, and its runs with it. */
static void drop_client(server *s, size_t n)
{
    close(s->client[n]);
    s->client[n] = s->client[--s->clients];
    if (s->clients == 0)
        accept_clients(s);
    if (s->clients == 0)
        _exit(0);
}

static bool receive(int client, sm_serve_request *request)
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
        n = recvmsg(client, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
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

/* Forks for a request; true in the fork. */
static bool start_run(server *s, int client, int *count, char ***arguments)
{
    sm_serve_request request;
    if (!receive(client, &request))
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

/* Waits for whatever comes first. The socket of a client with a request, where `more` are taken; -1: none yet. */
static int wait_for_request(server *s, bool more)
{
    static size_t last; /* the client whose turn it was */
    struct pollfd wait[1 + MOST_CLIENTS + 2 * MOST_RUNS] = {{.fd = SM_SERVE_SOCKET, .events = POLLIN}},
                                              *clients = wait + 1, *runs = clients + s->clients;
    const size_t count = s->clients;
    int asks = -1;
    for (size_t i = 0; i < count; i++)
        clients[i] = (struct pollfd){.fd = s->client[i], .events = more && s->runs < MOST_RUNS ? POLLIN : 0};
    for (size_t i = 0; i < s->runs; i++) {
        runs[2 * i] = (struct pollfd){.fd = s->run[i].handle, .events = POLLIN};
        runs[2 * i + 1] = (struct pollfd){.fd = s->run[i].status};
    }
    while (poll(wait, 1 + count + 2 * s->runs, -1) < 0) {
        if (errno != EINTR)
            _exit(1);
    }
    for (size_t i = s->runs; i-- > 0;) {
        if (end_run(&s->run[i], runs[2 * i].revents, runs[2 * i + 1].revents))
            s->run[i] = s->run[--s->runs];
    }
    for (size_t i = 0; i < count && asks < 0; i++) {
        size_t n = (last + 1 + i) % count;
        if (clients[n].revents == POLLIN) {
            asks = clients[n].fd;
            last = n;
        }
    }
    for (size_t i = count; i-- > 0;) {
        if (clients[i].revents & (POLLHUP | POLLERR | POLLNVAL))
            drop_client(s, i);
    }
    if (wait[0].revents)
        accept_clients(s);
    return asks;
}

bool sm_serve(size_t most, int *count, char ***arguments)
{
    static server s;
    static bool detached;
    static size_t all; /* runs so far */
    signal(SIGPIPE, SIG_IGN);
    if (!detached)
        detach();
    detached = true;
    for (size_t started = 0; started < most || s.runs;) {
        int client = wait_for_request(&s, started < most);
        if (client < 0)
            continue;
        started++;
        if (++all == SM_SERVE_FIRST_RUNS)
            sm_use_large_pages();
        if (started == 1)
            sm_use_up_heap();
        if (start_run(&s, client, count, arguments)) {
            signal(SIGPIPE, SIG_DFL);
            return true;
        }
    }
    return false;
}
