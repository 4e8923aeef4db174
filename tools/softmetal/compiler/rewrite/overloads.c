/* overloads.c: overloads that differ in the address space of a const reference (MSL 1.5.1).
 *
 *     float f(const thread P &p);
 *     float f(const device P &p);
 *
 * The first takes its argument by value (variables.c), and so would take one in device memory as well: the second gets
 * a condition that always holds for each such parameter, which makes it the better one of two that are as good
 * otherwise, as more conditions are better than fewer. A condition also has clang see that an initialiser list makes no
 * object in device memory. */
#include "rewriter.h"

static void note(overload *list, uint32_t *count, uint32_t name, uint32_t open)
{
    bool known = *count && list[*count - 1].open == open;
    if (!known && *count == MAX_OVERLOADS)
        return;
    if (!known)
        list[(*count)++] = (overload){.name = name, .open = open};
    list[*count - 1].parameters++;
}

/* A parameter in the bracket at `open` has become a value. */
void note_value_parameter(rewriter *r, uint32_t open)
{
    note(r->value, &r->values, previous(r, open), open);
}

/* `const device T &`, `device const T &`: at the address space. */
void note_reference(rewriter *r, uint32_t i)
{
    uint32_t open = r->list.token[i].outer, reference = skip_type(r, next(r, i)), first = i;
    while (is_kind(r, previous(r, first), TOKEN_WORD))
        first = previous(r, first);
    bool constant = false, starts = is(r, previous(r, first), "(") || is(r, previous(r, first), ",");
    for (uint32_t k = first; k < reference; k = next(r, k))
        constant = constant || is(r, k, "const") || is(r, k, "constant");
    if (is(r, open, "(") && partner(r, open) > i && starts && constant && is(r, reference, "&"))
        note(r->reference, &r->references, previous(r, open), open);
}

/* Where an attribute of the function may stand: behind its parameters and qualifiers. */
static uint32_t declarator_end(const rewriter *r, uint32_t open)
{
    static const char *const qualifiers[] = {"const",    "volatile",    "thread",   "device",
                                             "constant", "threadgroup", "noexcept", NULL};
    uint32_t end = partner(r, open);
    while (is_any(r, next(r, end), qualifiers))
        end = next(r, end);
    return end;
}

/* After all other rules. */
void prefer_references(rewriter *r)
{
    static const char *const ends[] = {"{", ";", ":", "-", "=", NULL};
    for (uint32_t i = 0; i < r->references; i++) {
        const overload *o = &r->reference[i];
        uint32_t end = declarator_end(r, o->open);
        bool rival = false;
        for (uint32_t k = 0; k < r->values && !rival; k++)
            rival = same_text(r, r->value[k].name, o->name) && r->value[k].open != o->open;
        bool wanted = rival && is_any(r, next(r, end), ends) && !is_instantiation(r, statement_start(r, o->name));
        for (uint32_t n = 0; wanted && n < o->parameters; n++)
            put_after(r, end, " __MSL_PREFERRED");
    }
}
