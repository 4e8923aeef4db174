/* case_file_test.c: files that are no cases, and the facts of those that are. What a header may not say is shown by the
 * linter's fixtures; here stand the defects that cannot be a file in the repository. */
#include "case_testing.h"
#include <sys/stat.h>

static void bad_files(void **state)
{
    (void)state;
    assay_error error;
    assert_null(case_file_read("/nonexistent/a.metal", NULL, &error));
    assert_non_null(strstr(error.text, "cannot be read"));
    write_file("", 0);
    refuses("is empty");
    write_file("//! title: a\0b\n", 15);
    refuses("is binary");
    write_file("//! title: a\n// caf\xe9\n", 21);
    refuses("is not UTF-8: byte 7 of the line is 0xe9");
    assert_int_equal(truncate(path, 100 << 20), 0);
    refuses("has 104857600 bytes");
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    refuses("is a directory");
    rmdir(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    refuses("not a regular file");
    unlink(path);
}

static void carriage_returns(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\r\n//! dispatch: threads 4,\r\n//!     threadgroup 4\r\n//! in: data float[4] = iota\r\n"
        "//! out: result float[4]\r\n//! expect: result = same data\r\nkernel void k() {}\r\n");
    assert_string_equal(case_file_title(file), "t");
    case_file_destroy(file);
}

static void facts(void **state)
{
    (void)state;
    case_file *file = read_text(
        "// a comment\n\n" HEADER
        "//! requires: msl 2.1, msl-before 3.2, os 14.2, threads 512, simd_width 32, feature simd_permute\n" BODY);
    const case_requirements *needs = case_file_requirements(file);
    assert_int_equal(needs->msl_min, 0x20001);
    assert_int_equal(needs->msl_before, 0x30002);
    assert_int_equal(needs->os, 0xe02);
    assert_int_equal(needs->threads, 512);
    assert_int_equal(needs->simd_width, 32);
    assert_int_equal(needs->feature_count, 1);
    assert_string_equal(needs->features[0], "simd_permute");
    assert_string_equal(case_file_path(file), path);
    assert_int_equal(strlen(case_file_hash(file)), 16);
    char before[17];
    strcpy(before, case_file_hash(file));
    case_file_destroy(file);
    file = read_text(HEADER BODY);
    assert_string_not_equal(before, case_file_hash(file));
    size_t count;
    assert_string_equal(case_file_cases(file, &count)->name, "copy");
    assert_string_equal(case_file_cases(file, &count)->area, "user");
    case_file_destroy(file);
}

/* As the feature set tables have it: every Mac with Apple silicon is of mac2, which is not enough for all. */
static void features_of_chips(void **state)
{
    (void)state;
    enum { APPLE7 = 1007, APPLE8 = 1008, APPLE9 = 1009, MAC2 = 2002, METAL3 = 5001 };
    static const metal_facts m1 = {.msl = 0x40001, .families = {APPLE7, MAC2, METAL3}, .family_count = 3},
                             m2 = {.msl = 0x40001, .families = {APPLE7, APPLE8, MAC2, METAL3}, .family_count = 4},
                             a15 = {.msl = 0x40001, .families = {APPLE7, APPLE8, METAL3}, .family_count = 3},
                             a17 = {.msl = 0x40001, .families = {APPLE7, APPLE8, APPLE9, METAL3}, .family_count = 4},
                             old = {.msl = 0x20003, .families = {APPLE7, APPLE8, MAC2}, .family_count = 3};
    assert_true(case_feature_met("simd_reduction", &m1));
    assert_false(case_feature_met("simd_shuffle_and_fill", &m1));
    assert_true(case_feature_met("simd_shuffle_and_fill", &m2));
    assert_false(case_feature_met("atomic_ulong_min_max", &m1));
    assert_true(case_feature_met("atomic_ulong_min_max", &m2));
    assert_false(case_feature_met("atomic_ulong_min_max", &a15));
    assert_true(case_feature_met("atomic_ulong_min_max", &a17));
    assert_false(case_feature_met("atomic_ulong_min_max", &old));
    assert_false(case_feature_met("reconvergence", &m2));
    assert_true(
        case_feature_met("reconvergence", &(metal_facts){.msl = 0x40001, .software = true, .processors = true}));
    assert_false(case_feature_met("reconvergence", &(metal_facts){.msl = 0x40001, .software = true})); /* on a GPU */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files),
        cmocka_unit_test(carriage_returns),
        cmocka_unit_test(facts),
        cmocka_unit_test(features_of_chips),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
