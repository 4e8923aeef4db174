/* measured.h: measurements of outputs as text for the log. */
#ifndef ASSAY_MEASURED_H
#define ASSAY_MEASURED_H
#include "../../case/case.h"
#include "../../check/check.h"
#include "../../check/measure.h"

/* Appends what was measured of this output to `*members`, members of a JSON object; nothing if the reference gave no
 * real values, or if the output is there already (from an earlier subcase). */
void measured_note(const expectation *promise, const void *got, const char *output, char **members);
/* Puts a sweep's measurement in the place of all others. */
void measured_replace(const measurement *m, assay_scalar scalar, const char *output, char **members);
#endif
