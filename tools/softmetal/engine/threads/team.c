/* team.c: makes teams, and switches between their fibers. A fiber's code is thread_main(): the engine's body for one
 * thread or SIMD-group, again and again, for one threadgroup after the other. */
#include "team.h"
#include "../path.h"
#include "worker.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Boost.Context's C interface: it starts fibers. Afterwards they switch by the compiler's own setjmp, which keeps three
 * registers and leaves the floating-point modes alone, which are the worker thread's: a third of the time. */
typedef void *fcontext_t;
typedef struct transfer_t {
    fcontext_t fctx;
    void *data;
} transfer_t;
transfer_t jump_fcontext(fcontext_t const to, void *data);
fcontext_t make_fcontext(void *stack_top, size_t size, void (*function)(transfer_t));

#if defined(__clang__) && defined(__aarch64__) /* where Clang has none: the C library's, without the signal mask */
#include <setjmp.h>
enum { PLACE = (sizeof(jmp_buf) + sizeof(void *) - 1) / sizeof(void *) };
#define save_place(place) _setjmp(*(jmp_buf *)(void *)(place))
#define resume_place(place) _longjmp(*(jmp_buf *)(void *)(place), 1)
#else
enum { PLACE = 5 };
#define save_place(place) __builtin_setjmp(place)
#define resume_place(place) __builtin_longjmp(place, 1)
#endif

enum {
    SMALLEST_STACK = 128 << 10,
    SMALLEST_WIDE_STACK = 1 << 20,
    COLOUR = 192 /* keeps the tops of stacks out of one set of the cache */
};

sm_thread *sm_current_thread(void)
{
    sm_team *team = sm_worker_team();
    return sm_team_thread(team, team->current < SM_MAX_THREADS ? team->current : team->plain);
}

sm_threadgroup *sm_current_group(void)
{
    return &sm_worker_team()->group;
}

/* ---- sanitizers: each is told of every stack, and of every switch to another one */
static void declare_fiber(sm_fiber *fiber, void *bottom, size_t size)
{
    (void)fiber, (void)bottom, (void)size;
#if SM_ASAN
    fiber->bottom = bottom;
    fiber->size = size;
    ASAN_UNPOISON_MEMORY_REGION(bottom, size); /* what ran there before may not have ended */
#endif
#if SM_TSAN
    fiber->thread = __tsan_create_fiber(0);
#endif
}

/* The worker thread, which calls. */
static void declare_boss(sm_fiber *boss)
{
    (void)boss;
#if SM_ASAN
    boss->bottom = sm_worker_stack(&boss->size);
#endif
#if SM_TSAN
    boss->thread = __tsan_get_current_fiber();
#endif
}

static void forget_fibers(sm_fibers *fibers)
{
#if SM_TSAN
    for (uint32_t i = 0; i < SM_MAX_THREADS; i++) {
        if (fibers->fiber[i].thread)
            __tsan_destroy_fiber(fibers->fiber[i].thread);
    }
#endif
    memset(fibers->fiber, 0, sizeof fibers->fiber);
}

/* The next jump goes to the stack of `to`. self: whose stack is left; NULL: for ever. */
static inline __attribute__((always_inline)) void leave_stack(sm_fiber *self, const sm_fiber *to)
{
    (void)self, (void)to;
#if SM_ASAN
    __sanitizer_start_switch_fiber(self ? &self->frames : NULL, to->bottom, to->size);
#endif
#if SM_TSAN
    __tsan_switch_to_fiber(to->thread, 0);
#endif
}

/* After the jump. */
static inline __attribute__((always_inline)) void enter_stack(const sm_fiber *self)
{
    (void)self;
#if SM_ASAN
    __sanitizer_finish_switch_fiber(self->frames, NULL, NULL);
#endif
}

SM_UNFOLLOWED void sm_team_leave(sm_team *team)
{
    if (team->current < SM_MAX_THREADS)
        leave_stack(NULL, &team->boss);
}

