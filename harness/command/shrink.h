/* shrink.h: makes a failing random program small. */
#ifndef ASSAY_SHRINK_H
#define ASSAY_SHRINK_H
#include "../base/text.h"
#include "../output/outcome.h"
#include "../run/plan/plan.h"

/* If the case has generated programs and failed, looks for the smallest program that still fails on the same device, by
 * running `assay run` on case files without references: threads, inputs and what each must see stand there literally.
 * Appends the smallest to `out`; false if there is none, because the program passes when it runs alone. */
bool shrink_failure(const options *options, const planned *planned, const outcome *outcome, uint32_t simd_width,
                    text *out);
#endif
