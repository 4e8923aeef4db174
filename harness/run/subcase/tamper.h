/* tamper.h: generic mutants. After a case has passed, its output is spoilt in ways that any expectation must notice. */
#ifndef ASSAY_TAMPER_H
#define ASSAY_TAMPER_H
#include "../../case/case.h"
#include "../../output/outcome.h"

/* Spoils copies of `got`, which has just passed, compares each, and adds what came of it to the outcome. `seed` chooses
 * components. */
void tamper_output(const expectation *promise, const compare_rule *how, const case_argument *argument, const void *got,
                   uint64_t seed, outcome *outcome);
#endif
