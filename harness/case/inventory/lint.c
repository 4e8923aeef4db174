/* lint.c: every rule is a function that looks at one file, or at all of them, and reports findings; none stops the
 * others. */
#include "lint.h"
#include "coverage.h"
#include "recipe.h"
#include "../../base/text.h"
#include "../../base/file.h"
#include "../internal.h"
#include "../../base/nearest.h"
#include "../declare/promise.h"
#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_TITLE = 140, LARGEST_SOURCE = 8 << 20 };

static const struct {
    const char *name, *sections, *meaning;
} areas[] = {
#define AREA(name, sections, meaning) {#name, sections, meaning},
#include "../areas.def"
#undef AREA
};
enum { AREA_COUNT = sizeof areas / sizeof *areas };

typedef struct lint {
    arena memory;
    const char *root;
    FILE *out;
    int findings;
    requirements *known;
    case_file **files; /* those that could be read */
    size_t file_count;
    const char **used; /* names of references and inputs, as found */
    size_t used_count;
} lint;

static void report(lint *l, const char *file, int line, const char *format, ...) __attribute__((format(printf, 4, 5)));
static void report(lint *l, const char *file, int line, const char *format, ...)
{
    va_list arguments;
    fprintf(l->out, line ? "%s:%d: " : "%s: ", file, line);
    va_start(arguments, format);
    vfprintf(l->out, format, arguments);
    va_end(arguments);
    fputc('\n', l->out);
    l->findings++;
}

static void report_error(lint *l, const assay_error *error)
{
    report(l, error->file, error->line, "%s", error->text);
}

/* ---- The text of a file */

static void check_lines(lint *l, const case_file *file)
{
    int line = 1;
    for (const char *at = file->source; *at; line++) {
        size_t length = strcspn(at, "\n");
        if (length && (at[length - 1] == ' ' || at[length - 1] == '\t' || at[length - 1] == '\r'))
            report(l, file->path, line, "the line ends in a blank");
        if (memchr(at, '\t', length))
            report(l, file->path, line, "a tab; indent with spaces");
        if (!at[length])
            report(l, file->path, line, "the last line has no end");
        at += at[length] ? length + 1 : length;
    }
}

/* A loop by `while` ends when what it waits for happens: on a device that errs, never. */
static void check_alone(lint *l, const case_file *file)
{
    static const char word[] = "while";
    int line = 1;
    for (const char *at = file->source; at < file->source + file->body; at++)
        line += *at == '\n';
    for (const char *at = file->code; *at && !file->alone; at++) {
        line += *at == '\n';
        if (text_is_name(file->code, at, word, strlen(word)))
            report(l, file->path, line,
                   "a loop by `while`: say in the header why it could hang a device, `alone: WHY`");
    }
}

static void check_title(lint *l, const case_file *file)
{
    size_t length = strlen(file->title);
    if (length > LONGEST_TITLE)
        report(l, file->path, file->title_line, "the title has %zu characters; say it in %d", length, LONGEST_TITLE);
    if (file->title[length - 1] == '.')
        report(l, file->path, file->title_line, "the title ends in a full stop");
}

static void check_name(lint *l, const case_file *file)
{
    const char *slash = strchr(file->stem, '/');
    nearest search = nearest_to(file->area, strlen(file->area));
    bool known = false;
    for (int a = 0; a < AREA_COUNT; a++) {
        known = known || strcmp(areas[a].name, file->area) == 0;
        nearest_offer(&search, areas[a].name);
    }
    if (!slash)
        report(l, file->path, 0, "lies in no folder; put it into one of harness/case/areas.def");
    else if (!known)
        report(l, file->path, 0, "the folder `%s` is none of harness/case/areas.def%s%s", file->area,
               search.best ? "; did you mean " : "", search.best ? search.best : "");
    if (file->stem[strspn(file->stem, "abcdefghijklmnopqrstuvwxyz0123456789_/")])
        report(l, file->path, 0, "names of files are lower case letters, digits and underscores");
}

/* ---- Requirements */

