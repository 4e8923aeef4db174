/* flatten.c: copies line by line; an include line recurses and is followed by a `#line` that takes the count up again.
 * Conditions are not evaluated: an include inside #if stays inside it, and its text with it. `//!` lines lose their
 * mark, since they are a case's header only at the top of a case. */
#include "flatten.h"
#include "../../../base/file.h"
#include "../../../base/text.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 64, LARGEST_SOURCE = 4 << 20, MOST_ONCE = 256 };

typedef struct flattener {
    const char *const *include;
    arena *memory;
    assay_error *error;
    text out;
    const char *once[MOST_ONCE];
    size_t once_count;
} flattener;

static bool put_file(flattener *f, const char *path, int depth);

/* The name in `#include "name"` or `#include <name>`; NULL if the line is none. */
static const char *included(flattener *f, const char *line, size_t length, char *close)
{
    const char *at = line, *end = line + length;
    at += strspn(at, " \t");
    if (*at != '#')
        return NULL;
    at++;
    at += strspn(at, " \t");
    if (strncmp(at, "include", 7) != 0)
        return NULL;
    at += 7;
    at += strspn(at, " \t");
    if (*at != '"' && *at != '<')
        return NULL;
    *close = *at == '<' ? '>' : '"';
    const char *stop = memchr(at + 1, *close, (size_t)(end - at - 1));
    return stop ? arena_text(f->memory, at + 1, (size_t)(stop - at - 1)) : NULL;
}

static const char *find(flattener *f, const char *from, const char *name, bool quoted)
{
    const char *slash = strrchr(from, '/');
    if (quoted) {
        const char *path =
            *name == '/' || !slash ? name : arena_format(f->memory, "%.*s/%s", (int)(slash - from), from, name);
        if (access(path, R_OK) == 0)
            return path;
    }
    for (const char *const *folder = f->include; folder && *folder; folder++) {
        const char *path = arena_format(f->memory, "%s/%s", *folder, name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

static bool already(const flattener *f, const char *path)
{
    for (size_t i = 0; i < f->once_count; i++)
        if (strcmp(f->once[i], path) == 0)
            return true;
    return false;
}

static bool is_once(const char *line, size_t length)
{
    char words[64];
    snprintf(words, sizeof words, "%.*s", (int)(length < 60 ? length : 60), line);
    char a[16], b[16];
    return sscanf(words, " #%15s %15s", a, b) == 2 && strcmp(a, "pragma") == 0 && strcmp(b, "once") == 0;
}

static bool put_include(flattener *f, const char *path, const char *name, char close, int line, int depth, bool *done)
{
    const char *found = find(f, path, name, close == '"');
    *done = found != NULL;
    if (!found)
        return close == '>' ||
               assay_fail(f->error, path, line,
                          "includes \"%s\", which is neither beside it nor in a directory given by -I", name);
    if (already(f, found)) {
        text_add(&f->out, "\n");
        return true;
    }
    if (!put_file(f, found, depth + 1))
        return false;
    text_format(&f->out, "\n#line %d \"%s\"\n", line + 1, depth ? path : "program_source");
    return true;
}

static bool put_line(flattener *f, const char *path, const char *line, size_t length, int number, int depth)
{
    char close;
    bool done = false;
    const char *name = included(f, line, length, &close);
    if (name && !put_include(f, path, name, close, number, depth, &done))
        return false;
    if (done)
        return true;
    if (is_once(line, length)) {
        if (f->once_count < MOST_ONCE)
            f->once[f->once_count++] = arena_text(f->memory, path, strlen(path));
        text_add(&f->out, "\n");
    } else if (length >= 3 && memcmp(line, "//!", 3) == 0) {
        text_add(&f->out, "//");
        text_bytes(&f->out, line + 3, length - 3);
        text_add(&f->out, "\n");
    } else {
        text_bytes(&f->out, line, length);
        text_add(&f->out, "\n");
    }
    return true;
}

static bool put_file(flattener *f, const char *path, int depth)
{
    size_t size;
    if (depth > DEEPEST)
        return assay_fail(f->error, path, 0, "includes itself, or %d files deep", DEEPEST);
    const char *at = file_text(f->memory, path, LARGEST_SOURCE, &size, f->error);
    if (!at)
        return false;
    if (depth)
        text_format(&f->out, "#line 1 \"%s\"\n", path);
    else
        text_add(&f->out, "#line 1\n"); /* the program itself, which compilers call program_source */
    for (int number = 1; *at; number++) {
        size_t length = strcspn(at, "\n");
        if (!put_line(f, path, at, length, number, depth))
            return false;
        at += length + (at[length] == '\n');
    }
    return true;
}

const char *flatten(const char *path, const char *const *include, arena *memory, assay_error *error)
{
    flattener f = {.include = include, .memory = memory, .error = error};
    bool good = put_file(&f, path, 0);
    const char *result = good ? arena_text(memory, text_string(&f.out), f.out.length) : NULL;
    text_free(&f.out);
    return result;
}
