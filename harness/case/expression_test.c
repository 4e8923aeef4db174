/* expression_test.c: values, precedence and, above all, what expressions refuse. */
#include "case.h"
#include "expression.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// clang-format off
#include <cmocka.h>
// clang-format on

static const case_value parameters[] = {{"N", "1000"}, {"T", "half3"}, {"EPS", "1e-5f"}, {"D", "-1"}, {"ON", "true"}};
static const case_value variables[] = {{"W", "33"}};
static const expression_name names[] = {{"threads", 256}, {"grid.x", 16}, {"simd_width", 32}};
static const expression_scope scope = {.file = "a.metal",
                                       .line = 7,
                                       .parameters = parameters,
                                       .parameter_count = 5,
                                       .variables = variables,
                                       .variable_count = 1,
                                       .names = names,
                                       .name_count = 3};

static void gives(const char *text, int64_t expected)
{
    expression_value value;
    assay_error error = {0};
    if (!expression_evaluate(text, strlen(text), &scope, &value, &error))
        fail_msg("%s: %s", text, error.text);
    if (value.real || value.integer != expected)
        fail_msg("%s gave %lld (%g), not %lld", text, (long long)value.integer, value.number, (long long)expected);
    assert_true(value.number == (double)expected);
}

static void gives_real(const char *text, double expected)
{
    expression_value value;
    assert_true(expression_evaluate(text, strlen(text), &scope, &value, NULL));
    assert_true(value.real);
    assert_true(value.number == expected);
}

static void refuses(const char *text, const char *sentence)
{
    expression_value value;
    assay_error error = {0};
    if (expression_evaluate(text, strlen(text), &scope, &value, &error))
        fail_msg("%s was accepted", text);
    assert_string_equal(error.file, "a.metal");
    assert_int_equal(error.line, 7);
    if (!strstr(error.text, sentence))
        fail_msg("%s: says \"%s\", not \"%s\"", text, error.text, sentence);
}

static void arithmetic(void **state)
{
    (void)state;
    gives("1 + 2 * 3", 7);
    gives("(1 + 2) * 3", 9);
    gives("7 / 2", 3);
    gives("-7 / 2", -3);
    gives("7 // 2 * 3", 9);
    gives("-7 // 2", -4);
    gives("-8 // -2", 4);
    gives("-7 % 4", -3);
    gives("10 - 4 - 3", 3);
    gives("1 << 4 + 1", 32);
    gives("1024 >> 3 >> 2", 32);
    gives("2 < 3 == 1", 1);
    gives("1 == 1 && 2 != 3 || 1 / 0", 1);
    gives("0 && 1 / 0", 0);
    gives("1 ? 2 : 1 / 0", 2);
    gives("0 ? 1 : 0 ? 2 : 3", 3);
    gives("0 ? 1 / 0 : 2", 2);
    gives("0 ? 1 ? 1 / 0 : 4 : 1 ? 5 : 1 / 0", 5);
    gives("!0 + !5", 1);
    gives("- -3", 3);
    gives("0x10 + 010", 26); /* no octal: MSL's sizes are decimal */
    gives("3 >= 3 && 3 <= 3 && !(3 > 3) && !(3 < 3)", 1);
    gives_real("1.5 * 2", 3.0);
    gives_real("1 / 2.0", 0.5);
    gives_real("0x1p-3", 0.125);
    gives_real("-0.0", -0.0);
    gives_real("EPS", 1e-5);
    gives("9223372036854775807", INT64_MAX);
}

static void names_and_functions(void **state)
{
    (void)state;
    gives("N", 1000);
    gives("W * 2", 66);
    gives("D", -1);
    gives("ON", 1);
    gives("threads + grid.x", 272);
    gives("ceil_div(N, simd_width)", 32);
    gives("ceil_div(0, 5)", 0);
    gives("ceil_div(1024, 32)", 32);
    gives("round_up(W, 4)", 36);
    gives("round_up(36, 4)", 36);
    gives("min(3, 2, W)", 2);
    gives("max(3, N)", 1000);
    gives("sizeof(T)", 8);
    gives("sizeof(float3) + sizeof(packed_float3)", 28);
    gives("pow2(24)", 1 << 24);
    gives_real("pow2(-3)", 0.125);
    gives_real("min(1, 0.5)", 0.5);
}

