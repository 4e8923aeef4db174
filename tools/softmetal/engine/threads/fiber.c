/* fiber.c: the reference engine: every thread is a fiber. A thread that comes to a convergent operation waits there;
 * when no thread of its SIMD-group runs any more, the lanes at the earliest dynamic instance take part in it together
 * and go on, so that every lane that will ever arrive has arrived. A lane that stops jumps straight to the next one
 * that can run. */
#include "fiber.h"
#include "../../include/__msl/operations.h"
#include "../checked/checked.h"
#include "../checked/checked_matmul.h"
#include "../fault.h"
#include "../tensor/matmul.h"
#include "../path.h"
#include "../settings.h"
#include "../functions/simd.h"
#include "weak.h"
#include <stdlib.h>
#include <string.h>

/* ---- keys */
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
    sm_team *team = sm_team_of(thread->group);
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
    const sm_kernel *k = sm_team_of(thread->group)->kernel;
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

static void perform_on_tensors(sm_team *team, const sm_simdgroup *g, const sm_site *site, const sm_lanes *lanes,
                               uint64_t mask)
{
    sm_meeting meeting = {.site = site,
                          .lanes = lanes,
                          .mask = mask,
                          .apple = team->kernel->apple,
                          .checked = team->check ? team : NULL,
                          .first = g->first,
                          .shared = team->check ? NULL : &team->factor};
    sm_tensor_perform(&meeting);
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
    if (team->check && is_barrier(site) && site->type != __MSL_BARRIER_THREADGROUP)
        sm_checker_ended(team, g->first, g->all & g->done, site);
    if (is_barrier(site) && site->type == __MSL_BARRIER_THREADGROUP && !sm_fault(SM_FAULT_barrier_half)) {
        g->at_barrier |= mask;
        return false;
    }
    if (!is_barrier(site)) {
        sm_thread *t = sm_team_thread(team, g->first);
        sm_lanes lanes = {&t->a, &t->b, &t->c, &t->result, team->stride, team->kernel->simd_width};
        uint64_t unknown = 0;
        if (sm_is_tensor_operation(site))
            perform_on_tensors(team, g, site, &lanes, mask);
        else
            unknown = sm_simd_perform(site, &lanes, mask, team->kernel->apple);
        if (unknown && team->check)
            sm_checker_inactive(team, g->first, unknown, site);
    }
    if (is_barrier(site) && team->weak) {
        for (uint64_t rest = mask; rest; rest &= rest - 1)
            sm_weak_arrive(team, g->first + (uint32_t)__builtin_ctzll(rest), site->flags);
        sm_weak_gather(team, g->first, team->kernel->simd_width);
        for (uint64_t rest = mask; rest; rest &= rest - 1)
            sm_weak_pass(team, g->first + (uint32_t)__builtin_ctzll(rest), site->flags);
    }
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

static sm_simdgroup *simdgroup_of(sm_team *team, uint32_t thread)
{
    return &team->simdgroup[thread / team->kernel->simd_width];
}

/* Called on the fiber of `self`, which can not go on by itself. */
static void suspend(sm_team *team, uint32_t self)
{
    sm_team_switch(team, next_of(team, simdgroup_of(team, self)));
    if (team->state == SM_TEAM_STOPPED)
        sm_team_switch(team, SM_MAX_THREADS);
}

/* Whether a fault has the barriers of this kernel not wait. */
static bool drops_barriers(const sm_kernel *kernel)
{
    return sm_fault(SM_FAULT_barrier_dropped) ||
           (sm_fault(SM_FAULT_barrier_small_maximum) && kernel->max_threads <= kernel->simd_width) ||
           (sm_fault(SM_FAULT_barrier_dynamic_memory) && kernel->static_memory == 0);
}

void sm_meet(sm_thread *thread, uint32_t site)
{
    sm_team *team = sm_team_of(thread->group);
    uint32_t self = thread->index;
    sm_simdgroup *g = simdgroup_of(team, self);
    uint64_t bit = UINT64_C(1) << thread->lane;
    thread->site = site;
    sm_team_spend(team, 16);
    g->running &= ~bit;
    g->waiting |= bit;
    if (is_barrier(&team->kernel->site[site]) && drops_barriers(team->kernel)) {
        g->running |= bit;
        g->waiting &= ~bit;
        return;
    }
    suspend(team, self);
}

void sm_spin(sm_threadgroup *group)
{
    sm_team *team = sm_team_of(group);
    group->spins = SM_SPINS;
    sm_team_tick(team, 4 * SM_SPINS);
    if (team->current >= SM_MAX_THREADS)
        return;
    sm_simdgroup *g = simdgroup_of(team, team->current);
    g->yielded |= UINT64_C(1) << (team->current - g->first);
    suspend(team, team->current);
}

uint32_t sm_fiber_body(sm_team *team, uint32_t self)
{
    sm_thread *thread = sm_team_thread(team, self);
    if (thread->path)
        thread->path->keys = thread->path->saves = 0;
    team->kernel->entry(thread);
    sm_simdgroup *g = simdgroup_of(team, self);
    uint64_t bit = UINT64_C(1) << (self - g->first);
    g->running &= ~bit;
    g->done |= bit;
    team->meetings++;
    return next_of(team, g);
}

void sm_fiber_start(sm_team *team)
{
    uint32_t width = team->kernel->simd_width;
    team->simdgroups = (team->threads + width - 1) / width;
    for (uint32_t i = 0; i < team->simdgroups; i++) {
        uint64_t all = sm_lanes_of(team->threads, width, i);
        team->simdgroup[i] = (sm_simdgroup){.all = all, .running = all, .first = i * width};
    }
    sm_team_begin(team);
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
    if (!first)
        return;
    const sm_site *site = &team->kernel->site[first->site];
    sm_checker_release(team, site);
    for (uint32_t i = 0; i < team->simdgroups; i++)
        sm_checker_ended(team, team->simdgroup[i].first, team->simdgroup[i].all & team->simdgroup[i].done, site);
}

/* Calls this for each thread that waits at a barrier of the threadgroup, with the barrier's flags. */
static void for_each_waiting(sm_team *team, void call(sm_team *, uint32_t thread, uint32_t flags))
{
    for (uint32_t i = 0; i < team->simdgroups; i++) {
        const sm_simdgroup *g = &team->simdgroup[i];
        for (uint64_t rest = g->at_barrier; rest; rest &= rest - 1) {
            uint32_t index = g->first + (uint32_t)__builtin_ctzll(rest);
            call(team, index, team->kernel->site[sm_team_thread(team, index)->site].flags);
        }
    }
}

/* Every SIMD-group is at a barrier or has ended: lets them go on. Returns whether anybody is left. */
static bool release_barrier(sm_team *team)
{
    bool left = false;
    if (team->check) {
        sm_check_operations(team);
        check_barrier(team);
    }
    if (team->weak) {
        for_each_waiting(team, sm_weak_arrive);
        sm_weak_gather(team, 0, team->threads);
        for_each_waiting(team, sm_weak_pass);
    }
    for (uint32_t i = 0; i < team->simdgroups; i++) {
        sm_simdgroup *g = &team->simdgroup[i];
        g->running |= g->at_barrier;
        g->at_barrier = 0;
        left |= g->running != 0;
    }
    return left;
}

sm_team_state sm_fiber_run(sm_team *team)
{
    bool reversed = sm_device_settings()->order == SM_ORDER_REVERSED;
    for (;;) {
        bool busy = false;
        for (uint32_t i = 0; i < team->simdgroups; i++) {
            sm_simdgroup *g = &team->simdgroup[reversed ? team->simdgroups - 1 - i : i];
            g->yielded = 0;
            uint32_t next = next_of(team, g);
            if (next < SM_MAX_THREADS)
                sm_team_resume(team, next);
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
