/* expectation_test.c: a reference that promises nonsense is told so. */
#include "check_testing.h"

static void bad_promises(void **state)
{
    (void)state;
    fixture f = output(int1, 2);
    expect_bits(&f.call, 2, 0);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_nan(&f.call, 0);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_value(&f.call, 0, 1.5);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_interval(&f.call, 0, 2, 1);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_near(&f.call, 0, 1, -1);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_any(&f.call, 0, NULL, 0);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    float data[1] = {0};
    reference_array array = {.name = "a", .type = float1, .count = 1, .data = data};
    expect_element(&f.call, 0, &array, 0); /* another type */
    assert_non_null(f.call.error);
    expectation_destroy(f.e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_promises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
