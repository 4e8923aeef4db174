/* selfcheck_test.c: encodings of both runtimes come to one normal form, and encodings that differ stay different. */
#include "selfcheck.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void equal(const char *encoding, const char *normal)
{
    char out[128];
    selfcheck_normalise(encoding, out, sizeof out);
    assert_string_equal(out, normal);
}

static void test_offsets_and_qualifiers(void **state)
{
    (void)state;
    equal("@16@0:8", "@@:");
    equal("v24@0:8Q16", "v@:Q");
    equal("r*16@0:8", "*@:");
    equal("Vv16@0:8", "v@:");
    equal("@40@0:8@16@\"MTLCompileOptions\"24^@32", "@@:@@^@");
    equal("v24@0:8@?16", "v@:@");
}

static void test_letters(void **state)
{
    (void)state;
    equal("B24@0:8:16", "B@::");
    equal("c24@0:8:16", "B@::");
    equal("C24@0:8:16", "B@::");
    equal("L16@0:8", "Q@:");
    equal("l16@0:8", "q@:");
    equal("@24@0:8#16", "@@:@");
}

static void test_structs(void **state)
{
    (void)state;
    equal("{?=QQQ}16@0:8", "{QQQ}@:");
    equal("v64@0:8{MTLSize=QQQ}16{MTLSize=LLL}40", "v@:{QQQ}{QQQ}");
    equal("v88@0:8{?={?=QQQ}{?=QQQ}}16Q64r^v72Q80", "v@:{{QQQ}{QQQ}}Q^vQ");
}

static void test_pointers(void **state)
{
    (void)state;
    equal("Q40@0:8^{?=Q^@^Q[5Q]}16^@24Q32", "Q@:^v^@Q");
    equal("v24@0:8^r^v16", "v@:^v");
    equal("v32@0:8^^{s}16^?24", "v@:^v^v");
    equal("v24@0:8^[4{?=ii}]16i24", "v@:^vi");
}

static void test_differences_stay(void **state)
{
    (void)state;
    equal("i16@0:8", "i@:");
    equal("v20@0:8f16", "v@:f");
    equal("q16@0:8", "q@:");
    equal("{?=qqq}16@0:8", "{qqq}@:");
}

static void test_bad_input(void **state)
{
    (void)state;
    equal("", "");
    equal("^", "^v");
    equal("v@:{", "v@:{");
    equal("\"unfinished", "");
    char out[8];
    selfcheck_normalise("vvvvvvvvvvvvvvvvvvvv", out, sizeof out);
    assert_string_equal(out, "vvvvv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offsets_and_qualifiers),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_structs),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_differences_stay),
        cmocka_unit_test(test_bad_input),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
