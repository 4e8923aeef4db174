/* sweep.c: two pairs of shared buffers, which device and CPU use in turn, and the threads that compare. A chunk goes
 * through them slice by slice, small enough to stay in caches. Each output begins as poison: a place that the device
 * leaves unwritten is a wrong result of almost every argument. Who has compared a block writes poison and the arguments
 * that come next into it, while it is at hand. */
#include "sweep.h"
#include "../check/quick.h"
#include "subcase/argument_memory.h"
#include "results/expect.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 16384, SLICE = 1 << 19, SLICES = SWEEP_CHUNK / SLICE, MOST_THREADS = 16 };

static const assay_type single = {SCALAR_FLOAT, 1, 4};

/* Where a slice stands. The end: chunk SWEEP_CHUNKS or more. */
typedef struct place {
    uint32_t chunk, part; /* of SLICES */
} place;

typedef struct slice {
    metal_buffer *in, *out;
    place at;
} slice;

/* One of those that compare, with what it found itself. All but the first have a thread; the first is whoever waits. */
typedef struct comparer {
    sweep *sweep;
    pthread_t thread;
    sweep_totals found;                     /* in this chunk */
    expectation *promise;                   /* of a block */
    float arguments[BLOCK], results[BLOCK]; /* that are judged in full */
    uint32_t which[BLOCK];
    assay_error error;
    bool failed;
} comparer;

struct sweep {
    const case_instance *instance;
    expectation_parts *promised;
    uint32_t part, parts, simd_width;
    slice slices[2];
    int filling; /* slice that the device fills, or filled last */
    bool ready;  /* the other one, once it is to be compared */
    bool comparing;
    place next;        /* what that one's buffers are for after that */
    atomic_uint block; /* next one to compare */
    comparer *comparers;
    unsigned comparer_count, thread_count;
    sweep_totals totals;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* one of: */
    unsigned round;         /* slices that threads were called to compare */
    unsigned busy;          /* threads that are still at it */
    bool over;
};

/* ---- Totals */

static void totals_begin(sweep_totals *totals)
{
    *totals = (sweep_totals){0};
    measurement_begin(&totals->measured);
}

static void add_difference(sweep_totals *totals, const check_difference *difference)
{
    size_t most = sizeof totals->first / sizeof *totals->first, at = totals->first_count;
    while (at > 0 && totals->first[at - 1].element > difference->element)
        at--;
    if (at == most)
        return;
    if (totals->first_count < most)
        totals->first_count++;
    memmove(totals->first + at + 1, totals->first + at, (totals->first_count - at - 1) * sizeof *totals->first);
    totals->first[at] = *difference;
}

static void totals_add(sweep_totals *totals, const sweep_totals *more)
{
    totals->judged += more->judged;
    totals->unjudged += more->unjudged;
    totals->wrong += more->wrong;
    measurement_add(&totals->measured, &more->measured);
    for (size_t i = 0; i < more->first_count; i++)
        add_difference(totals, &more->first[i]);
}

void sweep_state(const sweep_totals *totals, text *out)
{
    const measurement *m = &totals->measured;
    if (totals->wrong)
        return;
    text_format(out, "%u %llu %llu %zu %zu %zu %zu %zu %a %a", (unsigned)totals->next,
                (unsigned long long)totals->judged, (unsigned long long)totals->unjudged, m->count, m->nearest,
                m->toward_zero, m->kept, m->flushed, m->worst, m->argument);
    for (int n = 0; n < MEASURE_CLASSES; n++)
        text_format(out, " %a", m->classes[n]);
}

static bool read_state(const char *state, sweep_totals *totals)
{
    unsigned long long judged, unjudged;
    unsigned next;
    int used = 0;
    totals_begin(totals);
    measurement *m = &totals->measured;
    if (sscanf(state, "%u %llu %llu %zu %zu %zu %zu %zu %la %la%n", &next, &judged, &unjudged, &m->count, &m->nearest,
               &m->toward_zero, &m->kept, &m->flushed, &m->worst, &m->argument, &used) != 10)
        return false;
    totals->next = next;
    totals->judged = judged;
    totals->unjudged = unjudged;
    for (int n = 0; n < MEASURE_CLASSES; n++) {
        char *end;
        m->classes[n] = strtod(state + used, &end);
        if (end == state + used)
            return false;
        used = (int)(end - state);
    }
    return !state[used] && next <= SWEEP_CHUNKS;
}

/* ---- Comparing */

/* The case with nothing but these arguments. */
static bool fill(const sweep *s, expectation *promise, const float *arguments, assay_error *error)
{
    const void *inputs[2] = {arguments, NULL};
    reference_dispatch seen = arguments_dispatch(s->instance, s->simd_width);
    return expectation_parts_fill(s->promised, promise, inputs, &seen, error);
}

