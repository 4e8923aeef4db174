/* suite.c: all case files of a directory tree, in order of name, and the selection of cases by query. */
#include "../base/file.h"
#include "internal.h"
#include "../base/nearest.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct case_suite {
    arena memory;
    case_file **files;
    size_t count;
};

enum { DEEPEST_FOLDER = 16 };
static const char suffix[] = ".metal";

/* ---- Finding files */

typedef struct path_list {
    arena *memory;
    const char **paths;
    size_t count;
} path_list;

static bool ends_in_suffix(const char *name)
{
    size_t length = strlen(name);
    return length >= sizeof suffix - 1 && strcmp(name + length - (sizeof suffix - 1), suffix) == 0;
}

static bool find_below(path_list *found, const char *folder, int depth, assay_error *error)
{
    if (depth > DEEPEST_FOLDER)
        return assay_fail(error, folder, 0, "folders are nested too deeply (or a link leads back)");
    DIR *directory = opendir(folder);
    if (!directory)
        return assay_fail(error, folder, 0, "cannot be read: %s", strerror(errno));
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        const char *path = arena_format(found->memory, "%s/%s", folder, entry->d_name);
        if (ends_in_suffix(entry->d_name)) /* a folder of that name is refused when it is read */
            *ARENA_PUSH(found->memory, found->paths, found->count) = path;
        else if (file_is_folder(path))
            good = find_below(found, path, depth + 1, error);
    }
    closedir(directory);
    return good;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *const *case_paths(const char *root, arena *memory, size_t *count, assay_error *error)
{
    size_t length = strlen(root);
    while (length > 1 && root[length - 1] == '/')
        length--;
    path_list found = {memory, NULL, 0};
    if (!find_below(&found, arena_text(memory, root, length), 0, error))
        return NULL;
    if (!found.count) {
        assay_fail(error, root, 0, "has no kernels (*%s) in it", suffix);
        return NULL;
    }
    qsort(found.paths, found.count, sizeof *found.paths, by_path);
    *count = found.count;
    return found.paths;
}

/* ---- The suite */

/* A query with a slash or ellipsis at its end means all below a folder, as does the folder's own name. */
static const char *plain_query(arena *memory, const char *query)
{
    size_t length = strlen(query);
    if (length >= 4 && strcmp(query + length - 4, "/...") == 0)
        length -= 4;
    else if (length >= 4 && strcmp(query + length - 4, "/…") == 0)
        length -= 4;
    while (length && query[length - 1] == '/')
        length--;
    if (length > sizeof suffix - 1 && ends_in_suffix(arena_text(memory, query, length)))
        length -= sizeof suffix - 1;
    return arena_text(memory, query, length);
}

typedef struct wish {
    const char *const *queries;
    size_t count;
} wish;

/* Whether the query could match a case of the file, by what stands before its first *, ? or [: that begins as the names
 * of the file's cases do, or names a folder above it. */
static bool may_match(const char *query, const char *stem, size_t length)
{
    size_t plain = strcspn(query, "*?[");
    return strncmp(query, stem, plain < length ? plain : length) == 0 && (plain <= length || query[length] == ':');
}

static bool is_wished(const wish *wish, const char *path, size_t root_length)
{
    const char *stem = path + root_length + 1;
    size_t length = strlen(stem) - (sizeof suffix - 1);
    for (size_t q = 0; q < wish->count; q++)
        if (may_match(wish->queries[q], stem, length))
            return true;
    return !wish->count;
}

static bool read_suite(case_suite *suite, const char *root, const requirements *known, const wish *wish,
                       assay_error *error)
{
    size_t count, root_length = strlen(root);
    const char *const *paths = case_paths(root, &suite->memory, &count, error);
    if (!paths)
        return false;
    while (root_length > 1 && root[root_length - 1] == '/')
        root_length--;
    suite->files = arena_take(&suite->memory, count, sizeof *suite->files);
    for (size_t n = 0; n < count; n++) {
        if (!is_wished(wish, paths[n], root_length))
            continue;
        case_file *file = case_file_read_with(paths[n], root, known, error);
        if (!file)
            return false;
        suite->files[suite->count++] = file;
    }
    return true;
}

case_suite *case_suite_read(const char *root, assay_error *error)
{
    return case_suite_read_for(root, NULL, 0, error);
}

