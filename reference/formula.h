/* formula.h: functions that table 8.2 defines by a formula, and where their results lie when each operation of the
 * formula errs as much as its own row allows. */
#ifndef ASSAY_REFERENCE_FORMULA_H
#define ASSAY_REFERENCE_FORMULA_H
#include "accuracy.h"

/* Real numbers from low to high. `unknown`: some step has no promise, so the result has none. */
typedef struct interval {
    double low, high;
    bool unknown;
} interval;

/* NULL with a sentence if the text is no formula. */
formula *formula_parse(const char *text, const char **error);
void formula_destroy(formula *f);
/* The results of a float computation of f(x, y) that conforms. With `fast_math` a step that may overflow leaves the
 * result undefined (MSL 8.1). */
interval formula_evaluate(const formula *f, const accuracy_table *table, double x, double y, bool fast_math);
#endif
