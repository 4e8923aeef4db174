/* fiber.c: the reference engine: every thread is a fiber. A thread that comes to a convergent operation waits there;
 * when no thread of its SIMD-group runs any more, the lanes at the earliest dynamic instance take part in it together
 * and go on, so that every lane that will ever arrive has arrived. A lane that stops jumps straight to the next one
 * that can run. */
#include "fiber.h"
#include "../include/__msl/operations.h"
#include "checked.h"
#include "weak.h"
#include "fault.h"
#include "run.h"
#include "vector.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Boost.Context's C interface */
typedef void *fcontext_t;
typedef struct transfer_t {
    fcontext_t fctx;
    void *data;
} transfer_t;
transfer_t jump_fcontext(fcontext_t const to, void *data);
fcontext_t make_fcontext(void *stack_top, size_t size, void (*function)(transfer_t));

enum {
    SMALLEST_STACK = 128 << 10,
    SMALLEST_WIDE_STACK = 1 << 20,
    COLOUR = 192 /* keeps the tops of stacks out of one set of the cache */
};

sm_thread *sm_team_thread(const sm_team *team, uint32_t index)
{
    return (sm_thread *)(void *)((char *)team->thread + index * team->stride);
}

static sm_team *team_of(sm_threadgroup *group)
{
    return (sm_team *)(void *)((char *)group - offsetof(sm_team, group));
}

sm_thread *sm_current_thread(void)
{
    sm_team *team = sm_run_current_team();
    return sm_team_thread(team, team->current < SM_MAX_THREADS ? team->current : team->plain);
}

sm_threadgroup *sm_current_group(void)
{
    return &sm_run_current_team()->group;
}

/* ---- keys */
/* The way to a thread's operation through calls that were not inlined: for each call site in turn the positions and
 * counters of the loops around it and its own position, as in sm_site. Each call also saves all counters, since the
 * called function may be the calling one. */
typedef struct sm_path {
    uint32_t *key, *saved;
    uint32_t keys, key_room, saves, saved_room;
} sm_path;

static uint32_t *grow(uint32_t **array, uint32_t *count, uint32_t *room, uint32_t more)
{
    if (!*array || *room - *count < more) { /* never NULL, also for nothing */
        uint32_t wanted = 2 * (*count + more) + 64;
        uint32_t *grown = realloc(*array, wanted * sizeof **array);
        if (!grown)
            return NULL;
        *array = grown;
        *room = wanted;
    }
    *count += more;
    return *array + *count - more;
}

void sm_enter(sm_thread *thread, uint32_t site)
{
    sm_team *team = team_of(thread->group);
    const sm_kernel *k = team->kernel;
    const sm_site *s = &k->site[site];
    if (!thread->path)
        thread->path = calloc(1, sizeof *thread->path);
    sm_path *p = thread->path;
    uint32_t *key = p ? grow(&p->key, &p->keys, &p->key_room, 2 * s->depth + 1) : NULL;
    uint32_t *saved = p ? grow(&p->saved, &p->saves, &p->saved_room, k->counters) : NULL;
    if (!key || !saved)
        sm_team_stop(team, SM_NO_MEMORY);
    for (uint32_t i = 0; i < s->depth; i++) {
        const sm_site_loop *l = &k->site_loop[s->first_loop + i];
        *key++ = l->position;
        *key++ = thread->counter[l->slot];
    }
    *key = s->position;
    memcpy(saved, thread->counter, k->counters * sizeof *saved);
}

void sm_leave(sm_thread *thread, uint32_t site)
{
    const sm_kernel *k = team_of(thread->group)->kernel;
    sm_path *p = thread->path;
    p->keys -= 2 * k->site[site].depth + 1;
    p->saves -= k->counters;
    memcpy(thread->counter, p->saved + p->saves, k->counters * sizeof *p->saved);
}

/* Element i of the sequence that names the instance a thread waits at; false after the last. */
static bool key_element(const sm_kernel *k, const sm_thread *t, uint32_t i, uint32_t *element)
{
    uint32_t before = t->path ? t->path->keys : 0;
    const sm_site *s = &k->site[t->site];
    if (i < before) {
        *element = t->path->key[i];
        return true;
    }
    i -= before;
    if (i > 2 * s->depth)
        return false;
    const sm_site_loop *l = &k->site_loop[s->first_loop + i / 2];
    *element = i == 2 * s->depth ? s->position : i % 2 ? t->counter[l->slot] : l->position;
    return true;
}

/* <0, 0, >0: whether thread a's instance comes before thread b's. */
static int compare_instances(const sm_kernel *k, const sm_thread *a, const sm_thread *b)
{
    for (uint32_t i = 0;; i++) {
        uint32_t x, y;
        bool left = key_element(k, a, i, &x), right = key_element(k, b, i, &y);
        if (!left || !right)
            return left - right;
        if (x != y)
            return x < y ? -1 : 1;
    }
}

