/* read_case.c: reads one case file: header, declarations, program, mutants, cases; and checks what joins them, so
 * that a file which was read can be run. The last check instantiates every case once, which evaluates its
 * expressions. */
#include "../../base/file.h"
#include "../internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_CASE = 1 << 20 };

/* ---- Names */

static const char *without_suffix(arena *memory, const char *path)
{
    size_t length = strlen(path);
    static const char suffix[] = ".metal";
    if (length > sizeof suffix - 1 && strcmp(path + length - (sizeof suffix - 1), suffix) == 0)
        length -= sizeof suffix - 1;
    return arena_text(memory, path, length);
}

/* A case is named by its path below the cases directory, a file of the user's own by its name alone. */
static void name_file(case_file *file, const char *root)
{
    const char *below = strrchr(file->path, '/');
    below = below ? below + 1 : file->path;
    if (root) {
        size_t length = strlen(root);
        while (length && root[length - 1] == '/')
            length--;
        if (strncmp(file->path, root, length) == 0 && file->path[length] == '/')
            below = file->path + length + strspn(file->path + length, "/");
    }
    file->stem = without_suffix(&file->memory, below);
    const char *slash = strchr(file->stem, '/');
    file->area = slash ? arena_text(&file->memory, file->stem, (size_t)(slash - file->stem)) : "user";
}

/* ---- Checks */

/* Adds the version since which a row exists, `2.4`, to those of the file, which ascend. */
static void add_since(case_file *file, const char *version)
{
    uint32_t since = msl_from(version);
    size_t at = 0;
    if (!since)
        return;
    while (at < file->since_count && file->since[at] < since)
        at++;
    if (at < file->since_count && file->since[at] == since)
        return;
    memmove(file->since + at + 1, file->since + at, (file->since_count++ - at) * sizeof *file->since);
    file->since[at] = since;
}

/* Looks every id up, for what the table says of it. */
static bool ids_known(case_file *file, const requirements *known, assay_error *error)
{
    file->since = arena_take(&file->memory, file->verifies_count + 1, sizeof *file->since);
    for (size_t i = 0; known && i < file->verifies_count; i++) {
        const requirement *row = requirements_find(known, file->verifies[i]);
        if (row) {
            add_since(file, row->msl);
            continue;
        }
        const char *close = requirements_nearest(known, file->verifies[i]);
        return assay_fail(error, file->path, file->verifies_line, "unknown requirement id `%s`%s%s", file->verifies[i],
                          close ? "; did you mean " : ": cases/requirements.tsv has none like it", close ? close : "");
    }
    return true;
}

/* Which texts may use a parameter, besides the program. */
static bool header_uses(const case_file *file, const char *name, bool in_tuple)
{
    for (size_t i = 0; i < file->dispatch_count; i++) {
        const declared_dispatch *dispatch = &file->dispatches[i];
        if ((dispatch->kernel && strcmp(dispatch->kernel, name) == 0) ||
            (dispatch->after && code_has_word(dispatch->after, name)))
            return true;
        for (int d = 0; d < 3; d++)
            if ((dispatch->extent[d] && code_has_word(dispatch->extent[d], name)) ||
                (dispatch->threadgroup[d] && code_has_word(dispatch->threadgroup[d], name)))
                return true;
    }
    for (size_t i = 0; i < file->argument_count; i++) {
        const declared_argument *a = &file->arguments[i];
        const char *texts[] = {a->count,  a->size[0], a->size[1], a->size[2], a->size[3],
                               a->format, a->extents, a->strides, a->initial, in_tuple ? a->type : NULL};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            if (texts[t] && code_has_word(texts[t], name))
                return true;
    }
    for (size_t i = 0; i < file->constant_count; i++)
        if (code_has_word(file->constants[i].value, name) || code_has_word(file->constants[i].type, name))
            return true;
    for (size_t i = 0; i < file->macro_count; i++)
        if (code_has_word(file->macros[i].text, name))
            return true;
    for (size_t i = 0; i < file->threadgroup_count; i++)
        if (code_has_word(file->threadgroups[i].text, name))
            return true;
    for (size_t i = 0; in_tuple && i < file->log_count; i++)
        if (file->logs[i].text && code_has_word(file->logs[i].text, name))
            return true;
    for (size_t i = 0; i < file->reflect_count; i++)
        if (code_has_word(file->reflects[i].text, name))
            return true;
    if (file->options.text && code_has_word(file->options.text, name))
        return true;
    for (size_t i = 0; in_tuple && i < file->expect_count; i++)
        if (code_has_word(file->expects[i].text, name))
            return true;
    return false;
}

