/* interrupt.c: signal handlers that do two async-signal-safe things: set a flag and write a byte to a pipe. Signals
 * belong to the process, so this is the one place with state of the process. */
#include "interrupt.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t seen;
static int ends[2] = {-1, -1};

/* One interruption may come twice, from the terminal and from a parent that passes it on. What comes later than that
 * is somebody who does not want to wait. */
static void note(int number)
{
    enum { SAME = 1 }; /* second */
    static struct timespec first;
    int saved = errno;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!seen)
        first = now;
    else if (now.tv_sec - first.tv_sec > SAME) {
        signal(number, SIG_DFL);
        raise(number);
    }
    seen = 1;
    if (write(ends[1], "", 1) < 0)
        seen = 1; /* the pipe is full: somebody is already told */
    errno = saved;
}

void interrupt_watch(void)
{
    if (ends[0] >= 0 || pipe(ends) != 0)
        return;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP};
    for (unsigned i = 0; i < sizeof watched / sizeof *watched; i++) {
        struct sigaction before; /* what nohup ignores stays ignored */
        if (sigaction(watched[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(watched[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
}

bool interrupt_seen(void)
{
    return seen;
}
int interrupt_descriptor(void)
{
    return ends[0];
}
