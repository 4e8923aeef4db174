/* classes.c: classes get members for each address space their objects may lie in, and say which members are resources.
 */
#include "rewriter.h"
#include <string.h>

typedef struct class_definition {
    uint32_t keyword, body, close;
    const char *name; /* "" if it has none */
} class_definition;

static bool find_class(rewriter *r, uint32_t i, class_definition *c)
{
    uint32_t name = 0, name_end = 0, words = 0;
    *c = (class_definition){.keyword = i, .name = ""};
    uint32_t j = next(r, i);
    for (int steps = 0; steps < FAR && !is(r, j, "{"); steps++, j = skip(r, j)) {
        if (is_end(r, j))
            return false;
        uint32_t angle = is(r, j, "<") ? close_angle(r, j) : 0;
        if (is(r, j, ":")) {
            for (int far = 0; far < FAR && !is(r, j, "{") && !is(r, j, ";") && !is_end(r, j); far++)
                j = skip(r, j);
            break;
        } else if (angle) {
            j = angle;
        } else if (is_kind(r, j, TOKEN_WORD) && !is(r, j, "final") && !is(r, j, "alignas") &&
                   !is(r, j, "__attribute__")) {
            if (!is(r, previous(r, j), "##"))
                name = j;
            name_end = next(r, j);
            words++;
        } else if (!is(r, j, "::") && !is(r, j, "##") && !is_attribute(r, j) && !is(r, j, "final") &&
                   !is(r, j, "alignas") && !is(r, j, "__attribute__") && !is(r, j, "(")) {
            return false;
        }
    }
    if (!is(r, j, "{") || partner(r, j) == j)
        return false;
    c->body = j;
    c->close = partner(r, j);
    if (words)
        c->name = join(r, name, name_end);
    return true;
}

/* Names an unnamed structure that declares something, after its first typedef where there is one. One that declares
 * nothing is an anonymous member, which can have no constructors. */
static bool name_class(rewriter *r, class_definition *c)
{
    uint32_t after = next(r, c->close), before = previous(r, c->keyword), around = r->list.token[c->keyword].brace;
    if (*c->name)
        return true;
    if (around && r->list.token[around].anonymous) /* no type can be declared in it */
        return false;
    bool is_typedef = is(r, before, "typedef") || (is(r, before, "const") && is(r, previous(r, before), "typedef"));
    if (is(r, after, ";") || is_end(r, after))
        return false;
    bool single = is_kind(r, after, TOKEN_WORD) && (is(r, next(r, after), ";") || is(r, next(r, after), ","));
    if (is_typedef && single)
        c->name = join(r, after, after + 1);
    else if (r->list.token[c->keyword].line == LINE_DEFINE || (single && looks_like_macro(r, after)))
        return false;
    else
        c->name = format(r, "__msl_unnamed_%u", r->unnamed++);
    put_after(r, c->keyword, format(r, " %s", c->name));
    return true;
}

typedef struct members {
    bool constructor, copy, copy_constant, assignment;
    bool copy_thread; /* a copy of objects in thread memory */
    bool constant;    /* a constructor of constant objects */
} members;

/* The `(` after a name and its template arguments, if any. */
static uint32_t after_name(const rewriter *r, uint32_t name)
{
    uint32_t open = next(r, name), angle = is(r, open, "<") ? close_angle(r, open) : 0;
    return angle ? next(r, angle) : open;
}

/* Which special members the class declares itself. */
static members find_members(rewriter *r, const class_definition *c)
{
    static const char *const not_constructors[] = {"~", ".", "->", "::", "new", "return", "=", NULL};
    members m = {0};
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t open = is(r, i, c->name) ? after_name(r, i) : next(r, i);
        if (is(r, i, "operator") && is(r, open, "="))
            m.assignment = true;
        if (!is(r, i, c->name) || !opens(r, open) || !is(r, open, "(") || is_any(r, previous(r, i), not_constructors))
            continue;
        m.constructor = true;
        m.constant = m.constant || is(r, next(r, partner(r, open)), "constant");
        bool self = false, reference = false, constant = false, several = false, thread = false;
        for (uint32_t k = next(r, open); k < partner(r, open); k = next(r, k)) {
            self = self || is(r, k, c->name);
            reference = reference || is(r, k, "&");
            constant = constant || is(r, k, "constant");
            several = several || is(r, k, ",");
            thread = thread || is(r, k, "thread");
        }
        m.copy_thread = m.copy_thread || (self && reference && !several && thread);
        if (self && reference && !several)
            *(constant ? &m.copy_constant : &m.copy) = true;
    }
    return m;
}

