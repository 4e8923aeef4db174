/* function_bounds.h: bounds of a function of one float by the table of accuracy, for sweeps (expects_bounds). */
#ifndef ASSAY_REFERENCE_FUNCTION_BOUNDS_H
#define ASSAY_REFERENCE_FUNCTION_BOUNDS_H
#include "../accuracy/accuracy.h"
#include "../core/real.h"

/* Fills `bounds` for the arguments of a call: a band where one will do, otherwise a bound for each. A NaN makes the
 * result NaN. */
void function_bounds(const reference_call *call, const real_function *real, const accuracy_entry *entry, const float *x,
                     reference_bounds *bounds);
#endif