SM_UNFOLLOWED void sm_team_left(sm_team *team, uintptr_t stack)
{
    (void)stack;
    if (team->current < SM_MAX_THREADS)
        enter_stack(&team->boss);
    team->current = SM_MAX_THREADS;
#if SM_ASAN
    ASAN_UNPOISON_MEMORY_REGION((void *)stack, (uintptr_t)__builtin_frame_address(0) - stack); /* frames jumped over */
#endif
}

/* ---- switching */
/* A function of its own: whoever resumes it finds no register as it was. */
static SM_UNFOLLOWED void jump(sm_team *team, sm_fiber *self, uint32_t next)
{
    sm_fiber *to = next < SM_MAX_THREADS ? &team->fibers->fiber[next] : &team->boss;
    void *place[PLACE];
    team->current = next;
    self->place = place;
    leave_stack(self, to);
    if (save_place(place)) {
        enter_stack(self);
        return;
    }
    if (to->place)
        resume_place(to->place);
    jump_fcontext(to->context, NULL);
    __builtin_unreachable(); /* it is resumed above */
}

void sm_team_resume(sm_team *team, uint32_t n)
{
    jump(team, &team->boss, n);
    team->current = SM_MAX_THREADS;
}

void sm_team_switch(sm_team *team, uint32_t next)
{
    if (next != team->current)
        jump(team, &team->fibers->fiber[team->current], next);
}

static SM_UNFOLLOWED void thread_main(transfer_t from)
{
    (void)from;
    sm_team *team = sm_worker_team();
    uint32_t self = team->current;
    enter_stack(&team->fibers->fiber[self]);
    for (;;) /* for the next threadgroup it starts here */
        sm_team_switch(team, team->body(team, self));
}

/* ---- stopping */
_Noreturn void sm_team_stop(sm_team *team, sm_status status)
{
    team->state = SM_TEAM_STOPPED;
    team->status = status;
    if (team->current >= SM_MAX_THREADS)
        sm_worker_escape();
    sm_team_switch(team, SM_MAX_THREADS);
    abort(); /* nobody resumes a stopped fiber */
}

void sm_team_spend(sm_team *team, int64_t steps)
{
    team->budget -= steps;
    if (team->budget < 0)
        sm_team_stop(team, SM_HUNG);
}

void sm_team_tick(sm_team *team, int64_t steps)
{
    sm_team_spend(team, steps);
    if (atomic_load_explicit(team->stopped, memory_order_relaxed))
        sm_team_stop(team, SM_DONE);
}

void sm_tick(sm_threadgroup *group)
{
    sm_team_tick(sm_team_of(group), SM_TICKS - group->ticks);
    group->ticks = SM_TICKS;
}

void sm_team_begin(sm_team *team)
{
    team->group.ticks = SM_TICKS;
    team->group.spins = SM_SPINS;
    team->current = SM_MAX_THREADS;
    team->state = SM_TEAM_IDLE;
    team->status = SM_DONE;
    team->factor.came = 0;
    team->factor.site = NULL;
    team->factor.simdgroups = (team->threads + team->kernel->simd_width - 1) / team->kernel->simd_width;
}

/* ---- memory
 *
 * A page that cannot be touched is a mapping more, and the system limits those of a process (to 65530 by default): 1024
 * fibers on each of 32 cores have as many. Where none is left, memory goes without that page: what stays inside its
 * bounds computes the same. */
