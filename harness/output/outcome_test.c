/* outcome_test.c: what an outcome says of itself is in its fields, whatever the words beside them are. */
#include "outcome.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void kinds_and_causes_have_names(void **state)
{
    (void)state;
    outcome it = {.verdict = VERDICT_FAIL, .kind = FAILURE_GUARD};
    assert_string_equal(outcome_kind(&it), "guard");
    it = (outcome){.verdict = VERDICT_UNIMPLEMENTED, .cause = CAUSE_GAP};
    assert_string_equal(outcome_kind(&it), "gap");
    it = (outcome){.verdict = VERDICT_CRASH, .cause = CAUSE_BREAKDOWN};
    assert_string_equal(outcome_kind(&it), "breakdown");
    it = (outcome){.verdict = VERDICT_PASS};
    assert_null(outcome_kind(&it));
    for (int kind = FAILURE_COMPARISON; kind < FAILURE_KINDS; kind++) {
        it = (outcome){.verdict = VERDICT_FAIL, .kind = (failure_kind)kind};
        assert_non_null(outcome_kind(&it));
    }
}

static void phases_have_a_word_and_a_key(void **state)
{
    (void)state;
    assert_string_equal(phase_key(PHASE_COMPILE), "compile");
    assert_string_equal(phase_name(PHASE_COMPILE), "compiling");
    assert_string_equal(phase_key(PHASE_COMPARE), "judge");
    assert_string_equal(phase_key(PHASE_COUNT), "?");
}

/* A note that does not begin with "note: ", and a race that does. */
static void a_finding_is_what_its_kind_says(void **state)
{
    (void)state;
    outcome it = {0};
    outcome_add_finding(&it, "kernel k: odd", FINDING_NOTE, 3);
    assert_null(outcome_defect(&it));
    outcome_add_finding(&it, "note: two threads met", FINDING_RACE, 4);
    assert_string_equal(outcome_defect(&it), "note: two threads met");
    assert_true(finding_is(&it.findings[1], FINDING_RACE));
    assert_false(finding_is(&it.findings[0], FINDING_RACE));
    assert_int_equal(it.findings[1].line, 4);
    outcome_add_finding(&it, "from a device without kinds", NULL, 0);
    assert_string_equal(it.findings[2].kind, "");
    outcome_clear(&it);
}

static void numbers_make_the_sentence(void **state)
{
    (void)state;
    char buffer[256];
    outcome it = {
        .verdict = VERDICT_FAIL, .kind = FAILURE_COMPARISON, .output = strdup("y"), .wrong = 3, .unwritten = 1};
    assert_string_equal(outcome_summary(&it, buffer, sizeof buffer), "y: 3 values wrong, 1 of them never written");
    outcome_decide(&it, VERDICT_FAIL, "because");
    assert_string_equal(outcome_summary(&it, buffer, sizeof buffer), "because");
    assert_null(outcome_details(&it, "because"));
    outcome_clear(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_and_causes_have_names),
        cmocka_unit_test(phases_have_a_word_and_a_key),
        cmocka_unit_test(a_finding_is_what_its_kind_says),
        cmocka_unit_test(numbers_make_the_sentence),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
