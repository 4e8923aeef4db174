/* map.c: reads the table of kernels and contracts. All of it is read before anything runs, so that a mistake in the
 * last row is told at once. */
#include "map.h"
#include "read/directives.h"
#include "../case/case.h"
#include "../base/file.h"
#include "../base/text.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_TABLE = 4 << 20 };

typedef struct map_reader {
    map *to;
    const char *folder, *table;
    int line;
    assay_error *error;
} map_reader;

/* ---- Options of a row */

/* What says where results go belongs to the whole, not to a row. */
static bool of_the_whole(const char *word)
{
    static const char *const names[] = {"--contract", "--contracts", "--json",  "--report", "--log",
                                        "--tap",      "--jobs",      "--watch", "--help"};
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(names[i], word, length) == 0)
            return true;
    return false;
}

/* The next word of a row's options, in which quotes keep blanks together; NULL at the end, or with an error. */
static const char *next_word(map_reader *r, const char **at)
{
    char *word = arena_take(&r->to->memory, strlen(*at) + 1, 1), *to = word, quote = 0;
    *at += strspn(*at, " ");
    if (!**at)
        return NULL;
    for (; **at && (quote || **at != ' '); ++*at)
        if (quote ? **at == quote : **at == '\'' || **at == '"')
            quote = quote ? 0 : **at;
        else
            *to++ = **at;
    if (quote) {
        assay_fail(r->error, r->table, r->line, "a %c opens words in the options and none closes them", quote);
        return NULL;
    }
    if (of_the_whole(word)) {
        assay_fail(r->error, r->table, r->line, "%s is not of one row: give it on the command line, or as a column",
                   word);
        return NULL;
    }
    return word;
}

static bool read_options(map_reader *r, map_row *row, const char *text)
{
    const char **words = NULL, *word;
    while ((word = next_word(r, &text)))
        *ARENA_PUSH(&r->to->memory, words, row->option_count) = word;
    row->options = words;
    return !*r->error->text;
}

/* ---- Rows */

static bool check_row(map_reader *r, const map_row *row)
{
    if (access(row->path, R_OK) != 0)
        return assay_fail(r->error, r->table, r->line,
                          "there is no %s in %s; the first column is a file, as seen from that folder", row->file,
                          r->folder);
    for (size_t i = 0; i < r->to->count; i++)
        if (strcmp(r->to->rows[i].name, row->name) == 0)
            return assay_fail(r->error, r->table, r->line, "line %d says the same; delete one of them",
                              r->to->rows[i].line);
    return true;
}

static bool read_row(map_reader *r, const char *line, size_t length)
{
    static const char blanks[] = " \t\r";
    arena *memory = &r->to->memory;
    char *columns[3] = {NULL}, *text = arena_text(memory, line, length);
    while (length && strchr(blanks, text[length - 1]))
        text[--length] = 0;
    if (!*text || *text == '#')
        return true;
    size_t count = text_columns(text, columns, 3);
    if (count > 3 || count < 2 || !*columns[0] || !*columns[1])
        return assay_fail(r->error, r->table, r->line,
                          "a row is KERNEL, CONTRACT and, if there are any, OPTIONS, with a tab between them");
    map_row row = {.file = columns[0], .contract = columns[1], .line = r->line};
    row.path = arena_format(memory, "%s/%s", r->folder, row.file);
    row.name =
        arena_format(memory, "%s:%s%s%s", row.file, row.contract, columns[2] ? " " : "", columns[2] ? columns[2] : "");
    if (!read_options(r, &row, columns[2] ? columns[2] : "") || !check_row(r, &row))
        return false;
    *ARENA_PUSH(memory, r->to->rows, r->to->count) = row;
    return true;
}

static bool read_table(map_reader *r)
{
    size_t size;
    const char *at = file_text(&r->to->memory, r->table, LARGEST_TABLE, &size, r->error);
    for (r->line = 1; at && *at; r->line++) {
        size_t length = strcspn(at, "\n");
        if (!read_row(r, at, length))
            return false;
        at += length + (at[length] == '\n');
    }
    return at != NULL;
}

/* ---- Kernels that no row names */

static bool is_named(const map *map, const char *file)
{
    for (size_t i = 0; i < map->count; i++)
        if (strcmp(map->rows[i].file, file) == 0)
            return true;
    return false;
}

static bool add_rest(map_reader *r, const char *path, const char *contract)
{
    char own[1024] = "";
    arena *memory = &r->to->memory;
    const char *file = path + strlen(r->folder) + 1;
    if (is_named(r->to, file))
        return true;
    if (!contract && !directives_contract(path, own, sizeof own, r->error))
        return false;
    map_row row = {.file = file, .path = path, .contract = contract};
    row.name = contract ? arena_format(memory, "%s:%s", file, contract) : file;
    if (!contract && !*own)
        row.skip = arena_format(memory, "%s%s no `//! contract:` in it", r->table ? "no row of " : "",
                                r->table ? arena_format(memory, "%s names it, and it has", r->table) : "it has");
    *ARENA_PUSH(memory, r->to->rows, r->to->count) = row;
    return true;
}

/* By file, then as the table has them. */
static int by_file(const void *a, const void *b)
{
    const map_row *one = a, *other = b;
    int files = strcmp(one->file, other->file);
    return files ? files : one->line - other->line;
}

bool map_read(map *to, const char *folder, const char *table, const char *contract, assay_error *error)
{
    *to = (map){0};
    size_t length = strlen(folder), count = 0;
    while (length > 1 && folder[length - 1] == '/')
        length--;
    map_reader r = {.to = to, .folder = arena_text(&to->memory, folder, length), .table = table, .error = error};
    const char *const *paths = case_paths(r.folder, &to->memory, &count, error);
    if (!paths || (table && !read_table(&r)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!add_rest(&r, paths[i], contract))
            return false;
    qsort(to->rows, to->count, sizeof *to->rows, by_file);
    return true;
}

static void add_mutants(map *to, const map_row *of, const kernel_mutant *mutants, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char **options = arena_take(&to->memory, of->option_count + 2, sizeof *options);
        for (size_t j = 0; j < of->option_count; j++)
            options[j] = of->options[j];
        options[of->option_count] = "--mutant";
        options[of->option_count + 1] = arena_format(&to->memory, "%zu", i + 1);
        map_row row = *of;
        row.options = options;
        row.option_count += 2;
        row.mutant = &mutants[i];
        row.name = arena_format(&to->memory, "%s: %s", of->name, mutants[i].edit);
        *ARENA_PUSH(&to->memory, to->rows, to->count) = row;
    }
}

bool map_mutants(map *to, assay_error *error)
{
    map_row *rows = to->rows;
    size_t count = to->count;
    to->rows = NULL;
    to->count = 0;
    for (size_t i = 0; i < count; i++) {
        kernel_mutant *mutants = NULL;
        size_t mutant_count = 0;
        *ARENA_PUSH(&to->memory, to->rows, to->count) = rows[i];
        if (!rows[i].skip && !directives_mutants(rows[i].path, &to->memory, &mutants, &mutant_count, error))
            return false;
        add_mutants(to, &rows[i], mutants, mutant_count);
    }
    return true;
}

void map_free(map *map)
{
    arena_free(&map->memory);
    *map = (struct map){0};
}
