/* formula.h: functions that table 8.2 defines by a formula, and where their results lie when each operation of the
 * formula errs as much as its own row allows. */
#ifndef ASSAY_REFERENCE_FORMULA_H
#define ASSAY_REFERENCE_FORMULA_H
#include "../accuracy/accuracy.h"
#include "../core/real.h"

/* Real numbers from low to high. `unknown`: some step has no promise, so the result has none. */
typedef struct interval {
    double low, high;
    bool unknown;
} interval;

enum { FORMULA_NAME_SIZE = 32 };

/* A formula of x and y. NULL with a sentence if the text is none. */
formula *formula_parse(const char *text, const char **error);
/* A formula of other names, perhaps several ways to compute the same: `x / (1 + exp(-x)); 0.5 * x * (1 + tanh(0.5 *
 * x))`. Each way uses every name. formula_read.c has the grammar. */
formula *formula_parse_names(const char *text, const char *const *names, size_t count, const char **error);
/* The names that such a formula takes, at most 16, in the order of the text. False with a sentence if it is none. */
bool formula_names(const char *text, char (*names)[FORMULA_NAME_SIZE], size_t *count, const char **error);
void formula_destroy(formula *f);
/* The results of a float computation of f(x, y) that conforms. With `fast_math` a step that may overflow leaves the
 * result undefined (MSL 8.1). */
interval formula_evaluate(const formula *f, const accuracy_table *table, double x, double y, bool fast_math);
/* What a function gives for an interval by its row of the table, all ends within [-INF, INF]. */
interval formula_applied(const accuracy_table *table, const real_function *f, interval a, bool fast, bool fast_math);
/* Flushes subnormal ends, and decides what lies beyond the largest float. */
interval formula_finished(interval v, bool fast_math);
/* Both ends rounded to floats, outward. */
interval formula_rounded(interval v, bool fast_math);
interval formula_hull(interval a, interval b);
#endif
