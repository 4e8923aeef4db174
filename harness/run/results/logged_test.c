/* logged_test.c: which messages of a kernel are the ones that a case expects. */
#include "../run_testing.h"

/* The device logs "info [a.b:c d] twice" and "error [:] 1,2,  3". */
static outcome logged(const char *keys)
{
    text content = {0};
    text_format(&content, "%.*s%s\n\n%s", (int)strlen(header) - 1, header, keys, kernel);
    outcome outcome = run_text(text_string(&content), false, false);
    text_free(&content);
    return outcome;
}

static void expect_logged(const char *keys, verdict verdict, const char *word)
{
    outcome outcome = logged(keys);
    const char *reason = outcome.reason ? outcome.reason : "";
    if (outcome.verdict != verdict || !strstr(reason, word))
        fail_msg("%s ended in %s: %s", keys, verdict_name(outcome.verdict), reason);
    outcome_clear(&outcome);
}

/* The failure is told of line N of the keys, and once. */
static void expect_line(const char *keys, uint64_t line, const char *reason)
{
    outcome outcome = logged(keys);
    uint64_t before = 0;
    for (const char *at = header; at[1]; at++)
        before += *at == '\n';
    assert_int_equal(outcome.line, before + line);
    assert_non_null(outcome.reason);
    assert_non_null(strstr(outcome.reason, reason));
    outcome_clear(&outcome);
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
    snprintf(keys, sizeof keys, "//! options: log_overflow 1024\n%s\n%s\n%s", twice, twice, three);
    expect_line(keys, 3, "`error [:] 1,2,  3` arrived in place of `info [a.b:c d] twice`");
    snprintf(keys, sizeof keys, "//! options: log_overflow 1024\n%s\n%s\n%s", three, three, twice);
    expect_line(keys, 2, "`info [a.b:c d] twice` arrived in place of `error [:] 1, 2 3`");
    snprintf(keys, sizeof keys, "%s\n%s\n%s", three, twice, twice);
    expect_line(keys, 3, "has not arrived");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
