/* demands.h: what a kernel needs from its host that no contract knows. */
#ifndef ASSAY_DEMANDS_H
#define ASSAY_DEMANDS_H
#include "binding.h"

/* Function constants have values, samplers are described, threadgroup memory has a size, and what lines declare is
 * taken. False with a sentence if not. */
bool demands_met(const binding *binding, assay_error *error);
#endif
