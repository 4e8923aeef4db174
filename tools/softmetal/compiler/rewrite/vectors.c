/* vectors.c: swizzles and compound assignments of vectors, subscripts of tensors. */
#include "rewriter.h"
#include <string.h>

static bool declares_type(const rewriter *r, uint32_t word)
{
    uint32_t before = previous(r, word);
    return is(r, before, "struct") || is(r, before, "class") || is(r, before, "union") ||
           (is(r, before, "using") && is(r, next(r, word), "=")) || (is(r, before, "}") && is(r, next(r, word), ";"));
}

static bool is_noted_type(const rewriter *r, uint32_t word)
{
    for (uint32_t n = 0; n < r->own_vectors && r->own_vector[n] <= word; n++) {
        if (same_text(r, r->own_vector[n], word))
            return true;
    }
    return false;
}

/* Whether the program has declared a type of its own by this name, a vector's, in a namespace of its own or where the
 * library has the name later only. The text up to the word is looked through once, for all words. */
static bool is_own_type(rewriter *r, uint32_t word)
{
    for (; r->own_looked <= word; r->own_looked++) {
        uint32_t k = r->own_looked;
        if (vector_size(r, k) && !is_noted_type(r, k) && r->own_vectors < MANY && declares_type(r, k))
            r->own_vector[r->own_vectors++] = k;
    }
    return is_noted_type(r, word);
}

/* `float4 v = {a, b}` leaves the other components zero; a constructor's arguments must not be too few, so this one is
 * marked. */
void rewrite_braces(rewriter *r, uint32_t i)
{
    uint32_t p = previous(r, i);
    if (is(r, p, "="))
        p = previous(r, p);
    unsigned size = vector_size(r, p), count = 0;
    if (!size && is_kind(r, p, TOKEN_WORD))
        size = vector_size(r, p = previous(r, p));
    if (!size || partner(r, i) == i || next(r, i) == partner(r, i) || is_own_type(r, p))
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

/* Whether the `(` at i may open the arguments of a call. */
static bool is_call(const rewriter *r, uint32_t i)
{
    static const char *const words[] = {"return", "else", "do", "case", "and", "or", "not", NULL};
    static const char *const conditions[] = {"if", "for", "while", "switch", "constexpr", NULL};
    uint32_t p = previous(r, i);
    if (is(r, p, ")")) {
        uint32_t name = previous(r, partner(r, p));
        return !is_any(r, name, conditions) && !(is_kind(r, name, TOKEN_WORD) && looks_like_macro(r, name));
    }
    return is(r, p, "]") || (is(r, p, ">") && open_angle(r, p)) || (is_kind(r, p, TOKEN_WORD) && !is_any(r, p, words));
}

/* The start of the expression, whatever it does, of which i is the last `.` or `->`; or 0. */
static uint32_t place_start(const rewriter *r, uint32_t i)
{
    static const char *const members[] = {".", "->", "::", NULL};
    static const char *const parts[] = {".", "->", "::", "++", "--", "[", NULL};
    for (int steps = 0; steps < FAR; steps++) {
        uint32_t p = previous(r, i);
        bool goes_on = is_any(r, i, parts) || (is(r, i, "(") && is_call(r, i));
        if (is_any(r, p, members) || (is(r, p, "template") && is_any(r, previous(r, p), members)))
            i = p;
        else if (!goes_on)
            return i;
        else if ((is(r, p, "]") || is(r, p, ")")) && partner(r, p) < p)
            i = partner(r, p);
        else if (is(r, p, ">"))
            i = previous(r, open_angle(r, p));
        else if (is_kind(r, p, TOKEN_WORD) || is(r, p, "++") || is(r, p, "--"))
            i = p;
        else
            return is(r, i, "::") ? i : 0;
    }
    return 0;
}

/* Whether the `&` at i takes the address of what ends before `end`: a class may have a member of a name such as bar. */
static bool is_address(const rewriter *r, uint32_t i, uint32_t end)
{
    static const char *const goes_on[] = {".", "->", "[", NULL};
    uint32_t before = previous(r, i);
    if (!is(r, i, "&"))
        return false;
    bool cast = is(r, before, ")") && is(r, previous(r, before), "*");
    bool operand = is_kind(r, before, TOKEN_NUMBER) || is(r, before, ")") || is(r, before, "]") ||
                   (is_kind(r, before, TOKEN_WORD) && !is(r, before, "return"));
    return is_any(r, end, goes_on) || cast || !operand;
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
    uint32_t start = place_start(r, i);
    if (!start || !(is_any(r, next(r, name), operators) || is_any(r, previous(r, start), operators)) ||
        is_address(r, previous(r, start), next(r, name)))
        return;
    put_before(r, start, "__msl_value(");
    put_after(r, name, ")");
}

/* The last token of the expression after the operator i, or i. */
static uint32_t right_side(const rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", ",", ")", "]", "}", ":", NULL};
    static const char *const uses[] = {"(", "{", "::", NULL}; /* of a template with arguments */
    uint32_t last = i, questions = 0;
    for (int steps = 0; steps < FAR; steps++) {
        uint32_t k = next(r, last);
        if (is_end(r, k) || (is_any(r, k, ends) && !(questions && is(r, k, ":"))))
            break;
        questions += is(r, k, "?") ? 1 : is(r, k, ":") ? -1u : 0;
        uint32_t angle = is(r, k, "<") ? close_angle(r, k) : 0;
        last = opens(r, k) ? partner(r, k) : angle && is_any(r, next(r, angle), uses) ? angle : k;
    }
    return last;
}