static void check_mutants(lint *l, const case_file *file)
{
    for (size_t v = 0; v < file->verifies_count; v++) {
        bool named = false;
        for (size_t m = 0; m < file->mutant_count && !named; m++)
            for (size_t i = 0; i < file->mutants[m].id_count; i++)
                named = named || strcmp(file->mutants[m].ids[i], file->verifies[v]) == 0;
        if (!named)
            report(l, file->path, file->verifies_line,
                   "no mutant violates `%s`; add one, or the case cannot be seen to verify it", file->verifies[v]);
    }
}

static void check_mutants_apply(lint *l, const case_file *file)
{
    for (size_t m = 0; m < file->mutant_count; m++) {
        bool any = false;
        for (size_t c = 0; c < file->case_count && !any; c++)
            for (size_t s = 0; s < file->cases[c].subcase_count && !any; s++)
                any = case_mutant_applies(&file->mutants[m], &file->cases[c], s);
        if (!any)
            report(l, file->path, file->mutants[m].line, "no case has the values that this mutant is for");
    }
}

/* Language versions below this one cannot show what the file verifies. */
static void check_requirement(lint *l, const case_file *file, const requirement *row)
{
    if (!requirement_is_judged(row))
        report(l, file->path, file->verifies_line, "`%s` is %s: there is nothing to verify", row->id, row->kind);
    if (file->must_reject && strcmp(row->kind, "compile-reject") == 0 && strcmp(row->grade, file->grade) != 0)
        report(l, file->path, file->reject_at, "`%s` is graded `%s`; write `grade: %s`", row->id, row->grade,
               row->grade);
    if (file->must_reject || file->msl_count)
        return;
    uint32_t since = msl_from(row->msl);
    if (since > 0x20000 && case_file_oldest(file) < since)
        report(l, file->path, file->verifies_line, "`%s` exists since MSL %s; write `requires: msl %s`", row->id,
               row->msl, row->msl);
}

static void check_requirements(lint *l, const case_file *file)
{
    for (size_t v = 0; l->known && v < file->verifies_count; v++) {
        const requirement *row = requirements_find(l->known, file->verifies[v]);
        if (row)
            check_requirement(l, file, row);
    }
}

/* ---- Cases and subcases */

static void use(lint *l, const char *name)
{
    for (size_t i = 0; i < l->used_count; i++)
        if (strcmp(l->used[i], name) == 0)
            return;
    *ARENA_PUSH(&l->memory, l->used, l->used_count) = arena_text(&l->memory, name, strlen(name));
}

static bool use_promises(lint *l, const case_instance *instance, assay_error *error)
{
    arena memory = {NULL};
    case_promise promise;
    bool good = true;
    for (size_t e = 0; good && e < instance->expectation_count; e++) {
        good = promise_parse(instance, &instance->expectations[e], &memory, &promise, error);
        if (good && promise.reference)
            use(l, promise.reference->name);
    }
    arena_free(&memory);
    for (size_t a = 0; a < instance->argument_count; a++) {
        const char *generator = instance->arguments[a].generator;
        size_t length = generator ? identifier_length(generator) : 0;
        if (length)
            use(l, arena_text(&l->memory, generator, length));
    }
    return good;
}

/* Every subcase with its expressions; one finding per file is enough. */
static void check_instances(lint *l, const case_file *file)
{
    for (size_t c = 0; c < file->case_count; c++)
        for (size_t s = 0; s < file->cases[c].subcase_count; s++) {
            assay_error error;
            case_instance *instance = case_instantiate(&file->cases[c], s, 32, &error);
            bool good = instance && use_promises(l, instance, &error);
            case_instance_destroy(instance);
            if (!good) {
                report_error(l, &error);
                return;
            }
        }
}

/* ---- All files */

typedef struct labelled {
    const char *text;
    const case_file *file;
    int line;
} labelled;

static int by_text(const void *a, const void *b)
{
    const labelled *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : strcmp(x->file->path, y->file->path);
}

static void check_unique(lint *l, labelled *list, size_t count, const char *what)
{
    qsort(list, count, sizeof *list, by_text);
    for (size_t i = 1; i < count; i++)
        if (strcmp(list[i].text, list[i - 1].text) == 0)
            report(l, list[i].file->path, list[i].line, "%s `%s` is also that of %s", what, list[i].text,
                   list[i - 1].file->stem);
}

