/* reject.h: programs that must not compile. */
#ifndef ASSAY_REJECT_H
#define ASSAY_REJECT_H
#include "compiled.h"

/* Whether the compiler broke down rather than refused: the error's code says so or, as Apple has no code for all of
 * it, what its compiler said. */
bool reject_is_breakdown(const metal_facts *facts, const assay_error *error, const char *said);
/* Compiles the program (`mutated` or the instance's own) and its control, and decides. */
void reject_judge(programs *programs, const metal_facts *facts, const case_instance *instance, uint32_t msl,
                  const char *mutated, outcome *outcome);
#endif