/* The usual case, quickly: both wait at the same site, in the same iterations, with no calls between. */
static inline bool is_same_instance(const sm_kernel *k, const sm_thread *a, const sm_thread *b)
{
    if (a->site != b->site || a->path || b->path)
        return false;
    const sm_site *s = &k->site[a->site];
    for (uint32_t i = 0; i < s->depth; i++) {
        uint32_t slot = k->site_loop[s->first_loop + i].slot;
        if (a->counter[slot] != b->counter[slot])
            return false;
    }
    return true;
}

/* The waiting lanes at the earliest instance. */
static uint64_t earliest(const sm_team *team, const sm_simdgroup *g)
{
    const sm_kernel *k = team->kernel;
    uint32_t first = (uint32_t)__builtin_ctzll(g->waiting);
    uint64_t mask = UINT64_C(1) << first;
    const sm_thread *best = sm_team_thread(team, g->first + first);
    for (uint64_t rest = g->waiting & (g->waiting - 1); rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        const sm_thread *t = sm_team_thread(team, g->first + i);
        int c = is_same_instance(k, t, best) ? 0 : compare_instances(k, t, best);
        if (c < 0) {
            best = t;
            mask = 0;
        }
        if (c <= 0)
            mask |= UINT64_C(1) << i;
    }
    return mask;
}

/* ---- scheduling */
static bool is_barrier(const sm_site *site)
{
    return site->operation == 0;
}

/* Performs what the lanes of the group wait for; false if they wait at a threadgroup barrier. */
static bool serve(sm_team *team, sm_simdgroup *g)
{
    uint64_t mask = earliest(team, g);
    const sm_site *site = &team->kernel->site[sm_team_thread(team, g->first + (uint32_t)__builtin_ctzll(mask))->site];
    g->waiting &= ~mask;
    team->meetings++;
    if (team->check && is_barrier(site))
        sm_checker_arrive(team, g->first, mask, g->all & ~g->done & ~mask & ~g->at_barrier, site);
    if (is_barrier(site) && site->type == __MSL_BARRIER_THREADGROUP && !sm_fault(SM_FAULT_barrier_half)) {
        g->at_barrier |= mask;
        return false;
    }
    if (!is_barrier(site)) {
        sm_thread *t = sm_team_thread(team, g->first);
        sm_lanes lanes = {&t->a, &t->b, &t->c, &t->result, team->stride, team->kernel->simd_width};
        uint64_t unknown = sm_simd_perform(site, &lanes, mask, team->kernel->apple);
        if (unknown && team->check)
            sm_checker_inactive(team, g->first, unknown, site);
    }
    for (uint64_t rest = is_barrier(site) && team->weak ? mask : 0; rest; rest &= rest - 1)
        sm_weak_pass(team, g->first + (uint32_t)__builtin_ctzll(rest), site->flags);
    g->running |= mask;
    return true;
}

/* The next thread of the group to run, or SM_MAX_THREADS: the scheduler must look further. */
static uint32_t next_of(sm_team *team, sm_simdgroup *g)
{
    uint64_t ready = g->running & ~g->yielded;
    while (!ready) {
        if (g->running || !g->waiting || !serve(team, g))
            return SM_MAX_THREADS;
        ready = g->running;
    }
    return g->first + (uint32_t)__builtin_ctzll(ready);
}

static void jump(sm_team *team, sm_fiber *self, uint32_t next)
{
    sm_fiber *to = next < SM_MAX_THREADS ? &team->fiber[next] : &team->boss;
    team->current = next;
    transfer_t t = jump_fcontext(to->context, self);
    ((sm_fiber *)t.data)->context = t.fctx; /* whoever jumped here left its own context behind */
}

static sm_simdgroup *simdgroup_of(sm_team *team, uint32_t thread)
{
    return &team->simdgroup[thread / team->kernel->simd_width];
}

/* Called on the fiber of `self`, which can not go on by itself. */
static void suspend(sm_team *team, uint32_t self)
{
    uint32_t next = next_of(team, simdgroup_of(team, self));
    if (next != self)
        jump(team, &team->fiber[self], next);
    if (team->state == SM_TEAM_STOPPED)
        jump(team, &team->fiber[self], SM_MAX_THREADS);
}

void sm_team_resume(sm_team *team, uint32_t n)
{
    jump(team, &team->boss, n);
    team->current = SM_MAX_THREADS;
}

void sm_team_switch(sm_team *team, uint32_t next)
{
    if (next != team->current)
        jump(team, &team->fiber[team->current], next);
}

