/* rules_test.c: what the rules of each file write, as fixtures/NAME.metal has it before and after for NAME.c; it may
 * have several such programs. One that a rule which does nothing would pass is an error. `softmetal_rules_test FILE`
 * prints what the rules make of it. */
#include "rewrite.h"
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char before_mark[] = "// ---- before\n", after_mark[] = "// ---- after\n";

static char *read_file(const char *path)
{
    enum { MOST = 1 << 16 };
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, MOST);
    if (!file || !text || fread(text, 1, MOST - 1, file) == 0)
        fail_msg("%s cannot be read", path);
    fclose(file);
    return text;
}

static unsigned lines_of(const char *text)
{
    unsigned n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* One program: `before` as the rules write it has to be `after`. */
static void check_program(const char *path, const char *before, const char *after, bool show)
{
    char *log = NULL;
    sm_source *source = sm_source_create(before, strlen(before), &log);
    if (!source)
        fail_msg("%s: %s", path, log);
    const char *got = sm_source_text(source);
    if (show) {
        printf("%s%s%s%s", before_mark, before, after_mark, got);
    } else {
        assert_string_equal(got, after);
        assert_int_equal(lines_of(got), lines_of(before));
        if (strcmp(got, before) == 0)
            fail_msg("%s would be passed by rules that do nothing", path);
    }
    sm_source_destroy(source);
}

static void check_file(const char *path, bool show)
{
    char *text = read_file(path);
    if (strncmp(text, before_mark, sizeof before_mark - 1) != 0)
        fail_msg("%s does not start with `// ---- before`", path);
    for (char *at = text, *next; at; at = next) {
        char *before = at + sizeof before_mark - 1, *after = strstr(before, after_mark);
        next = strstr(before, before_mark);
        if (!after || (next && next < after))
            fail_msg("%s has a `// ---- before` without `// ---- after`", path);
        *after = 0;
        after += sizeof after_mark - 1;
        if (next)
            *next = 0;
        check_program(path, before, after, show);
        if (next)
            *next = before_mark[0];
    }
    free(text);
}

static void rules_write_what_their_fixtures_say(void **state)
{
    glob_t found;
    (void)state;
    assert_int_equal(glob(REWRITE_FIXTURES "/*.metal", 0, NULL, &found), 0);
    for (size_t n = 0; n < found.gl_pathc; n++)
        check_file(found.gl_pathv[n], false);
    assert_true(found.gl_pathc >= 16);
    globfree(&found);
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        check_file(arguments[i], true);
    if (count > 1)
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_write_what_their_fixtures_say),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
