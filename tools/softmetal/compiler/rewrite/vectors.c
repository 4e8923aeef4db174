/* vectors.c: swizzles and compound assignments of vectors, subscripts of tensors. */
#include "rewriter.h"
#include <string.h>

/* `float4 v = {a, b}` leaves the other components zero; a constructor's arguments must not be too few, so this one is
 * marked. */
void rewrite_braces(rewriter *r, uint32_t i)
{
    uint32_t p = previous(r, i);
    if (is(r, p, "="))
        p = previous(r, p);
    unsigned size = vector_size(r, p), count = 0;
    if (!size && is_kind(r, p, TOKEN_WORD))
        size = vector_size(r, previous(r, p));
    if (!size || partner(r, i) == i || next(r, i) == partner(r, i))
        return;
    for (uint32_t k = next(r, i); k < partner(r, i); k = skip(r, k))
        count += is(r, k, ",") && next(r, k) != partner(r, i);
    if (count + 1 < size)
        put_after(r, i, "__msl_filled{}, ");
}

/* Whether i reads like a vector's component or components: letters of xyzw or of rgba. */
static bool is_swizzle(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    const char *text = r->list.source + t->start;
    if (t->kind != TOKEN_WORD || t->size > 4)
        return false;
    const char *letters = strchr("xyzw", *text) ? "xyzw" : "rgba";
    for (uint32_t n = 0; n < t->size; n++)
        if (!strchr(letters, text[n]))
            return false;
    return true;
}

static bool is_component(const rewriter *r, uint32_t i)
{
    return is_swizzle(r, i) && (is(r, previous(r, i), ".") || is(r, previous(r, i), "->"));
}

/* The start of the expression that ends in the component at i, or 0 if evaluating it twice would do more than once. */
static uint32_t component_start(const rewriter *r, uint32_t i)
{
    static const char *const effects[] = {
        "++", "--", "=", "(", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", NULL};
    for (int steps = 0; steps < 64; steps++) {
        uint32_t p = previous(r, i);
        if (is(r, p, ".") || is(r, p, "->") || is(r, p, "::"))
            i = p;
        else if (is(r, i, ".") || is(r, i, "->") || is(r, i, "::") || is(r, i, "[")) {
            if (is(r, p, "]") && partner(r, p) < p) {
                for (uint32_t k = next(r, partner(r, p)); k < p; k = next(r, k))
                    if (is_any(r, k, effects))
                        return 0;
                i = partner(r, p);
            } else if (is_kind(r, p, TOKEN_WORD)) {
                i = p;
            } else {
                return is(r, i, "::") ? i : 0;
            }
        } else {
            return i;
        }
    }
    return 0;
}

/* `a.xy * b.xy`: where their types depend on a template's parameters, clang finds no operator for two properties. One
 * becomes a value. */
void rewrite_swizzle(rewriter *r, uint32_t i)
{
    static const char *const operators[] = {"+",  "-",  "*",  "/",  "%",  "&",  "|",  "^", "<", ">",
                                            "<=", ">=", "==", "!=", "&&", "||", "<<", "!", "~", NULL};
    uint32_t name = next(r, i);
    if (!is_swizzle(r, name) || r->list.token[name].size < 2)
        return;
    uint32_t start = component_start(r, name);
    if (!start || !(is_any(r, next(r, name), operators) || is_any(r, previous(r, start), operators)))
        return;
    put_before(r, start, "__msl_value(");
    put_after(r, name, ")");
}

/* The end of the expression after the operator i. */
static uint32_t right_side_end(const rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", ",", ")", "]", "}", ":", NULL};
    uint32_t end = next(r, i), questions = 0;
    for (int steps = 0; steps < FAR && !is_any(r, end, ends) && !is_end(r, end); steps++) {
        questions += is(r, end, "?");
        end = skip(r, end);
        while (questions && is(r, end, ":")) {
            questions--;
            end = next(r, end);
        }
    }
    return end;
}

