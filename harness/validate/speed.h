/* speed.h: time on the device: candidate and baseline by turns, and how much of the device they use. */
#ifndef ASSAY_SPEED_H
#define ASSAY_SPEED_H
#include "trial.h"

/* Rounds of a comparison: as many as decide it; times alone have the fewest. */
enum { SPEED_FEWEST = 4, SPEED_ROUNDS = 24, SPEED_REPEATS = 3 };

typedef struct samples {
    double value[SPEED_ROUNDS * SPEED_REPEATS]; /* seconds */
    size_t count;
    double median, low, high; /* quartiles */
} samples;

/* One size. */
typedef struct speed_row {
    char sizes[128], type[16];
    samples candidate, baseline;
    bool left_out;                       /* beyond the budget */
    double bytes, operations;            /* that cannot be avoided */
    double ratio, ratio_low, ratio_high; /* candidate / baseline, with 95 % of bootstrap samples; 0: no baseline */
    double confidence;                   /* that rounds fall like this by no chance; NAN of the same speed */
    int verdict;                         /* -1 faster, 0 same, 1 slower */
    bool disagree;                       /* the medians differ, but rounds do not all say so: no verdict */
} speed_row;

typedef struct speed {
    speed_row *row;
    size_t count;
    double copy_bandwidth, peak; /* of this device, measured: bytes and operations per second; 0: not measured */
    char device[128];
    bool software;
    double budget; /* given: leave out sizes that would take more seconds than this; 0: none */
} speed;

/* Times bindings (baseline may be NULL) at the contract's bench sizes on one worker. */
bool speed_measure(speed *to, trials *trials, const binding *candidate, const binding *baseline, const options *options,
                   assay_error *error);
void samples_summarise(samples *samples);
/* Whether further rounds would change nothing. */
bool speed_decided(const speed_row *row);
void speed_compare(speed_row *row);
void speed_clear(speed *speed);
#endif
