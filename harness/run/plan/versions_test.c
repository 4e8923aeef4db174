/* versions_test.c: what a case gives under the language versions before and since its requirements. */
#include "../run_testing.h"
#include "versions.h"
#include <sys/stat.h>

/* Runs a case that requires MSL 2.4 and verifies rows since 2.1 and 2.4 with --versions. */
static outcome run_versions(const char *word, const char *more, bool software)
{
    static const char rows[] = "id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n"
                               "a.old\t1\t1\tvalue\t-\tplain\t2.1\t-\t-\tOld.\tSo.\n"
                               "a.new\t1\t1\tvalue\t-\tplain\t2.4\t-\t-\tNew.\tSo.\n";
    char root[] = "/tmp/assay-versions-XXXXXX", table[64], area[64], path[64];
    assay_error error = {0};
    outcome outcome = {0};
    size_t count;
    assert_non_null(mkdtemp(root));
    snprintf(table, sizeof table, "%s/requirements.tsv", root);
    snprintf(area, sizeof area, "%s/simd", root);
    snprintf(path, sizeof path, "%s/simd/copy.metal", root);
    FILE *file = fopen(table, "w");
    assert_true(file && fputs(rows, file) >= 0 && fclose(file) == 0 && mkdir(area, 0700) == 0);
    file = fopen(path, "w");
    assert_true(file && fprintf(file,
                                "//! verifies: a.old a.new\n//! requires: msl 2.4\n//! mutant: a.old a.new | replace "
                                "`uint *data` with `int *data`\n%s%s%s// %s\n",
                                more, header, kernel, word) > 0);
    assert_true(fclose(file) == 0);
    case_file *read = case_file_read(path, root, &error);
    assert_true(unlink(path) == 0 && rmdir(area) == 0 && unlink(table) == 0 && rmdir(root) == 0);
    if (!read)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    metal_device device = {0};
    metal_facts facts = {
        .name = "fake", .msl = 0x40001, .max_threads = {1024, 1024, 1024}, .math_modes = true, .software = software};
    executor on = {.device = &device, .facts = &facts, .simd_width = 32, .lock = -1};
    wire_job job = {.seed = 1, .timeout = 1, .versions = true};
    versions_run(&on, case_file_cases(read, &count), &job, &outcome);
    case_file_destroy(read);
    return outcome;
}

static void versions_are_judged(void **state)
{
    (void)state;
    static const struct {
        const char *word, *more;
        bool software;
        uint32_t oldest;
        verdict verdict;
        const char *says; /* in the facts of a case that passes, in the summary of another */
    } ends[] = {
        {"NEEDS_2_4", "", true, 0, VERDICT_PASS,
         "\"msl 2.4\":\"passes\",\"msl 2.1\":\"refused\",\"msl 2.3\":\"refused\""},
        {"", "", true, 0, VERDICT_FAIL, "compiles as MSL 2.3, too"},
        {"", "//! before: older on iOS\n", true, 0, VERDICT_PASS, "\"msl 2.1\":\"passes\",\"msl 2.3\":\"accepted\""},
        {"", "", false, 0, VERDICT_PASS, "\"msl 2.3\":\"accepted, although older\""},
        {"NEEDS_2_4", "", false, 0x20004, VERDICT_PASS, "\"msl 2.3\":\"no such version here\""},
        {"", "", false, 0x30000, VERDICT_SKIP, "does not compile for MSL 2.4"},
        {"WRONG", "", true, 0, VERDICT_FAIL, "1 value wrong"},
        {"OFF_WITH_2_1", "", true, 0, VERDICT_FAIL, "1 value wrong"},
        {"REFUSED", "", true, 0, VERDICT_FAIL, "does not compile"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char summary[1024];
        oldest_taken = ends[i].oldest;
        outcome outcome = run_versions(ends[i].word, ends[i].more, ends[i].software);
        const char *said =
            outcome.verdict == VERDICT_PASS ? outcome.facts : outcome_summary(&outcome, summary, sizeof summary);
        if (outcome.verdict != ends[i].verdict || !said || !strstr(said, ends[i].says))
            fail_msg("%zu: %s: %s", i, verdict_name(outcome.verdict), said ? said : "");
        outcome_clear(&outcome);
    }
    oldest_taken = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
