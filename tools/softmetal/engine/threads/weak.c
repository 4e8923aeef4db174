/* weak.c: a memory model by timestamps. Each location that was stored to keeps its last few values with the times of
 * their stores. Each thread has a view: how far it has seen each location. A load takes any value that is no older than
 * the view, by chance; a relaxed store may be put before the latest one of another thread. A release hangs the thread's
 * view on the value it stores, an acquire that reads the value takes the view over; fences do so for the relaxed
 * accesses around them, as far as their flags and scope reach. So everything stale is possible that nothing orders, and
 * nothing that is ordered. What is not shown: loads that take values from stores which their own thread has enabled
 * (load buffering).
 *
 * Memory itself always holds the newest value of a location, so that accesses which do not come here are sound; a value
 * found there that nobody reported counts as a store of just now. */
#include "weak.h"
#include "../../include/__msl/operations.h"
#include "../settings.h"
#include "team.h"
#include "worker.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 4, SEEN = 16, SPACES = 2, LEVELS = 4, GAP = 20 };

/* Everything stored up to floor[space], and of some locations more. */
typedef struct view {
    uint64_t floor[SPACES];
    uint32_t count;
    struct {
        uintptr_t address;
        uint64_t time;
        uint32_t space;
    } seen[SEEN];
} view;

/* A view that stores have published: read by everybody, freed with the dispatch. */
typedef struct published {
    struct published *next;
    view view;
    uint32_t scope;
} published;

typedef struct message {
    uint64_t value, time, group;
    const published *released; /* NULL: nothing */
    uint32_t thread, simdgroup;
    bool by_update; /* a read-modify-write: nothing comes between it and what it read */
} message;

typedef struct location {
    uintptr_t address; /* 0: free */
    uint64_t group;    /* whose threadgroup memory */
    uint32_t size, space, count;
    message kept[KEPT]; /* in order of time, the newest last */
} location;

struct sm_weak {
    pthread_mutex_t lock;
    uint64_t seed, clock;
    location *table;
    size_t used, room; /* room: a power of two */
    view sequential;   /* what fences of order seq_cst and device scope have agreed on */
    published *all;
};

typedef struct weak_thread {
    view now, acquired[LEVELS]; /* acquired: what relaxed loads have read, by the scope that connects the two threads */
    const published *released;  /* what a release fence has published */
    bool fails;                 /* the compare-exchange under way */
    uint64_t draws;
} weak_thread;

typedef struct sm_team_weak {
    sm_weak *of;
    uint64_t number, updates; /* updates: read-modify-writes of device memory so far */
    view sequential;          /* what fences of threadgroup scope have agreed on */
    view gathered;            /* of device memory, what its threads had seen when they came to the barrier */
    weak_thread thread[SM_MAX_THREADS];
} sm_team_weak;

/* ---- views */

static uint64_t seen(const view *v, uintptr_t address, uint32_t space)
{
    uint64_t time = v->floor[space];
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->seen[i].address == address && v->seen[i].time > time)
            time = v->seen[i].time;
    }
    return time;
}

/* A view that is full gives way by rising as a whole: that only takes choices away. */
static void see(view *v, uintptr_t address, uint32_t space, uint64_t time)
{
    if (time <= v->floor[space])
        return;
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->seen[i].address == address) {
            v->seen[i].time = time > v->seen[i].time ? time : v->seen[i].time;
            return;
        }
    }
    if (v->count == SEEN) {
        v->count = 0;
        for (uint32_t i = 0; i < SEEN; i++) {
            uint32_t s = v->seen[i].space;
            v->floor[s] = v->seen[i].time > v->floor[s] ? v->seen[i].time : v->floor[s];
        }
    }
    v->seen[v->count].address = address;
    v->seen[v->count].space = space;
    v->seen[v->count++].time = time;
}

static bool covers(uint32_t flags, uint32_t space)
{
    return flags & (space ? __MSL_MEM_THREADGROUP : __MSL_MEM_DEVICE);
}

static void join(view *to, const view *from, uint32_t flags)
{
    for (uint32_t s = 0; s < SPACES; s++) {
        if (covers(flags, s) && from->floor[s] > to->floor[s])
            to->floor[s] = from->floor[s];
    }
    for (uint32_t i = 0; i < from->count; i++) {
        if (covers(flags, from->seen[i].space))
            see(to, from->seen[i].address, from->seen[i].space, from->seen[i].time);
    }
}

