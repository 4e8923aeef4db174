/* run.c: the part of the engine that all kernels share: a pool of worker threads that lives as long as the process,
 * the walk over a grid's threadgroups, threadgroup memory, and what happens when a kernel does not end well. A kernel
 * without convergent operations runs as a loop over the threads of a threadgroup; one with them runs as a team of
 * fibers (fiber.c); vector code runs a SIMD-group at a time (vector_engine.c). */
#undef _FORTIFY_SOURCE /* its longjmp refuses to leave a fiber's stack */
#include "threadgroup.h"
#include "cuda/cuda.h"
#include "checked/checked.h"
#include "settings.h"
#include "fault.h"
#include "threads/fiber.h"
#include "kernel.h"
#include "signals.h"
#include "threads/vector_engine.h"
#include "threads/weak.h"
#include "threads/worker.h"
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { STACK_GUARD = 1 << 20, MAX_TEAMS = 64, MAX_WORKERS = 256, WEAK_TEAMS = 4 };

typedef struct worker {
    pthread_t thread;
    sm_worker self;
    sm_team *team[MAX_TEAMS];
} worker;

static struct pool {
    pthread_once_t once;
    pthread_mutex_t running; /* held during a dispatch */
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    sm_run *run;
    unsigned workers, wanted, joined, finished;
    worker worker[MAX_WORKERS];
    worker own; /* a thread that runs a dispatch itself */
} pool = {PTHREAD_ONCE_INIT,
          PTHREAD_MUTEX_INITIALIZER,
          PTHREAD_MUTEX_INITIALIZER,
          PTHREAD_COND_INITIALIZER,
          PTHREAD_COND_INITIALIZER,
          NULL,
          0,
          0,
          0,
          0,
          {{0}},
          {0}};

/* Of a thread that may run dispatches itself: its stack, and the one for signals. */
static _Thread_local sm_worker caller;
static _Thread_local void *signal_stack;

static bool is_stopped(const sm_run *run)
{
    return atomic_load_explicit(&run->stopped, memory_order_relaxed);
}

/* ---- outcomes */
static void conclude(sm_run *run, sm_status status, const char *message)
{
    pthread_mutex_lock(&run->lock);
    if (run->outcome->status == SM_DONE && status != SM_DONE) {
        run->outcome->status = status;
        snprintf(run->outcome->message, sizeof run->outcome->message, "%s", message);
    }
    pthread_mutex_unlock(&run->lock);
    atomic_store(&run->stopped, true);
}

static void conclude_hung(sm_run *run)
{
    char text[300];
    snprintf(text, sizeof text, "kernel '%s' did not end: one of its threadgroups used up its budget of %llu steps",
             run->kernel->name, (unsigned long long)run->budget);
    conclude(run, SM_HUNG, text);
}

/* In checked mode, which has told of the first. */
static void conclude_astray(sm_run *run)
{
    char text[300];
    snprintf(text, sizeof text,
             "kernel '%s' was stopped: one of its threadgroups went on accessing memory that is none",
             run->kernel->name);
    conclude(run, SM_FAULTED, text);
}

static bool conclude_no_memory(sm_run *run)
{
    char text[300];
    snprintf(text, sizeof text, "there is no memory to run kernel '%s'", run->kernel->name);
    conclude(run, SM_NO_MEMORY, text);
    return false;
}

/* A team stopped: why, if nobody has said so yet. */
static void conclude_stopped(sm_run *run, const sm_team *team)
{
    switch (team->status) {
    case SM_DONE: break; /* since another worker met a fault */
    case SM_HUNG: conclude_hung(run); break;
    case SM_FAULTED: conclude_astray(run); break;
    default: conclude_no_memory(run); break;
    }
}

static void conclude_fault(sm_run *run, const worker *w)
{
    char text[300];
    const sm_team *t = w->self.team;
    uint8_t *address = w->self.fault_address;
    uintptr_t below =
        w->self.stack_low - (uintptr_t)address; /* of the worker's own stack, for kernels without fibers */
    /* this may lie within STACK_GUARD of a stack */
    bool past_memory = t && address >= t->memory_end && address < t->memory_end + 4096;
    bool past_stack = (t && sm_team_has_stack(t, (uintptr_t)address)) || below <= STACK_GUARD;
    if (past_memory)
        snprintf(text, sizeof text, "kernel '%s' accessed threadgroup memory past its end", run->kernel->name);
    else if (past_stack)
        sm_kernel_tell_overflow(run->kernel, text, sizeof text);
    else
        snprintf(text, sizeof text, "kernel '%s' accessed memory at address %p, which is not mapped", run->kernel->name,
                 (void *)address);
    conclude(run, SM_FAULTED, text);
}

