/* promise_test.c: what the text of `expect` names: a reference and what it is given. */
#include "../case_testing.h"
#include "promise.h"

static void promises(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\n//! for: F in vector_add\n//! dispatch: threads 4, threadgroup 4\n//! in: data float[4] = iota\n"
        "//! out: result float[4]\n//! expect: result = F(data, data)\n//! macro: USED = F\nkernel void copy() { USED "
        "}\n");
    case_instance *i = instantiate(file, 0, 0);
    arena memory = {NULL};
    case_promise promise;
    assay_error error = {0};
    assert_true(promise_parse(i, &i->expectations[0], &memory, &promise, &error));
    assert_string_equal(promise.reference->name, "vector_add");
    assert_int_equal(promise.given_count, 2);
    assert_int_equal(promise.given[1].argument, 0);
    arena_free(&memory);
    case_instance_destroy(i);
    case_file_destroy(file);
}

/* A case of the suite holds all that it expects: it names no file. */
static void files_are_for_cases_outside_the_tree(void **state)
{
    (void)state;
    for (int in_tree = 0; in_tree < 2; in_tree++) {
        case_file *file = read_text("//! title: t\n//! dispatch: threads 4, threadgroup 4\n//! out: result float[4]\n"
                                    "//! expect: result = file some where\nkernel void k() {}\n");
        case_instance *i = instantiate(file, 0, 0);
        arena memory = {NULL};
        case_promise promise;
        assay_error error = {0};
        file->in_tree = in_tree;
        assert_int_equal(promise_parse(i, &i->expectations[0], &memory, &promise, &error), !in_tree);
        assert_int_equal(promise.kind, PROMISE_FILE);
        assert_string_equal(promise.text, "some where");
        arena_free(&memory);
        case_instance_destroy(i);
        case_file_destroy(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promises),
        cmocka_unit_test(files_are_for_cases_outside_the_tree),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
