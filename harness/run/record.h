/* record.h: what a run writes to its log, as harness/output/LOG.md describes it, and how it is taken up again. */
#ifndef ASSAY_RECORD_H
#define ASSAY_RECORD_H
#include "../output/log.h"
#include "ledger.h"
#include "plan/plan.h"

/* Each appends one JSON object to `out`. */
void record_run(text *out, const options *options, size_t files, size_t cases, const wire_device *device, bool resumed);
void record_case(text *out, const planned *planned, const outcome *outcome, const char *rerun);
/* A kernel of the user's that was validated. `validation`: the members of its verdict
 * (cases/contracts/validation.schema.json), or NULL. */
typedef struct record_title {
    const char *name, *file, *area, *title;
} record_title;
void record_kernel(text *out, const record_title *title, const outcome *outcome, const char *rerun,
                   const char *validation);
void record_mutant(text *out, const planned *planned, const case_mutant *mutant, const outcome *outcome, bool killed);
void record_tampering(text *out, const planned *planned, const tampering *tampering);
/* `outcomes`: of the planned cases; those that did not end are empty. `plan` NULL: of kernels, which have no
 * digests. */
void record_end(text *out, const plan *plan, const outcome *outcomes, const ledger *ledger, double seconds,
                bool interrupted);

/* A unit is done: all lines that carry its name stand before. */
void record_done(text *out, const unit *unit);
/* How far the sweep of a case has come. */
void record_swept(text *out, const planned *planned, const char *state);
/* A case that could hang the device is about to run. */
void record_begin(text *out, const planned *planned);
/* What --first-light found of the device before all cases. */
void record_selfcheck(text *out, bool agrees, const char *said);

/* A word as a shell takes it. */
void record_word(text *out, const char *word);
/* The command that runs a case again exactly so; `program` names the executable. A sweep that failed is run again with
 * the first argument that failed (`outcome`, or NULL). */
void record_rerun(text *out, const char *program, const options *options, const planned *planned,
                  const outcome *outcome);

/* Fills `outcomes` (one per planned case) from a log: the verdicts of cases whose file, seed, device and modes are
 * those of this run; `kept[n]` says which. For cases that are not, `swept[n]` is how far their sweep had come, or NULL,
 * and `begun[n]` whether they began and the log then ends. */
bool record_resume(const char *path, const options *options, const plan *plan, const wire_device *device,
                   outcome *outcomes, bool *kept, char **swept, bool *begun, assay_error *error);
/* Commit of the source tree with `-dirty` if it has changes, "unknown" without git. Written to `buffer`. */
const char *record_suite(char *buffer, size_t size);
#endif
