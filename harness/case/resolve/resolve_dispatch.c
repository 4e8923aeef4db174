/* resolve_dispatch.c: dispatches, what they bind, and what keeps them apart. */
#include "resolve.h"
#include "../declare/cursor.h"
#include "../internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Dispatches */

static const char *const grid_names[] = {"threads", "grid.x", "grid.y", "grid.z"};
static const char *const groups_names[] = {"groups", "groups.x", "groups.y", "groups.z"};
static const char *const threadgroup_names[] = {"threadgroup", "threadgroup.x", "threadgroup.y", "threadgroup.z"};

static bool three(case_box *box, const char *const text[3], const char *what, int64_t least, uint32_t result[3],
                  int line, assay_error *error)
{
    for (int d = 0; d < 3; d++) {
        int64_t value = 1;
        if (text[d] && !expression_integer(text[d], resolve_at_line(box, line), least, UINT32_MAX, what, &value, error))
            return false;
        result[d] = (uint32_t)value;
    }
    return (double)result[0] * result[1] * result[2] <= 0x1p40 ||
           assay_fail(error, box->scope.file, line, "%s is too large", what);
}

static bool grid_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    uint32_t other[3];
    to->groups = from->groups;
    if (!three(box, from->extent, from->groups ? "groups" : "threads", 0, to->extent, from->line, error))
        return false;
    resolve_set_names(box, from->groups ? groups_names : grid_names, to->extent);
    if (!three(box, from->threadgroup, "threadgroup", 1, to->threadgroup, from->line, error))
        return false;
    resolve_set_names(box, threadgroup_names, to->threadgroup);
    uint64_t size = (uint64_t)to->threadgroup[0] * to->threadgroup[1] * to->threadgroup[2];
    if (size > MOST_THREADS)
        return assay_fail(error, box->scope.file, from->line,
                          "a threadgroup of %llu threads; no device takes more than %d", (unsigned long long)size,
                          MOST_THREADS);
    for (int d = 0; d < 3; d++) {
        uint64_t extent = to->extent[d], group = to->threadgroup[d];
        uint64_t value = from->groups ? extent * group : (extent + group - 1) / group;
        if (value > UINT32_MAX)
            return assay_fail(error, box->scope.file, from->line,
                              "the grid has more than 2^32 threads in one dimension");
        other[d] = (uint32_t)value;
    }
    resolve_set_names(box, from->groups ? grid_names : groups_names, other);
    return true;
}

bool resolve_grids(case_box *box, const case_file *file, assay_error *error)
{
    case_dispatch *list = arena_take(&box->memory, file->dispatch_count, sizeof *list);
    for (size_t i = 0; i < file->dispatch_count; i++) {
        const char *kernel = file->dispatches[i].kernel;
        list[i].kernel = kernel ? resolve_substitute(box, kernel) : NULL;
        if (!grid_of(box, &file->dispatches[i], &list[i], error))
            return false;
    }
    box->instance.dispatches = list;
    box->instance.dispatch_count = file->dispatch_count;
    return true;
}

/* Places of a list: in order, buffers and textures apart, an @n continues from there; without a list as declared. */
bool resolve_bind(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    const case_instance *instance = &box->instance;
    size_t count = from->named ? from->argument_count : instance->argument_count;
    uint32_t *indices = arena_take(&box->memory, count, sizeof *indices);
    uint32_t *places = arena_take(&box->memory, count, sizeof *places), next[TABLE_COUNT] = {0};
    size_t bound = 0;
    for (size_t n = 0; n < count; n++) {
        int32_t index = from->named ? resolve_argument_named(instance, from->argument[n]) : (int32_t)n;
        size_t i = bound;
        if (!from->named && box->instance.of->file->arguments[n].member)
            continue;
        if (index < 0)
            return assay_fail(error, box->scope.file, from->line,
                              "the dispatch passes `%s`, which is no in, out or inout", from->argument[n]);
        const case_argument *argument = &instance->arguments[index];
        if (!argument_facts_of(argument->kind)->bound)
            return assay_fail(error, box->scope.file, from->line, "`%s` is bound by an argument buffer alone",
                              argument->name);
        argument_table table = argument_facts_of(argument->kind)->table;
        indices[i] = (uint32_t)index;
        places[i] = !from->named ? argument->index : from->place[n] >= 0 ? (uint32_t)from->place[n] : next[table];
        next[table] = places[i] + 1;
        for (size_t j = 0; j < i; j++)
            if (places[j] == places[i] && argument_facts_of(instance->arguments[indices[j]].kind)->table == table)
                return assay_fail(error, box->scope.file, from->line, "`%s` and `%s` share the index %u",
                                  argument->name, instance->arguments[indices[j]].name, (unsigned)places[i]);
        bound++;
    }
    to->arguments = indices;
    to->places = places;
    to->argument_count = bound;
    return true;
}

