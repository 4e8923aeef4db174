/* diagnose.h: what failed trials have in common. */
#ifndef ASSAY_DIAGNOSE_H
#define ASSAY_DIAGNOSE_H
#include "../validation.h"

/* Adds a hint for each cause that explains the failures. If `run`, further runs of the kernel prove it; otherwise only
 * what has been run already. */
void diagnose(validation *to, bool run);
#endif
