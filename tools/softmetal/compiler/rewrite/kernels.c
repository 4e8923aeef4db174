/* kernels.c: kernels are ordinary functions whose annotations say what they are and what their parameters are called.
 */
#include "rewriter.h"
#include <stdlib.h>
#include <string.h>

/* The function that the specifiers from i on declare. */
bool find_function(const rewriter *r, uint32_t i, function *f)
{
    static const char *const not_names[] = {"alignas", "decltype", "__attribute__", "__declspec", "typeof", NULL};
    for (int steps = 0; steps < FAR; steps++, i = skip(r, i)) {
        if (is_end(r, i) || is(r, i, ";") || is(r, i, "{") || is(r, i, "}") || is(r, i, "="))
            return false;
        uint32_t name = previous(r, i), after = skip(r, i);
        if (!is(r, i, "(") || partner(r, i) == i || !is_kind(r, name, TOKEN_WORD) || is_any(r, name, not_names))
            continue;
        if (!is(r, after, "{") && !is(r, after, ";"))
            continue;
        *f = (function){.name = name, .name_end = i, .open = i};
        while (is(r, previous(r, f->name), "##"))
            f->name = previous(r, previous(r, f->name));
        return true;
    }
    return false;
}

/* `outer::inner::` of the namespaces around i. */
const char *namespaces(rewriter *r, uint32_t i)
{
    const char *path = "";
    for (int steps = 0; steps < 16 && (i = r->list.token[i].brace); steps++) {
        if (r->list.token[i].scope != SCOPE_NAMESPACE)
            continue;
        uint32_t first = i;
        if (is_kind(r, previous(r, i), TOKEN_TEXT)) /* extern "C" */
            continue;
        while (!is(r, first, "namespace") && !is_end(r, first))
            first = previous(r, first);
        if (next(r, first) < i)
            path = format(r, "%s::%s", join(r, next(r, first), i), path);
    }
    return path;
}

bool is_unevaluated(const rewriter *r, uint32_t head, uint32_t head_end, uint32_t from, uint32_t to)
{
    bool word = false;
    for (uint32_t i = from; i < to; i = next(r, i)) {
        if (!is_kind(r, i, TOKEN_WORD))
            continue;
        word = true;
        const token *t = &r->list.token[i];
        for (uint32_t h = head; h < head_end; h = next(r, h)) {
            const token *p = &r->list.token[h];
            if (p->size == t->size && !memcmp(r->list.source + p->start, r->list.source + t->start, t->size))
                return false;
        }
    }
    return word || next(r, from) < to; /* `1 + 4` */
}

/* Has an index that is no number, such as an enumerator, evaluated by a variable before the declaration. What depends
 * on the declaration's template parameters is left alone. */
void evaluate_indices(rewriter *r, uint32_t start, uint32_t from, uint32_t to)
{
    static const char *const indexed[] = {
        "buffer", "texture", "sampler", "threadgroup", "function_constant", "id", "max_total_threads_per_threadgroup",
        NULL};
    uint32_t head_end = is(r, start, "template") && is(r, next(r, start), "<") ? close_angle(r, next(r, start)) : start;
    int count = 0;
    for (uint32_t i = from; i < to && !is_end(r, i) && count < MANY; i = next(r, i)) {
        uint32_t open = next(r, i);
        if (!is_any(r, i, indexed) || !is(r, open, "(") || partner(r, open) == open)
            continue;
        if (!is_attribute(r, r->list.token[r->list.token[i].outer].outer))
            continue;
        if (is_kind(r, next(r, open), TOKEN_NUMBER) && next(r, next(r, open)) == partner(r, open) &&
            strtoull(join(r, next(r, open), partner(r, open)), NULL, 0) > UINT32_MAX)
            put_before(r, start, "__msl_refused_range ");
        if (!is_unevaluated(r, start, head_end, next(r, open), partner(r, open)))
            continue;
        put_before(r, start, format(r, "__MSL_INDEX(%s) ", join(r, next(r, open), partner(r, open))));
        count++;
    }
}

/* Whether the word is the type of a parameter that has no name: nothing but qualifiers is before it, or more of the
 * declarator behind it. */
static bool is_unnamed(const rewriter *r, uint32_t from, uint32_t word)
{
    static const char *const qualifiers[] = {"const", "volatile", "thread", "device", "threadgroup", "constant", NULL};
    static const char *const behind[] = {"::", "*", "&", "&&", "<", NULL};
    while (is_any(r, from, qualifiers))
        from = next(r, from);
    return from >= word || is_any(r, next(r, word), behind);
}

/* The parameter's name in [from, to), or 0; `*end` is where its declarator ends and attributes may start. */
uint32_t parameter_name(const rewriter *r, uint32_t from, uint32_t to, uint32_t *end)
{
    static const char *const types[] = {"int",   "char", "short", "long",  "unsigned", "signed",
                                        "float", "half", "bool",  "const", "volatile", NULL};
    uint32_t name = 0, i = from;
    bool typed = false;
    for (; i < to && !is(r, i, "=") && !is_attribute(r, i); i = skip(r, i)) {
        if (is(r, i, "<") && close_angle(r, i) && close_angle(r, i) < to)
            i = close_angle(r, i);
        bool declarator = is(r, next(r, i), "&") || is(r, next(r, i), "*");
        if (is(r, i, "(") && !declarator &&
            is_kind(r, previous(r, i), TOKEN_WORD)) { /* a macro that stands for attributes */
            name = previous(r, previous(r, i));
            *end = previous(r, i);
            return is_kind(r, name, TOKEN_WORD) && name > from ? name : 0;
        }
        if (is(r, i, "(") && partner(r, i) > i && is_kind(r, previous(r, partner(r, i)), TOKEN_WORD))
            name = previous(r, partner(r, i));
        typed = typed || name || i != from;
        if (is_kind(r, i, TOKEN_WORD))
            name = i;
    }
    *end = i;
    return typed && name && !is_any(r, name, types) && !is_unnamed(r, from, name) ? name : 0;
}