/* Of `v.rgb.r`: the dot between the two, or 0. */
static uint32_t inner_component(const rewriter *r, uint32_t name)
{
    uint32_t dot = previous(r, name), outer = previous(r, dot);
    bool both =
        r->list.token[name].size == 1 && is(r, dot, ".") && is_component(r, outer) && r->list.token[outer].size > 1;
    return both ? dot : 0;
}

/* `v.rgb.r = e` becomes `v.rgb = __msl_with(v.rgb, 0, e)`: what a property gives is a value, which nothing is stored in. */
void rewrite_assignment(rewriter *r, uint32_t i)
{
    uint32_t name = previous(r, i), dot = is_component(r, name) ? inner_component(r, name) : 0,
             start = dot ? component_start(r, name) : 0, end = right_side_end(r, i);
    if (!start || end == next(r, i))
        return;
    const token *t = &r->list.token[i];
    const char *whole = join(r, start, dot), *part = join(r, start, i);
    char letter = r->list.source[r->list.token[name].start];
    int index = (int)(strchr("xyzwrgba", letter) - "xyzwrgba") % 4;
    put_instead(r, i,
                t->size == 1 ? format(r, "= __msl_with(%s, %d, ", whole, index)
                             : format(r, "= __msl_with(%s, %d, __msl_value(%s) %.*s (", whole, index, part,
                                      (int)t->size - 1, r->list.source + t->start));
    put_after(r, previous(r, end), t->size == 1 ? ")" : "))");
    drop(r, dot, i);
}

/* `v.x += e` becomes `v.x = v.x + (e)`: where v's type depends on a template's parameters, clang knows properties only
 * in plain assignments. */
void rewrite_compound(rewriter *r, uint32_t i)
{
    uint32_t name = previous(r, i), start = is_component(r, name) ? component_start(r, name) : 0,
             end = right_side_end(r, i);
    if (!start || end == next(r, i))
        return;
    if (inner_component(r, name)) {
        rewrite_assignment(r, i);
        return;
    }
    const token *t = &r->list.token[i];
    put_instead(r, i,
                format(r, "= __msl_value(%s) %.*s (", join(r, start, i), (int)t->size - 1, r->list.source + t->start));
    put_after(r, previous(r, end), ")");
}

/* `v.x++` and `++v.x` likewise; the value of the first is what was there before. */
void rewrite_step(rewriter *r, uint32_t i)
{
    static const char *const parts[] = {".", "->", "::", "[", NULL};
    char sign = r->list.source[r->list.token[i].start];
    uint32_t name = previous(r, i), start = is_component(r, name) ? component_start(r, name) : 0;
    if (start) {
        const char *place = join(r, start, i);
        put_before(r, start, format(r, "__msl_before(__msl_value(%s), %s = %s %c 1", place, place, place, sign));
        drop(r, start, i);
        put_instead(r, i, ")");
        return;
    }
    uint32_t end = next(r, i);
    while (is_kind(r, end, TOKEN_WORD) || is_any(r, end, parts))
        end = skip(r, end);
    name = previous(r, end);
    start = name > i && is_component(r, name) ? component_start(r, name) : 0;
    if (start != next(r, i))
        return;
    const char *place = join(r, start, end);
    put_instead(r, i, format(r, "(%s = %s %c 1)", place, place, sign));
    drop(r, start, end);
}

/* Where a comma parts what stands between the bracket i and its partner, one object that holds all of it. */
static void join_subscripts(rewriter *r, uint32_t i)
{
    for (uint32_t k = next(r, i); k < partner(r, i); k = skip(r, k))
        if (is(r, k, ",")) {
            put_after(r, i, "__msl_subscript(");
            put_before(r, partner(r, i), ")");
            return;
        }
}

/* `t[i, j]` and `t.operator[]<plane>(i, j)`: C++17 has one subscript; a call keeps them all. Which commas part
 * subscripts, clang decides. */
