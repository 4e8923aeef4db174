/* choose_launch.h: which of the threadgroups that the numbers in a kernel's text suggest it is made for: runs say. */
#ifndef ASSAY_CHOOSE_LAUNCH_H
#define ASSAY_CHOOSE_LAUNCH_H
#include "validation.h"

/* Makes TG the first of them with which a few ordinary trials are right; if none is, the first of all. */
bool choose_launch(validation *v, pool *pool, assay_error *error);
#endif
