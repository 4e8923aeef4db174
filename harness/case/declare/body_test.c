/* body_test.c: mutants and controls: what they change in a program, and which cases they are for. */
#include "../case_testing.h"

static void mutants(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\n//! verifies: a b\n//! for: N in 1 4\n//! subcases: (M, K) in (1, 1) (2, 2)\n//! math: safe "
        "fast\n"
        "//! dispatch: threads N, threadgroup 4\n//! in: data float[M * K * 4] = iota\n//! out: result float[4]\n"
        "//! expect: result = values 1 …\n"
        "//! mutant: a b | replace `data[i];` with `0;`\n"
        "//! mutant: b | replace `barrier(); barrier();` with `` | for N=4 math=safe M=2\n"
        "//! mutant: a | replace `uint i` with `uint j` and replace `result[i]` with `result[j]` | for N=1 N=4\n"
        "//! mutant: a | replace `barrier(); // last` with `last();`\n"
        "//! mutant: a | replace `result[i]` with `result[j]` and replace `uint i` with `uint j`\n" BODY);
    size_t count;
    const case_mutant *m = case_file_mutants(file, &count);
    const assay_case *cases = case_file_cases(file, &(size_t){0});
    assert_int_equal(count, 5);
    assert_string_equal(m[4].body, m[2].body); /* edits in any order */
    assert_int_equal(m[0].id_count, 2);
    assert_string_equal(m[0].ids[1], "b");
    assert_non_null(strstr(m[0].body, "result[i] = 0; // data[j]\n"));
    assert_string_equal(m[0].description, "replace `data[i];` with `0;`");
    assert_int_equal(m[1].line, 11);
    assert_null(strstr(m[1].body, "    barrier"));
    const char *end = strstr(m[1].body, " // last\n}\n");
    assert_non_null(end);
    size_t lines[2] = {0};
    for (const char *at = m[1].body; *at; at++)
        lines[0] += *at == '\n';
    for (const char *at = m[0].body; *at; at++)
        lines[1] += *at == '\n';
    assert_int_equal(lines[0], lines[1]); /* an edit over two lines keeps their number */
    assert_non_null(strstr(m[2].body, "uint j"));
    assert_non_null(strstr(m[2].body, "result[j] = data[i]"));
    assert_non_null(strstr(m[3].body, "*/ last();\n"));
    assert_int_equal(m[1].only_count, 3);
    /* cases: N=1 safe, N=1 fast, N=4 safe, N=4 fast */
    assert_true(case_mutant_applies(&m[0], &cases[0], SIZE_MAX));
    assert_false(case_mutant_applies(&m[1], &cases[0], SIZE_MAX));
    assert_false(case_mutant_applies(&m[1], &cases[3], SIZE_MAX));
    assert_true(case_mutant_applies(&m[1], &cases[2], SIZE_MAX));
    assert_false(case_mutant_applies(&m[1], &cases[2], 0));
    assert_true(case_mutant_applies(&m[1], &cases[2], 1));
    assert_true(case_mutant_applies(&m[2], &cases[1], SIZE_MAX)); /* alternatives */
    case_file_destroy(file);
}

/* An apostrophe among digits begins no character: the comment behind it is one, and its words do not count. */
static void separated_digits(void **state)
{
    (void)state;
    static const char *const numbers[] = {"1'000", "0xF'F", "0xab'c", "0b1'0"};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "//! title: t\n//! verifies: a\n//! for: N in 1 4\n//! dispatch: threads 4, threadgroup 4\n"
                 "//! out: r uint[4]\n//! expect: r = values 1 …\n//! mutant: a | replace `r[i]` with `r[0]`\n\n"
                 "kernel void k(device uint *r [[buffer(0)]], uint i [[thread_position_in_grid]])\n{\n"
                 "    r[i] = %s + N; // r[i]\n}\n",
                 numbers[k]);
        case_file_destroy(read_text(text));
    }
}

static void rejects(void **state)
{
    (void)state;
    case_file *file =
        read_text("//! title: t\n//! verifies: a\n//! reject: goto label\n//! grade: rule stated\n"
                  "//! control: replace `goto end` with `return`\n\nkernel void k()\n{\n    goto end; // reject\n}\n");
    case_instance *i = instantiate(file, 0, 0);
    size_t count;
    const case_mutant *m = case_file_mutants(file, &count);
    assert_true(i->must_reject);
    assert_int_equal(i->reject_line, 9);
    assert_string_equal(i->reject_words, "goto label");
    assert_string_equal(i->grade, "rule stated");
    assert_non_null(strstr(i->control, "    return; // reject\n"));
    assert_int_equal(count, 1); /* the control shows that acceptance is noticed */
    assert_string_equal(m[0].body, i->control);
    assert_string_equal(m[0].ids[0], "a");
    case_instance_destroy(i);
    case_file_destroy(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mutants),
        cmocka_unit_test(separated_digits),
        cmocka_unit_test(rejects),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