/* ---- kernels without fibers */
static void run_rows(sm_team *team, const sm_kernel *k)
{
    uint32_t size[3];
    memcpy(size, team->group.size, sizeof size);
    for (uint32_t z = 0; z < size[2]; z++) {
        for (uint32_t y = 0; y < size[1]; y++)
            k->range(&team->group, 0, y, z, size[0]);
    }
}

static void run_threads(sm_team *team, const sm_kernel *k)
{
    for (uint32_t i = 0; i < team->threads; i++) {
        team->plain = i;
        k->entry(sm_team_thread(team, i));
    }
}

/* Steps of a third of the way and a bit, which visit every place: the step has no factor in common with `total`. */
static uint64_t shuffled(uint64_t n, uint64_t total)
{
    uint64_t step = total >> 32 ? 1 : total / 3 + 1, a, b; /* n * step has room */
    do {
        for (a = total, b = ++step; b;) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
    } while (a != 1);
    return n * step % total;
}

static bool one_at_a_time(void)
{
    return sm_device_settings()->order != SM_ORDER_ANY;
}

/* Whether other code is to go on. Checked and weak mode have one for all threadgroups. */
static bool is_expensive(const sm_run *run)
{
    const sm_kernel *k = run->kernel;
    uint64_t patience = run->checker || run->weak ? 0 : atomic_load_explicit(&k->patience, memory_order_relaxed);
    return patience && atomic_load_explicit(&k->spent, memory_order_relaxed) > patience;
}

/* What a threadgroup has cost: a switch of fibers is 16 steps, a round of a loop is 1. */
static void account(sm_run *run, sm_team *team)
{
    enum { ROUND = 8 };
    if (!run->kernel->patience)
        return;
    int64_t steps = (int64_t)run->budget - team->budget + SM_TICKS - team->group.ticks;
    team->group.ticks = SM_TICKS;
    atomic_fetch_add_explicit(&run->kernel->spent, (uint64_t)steps * (run->kernel->fibers ? 1 : ROUND),
                              memory_order_relaxed);
}

/* `awaited`: those that run wait for it. */
static bool take_threadgroup(sm_run *run, bool awaited, uint64_t *n)
{
    if (is_stopped(run) || (is_expensive(run) && !awaited))
        return false;
    *n = atomic_fetch_add_explicit(&run->next, 1, memory_order_relaxed);
    if (*n >= run->total)
        return false;
    switch (sm_device_settings()->order) {
    case SM_ORDER_REVERSED: *n = run->total - 1 - *n; break;
    case SM_ORDER_SHUFFLED: *n = shuffled(*n, run->total); break;
    case SM_ORDER_ANY: break;
    }
    return true;
}

/* Threads in a piece of a grid whose threadgroups do not matter; and in a grid that stores more than caches hold, if
 * each stores a few bytes. */
enum { PIECE = 1 << 14, STREAM = 1 << 23 };

/* Whether the dispatch can be cut into pieces other than its threadgroups, whose order nobody asked for. */
static bool ignores_threadgroups(const sm_run *run)
{
    uint64_t faults = 0;
    for (int i = 0; i < SM_FAULT_WORDS; i++)
        faults |= sm_fault_bits[i];
    return run->kernel->grid_only && !faults && !one_at_a_time();
}

static void run_pieces(worker *w, sm_run *run)
{
    sm_team *team = w->self.team = w->team[0];
    const uint32_t *grid = run->dispatch->grid;
    uint64_t rows = (uint64_t)grid[1] * grid[2], across = sm_divide_up(grid[0], PIECE),
             at_once = grid[0] < PIECE ? PIECE / grid[0] : 1;
    team->current = SM_MAX_THREADS;
    team->group.cached = rows * grid[0] < STREAM;
    for (uint64_t n; take_threadgroup(run, false, &n);) {
        uint32_t x = (uint32_t)(n % across) * PIECE, count = grid[0] - x < PIECE ? grid[0] - x : PIECE;
        uint64_t first = n / across * at_once, end = first + at_once < rows ? first + at_once : rows;
        team->budget = (int64_t)run->budget;
        for (uint64_t row = first; row < end; row++)
            run->kernel->range(&team->group, x, (uint32_t)(row % grid[1]), (uint32_t)(row / grid[1]), count);
        account(run, team);
    }
#if defined(__x86_64__)
    _mm_sfence(); /* before others read what went past the caches */
#endif
}