enum { EVERYTHING = __MSL_MEM_DEVICE | __MSL_MEM_THREADGROUP };

/* Called with the lock held. */
static _Noreturn void run_out(sm_weak *w)
{
    pthread_mutex_unlock(&w->lock);
    sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
}

static published *publish(sm_weak *w, const view *v, uint32_t flags, uint32_t scope)
{
    published *p = calloc(1, sizeof *p);
    if (!p)
        run_out(w);
    join(&p->view, v, flags);
    p->scope = scope;
    p->next = w->all;
    return w->all = p;
}

/* ---- locations */
static location *slot_of(sm_weak *w, uintptr_t address)
{
    size_t i = (address >> 1) * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    for (i &= w->room - 1; w->table[i].address && w->table[i].address != address;)
        i = (i + 1) & (w->room - 1);
    return &w->table[i];
}

static void grow(sm_weak *w)
{
    location *old = w->table;
    size_t room = w->room, wanted = room ? 2 * room : 1024;
    location *table = calloc(wanted, sizeof *table);
    if (!table)
        run_out(w);
    w->table = table;
    w->room = wanted;
    for (size_t i = 0; i < room; i++) {
        if (old[i].address)
            *slot_of(w, old[i].address) = old[i];
    }
    free(old);
}

static uint64_t content(const void *address, uint32_t size)
{
    switch (size) {
    case 1: return __atomic_load_n((const uint8_t *)address, __ATOMIC_RELAXED);
    case 2: return __atomic_load_n((const uint16_t *)address, __ATOMIC_RELAXED);
    case 4: return __atomic_load_n((const uint32_t *)address, __ATOMIC_RELAXED);
    default: return __atomic_load_n((const uint64_t *)address, __ATOMIC_RELAXED);
    }
}

static void put(void *address, uint64_t value, uint32_t size)
{
    switch (size) {
    case 1: __atomic_store_n((uint8_t *)address, (uint8_t)value, __ATOMIC_RELAXED); break;
    case 2: __atomic_store_n((uint16_t *)address, (uint16_t)value, __ATOMIC_RELAXED); break;
    case 4: __atomic_store_n((uint32_t *)address, (uint32_t)value, __ATOMIC_RELAXED); break;
    default: __atomic_store_n((uint64_t *)address, value, __ATOMIC_RELAXED); break;
    }
}

static void append(location *l, message m)
{
    if (l->count == KEPT) {
        memmove(l->kept, l->kept + 1, (KEPT - 1) * sizeof *l->kept);
        l->count--;
    }
    l->kept[l->count++] = m;
}

static message *newest(location *l)
{
    return &l->kept[l->count - 1];
}

static uint64_t tick(sm_weak *w)
{
    return w->clock += UINT64_C(1) << GAP;
}

typedef struct access {
    sm_weak *w;
    sm_team_weak *team;
    weak_thread *self;
    const sm_thread *thread;
    uint32_t order, space, size;
    void *address;
} access;

/* The location, as it is by now; NULL if nobody has stored to it and `make` is not set. */
static location *locate(const access *a, bool make)
{
    sm_weak *w = a->w;
    if (!w->room || w->used * 2 > w->room)
        grow(w);
    location *l = slot_of(w, (uintptr_t)a->address);
    uint64_t group = a->space ? a->team->number + 1 : 0, value = content(a->address, a->size);
    if (l->address && (l->group != group || l->size != a->size))
        l->count = 0;
    if ((!l->address || !l->count) && !make)
        return NULL;
    w->used += !l->address;
    if (!l->count) {
        *l = (location){(uintptr_t)a->address, group, a->size, a->space, 0, {{0}}};
        append(l, (message){.value = value, .thread = SM_MAX_THREADS});
    } else if (newest(l)->value != value) {
        append(l, (message){.value = value, .time = tick(w), .thread = SM_MAX_THREADS});
    }
    return l;
}

