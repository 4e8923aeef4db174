/* tamper_test.c: changes to expected results that the comparison must notice are made, and noticed. */
#include "../run_testing.h"

static void tampering_is_noticed(void **state)
{
    (void)state;
    text content = {0};
    text_format(&content, "%s%s", header, kernel);
    outcome outcome = run_text(text_string(&content), false, true);
    assert_int_equal(outcome.tampering_count, 2); /* the inputs are the same for every seed */
    assert_true(outcome.tamperings[0].killed && outcome.tamperings[1].killed);
    assert_non_null(strstr(outcome.tamperings[1].what, "moved by 2^0"));
    outcome_clear(&outcome);
    text_free(&content);
}

/* Numbers that may be several have witnesses beyond the first and the last of them. */
static void bounds_are_witnessed(void **state)
{
    (void)state;
    static const char bounded[] = "//! title:     a copy\n//! dispatch:  threads 8, threadgroup 8\n"
                                  "//! in:        data uint[8] = values 5 …\n//! out:       result uint[8]\n"
                                  "//! expect:    result = set {4, 5, 6}\n//! compare:   set\n\n";
    text content = {0};
    size_t above = 0, below = 0;
    text_format(&content, "%s%s", bounded, kernel);
    outcome outcome = run_text(text_string(&content), false, true);
    for (uint64_t i = 0; i < outcome.tampering_count; i++) {
        const tampering *it = &outcome.tamperings[i];
        assert_true(it->killed);
        above += strcmp(it->what, "bound: result: 8 results one step above theirs") == 0;
        below += strcmp(it->what, "bound: result: 8 results one step below theirs") == 0;
    }
    assert_int_equal(above, 1);
    assert_int_equal(below, 1);
    outcome_clear(&outcome);
    text_free(&content);
}

/* Outputs of another seed's inputs are noticed where the promise depends on the inputs, and only told where not. */
static void outputs_of_other_inputs(void **state)
{
    (void)state;
    static const char *const promises[] = {"same data", "set {4, 5, 6}"};
    for (int n = 0; n < 2; n++) {
        text content = {0};
        text_format(&content,
                    "//! title:     a copy\n//! dispatch:  threads 8, threadgroup 8\n"
                    "//! in:        data uint[8] = random(4, 6)\n//! out:       result uint[8]\n"
                    "//! expect:    result = %s\n%s\n%s",
                    promises[n], n ? "//! compare:   set\n" : "", kernel);
        outcome outcome = run_text(text_string(&content), false, true);
        size_t found = 0;
        for (uint64_t i = 0; i < outcome.tampering_count; i++) {
            const tampering *it = &outcome.tamperings[i];
            if (strcmp(it->what, "outputs that belong to other inputs") != 0)
                continue;
            found++;
            assert_true(it->advisory);
            assert_int_equal(it->killed, n == 0);
        }
        assert_int_equal(found, 1);
        outcome_clear(&outcome);
        text_free(&content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_of_other_inputs),
        cmocka_unit_test(tampering_is_noticed),
        cmocka_unit_test(bounds_are_witnessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
