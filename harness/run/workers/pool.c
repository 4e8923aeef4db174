/* pool.c: the poll loop over worker processes.
 *
 * Each slot holds a worker or none. Jobs are handed out in order; a job whose worker met a device error or ran out of
 * time joins the `again` list, which is served after all others by one fresh worker at a time, because a fault of the
 * GPU spreads to whoever uses it in that moment. A crash is a verdict at once: it stays inside its process. */
#include "pool.h"
#include "../../base/clock.h"
#include "interrupt.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_WORKERS = 256,
    START_SECONDS = 120,
    MAX_FAILED_STARTS = 3,
    PAUSE_SECONDS = 1,
    MAX_INNOCENT = 5,
    TICK_MILLISECONDS = 200
};

typedef enum { SLOT_EMPTY, SLOT_STARTING, SLOT_IDLE, SLOT_BUSY } slot_state;
typedef struct slot {
    slot_state state;
    worker *worker;
    size_t job;
    wire_phase at;
    double deadline, began; /* deadline 0: none */
    bool fresh;             /* has run nothing yet */
} slot;

/* What is remembered of a job between attempts. */
typedef struct attempt {
    unsigned tries, innocent;
    char *first; /* how the first attempt ended */
} attempt;

struct pool {
    pool_options options;
    wire_device device;
    bool device_known;
    slot *slots;
    unsigned failed_starts;
    double pause_until; /* a device that failed gets some time before the next worker tries it */
    char *last_bad;     /* the job after which it was last in doubt, and how that ended */
    /* of the current run */
    const pool_job *jobs;
    size_t count, next, finished;
    attempt *attempts;
    size_t *again, again_count;
    const pool_events *events;
    bool stop;
    assay_error *error;
};

/* A worker watches its device itself; only when it does not answer in time does the parent step in, a little later. */
static double patience(const pool *pool)
{
    double timeout = pool->options.timeout;
    return timeout + (timeout < 1 ? 1 : timeout > 5 ? 5 : timeout);
}

/* ---- Workers */

static void drop_worker(slot *slot, char *why, size_t size)
{
    worker_end(slot->worker, why, size);
    slot->worker = NULL;
    slot->state = SLOT_EMPTY;
    slot->deadline = 0;
}

static bool start_worker(pool *pool, slot *slot)
{
    slot->worker = worker_start(&pool->options.worker, pool->error);
    if (!slot->worker)
        return false;
    slot->state = SLOT_STARTING;
    slot->fresh = true;
    slot->deadline = monotonic_seconds() + START_SECONDS;
    return true;
}

static void give_job(pool *pool, slot *slot, size_t job)
{
    slot->job = job;
    slot->state = SLOT_BUSY;
    slot->fresh = false;
    slot->at = (wire_phase){PHASE_IDLE, 0};
    slot->began = monotonic_seconds();
    slot->deadline = slot->began + patience(pool);
    pool->attempts[job].tries++;
    if (pool->events->begun)
        pool->events->begun(pool->events->context, job);
    worker_send(slot->worker, &pool->jobs[job].wire); /* a worker that is gone shows as the end of its replies */
}

/* ---- Verdicts */

static void finish(pool *pool, size_t job, outcome *outcome)
{
    attempt *attempt = &pool->attempts[job];
    outcome->attempt = attempt->tries;
    if (attempt->first) {
        char summary[1024];
        outcome_summary(outcome, summary, sizeof summary);
        if (verdict_is_bad(outcome->verdict))
            outcome_decide(outcome, outcome->verdict, "%s (also alone in a fresh worker)", summary);
        else
            outcome_decide(outcome, outcome->verdict, "%s (at first: %s)", summary, attempt->first);
    }
    pool->finished++;
    if (!pool->events->done(pool->events->context, job, outcome))
        pool->stop = true;
    outcome_clear(outcome);
}

/* Whether a verdict deserves another attempt, alone. */
static bool doubtful(const pool *pool, size_t job, const outcome *outcome)
{
    const attempt *attempt = &pool->attempts[job];
    if (outcome->innocent)
        return attempt->innocent < MAX_INNOCENT;
    bool device = outcome->verdict == VERDICT_DEVICE_ERROR || outcome->verdict == VERDICT_TIMEOUT;
    return device && !pool->jobs[job].once && attempt->tries - attempt->innocent < 2;
}