static void run_plain(worker *w, sm_run *run)
{
    sm_team *team = w->team[0];
    const sm_kernel *k = run->kernel;
    w->self.team = team;
    team->current = SM_MAX_THREADS;
    for (uint64_t n; take_threadgroup(run, false, &n);) {
        sm_threadgroup_place(team, run, n, k->entry != NULL);
        if (run->checker && !sm_checker_start(run->checker, team, n)) {
            conclude_no_memory(run);
            return;
        }
        team->budget = (int64_t)run->budget;
        if (k->range)
            run_rows(team, k);
        else
            run_threads(team, k);
        account(run, team);
    }
}

/* ---- vector code */
static void run_vectors(worker *w, sm_run *run)
{
    sm_team *team = w->self.team = w->team[0];
    for (uint64_t n; take_threadgroup(run, false, &n);) {
        sm_threadgroup_place(team, run, n, false);
        team->budget = (int64_t)run->budget;
        sm_vector_run(team);
        if (team->state == SM_TEAM_STOPPED) {
            conclude_stopped(run, team);
            return;
        }
    }
}

/* ---- kernels with fibers */
static bool start_next(sm_team *team, sm_run *run, bool awaited)
{
    uint64_t n;
    if (!take_threadgroup(run, awaited, &n))
        return false;
    sm_threadgroup_place(team, run, n, true);
    if (run->weak && !sm_weak_start(run->weak, team, n))
        return conclude_no_memory(run);
    if (run->checker && !sm_checker_start(run->checker, team, n))
        return conclude_no_memory(run);
    team->budget = (int64_t)run->budget;
    sm_fiber_start(team);
    return true;
}

static sm_team *another_team(worker *w, unsigned i, sm_run *run)
{
    if (i >= MAX_TEAMS)
        return NULL;
    if (!w->team[i])
        w->team[i] = sm_team_create();
    const uint32_t *size = run->dispatch->group;
    if (!w->team[i] || !sm_team_prepare(w->team[i], run->kernel, size[0] * size[1] * size[2], run->kernel->fibers))
        return NULL;
    sm_threadgroup_prepare(w->team[i], run);
    if (!run->checker)
        sm_checker_forget(w->team[i]);
    if (!run->weak)
        sm_weak_forget(w->team[i]);
    return w->team[i];
}

/* Several threadgroups may be in flight: as soon as all that are wait for somebody, another one starts, as long as
 * there is one. */
static void run_teams(worker *w, sm_run *run)
{
    unsigned teams = start_next(w->team[0], run, false), i = 0, idle = 0;
    while (teams && !is_stopped(run)) {
        sm_team *team = w->self.team = w->team[i];
        uint64_t before = team->meetings;
        sm_team_state state = sm_fiber_run(team);
        if (state == SM_TEAM_STOPPED) {
            conclude_stopped(run, team);
            return;
        }
        idle = state == SM_TEAM_FINISHED || team->meetings != before ? 0 : idle + 1;
        if (state == SM_TEAM_FINISHED)
            account(run, team);
        if (state == SM_TEAM_FINISHED && !start_next(team, run, false)) {
            w->team[i] = w->team[--teams];
            w->team[teams] = team;
        } else {
            i++;
        }
        if (i < teams)
            continue;
        i = 0;
        bool wants_more = run->weak && teams < WEAK_TEAMS; /* so that their accesses mingle */
        if ((idle < teams && !wants_more) || !teams)
            continue;
        sm_team *more = one_at_a_time() ? NULL : another_team(w, teams, run);
        if (more && start_next(more, run, true))
            teams++;
        else
            sched_yield();
    }
}

/* ---- workers */
static uint32_t enter_profile(const sm_kernel *k)
{
#if defined(__x86_64__)
    uint32_t saved = _mm_getcsr();
    _mm_setcsr(k->apple ? saved | 0x8040 : saved & ~0x8040u); /* flush to zero, denormals are zero */
    return saved;
#elif defined(__aarch64__)
    uint64_t saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
    uint64_t wanted = k->apple ? saved | 1u << 24 : saved & ~(UINT64_C(1) << 24);
    __asm__ volatile("msr fpcr, %0" : : "r"(wanted));
    return (uint32_t)saved;
#endif
}

