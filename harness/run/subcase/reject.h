/* reject.h: programs that must not compile. */
#ifndef ASSAY_REJECT_H
#define ASSAY_REJECT_H
#include "compiled.h"

/* Whether it reads like a compiler that broke rather than one that refuses. */
bool reject_is_breakdown(const char *diagnostics);
/* Compiles the program (`mutated` or the instance's own) and its control, and decides. */
void reject_judge(programs *programs, const case_instance *instance, uint32_t msl, const char *mutated,
                  outcome *outcome);
#endif