void sm_meet(sm_thread *thread, uint32_t site)
{
    sm_team *team = team_of(thread->group);
    uint32_t self = thread->index;
    sm_simdgroup *g = simdgroup_of(team, self);
    uint64_t bit = UINT64_C(1) << thread->lane;
    thread->site = site;
    team->budget -= 16;
    if (team->budget < 0)
        sm_team_stop(team, SM_HUNG);
    g->running &= ~bit;
    g->waiting |= bit;
    if (sm_fault(SM_FAULT_barrier_dropped) && is_barrier(&team->kernel->site[site])) {
        g->running |= bit;
        g->waiting &= ~bit;
        return;
    }
    suspend(team, self);
}

_Noreturn void sm_team_stop(sm_team *team, sm_status status)
{
    team->state = SM_TEAM_STOPPED;
    team->status = status;
    if (team->current >= SM_MAX_THREADS)
        sm_run_escape();
    jump(team, &team->fiber[team->current], SM_MAX_THREADS);
    abort(); /* nobody resumes a stopped fiber */
}

static void check_budget(sm_team *team, int64_t spent)
{
    team->budget -= spent;
    if (team->budget < 0)
        sm_team_stop(team, SM_HUNG);
    if (sm_run_is_stopped(team->run))
        sm_team_stop(team, SM_DONE);
}

void sm_tick(sm_threadgroup *group)
{
    sm_team *team = team_of(group);
    check_budget(team, SM_TICKS - group->ticks);
    group->ticks = SM_TICKS;
}

void sm_spin(sm_threadgroup *group)
{
    sm_team *team = team_of(group);
    group->spins = SM_SPINS;
    check_budget(team, 4 * SM_SPINS);
    if (team->current >= SM_MAX_THREADS)
        return;
    sm_simdgroup *g = simdgroup_of(team, team->current);
    g->yielded |= UINT64_C(1) << (team->current - g->first);
    suspend(team, team->current);
}

/* ---- fibers */
static void thread_main(transfer_t t)
{
    sm_fiber *from = t.data;
    from->context = t.fctx;
    sm_team *team = sm_run_current_team();
    uint32_t self = team->current;
    for (;;) { /* the fiber outlives the threadgroup: for the next one it starts here */
        if (team->kernel->vector) {
            sm_vector_body(team, self);
            sm_team_switch(team, sm_vector_end(team, self));
            continue;
        }
        sm_thread *thread = sm_team_thread(team, self);
        if (thread->path)
            thread->path->keys = thread->path->saves = 0;
        team->kernel->entry(thread);
        sm_simdgroup *g = simdgroup_of(team, self);
        uint64_t bit = UINT64_C(1) << (self - g->first);
        g->running &= ~bit;
        g->done |= bit;
        team->meetings++;
        suspend(team, self);
    }
}

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
    return team;
}

static void free_stacks(sm_team *team)
{
    if (team->stacks)
        munmap(team->stacks, team->stack_size * team->stack_count);
    team->stacks = NULL;
    memset(team->fiber, 0, sizeof team->fiber);
}

static void free_paths(sm_team *team)
{
    for (uint32_t i = 0; i < team->prepared; i++) {
        sm_path *p = sm_team_thread(team, i)->path;
        if (!p)
            continue;
        free(p->key);
        free(p->saved);
        free(p);
    }
    team->prepared = 0;
}

void sm_team_destroy(sm_team *team)
{
    if (!team)
        return;
    free_stacks(team);
    free_paths(team);
    sm_checker_forget(team);
    sm_weak_forget(team);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(team->memory, (size_t)(team->memory_end - team->memory) + page);
    free(team->thread);
    free(team->lanes);
    free(team);
}

void sm_team_abandon(sm_team *team)
{
    memset(team->fiber, 0, sizeof team->fiber);
}

static bool make_stacks(sm_team *team, size_t size, size_t count)
{
    if (team->stacks && team->stack_size >= size && team->stack_count >= count)
        return true;
    free_stacks(team);
    void *stacks = mmap(NULL, size * count, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stacks == MAP_FAILED)
        return false;
    team->stacks = stacks;
    team->stack_size = size;
    team->stack_count = count;
    return true;
}

/* A fiber's stack ends, at the bottom, at a page that cannot be touched: overflowing it is a fault, not somebody else's
 * data. */
static void make_fiber(sm_team *team, uint32_t i)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *bottom = team->stacks + team->stack_size * i, *top = bottom + team->stack_size - (size_t)i * COLOUR % 4096;
    (void)mprotect(bottom, page, PROT_NONE);
    team->fiber[i].context = make_fcontext(top, (size_t)(top - bottom) - page, thread_main);
}

