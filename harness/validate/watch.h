/* watch.h: validates again as soon as a file changes on which the verdict depends. */
#ifndef ASSAY_WATCH_H
#define ASSAY_WATCH_H
#include "validation.h"

/* Runs the command line `words` (ended by NULL, without --watch) in a process of its own, again after each change,
 * until somebody interrupts. Returns the exit code of the command. */
int watch_run(const validate_request *request, char *const *words, assay_error *error);
#endif
