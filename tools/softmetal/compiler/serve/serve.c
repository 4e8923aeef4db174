/* serve.c: the server's side. The process that the client started ends at once and leaves its fork to serve: so a
 * client that waits for all its children does not wait for this one. A run that crashes or hangs costs nothing but
 * itself; runs die with the server, or when their client is gone. The server lives a little longer than its last
 * client: a script's next one has it again. */
#include "serve.h"
#include "connection.h"
#include "rewind.h"
#include "shared_heap.h"
#include "large_pages.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_RUNNERS = 64, MOST_IDLE = 8, MOST_CLIENTS = 256, LINGER_MS = 3000, CHANNEL = SM_SERVE_SOCKET, FIRST_FREE };

/* A fork. It has the other end of the channel as CHANNEL. */
typedef struct runner {
    pid_t process;
    int handle;  /* pidfd */
    int channel; /* requests, as clients send them; back comes the status of each run */
    int status;  /* pipe to the client of its run; -1: it has none */
    bool last;   /* it is to have no other */
} runner;

typedef struct server {
    runner runner[MOST_RUNNERS];
    size_t runners, runs;     /* those of them that have one */
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

static void connect_nowhere(void)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < 3; i++)
        dup2(nowhere, i);
    if (nowhere > 2)
        close(nowhere);
}

/* What the client has open is none of the server's business: it would keep pipes open. Nor are the signals of its
 * terminal, which may stop one client only. */
static void detach(void)
{
    pid_t process = fork();
    if (process != 0)
        _exit(process < 0);
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    close_from(FIRST_FREE);
    connect_nowhere();
    fcntl(SM_SERVE_SOCKET, F_SETFL, O_NONBLOCK);
}

/* Those that wait to be let in. One too many goes on without a server. */
static void accept_clients(server *s)
{
    int client;
    while ((client = accept4(SM_SERVE_SOCKET, NULL, NULL, SOCK_CLOEXEC)) >= 0 || errno == EINTR) {
        if (client >= 0 && sm_serve_is_mine(client) && s->clients < MOST_CLIENTS)
            s->client[s->clients++] = client;
        else if (client >= 0)
            close(client);
    }
}

static void drop_client(server *s, size_t n)
{
    close(s->client[n]);
    s->client[n] = s->client[--s->clients];
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
    char *content = malloc((size_t)s.st_size);
    if (!content || pread(file, content, (size_t)s.st_size, 0) != s.st_size)
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

/* ---- the fork */
static bool is_run;

/* Makes the fork what the client would have started. */
static void become_run(const sm_serve_request *request, int *count, char ***arguments)
{
    if (!take_strings(request->strings, count, arguments) || fchdir(request->directory) != 0)
        _exit(127);
    for (int i = 0; i < 3; i++)
        dup2(request->standard[i], i);
    close_from(FIRST_FREE);
}

/* Does the first run; for each one more it returns again. */
static bool do_runs(pid_t parent, int channel, int *count, char ***arguments)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    dup2(channel, CHANNEL);
    close_from(FIRST_FREE);
    signal(SIGPIPE, SIG_DFL);
    sm_grow_heap();
    int code = sm_rewind_mark(), status = code * 256;
    sm_serve_request request;
    if ((code >= 0 && write(CHANNEL, &status, sizeof status) != sizeof status) || !sm_serve_receive(CHANNEL, &request))
        _exit(0);
    become_run(&request, count, arguments);
    is_run = true;
    return true;
}

void sm_serve_end(int code)
{
    if (is_run) {
        connect_nowhere(); /* somebody may wait for what it had open */
        (void)!chdir("/"); /* its directory may be on a disk that is to be taken out */
        sm_rewind(code & 0xff);
    }
    _exit(code);
}

/* ---- the server */
static void close_request(const sm_serve_request *request, bool with_status)
{
    for (int i = 0; i < 3; i++)
        close(request->standard[i]);
    close(request->directory);
    close(request->strings);
    if (with_status)
        close(request->status);
}

/* Forks; true in the fork, which does runs. */
static bool add_runner(server *s, int *count, char ***arguments)
{
    int channel[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channel) != 0)
        return false;
    pid_t self = getpid(), process = fork();
    if (process == 0)
        return do_runs(self, channel[1], count, arguments);
    close(channel[1]);
    int handle = process > 0 ? (int)syscall(SYS_pidfd_open, process, 0) : -1;
    if (handle >= 0) {
        s->runner[s->runners++] = (runner){process, handle, channel[0], -1, false};
        return false;
    }
    close(channel[0]);
    if (process > 0) {
        kill(process, SIGKILL);
        waitpid(process, NULL, 0);
    }
    return false;
}

