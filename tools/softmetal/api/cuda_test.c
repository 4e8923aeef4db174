/* cuda_test.c: an NVIDIA GPU as the device, by a stub of its driver (engine/cuda/stub_driver.c) on which nothing runs:
 * what is launched, what happens when a kernel faults, and what stands in the way. CMakeLists.txt sets SOFTMETAL_DEVICE
 * and SOFTMETAL_CUDA. */
#include "test_client.h"
#include <stdlib.h>
#include <unistd.h>

static const char source[] =
    "#include <metal_stdlib>\n"
    "#include <metal_logging>\n"
    "using namespace metal;\n"
    "kernel void add(device float *x, uint3 i [[thread_position_in_grid]],\n"
    "                threadgroup float *t [[threadgroup(0)]], uint n [[thread_index_in_threadgroup]])\n"
    "{\n"
    "    t[n] = simd_sum(x[i.x]);\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    x[i.x] = t[n ^ 1];\n"
    "}\n"
    "kernel void tell(device float *x) { os_log_default.log_info(\"%f\", x[0]); }\n";

static char record[] = "/tmp/softmetal-cuda-XXXXXX";

static void forget_record(void)
{
    assert_int_equal(truncate(record, 0), 0);
}

/* Whether the driver was called so. */
static bool recorded(const char *line)
{
    char read[256];
    bool found = false;
    FILE *file = fopen(record, "r");
    assert_non_null(file);
    while (fgets(read, sizeof read, file)) {
        read[strcspn(read, "\n")] = 0;
        found |= strncmp(read, line, strlen(line)) == 0;
    }
    fclose(file);
    return found;
}

/* The error of a command buffer that was committed. */
static id run_pipeline(id pipeline, id buffer, MTLSize grid, MTLSize group, NSUInteger threadgroup_bytes)
{
    id encoder, commands = begin(&encoder);
    set_pipeline(encoder, pipeline);
    set_buffer(encoder, buffer, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", threadgroup_bytes, 0);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", grid, group);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    return CALL0(id, commands, "error");
}

static id run(MTLSize grid, MTLSize group, NSUInteger threadgroup_bytes)
{
    return run_pipeline(pipeline_named("add"), CALL0(id, buffer_of(65536), "autorelease"), grid, group,
                        threadgroup_bytes);
}

static void test_device(void **state)
{
    (void)state;
    assert_string_equal(utf8(CALL0(id, device, "name")), "softmetal on stub of GPU 0");
    assert_false(CALL0(BOOL, device, "hasUnifiedMemory"));
    assert_int_equal(CALL0(NSUInteger, device, "location"), MTLDeviceLocationSlot);
}

/* Threadgroups that the edges of the grid cut are launches of their own. */
static void test_launches(void **state)
{
    (void)state;
    forget_record();
    assert_null(run(MTLSizeMake(1000, 3, 1), MTLSizeMake(64, 2, 1), 1024));
    assert_true(recorded("launch 15 1 1 of 128 1 1, 1024 bytes"));
    assert_true(recorded("launch 1 1 1 of 80 1 1, 1024 bytes"));
    assert_true(recorded("launch 15 1 1 of 64 1 1, 1024 bytes"));
    assert_true(recorded("launch 1 1 1 of 40 1 1, 1024 bytes"));
    forget_record();
    assert_null(run(MTLSizeMake(1, 1, 256), MTLSizeMake(1, 1, 128), 4096));
    assert_true(recorded("launch 1 1 2 of 128 1 1, 4096 bytes"));
    forget_record();
    assert_null(run(MTLSizeMake(1, 100000, 1), MTLSizeMake(1, 1, 1), 16));
    assert_true(recorded("launch 1 65535 1 of 1 1 1, 16 bytes"));
    assert_true(recorded("launch 1 34465 1 of 1 1 1, 16 bytes"));
}

