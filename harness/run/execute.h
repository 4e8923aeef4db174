/* execute.h: one case on one device, from its file to its outcome. Runs in a worker process. */
#ifndef ASSAY_EXECUTE_H
#define ASSAY_EXECUTE_H
#include "executor.h"

/* Runs all subcases of a case, or of one of its mutants (NULL: the case itself), with this language version (0: as the
 * case says). `only_build`: compiles and makes pipelines, no more. Never fails: whatever happens is an outcome. */
void execute_case(const executor *on, const assay_case *it, const case_mutant *mutant, const wire_job *job,
                  uint32_t msl, bool only_build, outcome *outcome);
#endif
