/* trial_plan.h: the trials that a validation consists of. */
#ifndef ASSAY_VALIDATE_PLAN_H
#define ASSAY_VALIDATE_PLAN_H
#include "validation.h"

/* Where the trials of each kind end, in the order in which they are planned and run. */
typedef struct ends {
    size_t ordinary, partial, schedule[SCHEDULE_COUNT], checked, watched;
} ends;

/* A trial of no stage, with the first of the types and options; the caller gives it sizes. */
bool plan_first(validation *v, trial *to, assay_error *error);
/* Adds all trials of a validation whose kernel is bound. */
bool plan(validation *to, ends *ends, assay_error *error);
#endif