/* What the driver is told of two dispatches that follow each other: launches and waits. */
static void check_two(const char *kernel, const char *expected)
{
    char read[256], told[64] = "";
    size_t n_told = 0;
    id encoder, buffer = buffer_of(65536), pipeline = pipeline_named(kernel);
    forget_record();
    id commands = begin(&encoder);
    set_pipeline(encoder, pipeline);
    set_buffer(encoder, buffer, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 256, 0);
    for (int n = 0; n < 2; n++)
        CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(64, 1, 1),
             MTLSizeMake(64, 1, 1));
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    assert_null(CALL0(id, commands, "error"));
    FILE *file = fopen(record, "r");
    assert_non_null(file);
    while (fgets(read, sizeof read, file)) {
        if ((*read == 'l' || *read == 'w') && n_told + 1 < sizeof told)
            told[n_told++] = *read;
    }
    fclose(file);
    assert_string_equal(told, expected);
    release(buffer);
}

/* The host does not wait between dispatches, but for messages, whose memory the next launch would write. */
static void test_waits(void **state)
{
    (void)state;
    check_two("add", "llw");
    id options = MAKE("MTLCompileOptions"), error = nil, silent = library;
    CALL(void, TYPES(BOOL), options, "setEnableLogging:", YES);
    library = library_from(source, options, &error);
    assert_non_null(library);
    check_two("tell", "lwlw");
    release(library);
    library = silent;
    release(options);
}

/* A fault costs its command buffer, and no other: the next has a new context, which knows the old memory. */
static void test_fault(void **state)
{
    (void)state;
    setenv("STUB_FAIL", "1", 1);
    id error = run(MTLSizeMake(64, 1, 1), MTLSizeMake(64, 1, 1), 256);
    unsetenv("STUB_FAIL");
    assert_non_null(error);
    assert_int_equal(error_code(error), MTLCommandBufferErrorPageFault);
    assert_true(contains(error_text(error), "CUDA_ERROR_ILLEGAL_ADDRESS"));
    assert_true(recorded("context destroyed"));
    assert_true(recorded("limit 0 16384"));
    forget_record();
    assert_null(run(MTLSizeMake(64, 1, 1), MTLSizeMake(64, 1, 1), 256));
    assert_true(recorded("launch 1 1 1 of 64 1 1, 256 bytes"));
}

