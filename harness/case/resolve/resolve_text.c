/* resolve_text.c: texts of the header get their parameters' values: types, formats, generators, names of kernels. */
#include "resolve.h"
#include "../declare/cursor.h"
#include "../internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines */

expression_scope *resolve_at_line(case_box *box, int line)
{
    box->scope.line = line;
    return &box->scope;
}

cursor resolve_cursor_in(case_box *box, const char *text, int line, assay_error *error)
{
    return (cursor){text, &box->memory, box->scope.file, line, error};
}

/* ---- Parameters inside texts */

/* Writes `text` with parameters replaced to `to`, or only measures with NULL. */
static size_t replaced(const expression_scope *scope, const char *text, char *to)
{
    size_t written = 0, length;
    bool identifier;
    for (const char *at = text; *at; at += length) {
        length = token_length(at, &identifier);
        const char *value = identifier ? expression_text(scope, at, length) : NULL;
        size_t size = value ? strlen(value) : length;
        if (to)
            memcpy(to + written, value ? value : at, size);
        written += size;
    }
    return written;
}

const char *resolve_substitute(case_box *box, const char *text)
{
    char *result = arena_take(&box->memory, replaced(&box->scope, text, NULL) + 1, 1);
    replaced(&box->scope, text, result);
    return result;
}

void resolve_set_name(case_box *box, const char *name, int64_t value)
{
    expression_name *names = box->names;
    size_t i = 0;
    while (i < box->scope.name_count && strcmp(names[i].name, name) != 0)
        i++;
    names[i] = (expression_name){name, value};
    if (i == box->scope.name_count)
        box->scope.name_count++;
}

void resolve_set_names(case_box *box, const char *const names[4], const uint32_t value[3])
{
    resolve_set_name(box, names[0], (int64_t)value[0] * value[1] * value[2]);
    for (int d = 0; d < 3; d++)
        resolve_set_name(box, names[1 + d], value[d]);
}

int32_t resolve_argument_named(const case_instance *instance, const char *name)
{
    for (size_t i = 0; i < instance->argument_count; i++)
        if (strcmp(instance->arguments[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

/* Names of visible functions, each with one of `separators` or the end after it. */
bool resolve_names_of(case_box *box, const char *text, const char *separators, int line, const char *const **names,
                      size_t *count, assay_error *error)
{
    cursor c = resolve_cursor_in(box, text, line, error);
    const char **list = NULL;
    do {
        c.at += strspn(c.at, separators);
        const char *name = cursor_name(&c);
        if (!name || (*c.at && !strchr(separators, *c.at)))
            return cursor_fail(&c, "names of visible functions are expected, not `%s`", text);
        *ARENA_PUSH(&box->memory, list, *count) = name;
        c.at += strspn(c.at, separators);
    } while (*c.at);
    *names = list;
    return true;
}

/* The argument that is an indirect command buffer with command `n`; -1 with an error. */
int32_t resolve_commands_named(case_box *box, cursor *c, const char *name, uint32_t n)
{
    int32_t index = name ? resolve_argument_named(&box->instance, name) : -1;
    const case_argument *commands = index < 0 ? NULL : &box->instance.arguments[index];
    if (commands && commands->kind == ARGUMENT_COMMANDS && n < commands->count)
        return index;
    cursor_fail(c, "`%s` is no command_buffer[…] with a command %u", name ? name : "", (unsigned)n);
    return -1;
}