/* Whether the word at i is a macro behind a member, as in `float scale ID(3);`: in capitals, behind two other words. */
static bool is_attribute_macro(const rewriter *r, uint32_t start, uint32_t i, uint32_t open)
{
    static const char *const specifiers[] = {"inline",   "static", "const",    "constexpr", "device",
                                             "constant", "thread", "volatile", "friend",    "threadgroup",
                                             "unsigned", "signed", NULL};
    uint32_t words = 0;
    for (uint32_t k = start; k < i && !is_end(r, k); k = skip(r, k))
        words += is_kind(r, k, TOKEN_WORD) && !is_any(r, k, specifiers) && !looks_like_macro(r, k);
    return words > 1 && looks_like_macro(r, i) && is_kind(r, previous(r, i), TOKEN_WORD) &&
           is(r, next(r, partner(r, open)), ";");
}

/* Whether the member function whose name is at i and parameters at `open` is one of an object, and has no address space
 * yet: then
 * `*at` is where one can be written. */
static bool is_method(const rewriter *r, const class_definition *c, uint32_t i, uint32_t open, uint32_t *at)
{
    static const char *const not_methods[] = {"static",        "friend",         "typedef", "using",
                                              "static_assert", "_Static_assert", NULL};
    static const char *const qualifiers[] = {"const", "volatile", NULL};
    static const char *const spaces[] = {"thread",   "device",      "constant", "threadgroup",
                                         "ray_data", "object_data", NULL};
    static const char *const ends[] = {"{", ";", "=", "-", "->", "noexcept", "override", "final", NULL};
    uint32_t start = statement_start(r, i);
    if (is(r, start, "template") && is(r, next(r, start), "<"))
        start = next(r, close_angle(r, next(r, start)));
    if (is_attribute_macro(r, start, i, open))
        return false;
    if (is(r, i, c->name) || is(r, previous(r, i), "~") || (start == i && !is(r, i, "operator")))
        return false;
    for (uint32_t k = start; k < i && !is_end(r, k); k = skip(r, k))
        if (is_any(r, k, not_methods) || is(r, k, "="))
            return false;
    *at = partner(r, open);
    uint32_t after = next(r, *at);
    for (; is_any(r, after, qualifiers); after = next(r, after))
        *at = after;
    return !is_any(r, after, spaces) && is_any(r, after, ends);
}

/* Drops `thread` from the qualifiers after a parameter list, so that the function is one of objects in any writable
 * memory. */
static void drop_thread(rewriter *r, uint32_t close)
{
    static const char *const qualifiers[] = {"const", "volatile", NULL};
    uint32_t i = next(r, close);
    while (is_any(r, i, qualifiers))
        i = next(r, i);
    if (is(r, i, "thread"))
        put_instead(r, i, "");
}

/* Whether the function whose parameters begin at `open` is one of const objects in thread memory, in so many words. */
static bool is_const_thread(const rewriter *r, uint32_t open)
{
    static const char *const qualifiers[] = {"const", "volatile", "thread", NULL};
    bool constant = false, thread = false;
    for (uint32_t i = next(r, partner(r, open)); is_any(r, i, qualifiers); i = next(r, i)) {
        constant = constant || is(r, i, "const");
        thread = thread || is(r, i, "thread");
    }
    return constant && thread;
}

static uint32_t count_parameters(const rewriter *r, uint32_t open)
{
    uint32_t count = next(r, open) != partner(r, open);
    for (uint32_t i = next(r, open); i < partner(r, open); i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle && angle < partner(r, open))
            i = angle;
        count += is(r, i, ",");
    }
    return count;
}

typedef struct forwarding {
    const char *text;
    const char *done[MANY]; /* what each has been written for */
    uint32_t count;
} forwarding;

/* Results of functions have no address space, so a method of objects in thread memory gets a second one for them. It is
 * a template because only so may one have && and the other not. */
static void forward_method(rewriter *r, const class_definition *c, uint32_t name, uint32_t open, forwarding *f)
{
    static const char *const packed[] = {"(", "[", NULL};
    bool fixed = is(r, name, "operator") && !is_any(r, next(r, name), packed);
    uint32_t count = fixed ? count_parameters(r, open) : 2;
    const char *called = join(r, name, open), *key = format(r, "%s/%u", called, (unsigned)count);
    for (uint32_t i = 0; i < f->count; i++)
        if (!strcmp(f->done[i], key))
            return;
    if (f->count == MANY || is(r, next(r, name), "new") || is(r, next(r, name), "="))
        return;
    f->done[f->count++] = key;
    static const char *const macros[] = {"NONE", "ONE", "ANY"};
    uint32_t k = is(r, next(r, name), "[") ? 1 : count < 2 ? count : 2, type = next(r, open);
    if (is(r, next(r, name), "[") && (is_scalar(r, type) || is(r, type, "size_t")) &&
        next(r, next(r, type)) == partner(r, open)) {
        f->text = format(r, "%s __MSL_FORWARD_AT(%s, %s, %s)", f->text, c->name, called, join(r, type, type + 1));
        return;
    }
    f->text = format(r, "%s __MSL_FORWARD_%s(%s, %s)", f->text, macros[k], c->name, called);
}