/* Judges the arguments that are left, as any case is judged. */
static bool compare_rest(comparer *c, size_t count)
{
    check_result result = {0};
    measurement measured;
    expectation *promise = expectation_create(single, count);
    if (!promise)
        return assay_fail(&c->error, NULL, 0, "out of memory");
    if (!fill(c->sweep, promise, c->arguments, &c->error)) {
        expectation_destroy(promise);
        return false;
    }
    const compare_rule *how = &c->sweep->instance->expectations[0].how;
    check_output(promise, how, single, count, c->results, NULL, POISON, &result);
    c->found.judged += result.judged;
    c->found.unjudged += result.unjudged;
    c->found.wrong += result.wrong;
    for (size_t i = 0; i < result.first_count; i++) {
        uint32_t encoding;
        memcpy(&encoding, &c->arguments[result.first[i].element], sizeof encoding);
        result.first[i].element = encoding;
        add_difference(&c->found, &result.first[i]);
    }
    check_measure(promise, c->results, &measured); /* of none but subnormal numbers, too */
    measurement_add(&c->found.measured, &measured);
    expectation_destroy(promise);
    return true;
}

static bool compare_block(comparer *c, const float *arguments, const float *results)
{
    if (!fill(c->sweep, c->promise, arguments, &c->error))
        return false;
    quick_result quick = check_quickly(c->promise, results, &c->found.measured, c->which);
    c->found.judged += quick.judged;
    c->found.unjudged += quick.unjudged;
    for (size_t i = 0; i < quick.rest; i++) {
        c->arguments[i] = arguments[c->which[i]];
        c->results[i] = results[c->which[i]];
    }
    return !quick.rest || compare_rest(c, quick.rest);
}

/* ---- Filling */

static bool is_end(place at)
{
    return at.chunk >= SWEEP_CHUNKS;
}

/* The first chunk of this part from `from` on. */
static uint32_t chunk_from(const sweep *s, uint32_t from)
{
    uint32_t first = s->part - 1;
    return from <= first ? first : first + (from - first + s->parts - 1) / s->parts * s->parts;
}

static place place_after(const sweep *s, place at)
{
    if (is_end(at))
        return at;
    return at.part < SLICES - 1 ? (place){at.chunk, at.part + 1} : (place){chunk_from(s, at.chunk + 1), 0};
}

/* `count` of the arguments at a place, from number `from` on, and poison for their results. */
static void fill_block(place at, uint32_t from, uint32_t count, uint32_t *in, void *out)
{
    uint32_t first = at.chunk * SWEEP_CHUNK + at.part * SLICE + from;
    for (uint32_t i = 0; i < count; i++)
        in[i] = first + i;
    memset(out, POISON, count * sizeof(float));
}

static void fill_slice(slice *slice, place at)
{
    slice->at = at;
    if (!is_end(at))
        fill_block(at, 0, SLICE, metal_buffer_contents(slice->in), metal_buffer_contents(slice->out));
}

/* ---- Threads */

static void compare_blocks(comparer *c)
{
    const slice *slice = &c->sweep->slices[!c->sweep->filling];
    float *arguments = metal_buffer_contents(slice->in), *results = metal_buffer_contents(slice->out);
    while (!c->failed) {
        size_t at = (size_t)BLOCK * atomic_fetch_add(&c->sweep->block, 1);
        if (at >= SLICE)
            break;
        c->failed = !compare_block(c, arguments + at, results + at);
        if (!c->failed && !is_end(c->sweep->next))
            fill_block(c->sweep->next, (uint32_t)at, BLOCK, (uint32_t *)(void *)(arguments + at), results + at);
    }
}

