/* group.c: groups of functions in the lists of a header, so that a new function need not be written into each. */
#include "group.h"
#include "../expression.h"
#include "../../base/nearest.h"
#include "../../../reference/accuracy/function_groups.h"
#include <string.h>

static bool known_group(cursor *c, const char *name)
{
    nearest close = nearest_to(name, strlen(name));
    for (const function_group *group = function_group_all(); group->name; group++) {
        if (strcmp(group->name, name) == 0)
            return true;
        nearest_offer(&close, group->name);
    }
    const char *hint = close.best ? arena_format(c->memory, "did you mean @%s? There", close.best) : "there";
    return cursor_fail(c, "`@%s` is no group of functions; %s are @functions, @inexact, @exact", name, hint);
}

bool group_named(cursor *c, const char *text, const char ***functions, size_t *count)
{
    const char *at = strchr(text, '@'), *members[MOST_GROUPED];
    *functions = NULL;
    *count = 0;
    if (!at)
        return true;
    const char *name = arena_text(c->memory, at + 1, identifier_length(at + 1));
    if (!known_group(c, name))
        return false;
    size_t found = function_group_members(name, members);
    *functions = arena_take(c->memory, found, sizeof **functions);
    memcpy(*functions, members, found * sizeof *members);
    *count = found;
    return true;
}

const char *group_replace(arena *memory, const char *text, const char *function)
{
    for (const char *at; (at = strchr(text, '@'));)
        text = arena_format(memory, "%.*s%s%s", (int)(at - text), text, function, at + 1 + identifier_length(at + 1));
    return text;
}
