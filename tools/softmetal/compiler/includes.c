/* includes.c: puts files in the place of the directives that include them. What the preprocessor decides stays its
 * business: text goes where the directive was, in an inactive branch too, and `#pragma once` becomes a macro to ask
 * for. */
#include "includes.h"
#include "rewrite/rewrite.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_FILES = 256, MAX_PATH = 1024, MAX_SIZE = 64 << 20 };

typedef struct expansion {
    FILE *out;
    const sm_macro *macro; /* given by whoever compiles the program */
    size_t macros;
    char path[MAX_FILES][MAX_PATH]; /* of files that ask to be included once */
    unsigned files, found;
} expansion;

typedef struct line {
    const char *start, *end; /* without the line's end */
} line;

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

/* After the word, or NULL if it is not there. */
static const char *skip_word(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - p) >= n && memcmp(p, word, n) == 0 ? skip_blanks(p + n, end) : NULL;
}

/* What follows `#` and the name of a directive; NULL if the line is none of these. */
static const char *directive(line l, const char *name)
{
    const char *p = skip_word(skip_blanks(l.start, l.end), l.end, "#");
    return p ? skip_word(p, l.end, name) : NULL;
}

/* Whether a block comment is open at the line's end. */
static bool comment_stays_open(line l, bool open)
{
    char quote = 0;
    for (const char *p = l.start; p < l.end; p++) {
        bool pair = p + 1 < l.end;
        if (open) {
            if (pair && p[0] == '*' && p[1] == '/')
                open = false, p++;
        } else if (quote) {
            if (*p == '\\')
                p++;
            else if (*p == quote)
                quote = 0;
        } else if (*p == '"') {
            quote = *p;
        } else if (pair && p[0] == '/' && p[1] == '/') {
            return false;
        } else if (pair && p[0] == '/' && p[1] == '*') {
            open = true, p++;
        }
    }
    return open;
}

static char *read_text(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long end = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (end >= 0 && end <= MAX_SIZE && fseek(file, 0, SEEK_SET) == 0 && (text = malloc((size_t)end + 1)))
        *size = fread(text, 1, (size_t)end, file);
    if (file)
        fclose(file);
    return text;
}

static const char *skip_name(const char *p, const char *end)
{
    while (p < end && (isalnum((unsigned char)*p) || *p == '_'))
        p++;
    return p;
}

/* The value of the macro of that name, quotes aside, or NULL. */
static const char *value_of(const expansion *e, const char *name, size_t size, size_t *length)
{
    for (size_t i = 0; i < e->macros; i++) {
        const char *value = e->macro[i].value;
        if (!value || strlen(e->macro[i].name) != size || memcmp(e->macro[i].name, name, size) != 0)
            continue;
        *length = strlen(value);
        bool quoted = *length > 1 && *value == '"' && value[*length - 1] == '"';
        *length -= quoted ? 2 : 0;
        return value + quoted;
    }
    return NULL;
}

/* The path in `TEXT(ROOT/x.h)`, where TEXT makes a string of its argument and ROOT is given from outside. */
static bool spelled_path(const expansion *e, const char *p, const char *end, char path[MAX_PATH])
{
    const char *open = skip_blanks(skip_name(p, end), end),
               *close = open < end && *open == '(' ? memchr(open, ')', (size_t)(end - open)) : NULL;
    size_t size = 0;
    if (open == p || !close)
        return false;
    for (p = skip_blanks(open + 1, close); p < close;) {
        const char *after = skip_name(p, close);
        size_t length = after == p ? 1 : (size_t)(after - p);
        const char *text = after == p ? NULL : value_of(e, p, length, &length);
        if (size + length >= MAX_PATH)
            return false;
        memcpy(path + size, text ? text : p, length);
        size += length;
        p = after == p ? p + 1 : after;
    }
    path[size] = 0;
    return *path == '/';
}

/* The path that a directive names, from the directory of the file it is in; false if it is none of ours. */
static bool included_path(const expansion *e, line l, const char *within, char path[MAX_PATH])
{
    const char *p = directive(l, "include");
    if (!p || p == l.end)
        return false;
    if (*p != '"' && *p != '<')
        return spelled_path(e, p, l.end, path);
    const char *close = memchr(p + 1, *p == '"' ? '"' : '>', (size_t)(l.end - p - 1));
    if (!close || (p[1] != '/' && (*within != '/' || *p == '<')))
        return false;
    int directory = p[1] == '/' ? 0 : (int)(strrchr(within, '/') + 1 - within);
    int n = snprintf(path, MAX_PATH, "%.*s%.*s", directory, within, (int)(close - p - 1), p + 1);
    return n > 0 && n < MAX_PATH;
}

/* The number of a file that asks to be included once. */
static unsigned number_of(expansion *e, const char *path)
{
    for (unsigned i = 0; i < e->files; i++) {
        if (strcmp(e->path[i], path) == 0)
            return i;
    }
    if (e->files < MAX_FILES)
        strcpy(e->path[e->files++], path);
    return e->files - 1;
}

static void expand(expansion *e, const char *text, size_t size, const char *name, int depth);

static bool include(expansion *e, line l, const char *within, unsigned number, int depth)
{
    char path[MAX_PATH];
    size_t size = 0;
    char *text = depth < MAX_DEPTH && included_path(e, l, within, path) ? read_text(path, &size) : NULL;
    if (!text)
        return false;
    bool once = false;
    for (const char *p = text, *end = text + size; p < end && !once;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p)), *stop = newline ? newline : end,
                   *what = directive((line){p, stop}, "pragma");
        once = what && skip_word(what, stop, "once");
        p = newline ? newline + 1 : end;
    }
    e->found++;
    if (once)
        fprintf(e->out, "#ifndef __MSL_INCLUDED_%u\n#define __MSL_INCLUDED_%u\n", number_of(e, path),
                number_of(e, path));
    fprintf(e->out, "#line 1 \"%s\"\n", path);
    expand(e, text, size, path, depth + 1);
    fprintf(e->out, "\n%s#line %u \"%s\"\n", once ? "#endif\n" : "", number + 1, within);
    free(text);
    return true;
}

static void expand(expansion *e, const char *text, size_t size, const char *name, int depth)
{
    bool comment = false;
    unsigned number = 1;
    for (const char *p = text, *end = text + size; p < end; number++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        line l = {p, newline ? newline : end};
        const char *pragma = depth && !comment ? directive(l, "pragma") : NULL;
        bool once = pragma && skip_word(pragma, l.end, "once"), placed = !comment && include(e, l, name, number, depth);
        if (!once && !placed)
            fwrite(l.start, 1, (size_t)(l.end - l.start), e->out);
        if (newline && !placed)
            fputc('\n', e->out);
        comment = comment_stays_open(l, comment);
        p = newline ? newline + 1 : end;
    }
}

char *sm_include_files(const char *source, size_t size, const sm_macro *macros, size_t count, size_t *length)
{
    char *text = NULL;
    expansion *e = calloc(1, sizeof *e);
    if (e && (e->out = open_memstream(&text, length))) {
        e->macro = macros;
        e->macros = count;
        expand(e, source, size, SM_SOURCE_NAME, 0);
        bool failed = ferror(e->out);
        failed = fclose(e->out) != 0 || failed;
        if (failed || !e->found) {
            free(text);
            text = NULL;
        }
    }
    free(e);
    return text;
}
