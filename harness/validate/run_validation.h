/* run_validation.h: the whole validation of one kernel: plans the trials, runs them, and says what they mean. */
#ifndef ASSAY_VALIDATE_H
#define ASSAY_VALIDATE_H
#include "validation.h"

/* False with a sentence if it could not be done at all (bad kernel, contract, device). validation_clear is due in
 * either case. */
bool validate(validation *to, const validate_request *request, assay_error *error);
#endif