void rewrite_subscript(rewriter *r, uint32_t i)
{
    static const char *const no_object[] = {"auto", "return", "operator", "delete", "case", NULL};
    static const char *const members[] = {".", "->", "template", NULL};
    uint32_t p = previous(r, i), end = partner(r, i), angle = next(r, end);
    if (end <= i || is(r, next(r, i), "["))
        return;
    if (is(r, p, "operator") && is_any(r, previous(r, p), members) && is(r, angle, "<") && close_angle(r, angle)) {
        uint32_t open = next(r, close_angle(r, angle));
        if (opens(r, open) && is(r, open, "("))
            join_subscripts(r, open);
        return;
    }
    if ((is_kind(r, p, TOKEN_WORD) && !is_any(r, p, no_object)) || is(r, p, ")") || is(r, p, "]"))
        join_subscripts(r, i);
}

/* Remembers the name of a type: `typedef float f8 __attribute__((ext_vector_type(8)))`, `using f8 = …`. */
void note_long_vector(rewriter *r, uint32_t i)
{
    uint32_t start = statement_start(r, i), name = 0;
    if (is(r, start, "template") && is(r, next(r, start), "<"))
        start = next(r, close_angle(r, next(r, start)));
    if (is(r, start, "using"))
        name = next(r, start);
    for (uint32_t k = next(r, start); is(r, start, "typedef") && !is(r, k, ";") && !is_end(r, k); k = skip(r, k))
        if (is_kind(r, k, TOKEN_WORD) && !is(r, k, "__attribute__"))
            name = k;
    if (name && r->long_vectors < MANY)
        r->long_vector[r->long_vectors++] = name;
}

/* What is no number may be a vector, which counts as its components. */
static void mark_parts(rewriter *r, uint32_t type, uint32_t open)
{
    const char *mark = format(r, "__msl_part<%s>(", join(r, type, open));
    for (uint32_t i = next(r, open), end; i < partner(r, open); i = is(r, end, ",") ? next(r, end) : end) {
        for (end = i; end < partner(r, open) && !is(r, end, ","); end = skip(r, end))
            ;
        uint32_t last = previous(r, end), first = is(r, i, "-") ? next(r, i) : i;
        if (end == i || (first == last && is_kind(r, first, TOKEN_NUMBER)) || is(r, last, "."))
            continue;
        put_before(r, i, mark);
        put_after(r, last, ")");
    }
}

/* `f8(1, 2, …)` of such a type: clang makes it of several values only as OpenCL writes it, `(f8)(1, 2, …)`, and of a
 * vector of another type by a function of its own. */
void rewrite_long_vector(rewriter *r, uint32_t i)
{
    static const char *const no_object[] = {"typedef", "using", "struct", NULL};
    uint32_t angle = is(r, next(r, i), "<") ? close_angle(r, next(r, i)) : 0, type = angle ? angle : i;
    uint32_t open = next(r, type);
    bool known = false, several = false;
    for (uint32_t k = 0; k < r->long_vectors && is_kind(r, i, TOKEN_WORD); k++)
        known = known || same_text(r, r->long_vector[k], i);
    if (!known || !opens(r, open) || !is(r, open, "(") || is_any(r, previous(r, i), no_object))
        return;
    for (uint32_t k = next(r, open); k < partner(r, open); k = skip(r, k))
        several = several || is(r, k, ",");
    uint32_t first = next(r, open), close = partner(r, open);
    if (!several) {
        bool number = is_kind(r, first, TOKEN_NUMBER) && next(r, first) == close;
        if (first == close || number || is(r, next(r, close), "("))
            return;
        put_instead(r, i, format(r, "__msl_converted<%s>", join(r, i, open)));
        drop(r, next(r, i), open);
        return;
    }
    put_before(r, i, "(");
    put_after(r, type, ")");
    mark_parts(r, i, open);
}
