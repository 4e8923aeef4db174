/* coverage.c: one pass over the case files gives each requirement the files that verify it and the first mutant that is
 * its own; what no file verifies is looked for in uncovered.tsv. */
#include "coverage.h"
#include "../internal.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

typedef struct found {
    const case_file **files;
    size_t count;
} found;

struct coverage {
    arena memory;
    requirements *owned; /* or NULL: the caller's */
    const requirements *known;
    coverage_row *rows;
};

bool coverage_is_own(const case_mutant *mutant)
{
    return mutant->id_count == 1;
}

size_t coverage_find(const coverage *table, const char *id)
{
    const requirement *row = requirements_find(table->known, id);
    return row ? (size_t)(row - requirements_at(table->known, 0)) : SIZE_MAX;
}

static void take_file(coverage *table, found *seen, const case_file *file)
{
    for (size_t v = 0; v < file->verifies_count; v++) {
        size_t n = coverage_find(table, file->verifies[v]);
        if (n != SIZE_MAX)
            *ARENA_PUSH(&table->memory, seen[n].files, seen[n].count) = file;
    }
    for (size_t m = 0; m < file->mutant_count; m++) {
        const case_mutant *mutant = &file->mutants[m];
        size_t n = coverage_is_own(mutant) ? coverage_find(table, mutant->ids[0]) : SIZE_MAX;
        if (n == SIZE_MAX || table->rows[n].own)
            continue;
        table->rows[n].own = mutant;
        table->rows[n].own_file = file;
    }
}

static coverage_state state_of(const coverage_row *row)
{
    if (!requirement_is_judged(row->row))
        return COVERAGE_UNJUDGED;
    if (row->file_count)
        return row->own ? COVERAGE_OWN : COVERAGE_SHARED;
    return row->listed ? COVERAGE_LISTED : COVERAGE_NOWHERE;
}

static void fill(coverage *table, const case_file *const *files, size_t file_count, const uncovered_row *listed,
                 size_t listed_count)
{
    size_t count = requirements_count(table->known);
    found *seen = arena_take(&table->memory, count + 1, sizeof *seen);
    table->rows = arena_take(&table->memory, count + 1, sizeof *table->rows);
    for (size_t f = 0; f < file_count; f++)
        take_file(table, seen, files[f]);
    for (size_t n = 0; n < count; n++) {
        coverage_row *row = &table->rows[n];
        row->row = requirements_at(table->known, n);
        row->files = seen[n].files;
        row->file_count = seen[n].count;
        for (size_t i = 0; i < listed_count && !row->listed && !row->file_count; i++)
            if (uncovered_covers(&listed[i], row->row->id))
                row->listed = &listed[i];
        row->state = state_of(row);
    }
}

coverage *coverage_of(const requirements *known, const case_file *const *files, size_t file_count,
                      const uncovered_row *listed, size_t listed_count)
{
    arena memory = {NULL};
    coverage *table = arena_take(&memory, 1, sizeof *table);
    *table = (coverage){.memory = memory, .known = known};
    fill(table, files, file_count, listed, listed_count);
    return table;
}

coverage *coverage_read(const char *root, const case_suite *suite, assay_error *error)
{
    arena memory = {NULL};
    uncovered_row *listed;
    size_t listed_count, count = case_suite_file_count(suite);
    coverage *table = arena_take(&memory, 1, sizeof *table);
    const case_file **files = arena_take(&memory, count + 1, sizeof *files);
    requirements *known = requirements_of(root, error);
    for (size_t i = 0; i < count; i++)
        files[i] = case_suite_file(suite, i);
    if (!known || !uncovered_read(root, &memory, &listed, &listed_count, error)) {
        requirements_destroy(known);
        arena_free(&memory);
        return NULL;
    }
    *table = (coverage){.memory = memory, .known = known, .owned = known};
    fill(table, files, count, listed, listed_count);
    return table;
}

void coverage_destroy(coverage *table)
{
    if (!table)
        return;
    arena memory = table->memory; /* it holds the table, too */
    requirements_destroy(table->owned);
    arena_free(&memory);
}

size_t coverage_count(const coverage *table)
{
    return requirements_count(table->known);
}

const coverage_row *coverage_at(const coverage *table, size_t n)
{
    return &table->rows[n];
}

const char *coverage_state_name(coverage_state state)
{
    static const char *const names[COVERAGE_STATES] = {"own", "shared", "listed", "nowhere", "unjudged"};
    return names[state];
}

size_t coverage_group(const char *id)
{
    return strcspn(id, ".0123456789");
}

/* `simd/sum` and `simd/` name the file simd/sum. */
static bool names_file(const char *query, const case_file *file)
{
    size_t length = strlen(query);
    return strcmp(file->stem, query) == 0 || (query[length - 1] == '/' && strncmp(file->stem, query, length) == 0);
}

bool coverage_matches(const coverage_row *row, const char *query)
{
    const char *id = row->row->id;
    size_t length = strlen(query);
    if (strchr(query, '/')) {
        for (size_t i = 0; i < row->file_count; i++)
            if (names_file(query, row->files[i]))
                return true;
        return false;
    }
    if (strpbrk(query, "*?"))
        return fnmatch(query, id, 0) == 0;
    return strncmp(id, query, length) == 0 && (!id[length] || id[length] == '.');
}