static void leave_profile(uint32_t saved)
{
#if defined(__x86_64__)
    _mm_setcsr(saved);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)saved));
#endif
}

static void work(worker *w, sm_run *run)
{
    uint32_t saved = enter_profile(run->kernel);
    if (!another_team(w, 0, run)) {
        conclude_no_memory(run);
        leave_profile(saved);
        return;
    }
    int escaped = sigsetjmp(w->self.escape, 1);
    if (escaped == 0) {
        w->self.in_kernel = true;
        if (run->pieces)
            run_pieces(w, run);
        else if (run->kernel->vector)
            run_vectors(w, run);
        else if (run->kernel->fibers)
            run_teams(w, run);
        else
            run_plain(w, run);
    } else {
        sm_team_left(w->self.team, w->self.stack_low);
        if (escaped == 1)
            conclude_stopped(run, w->self.team);
        else
            conclude_fault(run, w);
    }
    w->self.in_kernel = false;
    if (is_stopped(run)) {
        for (unsigned i = 0; i < MAX_TEAMS && w->team[i]; i++)
            sm_team_abandon(w->team[i]);
    }
    leave_profile(saved);
}

static void *worker_main(void *argument)
{
    worker *w = argument;
    sm_signals_take();
    sm_worker_begin(&w->self);
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (!pool.run || pool.joined == pool.wanted)
            pthread_cond_wait(&pool.wake, &pool.lock);
        sm_run *run = pool.run;
        pool.joined++;
        pthread_mutex_unlock(&pool.lock);
        work(w, run);
        pthread_mutex_lock(&pool.lock);
        if (++pool.finished == pool.wanted)
            pthread_cond_signal(&pool.done);
    }
    return NULL;
}

static void start_pool(void)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SM_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    for (unsigned i = 0; i < sm_device_settings()->threads && i < MAX_WORKERS; i++) {
        if (pthread_create(&pool.worker[i].thread, &attributes, worker_main, &pool.worker[i]) != 0)
            break;
        pool.workers++;
    }
    pthread_attr_destroy(&attributes);
}

static void run_on_pool(sm_run *run, unsigned wanted)
{
    pthread_mutex_lock(&pool.lock);
    pool.run = run;
    pool.joined = pool.finished = 0;
    pool.wanted = wanted;
    if (pool.wanted == 1)
        pthread_cond_signal(&pool.wake);
    else
        pthread_cond_broadcast(&pool.wake);
    while (pool.finished < pool.wanted)
        pthread_cond_wait(&pool.done, &pool.lock);
    pool.run = NULL;
    pthread_mutex_unlock(&pool.lock);
}

/* What one worker would do: waking it, and being woken, takes longer than a small grid. */
static void run_here(sm_run *run)
{
    sigset_t before;
    pool.own.self = caller;
    sm_signals_hold(&before);
    sm_worker_become(&pool.own.self);
    work(&pool.own, run);
    sm_worker_become(NULL);
    sm_signals_release(&before);
}

static void run_all(sm_run *run)
{
    pthread_mutex_lock(&pool.running);
    sm_signals_trap();
    unsigned wanted = run->total < pool.workers ? (unsigned)run->total : pool.workers;
    if (run->checker || one_at_a_time())
        wanted = 1;
    if (wanted == 1 && signal_stack)
        run_here(run);
    else
        run_on_pool(run, wanted);
    pthread_mutex_unlock(&pool.running);
}

void sm_engine_enter(void)
{
    signal_stack = sm_signals_stack_create();
    sm_worker_begin(&caller);
    sm_worker_become(NULL);
}

void sm_engine_leave(void)
{
    sm_signals_stack_destroy(signal_stack);
    signal_stack = NULL;
}

/* ---- dispatches */
static bool fail(sm_outcome *outcome, sm_status status, const char *message)
{
    outcome->status = status;
    snprintf(outcome->message, sizeof outcome->message, "%s", message);
    return false;
}

