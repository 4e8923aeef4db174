/* outcome.h: what became of one case. A worker fills it, the wire carries it, and ledger, log and terminal read it. */
#ifndef ASSAY_OUTCOME_H
#define ASSAY_OUTCOME_H
#include "../base/error.h"
#include "../check/check.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Verdicts: constant, name in log and on the terminal, key in the ledger, whether the run as a whole fails with it. */
#define ASSAY_VERDICTS(X)                                                                                              \
    X(PASS, "pass", "pass", false)                                                                                     \
    X(FAIL, "fail", "fail", true)                                                                                      \
    X(SKIP, "skip", "skip", false)                                                                                     \
    X(UNIMPLEMENTED, "unimplemented", "unimplemented", false)                                                          \
    X(CRASH, "crash", "crash", true)                                                                                   \
    X(TIMEOUT, "timeout", "timeout", true)                                                                             \
    X(DEVICE_ERROR, "device error", "device_error", true)                                                              \
    X(INTERNAL_ERROR, "internal error", "internal_error", true)                                                        \
    X(WAIVED, "waived", "waived", false)                                                                               \
    X(UNEXPECTED_PASS, "unexpected pass", "unexpected_pass", true)                                                     \
    X(NOT_DEMONSTRATED, "not demonstrated", "not_demonstrated", false)

typedef enum verdict {
#define X(constant, name, key, bad) VERDICT_##constant,
    ASSAY_VERDICTS(X)
#undef X
        VERDICT_COUNT
} verdict;

const char *verdict_name(verdict verdict);
const char *verdict_key(verdict verdict);
bool verdict_is_bad(verdict verdict);
/* VERDICT_COUNT if the name is none. */
verdict verdict_from_name(const char *name);

/* What a worker is doing: its report to the parent, and where a case ended that crashed or was too late. */
typedef enum phase { PHASE_IDLE, PHASE_COMPILE, PHASE_WAIT, PHASE_DISPATCH, PHASE_COMPARE, PHASE_COUNT } phase;
const char *phase_name(phase phase); /* as a sentence has it: "on the device" */
const char *phase_key(phase phase);  /* as the log has it: "run" */

/* Why a case failed. Only what a comparison found kills a mutant. */
typedef enum failure_kind {
    FAILURE_NONE,
    FAILURE_COMPARISON, /* wrong or unwritten components */
    FAILURE_GUARD,      /* wrote outside its buffers, or to an input */
    FAILURE_ACCEPTED,   /* compiled, but must not; or refused elsewhere than on the marked line */
    FAILURE_COMPILE,    /* did not compile, or its control did not */
    FAILURE_PIPELINE,   /* compiled, but gave no pipeline */
    FAILURE_FINDING,    /* checked mode found something */
    FAILURE_UNJUDGED,   /* with VERDICT_INTERNAL_ERROR: ran, but the mode promises nothing of any value */
    FAILURE_KINDS
} failure_kind;

/* What checked mode, or shader validation, found on the device. */
#define FINDING_NOTE "note"             /* only worth knowing */
#define FINDING_CONVERSION "conversion" /* of a number that the integer does not hold: cases do not judge the result */
#define FINDING_RACE "race"
typedef struct device_finding {
    char *text, *kind; /* kind: the device's word for it; "": it gave none */
    uint64_t line;     /* of the program, or 0 */
} device_finding;

/* A generic mutant: an output tampered with after a passing run, which the comparison has to notice. */
typedef struct tampering {
    char *what;
    bool killed, advisory; /* advisory: surviving is no defect, only worth knowing */
} tampering;

typedef struct outcome {
    verdict verdict;
    failure_kind kind;
    assay_cause cause; /* of an error that ended the case */
    phase phase;       /* of a crash or time-out */
    char *reason;      /* skip, error, remark; may be NULL */
    uint64_t subcases_run, subcases_failed, subcases_skipped;
    uint64_t judged, unjudged;
    double total, compile, dispatch, reference, compare, gpu; /* seconds */
    double worst; /* largest error measured, of all outputs in the unit that came first */
    uint64_t worst_element;
    char *worst_unit, *worst_output; /* NULL: nothing was measured */
    /* the first failure */
    char *subcase, *output, *message;
    uint64_t wrong, unwritten, guard, line; /* guard: bytes changed; line: in the case file, or 0 */
    check_difference first[8];
    uint64_t first_count;
    char *waiver; /* members of a JSON object: reason, link and since of the waiver that was applied; NULL: none */
    char *facts;  /* members of a JSON object, for the fingerprint; NULL: none */
    device_finding *findings;
    uint64_t finding_count;
    uint64_t digest; /* of all judged and recorded results (harness/check/digest.h); 0: there are none */
    char *measured;  /* members of a JSON object, one for each output that was measured */
    double *samples; /* GPU seconds of each repetition that the job asked for */
    uint64_t sample_count;
    uint64_t *histogram, histogram_count; /* of a statistical case: how many instances ended in each outcome */
    uint64_t *shown, shown_count;         /* per mutant: how many ended in a forbidden one */
    uint64_t forbidden;                   /* how many of this program's own did */
    uint64_t never;                       /* the forbidden outcomes, a bit each */
    tampering *tamperings;
    uint64_t tampering_count;
    bool innocent;                         /* device error caused by somebody else: run again */
    bool not_applicable;                   /* mutant: touches no subcase of this case */
    uint64_t sweep_part, sweep_parts;      /* which part of a sweep was judged; 0 parts: none */
    uint64_t sweep_judged, sweep_unjudged; /* its share of `judged` and `unjudged` */
    uint64_t argument;                     /* of a sweep that failed: 1 + the encoding to run alone, or 0 */
    uint64_t attempt;                      /* 1, or more if device errors made it run again */
} outcome;

void outcome_clear(outcome *outcome);
/* Sets the verdict with a reason, freeing an earlier one. */
void outcome_decide(outcome *outcome, verdict verdict, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Whether a finding is of this kind. */
bool finding_is(const device_finding *finding, const char *kind);
/* The text of the first finding that is no note, or NULL. */
const char *outcome_defect(const outcome *outcome);
/* `kind`: or NULL. */
void outcome_add_finding(outcome *outcome, const char *text, const char *kind, uint64_t line);
/* How the log says why the case ended as it did: the kind of its failure or the cause of its error; NULL: neither. */
const char *outcome_kind(const outcome *outcome);
void outcome_add_tampering(outcome *outcome, const char *what, bool killed, bool advisory);
/* The sentence a person reads first: reason, or message, or counts of what differs. Written to `buffer`. */
const char *outcome_summary(const outcome *outcome, char *buffer, size_t size);
/* The outcome's message where it says more than `summary`, otherwise NULL. */
const char *outcome_details(const outcome *outcome, const char *summary);
#endif
