/* ending_test.c: how a command buffer ends: in time, too late, by an error of its own or another's. */
#include "../metal_testing.h"

static const char *program;

static void test_innocents(void **state)
{
    (void)state;
    static const struct {
        long code;
        const char *text;
        bool innocent;
    } rows[] = {
        {1, "Discarded (victim of GPU error/recovery) (00000005:kIOGPUCommandBufferCallbackErrorInnocentVictim)", true},
        {1, "Discarded (victim of GPU error/recovery) (IOAF code 5)", true},
        {4,
         "Ignored (for causing prior/excessive GPU errors) "
         "(00000004:kIOGPUCommandBufferCallbackErrorSubmissionsIgnored)",
         true},
        {4, "Ignored (for causing prior/excessive GPU errors) (IOAF code 4)", true},
        {1, "Innocent Victim", true},
        {4, "", true},
        {2, "Caused GPU Timeout Error (00000002:kIOGPUCommandBufferCallbackErrorTimeout)", false},
        {2, "Caused GPU Timeout Error (IOAF code 2)", false},
        {1, "Caused GPU Hang Error (IOAF code 3)", false},
        {3, "Caused GPU Address Fault Error (IOAF code 11)", false},
        {1, "Internal Error (IOAF code 50)", false},
        {1, "Internal Error (IOAF code -536870211)", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (client_is_innocent("MTLCommandBufferErrorDomain", rows[i].code, rows[i].text) != rows[i].innocent)
            fail_msg("%s", rows[i].text);
        assert_false(client_is_innocent("NSCocoaErrorDomain", rows[i].code, rows[i].text));
    }
}

static bool count_down(void *context)
{
    int *left = context;
    return --*left <= 0;
}

static void test_waits_end(void **state)
{
    (void)state;
    int left = 5;
    assert_true(client_wait_until(count_down, &left, 10));
    assert_int_equal(left, 0); /* and it is not asked again */
    left = 1000000000;
    assert_false(client_wait_until(count_down, &left, 0.01));
    left = 1;
    assert_true(client_wait_until(count_down, &left, 0)); /* what is over at once is over in no time */
}

/* What is left of a message that is too long is its beginning. */
static void test_errors_are_taken(void **state)
{
    (void)state;
    metal_result result = {.status = METAL_COMPLETED};
    client_take_outcome(NULL, NULL, &result);
    assert_int_equal(result.status, METAL_COMPLETED);
    assert_string_equal(result.message, "");
    client_take_error(NULL, &result);
    assert_int_equal(result.status, METAL_ERROR);
    assert_non_null(strstr(result.message, "without saying why"));
    client_take_error(NULL, &result);
    assert_non_null(strchr(result.message, '\n'));
    for (int n = 0; n < 100; n++)
        client_take_error(NULL, &result);
    assert_int_equal(strlen(result.message), sizeof result.message - 1);
}

/* First our limit, then the device's own. In children, which end with the kernel still running. */
static int run_endless(double seconds)
{
    assay_error error = {0};
    metal_pipeline *endless = pipeline_of(compiled("kernel void endless(device uint *out [[buffer(0)]])\n"
                                                   "{ while (out[0] == 0) out[1] += 1; }"),
                                          "endless");
    metal_buffer *buffer = metal_buffer_create(device, 16, &error);
    if (!buffer)
        return -1;
    memset(metal_buffer_contents(buffer), 0, 16);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, endless);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    metal_result result;
    metal_commands_run(commands, seconds, &result);
    const bool says_limit = strstr(result.message, "did not finish within 0.02 s") != NULL;
    const bool has_code = result.code == 2 /* MTLCommandBufferErrorTimeout */ && result.message[0];
    return says_limit != has_code && has_code == (result.status == METAL_ERROR) ? (int)result.status : -1;
}

static void test_endless_kernel(void **state)
{
    (void)state;
    assert_int_equal(status_of_child(program, "--endless", "0.02"), METAL_TIMED_OUT);
    assert_int_equal(status_of_child(program, "--endless", "60"), METAL_ERROR);
}

int main(int argc, char **argv)
{
    program = argv[0];
    if (argc == 3 && strcmp(argv[1], "--endless") == 0)
        _exit(open_device(NULL) == 0 ? run_endless(strtod(argv[2], NULL)) : -1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_innocents),
        cmocka_unit_test(test_waits_end),
        cmocka_unit_test(test_errors_are_taken),
        cmocka_unit_test(test_endless_kernel),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