static void conclude(pool *pool, size_t job, outcome *outcome)
{
    attempt *attempt = &pool->attempts[job];
    if (outcome->verdict == VERDICT_DEVICE_ERROR || outcome->verdict == VERDICT_TIMEOUT ||
        outcome->verdict == VERDICT_CRASH) {
        text said = {0};
        text_format(&said, "%s (%s)", pool->jobs[job].wire.name, verdict_name(outcome->verdict));
        free(pool->last_bad);
        pool->last_bad = said.data;
    }
    if (doubtful(pool, job, outcome)) {
        char summary[1024];
        attempt->innocent += outcome->innocent;
        if (!attempt->first)
            attempt->first = text_copy(outcome_summary(outcome, summary, sizeof summary));
        pool->again[pool->again_count++] = job;
        outcome_clear(outcome);
        return;
    }
    if (outcome->innocent)
        outcome_decide(outcome, VERDICT_INTERNAL_ERROR,
                       "the device blamed other work for its error %u times; run this case again when it is idle",
                       attempt->innocent + 1);
    finish(pool, job, outcome);
}

static void place(const slot *slot, char *where, size_t size)
{
    snprintf(where, size, "%s, subcase %llu", phase_name((phase)slot->at.phase), (unsigned long long)slot->at.subcase);
}

/* The worker closed its replies: it crashed, or could not start. False if no worker can be kept alive. */
static bool worker_gone(pool *pool, slot *slot)
{
    char why[128] = "", where[128];
    outcome outcome = {0};
    slot_state before = slot->state;
    outcome.message = text_copy(worker_last_words(slot->worker));
    drop_worker(slot, why, sizeof why);
    if (before != SLOT_BUSY) {
        bool hopeless = before == SLOT_STARTING && ++pool->failed_starts >= MAX_FAILED_STARTS;
        if (hopeless || !pool->device_known) {
            assay_fail(pool->error, NULL, 0, "a worker process ended with %s before its device was ready%s%s", why,
                       *outcome.message ? ": " : "", outcome.message);
            outcome_clear(&outcome);
            return false;
        }
        outcome_clear(&outcome);
        return true;
    }
    place(slot, where, sizeof where);
    outcome.total = monotonic_seconds() - slot->began;
    outcome.phase = (phase)slot->at.phase;
    outcome_decide(&outcome, VERDICT_CRASH, "the worker process ended with %s while %s", why, where);
    conclude(pool, slot->job, &outcome);
    return true;
}

static void worker_late(pool *pool, slot *slot)
{
    char where[128];
    outcome outcome = {.total = monotonic_seconds() - slot->began};
    place(slot, where, sizeof where);
    outcome.message = text_copy(worker_last_words(slot->worker));
    outcome.phase = (phase)slot->at.phase;
    drop_worker(slot, NULL, 0);
    outcome_decide(&outcome, VERDICT_TIMEOUT, "no progress for %.0f s while %s", patience(pool), where);
    conclude(pool, slot->job, &outcome);
}

/* ---- Frames */

/* A worker could not open the device or run its tiny kernel. A device that has worked before gets a few tries. */
static bool refuse_greeting(pool *pool, slot *slot)
{
    char problem[sizeof pool->error->text];
    if (!pool->device_known)
        return false;
    drop_worker(slot, NULL, 0);
    pool->pause_until = monotonic_seconds() + PAUSE_SECONDS;
    snprintf(problem, sizeof problem, "%s", pool->error->text);
    assay_fail(pool->error, NULL, 0, "%s", "");
    if (++pool->failed_starts < MAX_FAILED_STARTS)
        return true;
    return assay_fail(
        pool->error, NULL, 0, "the device is dead: it runs not even a tiny kernel%s%s, tried %d times: %s",
        pool->last_bad ? " after " : "", pool->last_bad ? pool->last_bad : "", MAX_FAILED_STARTS, problem);
}

static bool greet(pool *pool, slot *slot, const frame *frame)
{
    wire_device device;
    bool good = wire_receive_device(frame, &device);
    if (!good || device.error) {
        const char *words = worker_last_words(slot->worker); /* a library may have said more than its interface can */
        assay_fail(pool->error, NULL, 0, "%s%s%.*s", device.error ? device.error : "a worker process sent nonsense",
                   *words ? ": " : "", (int)strcspn(words, "\n"), words);
        wire_device_clear(&device);
        return refuse_greeting(pool, slot);
    }
    if (!pool->device_known) {
        pool->device = device;
        pool->device_known = true;
    } else {
        wire_device_clear(&device);
    }
    pool->failed_starts = 0;
    slot->state = SLOT_IDLE;
    slot->deadline = 0;
    return true;
}

