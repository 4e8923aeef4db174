/* missing_test.c: messages that softmetal has no method for, and threads that have no pool. What ends a program, or is
 * to be seen on stderr, happens in a process of its own: this one again, told what to do by SOFTMETAL_PROBE. */
#include "../test_client.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- what the other process does */

static void *without_pool(void *data)
{
    text("a string that nothing holds");
    objc_autorelease(buffer_of(4096));
    id name = CALL0(id, device, "name");
    printf("%s %lu\n", utf8(name), (unsigned long)CALL0(NSUInteger, device, "currentAllocatedSize"));
    return data;
}

static int probe(const char *what)
{
    device = MTLCreateSystemDefaultDevice();
    if (strcmp(what, "pool") == 0) {
        pthread_t thread;
        without_pool(NULL);
        if (pthread_create(&thread, NULL, without_pool, NULL) != 0 || pthread_join(thread, NULL) != 0)
            return 1;
        printf("%lu\n", (unsigned long)CALL0(NSUInteger, device, "currentAllocatedSize"));
    } else if (strcmp(what, "known") == 0) {
        CALL(id, id, device, "newAccelerationStructureWithDescriptor:", nil);
    } else if (strcmp(what, "unknown") == 0) {
        CALL0(id, device, "newTimeMachine");
    } else if (strcmp(what, "class") == 0) {
        CALL0(id, (id)objc_getClass("MTLSharedEventListener"), "sharedListener");
    } else {
        CALL0(id, text("Foundation's"), "newTimeMachine");
    }
    return 0;
}

/* What it wrote, on stderr too. Returns its exit status, or a number above 128 where a signal ended it. */
static int run_probe(const char *what, char *output, size_t size)
{
    char command[400], self[300];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = 0;
    snprintf(command, sizeof command, "SOFTMETAL_PROBE=%s '%s' 2>&1; echo \"ended $?\"", what, self);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t got = fread(output, 1, size - 1, pipe);
    output[got] = 0;
    assert_int_equal(pclose(pipe), 0);
    const char *ended = strstr(output, "ended ");
    assert_non_null(ended);
    return atoi(ended + strlen("ended "));
}

enum { OUTPUT = 4096 };

/* ---- tests */

/* A string and a buffer live until their thread's end, and GNUstep has nothing to say. */
static void test_thread_without_pool(void **state)
{
    (void)state;
    char output[OUTPUT];
    assert_int_equal(run_probe("pool", output, sizeof output), 0);
    assert_string_equal(output, "softmetal 4096\nsoftmetal 8192\n4096\nended 0\n");
}

static void test_error_instead_of_exception(void **state)
{
    (void)state;
    static const struct {
        const char *selector, *words;
    } one_argument[] = {{"newRenderPipelineStateWithDescriptor:error:", "rendering"},
                        {"newIOFileHandleWithURL:error:", "queues"}};
    for (size_t n = 0; n < sizeof one_argument / sizeof *one_argument; n++) {
        id error = nil;
        const char *selector = one_argument[n].selector;
        assert_null(CALL(id, TYPES(id, id *), device, selector, nil, &error));
        assert_int_equal(error_code(error), 1);
        assert_string_equal(utf8(CALL0(id, error, "domain")), "SoftmetalErrorDomain");
        assert_true(contains(error_text(error), selector) && contains(error_text(error), one_argument[n].words));
        assert_null(CALL(id, TYPES(id, id *), device, selector, nil, NULL));
    }
    id error = nil;
    assert_null(CALL(id, TYPES(id, NSInteger, id *), device, "newIOFileHandleWithURL:compressionMethod:error:", nil, 1,
                     &error));
    assert_true(contains(error_text(error), "softmetal has no input and output queues"));
    error = nil;
    id reflection = nil;
    const char *tiles = "newRenderPipelineStateWithTileDescriptor:options:reflection:error:";
    assert_null(CALL(id, TYPES(id, NSUInteger, id *, id *), device, tiles, nil, 0, &reflection, &error));
    assert_true(contains(error_text(error), "rendering") && !reflection);
}

/* metal-cpp asks both before it calls what an older system may lack. */
static void test_answers_truthfully(void **state)
{
    (void)state;
    static const char *const missing[] = {"newArchiveWithURL:error:", "newTimeMachine"};
    for (size_t n = 0; n < sizeof missing / sizeof *missing; n++) {
        assert_false(CALL(BOOL, SEL, device, "respondsToSelector:", sel_registerName(missing[n])));
        assert_null(CALL(id, SEL, device, "methodSignatureForSelector:", sel_registerName(missing[n])));
    }
    assert_true(CALL(BOOL, SEL, device, "respondsToSelector:", sel_registerName("newCommandQueue")));
    assert_non_null(CALL(id, SEL, device, "methodSignatureForSelector:", sel_registerName("newCommandQueue")));
}

