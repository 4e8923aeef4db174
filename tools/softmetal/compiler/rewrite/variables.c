/* variables.c: variables in threadgroup memory, constants of the program, function constants. */
#include "rewriter.h"
#include <string.h>

typedef struct variable {
    uint32_t first, name, end; /* of `first … name … ;`, end at the `;` */
    uint32_t space;            /* of `first * space name`, a pointer; else 0 */
} variable;

bool starts_statement(const rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", "{", "}", ":", ")", NULL};
    uint32_t p = previous(r, i);
    return is_end(r, p) || is_any(r, p, ends);
}

/* Goes back over specifiers from the address space at i to the start of the statement; false if it is not in one. */
static bool find_specifiers(const rewriter *r, uint32_t i, uint32_t *first)
{
    static const char *const others[] = {"return", "case",    "goto",   "new",  "delete", "throw", "operator",
                                         "using",  "typedef", "friend", "else", "sizeof", "do",    NULL};
    static const char *const grouped[] = {"alignas", "__attribute__", NULL};
    bool pointer = is(r, i, "threadgroup");
    for (int steps = 0; steps < FAR; steps++) {
        uint32_t p = previous(r, i), open = partner(r, p);
        if (is(r, p, ")") && open < p && is_any(r, previous(r, open), grouped)) {
            i = previous(r, open);
            continue;
        }
        if (starts_statement(r, i)) {
            *first = i;
            return true;
        }
        if (is(r, p, "]") && open < p && is_attribute(r, open))
            i = open;
        else if (is(r, p, "::") || (is(r, p, "*") && pointer) || (is_kind(r, p, TOKEN_WORD) && !is_any(r, p, others)))
            i = p;
        else
            return false;
    }
    return false;
}

/* Finds the declared name: the last word before an array bound, comma, initialiser, attribute or the end. False if what
 * is declared is a pointer, a reference, a function or nothing. */
bool find_name(const rewriter *r, uint32_t first, uint32_t *name)
{
    static const char *const stops[] = {"[", ",", ";", "=", "{", NULL};
    static const char *const grouped[] = {"alignas", "decltype", "__attribute__", "typeof", NULL};
    static const char *const qualifiers[] = {"threadgroup", "constant", "const",  "volatile", "static",
                                             "constexpr",   "extern",   "inline", "struct",   NULL};
    int words = 0;
    for (uint32_t i = first, steps = 0; steps < FAR && !is_end(r, i); steps++, i = skip(r, i)) {
        if (is_attribute(r, i) && words == 0)
            continue;
        if (is_any(r, i, stops))
            return words > 1 && is_kind(r, previous(r, i), TOKEN_WORD);
        if (is(r, i, "<")) {
            if (!(i = close_angle(r, i)))
                return false;
        } else if (is_kind(r, i, TOKEN_WORD)) {
            *name = i;
            words += !is_any(r, i, qualifiers);
        } else if (is(r, i, "(") ? !is_any(r, previous(r, i), grouped) : !is(r, i, "::")) {
            return false;
        }
    }
    return false;
}

/* `T *space name`, with `const` or without, and no other declared beside it. */
static bool find_pointer(const rewriter *r, uint32_t i, variable *v)
{
    if (!is(r, previous(r, i), "*"))
        return false;
    v->space = i;
    v->name = next(r, i);
    while (is(r, v->name, "const") || is(r, v->name, "volatile"))
        v->name = next(r, v->name);
    for (v->end = v->name; !is_end(r, v->end) && !is(r, v->end, ";"); v->end = skip(r, v->end))
        if (is(r, v->end, ","))
            return false;
    return is_kind(r, v->name, TOKEN_WORD);
}

static bool find_variable(const rewriter *r, uint32_t i, variable *v)
{
    v->space = 0;
    if (!find_specifiers(r, i, &v->first) || (!find_pointer(r, i, v) && !find_name(r, v->first, &v->name)))
        return false;
    v->end = v->name;
    for (int steps = 0; steps < FAR && !is(r, v->end, ";"); steps++) {
        if (is_end(r, v->end) || is(r, v->end, ")") || is(r, v->end, "}"))
            return false;
        v->end = skip(r, v->end);
    }
    return is(r, v->end, ";");
}

