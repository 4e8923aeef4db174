/* fiber.h: a team: the threads of one threadgroup in flight, each on a fiber of its own, on one worker thread. A team
 * may be put aside while its threads wait for another threadgroup, and taken up again. */
#ifndef SOFTMETAL_FIBER_H
#define SOFTMETAL_FIBER_H
#include "kernel.h"
#include "simd.h"

typedef struct sm_fiber {
    void *context; /* fcontext_t while suspended; NULL: not started */
} sm_fiber;

/* Lanes of a SIMD-group, as sets of bits. A lane is in one of running, waiting, at_barrier, done. */
typedef struct sm_simdgroup {
    uint64_t all, running, waiting, at_barrier, done;
    uint64_t yielded; /* running, but has just asked to be passed over */
    uint32_t first;   /* its first thread in the threadgroup */
} sm_simdgroup;

typedef enum { SM_TEAM_IDLE, SM_TEAM_FINISHED, SM_TEAM_YIELDED, SM_TEAM_STOPPED } sm_team_state;

typedef struct sm_team {
    sm_threadgroup group;
    const sm_kernel *kernel;     /* whose code runs */
    const sm_kernel *run_kernel; /* what the dispatch asked for; of vector code, kernel may be its rest */
    sm_team_state state;
    sm_status status; /* why it stopped */
    int64_t budget;
    uint32_t threads, prepared; /* in this threadgroup; room made for */
    uint32_t plain;             /* without fibers: the thread that runs */
    sm_thread *thread;          /* `stride` bytes apart */
    size_t stride, thread_bytes;
    sm_simd_lanes *lanes; /* of the vector engine: one for each SIMD-group */
    sm_simdgroup simdgroup[SM_MAX_SIMDGROUPS];
    uint32_t simdgroups;
    uint64_t left; /* of the vector engine: the SIMD-groups that have not ended */
    sm_fiber fiber[SM_MAX_THREADS], boss;
    uint32_t current; /* thread whose fiber runs; SM_MAX_THREADS: none */
    bool apple;       /* what the fibers were made for */
    uint8_t *stacks;
    size_t stack_size, stack_count;
    uint8_t *memory, *memory_end; /* threadgroup memory */
    uint64_t meetings;            /* progress: operations performed and threads ended */
    struct sm_run *run;
    struct sm_team_check *check; /* checked mode; otherwise NULL */
    struct sm_team_weak *weak;   /* weak mode; otherwise NULL */
} sm_team;

/* NULL if there is no memory. */
sm_team *sm_team_create(void);
void sm_team_destroy(sm_team *team);

/* Makes room for `threads` threads of the kernel, with fibers if `fibers`. False if there is no memory. */
bool sm_team_prepare(sm_team *team, const sm_kernel *kernel, uint32_t threads, bool fibers);

/* Runs the threads, whose positions the caller has set, until all have ended, all wait for somebody else, or one was
 * stopped. */
sm_team_state sm_team_run(sm_team *team);
/* Starts all threads of the team from the beginning, with simdgroups filled. */
void sm_team_start(sm_team *team);
/* Forgets its fibers, which are in the middle of something that will not be finished. */
void sm_team_abandon(sm_team *team);

/* For the vector engine: lets fiber n run, and those it switches to, until one switches to SM_MAX_THREADS. */
void sm_team_resume(sm_team *team, uint32_t n);
/* On a fiber: lets fiber `next` go on. */
void sm_team_switch(sm_team *team, uint32_t next);

sm_thread *sm_team_thread(const sm_team *team, uint32_t index);
#endif