/* Memory of the GPU's own is reached by blits only. */
static void test_private(void **state)
{
    (void)state;
    enum { BYTES = 4096, PRIVATE = MTLStorageModePrivate << 4 };
    id own = CALL(id, TYPES(NSUInteger, NSUInteger), device, "newBufferWithLength:options:", BYTES, PRIVATE);
    id from = buffer_of(BYTES), to = buffer_of(BYTES), commands = CALL0(id, queue, "commandBuffer"),
       blit = CALL0(id, commands, "blitCommandEncoder");
    assert_null(CALL0(void *, own, "contents"));
    for (int n = 0; n < BYTES / 4; n++)
        ints(from)[n] = n;
    CALL(void, TYPES(id, NSUInteger, id, NSUInteger, NSUInteger), blit,
         "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", from, 0, own, 0, BYTES);
    CALL(void, TYPES(id, NSRange, uint8_t), blit, "fillBuffer:range:value:", own, ((NSRange){8, 8}), 255);
    CALL(void, TYPES(id, NSUInteger, id, NSUInteger, NSUInteger), blit,
         "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", own, 0, to, 0, BYTES);
    CALL0(void, blit, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    for (int n = 0; n < BYTES / 4; n++)
        assert_int_equal(ints(to)[n], n == 2 || n == 3 ? -1 : n);
    release(own);
    release(from);
    release(to);
}

/* Without memory: no buffer, a command buffer that says so, and all is well when there is some again. */
static void test_no_memory(void **state)
{
    enum { PRIVATE = MTLStorageModePrivate << 4, LARGE = 64 << 20 };
    (void)state;
    assert_null(run(MTLSizeMake(64, 1, 1), MTLSizeMake(64, 1, 1), 256));
    id pipeline = pipeline_named("add"), buffer = buffer_of(65536);
    forget_record();
    setenv("STUB_FULL", "1", 1);
    assert_null(CALL(id, TYPES(NSUInteger, NSUInteger), device, "newBufferWithLength:options:", LARGE, PRIVATE));
    assert_null(CALL(id, TYPES(NSUInteger, NSUInteger), device, "newBufferWithLength:options:", LARGE, 0));
    id error = run_pipeline(pipeline, buffer, MTLSizeMake(64, 1, 1), MTLSizeMake(64, 1, 1), 256);
    unsetenv("STUB_FULL");
    assert_non_null(error);
    assert_int_equal(error_code(error), MTLCommandBufferErrorOutOfMemory);
    assert_false(recorded("context destroyed"));
    release(buffer);
    assert_null(run(MTLSizeMake(64, 1, 1), MTLSizeMake(64, 1, 1), 256));
}

static char self[4096];

/* What a separate process says under these settings, where its device must not open (or its work must fail). */
static void check_child(const char *settings, const char *mode, const char *expected, const char *remedy)
{
    char command[4500], line[512] = "";
    snprintf(command, sizeof command, "%s '%s' %s 2>&1", settings, self, mode);
    FILE *child = popen(command, "r");
    assert_non_null(child);
    assert_non_null(fgets(line, sizeof line, child));
    assert_int_not_equal(pclose(child), 0);
    if (!contains(line, expected) || !contains(line, remedy))
        fail_msg("%s", line);
}

static void test_no_driver(void **state)
{
    (void)state;
    check_child("SOFTMETAL_CUDA=/nonexistent/libcuda.so", "open", "there is no NVIDIA driver",
                "leave SOFTMETAL_DEVICE unset");
}

static void test_old_driver(void **state)
{
    (void)state;
    check_child("SOFTMETAL_CUDA=libm.so.6", "open", "is too old: it has no cuInit", "525 or newer");
    check_child("STUB_VERSION=11070", "open", "too old: it is of CUDA 11.7", "525");
    check_child("STUB_GONE=1", "open", "the GPU gives no context", "");
}

/* After a fault there is no GPU any more: each command buffer says so. */
static int lose_gpu(void)
{
    (void)CALL0(id, CALL0(id, (id)objc_getClass("NSAutoreleasePool"), "alloc"), "init");
    open_client(source);
    id pipeline = pipeline_named("add"), buffer = buffer_of(65536);
    setenv("STUB_FAIL", "1", 1);
    setenv("STUB_GONE", "1", 1);
    for (int n = 0; n < 2; n++) {
        id error = run_pipeline(pipeline, buffer, MTLSizeMake(64, 1, 1), MTLSizeMake(64, 1, 1), 256);
        printf("%s; ", error ? error_text(error) : "no error");
        unsetenv("STUB_FAIL");
    }
    printf("\n");
    return 1;
}

static void test_lost(void **state)
{
    (void)state;
    check_child("", "lose", "the GPU was lost, and does not come back", "; Device Removed: the GPU gives no context");
}

static int open_all(void **state)
{
    (void)state;
    int file = mkstemp(record);
    if (file >= 0)
        close(file);
    setenv("STUB_RECORD", record, 1);
    return open_client(source);
}

static int close_all(void **state)
{
    (void)state;
    return unlink(record);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {TEST(test_device),     TEST(test_launches),  TEST(test_fault),
                                       TEST(test_private),    TEST(test_no_memory), TEST(test_no_driver),
                                       TEST(test_old_driver), TEST(test_waits),     TEST(test_lost)};
    if (count > 1 && strcmp(arguments[1], "lose") == 0)
        return lose_gpu();
    if (count > 1)
        return MTLCreateSystemDefaultDevice() == nil;
    if (!realpath(arguments[0], self))
        return 2;
    return cmocka_run_group_tests(tests, open_all, close_all);
}