static bool names_types(const case_axis *axis, size_t column)
{
    assay_type type;
    for (size_t row = 0; row < axis->row_count; row++)
        if (!assay_type_from_name(axis->values[row * axis->name_count + column], &type))
            return false;
    return true;
}

/* A parameter that changes nothing would repeat one test under many names. A type must reach the program itself; a
 * number may do its work in the dispatch or an argument; one member of a tuple may be what is expected of another, or
 * the width of the vectors that the kernel beside it takes. */
static bool parameter_used(const case_file *file, const case_axis *axis, size_t column, assay_error *error)
{
    const char *name = axis->names[column];
    if (code_has_word(file->code, name))
        return true;
    if (names_types(axis, column)) {
        for (size_t i = 0; i < file->macro_count; i++)
            if (code_has_word(file->macros[i].text, name))
                return true;
        return assay_fail(error, file->path, axis->line, "the program does not use the type parameter `%s`%s", name,
                          strstr(file->source + file->body, name) ? " (a comment is no use)" : "");
    }
    return header_uses(file, name, axis->name_count > 1) ||
           assay_fail(error, file->path, axis->line,
                      "nothing that runs uses the parameter `%s`: neither the program nor its dispatch or arguments",
                      name);
}

static bool axes_used(const case_file *file, const case_axes *axes, assay_error *error)
{
    for (size_t a = 0; a < axes->count; a++)
        for (size_t c = 0; c < axes->axis[a].name_count; c++)
            if (!parameter_used(file, &axes->axis[a], c, error))
                return false;
    return true;
}

static bool macros_used(const case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->macro_count; i++)
        if (!code_has_word(file->code, file->macros[i].name))
            return assay_fail(error, file->path, file->macros[i].line, "the program does not use the macro `%s`",
                              file->macros[i].name);
    return true;
}

/* The line that ends in `// reject`. */
static bool find_reject_line(case_file *file, assay_error *error)
{
    static const char mark[] = "// reject";
    int line = 1;
    for (const char *at = file->source; *at; line++) {
        size_t length = strcspn(at, "\n"), end = length;
        while (end && (at[end - 1] == ' ' || at[end - 1] == '\r'))
            end--;
        bool marked = end >= sizeof mark - 1 && memcmp(at + end - (sizeof mark - 1), mark, sizeof mark - 1) == 0;
        if (marked && at >= file->source + file->body) {
            if (file->reject_line)
                return assay_fail(error, file->path, line, "a second line ends in `// reject`; mark one");
            file->reject_line = line;
        }
        at += at[length] ? length + 1 : length;
    }
    return file->reject_line ||
           assay_fail(error, file->path, file->reject_at,
                      "no line of the program ends in `// reject`: mark the one that must not compile");
}

static bool read_reject(case_file *file, assay_error *error)
{
    if (!file->must_reject)
        return true;
    if (!file->grade)
        file->grade = "error stated";
    file->control = body_edit(file, file->control_edit, file->control_line, NULL, error);
    return file->control && (file->no_pipeline || find_reject_line(file, error));
}

static bool instances_good(const case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->case_count; i++) {
        case_instance *instance = case_instantiate(&file->cases[i], 0, 32, error);
        if (!instance)
            return false;
        case_instance_destroy(instance);
    }
    return true;
}

