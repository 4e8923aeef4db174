/* axes.c: parameters and subcase variables, and the cases their combinations make. A combination is a mixed-radix
 * number: its digits choose a row of each axis, the last axis changing fastest, so no product is ever stored but that
 * of the cases themselves. */
#include "declare/cursor.h"
#include "declare/group.h"
#include "../base/file.h"
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CASES = 100000, MOST_SUBCASES = 1000000, MOST_TUNED = 16 };

/* Values are part of names, which are typed in shells and split at commas. */
static bool value_good(cursor *c, const char *value)
{
    if (!*value)
        return cursor_fail(c, "a value is empty");
    for (const char *at = value; *at; at++)
        if ((unsigned char)*at <= ' ' || strchr(",;`\"'\\:()", *at))
            return cursor_fail(c, "the value `%s` holds `%c`; names of cases cannot", value, *at);
    return true;
}

static bool tuple(cursor *c, const char *inside, const char ***list, size_t *count, bool names)
{
    cursor t = {inside, c->memory, c->file, c->line, c->error};
    do {
        const char *item = cursor_until(&t, ",");
        if (!item || !(names ? identifier_length(item) == strlen(item) && *item : value_good(c, item)))
            return item && names ? cursor_fail(c, "`%s` is no name", item) : false;
        *ARENA_PUSH(c->memory, *list, *count) = item;
    } while (cursor_take(&t, ","));
    return true;
}

static bool axis_names(cursor *c, case_axis *axis)
{
    cursor_blanks(c);
    if (*c->at == '(') {
        const char *inside = cursor_bracketed(c, '(');
        if (!inside || !tuple(c, inside, &axis->names, &axis->name_count, true))
            return false;
    } else {
        const char *name = cursor_name(c);
        if (!name)
            return cursor_fail(c, "`NAME in value value …` is expected at `%.30s`", c->at);
        *ARENA_PUSH(c->memory, axis->names, axis->name_count) = name;
    }
    const char *in = cursor_name(c);
    return (in && strcmp(in, "in") == 0) || cursor_fail(c, "`in` is expected after `%s`", axis->names[0]);
}

static bool axis_tuple(cursor *c, case_axis *axis, const char ***list, size_t *count)
{
    const char *inside = cursor_bracketed(c, '(');
    size_t before = *count;
    if (!inside || !tuple(c, inside, list, count, false))
        return false;
    return *count - before == axis->name_count ||
           cursor_fail(c, "the tuple (%s) has %zu values for %zu names", inside, *count - before, axis->name_count);
}

/* Where the number at the end of a value begins. */
static size_t before_number(const char *value)
{
    size_t end = strlen(value);
    while (end && value[end - 1] >= '0' && value[end - 1] <= '9')
        end--;
    return end;
}

/* The rows between `from` and `to`, and `to` itself: in each column a number at the end that goes up by one. */
static bool fill_range(cursor *c, case_axis *axis, size_t *values, const char *const *to)
{
    size_t columns = axis->name_count, row = *values - columns;
    const char *from = axis->values[row];
    size_t text = before_number(from);
    long first = strtol(from + text, NULL, 10), last = strtol(to[0] + before_number(to[0]), NULL, 10);
    for (size_t i = 0; i < columns; i++) {
        const char *a = axis->values[row + i], *b = to[i];
        size_t n = before_number(a), m = before_number(b);
        if (!a[n] || !b[m] || n != m || memcmp(a, b, n) != 0 || last <= first || last - first >= MOST_CASES ||
            strtol(b + m, NULL, 10) - strtol(a + n, NULL, 10) != last - first)
            return cursor_fail(c, "`%s..%s` is no range: the same text with numbers that go up", a, b);
    }
    for (long step = 1; step <= last - first; step++)
        for (size_t i = 0; i < columns; i++) {
            const char *a = axis->values[row + i];
            size_t n = before_number(a);
            *ARENA_PUSH(c->memory, axis->values, *values) =
                arena_format(c->memory, "%.*s%ld", (int)n, a, strtol(a + n, NULL, 10) + step);
        }
    axis->row_count += (size_t)(last - first);
    return true;
}

/* A row with `@GROUP` in it, the last one, becomes one row for each function of the group. */
static bool expand_group(cursor *c, case_axis *axis, size_t *values)
{
    size_t columns = axis->name_count, from = *values - columns, count = 0;
    const char **functions = NULL;
    for (size_t i = 0; i < columns && !functions; i++)
        if (!group_named(c, axis->values[from + i], &functions, &count))
            return false;
    if (!functions)
        return true;
    const char **row = arena_take(c->memory, columns, sizeof *row);
    memcpy(row, axis->values + from, columns * sizeof *row);
    *values = from;
    for (size_t f = 0; f < count; f++)
        for (size_t i = 0; i < columns; i++)
            *ARENA_PUSH(c->memory, axis->values, *values) = group_replace(c->memory, row[i], functions[f]);
    axis->row_count = *values / columns - 1; /* the caller counts one */
    return true;
}