case_suite *case_suite_read_for(const char *root, const char *const *queries, size_t query_count, assay_error *error)
{
    requirements *known = requirements_of(root, error);
    if (!known)
        return NULL;
    arena memory = {NULL};
    const char **plain = arena_take(&memory, query_count + 1, sizeof *plain);
    for (size_t q = 0; q < query_count; q++)
        plain[q] = plain_query(&memory, queries[q]);
    wish wish = {plain, query_count};
    case_suite *suite = calloc(1, sizeof *suite);
    bool good = suite ? read_suite(suite, root, known, &wish, error) : assay_fail(error, root, 0, "out of memory");
    requirements_destroy(known);
    arena_free(&memory);
    if (good)
        return suite;
    case_suite_destroy(suite);
    return NULL;
}

void case_suite_destroy(case_suite *suite)
{
    if (!suite)
        return;
    for (size_t i = 0; i < suite->count; i++)
        case_file_destroy(suite->files[i]);
    arena_free(&suite->memory);
    free(suite);
}

size_t case_suite_file_count(const case_suite *suite)
{
    return suite->count;
}

const case_file *case_suite_file(const case_suite *suite, size_t n)
{
    return suite->files[n];
}

/* ---- Queries */

/* * is any run of characters, ? one, everything else itself. Backtracks to the last * only. */
static bool glob(const char *pattern, const char *text)
{
    const char *star = NULL, *again = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            again = text;
        } else if (*pattern == *text || *pattern == '?') {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++again;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* A file is wanted whole if the query names it or a folder above it. */
static bool whole_file(const char *query, const char *below, const char *stem)
{
    return glob(query, stem) || glob(below, stem);
}

typedef struct selection {
    const assay_case **cases;
    size_t count, room;
} selection;

static bool select_case(selection *chosen, const assay_case *one)
{
    if (chosen->count == chosen->room) {
        size_t room = chosen->room ? 2 * chosen->room : 256;
        const assay_case **more = realloc(chosen->cases, room * sizeof *more);
        if (!more)
            return false;
        chosen->cases = more;
        chosen->room = room;
    }
    chosen->cases[chosen->count++] = one;
    return true;
}

static bool unmatched(const case_suite *suite, const char *query, assay_error *error)
{
    size_t length = strcspn(query, ":");
    nearest search = nearest_to(query, length);
    for (size_t f = 0; f < suite->count; f++)
        nearest_offer(&search, suite->files[f]->stem);
    for (size_t f = 0; search.best && search.distance == 0 && f < suite->count; f++)
        if (suite->files[f]->stem == search.best)
            return assay_fail(error, "", 0, "no case of `%s` matches `%s`; the first is `%s`", search.best, query,
                              suite->files[f]->cases[0].name);
    return assay_fail(error, "", 0, search.best ? "no case matches `%s`; did you mean %s?" : "no case matches `%s`; %s",
                      query, search.best ? search.best : "`assay list` shows all");
}

const assay_case **case_select(const case_suite *suite, const char *const *queries, size_t query_count, size_t *count,
                               assay_error *error)
{
    arena memory = {NULL};
    static const char *const everything[] = {"*"};
    const char *const *wanted = query_count ? queries : everything;
    size_t wanted_count = query_count ? query_count : 1;
    const char **plain = arena_take(&memory, wanted_count, sizeof *plain),
               **below = arena_take(&memory, wanted_count, sizeof *below);
    bool *matched = arena_take(&memory, wanted_count, sizeof *matched), good = true;
    selection chosen = {malloc(sizeof *chosen.cases), 0, 0}; /* not NULL for nothing */
    for (size_t q = 0; q < wanted_count; q++) {
        plain[q] = plain_query(&memory, wanted[q]);
        below[q] = arena_format(&memory, "%s/*", plain[q]);
    }
    for (size_t f = 0; f < suite->count; f++)
        for (size_t c = 0; c < suite->files[f]->case_count; c++) {
            const assay_case *one = &suite->files[f]->cases[c];
            bool any = false;
            for (size_t q = 0; q < wanted_count; q++)
                if (whole_file(plain[q], below[q], suite->files[f]->stem) || glob(plain[q], one->name))
                    any = matched[q] = true;
            if (any && !select_case(&chosen, one))
                good = assay_fail(error, "", 0, "out of memory");
        }
    for (size_t q = 0; good && q < wanted_count; q++)
        good = matched[q] || unmatched(suite, wanted[q], error);
    arena_free(&memory);
    *count = chosen.count;
    if (good)
        return chosen.cases;
    free(chosen.cases);
    return NULL;
}
