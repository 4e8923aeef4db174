/* json_test.c: what is written is read, to the last bit, and what is no JSON is refused. */
#include "json.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void strings_survive(void **state)
{
    (void)state;
    static const char odd[] = "a\"b\\c\n\t\x01\x1f\x7f \xc3\xa9 \xf0\x9f\x98\x80";
    text line = {0};
    json_open(&line, NULL, '{');
    json_string(&line, "odd", odd);
    json_string(&line, "bad", "x\xff\xc0\xafy");
    json_unsigned(&line, "big", UINT64_MAX);
    json_number(&line, "none", 1.0 / 0.0);
    json_number(&line, "third", 1.0 / 3.0);
    json_number(&line, "tenth", 0.1);
    json_number(&line, "least", 0x1p-1074);
    json_open(&line, "list", '[');
    json_unsigned(&line, NULL, 1);
    json_bool(&line, NULL, true);
    json_close(&line, ']');
    json_close(&line, '}');
    json_value *value = json_read(line.data, line.length);
    assert_non_null(value);
    assert_string_equal(json_text(value, "odd"), odd);
    assert_string_equal(json_text(value, "bad"), "x\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdy");
    assert_int_equal(json_get(value, "none")->kind, JSON_NULL);
    assert_true(json_double(value, "third", 0) == 1.0 / 3.0 && json_double(value, "least", 0) == 0x1p-1074);
    assert_non_null(strstr(line.data, "\"tenth\":0.1,"));
    assert_non_null(strstr(line.data, "\\u0001\\u001f\\u007f"));
    assert_true(json_get(value, "list")->first->next->number == 1);
    assert_string_equal(json_text(value, "missing"), "");
    json_destroy(value);
    text_free(&line);
}

static void what_is_not_json_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "{",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "[1,]",
                                      "{\"a\":1,}",
                                      "\"x",
                                      "nul",
                                      "1 2",
                                      "{\"a\":1}}",
                                      "\"\\q\"",
                                      "\"\\u12\"",
                                      "\"\\ud800\"",
                                      "\"\\ud800\\u0041\"",
                                      "\"\\ud800\\ue000\"",
                                      "+",
                                      "--1",
                                      "{a:1}",
                                      "\"\n\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_value *value = json_read(bad[i], strlen(bad[i]));
        if (value)
            fail_msg("took %s", bad[i]);
    }
    char deep[2 * 65];
    memset(deep, '[', sizeof deep / 2);
    memset(deep + sizeof deep / 2, ']', sizeof deep / 2);
    assert_null(json_read(deep, sizeof deep));
    json_value *less = json_read(deep + 1, sizeof deep - 2);
    assert_non_null(less);
    json_destroy(less);
}

static void values_have_kinds_and_places(void **state)
{
    (void)state;
    static const char line[] =
        " { \"s\" : \"a\\/\\u00e9\\u20ac\\ud83d\\ude00\\u0000\" , \"no\":false, \"e\":{}, \"l\":[ ], "
        "\"n\":-1.5e2, \"o\":{\"k\":null} } ";
    json_value *value = json_read(line, sizeof line - 1);
    assert_non_null(value);
    assert_int_equal(value->kind, JSON_OBJECT);
    assert_ptr_equal(value->begin, line + 1);
    assert_ptr_equal(value->end, line + sizeof line - 2);
    assert_string_equal(json_text(value, "s"), "a/\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xef\xbf\xbd");
    assert_int_equal(json_get(value, "no")->kind, JSON_BOOL);
    assert_true(json_get(value, "no")->number == 0);
    assert_true(json_double(value, "no", 7) == 7); /* is no number */
    assert_int_equal(json_get(value, "e")->kind, JSON_OBJECT);
    assert_null(json_get(value, "e")->first);
    assert_int_equal(json_get(value, "l")->kind, JSON_ARRAY);
    assert_true(json_double(value, "n", 0) == -150);
    const json_value *inner = json_get(value, "o");
    assert_memory_equal(inner->begin, "{\"k\":null}", (size_t)(inner->end - inner->begin));
    assert_int_equal(json_get(inner, "k")->kind, JSON_NULL);
    assert_null(json_get(json_get(value, "l"), "k")); /* has no members */
    assert_null(json_get(NULL, "k"));
    json_destroy(value);
}

static void commas_stand_between(void **state)
{
    (void)state;
    text line = {0};
    json_open(&line, NULL, '[');
    json_open(&line, NULL, '{');
    json_close(&line, '}');
    json_members(&line, NULL, "\"a\":1");
    json_string(&line, NULL, NULL);
    json_close(&line, ']');
    assert_string_equal(text_string(&line), "[{},{\"a\":1},null]");
    text_add(&line, "\n"); /* a line of its own needs none */
    json_bool(&line, NULL, false);
    assert_string_equal(text_string(&line), "[{},{\"a\":1},null]\nfalse");
    text_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_survive),
        cmocka_unit_test(what_is_not_json_is_refused),
        cmocka_unit_test(values_have_kinds_and_places),
        cmocka_unit_test(commas_stand_between),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