/* Past `[[…]]` and `__attribute__((…))` before or behind a variable; `*alignment` is what they ask for. */
static uint32_t skip_variable_attributes(rewriter *r, uint32_t i, const char **alignment)
{
    while (is_attribute(r, i) || (is(r, i, "__attribute__") && opens(r, next(r, i)))) {
        uint32_t end = is_attribute(r, i) ? skip(r, i) : skip(r, next(r, i));
        for (uint32_t k = i; k < end; k = next(r, k))
            if (is(r, k, "aligned") && opens(r, next(r, k)))
                *alignment = format(r, ", %s", join(r, next(r, next(r, k)), partner(r, next(r, k))));
        i = end;
    }
    return i;
}

/* The type before the name without storage, address space and alignment; `*alignment` is the alignas' argument or "".
 */
static const char *variable_type(rewriter *r, const variable *v, const char **alignment)
{
    static const char *const dropped[] = {"threadgroup", "static", NULL};
    uint32_t from = v->first, open;
    *alignment = "";
    while (is_attribute(r, from) || is(r, from, "alignas") || is(r, from, "__attribute__") ||
           (!v->space && is_any(r, from, dropped))) {
        bool aligned = is(r, from, "alignas") && opens(r, open = next(r, from));
        uint32_t behind = skip_variable_attributes(r, from, alignment);
        if (aligned)
            *alignment = format(r, ", %s", join(r, next(r, open), partner(r, open)));
        from = aligned ? next(r, partner(r, open)) : behind > from ? behind : skip(r, from);
    }
    if (v->space)
        return format(r, "%s %s", join(r, from, v->space), join(r, next(r, v->space), v->name));
    return join_but(r, from, v->name, dropped, 0);
}

/* `threadgroup T x[8];` in a kernel becomes a reference to memory that lowering provides, because OpenCL wants such
 * variables in functions of its own kernel kind only. An initialiser is an assignment that every thread makes. */
void rewrite_threadgroup(rewriter *r, uint32_t i)
{
    variable v;
    uint32_t brace = r->list.token[i].brace;
    if (!find_variable(r, i, &v) || (brace && r->list.token[brace].scope == SCOPE_CLASS))
        return;
    if (at_namespace_scope(r, i)) {
        refuse(r, v.name, "__msl_refused_program_scope");
        return;
    }
    const char *alignment, *type = variable_type(r, &v, &alignment), *text = "";
    int count = 0;
    for (uint32_t name = v.name; name < v.end && count < MANY; name = next(r, name), count++) {
        uint32_t end = next(r, name);
        while (is(r, end, "[") && !is_attribute(r, end))
            end = skip(r, end);
        uint32_t bound = end, value;
        const char *aligned = alignment;
        end = value = skip_variable_attributes(r, end, &aligned);
        if (is(r, end, "="))
            while (!is(r, end, ",") && !is(r, end, ";"))
                end = skip(r, end);
        if (!is_kind(r, name, TOKEN_WORD) || (!is(r, end, ",") && !is(r, end, ";"))) {
            put_before(r, end, " __msl_refused_threadgroup_initializer ");
            return;
        }
        const char *word = join(r, name, name + 1);
        text = format(r, "%s threadgroup auto &%s = __msl_threadgroup_variable<%s%s, __COUNTER__%s>();", text, word,
                      type, join(r, next(r, name), bound), aligned);
        if (value < end && !is(r, next(r, value), "{"))
            text = format(r, "%s %s %s;", text, word, join(r, value, end));
        else if (value < end)
            text = format(r, "%s thread %s __msl_initial_%s%s %s; __msl_assign(%s, __msl_initial_%s);", text, type,
                          word, join(r, next(r, name), bound), join(r, value, end), word, word);
        name = end;
    }
    drop(r, v.first, next(r, v.end));
    put_instead(r, v.first, text + 1);
}

