/* resources.c: structures of resources as arguments of a kernel (MSL 2.12.2) become a parameter for each member. */
#include "rewriter.h"
#include <string.h>

const structure *find_structure(const rewriter *r, uint32_t name)
{
    for (uint32_t i = r->structures; i-- > 0;)
        if (is(r, name, r->structure[i].name))
            return &r->structure[i];
    return NULL;
}

typedef struct member {
    uint32_t from, name, attributes, end; /* attributes: the first list, or `end`, which is at the `;` */
} member;

/* Reads the declaration of one data member; false if it is anything else. */
static bool read_member(const rewriter *r, uint32_t i, uint32_t limit, member *m)
{
    *m = (member){.from = i};
    for (; i < limit && !is(r, i, ";"); i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is_attribute(r, i))
            m->attributes = m->attributes ? m->attributes : i;
        else if (opens(r, i) || is(r, i, ",") || is(r, i, "="))
            return false;
        else if (is_kind(r, i, TOKEN_WORD) && !m->attributes)
            m->name = i;
    }
    m->end = i;
    m->attributes = m->attributes ? m->attributes : i;
    return is(r, i, ";") && m->name > m->from;
}

bool is_resource_type(const rewriter *r, uint32_t i)
{
    return starts_with(r, i, "texture") || starts_with(r, i, "depth") || is(r, i, "sampler") || is(r, i, "array");
}

static bool is_resource(const rewriter *r, const member *m)
{
    for (uint32_t i = m->from; i < m->name; i = next(r, i))
        if (is(r, i, "*") || is(r, i, "&"))
            return true;
    return is_resource_type(r, skip_qualifiers(r, m->from));
}

/* All attributes between the member's name and its end. */
static const char *member_annotations(rewriter *r, const member *m)
{
    const char *text = "";
    for (uint32_t list = m->attributes; list < m->end; list = skip(r, list)) {
        uint32_t end = is_attribute(r, list) ? r->list.token[list].match - 1 : 0;
        for (uint32_t a = next(r, list + 1); a < end; a = is(r, a, ",") ? next(r, a) : a) {
            uint32_t stop = attribute_end(r, a, end);
            if (stop > a)
                text = format(r, "%s%s", text, annotation(r, a, stop));
            a = stop;
        }
    }
    return text;
}

typedef struct expansion {
    const char *parameters, *values; /* what replaces the parameter, and what makes the structure of it again */
    uint32_t resources, others;
} expansion;

static void expand_structure(rewriter *r, const structure *s, const char *prefix, int depth, expansion *e)
{
    const char *separator = "";
    e->values = format(r, "%s{", e->values);
    for (uint32_t i = next(r, s->body); i < s->close; separator = ", ") {
        member m;
        if (!read_member(r, i, s->close, &m)) {
            e->others++;
            return;
        }
        uint32_t type = skip_qualifiers(r, m.from);
        const structure *inner = next(r, type) == m.name ? find_structure(r, type) : NULL;
        const char *name = join(r, m.name, m.name + 1), *parameter = format(r, "%s_%s", prefix, name);
        i = next(r, m.end);
        e->values = format(r, "%s%s", e->values, separator);
        if (inner && depth < 8) {
            expand_structure(r, inner, parameter, depth + 1, e);
        } else if (is_resource(r, &m)) {
            e->parameters = format(r,
                                   "%s%s%s %s __MSL_ANNOTATE(\"msl.parameter:\" __MSL_STRING(%s)) "
                                   "__MSL_ANNOTATE(\"msl.type:\" __MSL_STRING(%s))%s",
                                   e->parameters, *e->parameters ? ", " : "", join(r, m.from, m.name), parameter, name,
                                   join(r, m.from, m.name), member_annotations(r, &m));
            e->values = format(r, "%s%s", e->values, parameter);
            e->resources++;
        } else {
            e->others++;
        }
    }
    e->values = format(r, "%s}", e->values);
}

/* `R r`, where R is a structure of resources, becomes their parameters; `*definition` defines r in the kernel. */
static bool expand_parameter(rewriter *r, uint32_t from, uint32_t to, const char **definition)
{
    uint32_t type = is(r, from, "const") ? next(r, from) : from, name = next(r, type);
    const structure *s = is_kind(r, type, TOKEN_WORD) ? find_structure(r, type) : NULL;
    if (!s || s->is_union || !(name == to || (is_kind(r, name, TOKEN_WORD) && next(r, name) == to)))
        return false;
    if (s->derived) {
        put_before(r, from, "__msl_refused_derived ");
        return false;
    }
    const char *variable = name == to ? "unnamed" : join(r, name, name + 1);
    expansion e = {.parameters = "", .values = ""};
    expand_structure(r, s, format(r, "__msl_of_%s", variable), 0, &e);
    if (e.others && e.resources)
        put_before(r, from, "__msl_refused_member ");
    if (e.others || !e.resources)
        return false;
    drop(r, from, to);
    put_instead(r, from, e.parameters);
    if (name != to)
        *definition = format(r, "%s %s %s = %s;", *definition, join(r, from, name), variable, e.values);
    return true;
}