/* ---- What keeps dispatches apart */

/* `buffers`, `textures`, or arguments. */
static bool barrier_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    cursor c = resolve_cursor_in(box, resolve_substitute(box, from->after), from->line, error);
    uint32_t *list = NULL;
    while (!cursor_end(&c)) {
        const char *name = cursor_word(&c);
        int32_t index = resolve_argument_named(&box->instance, name);
        argument_kind kind = index < 0 ? ARGUMENT_BYTES : box->instance.arguments[index].kind;
        if (strcmp(name, "buffers") == 0)
            to->after_buffers = true;
        else if (strcmp(name, "textures") == 0)
            to->after_textures = true;
        else if (kind == ARGUMENT_BUFFER || kind == ARGUMENT_TEXTURE)
            *ARENA_PUSH(&box->memory, list, to->after_count) = (uint32_t)index;
        else
            return cursor_fail(&c, "`after` takes `buffers`, `textures` or arguments that are one, not `%s`", name);
    }
    to->after = list;
    if (to->after_count && (to->after_buffers || to->after_textures))
        return cursor_fail(&c, "a barrier is of a scope or of arguments, not of both");
    return to->after_count <= METAL_MOST_BARRED ||
           cursor_fail(&c, "a barrier takes at most %d arguments", METAL_MOST_BARRED);
}

/* The buffer of three numbers that an indirect dispatch takes. */
static bool indirect_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    to->indirect = from->indirect ? resolve_argument_named(&box->instance, from->indirect) : -1;
    if (!from->indirect)
        return true;
    const case_argument *argument = to->indirect < 0 ? NULL : &box->instance.arguments[to->indirect];
    if (!argument || argument->kind != ARGUMENT_BUFFER || argument->type.scalar != SCALAR_UINT ||
        argument->count * argument->type.lanes < 3)
        return assay_fail(error, box->scope.file, from->line,
                          "`indirect %s` needs an in or inout of that name with three uint", from->indirect);
    return to->groups ||
           assay_fail(error, box->scope.file, from->line,
                      "an indirect dispatch is one of threadgroups: say `groups …`, what the buffer holds");
}

/* `NAME N` or `NAME N barrier`: the dispatch becomes a command, which takes buffers alone. */
static bool command_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    to->commands = -1;
    if (!from->command)
        return true;
    cursor c = resolve_cursor_in(box, resolve_substitute(box, from->command), from->line, error);
    const char *name = cursor_name(&c);
    cursor_blanks(&c);
    if (!cursor_index(&c, MOST_COMMANDS, &to->command))
        return false;
    cursor_blanks(&c);
    to->command_barrier = strcmp(c.at, "barrier") == 0;
    if (*c.at && !to->command_barrier)
        return cursor_fail(&c, "`command NAME N` or `command NAME N barrier` is expected");
    for (size_t i = 0; i < to->argument_count; i++)
        if (box->instance.arguments[to->arguments[i]].kind != ARGUMENT_BUFFER)
            return cursor_fail(&c, "a command takes buffers alone, not `%s`",
                               box->instance.arguments[to->arguments[i]].name);
    if (from->indirect || from->after || from->new_encoder)
        return cursor_fail(&c, "a command is not encoded with `indirect`, `after` or `new encoder`");
    to->commands = resolve_commands_named(box, &c, name, to->command);
    return to->commands >= 0;
}

bool resolve_barriers(case_box *box, const case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->dispatch_count; i++) {
        const declared_dispatch *from = &file->dispatches[i];
        case_dispatch *to = (case_dispatch *)&box->instance.dispatches[i];
        to->new_encoder = from->new_encoder;
        if (!indirect_of(box, from, to, error) || !command_of(box, from, to, error))
            return false;
        if ((from->after || from->new_encoder) && !i)
            return assay_fail(error, box->scope.file, from->line, "no dispatch comes before the first");
        if (from->after && from->new_encoder)
            return assay_fail(error, box->scope.file, from->line, "a new encoder needs no barrier in front");
        if (from->after && !box->instance.options.concurrent)
            return assay_fail(error, box->scope.file, from->line,
                              "`after` orders dispatches that are concurrent: say `options: concurrent`");
        if (from->after && !barrier_of(box, from, to, error))
            return false;
    }
    return true;
}
