/* judge.h: what the end of a single trial means. */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H
#include "../validation.h"

/* Adds its findings and counts it into its stage. False with an error where nothing can be said about the kernel. */
bool judge_trial(validation *to, const trial *one, assay_error *error);
/* Adds a note if the kernel is wrong with partial SIMD-groups alone, which nothing says it is dispatched with. */
void judge_assumed(validation *to);
#endif
