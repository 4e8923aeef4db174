/* requirements.c: the table is one block of text cut in place at tabs and line ends, with a hash table of ids beside
 * it. */
#include "requirements.h"
#include "../../base/arena.h"
#include "../../base/file.h"
#include "../../base/nearest.h"
#include "../../base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = sizeof(requirement) / sizeof(const char *), LARGEST_TABLE = 64 << 20 };

struct requirements {
    arena memory;
    requirement *rows;
    size_t count;
    uint32_t *buckets; /* row + 1, 0: empty; open addressing */
    size_t bucket_count;
};

static const char *const column_names[COLUMNS] = {"id",  "section", "line", "kind",      "grade", "reading",
                                                  "msl", "family",  "os",   "statement", "check"};

static const char *const kinds[] = {"layout",         "value",    "accuracy", "compile-accept",
                                    "compile-reject", "ordering", "api",      "undefined",
                                    "out of scope",   "seed",     "bug",      NULL};
static const char *const grades[] = {"error stated", "rule stated", "inferred", "-", NULL};
static const char *const readings[] = {"plain", "derived", "ambiguous", "gap", "contradiction", NULL};
/* Language versions of MSL. */
static const char *const versions[] = {"1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "2.3", "2.4",
                                       "3.0", "3.1", "3.2", "4.0", "4.1", "-",   NULL};
/* GPU families and versions of the system that a row is tied to. */
static const char *const families[] = {"apple4", "apple5", "apple6", "apple7",     "apple8", "apple9", "apple10",
                                       "mac2",   "metal3", "metal4", "not apple7", "-",      NULL};
static const char *const systems[] = {"10.15", "11.0", "12.0", "13.0", "14.0", "15.0",
                                      "26.0",  "26.1", "26.4", "27.0", "-",    NULL};

static bool closed_cell(const char *path, int line, const char *column, const char *const *list, const char *value,
                        assay_error *error)
{
    for (const char *const *entry = list; *entry; entry++)
        if (strcmp(*entry, value) == 0)
            return true;
    nearest search = nearest_to(value, strlen(value));
    for (; *list; list++)
        nearest_offer(&search, *list);
    return assay_fail(error, path, line, "column %s: `%s` is not one of its values%s%s", column, value,
                      search.best ? "; did you mean " : "", search.best ? search.best : "");
}

static bool check_row(const char *path, int line, const requirement *row, assay_error *error)
{
    const char *const *cells = (const char *const *)row;
    for (int c = 0; c < COLUMNS; c++)
        if (!*cells[c])
            return assay_fail(error, path, line, "column %s is empty; write `-` for none", column_names[c]);
    if (strspn(row->id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") != strlen(row->id))
        return assay_fail(error, path, line, "id `%s` may hold letters, digits, `.`, `_` and `-` only", row->id);
    if (strcmp(row->kind, "compile-reject") != 0 && strcmp(row->grade, "-") != 0)
        return assay_fail(error, path, line, "`%s` has a grade, which only compile-reject rows have", row->id);
    if (strcmp(row->kind, "compile-reject") == 0 && strcmp(row->grade, "-") == 0)
        return assay_fail(error, path, line, "`%s` is a compile-reject row and needs a grade", row->id);
    return closed_cell(path, line, "kind", kinds, row->kind, error) &&
           closed_cell(path, line, "grade", grades, row->grade, error) &&
           closed_cell(path, line, "reading", readings, row->reading, error) &&
           closed_cell(path, line, "msl", versions, row->msl, error) &&
           closed_cell(path, line, "family", families, row->family, error) &&
           closed_cell(path, line, "os", systems, row->os, error);
}

static size_t bucket_of(const requirements *table, const char *id)
{
    size_t bucket = text_hash(id, strlen(id)) & (table->bucket_count - 1);
    while (table->buckets[bucket] && strcmp(table->rows[table->buckets[bucket] - 1].id, id) != 0)
        bucket = (bucket + 1) & (table->bucket_count - 1);
    return bucket;
}

static bool check_heading(const char *path, const requirement *row, assay_error *error)
{
    const char *const *cells = (const char *const *)row;
    for (int c = 0; c < COLUMNS; c++)
        if (strcmp(cells[c], column_names[c]) != 0)
            return assay_fail(error, path, 1, "column %d is called `%s`, not `%s`", c + 1, column_names[c], cells[c]);
    return true;
}

static bool add_row(requirements *table, const char *path, int line, const requirement *row, assay_error *error)
{
    if (!check_row(path, line, row, error))
        return false;
    table->rows[table->count] = *row;
    size_t bucket = bucket_of(table, row->id);
    if (table->buckets[bucket])
        return assay_fail(error, path, line, "id `%s` stands in the table twice", row->id);
    table->buckets[bucket] = (uint32_t)++table->count;
    return true;
}

static bool read_rows(requirements *table, const char *path, char *text, size_t size, assay_error *error)
{
    size_t lines = 2;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    table->rows = arena_take(&table->memory, lines, sizeof *table->rows);
    for (table->bucket_count = 64; table->bucket_count < 2 * lines;)
        table->bucket_count *= 2;
    table->buckets = arena_take(&table->memory, table->bucket_count, sizeof *table->buckets);
    int number = 0;
    for (char *line = text, *end = text + size; line < end;) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        *stop = 0;
        number++;
        requirement row;
        if (text_columns(line, (char **)&row, COLUMNS) != COLUMNS)
            return assay_fail(error, path, number, "a row has %d columns separated by tabs", COLUMNS);
        if (!(number == 1 ? check_heading(path, &row, error) : add_row(table, path, number, &row, error)))
            return false;
        line = stop + 1;
    }
    return number > 0 || assay_fail(error, path, 1, "the table is empty");
}

requirements *requirements_read(const char *path, assay_error *error)
{
    requirements *table = calloc(1, sizeof *table);
    if (!table) {
        assay_fail(error, path, 0, "out of memory");
        return NULL;
    }
    size_t size;
    char *text = file_text(&table->memory, path, LARGEST_TABLE, &size, error);
    if (text && read_rows(table, path, text, size, error))
        return table;
    requirements_destroy(table);
    return NULL;
}

requirements *requirements_of(const char *root, assay_error *error)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/requirements.tsv", root);
    if (length > 0 && (size_t)length < sizeof path)
        return requirements_read(path, error);
    assay_fail(error, root, 0, "the path is too long");
    return NULL;
}

void requirements_destroy(requirements *table)
{
    if (!table)
        return;
    arena_free(&table->memory);
    free(table);
}

size_t requirements_count(const requirements *table)
{
    return table->count;
}

const requirement *requirements_at(const requirements *table, size_t n)
{
    return &table->rows[n];
}

const requirement *requirements_find(const requirements *table, const char *id)
{
    uint32_t row = table->buckets[bucket_of(table, id)];
    return row ? &table->rows[row - 1] : NULL;
}

bool requirement_is_judged(const requirement *row)
{
    return strcmp(row->kind, "undefined") != 0 && strcmp(row->kind, "out of scope") != 0;
}

const char *requirements_nearest(const requirements *table, const char *id)
{
    nearest search = nearest_to(id, strlen(id));
    for (size_t i = 0; i < table->count; i++)
        nearest_offer(&search, table->rows[i].id);
    return search.best;
}
