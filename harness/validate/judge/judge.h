/* judge.h: what the end of a single trial means. */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H
#include "../validation.h"

/* Adds its findings and counts it into its stage. False with an error where nothing can be said about the kernel. */
bool judge_trial(validation *to, const trial *one, assay_error *error);
/* If the kernel is right but for partial SIMD-groups, of which nobody says that it gets them: a note. */
void judge_partial(validation *to);
#endif