/* One value or tuple, or with `A..B` or `@GROUP` several. */
static bool axis_row(cursor *c, case_axis *axis, size_t *values)
{
    const char **to = NULL;
    size_t count = 0;
    if (axis->name_count == 1) {
        const char *word = cursor_word(c), *dots = strstr(word, "..");
        *ARENA_PUSH(c->memory, axis->values, *values) =
            dots ? arena_text(c->memory, word, (size_t)(dots - word)) : word;
        *ARENA_PUSH(c->memory, to, count) = dots ? dots + 2 : NULL;
        return value_good(c, word) && (dots ? fill_range(c, axis, values, to) : expand_group(c, axis, values));
    }
    if (!axis_tuple(c, axis, &axis->values, values))
        return false;
    if (!cursor_take(c, ".."))
        return expand_group(c, axis, values);
    return axis_tuple(c, axis, &to, &count) && fill_range(c, axis, values, to);
}

static bool rows_distinct(cursor *c, const case_axis *axis)
{
    for (size_t i = 0; i < axis->row_count; i++)
        for (size_t j = 0; j < i; j++) {
            size_t n = 0;
            while (n < axis->name_count &&
                   strcmp(axis->values[i * axis->name_count + n], axis->values[j * axis->name_count + n]) == 0)
                n++;
            if (n == axis->name_count)
                return cursor_fail(c, "the value `%s` of `%s` stands twice, which gives two cases one name",
                                   axis->values[i * axis->name_count], axis->names[0]);
        }
    return true;
}

static bool one_axis(case_file *file, case_axes *axes, cursor *c)
{
    case_axis *axis = ARENA_PUSH(&file->memory, axes->axis, axes->count);
    axis->line = c->line;
    if (!axis_names(c, axis))
        return false;
    for (size_t values = 0; !cursor_end(c); axis->row_count++)
        if (!axis_row(c, axis, &values))
            return false;
    return axis->row_count ? rows_distinct(c, axis) : cursor_fail(c, "`%s` has no values", axis->names[0]);
}

bool axes_parse(case_file *file, case_axes *axes, const char *text, int line, assay_error *error)
{
    cursor c = {text, &file->memory, file->path, line, error};
    do {
        const char *part = cursor_until(&c, ";");
        cursor p = {part, &file->memory, file->path, line, error};
        if (!part || !one_axis(file, axes, &p))
            return false;
    } while (cursor_take(&c, ";") && !cursor_end(&c));
    return axes_combinations(axes) <= MOST_SUBCASES || cursor_fail(&c, "more than %d combinations", MOST_SUBCASES);
}

size_t axes_combinations(const case_axes *axes)
{
    size_t product = 1;
    for (size_t a = 0; a < axes->count && product <= MOST_SUBCASES; a++)
        product *= axes->axis[a].row_count;
    return product;
}

size_t axes_name_count(const case_axes *axes)
{
    size_t count = 0;
    for (size_t a = 0; a < axes->count; a++)
        count += axes->axis[a].name_count;
    return count;
}

void axes_row(const case_axes *axes, size_t n, case_value *values)
{
    size_t end = axes_name_count(axes);
    for (size_t a = axes->count; a-- > 0;) {
        const case_axis *axis = &axes->axis[a];
        size_t row = n % axis->row_count;
        n /= axis->row_count;
        end -= axis->name_count;
        for (size_t c = 0; c < axis->name_count; c++)
            values[end + c] = (case_value){axis->names[c], axis->values[row * axis->name_count + c]};
    }
}

const case_axis *axes_find(const case_axes *axes, const char *name, size_t length, size_t *column)
{
    for (size_t a = 0; a < axes->count; a++)
        for (size_t c = 0; c < axes->axis[a].name_count; c++)
            if (strncmp(axes->axis[a].names[c], name, length) == 0 && !axes->axis[a].names[c][length]) {
                *column = c;
                return &axes->axis[a];
            }
    return NULL;
}

/* ---- Settings of the subcase variables that a file permits besides its own */

bool tune_good(const case_file *file, assay_error *error)
{
    const case_axes *tune = &file->tune, *subcases = &file->subcases;
    size_t column;
    if (!tune->count)
        return true;
    int line = tune->axis->line;
    if (subcases->count != 1 || subcases->axis->name_count > MOST_TUNED)
        return assay_fail(error, file->path, line, "`tune` needs `subcases: (A, B) in (1, 2) …`, one list of tuples");
    const case_axis *own = subcases->axis;
    for (size_t c = 0; c < own->name_count; c++)
        if (!axes_find(tune, own->names[c], strlen(own->names[c]), &column))
            return assay_fail(error, file->path, line, "`tune` has no values for the variable `%s`", own->names[c]);
    return axes_name_count(tune) == own->name_count ||
           assay_fail(error, file->path, line, "`tune` has a name that is no variable of `subcases`");
}

size_t case_file_setting_count(const case_file *file)
{
    return file->tune.count ? axes_combinations(&file->tune) : 0;
}

