/* families.c: requirement ids with a parameter in braces, `ulp.half.precise.{F}`: one id for each value that the
 * parameter takes. A mutant of such an id becomes one mutant per value, which applies to the cases with that value
 * alone. */
#include "families.h"
#include <string.h>

/* The first `{NAME}` in the text before `end`: where it starts, NAME's length, and its axis. False with an error if it
 * names no parameter; `*axis` is NULL without one. */
static bool find_family(case_file *file, const char *text, const char *end, int line, const char **start,
                        size_t *length, const case_axis **axis, size_t *column, assay_error *error)
{
    *axis = NULL;
    *start = memchr(text, '{', (size_t)(end - text));
    if (!*start)
        return true;
    const char *close = memchr(*start, '}', (size_t)(end - *start));
    *length = close ? (size_t)(close - *start - 1) : 0;
    *axis = close ? axes_find(&file->parameters, *start + 1, *length, column) : NULL;
    return *axis || assay_fail(error, file->path, line, "`%.*s` names no parameter of `for`",
                               (int)((close ? close + 1 : end) - *start), *start);
}

/* The text with `{NAME}` replaced wherever it stands before `end`. */
static const char *replaced(case_file *file, const char *text, const char *end, const char *start, size_t length,
                            const char *value)
{
    const char *result = "";
    for (const char *at = text; *at;) {
        const char *brace = at < end ? memchr(at, '{', (size_t)(end - at)) : NULL;
        size_t keep = brace ? (size_t)(brace - at) : strlen(at);
        result = arena_format(&file->memory, "%s%.*s", result, (int)keep, at);
        at += keep;
        if (!brace)
            break;
        bool same = strncmp(brace, start, length + 2) == 0;
        result = arena_format(&file->memory, "%s%s", result, same ? value : "{");
        at += same ? length + 2 : 1;
    }
    return result;
}

static bool seen_before(const case_axis *axis, size_t column, size_t row)
{
    for (size_t r = 0; r < row; r++)
        if (strcmp(axis->values[r * axis->name_count + column], axis->values[row * axis->name_count + column]) == 0)
            return true;
    return false;
}

static bool expand(case_file *file, const family_member *from, const char *(*end_of)(const char *),
                   family_member **list, size_t *count, assay_error *error)
{
    const char *start;
    size_t length, column;
    const case_axis *axis;
    if (!find_family(file, from->text, end_of(from->text), from->line, &start, &length, &axis, &column, error))
        return false;
    if (!axis) {
        *ARENA_PUSH(&file->memory, *list, *count) = *from;
        return true;
    }
    for (size_t row = 0; row < axis->row_count; row++) {
        if (seen_before(axis, column, row))
            continue;
        const char *value = axis->values[row * axis->name_count + column];
        family_member one = {replaced(file, from->text, end_of(from->text), start, length, value), from->line, NULL,
                             from->only_count};
        case_value *only = arena_take(&file->memory, from->only_count + 1, sizeof *only);
        if (from->only_count)
            memcpy(only, from->only, from->only_count * sizeof *only);
        only[one.only_count++] = (case_value){axis->names[column], value};
        one.only = only;
        if (!expand(file, &one, end_of, list, count, error))
            return false;
    }
    return true;
}

static const char *end_of_text(const char *text)
{
    return text + strlen(text);
}

/* A mutant's ids end at the bar; braces behind it are program. */
static const char *end_of_ids(const char *text)
{
    return text + strcspn(text, "|");
}

bool families_verified(case_file *file, assay_error *error)
{
    family_member *list = NULL;
    size_t count = 0;
    for (size_t i = 0; i < file->verifies_count; i++) {
        family_member one = {file->verifies[i], file->verifies_line, NULL, 0};
        if (!expand(file, &one, end_of_text, &list, &count, error))
            return false;
    }
    file->verifies = arena_take(&file->memory, count + 1, sizeof *file->verifies);
    for (size_t i = 0; i < count; i++)
        file->verifies[i] = list[i].text;
    file->verifies_count = count;
    return true;
}

bool families_mutants(case_file *file, family_member **list, size_t *count, assay_error *error)
{
    *list = NULL;
    *count = 0;
    for (size_t i = 0; i < file->mutant_text_count; i++) {
        family_member one = {file->mutant_texts[i].text, file->mutant_texts[i].line, NULL, 0};
        if (!expand(file, &one, end_of_ids, list, count, error))
            return false;
    }
    return true;
}