/* Whether the attribute is that of a variable. In a macro, whose scope is unknown, its address space says so. */
bool is_function_constant(const rewriter *r, uint32_t attribute)
{
    if (!is(r, next(r, attribute + 1), "function_constant") || is(r, r->list.token[attribute].outer, "("))
        return false;
    bool constant = at_namespace_scope(r, attribute);
    bool macro = r->list.token[attribute].line == LINE_DEFINE;
    for (uint32_t i = statement_start(r, attribute); macro && i < attribute; i = next(r, i))
        constant = constant || is(r, i, "constant");
    return constant;
}

/* `constant T x [[function_constant(0)]];` becomes an external variable that the JIT defines. Specifiers may hide in a
 * macro: what is left of them is the type. */
void rewrite_function_constant(rewriter *r, uint32_t attribute)
{
    static const char *const specifiers[] = {"static", "extern", "constexpr", "const", "constant", "inline", NULL};
    uint32_t open = next(r, next(r, attribute + 1)), last = previous(r, attribute),
             first = statement_start(r, attribute);
    uint32_t end = next(r, partner(r, attribute));
    while (is(r, last, "]") && partner(r, last) < last)
        last = previous(r, partner(r, last));
    uint32_t name = pasted_start(r, last);
    if (!is(r, open, "(") || partner(r, open) == open || !is_kind(r, name, TOKEN_WORD) || name <= first)
        return;
    bool open_end = is_end(r, end); /* of a macro: the semicolon follows its use */
    if (!is(r, end, ";") && !open_end) {
        refuse(r, name, "__msl_refused_constant_initializer");
        return;
    }
    uint32_t type = name; /* its first word */
    for (uint32_t i = first; i < name && type == name; i = next(r, i)) {
        if (is_any(r, i, specifiers) ||
            (looks_like_macro(r, i) && is_kind(r, next(r, i), TOKEN_WORD) && next(r, i) != name))
            put_instead(r, i, "");
        else
            type = i;
    }
    for (uint32_t i = type; i < name; i = next(r, i))
        if (is_any(r, i, specifiers))
            put_instead(r, i, "");
    const char *word = join(r, name, next(r, last)), *index = join(r, next(r, open), partner(r, open));
    const char *type_name = join_but(r, type, name, specifiers, 0);
    if (is_unevaluated(r, 0, 0, next(r, open), partner(r, open)))
        put_before(r, first, format(r, "__MSL_INDEX(%s) ", index));
    put_before(r, first, "__MSL_SINCE_function_constant extern constant ");
    drop(r, attribute, end);
    bool plain = next(r, type) == name && (is_scalar(r, type) || vector_size(r, type));
    const char *symbol = format(r,
                                " __asm__(\"msl.function_constant.\" __MSL_STRING(%s) \".\" __MSL_STRING(%s) \".\" "
                                "__MSL_STRING(%s))",
                                index, word, type_name);
    const char *more = format(r, " __MSL_FUNCTION_CONSTANT_DEFINED(%s, %s, %s)", index, word, type_name);
    if (!plain)
        more = format(r, "%s __MSL_FUNCTION_CONSTANT_TYPE(%s)", more, word);
    put_instead(r, attribute, open_end ? format(r, "%s;%s", symbol, more) : symbol);
    if (!open_end)
        put_after(r, end, more);
}

/* `uint2 p [[thread_position_in_grid]];` and `device float *constant b [[buffer(0)]];` at program scope (MSL 5.9)
 * become external variables that lowering knows. False if the attribute is none of those. */