/* Of `v.rgb.r`: the dot between the two, or 0. */
static uint32_t inner_component(const rewriter *r, uint32_t name)
{
    uint32_t dot = previous(r, name), outer = previous(r, dot);
    bool both =
        r->list.token[name].size == 1 && is(r, dot, ".") && is_component(r, outer) && r->list.token[outer].size > 1;
    return both ? dot : 0;
}

/* A component that is written. What is before its dot is printed twice, and so must do nothing when it is evaluated;
 * or, if it does something, it is evaluated once and gets a name. */
typedef struct component {
    uint32_t start, dot, end; /* the whole of it; 0 if there is none */
    bool named;
    const char *place;  /* what is before the dot, and the dot */
    const char *target; /* what is stored in: of `v.rgb.r` all of v.rgb */
    const char *value;  /* the component's: the target's and what follows */
    const char *last;
    const char *store; /* what precedes the new value, from `=` on */
    const char *close; /* what follows it */
} component;

/* The component whose last token is `name`. */
static component find_component(rewriter *r, uint32_t name)
{
    component c = {0};
    uint32_t inner = is_component(r, name) ? inner_component(r, name) : 0;
    uint32_t first = inner ? previous(r, inner) : name, start;
    if (!is_component(r, name))
        return c;
    c.dot = previous(r, first);
    c.end = next(r, name);
    start = component_start(r, c.dot);
    c.named = !start;
    c.start = start ? start : place_start(r, c.dot);
    const char *dot = join(r, c.dot, first);
    c.place = c.named ? format(r, "__place%s", dot) : join(r, start, first);
    c.target = c.value = format(r, "%s%s", c.place, join(r, first, next(r, first)));
    c.store = "=";
    c.close = c.last = "";
    if (inner) {
        int index = (int)(strchr("xyzwrgba", r->list.source[r->list.token[name].start]) - "xyzwrgba") % 4;
        c.store = format(r, "= __msl_with(%s, %d,", c.target, index);
        c.close = ")";
        c.last = join(r, inner, next(r, name));
        c.value = format(r, "%s%s", c.target, c.last);
    }
    return c;
}

/* Prints a text behind the last token of an expression: outside of what is printed there later, by the rules for what
 * is inside. */
static void put_last(rewriter *r, uint32_t last, const char *text)
{
    token *end = &r->list.token[next(r, last)];
    const char **to = end->kind == TOKEN_END ? &r->list.token[last].after : &end->before; /* the first: of a macro */
    *to = format(r, "%s%s", text, *to ? *to : "");
}

/* The place's name is declared before it; `rest` is printed instead of the dot, and closes it with `; })`. */
static void name_place(rewriter *r, const component *c, const char *rest)
{
    put_before(r, c->start, "({ auto &&__place = ");
    put_instead(r, c->dot, format(r, "; %s", rest));
}

/* The operator i stores `before`, the right side, and `after` in the component. */
static void store_component(rewriter *r, const component *c, uint32_t i, const char *before, const char *after)
{
    uint32_t last = right_side(r, i);
    if (last == i || is(r, previous(r, c->start), "*")) /* `*p.x = 1`: where a member points to */
        return;
    put_instead(r, i, format(r, "%s %s", c->store, before));
    if (*c->last) {
        drop(r, previous(r, previous(r, i)), i);
        put_before(r, c->start, "(");
    }
    if (c->named)
        name_place(r, c, c->place);
    put_last(r, last, format(r, "%s%s%s%s%s", after, c->close, c->named ? "; })" : "", *c->last ? ")" : "", c->last));
}

/* `v.rgb.r = e` becomes `(v.rgb = __msl_with(v.rgb, 0, e)).r`: what a property gives is a value, which nothing is
 * stored in. */
void rewrite_assignment(rewriter *r, uint32_t i)
{
    component c = find_component(r, previous(r, i));
    if (c.start && *c.last)
        store_component(r, &c, i, "", "");
}

/* `v.x += e` becomes `v.x = v.x + (e)`: where v's type depends on a template's parameters, clang knows properties only
 * in plain assignments. */
void rewrite_compound(rewriter *r, uint32_t i)
{
    component c = find_component(r, previous(r, i));
    const token *t = &r->list.token[i];
    if (c.start)
        store_component(r, &c, i,
                        format(r, "__msl_value(%s) %.*s (", c.value, (int)t->size - 1, r->list.source + t->start), ")");
}

/* `v.x++` and `++v.x` likewise; the value of the first is what was there before. */
void rewrite_step(rewriter *r, uint32_t i)
{
    static const char *const parts[] = {".", "->", "::", "[", "(", NULL};
    uint32_t last = i;
    component c = find_component(r, previous(r, i));
    bool postfix = c.start;
    if (!postfix) {
        for (uint32_t k = next(r, i); is_kind(r, k, TOKEN_WORD) || is_any(r, k, parts); k = next(r, last))
            last = opens(r, k) ? partner(r, k) : k;
        c = find_component(r, last);
        if (!c.start || c.start != next(r, i))
            return;
    }
    const char *step =
        format(r, "%s %s %s %c 1%s", c.target, c.store, c.value, r->list.source[r->list.token[i].start], c.close);
    step = postfix ? format(r, "__msl_before(__msl_value(%s), %s)", c.value, step) : format(r, "(%s)%s", step, c.last);
    drop(r, c.named ? next(r, c.dot) : c.start, c.end);
    put_instead(r, i, "");
    if (c.named) {
        name_place(r, &c, step);
        put_last(r, last, "; })");
    } else {
        put_instead(r, postfix ? c.start : i, step);
    }
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