/* Checked mode leaves gaps between the threadgroup memories that the host gives. */
static bool lay_out_memory(sm_run *run)
{
    enum { GAP = 512 };
    size_t taken = (run->kernel->static_memory + 15) / 16 * 16; /* by the kernel, if nothing were between */
    size_t at = (run->kernel->static_memory + run->kernel->gaps + 15) / 16 * 16;
    for (int i = 0; i < SM_MAX_BUFFERS; i++) {
        run->argument_offset[i] = (uint32_t)at;
        if (run->dispatch->threadgroup_length[i] > SM_MAX_THREADGROUP_MEMORY)
            return false;
        size_t length = (run->dispatch->threadgroup_length[i] + 15) / 16 * 16;
        bool gap =
            run->checker && length && at && at + GAP + length <= 2 * SM_MAX_THREADGROUP_MEMORY; /* team.c has as much */
        run->argument_offset[i] += gap ? GAP : 0;
        at += length + (gap ? GAP : 0);
        taken += length;
    }
    run->memory = at;
    return taken <= SM_MAX_THREADGROUP_MEMORY;
}

static bool prepare_run(sm_run *run, sm_outcome *outcome)
{
    const sm_dispatch *d = run->dispatch;
    uint64_t threads = 1;
    run->total = 1;
    for (int a = 0; a < 3; a++) {
        if (d->group[a] == 0)
            return fail(outcome, SM_INVALID, "a threadgroup has no threads");
        run->groups[a] = sm_divide_up(d->grid[a], d->group[a]);
        run->total *= run->groups[a];
        threads *= d->group[a] > SM_MAX_THREADS ? SM_MAX_THREADS + 1 : d->group[a];
    }
    if (threads > SM_MAX_THREADS)
        return fail(outcome, SM_INVALID, "a threadgroup has more than 1024 threads");
    const sm_kernel *k = run->kernel;
    if (k->vector && !k->rest && !sm_vector_covers(k->shape, d, k->simd_width))
        return fail(outcome, SM_INVALID, "internal error: there is no vector code for its threadgroups");
    if (!lay_out_memory(run))
        return fail(outcome, SM_INVALID, "the threadgroup uses more than 32768 bytes of threadgroup memory");
    if (sm_fault(SM_FAULT_last_threadgroup_missing) && run->total)
        run->total--;
    run->budget = sm_device_settings()->budget;
    run->pieces = ignores_threadgroups(run);
    if (run->pieces && run->total) {
        uint64_t rows = (uint64_t)d->grid[1] * d->grid[2], at_once = d->grid[0] < PIECE ? PIECE / d->grid[0] : 1;
        run->total = sm_divide_up(d->grid[0], PIECE) * ((rows + at_once - 1) / at_once);
    }
    return true;
}

/* Runs the grid; what is left when it has cost too much, with other code. */
static void run_grid(sm_run *run)
{
    run_all(run);
    while (run->next < run->total && !is_stopped(run) && is_expensive(run)) {
        run->kernel = run->kernel->other(run->kernel, run->dispatch);
        (void)lay_out_memory(run);
        run_all(run);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static sm_checker *checker_for(const sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome)
{
    sm_checker *checker = dispatch->company ? dispatch->company->checker : NULL;
    if (checker)
        sm_checker_go_on(checker, kernel, dispatch, outcome);
    else
        checker = sm_checker_create(kernel, dispatch, outcome);
    if (dispatch->company)
        dispatch->company->checker = checker;
    return checker;
}

void sm_company_end(sm_company *company)
{
    if (!company)
        return;
    sm_checker_destroy(company->checker);
    company->checker = NULL;
}

void sm_engine_run(sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome)
{
    sm_run run = {.kernel = kernel, .dispatch = dispatch, .outcome = outcome, .lock = PTHREAD_MUTEX_INITIALIZER};
    if (kernel->cuda) {
        sm_cuda_run(kernel, dispatch, outcome);
        return;
    }
    outcome->status = SM_DONE; /* its findings are thousands of bytes that hardly anybody needs */
    outcome->message[0] = 0;
    outcome->finding_count = 0;
    (void)sm_device_settings(); /* the faults are known from here on */
    double start = now();
    pthread_once(&pool.once, start_pool);
    if (kernel->checked)
        run.checker = checker_for(kernel, dispatch, outcome);
    if (kernel->weak)
        run.weak = sm_weak_create(sm_device_settings()->weak_seed);
    if ((kernel->checked && !run.checker) || (kernel->weak && !run.weak))
        conclude_no_memory(&run);
    else if (!pool.workers)
        fail(outcome, SM_NO_MEMORY, "no worker thread could be started");
    else if (prepare_run(&run, outcome) && run.total)
        run_grid(&run);
    pthread_mutex_destroy(&run.lock);
    if (!dispatch->company)
        sm_checker_destroy(run.checker);
    sm_weak_destroy(run.weak);
    outcome->seconds = now() - start;
}
