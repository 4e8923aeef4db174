/* commands4_test.c: a command buffer by Metal 4's path: what is bound, barriers that nobody asked for, and the handler
 * that says how it ended. */
#include "commands_testing.h"
#include "commands4.h"
#include "handler_testing.h"

static void commands4_run_in_order(void **state)
{
    (void)state;
    metal_pipeline *first = pipeline_of(library, "iota"), *second = pipeline_of(library, "doubled");
    uint32_t *numbers = cleared();
    metal_commands *commands = metal_commands_create4(device, METAL_CONCURRENT, NULL);
    assert_non_null(commands);
    dispatch(commands, first);
    metal_barrier(commands, true, false);
    dispatch(commands, second);
    assert_true(metal_next_encoder(commands, NULL));
    dispatch(commands, first);
    run(commands);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(numbers[i], 3 * (i + 1));
    metal_pipeline_destroy(first);
    metal_pipeline_destroy(second);
}

/* Nobody asks for barriers: the client puts them between dispatches that are to run one after the other. */
static void commands4_wait_if_serial(void **state)
{
    (void)state;
    metal_pipeline *first = pipeline_of(library, "iota"), *second = pipeline_of(library, "doubled");
    uint32_t *numbers = cleared();
    metal_commands *commands = metal_commands_create4(device, METAL_SERIAL, NULL);
    assert_non_null(commands);
    for (int n = 0; n < 8; n++)
        dispatch(commands, n % 2 ? second : first);
    run(commands);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(numbers[i], 30 * (i + 1));
    metal_pipeline_destroy(first);
    metal_pipeline_destroy(second);
}

static void run_once(void)
{
    metal_pipeline *what = pipeline_of(library, "iota");
    uint32_t *numbers = cleared();
    metal_commands *commands = metal_commands_create4(device, METAL_SERIAL, NULL);
    assert_non_null(commands);
    dispatch(commands, what);
    run(commands);
    assert_int_equal(numbers[3], 4);
    metal_pipeline_destroy(what);
}

static void handler_of_a_commit(void **state)
{
    (void)state;
    expect_copied_handler(objc_getClass("MTL4CommitOptions"), METHOD_options4_add_handler, run_once);
}

/* Bytes lie in memory of the command buffer's own: each dispatch sees its. */
static void bytes_are_kept_apart(void **state)
{
    (void)state;
    metal_library *own = compiled("kernel void put(device uint *out [[buffer(0)]], constant uint *what [[buffer(1)]])\n"
                                  "{ out[what[0]] = what[1]; }\n");
    metal_pipeline *put = pipeline_of(own, "put");
    uint32_t *numbers = cleared();
    metal_commands *commands = metal_commands_create4(device, METAL_SERIAL, NULL);
    assert_non_null(commands);
    metal_set_pipeline(commands, put);
    metal_set_buffer(commands, buffer, 0, 0);
    for (uint32_t n = 0; n < NUMBERS; n++) {
        metal_set_bytes(commands, (uint32_t[]){n, 100 + n}, 2 * sizeof(uint32_t), 1);
        metal_dispatch_groups(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    }
    run(commands);
    for (uint32_t n = 0; n < NUMBERS; n++)
        assert_int_equal(numbers[n], 100 + n);
    metal_pipeline_destroy(put);
    metal_library_destroy(own);
}

/* Once it is chosen, all commands go by it. */
static void host4_is_for_all_commands(void **state)
{
    (void)state;
    assert_false(metal_uses_host4(device));
    metal_commands *three = metal_commands_create(device, METAL_SERIAL, NULL);
    assert_null(three->four);
    metal_commands_destroy(three);
    assert_true(metal_use_host4(device, NULL));
    assert_true(metal_uses_host4(device));
    metal_commands *four_now = metal_commands_create(device, METAL_SERIAL, NULL);
    assert_non_null(four_now->four);
    metal_commands_destroy(four_now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands4_run_in_order),    cmocka_unit_test(commands4_wait_if_serial),
        cmocka_unit_test(handler_of_a_commit),       cmocka_unit_test(bytes_are_kept_apart),
        cmocka_unit_test(host4_is_for_all_commands),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    if (begin(NULL) != 0 || !commands4_open(device, NULL))
        return 77; /* this system has no Metal 4 */
    end(NULL);
    return cmocka_run_group_tests(tests, begin, end);
}
