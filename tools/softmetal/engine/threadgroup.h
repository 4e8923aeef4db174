/* threadgroup.h: a dispatch while it runs, and its threadgroups, one after another. */
#ifndef SOFTMETAL_THREADGROUP_H
#define SOFTMETAL_THREADGROUP_H
#include "threads/team.h"
#include <pthread.h>
#include <stdatomic.h>

struct sm_checker;
struct sm_weak;

typedef struct sm_run {
    sm_kernel *kernel;
    const sm_dispatch *dispatch;
    uint32_t groups[3];
    uint64_t total; /* threadgroups, or pieces */
    bool pieces;
    size_t memory; /* bytes of threadgroup memory that the kernel may use */
    uint32_t argument_offset[SM_MAX_BUFFERS];
    uint64_t budget;
    _Atomic uint64_t next;
    atomic_bool stopped;
    struct sm_checker *checker; /* of checked mode */
    struct sm_weak *weak;       /* of weak mode */
    pthread_mutex_t lock;       /* of outcome */
    sm_outcome *outcome;
} sm_run;

static inline uint32_t sm_divide_up(uint32_t a, uint32_t b)
{
    return a / b + (a % b != 0);
}

/* What is the same for all threadgroups of a dispatch. */
void sm_threadgroup_prepare(sm_team *team, sm_run *run);
/* Sets the team's threadgroup to number n of the grid; `threads`: and its threads, which are called one by one. */
void sm_threadgroup_place(sm_team *team, const sm_run *run, uint64_t n, bool threads);
#endif
