/* logged_test.c: which messages of a kernel are the ones that a case expects. */
#include "../run_testing.h"

/* The device logs "info [a.b:c d] twice" and "error [:] 1,2,  3". */
static void expect_logged(const char *keys, verdict verdict, const char *word)
{
    text content = {0};
    text_format(&content, "%.*s%s\n\n%s", (int)strlen(header) - 1, header, keys, kernel);
    outcome outcome = run_text(text_string(&content), false, false);
    const char *reason = outcome.reason ? outcome.reason : "";
    if (outcome.verdict != verdict || !strstr(reason, word))
        fail_msg("%s ended in %s: %s", keys, verdict_name(outcome.verdict), reason);
    outcome_clear(&outcome);
    text_free(&content);
}

static void messages_are_judged(void **state)
{
    (void)state;
    static const char twice[] = "//! expect_log: info [a.b:c d] twice", three[] = "//! expect_log: error [:] 1, 2 3";
    char keys[400];
    snprintf(keys, sizeof keys, "%s\n%s", three, twice);
    expect_logged(keys, VERDICT_PASS, "");
    expect_logged(twice, VERDICT_FAIL, "`error [:] 1,2,  3` arrived");
    expect_logged("//! expect_log: none", VERDICT_FAIL, "arrived");
    snprintf(keys, sizeof keys, "%s\n%s\n%s", three, twice, twice);
    expect_logged(keys, VERDICT_FAIL, "`info [a.b:c d] twice` has not arrived");
    expect_logged("//! expect_log: info [a.b:c d] twice\n//! expect_log: error [:] 1, 23", VERDICT_FAIL,
                  "has not arrived");
    expect_logged("//! expect_log: info [a.b:c] twice\n//! expect_log: error [:] 1 2 3", VERDICT_FAIL,
                  "has not arrived");
    snprintf(keys, sizeof keys, "//! options: log_overflow 1024\n%s\n%s\n%s", twice, three, three);
    expect_logged(keys, VERDICT_PASS, "");
    snprintf(keys, sizeof keys, "//! options: log_overflow 1024\n%s\n%s\n%s", three, twice, three);
    expect_logged(keys, VERDICT_FAIL, "in place of");
    snprintf(keys, sizeof keys, "//! options: log_overflow 1024\n%s\n%s", twice, three);
    expect_logged(keys, VERDICT_FAIL, "every message has arrived");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