static runner *find_idle(server *s)
{
    for (size_t i = 0; i < s->runners; i++) {
        if (s->runner[i].status < 0 && !s->runner[i].last)
            return &s->runner[i];
    }
    return NULL;
}

static bool hand_over(server *s, runner *r, const sm_serve_request *request)
{
    if (!r)
        return false;
    r->last = !sm_serve_send(r->channel, request);
    if (r->last)
        return false;
    r->status = request->status;
    s->runs++;
    return true;
}

/* Has a request done, by a new fork if need be; true in the fork. */
static bool start_run(server *s, int client, int *count, char ***arguments)
{
    sm_serve_request request;
    if (!sm_serve_receive(client, &request))
        return false;
    bool done = hand_over(s, find_idle(s), &request);
    if (!done && s->runners < MOST_RUNNERS && add_runner(s, count, arguments))
        return true;
    done = done || hand_over(s, find_idle(s), &request);
    close_request(&request, !done);
    return false;
}

static void end_run(server *s, runner *r, int status)
{
    (void)!write(r->status, &status, sizeof status);
    close(r->status);
    r->status = -1;
    s->runs--;
}

/* Without its channel a fork that waits for a request ends. */
static void end_runner(server *s, runner *r)
{
    int status = 0;
    close(r->channel);
    while (waitpid(r->process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (r->status >= 0)
        end_run(s, r, status);
    close(r->handle);
    *r = s->runner[--s->runners];
}

/* What has come from a fork, and whether its client is there. */
static void look_after(server *s, runner *r, const struct pollfd wait[3])
{
    int status;
    if (wait[0].revents & POLLIN && read(r->channel, &status, sizeof status) == sizeof status)
        end_run(s, r, status);
    else if (wait[2].revents & (POLLERR | POLLHUP))
        kill(r->process, SIGKILL); /* nobody waits for it any more */
    else if (!wait[1].revents)
        return;
    if (r->status >= 0 || r->last || wait[1].revents || s->runners - s->runs > MOST_IDLE)
        end_runner(s, r);
}

/* Those that wait end at once, the others after their run. */
static void end_runners(server *s)
{
    for (size_t i = s->runners; i-- > 0;) {
        s->runner[i].last = true;
        if (s->runner[i].status < 0)
            end_runner(s, &s->runner[i]);
    }
}

/* Waits for whatever comes first. The socket of a client with a request, where `more` are taken; -1: none yet. */
static int wait_for_request(server *s, bool more)
{
    static size_t last; /* the client whose turn it was */
    struct pollfd wait[1 + MOST_CLIENTS + 3 * MOST_RUNNERS] = {{.fd = SM_SERVE_SOCKET, .events = POLLIN}},
                                              *clients = wait + 1, *runners = clients + s->clients;
    const size_t count = s->clients;
    int asks = -1;
    for (size_t i = 0; i < count; i++)
        clients[i] = (struct pollfd){.fd = s->client[i], .events = more && s->runs < MOST_RUNNERS ? POLLIN : 0};
    for (size_t i = 0; i < s->runners; i++) {
        runners[3 * i] = (struct pollfd){.fd = s->runner[i].channel, .events = POLLIN};
        runners[3 * i + 1] = (struct pollfd){.fd = s->runner[i].handle, .events = POLLIN};
        runners[3 * i + 2] = (struct pollfd){.fd = s->runner[i].status};
    }
    int ready;
    do
        ready = poll(wait, 1 + count + 3 * s->runners, count == 0 ? LINGER_MS : -1);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0)
        _exit(ready < 0); /* without a client the server ends, and its forks with it */
    for (size_t i = s->runners; i-- > 0;)
        look_after(s, &s->runner[i], &runners[3 * i]);
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

/* What forks that have ended have left: keepers (rewind.h). */
static void bury(const server *s)
{
    siginfo_t dead = {0};
    while (waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT) == 0 && dead.si_pid != 0) {
        for (size_t i = 0; i < s->runners; i++) {
            if (s->runner[i].process == dead.si_pid)
                return; /* look_after() sees it */
        }
        waitpid(dead.si_pid, NULL, 0);
        dead.si_pid = 0;
    }
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
        bury(&s);
        if (client < 0)
            continue;
        if (++all == SM_SERVE_FIRST_RUNS) {
            sm_use_large_pages();
            end_runners(&s);
        }
        if (++started == 1)
            sm_use_up_heap();
        if (start_run(&s, client, count, arguments))
            return true;
    }
    end_runners(&s);
    return false;
}
