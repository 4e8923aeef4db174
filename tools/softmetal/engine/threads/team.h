/* team.h: a team: a threadgroup in flight on one worker thread, with what both engines run it on: memory, the threads
 * or lanes, and fibers. Of fibers this file knows the stacks and the switch between them. Which one runs next is the
 * engine's to say: fiber.c makes each thread a fiber, vector_engine.c each SIMD-group, if they have to wait at all. */
#ifndef SOFTMETAL_TEAM_H
#define SOFTMETAL_TEAM_H
#include "../thread.h"
#include "../sanitizer.h"
#include "meeting.h"
#include <stdatomic.h>
#include <stddef.h>

/* Back edges between two looks at the budget; between two yields of a loop that waits for other threads. */
enum { SM_TICKS = 1 << 20, SM_SPINS = 64 };

typedef struct sm_fiber {
    void *context; /* fcontext_t, which starts it; NULL: not made */
    void **place;  /* of __builtin_setjmp, on its stack, while suspended; NULL: not started */
#if SM_ASAN
    const void *bottom; /* of its stack */
    size_t size;
    void *frames; /* those that AddressSanitizer keeps elsewhere, while suspended */
#endif
#if SM_TSAN
    void *thread; /* what it is to ThreadSanitizer */
#endif
} sm_fiber;

/* The fibers of one engine. They outlive the threadgroup, and the kernel. */
typedef struct sm_fibers {
    sm_fiber fiber[SM_MAX_THREADS];
    uint8_t *stacks;
    size_t stack_size, stack_count;
    bool apple; /* what they were made for */
} sm_fibers;

/* Lanes of a SIMD-group, as sets of bits. A lane is in one of running, waiting, at_barrier, done. */
typedef struct sm_simdgroup {
    uint64_t all, running, waiting, at_barrier, done;
    uint64_t yielded; /* running, but has just asked to be passed over */
    uint32_t first;   /* its first thread in the threadgroup */
    /* checked mode: of the operations of several SIMD-groups since the last barrier, how many, and the last one */
    uint32_t operations;
    const struct sm_site *operation;
    uint64_t operands; /* a digest of what they were given in memory */
} sm_simdgroup;

typedef enum { SM_TEAM_IDLE, SM_TEAM_FINISHED, SM_TEAM_YIELDED, SM_TEAM_STOPPED } sm_team_state;

typedef struct sm_team {
    sm_threadgroup group;
    const sm_kernel *kernel;     /* whose code runs */
    const sm_kernel *run_kernel; /* what the dispatch asked for; of vector code, kernel may be its rest */
    sm_team_state state;
    sm_status status; /* why it stopped */
    int64_t budget;
    uint8_t *memory, *memory_end;                       /* threadgroup memory */
    uint32_t threads;                                   /* in this threadgroup */
    uint32_t simdgroups;                                /* of a threadgroup that runs at once: 1 */
    sm_fibers thread_fibers, simdgroup_fibers, *fibers; /* fibers: those of the engine that runs, or NULL */
    sm_fiber boss;                                      /* the worker thread itself */
    uint32_t current;                                   /* number of the fiber that runs; SM_MAX_THREADS: none */
    const atomic_bool *stopped; /* whether the dispatch has been given up: another worker met a fault */
    size_t memory_used;         /* bytes of threadgroup memory that a threadgroup of the dispatch has */
    /* of the engine that runs it. On a fiber: its thread or SIMD-group from start to end; the fiber that goes on */
    uint32_t (*body)(struct sm_team *team, uint32_t number);
    void (*yield)(sm_threadgroup *group); /* lets other threads run */
    /* of the fiber engine */
    sm_thread *thread; /* `stride` bytes apart */
    size_t stride, thread_bytes;
    uint32_t prepared; /* threads that there is room for */
    uint32_t plain;    /* without fibers: the thread that runs */
    sm_simdgroup simdgroup[SM_MAX_SIMDGROUPS];
    uint64_t meetings;           /* progress: operations performed and threads ended */
    struct sm_team_check *check; /* checked mode; otherwise NULL */
    struct sm_team_weak *weak;   /* weak mode; otherwise NULL */
    sm_shared_factor factor;
    /* of the vector engine */
    sm_simd_lanes *lanes; /* one for each SIMD-group */
    uint64_t left;        /* the SIMD-groups that have not ended */
} sm_team;

/* NULL if there is no memory. Its worker keeps it. */
sm_team *sm_team_create(void);

/* Makes room for `threads` threads of the kernel, with fibers if `fibers`. False if there is no memory. */
bool sm_team_prepare(sm_team *team, const sm_kernel *kernel, uint32_t threads, bool fibers);
/* Begins a threadgroup, whose size the caller has set. */
void sm_team_begin(sm_team *team);
/* Forgets its fibers, which are in the middle of something that will not be finished. */
void sm_team_abandon(sm_team *team);
/* Whether the address lies in the stack of one of its fibers. */
bool sm_team_has_stack(const sm_team *team, uintptr_t address);

/* On the worker thread: lets fiber n run, and those it switches to, until one switches to SM_MAX_THREADS. */
void sm_team_resume(sm_team *team, uint32_t n);
/* On a fiber: lets fiber `next` go on. */
void sm_team_switch(sm_team *team, uint32_t next);
/* Before a longjmp to the worker's loop, perhaps on a fiber, which then will not go on. */
void sm_team_leave(sm_team *team);
/* After it, with the lowest address of the worker's stack. */
void sm_team_left(sm_team *team, uintptr_t stack);

/* From within a kernel's code: takes steps off the budget, and stops the threadgroup when it is used up. */
void sm_team_spend(sm_team *team, int64_t steps);
/* The same, now and then: looks as well whether the dispatch has been given up. */
void sm_team_tick(sm_team *team, int64_t steps);
/* Ends the threadgroup from within its code. */
_Noreturn void sm_team_stop(sm_team *team, sm_status status);

static inline sm_team *sm_team_of(sm_threadgroup *group)
{
    return (sm_team *)(void *)((char *)group - offsetof(sm_team, group));
}

static inline sm_thread *sm_team_thread(const sm_team *team, uint32_t index)
{
    return (sm_thread *)(void *)((char *)team->thread + index * team->stride);
}

/* The lanes that exist in SIMD-group n of a threadgroup. */
static inline uint64_t sm_lanes_of(uint32_t threads, uint32_t simd_width, uint32_t n)
{
    uint32_t left = threads - n * simd_width, lanes = left < simd_width ? left : simd_width;
    return lanes < 64 ? (UINT64_C(1) << lanes) - 1 : ~UINT64_C(0);
}

/* Position in a threadgroup of this size of its thread number n. */
static inline void sm_place_thread(const uint32_t size[3], uint32_t n, uint32_t *x, uint32_t *y, uint32_t *z)
{
    *x = n % size[0];
    *y = n / size[0] % size[1];
    *z = n / size[0] / size[1];
}
#endif
