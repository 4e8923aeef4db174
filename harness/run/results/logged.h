/* logged.h: what a subcase's kernels logged, against its `expect_log`. */
#ifndef ASSAY_LOGGED_H
#define ASSAY_LOGGED_H
#include "../../case/case.h"
#include "../../metal/metal.h"
#include "../../base/text.h"

/* Whether exactly the expected messages arrived, in any order; where they overflow the buffer, the first of them, in
 * order. Otherwise says which is missing or too much, and `*line` is where the case expects it. Blanks and commas
 * between the components of a vector are the device's choice (6.20). */
bool logged_as_expected(const case_instance *instance, metal_log *log, text *difference, int *line);
#endif
