/* device_test.c: what a device says of itself, and which one a name finds. */
#include "metal_testing.h"

static const char *program;

static void test_facts(void **state)
{
    (void)state;
    const metal_facts *facts = metal_device_facts(device);
    assert_true(facts->name[0] && facts->os_build[0] && facts->architecture[0]);
    assert_true(facts->msl >= (2 << 16));
    assert_int_equal(facts->processors, facts->software);
    assert_true(facts->max_threads[0] > 0 && facts->max_threadgroup_memory > 0 && facts->family_count > 0);
    assert_true(metal_device_has_family(device, facts->families[0]));
    assert_false(metal_device_has_family(device, 1));
    uint32_t family = 0;
    assert_true(metal_family_from_name("apple7", &family));
    assert_int_equal(family, 1007);
    assert_string_equal(metal_family_name(family), "apple7");
    assert_false(metal_family_from_name("Apple7", &family));
    assert_null(metal_family_name(7));
}

/* Programs of older SDKs on newer systems. */
static void test_macos(void **state)
{
    (void)state;
    static const struct {
        long told;
        const char *release;
        long macos;
    } rows[] = {
        {13, "22.6.0", 13}, {14, "23.1.0", 14}, {15, "24.6.0", 15}, {16, "25.0.0", 26},
        {16, "25.3.0", 26}, {16, "27.0.0", 27}, {17, "27.1.0", 27}, {16, "28.2.0", 28},
        {16, "", 26},       {26, "25.0.0", 26}, {27, "27.0.0", 27}, {28, "", 28},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(client_macos(rows[i].told, rows[i].release), rows[i].macos);
}

static void test_unknown_devices(void **state)
{
    (void)state;
    assay_error error = {0};
    assert_null(metal_open("99", &error));
    assert_non_null(strstr(error.text, "no device is called `99`"));
    assert_null(metal_open("no such chip", &error));
    assert_non_null(strstr(error.text, metal_device_facts(device)->name));
    assert_null(metal_open("/nonexistent/libmetal.so", &error));
}

static void test_words_are_found(void **state)
{
    (void)state;
    assert_true(client_contains("Apple M4 Max", "m4 m"));
    assert_true(client_contains("x", ""));
    assert_false(client_contains("Apple M4", "M4 Max"));
    assert_false(client_contains("", "x"));
    char *copy = client_copy("text");
    assert_string_equal(copy, "text");
    free(copy);
}

/* By a part of its name and by its number; a name in other letters, too. */
static int open_as(const char *which)
{
    assay_error error = {0};
    device = metal_open("default", &error);
    char name[128];
    snprintf(name, sizeof name, "%s", device ? metal_device_facts(device)->name : "");
    metal_close(device);
    for (char *at = name; *at; at++)
        *at = *at >= 'A' && *at <= 'Z' ? (char)(*at + 32) : *at;
    device = strcmp(which, "number") == 0 ? metal_open("0", &error) : metal_open(name, &error);
    if (!device)
        fprintf(stderr, "%s\n", error.text);
    return device ? 0 : -1;
}

static void test_devices_are_found(void **state)
{
    (void)state;
    assert_int_equal(status_of_child(program, "--open", "number"), 0);
    assert_int_equal(status_of_child(program, "--open", "name"), 0);
}

/* Its time is a GPU's then. */
static int run_gpu(const char *driver)
{
    assay_error error = {0};
    setenv("SOFTMETAL_DEVICE", "cuda", 1);
    setenv("SOFTMETAL_CUDA", driver, 1);
    device = metal_open("default", &error);
    bool good = device && device->facts.software && !device->facts.processors;
    if (device)
        metal_close(device);
    return good ? 0 : -1;
}

static void test_a_gpu_behind_softmetal(void **state)
{
    (void)state;
    char driver[1024], code[1024];
    int length = (int)(strrchr(program, '/') ? strrchr(program, '/') - program + 1 : 0);
    snprintf(driver, sizeof driver, "%.*slibcuda-stub.so", length, program);
    snprintf(code, sizeof code, "%.*ssoftmetal-cuda.bc", length, program);
    if (access(driver, R_OK) != 0 || access(code, R_OK) != 0)
        skip();
    assert_int_equal(status_of_child(program, "--gpu", driver), 0);
}

int main(int argc, char **argv)
{
    program = argv[0];
    if (argc == 3 && strcmp(argv[1], "--gpu") == 0)
        return run_gpu(argv[2]);
    if (argc == 3 && strcmp(argv[1], "--open") == 0)
        return open_as(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),           cmocka_unit_test(test_macos),
        cmocka_unit_test(test_words_are_found), cmocka_unit_test(test_devices_are_found),
        cmocka_unit_test(test_unknown_devices), cmocka_unit_test(test_a_gpu_behind_softmetal),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
