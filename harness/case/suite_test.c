/* suite_test.c: a folder of cases is read, and queries select among them. */
#include "case_testing.h"
#include <sys/stat.h>

static case_suite *fixture_suite(const char **folder)
{
    static const char header[] =
        "//! title: t\n//! verifies: v\n//! for: N in 1 2 10\n//! math: safe fast\n"
        "//! dispatch: threads N, threadgroup 4\n//! in: data float[N] = iota\n//! out: result float[N]\n"
        "//! expect: result = same data\n//! mutant: v | replace `data[i];` with `0;`\n" BODY;
    static const char *const files[] = {"b/one", "a/two", "a/deep/three"};
    static char root[32], name[96];
    assay_error error = {0};
    strcpy(root, "/tmp/assay-suite-XXXXXX");
    assert_non_null(mkdtemp(root));
    static const char *const folders[] = {"b", "a", "a/deep"};
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/%s", root, folders[i]);
        assert_int_equal(mkdir(name, 0700), 0);
        snprintf(path, sizeof path, "%s/%s.metal", root, files[i]);
        write_file(header, sizeof header - 1);
    }
    snprintf(path, sizeof path, "%s/requirements.tsv", root);
    static const char table[] = "id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n"
                                "v\t1\t1\tvalue\t-\tplain\t1.0\t-\t-\ts\tc\n";
    write_file(table, sizeof table - 1);
    case_suite *suite = case_suite_read(root, &error);
    if (!suite)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    *folder = root;
    return suite;
}

static size_t selected(const case_suite *suite, const char *query, const char *first)
{
    size_t count;
    assay_error error = {0};
    const assay_case **cases = case_select(suite, &query, 1, &count, &error);
    if (!cases)
        fail_msg("%s: %s", query, error.text);
    assert_string_equal(cases[0]->name, first);
    free(cases);
    return count;
}

static void unmatched(const case_suite *suite, const char *query, const char *sentence)
{
    size_t count;
    assay_error error = {0};
    const char *queries[] = {"*", query};
    assert_null(case_select(suite, queries, 2, &count, &error));
    if (!strstr(error.text, sentence))
        fail_msg("%s: says \"%s\", not \"%s\"", query, error.text, sentence);
}

/* Files that are read for a query. */
static size_t files_for(const char *root, const char *query)
{
    assay_error error = {0};
    case_suite *suite = case_suite_read_for(root, &query, 1, &error);
    if (!suite)
        fail_msg("%s: %s", query, error.text);
    size_t count = case_suite_file_count(suite);
    case_suite_destroy(suite);
    return count;
}

static void selection(void **state)
{
    (void)state;
    const char *root;
    case_suite *suite = fixture_suite(&root);
    static const struct {
        const char *query;
        size_t files;
    } wishes[] = {{"*", 3},           {"a", 2},          {"a/", 2},      {"a/two:N=1,*", 1},
                  {"a/two.metal", 1}, {"a/tw", 1},       {"a/two:*", 1}, {"a/deep/...", 1},
                  {"?/two", 3},       {"a/d*:*N=1*", 1}, {"a/[td]*", 2}, {"b/one/x", 0},
                  {"c", 0},           {"a/twos", 0},     {"a/two/*", 0}, {"*math=fast", 3}};
    for (size_t n = 0; n < sizeof wishes / sizeof *wishes; n++)
        if (files_for(root, wishes[n].query) != wishes[n].files)
            fail_msg("%s: %zu files are read", wishes[n].query, files_for(root, wishes[n].query));
    assert_int_equal(case_suite_file_count(suite), 3);
    assert_int_equal(selected(suite, "*", "a/deep/three:N=1,math=safe"), 18);
    assert_int_equal(selected(suite, "a", "a/deep/three:N=1,math=safe"), 12);
    assert_int_equal(selected(suite, "a/", "a/deep/three:N=1,math=safe"), 12);
    assert_int_equal(selected(suite, "a/...", "a/deep/three:N=1,math=safe"), 12);
    assert_int_equal(selected(suite, "a/two", "a/two:N=1,math=safe"), 6);
    assert_int_equal(selected(suite, "a/two.metal", "a/two:N=1,math=safe"), 6);
    assert_int_equal(selected(suite, "a/two:N=1,*", "a/two:N=1,math=safe"), 2);
    assert_int_equal(selected(suite, "*:*math=fast", "a/deep/three:N=1,math=fast"), 9);
    assert_int_equal(selected(suite, "*/on?:N=1?,math=fast", "b/one:N=10,math=fast"), 1);
    assert_int_equal(selected(suite, "b/one:N=2,math=safe", "b/one:N=2,math=safe"), 1);
    unmatched(suite, "a/tow", "did you mean a/two");
    unmatched(suite, "a/two:N=3", "no case of `a/two` matches `a/two:N=3`; the first is `a/two:N=1,math=safe`");
    unmatched(suite, "zzz", "`assay list`");
    unmatched(suite, "", "no case matches");
    size_t count;
    const char *twice[] = {"a/two", "a"};
    const assay_case **cases = case_select(suite, twice, 2, &count, NULL);
    assert_int_equal(count, 12); /* none twice */
    free(cases);
    case_suite_destroy(suite);

    char command[96], moved[96];
    assay_error error = {0};
    snprintf(path, sizeof path, "%s/a/two.metal", root); /* one defect, and the suite cannot be read */
    write_file("//! titel: t\n", 13);
    assert_int_equal(files_for(root, "b"), 1);
    assert_null(case_suite_read(root, &error));
    assert_string_equal(error.file, path);
    assert_int_equal(error.line, 1);
    snprintf(moved, sizeof moved, "%s/none", root);
    assert_null(case_suite_read(moved, &error));
    snprintf(command, sizeof command, "rm -r '%s'", root);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/copy.metal", directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selection),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