bool rewrite_global(rewriter *r, uint32_t attribute)
{
    static const char *const bindings[] = {"buffer", "texture", "sampler", "threadgroup", NULL};
    uint32_t word = next(r, attribute + 1), open = next(r, word), first = statement_start(r, attribute);
    uint32_t end = next(r, partner(r, attribute)), name = previous(r, attribute);
    bool binding = is_any(r, word, bindings) && is(r, open, "(") && partner(r, open) > open;
    bool input = !binding && is(r, open, "]") && is_any(r, word, attributes) && strstr(join(r, word, open), "_");
    while (is(r, name, "]"))
        name = previous(r, partner(r, name));
    if (!is(r, end, ";") || !(binding || input) || !is_kind(r, name, TOKEN_WORD) || name <= first)
        return false;
    const char *place = binding ? format(r, "binding.%s.\" __MSL_STRING(%s) \"", join(r, word, open),
                                         join(r, next(r, open), partner(r, open)))
                                : format(r, "input.%s", join(r, word, open));
    put_before(r, first,
               format(r, "%s %s", input ? "__MSL_SINCE_global_input" : "__MSL_SINCE_global_binding",
                      is(r, first, "extern") ? ""
                      : input                ? "extern constant "
                                             : "extern "));
    drop(r, attribute, end);
    put_instead(r, attribute, format(r, " __asm__(\"msl.%s.%s\")", place, join(r, name, name + 1)));
    uint32_t index = next(r, open);
    if (binding && next(r, index) == partner(r, open)) /* the same index, the same type */
        put_after(r, end,
                  format(r, " __MSL_BOUND(%s, %s, %s);", join(r, word, open), join(r, index, index + 1),
                         join(r, name, name + 1)));
    return true;
}

/* A constant inside a function is static. One without a value is refused, but for a static member's definition outside
 * its class, which repeats the declaration: that goes. */
void rewrite_constant(rewriter *r, uint32_t i)
{
    variable v;
    if (!find_variable(r, i, &v))
        return;
    bool is_static = false;
    for (uint32_t k = v.first; k < v.name; k = next(r, k)) {
        if (is(r, k, "extern"))
            return;
        is_static = is_static || is(r, k, "static");
    }
    uint32_t end = next(r, v.name), brace = r->list.token[i].brace;
    while (is(r, end, "[") && !is_attribute(r, end))
        end = skip(r, end);
    if (is_attribute(r, end) && is_function_constant(r, end))
        return;
    bool bare = end == v.end, in_class = brace && r->list.token[brace].scope == SCOPE_CLASS;
    if (bare && is(r, previous(r, v.name), "::"))
        drop(r, v.first, next(r, v.end));
    else if (bare && r->list.token[i].line == LINE_CODE && !in_class)
        refuse(r, v.name, "__msl_refused_constant_without_value");
    else if (!at_namespace_scope(r, i) && !is_static)
        put_before(r, v.first, "static ");
}

