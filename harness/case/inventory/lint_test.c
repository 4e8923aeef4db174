/* lint_test.c: every fixture in fixtures/ has one defect and says in its first line what lint must find, word for word;
 * nothing else may be found. */
#include "../../base/arena.h"
#include "../internal.h"
#include "lint.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
// clang-format off
#include <cmocka.h>
// clang-format on

static const char fixtures[] = ASSAY_SOURCE_DIR "/harness/case/fixtures";

typedef struct lines {
    arena memory;
    const char **line;
    size_t count;
} lines;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_lines(lines *list)
{
    qsort(list->line, list->count, sizeof *list->line, by_text);
}

static void read_lines(FILE *from, lines *into)
{
    char text[4096];
    rewind(from);
    while (fgets(text, sizeof text, from)) {
        text[strcspn(text, "\n")] = 0;
        *ARENA_PUSH(&into->memory, into->line, into->count) = arena_text(&into->memory, text, strlen(text));
    }
}

/* The first line of each fixture: `// finding LINE: sentence`, `// finding sentence` or `// no finding`. */
static void read_expected(lines *into)
{
    static const char mark[] = "// finding ";
    size_t count;
    assay_error error;
    const char *const *paths = case_paths(fixtures, &into->memory, &count, &error);
    assert_non_null(paths);
    assert_true(count > 100);
    for (size_t i = 0; i < count; i++) {
        char text[4096];
        FILE *file = fopen(paths[i], "r");
        assert_non_null(file);
        assert_non_null(fgets(text, sizeof text, file));
        fclose(file);
        text[strcspn(text, "\n")] = 0;
        if (strncmp(text, mark, sizeof mark - 1) != 0) {
            assert_string_equal(text, "// no finding");
            continue;
        }
        const char *finding = text + sizeof mark - 1;
        bool numbered = finding[0] >= '0' && finding[0] <= '9';
        *ARENA_PUSH(&into->memory, into->line, into->count) =
            arena_format(&into->memory, "%s:%s%s", paths[i], numbered ? "" : " ", finding);
    }
}

/* What is wrong with a row of a table stands in its last column, `finding: sentence`. */
static void read_expected_rows(lines *into, const char *table)
{
    const char *path = arena_format(&into->memory, "%s/%s", fixtures, table);
    char text[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int number = 1; fgets(text, sizeof text, file); number++) {
        text[strcspn(text, "\n")] = 0;
        char *finding = strstr(text, "finding: ");
        if (finding)
            *ARENA_PUSH(&into->memory, into->line, into->count) =
                arena_format(&into->memory, "%s:%d: %s", path, number, finding + strlen("finding: "));
    }
    fclose(file);
}

static void each_fixture_is_found(void **state)
{
    (void)state;
    lines found = {0}, expected = {0};
    FILE *out = tmpfile();
    assert_non_null(out);
    int findings = assay_lint(fixtures, NULL, out);
    read_lines(out, &found);
    fclose(out);
    read_expected(&expected);
    read_expected_rows(&expected, "uncovered.tsv");
    read_expected_rows(&expected, "requirements.tsv");
    sort_lines(&found);
    sort_lines(&expected);
    for (size_t i = 0; i < found.count && i < expected.count; i++)
        assert_string_equal(found.line[i], expected.line[i]);
    assert_int_equal(found.count, expected.count);
    assert_int_equal(findings, (int)found.count);
    arena_free(&found.memory);
    arena_free(&expected.memory);
}

static bool contains(const lines *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strstr(list->line[i], text))
            return true;
    return false;
}

static lines lint_with_sources(const char *directory)
{
    lines found = {0};
    FILE *out = tmpfile();
    assert_non_null(out);
    assay_lint(fixtures, directory, out);
    read_lines(out, &found);
    fclose(out);
    return found;
}

/* No fixture uses a reference: each must be reported, until a test names it. */
static void unused_references_are_found(void **state)
{
    (void)state;
    char directory[] = "/tmp/assay-lint-XXXXXX", references[64], path[96];
    assert_non_null(mkdtemp(directory));
    snprintf(references, sizeof references, "%s/reference", directory);
    assert_int_equal(mkdir(references, 0700), 0);
    lines found = lint_with_sources(directory);
    assert_true(contains(&found, "`simd_shuffle_down` is used by no case and no test"));
    assert_true(contains(&found, "inputs.def: "));
    assert_true(contains(&found, "no id, but accuracy.tsv has a row for it (CONTRIBUTING.md")); /* nor any function */
    arena_free(&found.memory);

    snprintf(path, sizeof path, "%s/simd_test.c", references);
    FILE *test = fopen(path, "w");
    assert_non_null(test);
    fputs("reference_simd_shuffle_down(&call);\n", test);
    fclose(test);
    found = lint_with_sources(directory);
    assert_false(contains(&found, "`simd_shuffle_down` is used by no case"));
    arena_free(&found.memory);
    unlink(path);
    rmdir(references);
    rmdir(directory);
}

static void missing_tree(void **state)
{
    (void)state;
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(assay_lint("/nonexistent", NULL, out), 2); /* neither table nor files */
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fixture_is_found),
        cmocka_unit_test(unused_references_are_found),
        cmocka_unit_test(missing_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
