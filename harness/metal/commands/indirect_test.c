/* indirect_test.c: indirect command buffers that the host encodes. */
#include "commands_testing.h"

static void execute(metal_indirect *from)
{
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_use_buffer(commands, buffer);
    metal_execute(commands, from, 1, 2);
    run(commands);
}

/* The first command of three is out of the range; behind a reset none does anything. */
static void indirect_commands_run_where_told(void **state)
{
    (void)state;
    assay_error error = {0};
    metal_pipeline *first = pipeline_with(library, "iota", &(metal_wishes){.indirect = true}),
                   *second = pipeline_with(library, "doubled", &(metal_wishes){.indirect = true});
    metal_indirect *commands = metal_indirect_create(device, 3, &error);
    uint32_t *numbers = cleared();
    assert_non_null(commands);
    for (uint32_t n = 0; n < 3; n++) {
        metal_command_begin(commands, n, n == 2 ? second : first, n == 2);
        metal_command_buffer(commands, n, buffer, n ? 4 : 0, 0);
        metal_command_dispatch(commands, n, false, four, four);
    }
    execute(commands);
    assert_int_equal(numbers[0], 0);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(numbers[1 + i], 2 * (i + 1));
    metal_indirect_reset(commands);
    execute(commands);
    assert_int_equal(numbers[4], 8);
    metal_indirect_destroy(commands);
    metal_pipeline_destroy(first);
    metal_pipeline_destroy(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indirect_commands_run_where_told),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, begin, end);
}
