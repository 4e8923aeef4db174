/* exp_error.c: exp as kernels compute it, by itself or by exp2 of a product. */
#include "exp_error.h"
#include "../accuracy/accuracy.h"
#include "../core/bounds.h"
#include <math.h>

const accuracy_entry *exp_entry(reference_call *call)
{
    const char *error = NULL;
    const accuracy_table *table = accuracy_standard(&error);
    const accuracy_entry *entry =
        table ? accuracy_find(table, "exp2", SCALAR_FLOAT, call->fast_functions || call->fast_math) : NULL;
    if (!entry)
        call->error = error ? error : "the accuracy table has no row for exp2";
    return entry;
}

double exp_error_by(const accuracy_entry *entry, double t)
{
    static const double log2_of_e = 1.4426950408889634;
    double x = log2_of_e * t;
    return accumulated_error(accuracy_ulps(accuracy_rule_at(entry, x, 0), x) + 3 * fabs(t),
                             rounding_error(SCALAR_FLOAT));
}

double exp_error(reference_call *call, double t)
{
    const accuracy_entry *entry = exp_entry(call);
    return entry ? exp_error_by(entry, t) : 0;
}