static void check_all(lint *l)
{
    size_t cases = 0, n = 0;
    for (size_t f = 0; f < l->file_count; f++)
        cases += l->files[f]->case_count;
    labelled *titles = arena_take(&l->memory, l->file_count, sizeof *titles);
    labelled *names = arena_take(&l->memory, cases, sizeof *names);
    for (size_t f = 0; f < l->file_count; f++) {
        const case_file *file = l->files[f];
        titles[f] = (labelled){file->title, file, file->title_line};
        for (size_t c = 0; c < file->case_count; c++)
            names[n++] = (labelled){file->cases[c].name, file, 1};
    }
    check_unique(l, titles, l->file_count, "the title");
    check_unique(l, names, n, "the name");
}

/* ---- What stands for each requirement: a case, or a line of ROOT/uncovered.tsv */

/* Rows that this line, a pattern, stands for. */
static size_t rows_of(const coverage *table, const uncovered_row *line)
{
    size_t rows = 0;
    for (size_t n = 0; n < coverage_count(table); n++)
        rows += coverage_at(table, n)->state == COVERAGE_LISTED && coverage_at(table, n)->listed == line;
    return rows;
}

static void check_uncovered_row(lint *l, const char *path, const coverage *table, const uncovered_row *line)
{
    static const char *const reasons[] = {UNCOVERED_REASONS};
    size_t n = coverage_find(table, line->id);
    const coverage_row *row = n == SIZE_MAX ? NULL : coverage_at(table, n);
    bool known = false;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        known = known || strcmp(line->reason, reasons[i]) == 0;
    if (uncovered_is_pattern(line) && !rows_of(table, line))
        report(l, path, line->line, "`%s` stands for no row that lacks a case", line->id);
    else if (!uncovered_is_pattern(line) && !row)
        report(l, path, line->line, "`%s` is no id of requirements.tsv", line->id);
    else if (row && row->state == COVERAGE_UNJUDGED)
        report(l, path, line->line, "`%s` is %s and needs no case", line->id, row->row->kind);
    else if (!known)
        report(l, path, line->line,
               "unknown reason `%s`; there are needs hardware, contradiction, softmetal gap, unit test", line->reason);
    else if (!*line->sentence)
        report(l, path, line->line, "a sentence that explains `%s` is missing", line->reason);
    else if (row && row->file_count)
        report(l, path, line->line, "`%s` is verified by %s: take it from this list", line->id, row->files[0]->stem);
}

/* Each judged row has a case, or a line that says why not. */
static void check_rows(lint *l, const coverage *table)
{
    const char *path = arena_format(&l->memory, "%s/requirements.tsv", l->root);
    for (size_t n = 0; n < coverage_count(table); n++) {
        const coverage_row *row = coverage_at(table, n);
        if (row->state == COVERAGE_NOWHERE)
            report(l, path, (int)n + 2, /* the first line names the columns */
                   "`%s` has neither a case nor a line in uncovered.tsv that says why", row->row->id);
    }
}

static void check_coverage(lint *l)
{
    const char *path = arena_format(&l->memory, "%s/uncovered.tsv", l->root);
    assay_error error;
    uncovered_row *lines;
    size_t count;
    if (!l->known)
        return;
    if (!uncovered_read(l->root, &l->memory, &lines, &count, &error)) {
        report_error(l, &error);
        return;
    }
    coverage *table = coverage_of(l->known, (const case_file *const *)l->files, l->file_count, lines, count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            if (strcmp(lines[i].id, lines[j].id) == 0)
                report(l, path, lines[i].line, "`%s` stands twice", lines[i].id);
        check_uncovered_row(l, path, table, &lines[i]);
    }
    check_rows(l, table);
    coverage_destroy(table);
}

/* ---- References */

