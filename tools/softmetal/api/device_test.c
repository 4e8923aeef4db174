/* device_test.c: what a device says of itself, and how messages reach it. */
#include "test_kernels.h"

static void test_device(void **state)
{
    (void)state;
    assert_true(strlen(utf8(CALL0(id, device, "name"))) > 0);
    assert_true(CALL0(uint64_t, device, "registryID") != 0);
    assert_true(CALL(BOOL, NSInteger, device, "supportsFamily:", MTLGPUFamilyApple5));
    assert_false(CALL(BOOL, NSInteger, device, "supportsFamily:", 1234));
    assert_int_equal(CALL0(NSUInteger, device, "maxThreadgroupMemoryLength"), 32768);
    assert_int_equal(CALL0(NSUInteger, device, "location"), MTLDeviceLocationBuiltIn);
    id all = MTLCopyAllDevices();
    assert_int_equal(CALL0(NSUInteger, all, "count"), 1);
    release(all);
}

#if defined(__x86_64__)
#define SEND_STRUCTURE objc_msgSend_stret
#else
#define SEND_STRUCTURE objc_msgSend
#endif

static void test_structure_is_returned(void **state)
{
    (void)state;
    MTLSize size = ((MTLSize(*)(id, SEL))SEND_STRUCTURE)(device, sel_registerName("maxThreadsPerThreadgroup"));
    assert_int_equal(size.width, 1024);
    assert_int_equal(size.depth, 1024);
}

static void test_nil_answers_zero(void **state)
{
    (void)state;
    assert_null(CALL0(id, nil, "name"));
    assert_true(CALL0(double, nil, "GPUEndTime") == 0.0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_device),
        TEST(test_structure_is_returned),
        TEST(test_nil_answers_zero),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
