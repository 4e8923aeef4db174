/* waivers_test.c: every way in which a waiver can be wrong is refused, and a right one does what it says. */
#include "waivers.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEADER "chip\tos\tcase\tlink\tsince\texpires\tflaky\treason\n"
#define GOOD                                                                                                           \
    "Apple M1*\t14.0-15.2\tsimd/sum:*\thttps://example.org/1\t2025-12-01\t2030-01-01\tno\tsums in the wrong order\n"

static bool read_text(waivers *waivers, const char *content, assay_error *error)
{
    char path[] = "/tmp/assay-waivers-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, content, strlen(content)) == (ssize_t)strlen(content));
    close(file);
    *error = (assay_error){0};
    bool good = waivers_read(waivers, path, "2026-06-01", error);
    unlink(path);
    return good;
}

static void refuses(const char *content, int line, const char *says)
{
    waivers waivers;
    assay_error error;
    assert_false(read_text(&waivers, content, &error));
    assert_int_equal(error.line, line);
    if (!strstr(error.text, says))
        fail_msg("`%s` does not say `%s`", error.text, says);
    waivers_clear(&waivers);
}

static void what_is_malformed_is_refused(void **state)
{
    (void)state;
    refuses("chip\tcase\n", 1, "name the columns");
    refuses(HEADER "# comment\na\t*\n", 3, "2 columns");
    refuses(HEADER "a\t*\tb\thttps://x\t2026-01-02\t2030-01-01\tno\t\n", 2, "empty column");
    refuses(HEADER "a\tnewer\tb\thttps://x\t2026-01-02\t2030-01-01\tno\tr\n", 2, "range of OS");
    refuses(HEADER "a\t*\tb\tnowhere\t2026-01-02\t2030-01-01\tno\tr\n", 2, "no link");
    refuses(HEADER "a\t*\tb\thttps://x\t2026-01-02\tsoon\tno\tr\n", 2, "no date");
    refuses(HEADER "a\t*\tb\thttps://x\t2026-01-02\t2030-01-01\tmaybe\tr\n", 2, "yes or no");
    refuses(HEADER GOOD "a\t*\tb\thttps://x\t2026-01-02\t2026-05-31\tno\tr\n", 3, "expired on 2026-05-31");
}

static void one_that_matches_nothing_is_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"simd/sum:T=int", "layout/vector"};
    waivers waivers;
    assay_error error;
    assert_true(read_text(&waivers, HEADER GOOD, &error));
    assert_true(waivers_all_match(&waivers, names, 2, &error));
    assert_false(waivers_all_match(&waivers, names + 1, 1, &error));
    assert_non_null(strstr(error.text, "matches no case"));
    waivers_clear(&waivers);
}

static verdict on(const char *content, const waivers_device *device, const char *name, verdict before)
{
    waivers waivers;
    assay_error error;
    outcome outcome = {.verdict = before};
    assert_true(read_text(&waivers, content, &error));
    waivers_apply(&waivers, device, name, &outcome);
    verdict verdict = outcome.verdict;
    outcome_clear(&outcome);
    waivers_clear(&waivers);
    return verdict;
}

static verdict after(const char *content, const char *chip, const char *os, const char *name, verdict before)
{
    return on(content, &(waivers_device){.name = chip, .os = os}, name, before);
}

static void families_name_chips(void **state)
{
    (void)state;
    static const char *const m1[] = {"apple1", "apple7", "mac2"}, *const m4[] = {"apple7", "apple9", "metal3"};
    const waivers_device old = {.name = "Apple M1", .os = "macOS 15.1", .families = m1, .family_count = 3};
    const waivers_device new = {.name = "Apple M4", .os = "macOS 26.5.1", .families = m4, .family_count = 3};
    const waivers_device any = {.name = "softmetal", .families = m4, .family_count = 3};
    const waivers_device none = {.name = "softmetal", .os = "Linux 6.1"};
    static const char from9[] = HEADER "apple9+\t..26.5\ta\thttps://x\t2026-01-02\t2030-01-01\tyes\tr\n";
    static const char from7[] = HEADER "apple7+\t*\ta\thttps://x\t2026-01-02\t2030-01-01\tyes\tr\n";
    static const char only7[] = HEADER "apple7\t26.0-\ta\thttps://x\t2026-01-02\t2030-01-01\tyes\tr\n"
                                       "apple7\t15.0-15.9\ta\thttps://x\t2026-01-02\t2030-01-01\tyes\tr\n";
    assert_int_equal(on(from9, &old, "a", VERDICT_FAIL), VERDICT_FAIL);
    assert_int_equal(on(from9, &new, "a", VERDICT_FAIL), VERDICT_WAIVED);
    assert_int_equal(on(from9, &any, "a", VERDICT_FAIL), VERDICT_WAIVED);
    assert_int_equal(on(from7, &old, "a", VERDICT_FAIL), VERDICT_WAIVED);
    assert_int_equal(on(from7, &new, "a", VERDICT_FAIL), VERDICT_WAIVED);
    assert_int_equal(on(from7, &none, "a", VERDICT_FAIL), VERDICT_FAIL);
    assert_int_equal(on(only7, &old, "a", VERDICT_FAIL), VERDICT_WAIVED);
    assert_int_equal(on(only7, &new, "a", VERDICT_FAIL), VERDICT_FAIL);
}