/* The text of all files in the directory and its folders whose name ends so, one after the other. */
static void add_sources(lint *l, const char *directory, const char *ending, text *all)
{
    DIR *list = opendir(directory);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        size_t length = strlen(entry->d_name), size;
        const char *path = arena_format(&l->memory, "%s/%s", directory, entry->d_name);
        if (entry->d_name[0] != '.' && file_is_folder(path))
            add_sources(l, path, ending, all);
        if (length <= strlen(ending) || strcmp(entry->d_name + length - strlen(ending), ending) != 0)
            continue;
        assay_error error;
        const char *source = file_text(&l->memory, path, LARGEST_SOURCE, &size, &error);
        if (source)
            text_add(all, source);
        else
            report_error(l, &error);
    }
    if (list)
        closedir(list);
    else
        report(l, directory, 0, "cannot be read");
}

static const char *sources_of(lint *l, const char *directory, const char *ending)
{
    text all = {0};
    add_sources(l, directory, ending, &all);
    const char *copy = arena_format(&l->memory, "%s", text_string(&all));
    text_free(&all);
    return copy;
}

static void check_used(lint *l, const char *directory, const char *list, const char *kind, const char *name,
                       const char *tests, const char *contracts)
{
    for (size_t i = 0; i < l->used_count; i++)
        if (strcmp(l->used[i], name) == 0)
            return;
    const char *function = arena_format(&l->memory, "%s_%s", kind, name);
    if (!code_has_word(tests, function) && !strstr(tests, arena_format(&l->memory, "\"%s\"", name)) &&
        !code_has_word(contracts, name))
        report(l, arena_format(&l->memory, "%s/%s", directory, list), 0, "`%s` is used by no case and no test", name);
}

static void check_references(lint *l, const char *tree)
{
    const char *directory = arena_format(&l->memory, "%s/reference", tree);
    const char *tests = sources_of(l, directory, "_test.c");
    const char *folder = arena_format(&l->memory, "%s/contracts", l->root);
    const char *contracts = access(folder, R_OK) == 0 ? sources_of(l, folder, ".contract") : "";
    for (const reference_entry *entry = reference_all(); entry->name; entry++)
        check_used(l, directory, "core/references.def", "reference", entry->name, tests, contracts);
    for (const input_entry *entry = input_all(); entry->name; entry++)
        check_used(l, directory, "core/inputs.def", "input", entry->name, tests, contracts);
}

/* ---- Library functions */

static void check_recipe(lint *l, const char *tree)
{
    const char *error;
    const accuracy_table *table = accuracy_standard(&error);
    recipe_step *steps = NULL;
    size_t count = table ? recipe_left(tree, table, l->known, &l->memory, &steps) : 0;
    if (!table)
        report(l, tree, 0, "%s", error);
    for (size_t n = 0; n < count; n++)
        report(l, arena_format(&l->memory, "%s/%s", tree, steps[n].file), 0, "%s", steps[n].sentence);
}

/* ---- All rules */

static void lint_file(lint *l, const char *path)
{
    assay_error error;
    case_file *file = case_file_read_with(path, l->root, l->known, &error);
    if (!file) {
        report_error(l, &error);
        return;
    }
    *ARENA_PUSH(&l->memory, l->files, l->file_count) = file;
    check_name(l, file);
    check_alone(l, file);
    check_title(l, file);
    check_lines(l, file);
    check_mutants(l, file);
    check_mutants_apply(l, file);
    check_requirements(l, file);
    check_instances(l, file);
}

int assay_lint(const char *root, const char *tree, FILE *out)
{
    lint l = {.root = root, .out = out};
    assay_error error;
    size_t count;
    l.known = requirements_of(root, &error);
    if (!l.known)
        report_error(&l, &error);
    const char *const *paths = case_paths(root, &l.memory, &count, &error);
    if (!paths)
        report_error(&l, &error);
    for (size_t i = 0; paths && i < count; i++)
        lint_file(&l, paths[i]);
    check_all(&l);
    check_coverage(&l);
    if (tree) {
        check_references(&l, tree);
        check_recipe(&l, tree);
    }
    for (size_t f = 0; f < l.file_count; f++)
        case_file_destroy(l.files[f]);
    requirements_destroy(l.known);
    arena_free(&l.memory);
    return l.findings;
}
