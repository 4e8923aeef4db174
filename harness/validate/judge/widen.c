/* widen.c: goes over the text word by word. It need not understand a program: what it makes is compiled and run, and
 * only if the result is right anything is said of it. */
#include "widen.h"
#include "../../case/expression.h"
#include <ctype.h>
#include <string.h>

typedef struct scanner {
    const kernel_function *entry;
    const char *start, *at;
    const char *type; /* "half", "bfloat" or, of others, NULL */
    bool open, casts;
    int depth;     /* of braces */
    bool kernel;   /* in the declaration of a kernel, or in its body */
    bool instance; /* in an explicit instantiation */
    bool changed;
    const char *own, *own_end; /* template parameters of a function that is no kernel: these stand for nothing */
    text *out;
} scanner;

static void copy(scanner *s, size_t length)
{
    text_bytes(s->out, s->at, length);
    s->at += length;
}

static bool is(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

/* ---- Words */

/* "float", "float2" … for a word that names the short type or vectors of it, or stands for it; NULL for others. */
static const char *wide_name(const scanner *s, const char *word, size_t length)
{
    static const char *const wide[] = {"float", "float2", "float3", "float4"};
    static const char *const narrow[] = {"half", "bfloat"};
    for (size_t i = 0; i < 2; i++) {
        size_t base = strlen(narrow[i]);
        bool named = length >= base && strncmp(word, narrow[i], base) == 0;
        if (named && length == base)
            return wide[0];
        if (named && length == base + 1 && word[base] >= '2' && word[base] <= '4')
            return wide[word[base] - '1'];
    }
    for (const char *own = s->own; own && own < s->own_end; own++)
        if (strncmp(own, word, length) == 0 && !identifier_length(own + length) && !isalnum(own[-1]) && own[-1] != '_')
            return NULL;
    if (s->type && s->open && is(word, length, "T"))
        return wide[0];
    for (size_t i = 0; s->type && s->kernel && i < s->entry->type_count; i++)
        if (is(word, length, s->entry->types[i].name) && strcmp(s->entry->types[i].text, s->type) == 0)
            return wide[0];
    return NULL;
}

/* The words before this one, as far as nothing but blanks is between them, have one that names memory of the host's. */
static bool of_host(const scanner *s)
{
    const char *from = s->at;
    while (from > s->start && (isalnum(from[-1]) || from[-1] == '_' || from[-1] == ' ' || from[-1] == '\n'))
        from--;
    for (size_t length; from < s->at; from += length ? length : 1) {
        length = identifier_length(from);
        if (is(from, length, "device") || is(from, length, "constant"))
            return true;
    }
    return false;
}

/* `NAME<` stands before it. */
static bool is_argument_of(const scanner *s, const char *name)
{
    size_t length = strlen(name);
    return (size_t)(s->at - s->start) > length && s->at[-1] == '<' && strncmp(s->at - 1 - length, name, length) == 0;
}

static bool stays(const scanner *s, size_t length)
{
    const char *next = s->at + length + strspn(s->at + length, " \n");
    bool cast = *next == '(' || is_argument_of(s, "static_cast");
    return s->instance || of_host(s) || is_argument_of(s, "as_type") || (cast && !s->casts) ||
           strncmp(next, "device", 6) == 0;
}

/* ---- What stands outside of functions */

static bool has_word(const char *from, const char *end, const char *word)
{
    for (size_t length; from < end; from += length ? length : 1) {
        length = identifier_length(from);
        if (is(from, length, word))
            return true;
    }
    return false;
}

/* `template <…>` of a function that is no kernel has names of its own; `template` without is an instantiation. */
static void begin_template(scanner *s, size_t length)
{
    const char *open = s->at + length + strspn(s->at + length, " \n"), *end = open + strcspn(open, "{;");
    if (*open != '<') {
        s->instance = true;
        return;
    }
    if (has_word(open, end, "kernel"))
        return;
    s->own = open + 1;
    s->own_end = open + strcspn(open, ">");
}

/* In parentheses after `kernel` are parameters: the host's. */
static void copy_parameters(scanner *s)
{
    int depth = 0;
    size_t length = 0;
    do {
        depth += (s->at[length] == '(') - (s->at[length] == ')');
        length++;
    } while (depth && s->at[length]);
    copy(s, length);
}

static void end_declaration(scanner *s)
{
    s->kernel = s->instance = false;
    s->own = s->own_end = NULL;
}

/* ---- Going over it */

/* A comment, a string or an #include, which are left alone; 0 for others. */
static size_t quiet_length(const scanner *s)
{
    static const char include[] = "#include", line[] = "#line";
    const char *at = s->at;
    if (strncmp(at, "//", 2) == 0 || strncmp(at, include, strlen(include)) == 0 || strncmp(at, line, strlen(line)) == 0)
        return strcspn(at, "\n");
    if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at + 2, "*/");
        return end ? (size_t)(end + 2 - at) : strlen(at);
    }
    if (*at != '"')
        return 0;
    size_t length = 1;
    while (at[length] && at[length] != '"')
        length += at[length] == '\\' && at[length + 1] ? 2 : 1;
    return length + (at[length] == '"');
}

static void word(scanner *s, size_t length)
{
    if (s->depth == 0 && is(s->at, length, "kernel"))
        s->kernel = true;
    if (s->depth == 0 && is(s->at, length, "template"))
        begin_template(s, length);
    const char *wide = wide_name(s, s->at, length);
    if (!wide || stays(s, length)) {
        copy(s, length);
        return;
    }
    text_add(s->out, wide);
    s->at += length;
    s->changed = true;
}

/* A literal of half, 0.5h, is one of float then. */
static void number(scanner *s, size_t length)
{
    bool half = isdigit(s->at[0]) && tolower(s->at[length - 1]) == 'h' && tolower(s->at[1]) != 'x';
    copy(s, length - half);
    if (!half)
        return;
    text_add(s->out, "f");
    s->at++;
}

static void sign(scanner *s)
{
    if (*s->at == '(' && s->kernel && s->depth == 0) {
        copy_parameters(s);
        return;
    }
    s->depth += (*s->at == '{') - (*s->at == '}');
    if (s->depth == 0 && (*s->at == ';' || *s->at == '}'))
        end_declaration(s);
    copy(s, 1);
}

bool widen(const kernel_source *kernel, const kernel_function *entry, const char *type, bool open, bool casts,
           text *out)
{
    bool narrow = strcmp(type, "half") == 0 || strcmp(type, "bfloat") == 0;
    scanner s = {.entry = entry,
                 .start = kernel->text,
                 .at = kernel->text,
                 .type = narrow ? type : NULL,
                 .open = open,
                 .casts = casts,
                 .out = out};
    while (*s.at) {
        bool identifier;
        size_t quiet = quiet_length(&s), length = token_length(s.at, &identifier);
        if (quiet)
            copy(&s, quiet);
        else if (identifier)
            word(&s, length);
        else if (length > 1 || isdigit(*s.at))
            number(&s, length);
        else
            sign(&s);
    }
    return s.changed;
}
