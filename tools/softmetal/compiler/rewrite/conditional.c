/* conditional.c: `?:` of vectors chooses for each component, which clang knows of its own vectors only. */
#include "rewriter.h"

operand classify(const rewriter *r, uint32_t from, uint32_t to)
{
    static const char *const values[] = {"NULL", "nullptr", "true", "false", "this", "sizeof", "void", NULL};
    static const char *const parts[] = {"[", ".", "->", NULL};
    uint32_t i = from;
    bool name = false;
    while (i < to && is(r, i, "*"))
        i = next(r, i);
    if (i < to && is(r, i, "(") && partner(r, i) > i) {
        uint32_t close = partner(r, i), after = next(r, close);
        if (after >= to)
            return i > from ? OPERAND_VARIABLE : classify(r, next(r, i), close); /* *(p + 1) */
        if (i > from && is(r, previous(r, close), "*")) {                        /* *(T *)(p + 1) */
            bool grouped = is(r, after, "(") && partner(r, after) > after && next(r, partner(r, after)) >= to;
            return grouped || classify(r, after, to) != OPERAND_VALUE ? OPERAND_VARIABLE : OPERAND_VALUE;
        }
        name = is_any(r, after, parts); /* ((T *)p)[1] */
        i = name ? after : i;
    }
    for (; i < to; i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") && name ? close_angle(r, i) : 0;
        bool last = opens(r, i) && next(r, partner(r, i)) >= to;
        if (is_kind(r, i, TOKEN_WORD)) {
            if (name || is_any(r, i, values))
                return OPERAND_VALUE;
            name = true;
        } else if (is(r, i, ".") || is(r, i, "->") || is(r, i, "::")) {
            name = false;
        } else if (angle && angle < to) {
            i = angle;
        } else if (!is(r, i, "[") || !name || !opens(r, i)) {
            if (name && !last && is(r, i, "(") && opens(r, i) && is_any(r, next(r, partner(r, i)), parts))
                continue; /* reinterpret_cast<T *>(p)[1] */
            if (!name || !last)
                return OPERAND_VALUE;
            return is(r, i, "{") ? OPERAND_VARIABLE : is(r, i, "(") ? OPERAND_CALL : OPERAND_VALUE;
        }
    }
    return name ? OPERAND_VARIABLE : OPERAND_VALUE;
}

/* Whether the conditional at i is a statement of its own, whose value, if it has one, nobody uses. */
static bool is_statement(const rewriter *r, uint32_t i)
{
    static const char *const uses[] = {"=", "return", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", NULL};
    uint32_t around = r->list.token[i].outer, start = statement_start(r, i);
    if (r->list.token[i].line != LINE_CODE || (around && !is(r, around, "{")))
        return false;
    for (uint32_t k = start; k < i; k = skip(r, k))
        if (is_any(r, k, uses))
            return false;
    if (!is(r, previous(r, start), ":"))
        return true;
    for (uint32_t k = start; !is_end(r, k) && !is(r, k, ";") && !is(r, k, "{") && !is(r, k, "}") && start - k < FAR;) {
        k = previous(r, k);
        if (is(r, k, "?")) /* the operand of another */
            return false;
    }
    return true;
}

/* Past the token at j, and past the template's arguments that begin there: `array<int, 2>{…}` ends at no comma. */
static uint32_t skip_arguments(const rewriter *r, uint32_t j)
{
    uint32_t close = is(r, j, "<") && is_kind(r, previous(r, j), TOKEN_WORD) ? close_angle(r, j) : 0;
    uint32_t after = close ? next(r, close) : 0;
    return close && (is(r, after, "(") || is(r, after, "{")) ? after : skip(r, j);
}

/* Finds the `:` of the `?` at i and where its last operand ends. */
static bool find_operands(rewriter *r, uint32_t i, uint32_t *colon, uint32_t *end)
{
    static const char *const ends[] = {";", ",", ")", "]", "}", NULL};
    int depth = 0;
    *colon = 0;
    uint32_t j = next(r, i);
    for (int steps = 0; steps < FAR && !is_end(r, j) && !(is_any(r, j, ends) && !(is(r, j, ",") && !*colon));
         steps++, j = skip_arguments(r, j)) {
        if (is(r, j, "?")) {
            depth++;
        } else if (is(r, j, ":")) {
            if (*colon && !depth)
                break;
            if (depth)
                depth--;
            else
                *colon = j;
        }
    }
    *end = j;
    return *colon;
}

/* Whether the conditional that ends before `end` is used as an lvalue: assigned to, bound to a reference, its address
 * taken. */
static bool is_lvalue(const rewriter *r, uint32_t i, uint32_t end)
{
    static const char *const writes[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", ".", "[", NULL};
    if (is(r, end, ")") && partner(r, end) < end)
        return is_any(r, next(r, end), writes) || is(r, previous(r, partner(r, end)), "&");
    for (int steps = 0; steps < 64 && !is_end(r, i); steps++) {
        uint32_t p = previous(r, i);
        if (is(r, p, "="))
            return is(r, previous(r, previous(r, p)), "&");
        if (is(r, p, ";") || is(r, p, "{") || is(r, p, "}"))
            return false;
        i = partner(r, p) < p ? partner(r, p) : p;
    }
    return false;
}

static void pass_by_value(rewriter *r, uint32_t from, uint32_t to)
{
    put_before(r, from, "__msl_value(");
    put_after(r, previous(r, to), ")");
}

static bool is_integer(const rewriter *r, uint32_t from, uint32_t to)
{
    if (is(r, from, "-"))
        from = next(r, from);
    const token *t = &r->list.token[from];
    return t->kind == TOKEN_NUMBER && t->next == to && !is_real(r->list.source + t->start, t->size);
}

static bool is_literal(const rewriter *r, uint32_t from, uint32_t to)
{
    static const char *const words[] = {"true", "false", "NULL", "nullptr", NULL};
    if (is(r, from, "-"))
        from = next(r, from);
    return next(r, from) == to &&
           (is_kind(r, from, TOKEN_NUMBER) || is_kind(r, from, TOKEN_TEXT) || is_any(r, from, words));
}

/* `c ? float4(0) : v` becomes `c ? float4(0) : __msl_value(v)`: C++ for OpenCL finds no common type of a value and a
 * variable of a class, nor of variables in two address spaces. */
void rewrite_conditional(rewriter *r, uint32_t i)
{
    uint32_t colon, end;
    if (is_statement(r, i) || !find_operands(r, i, &colon, &end))
        return;
    uint32_t from[] = {next(r, i), next(r, colon)}, to[] = {colon, end};
    operand kind[] = {classify(r, from[0], to[0]), classify(r, from[1], to[1])};
    bool variables = kind[0] != OPERAND_VALUE && kind[1] != OPERAND_VALUE;
    if (variables && is_lvalue(r, i, end))
        return;
    for (int k = 0; k < 2; k++) {
        if (!is_integer(r, from[k], to[k]) || is_literal(r, from[1 - k], to[1 - k]))
            continue;
        put_before(r, from[k], format(r, "__msl_literal<decltype(%s)>::__of(", join(r, from[1 - k], to[1 - k])));
        put_after(r, previous(r, to[k]), ")");
    }
    for (int k = 0; k < 2; k++)
        if (kind[k] != OPERAND_VALUE)
            pass_by_value(r, from[k], to[k]);
}
