/* macros.c: a small preprocessor for declarations. Definitions are gathered first; then the text outside of braces is
 * copied, with macros replaced and the replacement looked through again. */
#include "macros.h"
#include "../../../base/text.h"
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_NESTED = 16 };

typedef struct macro {
    const char *name, *body;
    const char **parameters;
    size_t parameter_count;
    bool with_parameters, variadic;
} macro;

typedef struct preprocessor {
    arena *memory;
    macro *macros;
    size_t count;
} preprocessor;

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (text_in_name(at[length]))
        length++;
    return isdigit((unsigned char)*at) ? 0 : length;
}

static const char *blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

/* Behind the end of the line, with the lines that `\` adds. */
static const char *line_end(const char *p)
{
    while (*p && *p != '\n')
        p += p[0] == '\\' && p[1] == '\n' ? 2 : 1;
    return p;
}

/* Behind a string or character in quotes. */
static const char *quoted_end(const char *p)
{
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += p[0] == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

/* Behind a word, a number, quotes, or one character. */
static const char *token_end(const char *p)
{
    if (*p == '"' || *p == '\'')
        return quoted_end(p);
    if (!text_in_name(*p))
        return p + 1;
    while (text_in_name(*p))
        p++;
    return p;
}

/* ---- Definitions */

static const char *cut(preprocessor *p, const char *from, const char *to)
{
    from = text_past_space(from);
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return arena_text(p->memory, from, to > from ? (size_t)(to - from) : 0);
}

static const char *joined_lines(preprocessor *p, const char *from, const char *to)
{
    char *body = arena_text(p->memory, from, (size_t)(to - from));
    for (char *at = body; *at; at++)
        if (at[0] == '\\' && at[1] == '\n')
            at[0] = at[1] = ' ';
    return cut(p, body, body + strlen(body));
}

/* `#define NAME(a, b) body`; `at` is behind `define`. */
static void define(preprocessor *p, const char *at, const char *end)
{
    at = blanks(at);
    size_t length = name_length(at);
    if (!length)
        return;
    macro one = {.name = arena_text(p->memory, at, length)};
    at += length;
    if (*at == '(') {
        const char *close = strchr(at, ')');
        if (!close || close > end)
            return;
        one.with_parameters = true;
        for (const char *from = at + 1; from < close;) {
            const char *to = from + strcspn(from, ",)");
            const char *name = cut(p, from, to);
            if (strcmp(name, "...") == 0)
                one.variadic = true, name = "__VA_ARGS__";
            if (*name)
                *ARENA_PUSH(p->memory, one.parameters, one.parameter_count) = name;
            from = to + 1;
        }
        at = close + 1;
    }
    one.body = joined_lines(p, at, end);
    *ARENA_PUSH(p->memory, p->macros, p->count) = one;
}

static void gather(preprocessor *p, const char *code)
{
    for (const char *line = code; *line;) {
        const char *at = blanks(line), *end = line_end(line);
        if (*at == '#' && strncmp(at = blanks(at + 1), "define", 6) == 0 && isspace((unsigned char)at[6]))
            define(p, at + 6, end);
        line = end + (*end == '\n');
    }
}

static bool makes_declarations(const macro *one)
{
    static const char *const words[] = {"kernel", "[[", "device", "constant", "threadgroup"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(one->body, words[i]))
            return true;
    return one->with_parameters;
}

static const macro *find(const preprocessor *p, const char *name, size_t length)
{
    for (size_t i = p->count; i-- > 0;)
        if (strlen(p->macros[i].name) == length && strncmp(p->macros[i].name, name, length) == 0)
            return makes_declarations(&p->macros[i]) ? &p->macros[i] : NULL;
    return NULL;
}

/* ---- Replacement */

typedef struct call {
    const macro *of;
    const char **arguments;
    size_t count;
    const char *end; /* behind it */
} call;

/* The arguments in the brackets at `open`. False if the brackets do not close. */
static bool arguments_of(preprocessor *p, const char *open, call *to)
{
    int depth = 0;
    const char *from = open + 1;
    for (const char *at = open; *at;) {
        if (*at == '"' || *at == '\'') {
            at = quoted_end(at);
            continue;
        }
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        bool last_one = to->of->variadic && to->count + 1 >= to->of->parameter_count;
        if (depth == 0 || (depth == 1 && *at == ',' && !last_one)) {
            *ARENA_PUSH(p->memory, to->arguments, to->count) = cut(p, from, at);
            from = at + 1;
        }
        at++;
        if (depth == 0) {
            to->end = at;
            return true;
        }
    }
    return false;
}

static const char *argument(const call *of, const char *name, size_t length)
{
    for (size_t i = 0; i < of->of->parameter_count; i++)
        if (strlen(of->of->parameters[i]) == length && strncmp(of->of->parameters[i], name, length) == 0)
            return i < of->count ? of->arguments[i] : "";
    return NULL;
}

static void trim_end(text *out)
{
    while (out->length && isspace((unsigned char)out->data[out->length - 1]))
        out->length--;
}

/* The macro's text with its parameters, `#` and `##` replaced. */
static void substitute(const call *of, text *out)
{
    for (const char *p = of->of->body; *p;) {
        if (p[0] == '#' && p[1] == '#') {
            trim_end(out);
            p = text_past_space(p + 2);
            continue;
        }
        const char *name = p[0] == '#' ? text_past_space(p + 1) : p;
        size_t length = name_length(name);
        const char *value = length ? argument(of, name, length) : NULL;
        if (value) {
            text_format(out, p[0] == '#' ? "\"%s\"" : "%s", value);
            p = name + length;
            continue;
        }
        const char *end = token_end(p);
        text_bytes(out, p, (size_t)(end - p));
        p = end;
    }
}

static void expand(preprocessor *p, const char *from, bool whole, int nested, text *out);

/* A macro's name with what belongs to it; NULL if it is left as it is. */
static const char *replace(preprocessor *p, const char *at, size_t length, int nested, text *out)
{
    const macro *of = nested < MOST_NESTED ? find(p, at, length) : NULL;
    if (!of)
        return NULL;
    call one = {.of = of, .end = at + length};
    const char *open = text_past_space(at + length);
    if (of->with_parameters && (*open != '(' || !arguments_of(p, open, &one)))
        return NULL;
    text made = {0};
    substitute(&one, &made);
    expand(p, text_string(&made), true, nested + 1, out);
    text_free(&made);
    for (const char *c = at; !nested && c < one.end; c++)
        if (*c == '\n')
            text_add(out, "\n");
    return one.end;
}

/* Directives go out as they are, but for definitions of macros that are expanded: a reader would take them for code. */
static const char *directive(preprocessor *p, const char *line, text *out)
{
    const char *end = line_end(line), *word = blanks(blanks(line) + 1);
    const char *name = strncmp(word, "define", 6) == 0 ? blanks(word + 6) : "";
    bool hidden = *name && find(p, name, name_length(name));
    for (const char *c = line; c < end; c++)
        if (!hidden || *c == '\n')
            text_format(out, "%c", *c);
    return end;
}

/* Whether what stands between the end of the last statement and a brace opens a namespace or `extern "C"`. */
static bool is_namespace(const char *from, const char *brace)
{
    for (const char *p = from; p < brace; p++)
        if (strncmp(p, "namespace", 9) == 0 || strncmp(p, "extern", 6) == 0)
            return true;
    return false;
}

/* `whole`: braces mean nothing, as in what a macro gave. */
static void expand(preprocessor *p, const char *from, bool whole, int nested, text *out)
{
    size_t depth = 0, outer = 0; /* braces of bodies, and of namespaces around them */
    const char *statement = from;
    bool fresh = true; /* at the front of a line */
    for (const char *at = from; *at;) {
        size_t length = name_length(at);
        const char *end = NULL;
        if (fresh && !whole && *blanks(at) == '#') {
            at = directive(p, at, out);
            continue;
        }
        if (length && (whole || depth == 0) && (end = replace(p, at, length, nested, out))) {
            at = end;
            continue;
        }
        end = token_end(at);
        if (*at == '{')
            *(depth == 0 && is_namespace(statement, at) ? &outer : &depth) += 1;
        else if (*at == '}')
            *(depth ? &depth : &outer) -= depth || outer;
        if (strchr(";{}", *at))
            statement = end;
        fresh = *at == '\n';
        text_bytes(out, at, (size_t)(end - at));
        at = end;
    }
}

const char *macros_expand(const char *code, arena *memory)
{
    preprocessor p = {.memory = memory};
    text out = {0};
    gather(&p, code);
    expand(&p, code, false, 0, &out);
    const char *result = arena_text(memory, text_string(&out), out.length);
    text_free(&out);
    return result;
}
