/* waivers_test.c: every way in which a waiver can be wrong is refused, and a right one does what it says. */
#include "waivers.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEADER "chip\tos\tcase\tlink\texpires\tflaky\treason\n"
#define GOOD "Apple M1*\t14.0-15.2\tsimd/sum:*\thttps://example.org/1\t2030-01-01\tno\tsums in the wrong order\n"

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
    refuses(HEADER "a\t*\tb\thttps://x\t2030-01-01\tno\t\n", 2, "empty column");
    refuses(HEADER "a\tnewer\tb\thttps://x\t2030-01-01\tno\tr\n", 2, "range of OS");
    refuses(HEADER "a\t*\tb\tnowhere\t2030-01-01\tno\tr\n", 2, "no link");
    refuses(HEADER "a\t*\tb\thttps://x\tsoon\tno\tr\n", 2, "no date");
    refuses(HEADER "a\t*\tb\thttps://x\t2030-01-01\tmaybe\tr\n", 2, "yes or no");
    refuses(HEADER GOOD "a\t*\tb\thttps://x\t2026-05-31\tno\tr\n", 3, "expired on 2026-05-31");
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

static verdict after(const char *content, const char *chip, const char *os, const char *name, verdict before)
{
    waivers waivers;
    assay_error error;
    outcome outcome = {.verdict = before};
    assert_true(read_text(&waivers, content, &error));
    waivers_apply(&waivers, chip, os, name, &outcome);
    verdict verdict = outcome.verdict;
    outcome_clear(&outcome);
    waivers_clear(&waivers);
    return verdict;
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
    static const char flaky[] = HEADER "*\t*\tsimd/*\thttps://x\t2030-01-01\tyes\tr\n";
    assert_int_equal(after(HEADER GOOD, "Apple M1", "macOS 14.0", "simd/sum:T=int", VERDICT_PASS),
                     VERDICT_UNEXPECTED_PASS);
    assert_int_equal(after(flaky, "any", "Linux 6.1", "simd/sum", VERDICT_PASS), VERDICT_PASS);
    assert_int_equal(after(flaky, "any", "Linux 6.1", "simd/sum", VERDICT_CRASH), VERDICT_WAIVED);
}

static void ranges_have_ends(void **state)
{
    (void)state;
    assert_true(os_in_range("macOS 15.1", "15.1"));
    assert_false(os_in_range("macOS 15.10", "15.1"));
    assert_true(os_in_range("macOS 26.0", "15.0-"));
    assert_false(os_in_range("macOS 14.9", "15.0-"));
    assert_true(os_in_range("", "*"));
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
        cmocka_unit_test(ranges_have_ends),
        cmocka_unit_test(no_file_is_no_waivers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
