/* trial.h: one run of the kernel under validation, and lists of them on worker processes. */
#ifndef ASSAY_TRIAL_H
#define ASSAY_TRIAL_H
#include "../run/options.h"
#include "../run/workers/pool.h"
#include "read/compose.h"

/* What a trial is for. */
#define VALIDATE_STAGES(X)                                                                                             \
    X(CORRECTNESS, "correctness", "sizes, types and inputs of the contract, against its reference")                    \
    X(THREADGROUPS, "threadgroup sizes", "other threadgroup sizes")                                                    \
    X(PARTIAL, "partial SIMD-group", "threadgroups whose last SIMD-group is not full, which it may never get")         \
    X(UNNAMED, "other sizes", "threadgroup sizes for which nothing in its text speaks")                                \
    X(PLACEMENT, "placement", "other offsets and other bytes around the buffers: equal results")                       \
    X(BATCH, "batch", "a row alone and among others: equal results")                                                   \
    X(ORDER, "order of rows", "rows in another order: equal results")                                                  \
    X(SCHEDULE, "schedule", "threadgroups one after another in other orders; memory that shows all it may")            \
    X(CHECKED, "checked mode", "every load and store watched")                                                         \
    X(BASELINE, "baseline", "against the old version")                                                                 \
    X(SPEED, "speed", "time on the device")
typedef enum stage {
#define X(constant, name, meaning) STAGE_##constant,
    VALIDATE_STAGES(X)
#undef X
        STAGE_COUNT
} stage;
const char *stage_name(stage stage);
const char *stage_meaning(stage stage);
/* Whether its trials are dispatched as the kernel may never be: what fails there is worth knowing, no more. */
bool stage_is_assumed(stage stage);

/* What softmetal does of all that Metal permits. */
#define VALIDATE_SCHEDULES(X)                                                                                          \
    X(ANY, NULL, NULL, NULL, NULL)                                                                                     \
    X(REVERSED, "threadgroups one after another, the last first, their SIMD-groups too", "reversed", NULL, NULL)       \
    X(SHUFFLED, "threadgroups one after another, shuffled", "shuffled", NULL, NULL)                                    \
    X(WEAK, "weak memory", NULL, "1", NULL)                                                                            \
    X(WEAKER, "weak memory, another seed", NULL, "2", NULL)                                                            \
    X(WEAK3, "weak memory, a third seed", NULL, "3", NULL)                                                             \
    X(WEAK4, "weak memory, a fourth seed", NULL, "4", NULL)                                                            \
    X(ROWS, "cooperative tensors row by row", NULL, NULL, "rows")                                                      \
    X(SCATTERED, "cooperative tensors scattered over the threads", NULL, NULL, "scattered")
typedef enum schedule {
#define X(constant, meaning, order, weak, layout) SCHEDULE_##constant,
    VALIDATE_SCHEDULES(X)
#undef X
        SCHEDULE_COUNT
} schedule;
const char *schedule_meaning(schedule schedule); /* NULL of SCHEDULE_ANY */

typedef struct trial {
    stage stage;
    schedule schedule;
    const binding *binding; /* the candidate's or the baseline's */
    composition what;
    metal_math math;
    metal_functions functions;
    uint64_t placement, repeats;
    bool keep;                /* outputs are wanted */
    size_t partner;           /* trial to compare outputs with, SIZE_MAX: none */
    char *file, *kept, *hash; /* case file; prefix of the outputs' files */
    const char *unanswered;   /* why nobody knows what is expected, or NULL; it runs, but no result is judged */
    case_file *read;
    outcome outcome;
    bool ended;
    double seconds; /* that its dispatch was given */
} trial;

typedef struct trials {
    trial *item;
    size_t count;
    char directory[512]; /* of case files and outputs; removed by trials_clear */
} trials;

bool trials_begin(trials *trials, assay_error *error);
void trials_clear(trials *trials);
/* Drops all trials but the first. */
void trials_cut(trials *trials, size_t count);
/* Adds a trial and composes its case file. Returns its index, SIZE_MAX with an error. */
size_t trials_add(trials *trials, const trial *like, assay_error *error);
/* Whether the case of such a trial can be read; false with what is wrong with it. */
bool trials_try(trials *trials, const trial *like, assay_error *error);
/* Gives a trial that is not yet run what is expected of it (composition.given), and composes its case anew. */
bool trials_expect(trials *trials, size_t n, const char *const *given, assay_error *error);
/* Runs trials [first, end). `*stopped` (may be NULL) is the trial that made going on pointless (did not compile, hung,
 * crashed), or SIZE_MAX. */
bool trials_run(trials *trials, size_t first, size_t end, pool *pool, const options *options, size_t *stopped,
                assay_error *error);
/* Where a trial is in the space of all, for a person: `float, ROWS=3 N=64, a large mean, math safe`. Written to
 * `buffer`. */
const char *trial_describe(const trial *trial, char *buffer, size_t size);
/* The bytes of an output that a trial kept; NULL if there are none. The caller frees. */
void *trial_output(const trial *trial, const char *name, size_t *size);
/* Whether it ended well. */
bool trial_good(const trial *trial);
/* Whether it ended, but its mode promises nothing of any of its values. */
bool trial_unjudged(const trial *trial);
#endif
