/* session.h: everything that one `assay run` or `assay prove` holds open: plan, waivers, workers, log, ledger. */
#ifndef ASSAY_SESSION_H
#define ASSAY_SESSION_H
#include "workers/pool.h"
#include "record.h"
#include "plan/stress.h"
#include "waivers.h"

typedef struct session {
    const options *options;
    plan plan;
    waivers waivers;
    stress stress;
    pool *pool;
    assay_log *log; /* NULL without --log */
    ledger ledger;
    outcome *outcomes; /* per planned case, of those that ended */
    bool *ended;
    char **swept; /* per planned case: how far its sweep came in the log that is resumed, or NULL */
    bool *begun;  /* per planned case: it began in that log, which then ends */
    double started;
    text line; /* scratch */
} session;

/* Reads cases and waivers, takes up a log to resume, starts a worker, opens the log. On failure prints why and returns
 * an exit code; EXIT_PASS otherwise. session_close is due in either case. */
int session_open(session *session, const options *options);
/* What the workers of a run are started with. */
worker_options session_worker(const options *options);
/* A planned case has its outcome, which the session takes over: waivers, ledger, log. */
void session_take(session *session, size_t n, outcome *outcome);
/* The sweep of a planned case has come so far: to the log. */
void session_swept(session *session, size_t n, const char *state);
/* Before a planned case that could hang the device: to the log, and to the disk. */
void session_begin(session *session, size_t n);
/* Which known deviations the run met, with link and age, and which waivers it did not need. */
void session_describe_waivers(const session *session, text *out);
/* All that a planned case was planned for has been done: to the log, if it is a unit. */
void session_done(session *session, size_t n);
/* Writes `session->line` to the log, if there is one. */
void session_log(session *session);
/* Writes the end of the log, prints what was lost, returns the exit code. `interrupted`: not all was run, for a reason
 * already told. */
int session_finish(session *session, bool interrupted);
void session_close(session *session);
/* "assay: file:line: sentence" on standard error. */
void assay_print_error(const assay_error *error);
#endif