/* Whether i names an operator such as +=, whose reference is to its object. */
static bool is_compound_assignment(const rewriter *r, uint32_t i)
{
    static const char *const names[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", NULL};
    return is_any(r, i, names) && is(r, previous(r, i), "operator");
}

/* Whether the `(` belongs to a constructor of the type before `end`, or to a function that returns a reference. */
static bool needs_reference(const rewriter *r, uint32_t open, uint32_t end)
{
    uint32_t name = previous(r, open), start = statement_start(r, name), type = end;
    while (is(r, previous(r, type), ">")) { /* back over template arguments */
        int depth = 0;
        do {
            type = previous(r, type);
            depth += is(r, type, ">") - is(r, type, "<");
        } while (depth > 0 && type > open);
    }
    const token *a = &r->list.token[name], *b = &r->list.token[previous(r, type)];
    if (a->size == b->size && !memcmp(r->list.source + a->start, r->list.source + b->start, a->size))
        return true;
    for (uint32_t i = start; i < name && !is_end(r, i) && !is_compound_assignment(r, name); i = skip(r, i))
        if (is(r, i, "&"))
            return true;
    return false;
}

/* `const thread T &` as a parameter is passed by value, since a value cannot be bound to a reference into an address
 * space; so is such a variable that is initialised with a value. */
static void rewrite_const_reference(rewriter *r, uint32_t i, uint32_t reference)
{
    uint32_t first = i, after = next(r, reference), open = r->list.token[i].outer;
    bool constant = false;
    while (is_kind(r, previous(r, first), TOKEN_WORD))
        first = previous(r, first);
    for (uint32_t k = first; k < reference; k = next(r, k))
        constant = constant || is(r, k, "const");
    uint32_t end = is_kind(r, after, TOKEN_WORD) ? next(r, after) : after;
    bool parameter = is(r, open, "(") && (is(r, previous(r, first), "(") || is(r, previous(r, first), ",")) &&
                     (is(r, end, ",") || is(r, end, ")") || is(r, end, "="));
    bool variable = starts_statement(r, first) && is(r, end, "=") && end > after;
    if (parameter ? needs_reference(r, open, reference) : !variable)
        return;
    if (variable) {
        uint32_t stop = next(r, end);
        while (!is(r, stop, ";") && !is(r, stop, ",") && !is_end(r, stop) && stop < end + FAR)
            stop = skip(r, stop);
        if (classify(r, next(r, end), stop) == OPERAND_VARIABLE)
            return;
    }
    if (!constant)
        return;
    put_instead(r, i, "");
    put_instead(r, reference, "");
    if (parameter)
        note_value_parameter(r, open);
}

/* Whether nothing but specifiers is between the word and the `>` that ends `template <…>`. */
static bool follows_template(const rewriter *r, uint32_t i)
{
    static const char *const specifiers[] = {"static", "inline", "constexpr", "const", "friend", NULL};
    while (is_any(r, previous(r, i), specifiers))
        i = previous(r, i);
    return is(r, previous(r, i), ">");
}

/* What a function returns has no address space: `thread T f(…)`. */
void rewrite_thread(rewriter *r, uint32_t i)
{
    static const char *const spaces[] = {"device", "constant", "threadgroup", NULL};
    uint32_t first, j = skip_type(r, next(r, i)), pointee = next(r, i);
    while (is(r, pointee, "const") || is(r, pointee, "volatile"))
        pointee = next(r, pointee);
    if (is_any(r, pointee, spaces)) { /* `thread const device T *p[2]`: of the array, which needs no word */
        put_instead(r, i, "");
        return;
    }
    if (is(r, j, "&"))
        rewrite_const_reference(r, i, j);
    else if ((find_specifiers(r, i, &first) || follows_template(r, i)) && is(r, j, "(") &&
             is_kind(r, previous(r, j), TOKEN_WORD) && previous(r, j) > next(r, i))
        put_instead(r, i, "");
}

/* is_function_constant_defined(a::x) names the variable that says so. */
void rewrite_defined(rewriter *r, uint32_t i)
{
    uint32_t open = next(r, i), last = previous(r, partner(r, open)), name = pasted_start(r, last);
    if (!opens(r, open) || !is_kind(r, name, TOKEN_WORD))
        return;
    put_instead(r, i, "");
    put_before(r, name, "__MSL_PASTE(__msl_function_constant_defined_, ");
    put_after(r, last, ")");
}

/* coherent and coherent(scope) promise what this device's memory always has. */
void rewrite_coherent(rewriter *r, uint32_t i)
{
    static const char *const spaces[] = {"device", "threadgroup", "const", "constant", "volatile", NULL};
    uint32_t open = next(r, i);
    bool scoped = is(r, open, "(") && is_kind(r, next(r, open), TOKEN_WORD) && is(r, next(r, next(r, open)), ")");
    if (!scoped && !is_any(r, open, spaces))
        return;
    drop(r, i, scoped ? next(r, partner(r, open)) : open);
    put_instead(r, i, "__MSL_SINCE_coherent");
}

/* decltype: to clang a variable's type has the address space it lies in, so `decltype(x)` of a local float would not be
 * float. An instantiation's names a function. */
void rewrite_decltype(rewriter *r, uint32_t i)
{
    uint32_t open = next(r, i);
    if (!is(r, open, "(") || !opens(r, open) || is(r, next(r, open), "auto") ||
        is_instantiation(r, statement_start(r, i)))
        return;
    put_before(r, i, "::__msl_own_type<");
    put_after(r, partner(r, open), ">");
}