static void test_sentence_before_exception(void **state)
{
    (void)state;
    static const struct {
        const char *what, *sentence, *exception;
    } probes[] = {
        {"known", "softmetal: newAccelerationStructureWithDescriptor: softmetal has no ray tracing\n", "Softmetal"},
        {"unknown", "softmetal: newTimeMachine softmetal's SoftmetalDevice has no such method\n", "newTimeMachine]"},
        {"class", "softmetal: sharedListener softmetal has no dispatch queue of all listeners", "sharedListener]"}};
    for (size_t n = 0; n < sizeof probes / sizeof *probes; n++) {
        char output[OUTPUT];
        assert_int_not_equal(run_probe(probes[n].what, output, sizeof output), 0);
        const char *sentence = strstr(output, probes[n].sentence);
        assert_non_null(sentence);
        const char *exception = strstr(output, "NSInvalidArgumentException");
        assert_true(exception > sentence && strstr(exception, probes[n].exception));
    }
    char output[OUTPUT]; /* nothing is ours about a string */
    assert_int_not_equal(run_probe("foundation", output, sizeof output), 0);
    assert_true(!contains(output, "softmetal:") && contains(output, "NSInvalidArgumentException"));
}

/* What is new, and what is an answer rather than a feature. */
static void test_small_methods(void **state)
{
    (void)state;
    id error = nil, descriptor = MAKE("MTLResidencySetDescriptor");
    id set = CALL(id, TYPES(id, id *), device, "newResidencySetWithDescriptor:error:", descriptor, &error);
    assert_non_null(set);
    id encoder, commands = begin(&encoder);
    CALL(void, id, commands, "useResidencySet:", set);
    CALL(void, TYPES(const id *, NSUInteger), commands, "useResidencySets:count:", &set, 1);
    release(set); /* the command buffer keeps it */
    release(descriptor);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    assert_int_equal(CALL0(NSUInteger, commands, "status"), MTLCommandBufferStatusCompleted);

    id texture = texture_of(MTLPixelFormatR32Float, 4, 4, MTLTextureUsageShaderRead);
    assert_false(CALL0(BOOL, texture, "isSparse"));
    assert_null(CALL0(id, texture, "rootResource"));
    release(texture);
    assert_true(CALL0(uint64_t, device, "queryTimestampFrequency") == 1000000000);

    id pipeline = MAKE("MTLComputePipelineDescriptor"), list = CALL0(id, (id)objc_getClass("NSArray"), "array");
    CALL(void, id, pipeline, "setBinaryArchives:", list);
    CALL(void, NSInteger, pipeline, "setShaderValidation:", 2);
    id copy = CALL0(id, pipeline, "copy");
    assert_int_equal(CALL0(NSUInteger, CALL0(id, copy, "binaryArchives"), "count"), 0);
    assert_int_equal(CALL0(NSInteger, copy, "shaderValidation"), 2);
    release(copy);
    release(pipeline);
}

static int open_library(void **state)
{
    (void)state;
    return open_client("kernel void none() {}");
}

/* What ends in an NSError says which part of Metal is missing, by the right words. */
static void test_what_is_missing_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *selector, *words;
    } all[] = {{"newArchiveWithURL:error:", "Metal 4's command classes"},
               {"newTextureViewPoolWithDescriptor:error:", "pools of texture views"},
               {"addRenderPipelineFunctionsWithDescriptor:error:", "rendering"},
               {"newRenderPipelineStateWithDescriptor:error:", "rendering"},
               {"newLibraryWithStitchedDescriptor:error:", "function stitching"},
               {"newIOFileHandleWithURL:error:", "input and output queues"},
               {"newIntersectionFunctionWithDescriptor:error:", "ray tracing"},
               {"newComputePipelineStateWithBinaryFunctions:error:", "functions compiled by themselves"}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        id error = nil;
        assert_null(CALL(id, TYPES(id, id *), device, all[n].selector, nil, &error));
        assert_non_null(error);
        if (!contains(error_text(error), all[n].words))
            fail_msg("%s: %s", all[n].selector, error_text(error));
    }
}

int main(void)
{
    const char *what = getenv("SOFTMETAL_PROBE");
    if (what)
        return probe(what);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thread_without_pool),
        cmocka_unit_test_setup_teardown(test_error_instead_of_exception, open_pool, close_pool),
        cmocka_unit_test_setup_teardown(test_what_is_missing_is_named, open_pool, close_pool),
        cmocka_unit_test_setup_teardown(test_answers_truthfully, open_pool, close_pool),
        cmocka_unit_test(test_sentence_before_exception),
        cmocka_unit_test_setup_teardown(test_small_methods, open_pool, close_pool),
    };
    return cmocka_run_group_tests(tests, open_library, NULL);
}
