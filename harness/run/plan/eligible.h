/* eligible.h: whether a device can run a case at all, and as which language version. */
#ifndef ASSAY_ELIGIBLE_H
#define ASSAY_ELIGIBLE_H
#include "../executor.h"

/* The language version to compile a case with: its own, or the device's newest that its requirements allow. 0 if there
 * is none. */
uint32_t eligible_language(const assay_case *it, const metal_facts *facts);
/* The oldest version that its requirements allow, of those there are on macOS. */
uint32_t eligible_first(const assay_case *it);
/* The version before this one; 0 if it is the oldest, or none. */
uint32_t eligible_before(uint32_t msl);
/* The first macOS that has a language version, major << 8 | minor; 0 for none. */
uint32_t eligible_os(uint32_t msl);
/* False, with a reason a person understands, if the device lacks something the case declares. */
bool eligible_case(const executor *on, const assay_case *it, char *reason, size_t size);
/* The same for what only an instance knows: its arguments. */
bool eligible_instance(const executor *on, const case_instance *instance, char *reason, size_t size);
/* The same for what only a pipeline knows. */
bool eligible_pipeline(const assay_case *it, const case_dispatch *dispatch, const metal_pipeline *pipeline,
                       char *reason, size_t size);
#endif
