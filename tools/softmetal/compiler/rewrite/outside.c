/* outside.c: members that are defined outside of their class: a method says the address space that its declaration has
 * been given (classes.c), a constructor's body is that of the method declared for it (constructors.c). */
#include "rewriter.h"

/* A method that is only declared in its class has been qualified. */
void note_declared_method(rewriter *r, const char *class_name, uint32_t name)
{
    if (r->declared_methods < MAX_OVERLOADS)
        r->declared_method[r->declared_methods++] = (declared_method){class_name, name};
}

/* The class may be called by an alias. */
static bool is_declared(const rewriter *r, uint32_t class_name, uint32_t name)
{
    bool alias = !find_structure(r, class_name);
    for (uint32_t k = 0; k < r->declared_methods; k++) {
        const declared_method *d = &r->declared_method[k];
        if ((alias || is(r, class_name, d->class_name)) && same_text(r, d->name, name) &&
            (!is(r, name, "operator") || same_text(r, next(r, d->name), next(r, name))))
            return true;
    }
    return false;
}

/* The word before i, or before the template arguments that end before i. */
static uint32_t word_before(const rewriter *r, uint32_t i)
{
    uint32_t p = previous(r, i);
    int depth = 0;
    for (int steps = 0; steps < FAR && (is(r, p, ">") || depth > 0); steps++, p = previous(r, p)) {
        depth += is(r, p, ">") - is(r, p, "<");
        if (!depth)
            return previous(r, p);
        if (opens(r, partner(r, p)) && partner(r, p) < p)
            p = partner(r, p);
    }
    return p;
}

/* `T S<T>::f(int a) const {`: at `::`. */
void rewrite_outside(rewriter *r, uint32_t i)
{
    static const char *const qualifiers[] = {"const", "volatile", NULL};
    uint32_t name = next(r, i), class_name = word_before(r, i), first = class_name, open = next(r, name);
    const token *t = &r->list.token[i];
    if (!at_namespace_scope(r, i) || t->outer != t->brace || !is_kind(r, name, TOKEN_WORD))
        return;
    while (is(r, previous(r, first), "::") && is_kind(r, previous(r, previous(r, first)), TOKEN_WORD))
        first = previous(r, previous(r, first));
    if (is(r, name, "operator")) {
        while (!is(r, open, "(") && !is_end(r, open) && open < name + 16)
            open = next(r, open);
        if (is(r, open, "(") && partner(r, open) == next(r, open) && is(r, next(r, partner(r, open)), "("))
            open = next(r, partner(r, open)); /* operator() */
    }
    if (!is(r, open, "(") || !opens(r, open))
        return;
    if (same_text(r, class_name, name) || (find_structure(r, name) && !find_structure(r, class_name))) {
        rewrite_outer_constructor(r, first, name, open);
        return;
    }
    uint32_t end = partner(r, open);
    while (is_any(r, next(r, end), qualifiers))
        end = next(r, end);
    if (is(r, next(r, end), "{") && is_declared(r, class_name, name))
        put_after(r, end, " thread");
}
