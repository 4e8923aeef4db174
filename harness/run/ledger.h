/* ledger.h: the account of a run. What was discovered must be found again as run, skipped or unimplemented. */
#ifndef ASSAY_LEDGER_H
#define ASSAY_LEDGER_H
#include "../base/json.h"
#include "../base/error.h"
#include "../output/outcome.h"

/* Exit codes of the command. */
enum { EXIT_PASS = 0, EXIT_FAIL = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 3, EXIT_SKIPPED = 77, EXIT_INTERRUPTED = 130 };

typedef struct ledger {
    size_t discovered;           /* cases selected, counted before anything ran */
    size_t count[VERDICT_COUNT]; /* cases that ended so */
    uint64_t judged, unjudged;   /* components */
} ledger;

void ledger_add(ledger *ledger, verdict verdict, uint64_t judged, uint64_t unjudged);
/* Cases that ran: all that ended but the skipped and the unimplemented. */
size_t ledger_run(const ledger *ledger);
/* False with a sentence if discovered != run + skipped + unimplemented. */
bool ledger_adds_up(const ledger *ledger, assay_error *error);
/* One or two lines for a person. */
void ledger_describe(const ledger *ledger, text *out);
/* The members of the log's `ledger`. */
void ledger_json(const ledger *ledger, text *out);
int ledger_exit_code(const ledger *ledger);
#endif
