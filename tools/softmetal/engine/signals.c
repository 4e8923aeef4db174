/* signals.c: handlers for faults, and which threads take signals at all. */
#undef _FORTIFY_SOURCE /* its longjmp refuses to leave a fiber's stack */
#include "signals.h"
#include "threads/team.h"
#include "threads/worker.h"
#include <signal.h>
#include <sys/mman.h>

enum { SIGNAL_STACK = 64 << 10 };

static struct sigaction previous[NSIG];
static const int trapped[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

static void pass_on(int signal, siginfo_t *info, void *context)
{
    struct sigaction *old = &previous[signal];
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(signal, info, context);
    } else if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN) {
        sigaction(signal, old, NULL); /* the instruction faults again, as it would have without us */
    } else {
        old->sa_handler(signal);
    }
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    sm_worker *w = sm_worker_self();
    if (!w || !w->in_kernel || info->si_code <= 0) {
        pass_on(signal, info, context);
        return;
    }
    w->fault_address = info->si_addr;
    sm_team_leave(w->team);
    siglongjmp(w->escape, 2);
}

void sm_signals_trap(void)
{
    struct sigaction now_there;
    sigaction(SIGSEGV, NULL, &now_there);
    if ((now_there.sa_flags & SA_SIGINFO) && now_there.sa_sigaction == on_signal)
        return;
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof trapped / sizeof *trapped; i++)
        sigaction(trapped[i], &action, &previous[trapped[i]]);
}

void *sm_signals_stack_create(void)
{
    void *stack = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        return NULL;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = SIGNAL_STACK}, NULL);
    return stack;
}

void sm_signals_stack_destroy(void *stack)
{
    if (!stack)
        return;
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, SIGNAL_STACK);
}

void sm_signals_hold(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof trapped / sizeof *trapped; i++)
        sigdelset(&all, trapped[i]);
    pthread_sigmask(SIG_SETMASK, &all, before);
}

void sm_signals_release(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

void sm_signals_take(void)
{
    (void)sm_signals_stack_create();
    sm_signals_hold(NULL);
}
