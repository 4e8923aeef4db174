/* coverage_test.c: what counts as a mutant of its own, what a line of uncovered.tsv stands for, and what a query names:
 * in a tree of cases written here. */
#include "coverage.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
// clang-format off
#include <cmocka.h>
// clang-format on

#define ROW(id, kind) id "\t1.1\t7\t" kind "\t-\tplain\t2.1\t-\t-\tIt is so.\tLook.\n"
#define REFUSAL(id) id "\t1.1\t7\tcompile-reject\trule stated\tplain\t2.1\t-\t-\tIt is so.\tLook.\n"

static char root[] = "/tmp/assay-coverage-XXXXXX";

static const char *const names[] = {"requirements.tsv", "uncovered.tsv",       "types/own.metal",
                                    "types/pair.metal", "types/refused.metal", "types/both.metal"};
static const char *const texts[] = {
    "id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n" ROW("a.one", "value")
        ROW("a.two", "value") ROW("a.three", "value") ROW("f.int", "value") ROW("f.uint", "value") REFUSAL("r.alone")
            REFUSAL("r.left") REFUSAL("r.right") ROW("b.gap.x", "api") ROW("b.gap.y", "api") ROW("b.other", "bug")
                ROW("u.free", "undefined") ROW("ab.one", "value"),
    "id\treason\tsentence\n"
    "b.gap.*\tsoftmetal gap\tNot yet.\n"
    "ab.one\tneeds hardware\tNot here.\n"
    "a.*\tcontradiction\tStands for what no case verifies.\n",
    "//! title: own\n//! verifies: a.one a.two f.{T}\n//! for: (T, N) in (int, 1) (int, 2) (uint, 1)\n//! dispatch: "
    "threads 4 * N, threadgroup 4\n"
    "//! in: from T[4 * N] = iota\n//! out: to T[4 * N]\n//! expect: to = same from\n//! mutant: a.one | replace `= "
    "from[i]` "
    "with `= 7`\n"
    "//! mutant: a.one a.two | replace `= from[i]` with `= 8`\n//! mutant: f.{T} | replace `= from[i]` with `= 9`\n"
    "kernel void k(device const T *from, device T *to, uint i [[thread_position_in_grid]]) { to[i] = from[i]; }\n",
    "//! title: pair\n//! verifies: a.two\n//! dispatch: threads 4, threadgroup 4\n//! in: from int[4] = iota\n"
    "//! out: to int[4]\n//! expect: to = same from\n//! mutant: a.two | replace `= from[i]` with `= 7`\n"
    "kernel void k(device const int *from, device int *to, uint i [[thread_position_in_grid]]) { to[i] = from[i]; }\n",
    "//! title: refused\n//! verifies: r.alone\n//! reject: word\n//! grade: rule stated\n"
    "//! control: replace `one` with `two`\nkernel void k() { one(); } // reject\n",
    "//! title: both\n//! verifies: r.left r.right\n//! reject: word\n//! grade: rule stated\n"
    "//! control: replace `one` with `two`\nkernel void k() { one(); } // reject\n",
};
enum { FILES = sizeof names / sizeof *names };

static case_suite *suite;
static coverage *table;

static const coverage_row *row_of(const char *id)
{
    size_t n = coverage_find(table, id);
    if (n == SIZE_MAX)
        fail_msg("%s is not in the table", id);
    return coverage_at(table, n);
}

static void is(const char *id, coverage_state state)
{
    assert_string_equal(coverage_state_name(row_of(id)->state), coverage_state_name(state));
}

static void states(void **state)
{
    (void)state;
    is("a.one", COVERAGE_OWN); /* that it shares another edit takes nothing away */
    assert_int_equal(row_of("a.one")->own->line, 8);
    is("a.two", COVERAGE_OWN); /* by another file */
    assert_string_equal(case_file_title(row_of("a.two")->own_file), "pair");
    assert_int_equal(row_of("a.two")->file_count, 2);
    is("f.int", COVERAGE_OWN); /* a member of a family */
    is("f.uint", COVERAGE_OWN);
    size_t verified;
    case_file_verifies(row_of("f.int")->own_file, &verified);
    assert_int_equal(verified, 4); /* f.int once, though two rows have it */
    is("r.alone", COVERAGE_OWN);   /* the control of a case that verifies nothing else */
    is("r.left", COVERAGE_SHARED);
    is("r.right", COVERAGE_SHARED);
    is("b.gap.x", COVERAGE_LISTED);
    is("b.gap.y", COVERAGE_LISTED);
    is("b.other", COVERAGE_NOWHERE);
    is("u.free", COVERAGE_UNJUDGED);
    is("ab.one", COVERAGE_LISTED);
    is("a.three", COVERAGE_LISTED); /* by a pattern, which says nothing of the verified a.one */
    assert_null(row_of("a.one")->listed);
    assert_string_equal(row_of("b.gap.x")->listed->sentence, "Not yet.");
    assert_int_equal(coverage_find(table, "a"), SIZE_MAX);
    assert_int_equal(coverage_count(table), 13);
}

static void queries(void **state)
{
    (void)state;
    assert_true(coverage_matches(row_of("b.gap.x"), "b.gap.x"));
    assert_true(coverage_matches(row_of("b.gap.x"), "b.gap"));
    assert_true(coverage_matches(row_of("b.gap.x"), "*.x"));
    assert_false(coverage_matches(row_of("b.gap.x"), "b.g"));
    assert_false(coverage_matches(row_of("ab.one"), "a"));
    assert_false(coverage_matches(row_of("b.gap.x"), "b.gap.x.y"));
    assert_true(coverage_matches(row_of("a.two"), "types/pair"));
    assert_true(coverage_matches(row_of("a.two"), "types/"));
    assert_false(coverage_matches(row_of("a.one"), "types/pair"));
    assert_false(coverage_matches(row_of("a.one"), "typ/"));
}

static void missing_table(void **state)
{
    (void)state;
    assay_error error = {0};
    assert_null(coverage_read("/nonexistent", suite, &error));
    assert_non_null(strstr(error.text, "cannot"));
}

static void write_files(bool write)
{
    char path[128];
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", root, names[i]);
        FILE *file = write ? fopen(path, "w") : NULL;
        if (file) {
            fputs(texts[i], file);
            fclose(file);
        } else {
            unlink(path);
        }
    }
}

static int make_tree(void **state)
{
    (void)state;
    assay_error error = {0};
    char folder[128];
    if (!mkdtemp(root))
        return -1;
    snprintf(folder, sizeof folder, "%s/types", root);
    mkdir(folder, 0700);
    write_files(true);
    suite = case_suite_read(root, &error);
    table = suite ? coverage_read(root, suite, &error) : NULL;
    if (!table)
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.text);
    return table ? 0 : -1;
}

static int remove_tree(void **state)
{
    (void)state;
    char folder[128];
    coverage_destroy(table);
    case_suite_destroy(suite);
    write_files(false);
    snprintf(folder, sizeof folder, "%s/types", root);
    rmdir(folder);
    return rmdir(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states),
        cmocka_unit_test(queries),
        cmocka_unit_test(missing_table),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