static void dates_are_counted(void **state)
{
    (void)state;
    assert_int_equal(waivers_days("2026-11-22", "2026-11-22"), 0);
    assert_int_equal(waivers_days("2026-11-22", "2026-12-01"), 9);
    assert_int_equal(waivers_days("2027-12-31", "2028-03-01"), 61);
    assert_int_equal(waivers_days("2026-11-23", "2026-11-22"), -1);
}

static void a_waiver_covers_what_it_names_only(void **state)
{
    (void)state;
    static const char file[] = HEADER GOOD, os[] = "macOS 15.1.0 (24B83)", chip[] = "Apple M1 Pro";
    assert_int_equal(after(file, chip, os, "simd/sum:T=int", VERDICT_FAIL), VERDICT_WAIVED);
    assert_int_equal(after(file, "Apple M2", os, "simd/sum:T=int", VERDICT_FAIL), VERDICT_FAIL);
    assert_int_equal(after(file, chip, "macOS 15.3.0 (x)", "simd/sum:T=int", VERDICT_FAIL), VERDICT_FAIL);
    assert_int_equal(after(file, chip, os, "simd/max:T=int", VERDICT_FAIL), VERDICT_FAIL);
    assert_int_equal(after(file, chip, os, "simd/sum:T=int", VERDICT_INTERNAL_ERROR), VERDICT_INTERNAL_ERROR);
    assert_int_equal(after(file, chip, os, "simd/sum:T=int", VERDICT_SKIP), VERDICT_SKIP);
}

static void a_pass_against_its_waiver_is_an_error(void **state)
{
    (void)state;
    static const char flaky[] = HEADER "*\t*\tsimd/*\thttps://x\t2026-01-02\t2030-01-01\tyes\tr\n";
    assert_int_equal(after(HEADER GOOD, "Apple M1", "macOS 14.0", "simd/sum:T=int", VERDICT_PASS),
                     VERDICT_UNEXPECTED_PASS);
    assert_int_equal(after(flaky, "any", "Linux 6.1", "simd/sum", VERDICT_PASS), VERDICT_PASS);
    assert_int_equal(after(flaky, "any", "Linux 6.1", "simd/sum", VERDICT_CRASH), VERDICT_WAIVED);
}

/* The log has them as fields: readers need no sentence. */
static void a_waived_case_has_its_waiver(void **state)
{
    (void)state;
    waivers waivers;
    assay_error error;
    outcome outcome = {.verdict = VERDICT_FAIL};
    assert_true(read_text(&waivers, HEADER GOOD, &error));
    waivers_apply(&waivers, &(waivers_device){.name = "Apple M1", .os = "macOS 14.0"}, "simd/sum:T=int", &outcome);
    assert_string_equal(outcome.waiver, "\"reason\":\"sums in the wrong order\",\"link\":\"https://example.org/1\","
                                        "\"since\":\"2025-12-01\"");
    outcome_clear(&outcome);
    waivers_clear(&waivers);
}

static void ranges_have_ends(void **state)
{
    (void)state;
    assert_true(os_in_range("macOS 15.1", "15.1"));
    assert_false(os_in_range("macOS 15.10", "15.1"));
    assert_true(os_in_range("macOS 26.0", "15.0-"));
    assert_false(os_in_range("macOS 14.9", "15.0-"));
    assert_true(os_in_range("", "*"));
    assert_true(os_in_range("macOS 26.5.2", "..26.5"));
    assert_false(os_in_range("macOS 26.6", "..26.5"));
}

static void no_file_is_no_waivers(void **state)
{
    (void)state;
    waivers waivers;
    assay_error error = {0};
    assert_true(waivers_read(&waivers, "/nonexistent/waivers.tsv", "2026-01-01", &error));
    assert_int_equal(waivers.count, 0);
    waivers_clear(&waivers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_malformed_is_refused),
        cmocka_unit_test(one_that_matches_nothing_is_refused),
        cmocka_unit_test(a_waiver_covers_what_it_names_only),
        cmocka_unit_test(a_pass_against_its_waiver_is_an_error),
        cmocka_unit_test(a_waived_case_has_its_waiver),
        cmocka_unit_test(ranges_have_ends),
        cmocka_unit_test(families_name_chips),
        cmocka_unit_test(dates_are_counted),
        cmocka_unit_test(no_file_is_no_waivers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