static bool has_long(const rewriter *r, uint32_t from, uint32_t to)
{
    static const char *const types[] = {"long",  "ulong",  "int64_t", "uint64_t", "long2",  "long3",
                                        "long4", "ulong2", "ulong3",  "ulong4",   "size_t", NULL};
    for (uint32_t i = from; i < to; i = next(r, i))
        if (is_any(r, i, types))
            return true;
    return false;
}

/* A kernel's parameter that is a buffer of 64-bit integers, by themselves or as members of a class of the program. */
static void mark_long_buffer(rewriter *r, uint32_t from, uint32_t to)
{
    bool buffer = false, found = has_long(r, from, to);
    for (uint32_t i = from; i < to; i = next(r, i)) {
        const structure *s = is_kind(r, i, TOKEN_WORD) ? find_structure(r, i) : NULL;
        buffer = buffer || is(r, i, "*") || is(r, i, "&");
        found = found || (s && has_long(r, s->body, s->close));
    }
    if (buffer && found)
        put_before(r, from, "__MSL_SINCE_long_buffer ");
}

/* Notes a kernel parameter's name and type for reflection. */
static void annotate_parameter(rewriter *r, uint32_t from, uint32_t to)
{
    uint32_t end = to, name = parameter_name(r, from, to, &end), last = previous(r, end);
    if (last < from || (from == last && is(r, from, "void")))
        return;
    static const char *const spaces[] = {"device", "constant", "threadgroup", NULL};
    if (is(r, skip_qualifiers(r, from), "array_ref"))
        put_before(r, from, "__msl_refused_array_ref ");
    mark_long_buffer(r, from, end);
    const char *type = join_but(r, from, end, spaces, name);
    const char *text = format(r, " __MSL_ANNOTATE(\"msl.type:\" __MSL_STRING(%s)) ", type);
    if (name)
        text = format(r, " __MSL_ANNOTATE(\"msl.parameter:\" __MSL_STRING(%s))%s", join(r, name, name + 1), text);
    put_after(r, last, text);
}

static void annotate_parameters(rewriter *r, uint32_t open, bool instantiation)
{
    const char *definitions = "";
    uint32_t close = partner(r, open), from = next(r, open);
    for (uint32_t i = from; i < close; i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle && angle < close)
            i = angle;
        if (!is(r, i, ","))
            continue;
        if (!expand_parameter(r, from, i, &definitions) && !instantiation)
            annotate_parameter(r, from, i);
        from = next(r, i);
    }
    if (from < close && !expand_parameter(r, from, close, &definitions) && !instantiation)
        annotate_parameter(r, from, close);
    if (*definitions && is(r, skip(r, open), "{"))
        put_after(r, skip(r, open), definitions);
}

/* The `(` of the parameters of the explicit instantiation that i is in, or 0. */
static uint32_t find_parameters(const rewriter *r, uint32_t i)
{
    uint32_t open = 0;
    for (int steps = 0; steps < FAR && !is(r, i, ";") && !is_end(r, i); steps++, i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is(r, i, "(") && opens(r, i) && !is_attribute(r, i))
            open = i;
    }
    return open;
}

/* A kernel notes its name and its parameters. An explicit instantiation has them from its template. */
void rewrite_kernel(rewriter *r, uint32_t i)
{
    static const char *const not_kernels[] = {".", "->", "::", NULL};
    if (is_any(r, previous(r, i), not_kernels))
        return;
    uint32_t start = statement_start(r, i), body = r->list.token[i].brace;
    function f;
    if (body && r->list.token[body].scope == SCOPE_CLASS && !is(r, start, "friend"))
        put_before(r, i, "__msl_refused_kernel_member ");
    bool instantiation = is_instantiation(r, start);
    if (is(r, start, "template"))
        put_before(r, i, "__MSL_SINCE_kernel_template ");
    if (instantiation) {
        uint32_t open = find_parameters(r, i);
        if (open)
            annotate_parameters(r, open, true);
        return;
    }
    if (!find_function(r, i, &f))
        return;
    if (at_namespace_scope(r, i)) /* before what is put before the kernel */
        evaluate_indices(r, start, start, partner(r, f.open));
    put_before(
        r, i,
        format(r, "__MSL_ANNOTATE(\"msl.name:%s\" __MSL_STRING(%s)) ", namespaces(r, i), join(r, f.name, f.name_end)));
    annotate_parameters(r, f.open, false);
    if (is(r, skip(r, f.open), "{"))
        r->list.token[skip(r, f.open)].kernel = true;
}