/* Whether a macro among the members may define methods: those can have no address space, and call the others. */
static bool has_macro_member(const rewriter *r, const class_definition *c)
{
    static const char *const ends[] = {";", "{", ":", "=", "const", "thread", "device", "constant", NULL};
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t open = next(r, i), after = is(r, open, "(") ? skip(r, open) : 0;
        if (is_kind(r, i, TOKEN_WORD) && after && looks_like_macro(r, i) && statement_start(r, i) == i &&
            !is(r, i, c->name) && !is_any(r, after, ends))
            return true;
    }
    return false;
}

/* `S &operator=(const thread S &from)` of objects in any memory gets a second one for results, which have no address
 * space. */
static void assign_results(rewriter *r, const class_definition *c, uint32_t name, uint32_t open)
{
    static const char *const spaces[] = {"device", "threadgroup", NULL}, *const thread[] = {"thread", "{", "=", NULL};
    uint32_t type = next(r, open), space = next(r, partner(r, open));
    bool by_reference = is(r, type, "const") && is(r, type = next(r, type), "thread") &&
                        is(r, type = next(r, type), c->name) && is(r, after_name(r, type), "&");
    if (is(r, next(r, name), "=") && by_reference && (is_any(r, space, spaces) || is_any(r, space, thread)))
        put_before(r, statement_start(r, name),
                   format(r, "__MSL_ASSIGN_RESULT(%s, %s) ",
                          is_any(r, space, spaces) ? join(r, space, space + 1) : "thread", c->name));
}

/* A member function without an address space is one of objects in thread memory. Returns what forwards to them, which
 * comes first in the class: its types are deduced, and other methods' bodies may use it. */
static const char *qualify_methods(rewriter *r, const class_definition *c, bool local)
{
    bool any_space = has_macro_member(r, c);
    forwarding f = {.text = ""};
    static const char *const grouped[] = {"alignas",  "decltype", "__attribute__", "__declspec", "explicit",
                                          "noexcept", NULL};
    for (uint32_t i = next(r, c->body), at; i < c->close; i = skip(r, i)) {
        uint32_t open = is(r, i, c->name) ? after_name(r, i) : next(r, i);
        if (is(r, i, "operator")) {
            while (!is(r, open, "(") && open < c->close)
                open = next(r, open);
            if (partner(r, open) == next(r, open) && is(r, next(r, partner(r, open)), "("))
                open = next(r, partner(r, open)); /* operator() */
        } else if (!is_kind(r, i, TOKEN_WORD) || is_any(r, i, grouped)) {
            continue;
        }
        if (!is(r, open, "(") || !opens(r, open))
            continue;
        if (is(r, i, c->name)) {
            uint32_t space = next(r, partner(r, open));
            rewrite_constructor(r, c->name, c->body, i, open);
            if (is(r, space, "thread")) /* results have no address space yet */
                put_instead(r, space, "");
            else if (is(r, space, "constant")) /* of constant objects, not a const one */
                put_instead(r, space, "__constant");
            i = constructor_body(r, partner(r, open), c->close);
            continue;
        }
        if (is(r, i, "operator"))
            assign_results(r, c, i, open);
        if (is(r, i, "operator") && is_kind(r, next(r, i), TOKEN_WORD)) { /* results convert, too */
            drop_thread(r, partner(r, open));
        } else if (!any_space && is_method(r, c, i, open, &at)) {
            put_after(r, at, " thread");
            if (is(r, next(r, at), ";"))
                note_declared_method(r, c->name, i);
            if (!local && at != partner(r, open)) /* const: others take results as they are */
                forward_method(r, c, i, open, &f);
        } else if (!local && is_const_thread(r, open)) {
            forward_method(r, c, i, open, &f);
        }
        i = partner(r, open);
    }
    return f.text;
}

static const char *const indexed[] = {"id", "attribute", NULL};

