/* subcase_operand_test.c: what the device gets where an operand comes another way than by its buffer, and which
 * operands do not. */
#include "../run_testing.h"
#include "../../case/resolve/operands.h"

static const char body[] = "//! expect:    %s\n\n#include <metal_stdlib>\nusing namespace metal;\n"
                           "kernel void k(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]], "
                           "%suint i [[thread_position_in_grid]]) { result[i] = data[i]%s; }\n";

/* A copy of `data`, with what else is in it, by this way. */
static outcome copied(operand_kind kind, const char *inputs, const char *promise, const char *parameter,
                      const char *more)
{
    text content = {0};
    text_format(&content,
                "//! title:     a copy\n//! dispatch:  threads 8, threadgroup 8\n%s//! out:       result@1 uint[8]\n",
                inputs);
    text_format(&content, body, promise, parameter, more);
    wishes.operands = kind;
    outcome outcome = run_text(text_string(&content), false, false);
    text_free(&content);
    return outcome;
}

#define DATA "//! in:        data@0 uint[8] = values 11 12 13 14 15 16 17 18\n"

static outcome by(operand_kind kind)
{
    return copied(kind, DATA, "result = same data", "", "");
}

static void passes(outcome outcome, const char *facts)
{
    char summary[1024];
    outcome_summary(&outcome, summary, sizeof summary);
    if (outcome.verdict != VERDICT_PASS || !outcome.facts || !strstr(outcome.facts, facts))
        fail_msg("%s: %s, not `%s`", summary, outcome.facts ? outcome.facts : "nothing", facts);
    outcome_clear(&outcome);
}

static void skips(outcome outcome, const char *reason)
{
    if (outcome.verdict != VERDICT_SKIP || !strstr(outcome.reason, reason))
        fail_msg("%s: %s, not `%s`", verdict_name(outcome.verdict), outcome.reason ? outcome.reason : "", reason);
    outcome_clear(&outcome);
}

static bool has_one_number(const uint32_t *data)
{
    for (int i = 1; i < 8; i++)
        if (data[i] != data[0])
            return false;
    return true;
}

static void program_has(const char *format, unsigned number)
{
    char wanted[128];
    snprintf(wanted, sizeof wanted, format, number);
    if (!strstr(text_string(&given.source), wanted))
        fail_msg("`%s` is not in %s", wanted, text_string(&given.source));
}

/* The program has a number, and the buffer nothing else; which one follows the seed. */
static void literals(void **state)
{
    (void)state;
    size_t found = 0;
    bool seen[8] = {false};
    for (wishes.seed = 1; wishes.seed <= 250; wishes.seed++) {
        passes(by(OPERANDS_LITERAL), "\"operands\":\"1 inputs given, 0 left\"");
        assert_true(has_one_number(given.data) && given.data[0] >= 11 && given.data[0] <= 18);
        program_has("result[i] = (uint(0x%xu))", given.data[0]);
        found += !seen[given.data[0] - 11];
        seen[given.data[0] - 11] = true;
    }
    wishes.seed = 0;
    assert_int_equal(found, 8);
}

#define PAIR "//! in:        pair@2 uint4[2] = iota(1)\n"
static const char pair[] = "device const uint2x4 &pair [[buffer(2)]], ", of_pair[] = " + 0 * uint(pair[0][0])";

/* Whatever the seed, an object is given as a whole. */
static void objects(void **state)
{
    (void)state;
    for (wishes.seed = 1; wishes.seed <= 4; wishes.seed++) {
        passes(copied(OPERANDS_LITERAL, DATA PAIR, "result = same data", pair, of_pair), "2 inputs given, 0 left");
        for (unsigned n = 1; n <= 8; n++)
            program_has("uint(0x%xu)", n);
        passes(copied(OPERANDS_CONSTANT, DATA PAIR, "result = same data", pair, of_pair), "2 inputs given, 0 left");
        assert_int_equal(given.constant_count, 8);
        assert_int_equal(given.word, 8);
    }
    wishes.seed = 0;
}

/* A function constant beside the case's own. */
static void constants(void **state)
{
    (void)state;
    passes(by(OPERANDS_CONSTANT), "1 inputs given");
    assert_int_equal(given.constant_count, 1);
    passes(copied(OPERANDS_CONSTANT, "//! constant:  own(3) uint = 77\n" DATA, "result = same data", "", ""),
           "1 inputs given");
    assert_int_equal(given.constant_count, 2);
    assert_int_equal(given.constant.index, OPERAND_FIRST_CONSTANT);
    assert_int_equal(given.constant.data_type, 33); /* MTLDataTypeUInt */
    assert_int_equal(given.word, given.data[0]);
    assert_true(has_one_number(given.data));
    program_has("[[function_constant(%u)]]", OPERAND_FIRST_CONSTANT);
}

static void bytes(void **state)
{
    (void)state;
    uint32_t word;
    passes(by(OPERANDS_BYTES), "1 inputs given");
    assert_int_equal(given.byte_count, sizeof word);
    memcpy(&word, given.bytes, sizeof word);
    assert_true(word >= 11 && word <= 18);
    program_has("constant uint &data", 0);
    /* An object as a whole: all of its bytes, with what the case gave it. */
    passes(copied(OPERANDS_BYTES, DATA PAIR, "result = same data", pair, of_pair), "2 inputs given, 0 left");
    const uint32_t all[] = {1, 2, 3, 4, 5, 6, 7, 8};
    assert_int_equal(given.byte_count, sizeof all);
    assert_memory_equal(given.bytes, all, sizeof all);
}

