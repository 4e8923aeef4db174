/* worker.h: a worker process as its parent sees it.
 *
 * A worker is this same executable, started with posix_spawn in a process group of its own, speaking wire.h over its
 * standard input and output. What it and its children write to standard error is kept (the last of it) for crash
 * reports. */
#ifndef ASSAY_WORKER_H
#define ASSAY_WORKER_H
#include "../../base/error.h"
#include "wire.h"

typedef struct worker worker;

typedef struct worker_options {
    const char *device; /* as given to --device */
    bool checked, host4;
    bool on_cpu; /* softmetal's own engines, whatever SOFTMETAL_DEVICE says */
    const char *profile, *personality, *fault, *weak, *order, *engine, *layout; /* of softmetal, or NULL */
} worker_options;

/* Runs `assay devices --selfcheck` on the device in a process of its own, for at most `seconds`; `said` gets what it
 * prints, and at the end how it ended, if not well. */
bool worker_selfcheck(const worker_options *options, double seconds, text *said);
worker *worker_start(const worker_options *options, assay_error *error);
/* Descriptors to poll for reading: replies, and standard error (-1 once closed). */
int worker_replies(const worker *worker);
int worker_errors(const worker *worker);
/* Hands over a job; false if the worker is gone. */
bool worker_send(worker *worker, const wire_job *job);
/* Takes what has arrived on either descriptor. False once the replies have ended. */
bool worker_read_replies(worker *worker);
void worker_read_errors(worker *worker);
text *worker_arrived(worker *worker);
/* The last lines of its standard error, "" if it said nothing. */
const char *worker_last_words(worker *worker);
/* Ends the process and all it started, and frees. `why`, if given, receives how it ended: "signal 11 (Segmentation
 * fault)". A worker that has ended by itself is only reaped. */
void worker_end(worker *worker, char *why, size_t size);
#endif