/* The attribute of an index that the macro at i stands for, or NULL. `index`: what it says. */
static const char *macro_attribute(rewriter *r, uint32_t i, const char **index)
{
    uint32_t body = macro_body(r, i), word = body ? next(r, body + 1) : 0, open = next(r, word), first = next(r, open);
    if (!word || !is_attribute(r, body) || !is_any(r, word, indexed) || !is(r, open, "(") || !opens(r, open))
        return NULL;
    uint32_t arguments = next(r, i), end = partner(r, open);
    bool given = is(r, arguments, "(") && next(r, first) == end && !is_kind(r, first, TOKEN_NUMBER);
    *index = given ? join(r, next(r, arguments), partner(r, arguments)) : join(r, first, end);
    return join(r, word, word + 1);
}

/* Members' ids increase (MSL 2.13.1). */
static void check_ids(rewriter *r, const class_definition *c)
{
    const char *last = NULL, *id;
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t word = next(r, i + 1), open = next(r, word), end = i;
        if (is_attribute(r, i) && is(r, word, "id") && is(r, open, "(") && opens(r, open)) {
            id = join(r, next(r, open), partner(r, open));
        } else {
            const char *named = is_kind(r, i, TOKEN_WORD) ? macro_attribute(r, i, &id) : NULL;
            if (!named || strcmp(named, "id") != 0)
                continue;
        }
        while (end < c->close && !is(r, end, ";"))
            end = skip(r, end);
        if (last && is(r, end, ";"))
            put_after(r, end, format(r, " __MSL_IDS(%s, %s)", last, id));
        last = id;
    }
}

/* Adds to `text` what the attributes [[id(n)]], [[attribute(n)]] and [[function_constant(c)]] of members say:
 * __MSL_MEMBER is empty but where types are described (clang.c). */
static const char *member_indices(rewriter *r, const class_definition *c, const char *text)
{
    const char *index;
    uint32_t name = 0;
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        const char *named = name && is_kind(r, i, TOKEN_WORD) ? macro_attribute(r, i, &index) : NULL;
        if (named)
            text = format(r, "%s __MSL_MEMBER(%s, %s, %s)", text, named, join(r, name, name + 1), index);
        else if (is_kind(r, i, TOKEN_WORD))
            name = i;
        for (uint32_t j = next(r, i); name && is_attribute(r, i) && j < partner(r, i); j = next(r, j)) {
            uint32_t open = next(r, j);
            if (is(r, j, "function_constant"))
                text = format(r, "%s __MSL_MEMBER(optional, %s, 0)", text, join(r, name, name + 1));
            else if (is_any(r, j, indexed) && is(r, open, "(") && partner(r, open) > open)
                text = format(r, "%s __MSL_MEMBER(%s, %s, %s)", text, join(r, j, j + 1), join(r, name, name + 1),
                              join(r, next(r, open), partner(r, open)));
        }
    }
    return text;
}

/* Whether the declaration at i is in `extern "C"`, which takes no templates. */
static bool has_c_linkage(const rewriter *r, uint32_t i)
{
    if (is(r, previous(r, i), "typedef"))
        i = previous(r, i);
    for (int steps = 0; steps < 16; steps++) {
        uint32_t text = previous(r, i);
        if (is_kind(r, text, TOKEN_TEXT) && is(r, previous(r, text), "extern"))
            return true;
        if (!r->list.token[i].brace)
            return false;
        i = r->list.token[i].brace;
    }
    return false;
}

static void note_structure(rewriter *r, const class_definition *c)
{
    if (!*c->name || r->structures == MAX_STRUCTURES || !at_namespace_scope(r, c->keyword))
        return;
    structure *s = &r->structure[r->structures++];
    *s = (structure){.name = c->name, .body = c->body, .close = c->close, .is_union = is(r, c->keyword, "union")};
    for (uint32_t i = c->keyword; i < c->body; i = skip(r, i))
        s->derived = s->derived || is(r, i, ":");
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t element = next(r, next(r, i));
        if (is(r, i, "array") && is(r, next(r, i), "<") && is_resource_type(r, element) && !is(r, element, "array"))
            s->resource_array = true;
    }
}

/* A structure of textures or samplers, or with ids, is an argument buffer and has no unions (MSL 2.13). */
static void refuse_union_member(rewriter *r, const class_definition *c)
{
    uint32_t member = 0;
    bool resources = false;
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        const structure *s = is_kind(r, i, TOKEN_WORD) ? find_structure(r, i) : NULL;
        uint32_t type = skip_qualifiers(r, i);
        if (is(r, i, "union") || (s && s->is_union && is_kind(r, next(r, i), TOKEN_WORD)))
            member = i;
        resources = resources || (is_attribute(r, i) && is(r, next(r, i + 1), "id")) ||
                    (statement_start(r, i) == i && (starts_with(r, type, "texture") || is(r, type, "sampler")) &&
                     !is(r, next(r, type), "("));
    }
    if (member && resources && r->list.token[member].line == LINE_CODE)
        put_before(r, member, "__msl_refused_union ");
}

