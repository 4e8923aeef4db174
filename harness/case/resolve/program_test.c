/* program_test.c: the generator of programs gets the input as the reference will. */
#include "../case_testing.h"

/* Programs without a generator are left as they are. */
static void generated_programs(void **state)
{
    (void)state;
    assay_error error = {0};
    case_file *file =
        read_text("//! title: t\n//! dispatch: p0: threads 1, threadgroup 1\n//! generate: divergence(seeds)\n"
                  "//! in: seeds ulong[2] = values 1 2\n//! out: result uint[1]\n"
                  "//! expect: result = recorded values 1\nuint beginning;\n");
    case_instance *instance = instantiate(file, 0, 0);
    assert_true(instance->expectations[0].recorded);
    assert_string_equal(instance->expectations[0].text, "values 1");
    char *program = case_program(instance, instance->source, 1, &error);
    assert_non_null(program);
    assert_non_null(strstr(program, "uint beginning;"));
    assert_non_null(strstr(program, "kernel void p1("));
    assert_null(strstr(program, "kernel void p2("));
    free(program);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_programs),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
