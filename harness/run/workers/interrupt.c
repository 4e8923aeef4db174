/* interrupt.c: signal handlers that do two async-signal-safe things: set a flag and write a byte to a pipe. Signals
 * belong to the process, so this is the one place with state of the process. */
#include "interrupt.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t seen;
static int ends[2] = {-1, -1};

static void note(int number)
{
    int saved = errno;
    seen = 1;
    if (write(ends[1], "", 1) < 0)
        seen = 1; /* the pipe is full: somebody is already told */
    signal(number, SIG_DFL);
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
