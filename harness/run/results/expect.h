/* expect.h: from the text of `expect` to promises about every component. */
#ifndef ASSAY_EXPECT_H
#define ASSAY_EXPECT_H
#include "../../case/case.h"
#include "../../check/check.h"

/* Fills it from the text of `expect` (reference call, literals, set, same, unjudged). `before` and `arguments` give the
 * inputs as generated. */
bool expectation_fill(expectation *expectation, const case_instance *instance, const case_expectation *what,
                      const void *const *inputs /* per argument, NULL for pure outs */,
                      const reference_dispatch *dispatch, assay_error *error);

/* The same for some of the elements at a time, of a text that is read once: inputs and output have as many as the
 * expectation, and its type. Instance and expectation of the case must outlive it; threads may share it. */
typedef struct expectation_parts expectation_parts;
expectation_parts *expectation_parts_create(const case_instance *instance, const case_expectation *what,
                                            assay_error *error);
void expectation_parts_destroy(expectation_parts *parts);
bool expectation_parts_fill(const expectation_parts *parts, expectation *expectation, const void *const *inputs,
                            const reference_dispatch *dispatch, assay_error *error);
#endif
