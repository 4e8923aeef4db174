/* command_coverage.c: `assay coverage`: what stands for each requirement (case/inventory/coverage.h), as a table of
 * groups, as a list of ids, or as JSON. Nothing is run. */
#include "../case/inventory/coverage.h"
#include "subcommands.h"
#include "../base/json.h"
#include "../run/ledger.h"
#include "../run/session.h"
#include <stdlib.h>
#include <string.h>

typedef struct group {
    const char *id; /* of its first row */
    size_t length, rows[COVERAGE_STATES];
    const char *first, *last; /* language versions */
} group;

static bool is_selected(const coverage_row *row, const options *options)
{
    if (options->list && strcmp(options->list, coverage_state_name(row->state)) != 0 &&
        !(strcmp(options->list, "verified") == 0 && row->state <= COVERAGE_SHARED))
        return false;
    for (size_t i = 0; i < options->query_count; i++)
        if (coverage_matches(row, options->queries[i]))
            return true;
    return !options->query_count;
}

/* ---- A line per id */

static const char *since(const requirement *row)
{
    return strcmp(row->msl, "-") == 0 ? "1.0" : row->msl;
}

static void print_row(const coverage_row *row)
{
    printf("%-8s  %-44s  %-4s", coverage_state_name(row->state), row->row->id, since(row->row));
    if (row->own)
        printf("  %s:%d", case_file_stem(row->own_file), row->own->line);
    for (size_t i = 0; !row->own && i < row->file_count; i++)
        printf("  %s", case_file_stem(row->files[i]));
    if (row->listed)
        printf("  %s: %s", row->listed->reason, row->listed->sentence);
    printf("\n");
}

static void write_row(text *out, const coverage_row *row)
{
    text_clear(out);
    json_open(out, NULL, '{');
    json_string(out, "id", row->row->id);
    json_string(out, "state", coverage_state_name(row->state));
    json_string(out, "kind", row->row->kind);
    json_string(out, "since", since(row->row));
    json_open(out, "files", '[');
    for (size_t i = 0; i < row->file_count; i++)
        json_string(out, NULL, case_file_stem(row->files[i]));
    json_close(out, ']');
    if (row->own) {
        text place = {0};
        text_format(&place, "%s:%d", case_file_stem(row->own_file), row->own->line);
        json_string(out, "own", text_string(&place));
        text_free(&place);
    }
    if (row->listed) {
        json_string(out, "reason", row->listed->reason);
        json_string(out, "sentence", row->listed->sentence);
    }
    json_close(out, '}');
    printf("%s\n", text_string(out));
}

/* ---- The table */

static size_t judged(const group *it)
{
    return it->rows[COVERAGE_OWN] + it->rows[COVERAGE_SHARED] + it->rows[COVERAGE_LISTED] + it->rows[COVERAGE_NOWHERE];
}

static void print_group(const char *name, size_t length, const group *it)
{
    char range[32] = "";
    if (it->first)
        snprintf(range, sizeof range, strcmp(it->first, it->last) ? "%s to %s" : "%s", it->first, it->last);
    printf("%-24.*s %7zu %9zu %5zu %7zu %7zu %8zu  %s\n", (int)length, name, judged(it),
           it->rows[COVERAGE_OWN] + it->rows[COVERAGE_SHARED], it->rows[COVERAGE_OWN], it->rows[COVERAGE_SHARED],
           it->rows[COVERAGE_LISTED], it->rows[COVERAGE_NOWHERE], range);
}

/* Counts a row in its group, which is added if it is new. */
static void count_row(group *groups, size_t *count, const coverage_row *row)
{
    size_t length = coverage_group(row->row->id), g = 0;
    while (g < *count && !(groups[g].length == length && strncmp(groups[g].id, row->row->id, length) == 0))
        g++;
    if (g == *count)
        groups[(*count)++] = (group){.id = row->row->id, .length = length, .first = since(row->row)};
    group *it = &groups[g];
    it->rows[row->state]++;
    if (strcmp(since(row->row), it->first) < 0)
        it->first = since(row->row);
    if (!it->last || strcmp(since(row->row), it->last) > 0)
        it->last = since(row->row);
}

static void print_reasons(const coverage *table)
{
    static const char *const reasons[] = {UNCOVERED_REASONS};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        size_t rows = 0;
        for (size_t n = 0; n < coverage_count(table); n++) {
            const coverage_row *row = coverage_at(table, n);
            rows += row->state == COVERAGE_LISTED && strcmp(row->listed->reason, reasons[i]) == 0;
        }
        printf("listed, %s: %zu\n", reasons[i], rows);
    }
}

static void print_table(const coverage *table, group *groups)
{
    group all = {0};
    size_t count = 0, done = 0;
    for (size_t n = 0; n < coverage_count(table); n++)
        count_row(groups, &count, coverage_at(table, n));
    printf("%-24s %7s %9s %5s %7s %7s %8s  %s\n", "group", "judged", "verified", "own", "shared", "listed", "nowhere",
           "since");
    for (size_t g = 0; g < count; g++) {
        for (int s = 0; s < COVERAGE_STATES; s++)
            all.rows[s] += groups[g].rows[s];
        if (judged(&groups[g]) == groups[g].rows[COVERAGE_OWN])
            done += judged(&groups[g]) > 0;
        else
            print_group(groups[g].id, groups[g].length, &groups[g]);
    }
    print_group("all", 3, &all);
    printf("In %zu more groups each row has a mutant of its own; %zu rows are undefined or out of scope.\n", done,
           all.rows[COVERAGE_UNJUDGED]);
    print_reasons(table);
}

/* ---- The command */

static int print(const coverage *table, const options *options)
{
    bool lines = options->list || options->query_count || options->json;
    text line = {0};
    size_t selected = 0;
    for (size_t n = 0; lines && n < coverage_count(table); n++) {
        const coverage_row *row = coverage_at(table, n);
        if (!is_selected(row, options))
            continue;
        selected++;
        if (options->json)
            write_row(&line, row);
        else
            print_row(row);
    }
    text_free(&line);
    if (lines && !selected && options->query_count)
        return fprintf(stderr, "assay: no requirement is named so\n"), EXIT_USAGE;
    group *groups = calloc(coverage_count(table) + 1, sizeof *groups);
    if (groups && !lines)
        print_table(table, groups);
    free(groups);
    return groups ? EXIT_PASS : EXIT_INTERNAL;
}

int command_coverage(const options *options)
{
    assay_error error = {0};
    case_suite *suite = case_suite_read(options->cases, &error);
    coverage *table = suite ? coverage_read(options->cases, suite, &error) : NULL;
    int code = EXIT_USAGE;
    if (table)
        code = print(table, options);
    else
        assay_print_error(&error);
    coverage_destroy(table);
    case_suite_destroy(suite);
    return code;
}
