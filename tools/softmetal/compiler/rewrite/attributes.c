/* attributes.c: [[…]] becomes an annotation (rewrite.h lists them), whether of a function, a parameter or a member. */
#include "rewriter.h"

/* Whether attributes of an instantiation start here that make a kernel: `template [[host_name("a")]] [[kernel]] …`. */
static bool instantiates_kernel(const rewriter *r, uint32_t i)
{
    if (!is(r, previous(r, i), "template"))
        return false;
    for (; is_attribute(r, i); i = next(r, r->list.token[i].match)) {
        for (uint32_t a = i; a < r->list.token[i].match; a++) {
            if (is(r, a, "kernel"))
                return true;
        }
    }
    return is(r, i, "kernel");
}

/* Whether these are attributes of a kernel in a place that C++ gives to others: behind its parameters, where they would
 * be its type's, or between `kernel` and the type of its result. */
static bool is_misplaced(const rewriter *r, uint32_t i)
{
    static const char *const of_kernels[] = {"max_total_threads_per_threadgroup", "required_threads_per_threadgroup",
                                             NULL};
    uint32_t before = previous(r, i), behind = next(r, r->list.token[i].match);
    if (!is_any(r, next(r, i + 1), of_kernels))
        return false;
    return is(r, before, "kernel") || (is(r, before, ")") && (is(r, behind, "{") || is(r, behind, ";")));
}

/* [[buffer(0), …]] becomes annotations, in the GNU spelling, which is taken wherever MSL has attributes. */
void rewrite_attributes(rewriter *r, uint32_t i)
{
    if (!is_attribute(r, i))
        return;
    if (is_function_constant(r, i)) {
        rewrite_function_constant(r, i);
        return;
    }
    if (at_namespace_scope(r, i) && !is(r, r->list.token[i].outer, "(") && rewrite_global(r, i))
        return;
    if (is_misplaced(r, i))
        put_before(r, i, "__msl_refused_place ");
    if (instantiates_kernel(r, i)) {
        put_before(r, previous(r, i), "__MSL_PART ");
        r->instantiates = true;
    }
    uint32_t end = r->list.token[i].match - 1;
    const char *text = "";
    bool kernel = false;
    int count = 0;
    for (uint32_t a = next(r, i + 1); a < end; a = is(r, a, ",") ? next(r, a) : a) {
        uint32_t stop = attribute_end(r, a, end);
        if (++count > MANY)
            return;
        if (stop > a)
            text = format(r, "%s%s", text, annotation(r, a, stop));
        kernel = kernel || is(r, a, "kernel");
        a = stop;
    }
    uint32_t last = r->list.token[i].match, bound = last;
    while (is(r, next(r, bound), "[") && opens(r, next(r, bound)) && !is_attribute(r, next(r, bound)))
        bound = partner(r, next(r, bound));
    drop(r, i, next(r, last));
    if (bound != last) /* `T a [[id(0)]][4]`: behind the bounds */
        put_after(r, bound, text);
    else
        put_instead(r, i, text);
    if (kernel)
        rewrite_kernel(r, i);
}