static bool make_fibers(sm_team *team, const sm_kernel *kernel, uint32_t count)
{
    size_t least = kernel->vector ? SMALLEST_WIDE_STACK : SMALLEST_STACK;
    const sm_kernel *rest = kernel->rest;
    size_t most = rest && rest->stack > kernel->stack ? rest->stack : kernel->stack,
           stack = least + (most * 2 + 65535) / 65536 * 65536;
    if (team->apple != kernel->apple)
        sm_team_abandon(team);
    team->apple = kernel->apple;
    if (!make_stacks(team, stack, kernel->vector ? SM_MAX_SIMDGROUPS : SM_MAX_THREADS))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!team->fiber[i].context)
            make_fiber(team, i);
    }
    return true;
}

static bool prepare_lanes(sm_team *team, const sm_kernel *kernel, uint32_t threads, bool fibers)
{
    if (!team->lanes)
        team->lanes = aligned_alloc(64, SM_MAX_SIMDGROUPS * sizeof *team->lanes);
    team->kernel = team->run_kernel = kernel;
    uint32_t count = (threads + kernel->simd_width - 1) / kernel->simd_width;
    return team->lanes && (!fibers || make_fibers(team, kernel, count));
}

bool sm_team_prepare(sm_team *team, const sm_kernel *kernel, uint32_t threads, bool fibers)
{
    size_t stride = (sizeof(sm_thread) + 4 * (size_t)kernel->counters + 63) / 64 * 64, bytes = stride * threads;
    free_paths(team);
    if (kernel->vector)
        return prepare_lanes(team, kernel, threads, fibers);
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
    team->kernel = kernel;
    return !fibers || make_fibers(team, kernel, threads);
}

void sm_team_start(sm_team *team)
{
    uint32_t width = team->kernel->simd_width;
    team->simdgroups = (team->threads + width - 1) / width;
    for (uint32_t i = 0; i < team->simdgroups; i++) {
        uint32_t lanes = team->threads - i * width;
        uint64_t all = lanes >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << lanes) - 1;
        if (lanes > width)
            all = width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
        team->simdgroup[i] = (sm_simdgroup){.all = all, .running = all, .first = i * width};
    }
    team->group.ticks = SM_TICKS;
    team->group.spins = SM_SPINS;
    team->current = SM_MAX_THREADS;
    team->state = SM_TEAM_IDLE;
    team->status = SM_DONE;
}

/* Checked mode: all SIMD-groups that wait should wait at the same instance of one barrier. */
static void check_barrier(sm_team *team)
{
    const sm_thread *first = NULL;
    for (uint32_t i = 0; i < team->simdgroups; i++) {
        const sm_simdgroup *g = &team->simdgroup[i];
        if (!g->at_barrier)
            continue;
        uint32_t index = g->first + (uint32_t)__builtin_ctzll(g->at_barrier);
        const sm_thread *t = sm_team_thread(team, index);
        if (!first)
            first = t;
        else if (compare_instances(team->kernel, first, t) != 0)
            sm_checker_mixed(team, index, &team->kernel->site[t->site], &team->kernel->site[first->site]);
    }
    if (first)
        sm_checker_release(team, team->kernel->site[first->site].flags);
}

/* Every SIMD-group is at a barrier or has ended: lets them go on. Returns whether anybody is left. */
static bool release_barrier(sm_team *team)
{
    bool left = false;
    if (team->check)
        check_barrier(team);
    for (uint32_t i = 0; i < team->simdgroups; i++) {
        sm_simdgroup *g = &team->simdgroup[i];
        for (uint64_t rest = team->weak ? g->at_barrier : 0; rest; rest &= rest - 1) {
            uint32_t index = g->first + (uint32_t)__builtin_ctzll(rest);
            sm_weak_pass(team, index, team->kernel->site[sm_team_thread(team, index)->site].flags);
        }
        g->running |= g->at_barrier;
        g->at_barrier = 0;
        left |= g->running != 0;
    }
    return left;
}

sm_team_state sm_team_run(sm_team *team)
{
    for (;;) {
        bool busy = false;
        for (uint32_t i = 0; i < team->simdgroups; i++) {
            sm_simdgroup *g = &team->simdgroup[i];
            g->yielded = 0;
            uint32_t next = next_of(team, g);
            if (next < SM_MAX_THREADS)
                jump(team, &team->boss, next);
            team->current = SM_MAX_THREADS;
            if (team->state == SM_TEAM_STOPPED)
                return team->state;
            busy |= (g->running | g->waiting) != 0;
        }
        if (busy)
            return team->state = SM_TEAM_YIELDED;
        if (!release_barrier(team))
            return team->state = SM_TEAM_FINISHED;
    }
}
