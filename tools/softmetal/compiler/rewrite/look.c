/* look.c: questions about tokens and their surroundings that several rules ask. */
#include "rewriter.h"
#include <string.h>

uint32_t next(const rewriter *r, uint32_t i)
{
    return r->list.token[i].next;
}
uint32_t previous(const rewriter *r, uint32_t i)
{
    return r->list.token[i].previous;
}
bool is(const rewriter *r, uint32_t i, const char *text)
{
    return token_is(&r->list, i, text);
}
bool is_kind(const rewriter *r, uint32_t i, token_kind kind)
{
    return r->list.token[i].kind == kind;
}
bool is_end(const rewriter *r, uint32_t i)
{
    return is_kind(r, i, TOKEN_END);
}
uint32_t partner(const rewriter *r, uint32_t i)
{
    return r->list.token[i].match;
}

/* Whether two tokens are spelled alike. */
bool same_text(const rewriter *r, uint32_t i, uint32_t k)
{
    const token *a = &r->list.token[i], *b = &r->list.token[k];
    return a->size == b->size && !memcmp(r->list.source + a->start, r->list.source + b->start, a->size);
}

bool is_any(const rewriter *r, uint32_t i, const char *const *table)
{
    return token_is_one_of(&r->list, i, table);
}

bool opens(const rewriter *r, uint32_t i)
{
    static const char *const open[] = {"(", "[", "{", NULL};
    return partner(r, i) > i && is_any(r, i, open);
}

/* The token after i, or after the brackets that i opens. */
uint32_t skip(const rewriter *r, uint32_t i)
{
    return next(r, opens(r, i) ? partner(r, i) : i);
}

/* Whether i starts `[[…]]`. */
bool is_attribute(const rewriter *r, uint32_t i)
{
    const token *t = r->list.token;
    return is(r, i, "[") && is(r, i + 1, "[") && t[i].match > i + 1 && t[i + 1].match + 1 == t[i].match;
}

/* The `>` that closes the template bracket i, or 0. */
uint32_t close_angle(const rewriter *r, uint32_t i)
{
    int depth = 0;
    for (int steps = 0; steps < FAR && !is_end(r, i); steps++, i = skip(r, i)) {
        if (is(r, i, "<"))
            depth++;
        else if (is(r, i, ">") && --depth == 0)
            return i;
        else if (is(r, i, ";") || is(r, i, ")") || is(r, i, "}") || is(r, i, "]"))
            return 0;
    }
    return 0;
}

uint32_t open_angle(const rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", "{", "}", "(", "[", NULL};
    int depth = 0;
    for (int steps = 0; steps < FAR && !is_end(r, i) && !is_any(r, i, ends); steps++, i = previous(r, i)) {
        if (partner(r, i) < i)
            i = partner(r, i);
        else if (is(r, i, ">"))
            depth++;
        else if (is(r, i, "<") && --depth == 0)
            return i;
    }
    return 0;
}

/* The first token of the statement or declaration that i is in. */
uint32_t statement_start(const rewriter *r, uint32_t i)
{
    for (int steps = 0; steps < FAR; steps++) {
        uint32_t p = previous(r, i);
        if (is_end(r, p) || is(r, p, ";") || is(r, p, "{") || is(r, p, "}") || is(r, p, ":"))
            return i;
        i = partner(r, p) < p ? partner(r, p) : p;
    }
    return i;
}

/* Whether the declaration that starts at `start` is `template …;`, an explicit instantiation. */
bool is_instantiation(const rewriter *r, uint32_t start)
{
    return is(r, start, "template") && !is(r, next(r, start), "<");
}

/* Whether i is at the scope of functions: outside every brace but those of namespaces. False inside a macro's body,
 * where it is unknown. */
bool at_namespace_scope(const rewriter *r, uint32_t i)
{
    const token *t = r->list.token;
    return t[i].line == LINE_CODE && (!t[i].brace || t[t[i].brace].scope == SCOPE_NAMESPACE);
}

bool starts_with(const rewriter *r, uint32_t i, const char *text)
{
    const token *t = &r->list.token[i];
    return t->size >= strlen(text) && !memcmp(r->list.source + t->start, text, strlen(text));
}

/* Whether a word is of capitals: `struct { … } PACKED;` may well declare nothing. */
bool looks_like_macro(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    for (uint32_t n = 0; n < t->size; n++)
        if (r->list.source[t->start + n] >= 'a' && r->list.source[t->start + n] <= 'z')
            return false;
    return true;
}

static const char *const scalars[] = {"bool", "char",  "uchar", "short",  "ushort", "int", "uint",
                                      "long", "ulong", "half",  "bfloat", "float",  NULL};

bool is_scalar(const rewriter *r, uint32_t i)
{
    return is_any(r, i, scalars);
}

/* N for the word's last part, from `start` on, if it is float4, uchar2, … */
static unsigned size_of_name(const rewriter *r, uint32_t i, uint32_t start)
{
    const token *t = &r->list.token[i];
    if (t->kind != TOKEN_WORD || t->size < start + 4)
        return 0;
    const char *text = r->list.source + t->start + start;
    size_t scalar = t->size - start - 1;
    for (size_t k = 0; scalars[k]; k++)
        if (strlen(scalars[k]) == scalar && !memcmp(text, scalars[k], scalar) && text[scalar] >= '2' &&
            text[scalar] <= '4')
            return (unsigned)(text[scalar] - '0');
    return 0;
}

/* N for float4, uchar2, …; 0 for other words. */
unsigned vector_size(const rewriter *r, uint32_t i)
{
    return size_of_name(r, i, 0);
}

/* N for packed_float4, packed_uchar2, …; 0 for other words. */
unsigned packed_size(const rewriter *r, uint32_t i)
{
    return starts_with(r, i, "packed_") ? size_of_name(r, i, sizeof "packed_" - 1) : 0;
}

/* What a declaration in a function may start with before its type. */
uint32_t skip_qualifiers(const rewriter *r, uint32_t i)
{
    static const char *const words[] = {"const", "thread", "metal", "::", NULL};
    while (is_any(r, i, words))
        i = next(r, i);
    return i;
}

/* The first token after the words and template arguments of a type that starts at i. */
uint32_t skip_type(const rewriter *r, uint32_t i)
{
    for (int steps = 0; steps < FAR && (is_kind(r, i, TOKEN_WORD) || is(r, i, "::") || is(r, i, "<"));
         steps++, i = next(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is(r, i, "<"))
            break;
    }
    return i;
}

/* The first part of a name that a macro makes of several, as `a##_b`, at the last: i itself where there is one part. */
uint32_t pasted_start(const rewriter *r, uint32_t i)
{
    while (is(r, previous(r, i), "##"))
        i = previous(r, previous(r, i));
    return i;
}