void case_file_setting(const case_file *file, size_t n, char *buffer, size_t size)
{
    const case_axis *own = file->subcases.axis;
    case_value values[MOST_TUNED] = {{0}};
    size_t used = 0, count = own->name_count;
    axes_row(&file->tune, n, values);
    *buffer = 0;
    for (size_t c = 0; c < count; c++)
        for (size_t i = 0; i < count && used < size; i++)
            if (strcmp(values[i].name, own->names[c]) == 0)
                used += (size_t)snprintf(buffer + used, size - used, "%s%s%s", c ? ", " : "(", values[i].value,
                                         c + 1 == count ? ")" : "");
}

/* Whether `tune` lists this value for the variable. */
static bool tunable(const case_file *file, const char *name, const char *value)
{
    size_t column;
    const case_axis *axis = axes_find(&file->tune, name, strlen(name), &column);
    for (size_t row = 0; axis && row < axis->row_count; row++)
        if (strcmp(axis->values[row * axis->name_count + column], value) == 0)
            return true;
    return false;
}

bool case_file_add_settings(case_file *file, const char *tuples, assay_error *error)
{
    if (!file->tune.count)
        return assay_fail(error, file->path, 1, "has no `tune`, so no other setting than its own");
    case_axis *own = file->subcases.axis;
    cursor c = {tuples, &file->memory, file->path, file->tune.axis->line, error};
    for (size_t values = own->row_count * own->name_count; !cursor_end(&c); own->row_count++) {
        if (!axis_tuple(&c, own, &own->values, &values))
            return false;
        for (size_t i = 0; i < own->name_count; i++) {
            const char *value = own->values[own->row_count * own->name_count + i];
            if (!tunable(file, own->names[i], value))
                return cursor_fail(&c, "`tune` does not permit %s = %s; run `assay tune` again", own->names[i], value);
        }
    }
    for (size_t i = 0; i < file->case_count; i++)
        file->cases[i].subcase_count = axes_combinations(&file->subcases);
    return true;
}

/* ---- Cases */

uint32_t msl_from(const char *text)
{
    unsigned major = 0, minor = 0;
    if (text)
        sscanf(text, "%u.%u", &major, &minor);
    return major << 16 | minor;
}

static const char *case_name(case_file *file, const assay_case *one, const char *math, const char *functions,
                             const char *msl)
{
    char text[1024];
    size_t used = 0;
    const char *separator = ":";
    const case_value modes[] = {{"math", math}, {"functions", functions}, {"msl", msl}};
    for (size_t i = 0; i < one->parameter_count + 3; i++) {
        const case_value *value = i < one->parameter_count ? &one->parameters[i] : &modes[i - one->parameter_count];
        if (!value->value)
            continue;
        int length = snprintf(text + used, sizeof text - used, "%s%s=%s", separator, value->name, value->value);
        if (length < 0 || used + (size_t)length >= sizeof text)
            return NULL;
        used += (size_t)length;
        separator = ",";
    }
    return arena_format(&file->memory, "%s%.*s", file->stem, (int)used, text);
}

static bool add_case(case_file *file, const case_value *parameters, size_t mode, assay_error *error)
{
    size_t msl = mode % (file->msl_count ? file->msl_count : 1);
    mode /= file->msl_count ? file->msl_count : 1;
    size_t functions = mode % (file->functions_count ? file->functions_count : 1);
    size_t math = mode / (file->functions_count ? file->functions_count : 1);
    const char *math_name = file->math_count ? file->math[math] : NULL;
    const char *functions_name = file->functions_count ? file->functions[functions] : NULL;
    const char *msl_name = file->msl_count ? file->msl[msl] : NULL;
    assay_case *one = &file->cases[file->case_count++];
    *one = (assay_case){.file = file,
                        .area = file->area,
                        .parameters = parameters,
                        .parameter_count = axes_name_count(&file->parameters),
                        .math = math_name ? *metal_math_find(math_name) : METAL_MATH_FAST,
                        .functions = functions_name ? *metal_functions_find(functions_name) : METAL_FUNCTIONS_FAST,
                        .msl = msl_from(msl_name),
                        .subcase_count = axes_combinations(&file->subcases)};
    one->name = case_name(file, one, math_name, functions_name, msl_name);
    if (!one->name)
        return assay_fail(error, file->path, 1, "a case's name is longer than 1000 characters; shorten its values");
    one->seed_key = text_hash(one->name, strlen(one->name));
    return true;
}

bool cases_expand(case_file *file, assay_error *error)
{
    size_t modes = (file->math_count ? file->math_count : 1) * (file->functions_count ? file->functions_count : 1) *
                   (file->msl_count ? file->msl_count : 1);
    size_t rows = axes_combinations(&file->parameters), names = axes_name_count(&file->parameters);
    if (rows * modes > MOST_CASES)
        return assay_fail(error, file->path, 1, "more than %d cases in one file; make some parameters subcases",
                          MOST_CASES);
    file->cases = arena_take(&file->memory, rows * modes, sizeof *file->cases);
    for (size_t row = 0; row < rows; row++) {
        case_value *values = arena_take(&file->memory, names + 1, sizeof *values);
        axes_row(&file->parameters, row, values);
        for (size_t mode = 0; mode < modes; mode++)
            if (!add_case(file, values, mode, error))
                return false;
    }
    return true;
}