static void *compare_rounds(void *context)
{
    comparer *c = context;
    sweep *s = c->sweep;
    pthread_mutex_lock(&s->lock);
    for (unsigned round = 0; !s->over;) {
        if (s->round == round) {
            pthread_cond_wait(&s->changed, &s->lock);
            continue;
        }
        round = s->round;
        pthread_mutex_unlock(&s->lock);
        compare_blocks(c);
        pthread_mutex_lock(&s->lock);
        if (--s->busy == 0)
            pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void call_threads(sweep *s, bool over)
{
    pthread_mutex_lock(&s->lock);
    s->busy = s->thread_count;
    s->round++;
    s->over = over;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static void await_threads(sweep *s)
{
    pthread_mutex_lock(&s->lock);
    while (s->busy)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

/* As many as there are to be had. */
static void start_threads(sweep *s)
{
    for (unsigned i = 1; i < s->comparer_count; i++)
        if (pthread_create(&s->comparers[i].thread, NULL, compare_rounds, &s->comparers[i]) == 0)
            s->thread_count++;
        else
            break;
}

static void end_threads(sweep *s)
{
    call_threads(s, true);
    for (unsigned i = 1; i <= s->thread_count; i++)
        pthread_join(s->comparers[i].thread, NULL);
}

void sweep_compare(sweep *s)
{
    if (!s->ready)
        return;
    s->ready = false;
    s->comparing = true;
    s->next = place_after(s, s->slices[s->filling].at);
    atomic_store(&s->block, 0);
    call_threads(s, false);
}

bool sweep_wait(sweep *s, assay_error *error)
{
    slice *slice = &s->slices[!s->filling];
    bool good = true, last = slice->at.part == SLICES - 1;
    if (!s->comparing)
        return true;
    compare_blocks(&s->comparers[0]);
    await_threads(s);
    s->comparing = false;
    for (unsigned i = 0; i < s->comparer_count; i++) {
        comparer *c = &s->comparers[i];
        if (c->failed)
            *error = c->error;
        good = good && !c->failed;
        if (last) {
            totals_add(&s->totals, &c->found);
            totals_begin(&c->found);
        }
    }
    if (last)
        s->totals.next = slice->at.chunk + 1;
    slice->at = s->next;
    return good;
}

/* ---- A sweep */

static bool slice_create(slice *slice, metal_device *device, assay_error *error)
{
    size_t size = (size_t)SLICE * sizeof(float);
    slice->in = metal_buffer_create(device, size, error);
    slice->out = slice->in ? metal_buffer_create(device, size, error) : NULL;
    return slice->out != NULL;
}

static bool comparer_create(comparer *c, sweep *s, assay_error *error)
{
    c->sweep = s;
    totals_begin(&c->found);
    c->promise = expectation_create(single, BLOCK);
    if (!c->promise)
        return assay_fail(error, NULL, 0, "out of memory");
    expectation_want_bounds(c->promise);
    return true;
}

sweep *sweep_create(metal_device *device, const case_instance *instance, uint32_t simd_width, uint32_t part,
                    uint32_t parts, const char *state, assay_error *error)
{
    sweep *s = calloc(1, sizeof *s);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (s) {
        *s = (struct sweep){.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
        s->comparer_count = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (unsigned)cores;
    }
    if (!s || !(s->comparers = calloc(s->comparer_count, sizeof *s->comparers))) {
        assay_fail(error, NULL, 0, "out of memory");
        sweep_destroy(s);
        return NULL;
    }
    s->instance = instance;
    s->simd_width = simd_width;
    s->part = part;
    s->parts = parts;
    bool read = !*state || read_state(state, &s->totals);
    if (!*state)
        totals_begin(&s->totals);
    if (!read)
        assay_fail(error, NULL, 0, "the log's state of this sweep cannot be read; run it without --resume");
    s->promised = read ? expectation_parts_create(instance, &instance->expectations[0], error) : NULL;
    bool good = s->promised && slice_create(&s->slices[0], device, error) && slice_create(&s->slices[1], device, error);
    for (unsigned i = 0; good && i < s->comparer_count; i++)
        good = comparer_create(&s->comparers[i], s, error);
    if (!good) {
        sweep_destroy(s);
        return NULL;
    }
    fill_slice(&s->slices[0], (place){chunk_from(s, s->totals.next), 0});
    fill_slice(&s->slices[1], place_after(s, s->slices[0].at));
    start_threads(s);
    return s;
}

void sweep_destroy(sweep *s)
{
    if (!s)
        return;
    end_threads(s);
    for (int i = 0; i < 2; i++) {
        metal_buffer_destroy(s->slices[i].in);
        metal_buffer_destroy(s->slices[i].out);
    }
    for (unsigned i = 0; s->comparers && i < s->comparer_count; i++)
        expectation_destroy(s->comparers[i].promise);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    expectation_parts_destroy(s->promised);
    free(s->comparers);
    free(s);
}

bool sweep_encode(sweep *s, metal_commands *commands, metal_pipeline *pipeline)
{
    slice *slice = &s->slices[s->filling];
    const case_dispatch *dispatch = &s->instance->dispatches[0];
    if (is_end(slice->at))
        return false;
    metal_set_pipeline(commands, pipeline);
    for (size_t i = 0; i < dispatch->argument_count; i++)
        metal_set_buffer(commands, dispatch->arguments[i] ? slice->out : slice->in, 0, dispatch->places[i]);
    metal_dispatch_threads(commands, (uint32_t[]){SLICE / s->instance->arguments[0].type.lanes, 1, 1},
                           dispatch->threadgroup);
    return true;
}

void sweep_computed(sweep *s)
{
    s->filling = !s->filling;
    s->ready = true;
}

const sweep_totals *sweep_found(const sweep *s)
{
    return &s->totals;
}
