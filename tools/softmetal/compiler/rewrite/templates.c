/* templates.c: what templates take that clang's do not: pointers to functions, numbers of components. */
#include "rewriter.h"
#include <string.h>

/* Remembers the names of types that are pointers to functions: `using F = void (*)(…)`, `typedef void (*F)(…)`. */
void note_alias(rewriter *r, uint32_t i)
{
    uint32_t name = is(r, i, "using") && is(r, next(r, next(r, i)), "=") ? next(r, i) : 0, j = next(r, i);
    for (int steps = 0; steps < FAR && !is(r, j, ";") && !is_end(r, j); steps++, j = skip(r, j)) {
        uint32_t star = next(r, j), inner = next(r, star);
        if (!is(r, j, "(") || !is(r, star, "*") || !is(r, next(r, partner(r, j)), "("))
            continue;
        if (is(r, i, "typedef"))
            name = inner;
        if (!is_kind(r, name, TOKEN_WORD) || r->alias_count == MAX_ALIASES)
            return;
        r->alias[r->alias_count++] = name;
    }
}

static bool is_alias(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    for (uint32_t k = 0; k < r->alias_count; k++) {
        const token *a = &r->list.token[r->alias[k]];
        if (a->size == t->size && !memcmp(r->list.source + a->start, r->list.source + t->start, t->size))
            return true;
    }
    return false;
}

/* The first token after the declaration that follows a template's head: its body or its end. */
static uint32_t declaration_end(const rewriter *r, uint32_t i)
{
    for (int steps = 0; steps < FAR && !is(r, i, "{") && !is(r, i, ";") && !is_end(r, i); steps++)
        i = next(r, i);
    return i;
}

/* Whether the tokens from i up to `end` have `vec<…, NAME>` or a matrix of that many columns or rows. */
static bool counts_components(const rewriter *r, uint32_t i, uint32_t end, uint32_t name)
{
    static const char *const templates[] = {"vec", "packed_vec", "matrix", NULL};
    const token *n = &r->list.token[name];
    for (; i < end; i = next(r, i)) {
        uint32_t close = is_any(r, i, templates) && is(r, next(r, i), "<") ? close_angle(r, next(r, i)) : 0;
        for (uint32_t k = next(r, i); close && k < close; k = next(r, k)) {
            const token *t = &r->list.token[k];
            if (t->size == n->size && !memcmp(r->list.source + t->start, r->list.source + n->start, n->size) &&
                is(r, previous(r, k), ","))
                return true;
        }
    }
    return false;
}

/* `template <uint N> void f(vec<float, N> v)`: a number of components is deduced as any integer in MSL, where vectors
 * are built in, but as an int where they are a class. */
static void rewrite_count(rewriter *r, uint32_t i, uint32_t head_end)
{
    static const char *const integers[] = {"uint",   "unsigned", "size_t",   "ushort",   "short",
                                           "uchar",  "ulong",    "uint8_t",  "uint16_t", "uint32_t",
                                           "int8_t", "int16_t",  "uint64_t", "long",     NULL};
    uint32_t name = next(r, i);
    if (is(r, i, "unsigned") && is(r, name, "int"))
        name = next(r, name);
    if (!is_any(r, i, integers) || !is_kind(r, name, TOKEN_WORD) || r->list.token[i].instead ||
        !counts_components(r, next(r, head_end), declaration_end(r, next(r, head_end)), name))
        return;
    put_instead(r, i, is(r, next(r, i), "int") ? "" : "int");
}

/* A template's parameter that is a pointer to a function, `void (*f)(…)` or `F f`, becomes a reference, which is a
 * constant expression. */
void rewrite_template(rewriter *r, uint32_t i)
{
    uint32_t open = next(r, i), close = is(r, open, "<") ? close_angle(r, open) : 0;
    for (uint32_t j = open; close && j < close; j = next(r, j)) {
        uint32_t name = next(r, next(r, j)), end = is_kind(r, name, TOKEN_WORD) ? next(r, name) : name;
        bool starts = is(r, previous(r, j), "<") || is(r, previous(r, j), ",");
        if (starts) {
            rewrite_count(r, j, close);
            if (is(r, j, "auto"))
                put_before(r, j, "__MSL_SINCE_auto_parameter ");
        }
        if (is(r, j, "(") && is(r, next(r, j), "*") && is(r, end, ")") && is(r, next(r, end), "("))
            put_instead(r, next(r, j), "&");
        if (!starts || !is_alias(r, j))
            continue;
        uint32_t type = is(r, next(r, j), "<") && close_angle(r, next(r, j)) ? close_angle(r, next(r, j)) : j;
        put_before(r, j, "typename __msl_function_reference<");
        put_after(r, type, ">::type ");
        j = type;
    }
}