static void take_outcome(pool *pool, slot *slot, const frame *frame)
{
    outcome outcome;
    if (!wire_receive_outcome(frame, &outcome)) {
        outcome_clear(&outcome);
        outcome_decide(&outcome, VERDICT_INTERNAL_ERROR, "a worker process sent nonsense");
    }
    size_t job = slot->job;
    bool spent = outcome.verdict == VERDICT_DEVICE_ERROR || outcome.verdict == VERDICT_TIMEOUT ||
                 (outcome.verdict == VERDICT_INTERNAL_ERROR && outcome.kind != FAILURE_UNJUDGED);
    slot->state = SLOT_IDLE;
    slot->deadline = 0;
    if (spent) /* its device may be in any state */
        drop_worker(slot, NULL, 0);
    conclude(pool, job, &outcome);
}

static void take_phase(pool *pool, slot *slot, const frame *frame)
{
    if (!wire_receive_phase(frame, &slot->at) || slot->state != SLOT_BUSY)
        return;
    /* A worker that waits for the device is not late: the one that holds it has a deadline of its own. */
    bool waiting = slot->at.phase == PHASE_WAIT;
    slot->deadline = waiting ? 0 : monotonic_seconds() + patience(pool);
}

static void take_swept(pool *pool, const slot *slot, const frame *frame)
{
    wire_swept swept;
    if (wire_receive_swept(frame, &swept) && slot->state == SLOT_BUSY && pool->events->swept)
        pool->events->swept(pool->events->context, slot->job, swept.state);
    free(swept.state);
}

/* False if the run cannot go on. */
static bool take_frames(pool *pool, slot *slot)
{
    frame frame;
    while (slot->worker) {
        text *arrived = worker_arrived(slot->worker);
        frame_state state = frame_next(arrived, &frame);
        if (state == FRAME_NONE)
            return true;
        if (state == FRAME_BROKEN)
            return worker_gone(pool, slot);
        bool first = slot->state == SLOT_STARTING;
        if (first && !greet(pool, slot, &frame))
            return false;
        if (!slot->worker)
            return true;
        if (!first && frame.kind == FRAME_PHASE)
            take_phase(pool, slot, &frame);
        if (!first && frame.kind == FRAME_SWEPT)
            take_swept(pool, slot, &frame);
        if (!first && frame.kind == FRAME_OUTCOME && slot->state == SLOT_BUSY) {
            worker *sender = slot->worker;
            take_outcome(pool, slot, &frame);
            if (slot->worker != sender)
                return true;
        }
        text_consume(arrived, frame.size);
    }
    return true;
}

static bool listen_to(pool *pool, slot *slot)
{
    bool open = worker_read_replies(slot->worker);
    if (!take_frames(pool, slot))
        return false;
    return open || !slot->worker || worker_gone(pool, slot);
}

/* ---- Loop */

static size_t busy(const pool *pool)
{
    size_t count = 0;
    for (unsigned i = 0; i < pool->options.workers; i++)
        count += pool->slots[i].state == SLOT_BUSY;
    return count;
}

static bool resting(const pool *pool)
{
    return monotonic_seconds() < pool->pause_until;
}

/* Hands out jobs and starts the workers they need. */
static bool hand_out(pool *pool)
{
    size_t waiting = pool->count - pool->next;
    for (unsigned i = 0; i < pool->options.workers && waiting; i++) {
        slot *slot = &pool->slots[i];
        bool alone = pool->jobs[pool->next].alone;
        if (slot->state == SLOT_BUSY)
            continue;
        if (alone && busy(pool))
            break;
        if (slot->state == SLOT_EMPTY && (resting(pool) || !start_worker(pool, slot)))
            return resting(pool);
        if (slot->state == SLOT_IDLE)
            give_job(pool, slot, pool->next++);
        waiting--;
        if (alone)
            break;
    }
    if (pool->next < pool->count || !pool->again_count || busy(pool))
        return true;
    /* One at a time, each in a worker that has run nothing before. */
    slot *slot = &pool->slots[0];
    size_t job = pool->again[0];
    if (slot->state == SLOT_IDLE && !slot->fresh)
        drop_worker(slot, NULL, 0);
    if (slot->state == SLOT_EMPTY)
        return resting(pool) || start_worker(pool, slot);
    if (slot->state == SLOT_IDLE) {
        memmove(pool->again, pool->again + 1, --pool->again_count * sizeof *pool->again);
        give_job(pool, slot, job);
    }
    return true;
}

