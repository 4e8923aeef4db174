/* declare_dispatch.c: keys that say how the kernels run. */
#include "declare_keys.h"
#include "cursor.h"
#include "group.h"
#include "../internal.h"
#include <string.h>

/* `W x H x D`; a multiplication sign serves too. Commas never reach here. */
static bool dimensions(cursor *c, const char *text, const char **three)
{
    size_t count = 0;
    const char *start = text, *at = text;
    for (int depth = 0;; at++) {
        depth += (*at == '(') - (*at == ')');
        size_t skip = strncmp(at, " x ", 3) == 0 ? 3 : strncmp(at, "\xc3\x97", 2) == 0 ? 2 : 0;
        if (*at && (depth || !skip))
            continue;
        if (count == 3)
            return cursor_fail(c, "a grid has at most three dimensions");
        size_t length = (size_t)(at - start);
        while (length && start[length - 1] == ' ')
            length--;
        if (!length)
            return cursor_fail(c, "a dimension is missing in `%s`", text);
        three[count++] = arena_text(c->memory, start, length);
        if (!*at)
            return true;
        at += skip - 1;
        start = at + 1;
    }
}

static bool dispatch_part(declared_dispatch *dispatch, cursor *c, const char *part)
{
    cursor p = {part, c->memory, c->file, c->line, c->error};
    const char *what = cursor_name(&p);
    cursor_blanks(&p);
    if (what && strcmp(what, "threadgroup") == 0)
        return dispatch->threadgroup[0] ? cursor_fail(c, "the threadgroup is given twice")
                                        : dimensions(c, p.at, dispatch->threadgroup);
    if (what && strcmp(what, "after") == 0 && *p.at)
        return dispatch->after ? cursor_fail(c, "`after` is given twice") : (dispatch->after = p.at) != NULL;
    if (what && strcmp(what, "indirect") == 0 && *p.at)
        return dispatch->indirect ? cursor_fail(c, "`indirect` is given twice") : (dispatch->indirect = p.at) != NULL;
    if (what && strcmp(what, "command") == 0 && *p.at)
        return dispatch->command ? cursor_fail(c, "`command` is given twice") : (dispatch->command = p.at) != NULL;
    if (strcmp(part, "new encoder") == 0)
        return dispatch->new_encoder = true;
    bool groups = what && strcmp(what, "groups") == 0;
    if (!groups && !(what && strcmp(what, "threads") == 0))
        return cursor_fail(c,
                           "`threads …`, `groups …`, `threadgroup …`, `indirect …`, `command …`, `after …` or "
                           "`new encoder` is expected, not `%s`; dimensions are joined by ` x `",
                           part);
    if (dispatch->extent[0])
        return cursor_fail(c, "the grid is given twice");
    dispatch->groups = groups;
    return dimensions(c, p.at, dispatch->extent);
}

static bool dispatch_arguments(declared_dispatch *dispatch, cursor *c)
{
    const char *inside = cursor_bracketed(c, '(');
    if (!inside)
        return false;
    size_t places = 0;
    dispatch->named = true;
    for (cursor p = {inside, c->memory, c->file, c->line, c->error}; !cursor_end(&p);) {
        const char *name = cursor_name(&p);
        if (!name)
            return cursor_fail(c, "the name of an argument is expected at `%s`", p.at);
        uint32_t place = 0;
        bool placed = *p.at == '@' && p.at++;
        if (placed && !cursor_index(&p, 127, &place))
            return false;
        *ARENA_PUSH(c->memory, dispatch->place, places) = placed ? (int32_t)place : -1;
        *ARENA_PUSH(c->memory, dispatch->argument, dispatch->argument_count) = name;
        if (!cursor_take(&p, ",") && !cursor_end(&p))
            return cursor_fail(c, "`,` is missing at `%s`", p.at);
    }
    return true;
}

/* `KERNEL:` or `KERNEL(a, b):` in front; a value that starts with `threads` or `groups` has none. */
static bool dispatch_kernel(declared_dispatch *dispatch, cursor *c)
{
    cursor ahead = *c;
    const char *name = cursor_name(&ahead);
    cursor_blanks(&ahead);
    if (!name || (*ahead.at != ':' && *ahead.at != '('))
        return true;
    if (*ahead.at == '(' && !dispatch_arguments(dispatch, &ahead))
        return false;
    if (!cursor_take(&ahead, ":"))
        return cursor_fail(c, "`:` is expected after the kernel's name and arguments");
    dispatch->kernel = name;
    *c = ahead;
    return true;
}

bool declare_key_dispatch(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    declared_dispatch *dispatch = ARENA_PUSH(&file->memory, file->dispatches, file->dispatch_count);
    dispatch->line = entry->line;
    if (!dispatch_kernel(dispatch, &c))
        return false;
    do {
        const char *part = cursor_until(&c, ",");
        if (!part || !dispatch_part(dispatch, &c, part))
            return false;
    } while (cursor_take(&c, ","));
    if (!dispatch->extent[0])
        return cursor_fail(&c, "`threads …` or `groups …` is missing");
    return dispatch->threadgroup[0] || cursor_fail(&c, "`threadgroup …` is missing");
}

bool declare_key_threadgroup(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    declared_text *memory = ARENA_PUSH(&file->memory, file->threadgroups, file->threadgroup_count);
    memory->line = entry->line;
    if (!cursor_index(&c, 30, &memory->index))
        return false;
    cursor_blanks(&c);
    memory->text = c.at;
    return *memory->text || cursor_fail(&c, "`index bytes` is expected");
}

bool declare_key_blit(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)error;
    declared_text *blit = ARENA_PUSH(&file->memory, file->blits, file->blit_count);
    *blit = (declared_text){.text = entry->value, .index = (uint32_t)file->dispatch_count, .line = entry->line};
    return true;
}

bool declare_key_constant(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    declared_constant *constant = ARENA_PUSH(&file->memory, file->constants, file->constant_count);
    constant->line = entry->line;
    constant->name = cursor_name(&c);
    if (!constant->name || !cursor_take(&c, "(") || !cursor_index(&c, 65535, &constant->index) || !cursor_take(&c, ")"))
        return cursor_fail(&c, "`NAME(index) TYPE = EXPR` is expected");
    constant->type = cursor_until(&c, "=");
    if (!constant->type || !*constant->type || !cursor_take(&c, "="))
        return cursor_fail(&c, "`NAME(index) TYPE = EXPR` is expected");
    cursor_blanks(&c);
    constant->value = c.at;
    return *constant->value || cursor_fail(&c, "the value of `%s` is missing", constant->name);
}

/* The text, or with `@GROUP` in it the text once for each function of the group. */
static bool repeat_for_group(cursor *c, const char **text)
{
    const char **functions, *all = "";
    size_t count;
    if (!group_named(c, c->at, &functions, &count))
        return false;
    for (size_t f = 0; f < count; f++)
        all = arena_format(c->memory, "%s%s%s", all, f ? " " : "", group_replace(c->memory, c->at, functions[f]));
    *text = functions ? all : c->at;
    return true;
}

bool declare_key_macro(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    declared_text *macro = ARENA_PUSH(&file->memory, file->macros, file->macro_count);
    macro->line = entry->line;
    macro->name = cursor_name(&c);
    if (!macro->name || !cursor_take(&c, "="))
        return cursor_fail(&c, "`NAME = EXPR` is expected");
    cursor_blanks(&c);
    return repeat_for_group(&c, &macro->text);
}
