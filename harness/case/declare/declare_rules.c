/* declare_rules.c: rules that join several keys. */
#include "declare_keys.h"
#include "cursor.h"
#include "../internal.h"
#include <string.h>

static bool missing(const case_file *file, const char *key, const char *why, assay_error *error)
{
    return assay_fail(error, file->path, 1, "the key `%s` is missing: %s", key, why);
}

bool declare_complete(const case_file *file, assay_error *error)
{
    if (!file->title)
        return missing(file, "title", "say the behaviour in one sentence", error);
    if (file->in_tree && !file->verifies_count)
        return missing(file, "verifies", "name the ids of cases/requirements.tsv that it verifies", error);
    if (file->must_reject && file->refusal)
        return assay_fail(error, file->path, file->reject_at,
                          "a program that must be refused needs no `refusal`; `grade: inferred` records it");
    if (file->must_reject)
        return file->control_edit || missing(file, "control", "give the edit that makes the program compile", error);
    if (file->control_edit)
        return assay_fail(error, file->path, file->control_line,
                          "`control` belongs to `reject` or `no_pipeline`, which are missing");
    if (file->grade)
        return assay_fail(error, file->path, 1, "`grade` belongs to `reject`, which is missing");
    if (!file->dispatch_count && (!file->reflect_count || file->expect_count))
        return missing(file, "dispatch", "say how many threads run, `threads N, threadgroup M`", error);
    if (!file->expect_count && !file->reflect_count && !file->log_count)
        return missing(file, "expect", "a case that judges nothing proves nothing", error);
    return !file->in_tree || file->mutant_text_count ||
           missing(file, "mutant", "show for each verified id an edit of the program that makes the case fail", error);
}

bool name_reserved(const char *name)
{
    static const char *const names[] = {"threads",   "groups", "threadgroup", "simd_width", "grid", "math",
                                        "functions", "msl",    "true",        "false",      "x",    "in",
                                        "values",    "same",   "set",         "unjudged"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Every name once, whatever it names. */
static bool unique_name(case_file *file, const char ***names, size_t *count, const char *name, int line,
                        assay_error *error)
{
    if (name_reserved(name))
        return assay_fail(error, file->path, line, "`%s` has a meaning of its own in headers; take another name", name);
    for (size_t i = 0; i < *count; i++)
        if (strcmp((*names)[i], name) == 0)
            return assay_fail(error, file->path, line, "the name `%s` is given twice", name);
    *ARENA_PUSH(&file->memory, *names, *count) = name;
    return true;
}

static bool axes_unique(case_file *file, const case_axes *axes, const char ***names, size_t *count, assay_error *error)
{
    for (size_t a = 0; a < axes->count; a++)
        for (size_t n = 0; n < axes->axis[a].name_count; n++)
            if (!unique_name(file, names, count, axes->axis[a].names[n], axes->axis[a].line, error))
                return false;
    return true;
}

bool declare_names_unique(case_file *file, assay_error *error)
{
    const char **names = NULL;
    size_t count = 0;
    if (!axes_unique(file, &file->parameters, &names, &count, error) ||
        !axes_unique(file, &file->subcases, &names, &count, error))
        return false;
    for (size_t i = 0; i < file->macro_count; i++)
        if (!unique_name(file, &names, &count, file->macros[i].name, file->macros[i].line, error))
            return false;
    for (size_t i = 0; i < file->argument_count; i++)
        if (!unique_name(file, &names, &count, file->arguments[i].name, file->arguments[i].line, error))
            return false;
    return true;
}

static declared_argument *declared_named(case_file *file, const char *name)
{
    for (size_t i = 0; i < file->argument_count; i++)
        if (strcmp(file->arguments[i].name, name) == 0)
            return &file->arguments[i];
    return NULL;
}

/* Marks what tensors have as planes. */
bool declare_mark_planes(case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->argument_count; i++) {
        const declared_argument *tensor = &file->arguments[i];
        declared_argument *plane = tensor->scales ? declared_named(file, tensor->scales) : NULL;
        if (!tensor->scales)
            continue;
        if (!plane || plane->kind != ARGUMENT_BUFFER || plane->extents || plane->role != ROLE_IN || plane->member)
            return assay_fail(error, file->path, tensor->line,
                              "the scales of tensor `%s` are in a buffer of its own, `in: %s uchar[…]`", tensor->name,
                              tensor->scales);
        plane->member = true;
    }
    return true;
}

/* Marks what argument buffers hold, `ID NAME, …`. */
bool declare_mark_members(case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->argument_count; i++) {
        const declared_argument *argument = &file->arguments[i];
        if (argument->kind != ARGUMENT_ARGUMENTS)
            continue;
        cursor c = {argument->initial, &file->memory, file->path, argument->line, error};
        bool tensors = false, others = false;
        do {
            const char *text = cursor_until(&c, ","), *blank = text ? strrchr(text, ' ') : NULL;
            declared_argument *member = blank ? declared_named(file, blank + 1) : NULL;
            if (!text)
                return false;
            if (!member || member->kind == ARGUMENT_ARGUMENTS)
                return cursor_fail(&c,
                                   "`ID NAME` with the name of a buffer, value, texture, sampler, table or tensor is "
                                   "expected, not `%s`",
                                   text);
            member->member = true;
            tensors |= member->extents != NULL;
            others |= member->kind != ARGUMENT_BUFFER;
        } while (cursor_take(&c, ","));
        if (tensors && others)
            return cursor_fail(&c, "`%s`: an argument buffer with tensors holds tensors and buffers alone",
                               argument->name);
    }
    return true;
}

/* Arguments take the indices of their table in order of declaration, an @n continues from there. */
bool declare_place_arguments(case_file *file, assay_error *error)
{
    static const uint32_t last[] = {[TABLE_BUFFERS] = 30, [TABLE_TEXTURES] = 127, [TABLE_SAMPLERS] = 15};
    uint32_t next[TABLE_COUNT] = {0};
    for (size_t i = 0; i < file->argument_count; i++) {
        declared_argument *argument = &file->arguments[i];
        argument_table table = argument_facts_of(argument->kind)->table;
        if (argument->member)
            continue;
        if (!argument->placed)
            argument->index = next[table];
        next[table] = argument->index + 1;
        if (argument->index > last[table])
            return assay_fail(error, file->path, argument->line, "index %u of `%s` is beyond the last of its table, %u",
                              (unsigned)argument->index, argument->name, (unsigned)last[table]);
    }
    return true;
}

/* With the rule above two arguments may meet at an index only if dispatches name their arguments; then instance.c
 * decides. */
bool declare_check_outs(case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->expect_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(file->expects[i].name, file->expects[j].name) == 0)
                return assay_fail(error, file->path, file->expects[i].line, "`%s` has two expectations",
                                  file->expects[i].name);
    return true;
}
