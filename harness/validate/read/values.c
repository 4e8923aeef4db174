/* values.c: numbers that a contract passes, in the types that a kernel states for them. */
#include "../../check/measure.h"
#include "compose.h"
#include <math.h>

/* What the type makes of the value; NAN if it is beyond. */
static double held_by(assay_scalar scalar, double value)
{
    if (assay_scalar_is_float(scalar))
        return scalar_number(scalar, scalar_encode(scalar, value));
    bool with_sign = assay_scalar_is_signed(scalar);
    double limit = ldexp(1, 8 * (int)assay_scalar_size(scalar) - with_sign);
    return value < (with_sign ? -limit : 0) || value >= limit ? NAN : trunc(value);
}

static bool fits(const binding *b, const composition *what, const contract_argument *a, const kernel_parameter *p,
                 assay_error *error)
{
    const char *name = binding_scalar(b, p, what->type);
    assay_type type;
    double value;
    if (!name || !assay_type_from_name(name, &type) ||
        !compose_number(b, what, compose_content(b, what, a), &value, NULL))
        return true;
    double held = held_by(type.scalar, value);
    if (value == rint(value) ? held == value : held != 0) /* fractions are rounded */
        return true;
    return assay_fail(
        error, b->kernel->path, p->line,
        "`%s` of kernel %s is %s, which does not hold the %g that contract %s passes as `%s` (%s); if it is "
        "something else, say so with --map, or limit the sizes with --holds",
        p->name, b->function->name, p->type, value, b->contract->name, a->name, compose_sizes(b, what));
}

bool values_fit(const binding *b, const composition *what, assay_error *error)
{
    for (size_t i = 0; i < b->contract->argument_count && !b->several; i++) {
        const contract_argument *a = &b->contract->arguments[i];
        if (a->role == CONTRACT_VALUE && b->parameter[i] && !fits(b, what, a, b->parameter[i], error))
            return false;
    }
    return true;
}