static void refusals(void **state)
{
    (void)state;
    refuses("", "ends too early");
    refuses("1 +", "ends too early");
    refuses("1 2", "left over");
    refuses("(1", "`)` is missing");
    refuses("1)", "left over");
    refuses("1 / 0", "division by zero");
    refuses("1 % 0", "division by zero");
    refuses("thread", "did you mean `threads`");
    refuses("nonsense", "unknown name `nonsense`");
    refuses("T + 1", "`T` is `half3`, where a number is needed");
    refuses("sizeof(float5)", "scalar or vector type");
    refuses("ceil_dif(1, 2)", "did you mean ceil_div");
    refuses("ceil_div(1)", "takes 2 arguments");
    refuses("ceil_div(1, 0)", "positive");
    refuses("ceil_div(-1, 2)", "non-negative");
    refuses("min(1", "is missing");
    refuses("9223372036854775807 + 1", "overflow");
    refuses("9223372036854775808", "64 bits");
    refuses("4611686018427387904 * 2", "overflow");
    refuses("1 << 63", "out of range");
    refuses("1 << -1", "out of range");
    refuses("1.5 % 2", "whole numbers");
    refuses("1.5 // 2", "whole numbers");
    refuses("1 // 0", "division by zero");
    refuses("1.5 << 1", "whole numbers");
    refuses("1 ? 2", "`:` is missing");
    refuses("1 ? 1 / 0 : 2", "division by zero");
    refuses("0 ? 2 : 1 / 0", "division by zero");
    refuses("16x16", "expected");
    refuses("1 ? 2 : unknown", "unknown name");
    refuses("pow2(63)", "up to 62");
}

static void depth(void **state)
{
    (void)state;
    char text[2001];
    memset(text, '(', 1000);
    memset(text + 1000, ')', 1000);
    text[2000] = 0;
    refuses(text, "nested too deeply");
    memset(text, '-', 2000);
    refuses(text, "nested too deeply");
}

static void bounds(void **state)
{
    (void)state;
    int64_t value;
    assay_error error;
    assert_true(expression_integer("1024", &scope, 1, 1024, "threads", &value, &error));
    assert_int_equal(value, 1024);
    assert_false(expression_integer("1025", &scope, 1, 1024, "threads", &value, &error));
    assert_non_null(strstr(error.text, "between 1 and 1024"));
    assert_false(expression_integer("0.5", &scope, 0, 1, "threads", &value, &error));
    assert_non_null(strstr(error.text, "whole number"));
}

static void literals(void **state)
{
    (void)state;
    expression_value value;
    assert_int_equal(expression_literal("1.0f", 4, &value), 4);
    assert_int_equal(expression_literal("1.5h)", 5, &value), 4);
    assert_int_equal(expression_literal("2.0bf", 5, &value), 5);
    assert_int_equal(expression_literal("3ul", 3, &value), 3);
    assert_int_equal(expression_literal("0xffu", 5, &value), 5);
    assert_int_equal(value.integer, 255);
    assert_int_equal(expression_literal("1e-5", 4, &value), 4);
    assert_int_equal(expression_literal("0x", 2, &value), 0);
    assert_int_equal(expression_literal(".", 1, &value), 0);
    assert_int_equal(expression_literal("1f", 2, &value), 0);
    assert_int_equal(expression_literal("1.2.3", 5, &value), 0);
    assert_int_equal(expression_literal("1abc", 4, &value), 0);
    assert_int_equal(expression_literal("x", 1, &value), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic), cmocka_unit_test(names_and_functions),
        cmocka_unit_test(refusals),   cmocka_unit_test(depth),
        cmocka_unit_test(bounds),     cmocka_unit_test(literals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
