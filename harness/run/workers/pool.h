/* pool.h: runs jobs on worker processes and sees to it that each gets exactly one verdict.
 *
 * The parent of the workers lives here: one thread, one poll loop. It hands out jobs, watches the time, replaces
 * workers that crashed, hung or met a device error, and runs the job of such a worker again, alone and in a fresh
 * worker, before it believes it. */
#ifndef ASSAY_POOL_H
#define ASSAY_POOL_H
#include "worker.h"

typedef struct pool pool;

typedef struct pool_job {
    wire_job wire; /* strings belong to the caller and outlive the run */
    bool once;     /* take the first device error or timeout for an answer */
    bool alone;    /* nothing runs beside it; such jobs come after all others */
} pool_job;

typedef struct pool_options {
    worker_options worker;
    unsigned workers; /* at least 1 */
    double timeout;   /* seconds that one compilation, dispatch or comparison may take */
} pool_options;

typedef struct pool_events {
    void *context;
    /* A job has its verdict; the callee may take things out of the outcome. Returns false to end the run. */
    bool (*done)(void *context, size_t job, outcome *outcome);
    /* A job is about to start. May be NULL. */
    void (*begun)(void *context, size_t job);
    /* A job's sweep has come so far (sweep_state). May be NULL. */
    void (*swept)(void *context, size_t job, const char *state);
    /* Called now and then, at least five times a second. */
    void (*tick)(void *context, double now);
} pool_events;

/* Starts the first worker and waits for its device. */
pool *pool_start(const pool_options *options, assay_error *error);
const wire_device *pool_device(const pool *pool);
/* Runs all jobs; true when each has its verdict or `done` ended the run. False on an interrupt (error->text empty),
 * when no worker can be kept alive, or when the device no longer runs the tiny kernel with which every worker begins
 * (with a sentence). */
bool pool_run(pool *pool, const pool_job *jobs, size_t count, const pool_events *events, assay_error *error);
void pool_end(pool *pool);
#endif