/* ---- Reading */

static bool read_all(case_file *file, const char *root, const requirements *known, assay_error *error)
{
    size_t size, count;
    header_entry *entries;
    file->source = file_text(&file->memory, file->path, LARGEST_CASE, &size, error);
    if (!file->source)
        return false;
    if (!size)
        return assay_fail(error, file->path, 0, "is empty");
    snprintf(file->hash, sizeof file->hash, "%016llx", (unsigned long long)text_hash(file->source, size));
    name_file(file, root);
    if (!header_read(file, &entries, &count, error) || !declare_all(file, entries, count, error))
        return false;
    file->code = body_code(file);
    return ids_known(file, known, error) && axes_used(file, &file->parameters, error) &&
           axes_used(file, &file->subcases, error) && macros_used(file, error) && read_reject(file, error) &&
           mutants_read(file, error) && cases_expand(file, error) && instances_good(file, error);
}

case_file *case_file_read_with(const char *path, const char *root, const requirements *known, assay_error *error)
{
    case_file *file = calloc(1, sizeof *file);
    if (!file) {
        assay_fail(error, path, 0, "out of memory");
        return NULL;
    }
    file->path = arena_text(&file->memory, path, strlen(path));
    file->in_tree = root != NULL;
    if (read_all(file, root, known, error))
        return file;
    case_file_destroy(file);
    return NULL;
}

case_file *case_file_read(const char *path, const char *root, assay_error *error)
{
    if (!root)
        return case_file_read_with(path, NULL, NULL, error);
    requirements *known = requirements_of(root, error);
    case_file *file = known ? case_file_read_with(path, root, known, error) : NULL;
    requirements_destroy(known);
    return file;
}

case_file *case_file_read_again(const char *path, const char *root, assay_error *error)
{
    return case_file_read_with(path, root, NULL, error);
}

void case_file_destroy(case_file *file)
{
    if (!file)
        return;
    arena_free(&file->memory);
    free(file);
}

/* ---- Where a mutant applies */

static const char *mode_value(const assay_case *of, const char *name, char *text, size_t size)
{
    if (strcmp(name, "math") == 0)
        return metal_math_name(of->math);
    if (strcmp(name, "functions") == 0)
        return metal_functions_name(of->functions);
    if (strcmp(name, "msl") != 0)
        return NULL;
    snprintf(text, size, "%u.%u", (unsigned)(of->msl >> 16), (unsigned)(of->msl & 0xffff));
    return text;
}

/* The value that `name` has in this case, or in this subcase; NULL if it is free. */
static const char *value_of(const assay_case *of, size_t subcase, const char *name, char *text, size_t size)
{
    for (size_t i = 0; i < of->parameter_count; i++)
        if (strcmp(of->parameters[i].name, name) == 0)
            return of->parameters[i].value;
    size_t column;
    const case_axis *axis = axes_find(&of->file->subcases, name, strlen(name), &column);
    if (!axis)
        return mode_value(of, name, text, size);
    if (subcase == SIZE_MAX)
        return NULL;
    for (const case_axis *later = &of->file->subcases.axis[of->file->subcases.count - 1]; later != axis; later--)
        subcase /= later->row_count;
    return axis->values[subcase % axis->row_count * axis->name_count + column];
}

bool case_mutant_applies(const case_mutant *mutant, const assay_case *of, size_t subcase)
{
    for (size_t i = 0; i < mutant->only_count; i++) {
        const char *name = mutant->only[i].name;
        char text[24];
        const char *value = value_of(of, subcase, name, text, sizeof text);
        bool any = !value; /* values given for one name are alternatives */
        for (size_t j = 0; !any && j < mutant->only_count; j++)
            any = strcmp(mutant->only[j].name, name) == 0 && strcmp(mutant->only[j].value, value) == 0;
        if (!any)
            return false;
    }
    return true;
}
