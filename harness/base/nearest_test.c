/* nearest_test.c: which words are near enough to be meant. */
#include "nearest.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The suggestion among these for a word; "" if there is none. */
static const char *meant(const char *word, const char *a, const char *b)
{
    nearest search = nearest_to(word, strlen(word));
    nearest_offer(&search, a);
    nearest_offer(&search, b);
    return search.best ? search.best : "";
}

static void the_nearest_is_meant(void **state)
{
    (void)state;
    assert_string_equal(meant("dispach", "dispatch", "mutant"), "dispatch"); /* a letter less, */
    assert_string_equal(meant("ddispatch", "x", "dispatch"), "dispatch");    /* more, */
    assert_string_equal(meant("dizpatch", "x", "dispatch"), "dispatch");     /* another */
    assert_string_equal(meant("simd_max", "simd_min", "simd_mx"), "simd_mx");
    assert_string_equal(meant("simd_max", "simd_mx", "simd_ma"), "simd_mx"); /* of equals the first */
    assert_string_equal(meant("same", "same", "some"), "same");
}

/* A third of the letters, and one, may be wrong. */
static void another_word_is_not(void **state)
{
    (void)state;
    assert_string_equal(meant("abcdef", "abcxyz", "uvwxyz"), "abcxyz"); /* 3 of 6 */
    assert_string_equal(meant("abcdef", "abwxyz", "uvwxyz"), "");       /* 4 of 6 */
    assert_string_equal(meant("abcdef", "abcdefghij", ""), "");
    assert_string_equal(meant("abcde", "abxyz", "vwxyz"), ""); /* 3 of 5 */
    assert_string_equal(meant("abcde", "abcyz", "vwxyz"), "abcyz");
}

/* Only the first letters of the text are the word; words longer than any name have no neighbours. */
static void lengths_are_kept(void **state)
{
    (void)state;
    char longest[122];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_string_equal(meant(longest, longest, longest + 1), "");
    assert_string_equal(meant(longest + 1, longest, longest + 1), longest + 1);
    nearest search = nearest_to("halfway", 4);
    nearest_offer(&search, "half");
    assert_string_equal(search.best, "half");
    assert_int_equal(search.distance, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_meant),
        cmocka_unit_test(another_word_is_not),
        cmocka_unit_test(lengths_are_kept),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
