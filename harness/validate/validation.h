/* validation.h: the validation of one kernel: what was asked, what was tried, and what was found. */
#ifndef ASSAY_VALIDATION_H
#define ASSAY_VALIDATION_H
#include "speed.h"
#include "trial.h"

typedef struct validate_request {
    options run;                      /* device, jobs, seed, timeout, profile …; math and functions: only this mode */
    const char *kernel, *baseline;    /* paths */
    const char *library;              /* .metallib of which `kernel` is the source, or NULL */
    const char *shown;                /* the kernel's path as the user gave it */
    const char *reference;            /* FILE.py:FUNCTION that says what is expected, or NULL */
    const char *python;               /* its interpreter, or NULL: the usual one */
    const char *contract, *contracts; /* name or path; directory of the shipped ones */
    const kernel_word *directives;    /* of the command line, by key, in order */
    size_t directive_count;
    const char *const *include; /* ended by NULL */
    const char *sizes;          /* in place of the contract's, or NULL */
    size_t mutant;              /* the kernel with the edit of its n-th `//! mutant:`, from 1; 0: as it is */
    bool as_reference;          /* what the baseline writes is expected */
    bool skip_checked, skip_speed;
    bool quick; /* few trials: the contract's quick sizes in the usual mode, other threadgroups, checked mode */
} validate_request;

/* Something that the trials showed. */
typedef struct finding {
    stage stage;
    bool defect;      /* otherwise worth knowing */
    char *what;       /* one sentence */
    char *where;      /* the first trial that showed it, or NULL */
    char *detail;     /* values, a device's sentence; may hold several lines; or NULL */
    int line;         /* of the kernel's file, or of: */
    char *file;       /* one that it includes, or NULL */
    size_t count, of; /* trials that showed it, of how many */
} finding;

typedef struct stage_result {
    size_t run, failed, skipped;
    uint64_t judged;   /* values that its trials compared */
    size_t unpromised; /* trials in whose mode nothing is promised of any result */
    size_t unanswered; /* trials for which the reference raised an exception */
    double worst;      /* largest error / bound; NAN: none */
    char worst_where[256];
    char note[256]; /* "equal bits", "not run: …" */
} stage_result;

typedef struct validation {
    const validate_request *request;
    contract *contract;
    kernel_source *candidate_source, *baseline_source;
    binding candidate, baseline;
    trials trials;
    stage_result stages[STAGE_COUNT];
    finding *findings;
    size_t finding_count;
    speed speed;
    char device[128];
    bool software, processors; /* processors: it computes on the host's own */
    double seconds;
    bool baseline_failed; /* the old version is not right itself */
} validation;

/* Verdicts of the whole and the exit codes of the command (ledger.h has the others). */
enum { EXIT_SLOWER = 4 };

void validation_clear(validation *validation);
/* Workers for its trials: one device in checked mode or not, with a schedule's settings. NULL with an error. */
pool *validation_pool(const validation *v, schedule schedule, bool checked, unsigned workers, assay_error *error);
bool validation_right(const validation *validation);  /* no defect */
bool validation_judged(const validation *validation); /* a value was compared at all; otherwise it is neither */
int validation_exit_code(const validation *validation);
/* Adds a finding, or counts it into one with the same stage and sentence. */
finding *validation_add(validation *to, stage stage, bool defect, const trial *where, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
#endif
