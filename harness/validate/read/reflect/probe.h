/* probe.h: asks the device what a kernel takes, before it is bound. */
#ifndef ASSAY_PROBE_H
#define ASSAY_PROBE_H
#include "../../trial.h"

/* Compiles the kernel that `begun` (binding_begin) is about, and takes what reflection tells of its parameters. Nothing
 * changes where it does not compile or has no pipeline: its first trial will say why. False if nothing can be run. */
bool probe(const binding *begun, pool *pool, const options *options, assay_error *error);
#endif