sm_team *sm_team_create(void)
{
    sm_team *team = aligned_alloc(64, (sizeof *team + 63) / 64 * 64);
    if (!team)
        return NULL;
    memset(team, 0, sizeof *team);
    long page = sysconf(_SC_PAGESIZE);
    /* threadgroup memory ends at a page that cannot be touched */
    size_t size = ((size_t)SM_MAX_THREADGROUP_MEMORY * 2 + (size_t)page - 1) / (size_t)page * (size_t)page;
    uint8_t *memory =
        mmap(NULL, size + (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        free(team);
        return NULL;
    }
    (void)mprotect(memory + size, (size_t)page, PROT_NONE);
    team->memory = memory;
    team->memory_end = memory + size;
    declare_boss(&team->boss);
    return team;
}

static void free_stacks(sm_fibers *fibers)
{
    if (fibers->stacks)
        munmap(fibers->stacks, fibers->stack_size * fibers->stack_count);
    fibers->stacks = NULL;
    forget_fibers(fibers);
}

static void free_paths(sm_team *team)
{
    for (uint32_t i = 0; i < team->prepared; i++)
        sm_path_free(sm_team_thread(team, i)->path);
    team->prepared = 0;
}

void sm_team_abandon(sm_team *team)
{
    if (team->fibers)
        forget_fibers(team->fibers);
}

bool sm_team_has_stack(const sm_team *team, uintptr_t address)
{
    const sm_fibers *f = team->fibers;
    return f && f->stacks && address - (uintptr_t)f->stacks < f->stack_size * f->stack_count;
}

static bool make_stacks(sm_fibers *fibers, size_t size, size_t count)
{
    if (fibers->stacks && fibers->stack_size >= size)
        return true;
    free_stacks(fibers);
    void *stacks = mmap(NULL, size * count, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stacks == MAP_FAILED)
        return false;
    fibers->stacks = stacks;
    fibers->stack_size = size;
    fibers->stack_count = count;
    return true;
}

/* A fiber's stack ends, at the bottom, at a page that cannot be touched: overflowing it is a fault, not somebody else's
 * data. */
static void make_fiber(sm_fibers *fibers, uint32_t i)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), shift = (size_t)i * COLOUR % 4096;
    uint8_t *bottom = fibers->stacks + fibers->stack_size * i, *top = bottom + fibers->stack_size - shift;
    (void)mprotect(bottom, page, PROT_NONE);
    fibers->fiber[i].context = make_fcontext(top, (size_t)(top - bottom) - page, thread_main);
    declare_fiber(&fibers->fiber[i], bottom + page, (size_t)(top - bottom) - page);
}

/* The first `count` fibers of those of an engine, of which there can be `most`. */
static bool make_fibers(sm_fibers *fibers, const sm_kernel *kernel, uint32_t count, uint32_t most)
{
    size_t least = kernel->vector ? SMALLEST_WIDE_STACK : SMALLEST_STACK;
    const sm_kernel *rest = kernel->rest;
    size_t needed = rest && rest->stack > kernel->stack ? rest->stack : kernel->stack;
    if (fibers->apple != kernel->apple)
        forget_fibers(fibers);
    fibers->apple = kernel->apple;
    if (!make_stacks(fibers, least + (needed * 2 + 65535) / 65536 * 65536, most))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!fibers->fiber[i].context)
            make_fiber(fibers, i);
    }
    return true;
}

static bool prepare_lanes(sm_team *team, const sm_kernel *kernel)
{
    if (!team->lanes)
        team->lanes = aligned_alloc(64, SM_MAX_SIMDGROUPS * sizeof *team->lanes);
    team->run_kernel = kernel;
    return team->lanes;
}

static bool prepare_threads(sm_team *team, const sm_kernel *kernel, uint32_t threads)
{
    size_t stride = (sizeof(sm_thread) + 4 * (size_t)kernel->counters + 63) / 64 * 64, bytes = stride * threads;
    if (team->thread_bytes < bytes) {
        free(team->thread);
        team->thread = aligned_alloc(64, bytes);
        team->thread_bytes = team->thread ? bytes : 0;
        if (!team->thread)
            return false;
    }
    memset(team->thread, 0, bytes);
    team->stride = stride;
    team->prepared = threads;
    return true;
}

bool sm_team_prepare(sm_team *team, const sm_kernel *kernel, uint32_t threads, bool fibers)
{
    uint32_t simdgroups = (threads + kernel->simd_width - 1) / kernel->simd_width;
    free_paths(team);
    team->kernel = kernel;
    team->fibers = NULL;
    if (!(kernel->vector ? prepare_lanes(team, kernel) : prepare_threads(team, kernel, threads)))
        return false;
    if (!fibers)
        return true;
    team->fibers = kernel->vector ? &team->simdgroup_fibers : &team->thread_fibers;
    return kernel->vector ? make_fibers(team->fibers, kernel, simdgroups, SM_MAX_SIMDGROUPS)
                          : make_fibers(team->fibers, kernel, threads, SM_MAX_THREADS);
}