static int poll_time(const pool *pool)
{
    double now = monotonic_seconds(), left = TICK_MILLISECONDS / 1000.0;
    for (unsigned i = 0; i < pool->options.workers; i++) {
        double deadline = pool->slots[i].deadline;
        if (deadline && deadline - now < left)
            left = deadline > now ? deadline - now : 0;
    }
    return (int)(left * 1000) + 1;
}

/* Waits for something to happen and deals with it. */
static bool serve(pool *pool)
{
    struct pollfd files[1 + 2 * MAX_WORKERS];
    nfds_t used = 0;
    unsigned workers = pool->options.workers;
    files[used++] = (struct pollfd){.fd = interrupt_descriptor(), .events = POLLIN};
    for (unsigned i = 0; i < workers; i++) {
        const worker *worker = pool->slots[i].worker;
        files[used++] = (struct pollfd){.fd = worker ? worker_replies(worker) : -1, .events = POLLIN};
        files[used++] = (struct pollfd){.fd = worker ? worker_errors(worker) : -1, .events = POLLIN};
    }
    if (poll(files, used, poll_time(pool)) < 0)
        return true; /* interrupted: seen by the caller */
    double now = monotonic_seconds();
    for (unsigned i = 0; i < workers; i++) {
        slot *slot = &pool->slots[i];
        if (slot->worker && files[2 + 2 * i].revents)
            worker_read_errors(slot->worker);
        if (slot->worker && files[1 + 2 * i].revents && !listen_to(pool, slot))
            return false;
        if (slot->worker && slot->deadline && now > slot->deadline) {
            if (slot->state == SLOT_BUSY)
                worker_late(pool, slot);
            else
                return assay_fail(pool->error, NULL, 0, "the device was not ready after %d s%s%s", START_SECONDS,
                                  pool->last_bad ? ", last used by " : "", pool->last_bad ? pool->last_bad : "");
        }
    }
    return true;
}

static bool loop(pool *pool)
{
    while (pool->finished < pool->count && !pool->stop) {
        if (interrupt_seen())
            return false;
        if (!hand_out(pool) || !serve(pool))
            return false;
        if (pool->events->tick)
            pool->events->tick(pool->events->context, monotonic_seconds());
    }
    return true;
}

bool pool_run(pool *pool, const pool_job *jobs, size_t count, const pool_events *events, assay_error *error)
{
    assay_fail(error, NULL, 0, "%s", "");
    pool->jobs = jobs;
    pool->count = count;
    pool->next = pool->finished = pool->again_count = 0;
    pool->events = events;
    pool->stop = false;
    pool->error = error;
    pool->attempts = calloc(count + 1, sizeof *pool->attempts);
    pool->again = calloc(count + 1, sizeof *pool->again);
    bool good = pool->attempts && pool->again ? loop(pool) : assay_fail(error, NULL, 0, "out of memory");
    for (unsigned i = 0; i < pool->options.workers; i++) /* a run that ends early leaves no work behind */
        if (pool->slots[i].state == SLOT_BUSY)
            drop_worker(&pool->slots[i], NULL, 0);
    for (size_t i = 0; pool->attempts && i < count; i++)
        free(pool->attempts[i].first);
    free(pool->attempts);
    free(pool->again);
    return good;
}

pool *pool_start(const pool_options *options, assay_error *error)
{
    pool *pool = calloc(1, sizeof *pool);
    if (!pool || !(pool->slots = calloc(options->workers, sizeof *pool->slots))) {
        free(pool);
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    pool->options = *options;
    if (pool->options.workers > MAX_WORKERS)
        pool->options.workers = MAX_WORKERS;
    pool->error = error;
    assay_fail(error, NULL, 0, "%s", "");
    bool good = start_worker(pool, &pool->slots[0]);
    while (good && !pool->device_known)
        good = !interrupt_seen() && serve(pool);
    if (good)
        return pool;
    pool_end(pool);
    return NULL;
}

const wire_device *pool_device(const pool *pool)
{
    return &pool->device;
}

void pool_end(pool *pool)
{
    if (!pool)
        return;
    for (unsigned i = 0; i < pool->options.workers; i++)
        if (pool->slots[i].worker)
            drop_worker(&pool->slots[i], NULL, 0);
    wire_device_clear(&pool->device);
    free(pool->slots);
    free(pool->last_bad);
    free(pool);
}
