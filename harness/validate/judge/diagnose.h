/* diagnose.h: what failed trials have in common. */
#ifndef ASSAY_DIAGNOSE_H
#define ASSAY_DIAGNOSE_H
#include "../validation.h"

/* Adds a hint for each cause that explains the failures. */
void diagnose(validation *to);
#endif