/* A helper reads what the program does. */
static void helpers_keep_the_content(void **state)
{
    (void)state;
    const uint32_t all[] = {11, 12, 13, 14, 15, 16, 17, 18};
    passes(by(OPERANDS_HELPER), "1 inputs given");
    assert_memory_equal(given.data, all, sizeof all);
    passes(by(OPERANDS_UNIFORM), "1 inputs given");
    assert_true(has_one_number(given.data));
    passes(copied(OPERANDS_HELPER, DATA, "result = values 11 12 13 14 15 16 17 18", "", ""), "1 inputs given");
}

static void what_is_left(void **state)
{
    (void)state;
    static const char other[] = DATA "//! in:        other@2 uint[8] = values 1 2 3 4 5 6 7 8\n",
                      parameter[] = "device const uint *other [[buffer(2)]], ", more[] = " + 0 * other[i]";
    skips(copied(OPERANDS_LITERAL, DATA, "result = values 11 12 13 14 15 16 17 18", "", ""), "is written out");
    skips(copied(OPERANDS_LITERAL, DATA, "result = set {11, 12, 13, 14, 15, 16, 17, 18}", "", ""), "is written out");
    passes(copied(OPERANDS_LITERAL, other, "result = same data", parameter, more),
           "1 inputs given, 1 left: what it expects does not follow this input");
    passes(copied(OPERANDS_HELPER, other, "result = same data", parameter, more), "2 inputs given, 0 left");
    /* A value is one object, and keeps its content. */
    passes(copied(OPERANDS_LITERAL, DATA "//! in:        n@3 uint = 5\n", "result = same data",
                  "constant uint &n [[buffer(3)]], ", " + 0 * n"),
           "2 inputs given, 0 left");
    program_has("0 * (uint(0x%xu))", 5);
}

/* Of NaN fast math promises nothing: other elements are tried until something is judged. */
static void other_elements_are_tried(void **state)
{
    (void)state;
    wishes.operands = OPERANDS_LITERAL;
    for (wishes.seed = 1; wishes.seed <= 16; wishes.seed++) {
        outcome outcome =
            run_text("//! title:     a copy\n//! dispatch:  threads 8, threadgroup 8\n//! math:      fast\n"
                     "//! in:        data@0 float[8] = values nan 2 nan 3 nan 4 nan 5\n"
                     "//! out:       result@1 float[8]\n//! expect:    result = trunc(data, 1)\n\n"
                     "#include <metal_stdlib>\nusing namespace metal;\n"
                     "kernel void k(device const float *data [[buffer(0)]], device float *result [[buffer(1)]], "
                     "uint i [[thread_position_in_grid]]) { result[i] = data[i]; }\n",
                     false, false);
        passes(outcome, "1 inputs given, 0 left");
    }
    wishes.seed = 0;
}

static void what_computes_nothing_is_left(void **state)
{
    (void)state;
    wishes.operands = OPERANDS_LITERAL;
    skips(run_text("//! title:   must not compile\n//! reject:  refused\n//! in:      data uint[8] = iota\n"
                   "//! control: replace `REFUSED` with `fine`\n\n\nkernel void k() { REFUSED; } // reject\n",
                   false, false),
          "nothing is computed");
}

/* Numbers that are made together stay together; those that are made alone stay what they are. */
static void others_go_along(void **state)
{
    (void)state;
    static const char pairs[] = "//! in:        data@0 uint[62] = modulos\n"
                                "//! in:        other@2 uint[62] = deltas_of_modulos\n"
                                "//! out:       result@1 uint[62]\n//! title: pairs\n"
                                "//! dispatch:  threads 62, threadgroup 62\n";
    static const char parameter[] = "device const uint *other [[buffer(2)]], ", more[] = " + 0 * other[i]";
    bool apart = false;
    wishes.operands = OPERANDS_LITERAL;
    for (wishes.seed = 1; wishes.seed <= 8; wishes.seed++) {
        text content = {0};
        text_add(&content, pairs);
        text_format(&content, body, "result = same data", parameter, more);
        passes(run_text(text_string(&content), false, false), "1 inputs given, 1 left");
        text_free(&content);
        assert_true(has_one_number(given.data) && has_one_number(given.third));
        assert_true(given.third[0] < given.data[0]); /* a delta is below its modulo */
        apart = apart || given.data[0] != 32;
        passes(copied(OPERANDS_LITERAL, DATA "//! in:        other@2 uint[8] = iota\n", "result = same data", parameter,
                      more),
               "1 inputs given, 1 left");
        assert_true(has_one_number(given.data) && given.third[0] == 0 && given.third[7] == 7);
    }
    wishes.seed = 0;
    assert_true(apart);
    /* What the program writes is no input. */
    text content = {0};
    text_add(&content, "//! title: pairs\n//! dispatch:  threads 62, threadgroup 62\n"
                       "//! in:        data@0 uint[62] = modulos\n//! out:       result@1 uint[62]\n"
                       "//! inout:     other@2 uint[62] = deltas_of_modulos\n//! expect:    other = unjudged\n");
    text_format(&content, body, "result = same data", "device uint *other [[buffer(2)]], ", "; other[i] += 0");
    passes(run_text(text_string(&content), false, false), "1 inputs given");
    text_free(&content);
    assert_true(has_one_number(given.data) && !has_one_number(given.third));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals),
        cmocka_unit_test(constants),
        cmocka_unit_test(objects),
        cmocka_unit_test(other_elements_are_tried),
        cmocka_unit_test(what_computes_nothing_is_left),
        cmocka_unit_test(bytes),
        cmocka_unit_test(helpers_keep_the_content),
        cmocka_unit_test(what_is_left),
        cmocka_unit_test(others_go_along),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("subcase_operand", tests, NULL, NULL);
}
