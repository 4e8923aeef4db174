/* exp_error.h: how far off exp is as kernels compute it. */
#ifndef ASSAY_REFERENCE_EXP_ERROR_H
#define ASSAY_REFERENCE_EXP_ERROR_H
#include "../core/reference.h"

/* Relative error at t of exp(t) or exp2(t * log2(e)) in float: of the function, of a product with a rounded log2(e),
 * and of t itself, which may be off by one rounding. */
double exp_error(reference_call *call, double t);
/* The same for many t: what of it is the table's, to be asked once; NULL with call->error. */
const struct accuracy_entry *exp_entry(reference_call *call);
double exp_error_by(const struct accuracy_entry *entry, double t);
#endif