/* ---- chance */
static uint64_t draw(const access *a)
{
    uint64_t x = a->w->seed * UINT64_C(0x9e3779b97f4a7c15) + (a->team->number << 11) + a->thread->index;
    x += ++a->self->draws * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- the rules */
static bool is_acquire(uint32_t order)
{
    return order == __MSL_ACQUIRE || order == __MSL_ACQ_REL || order == __MSL_SEQ_CST;
}

static bool is_release(uint32_t order)
{
    return order == __MSL_RELEASE || order == __MSL_ACQ_REL || order == __MSL_SEQ_CST;
}

/* The narrowest scope that holds this thread and the one that stored. */
static uint32_t scope_between(const access *a, const message *m)
{
    if (m->group != a->team->number)
        return __MSL_SCOPE_DEVICE;
    return m->simdgroup == a->thread->simdgroup ? __MSL_SCOPE_SIMDGROUP : __MSL_SCOPE_THREADGROUP;
}

/* The thread has read the message. */
static void take(const access *a, const message *m)
{
    see(&a->self->now, (uintptr_t)a->address, a->space, m->time);
    if (a->order == SM_WEAK_PLAIN || !m->released)
        return;
    uint32_t scope = scope_between(a, m);
    if (m->released->scope < scope)
        return;
    join(&a->self->acquired[scope], &m->released->view, EVERYTHING);
    if (is_acquire(a->order) && !sm_fault(SM_FAULT_weak_acquire_ignored))
        join(&a->self->now, &m->released->view, EVERYTHING);
}

/* What a store of this thread publishes. */
static const published *released_by(const access *a)
{
    if (a->order == SM_WEAK_PLAIN || sm_fault(SM_FAULT_weak_release_ignored))
        return NULL;
    return is_release(a->order) ? publish(a->w, &a->self->now, EVERYTHING, __MSL_SCOPE_DEVICE) : a->self->released;
}

/* Stores of one thread to one location continue its release, and so do read-modify-writes of anybody (C++17). */
static const published *continued(const access *a, const message *before, const published *own, bool update)
{
    bool same = before->thread == a->thread->index && before->group == a->team->number;
    if (a->order == SM_WEAK_PLAIN || !before->released || !(same || update))
        return own;
    if (!own)
        return before->released;
    published *both = publish(a->w, &before->released->view, EVERYTHING,
                              own->scope > before->released->scope ? own->scope : before->released->scope);
    join(&both->view, &own->view, EVERYTHING);
    return both;
}

static message message_of(const access *a, uint64_t value)
{
    return (message){
        .value = value, .group = a->team->number, .thread = a->thread->index, .simdgroup = a->thread->simdgroup};
}

/* ---- entries */
/* False: not a place that threads share. Otherwise the lock is held. */
static bool enter(access *a, void *address, uint32_t size, uint32_t how)
{
    sm_team *team = sm_worker_team();
    if (!team->weak || sm_team_has_stack(team, (uintptr_t)address) || (uintptr_t)address % size)
        return false;
    (void)*(volatile uint8_t *)address; /* if it faults, then not with the lock held */
    a->thread = sm_current_thread();
    a->team = team->weak;
    a->w = a->team->of;
    a->self = &a->team->thread[a->thread->index];
    a->order = how & SM_WEAK_ORDER;
    a->space = (uint8_t *)address >= team->memory && (uint8_t *)address < team->memory_end;
    a->size = size;
    a->address = address;
    pthread_mutex_lock(&a->w->lock);
    return true;
}

static void leave(const access *a)
{
    pthread_mutex_unlock(&a->w->lock);
}

/* Between an access and the next of the same thread others have their turn, now and then. */
static void leave_and_wait(const access *a)
{
    bool waits = draw(a) % 8 == 0;
    leave(a);
    if (waits)
        sm_team_of(a->thread->group)->yield(a->thread->group);
}

/* After an update, by which threadgroups count one another, so that a fence that comes only now comes too late. Only a
 * threadgroup's first updates wait: those of a histogram, say, count nobody. */
static void leave_for_long(const access *a)
{
    enum { FIRST = 16, MOST_ROUNDS = 24 };
    uint64_t chance = draw(a), rounds = 0;
    if (!a->space && a->team->updates++ < FIRST && chance % 2)
        rounds = 1 + chance / 2 % MOST_ROUNDS;
    leave(a);
    while (rounds--)
        sm_team_of(a->thread->group)->yield(a->thread->group);
}

uint64_t sm_weak_load(void *address, uint32_t size, uint32_t how)
{
    access a;
    if (!enter(&a, address, size, how))
        return content(address, size);
    location *l = locate(&a, false);
    uint64_t value = content(address, size);
    if (l) {
        uint64_t since = seen(&a.self->now, (uintptr_t)address, a.space), chance = draw(&a);
        uint32_t first = l->count - 1, chosen = l->count - 1;
        while (first && l->kept[first].time > since)
            first--;
        if (sm_fault(SM_FAULT_weak_coherence_lost))
            first = 0;
        if ((a.order != __MSL_SEQ_CST || sm_fault(SM_FAULT_weak_seq_cst_is_acq_rel)) && chance % 2)
            chosen = first + (uint32_t)(chance / 2 % (l->count - first));
        value = l->kept[chosen].value;
        take(&a, &l->kept[chosen]);
    }
    leave_and_wait(&a);
    return value;
}

/* Puts a relaxed store before the newest one, if that is somebody else's and this thread has not seen it. */
static bool insert(const access *a, location *l, message m)
{
    message *last = newest(l);
    uint64_t since = seen(&a->self->now, (uintptr_t)a->address, a->space);
    bool own = last->thread == m.thread && last->group == m.group;
    if (a->order != __MSL_RELAXED || l->count < 2 || last->by_update || own || draw(a) % 4)
        return false;
    uint64_t low = last[-1].time > since ? last[-1].time : since;
    if (low + 1 >= last->time)
        return false;
    m.time = low + (last->time - low) / 2;
    message kept = *last;
    *last = m;
    append(l, kept);
    see(&a->self->now, (uintptr_t)a->address, a->space, m.time);
    return true;
}

void sm_weak_store(void *address, uint64_t value, uint32_t size, uint32_t how)
{
    access a;
    if (!enter(&a, address, size, how)) {
        put(address, value, size);
        return;
    }
    location *l = locate(&a, true);
    message m = message_of(&a, value);
    m.released = continued(&a, newest(l), released_by(&a), false);
    if (!insert(&a, l, m)) {
        m.time = tick(a.w);
        append(l, m);
        put(address, value, size);
        see(&a.self->now, (uintptr_t)address, a.space, m.time);
    }
    leave_and_wait(&a);
}

uint32_t sm_weak_fails(void)
{
    enum { ONE_IN = 4 };
    const sm_team *team = sm_worker_team();
    if (!team->weak)
        return 0;
    access a = {.w = team->weak->of, .team = team->weak, .thread = sm_current_thread()};
    a.self = &a.team->thread[a.thread->index];
    return a.self->fails = draw(&a) % ONE_IN == 0;
}

void sm_weak_begin(void *address, uint32_t size, uint32_t how)
{
    access a;
    if (enter(&a, address, size, how))
        take(&a, newest(locate(&a, true)));
}

void sm_weak_end(void *address, uint32_t size, uint32_t how, uint32_t written)
{
    sm_team *team = sm_worker_team();
    if (!team->weak)
        return;
    const sm_thread *thread = sm_current_thread();
    weak_thread *self = &team->weak->thread[thread->index];
    written = written && !self->fails;
    self->fails = false;
    if (sm_team_has_stack(team, (uintptr_t)address) || (uintptr_t)address % size)
        return;
    access a = {.w = team->weak->of,
                .team = team->weak,
                .self = self,
                .thread = thread,
                .order = how & SM_WEAK_ORDER,
                .space = (uint8_t *)address >= team->memory && (uint8_t *)address < team->memory_end,
                .size = size,
                .address = address};
    location *l = slot_of(a.w, (uintptr_t)address);
    if (written && l->count) {
        message m = message_of(&a, content(address, size));
        m.by_update = true;
        m.released = continued(&a, newest(l), released_by(&a), true);
        m.time = tick(a.w);
        append(l, m);
        see(&a.self->now, (uintptr_t)address, a.space, m.time);
    }
    leave_for_long(&a);
}

/* What a fence of this order and scope lets its thread see, of what it has read by relaxed loads and agreed on. */
static void acquire(const access *a, uint32_t flags, uint32_t order, uint32_t scope)
{
    weak_thread *self = a->self;
    for (uint32_t s = __MSL_SCOPE_SIMDGROUP; is_acquire(order) && s <= scope; s++)
        join(&self->now, &self->acquired[s], flags);
    bool agrees = scope == __MSL_SCOPE_DEVICE ||
                  (scope == __MSL_SCOPE_THREADGROUP && !sm_fault(SM_FAULT_weak_fence_threadgroup_unordered));
    if (order == __MSL_SEQ_CST && !sm_fault(SM_FAULT_weak_seq_cst_is_acq_rel) && agrees) {
        view *agreed = scope == __MSL_SCOPE_DEVICE ? &a->w->sequential : &a->team->sequential;
        join(&self->now, agreed, flags);
        join(agreed, &self->now, flags);
    }
}

static void fence(const access *a, uint32_t flags, uint32_t order, uint32_t scope)
{
    if (order == __MSL_RELAXED || !(flags & EVERYTHING) || sm_fault(SM_FAULT_weak_fence_ignored))
        return;
    if (sm_fault(SM_FAULT_weak_fence_scope_simdgroup) && scope > __MSL_SCOPE_SIMDGROUP)
        scope = __MSL_SCOPE_SIMDGROUP;
    acquire(a, flags, order, scope);
    if (is_release(order))
        a->self->released = publish(a->w, &a->self->now, flags, scope);
}

void sm_weak_fence(uint32_t flags, uint32_t order, uint32_t scope)
{
    sm_team *team = sm_worker_team();
    if (!team->weak)
        return;
    const sm_thread *thread = sm_current_thread();
    access a = {.w = team->weak->of, .team = team->weak, .self = &team->weak->thread[thread->index], .thread = thread};
    pthread_mutex_lock(&a.w->lock);
    fence(&a, flags, order, scope);
    leave(&a);
}

/* Barriers. Flags, order and scope as lowering packs them. */
typedef struct packed_barrier {
    uint32_t flags, order, scope;
} packed_barrier;

static bool enter_barrier(access *a, packed_barrier *b, sm_team *team, uint32_t thread, uint32_t packed)
{
    *b = (packed_barrier){packed & 0xff, packed >> 8 & 0xff, packed >> 16};
    if (!team->weak || b->order == __MSL_RELAXED || sm_fault(SM_FAULT_weak_barrier_no_fence))
        return false;
    *a = (access){.w = team->weak->of,
                  .team = team->weak,
                  .self = &team->weak->thread[thread],
                  .thread = sm_team_thread(team, thread)};
    pthread_mutex_lock(&a->w->lock);
    return true;
}

void sm_weak_arrive(sm_team *team, uint32_t thread, uint32_t packed)
{
    access a;
    packed_barrier b;
    if (!enter_barrier(&a, &b, team, thread, packed))
        return;
    acquire(&a, b.flags, b.order, b.scope);
    leave(&a);
}

void sm_weak_gather(sm_team *team, uint32_t first, uint32_t count)
{
    view *all = &team->weak->gathered;
    *all = (view){0};
    for (uint32_t i = first; i < first + count && i < team->threads; i++)
        join(all, &team->weak->thread[i].now, __MSL_MEM_DEVICE);
}

/* What any thread of the barrier has stored or seen, each has seen, if the scope reaches the threadgroup; of other
 * threadgroups' stores no more. Threadgroup memory, which has no others, is rounded up. A narrower scope reaches the
 * thread's SIMD-group. */
void sm_weak_pass(sm_team *team, uint32_t thread, uint32_t packed)
{
    access a;
    packed_barrier b;
    if (!enter_barrier(&a, &b, team, thread, packed))
        return;
    if (b.scope >= __MSL_SCOPE_THREADGROUP) {
        join(&a.self->now, &team->weak->gathered, b.flags);
        if (covers(b.flags, 1))
            a.self->now.floor[1] = a.w->clock;
    }
    uint32_t width = team->kernel->simd_width, first = thread - thread % width;
    for (uint32_t i = first; i < first + width && i < team->threads && b.scope == __MSL_SCOPE_SIMDGROUP; i++)
        join(&a.self->now, &team->weak->thread[i].now, b.flags);
    if (b.flags & EVERYTHING)
        a.self->released = publish(a.w, &a.self->now, b.flags, b.scope);
    leave(&a);
}

/* ---- dispatches */
sm_weak *sm_weak_create(uint64_t seed)
{
    sm_weak *w = calloc(1, sizeof *w);
    if (w) {
        pthread_mutex_init(&w->lock, NULL);
        w->seed = seed;
    }
    return w;
}

void sm_weak_destroy(sm_weak *w)
{
    if (!w)
        return;
    while (w->all) {
        published *next = w->all->next;
        free(w->all);
        w->all = next;
    }
    pthread_mutex_destroy(&w->lock);
    free(w->table);
    free(w);
}

bool sm_weak_start(sm_weak *w, sm_team *team, uint64_t number)
{
    if (!team->weak)
        team->weak = malloc(sizeof *team->weak);
    if (!team->weak)
        return false;
    memset(team->weak, 0, offsetof(sm_team_weak, thread) + team->threads * sizeof *team->weak->thread);
    team->weak->of = w;
    team->weak->number = number;
    return true;
}

void sm_weak_forget(sm_team *team)
{
    free(team->weak);
    team->weak = NULL;
}
