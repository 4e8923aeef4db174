/* compiler_test.c: who compiled. */
#include "metal_testing.h"

static void compilers_version_is_cut_to_the_room(void **state)
{
    (void)state;
    char whole[256] = "", part[6] = "";
    assert_true(metal_compiler_version(device, whole, sizeof whole));
    assert_true(strlen(whole) > sizeof part);
    assert_true(metal_compiler_version(device, part, sizeof part));
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_memory_equal(part, whole, sizeof part - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compilers_version_is_cut_to_the_room),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
