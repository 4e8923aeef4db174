/* experiment.h: further runs of a kernel that failed, each to prove or refute one cause. */
#ifndef ASSAY_VALIDATE_EXPERIMENT_H
#define ASSAY_VALIDATE_EXPERIMENT_H
#include "../validation.h"

typedef struct experiments {
    validation *v;
    pool *pool;  /* NULL: nothing may be run, only what has been counts */
    size_t left; /* runs that may follow */
    double end;  /* when no more may begin */
} experiments;

/* Begins, on a device of its own if `run`: some dozens of runs, and some seconds, so that a verdict is not long in
 * coming. */
experiments experiments_begin(validation *v, bool run);
void experiments_end(experiments *with);
/* The trial that is like this one in all that decides a result and has ended: one of the validation's or one that is
 * run now. SIZE_MAX if there is none. The list of trials may move. */
size_t experiment_find(experiments *with, const trial *wanted);
/* Whether the kernel is right there: 1, wrong: 0, neither or not to be run: -1. */
int experiment_right(experiments *with, const trial *wanted);
/* Whether it is right with float in place of the short type inside of it. */
bool experiment_wide(experiments *with, const trial *failed);
#endif