/* `struct S { … } s;` at program scope. */
static void refuse_class_variable(rewriter *r, const class_definition *c)
{
    uint32_t name = next(r, c->close), start = statement_start(r, c->keyword);
    if (at_namespace_scope(r, c->keyword) && start == c->keyword && is_kind(r, name, TOKEN_WORD) &&
        is(r, next(r, name), ";") && !looks_like_macro(r, name))
        refuse(r, name, "__msl_refused_program_scope");
}

/* Whether a macro defines a class with a variable of it, which stands in a function: no other scope has variables. */
static bool is_local_in_macro(const rewriter *r, const class_definition *c)
{
    uint32_t name = next(r, c->close);
    return r->list.token[c->keyword].line == LINE_DEFINE && is_kind(r, name, TOKEN_WORD) &&
           !is(r, previous(r, c->keyword), "typedef") && !looks_like_macro(r, name);
}

/* A class gets constructors and an assignment that copy from constant memory, which C++ for OpenCL keeps apart; it
 * stays an aggregate and trivially copyable. */
void rewrite_class(rewriter *r, uint32_t i)
{
    class_definition c;
    if (is(r, previous(r, i), "enum") || !find_class(r, i, &c))
        return;
    if (r->list.token[c.body].scope == SCOPE_CLASS) /* of two heads, as `#if` and `#else` have them, the first did it */
        return;
    r->list.token[c.body].scope = SCOPE_CLASS;
    note_structure(r, &c);
    refuse_union_member(r, &c);
    refuse_class_variable(r, &c);
    r->list.token[c.body].anonymous = !name_class(r, &c);
    if (r->list.token[c.body].anonymous)
        return;
    const token *around = &r->list.token[r->list.token[i].brace];
    bool local = (r->list.token[i].brace && (around->scope == SCOPE_CODE || around->local)) || has_c_linkage(r, i) ||
                 is_local_in_macro(r, &c);
    members m = find_members(r, &c);
    const struct {
        bool wanted;
        const char *macro;
    } added[] = {{!m.constructor, "__MSL_DEFAULT"},
                 {!m.copy, "__MSL_COPY"},
                 {!m.copy_constant, "__MSL_COPY_CONSTANT"},
                 {m.constructor && !m.constant && !local, "__MSL_CONSTRUCT_CONSTANT"},
                 {m.copy_thread, "__MSL_COPY_RESULT"},
                 {!m.assignment, "__MSL_ASSIGN"},
                 {!m.assignment && !local, "__MSL_ASSIGN_CONSTANT"}};
    const char *text = is(r, i, "class") ? " public:" : "";
    for (size_t k = 0; k < sizeof added / sizeof *added; k++)
        if (added[k].wanted)
            text = format(r, "%s %s(%s)", text, added[k].macro, c.name);
    if (!local) /* a local class has no static members */
        text = member_indices(r, &c, text);
    const char *forwarding = qualify_methods(r, &c, local);
    put_after(r, c.body, format(r, "%s%s%s ", text, forwarding, is(r, i, "class") ? " private:" : ""));
    check_ids(r, &c);
    check_members(r, c.body, c.close);
    if (at_namespace_scope(r, i))
        evaluate_indices(r, statement_start(r, i), c.body, c.close);
}

/* Notes which braces are a namespace's. */
void note_namespace(rewriter *r, uint32_t i)
{
    uint32_t j = next(r, i);
    while (is_kind(r, j, TOKEN_WORD) || is(r, j, "::") || is_kind(r, j, TOKEN_TEXT))
        j = next(r, j);
    if (is(r, j, "{"))
        r->list.token[j].scope = SCOPE_NAMESPACE;
}

void note_brace(rewriter *r, uint32_t i)
{
    token *t = r->list.token;
    t[i].local = t[i].brace && (t[t[i].brace].scope == SCOPE_CODE || t[t[i].brace].local);
}

/* clang takes alignas on an enumeration no more (CWG 2354), MSL does (2.5). */
void align_enumeration(rewriter *r, uint32_t i)
{
    uint32_t key = previous(r, i), open = next(r, i);
    if (is(r, key, "class") || is(r, key, "struct"))
        key = previous(r, key);
    if (!is(r, key, "enum") || !is(r, open, "("))
        return;
    put_instead(r, i, "__attribute__((aligned");
    put_after(r, partner(r, open), "))");
}
