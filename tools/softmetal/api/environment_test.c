/* environment_test.c: the device under settings of the environment, each in a process of its own, since a process reads
 * them once.
 *
 * Run with SOFTMETAL_PROBE set, this program is a client that prints, as one word per line, what it saw of every
 * behaviour that a fault of the API can spoil. A fault must change exactly one line. */
#include "test_client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- the client */

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "constant int scale [[function_constant(0)]];\n"
    "#ifndef A\n#define A 0\n#endif\n#ifndef B\n#define B 0\n#endif\n"
    "struct two { int a, b; };\n"
    "kernel void store(device int *r [[buffer(0)]], constant two &v [[buffer(1)]],\n"
    "                  uint i [[thread_position_in_grid]]) { r[i] = r[i] * 10 + v.a + v.b; }\n"
    "kernel void scaled(device int *r [[buffer(0)]]) { r[0] = scale; }\n"
    "kernel void macros(device int *r [[buffer(0)]]) { r[0] = 10 * A + B; r[1] = __METAL_VERSION__; }\n"
    "kernel void lengths(device int *r [[buffer(0)]], threadgroup int *s [[threadgroup(0)]],\n"
    "                    threadgroup int *t [[threadgroup(1)]]) { r[0] = t - s; s[0] = t[0] = 0; }\n"
    "kernel void math(device float *r [[buffer(0)]]) { float x = r[0]; r[1] = (x + 1e8f) - 1e8f; }\n"
    "kernel void precise_sine(device float *r [[buffer(0)]], uint i [[thread_position_in_grid]]) { r[i] = sin(r[i]); "
    "}\n"
    "kernel void slow(device int *r [[buffer(0)]]) {\n"
    "    int x = r[0]; for (int i = 0; i < 200000000; i++) x = x * 1664525 + 1013904223; r[0] = x; }\n";

static id pipeline_in(id library, const char *name, const int *constant)
{
    id error = nil, function;
    if (constant) {
        id values = MAKE("MTLFunctionConstantValues");
        CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", constant,
             MTLDataTypeInt, 0);
        function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text(name),
                        values, &error);
    } else {
        function = CALL(id, id, library, "newFunctionWithName:", text(name));
    }
    id pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
    if (!pipeline)
        printf("%s: %s\n", name, error_text(error));
    return pipeline;
}

static id compile(id options)
{
    id error = nil, library = library_from(source, options, &error);
    if (!library)
        printf("%s\n", error_text(error));
    return library;
}

static void run(id commands, id encoder)
{
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    /* Not by waitUntilCompleted, which a fault breaks. */
    while (CALL0(NSUInteger, commands, "status") < MTLCommandBufferStatusCompleted)
        usleep(100);
}

/* Runs one kernel of one thread on a new buffer of 64 bytes and returns the buffer. */
static id run_alone(id library, const char *name, const int *constant)
{
    id result = buffer_of(64), encoder, commands = begin(&encoder);
    set_pipeline(encoder, pipeline_in(library, name, constant));
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 64, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 128, 1);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    return result;
}

static void print_ints(const char *name, const int *values, int count)
{
    printf("%s", name);
    for (int n = 0; n < count; n++)
        printf(" %d", values[n]);
    printf("\n");
}

static void probe_binding(id library)
{
    static const int one[2] = {1, 0}, two[2] = {1, 1}, three[2] = {3, 0};
    id store = pipeline_in(library, "store", NULL), encoder, result = buffer_of(64), commands = begin(&encoder);
    set_pipeline(encoder, store);
    set_buffer(encoder, result, 8, 0);
    set_bytes(encoder, one, sizeof one, 1);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    print_ints("offset", ints(result), 4);

    result = buffer_of(64);
    commands = begin(&encoder);
    set_pipeline(encoder, store);
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setBufferOffset:atIndex:", 4, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setBufferOffset:atIndex:", 0, 0);
    set_bytes(encoder, two, sizeof two, 1);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    print_ints("bytes", ints(result), 2);

    result = buffer_of(64);
    commands = begin(&encoder);
    set_pipeline(encoder, store);
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, one, sizeof one, 1);
    set_bytes(encoder, three, sizeof three, 1);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    print_ints("last_bytes", ints(result), 1);

    result = buffer_of(64);
    commands = begin(&encoder);
    set_pipeline(encoder, store);
    set_bytes(encoder, one, sizeof one, 1);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    CALL0(void, encoder, "endEncoding");
    encoder = CALL0(id, commands, "computeCommandEncoder");
    set_pipeline(encoder, store);
    set_bytes(encoder, three, sizeof three, 1);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    print_ints("order", ints(result), 1);
}

/* Alone: only here the offset that setBufferOffset: gives is one that setBuffer: did not. */
static void probe_offset_update(id library)
{
    static const int one[2] = {1, 0};
    id encoder, result = buffer_of(64), commands = begin(&encoder);
    set_pipeline(encoder, pipeline_in(library, "store", NULL));
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, one, sizeof one, 1);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setBufferOffset:atIndex:", 4, 0);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    printf("update %d\n", ints(result)[0] + ints(result)[1] == 1 ? ints(result)[1] : -1);
}

static void probe_grids(id library)
{
    static const int one[2] = {1, 0};
    id store = pipeline_in(library, "store", NULL), encoder, result = buffer_of(64), commands = begin(&encoder);
    set_pipeline(encoder, store);
    set_bytes(encoder, one, sizeof one, 1);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 6, 4);
    run(commands, encoder);
    print_ints("threads", ints(result), 10);

    result = buffer_of(64);
    commands = begin(&encoder);
    set_pipeline(encoder, store);
    set_bytes(encoder, one, sizeof one, 1);
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreadgroups:threadsPerThreadgroup:", MTLSizeMake(2, 1, 1),
         MTLSizeMake(3, 1, 1));
    run(commands, encoder);
    print_ints("threadgroups", ints(result), 8);
    print_ints("lengths", ints(run_alone(library, "lengths", NULL)), 1);
}

static void probe_libraries(id library)
{
    const int five = 5, six = 6;
    run_alone(library, "scaled", &five);
    print_ints("constant", ints(run_alone(library, "scaled", &six)), 1);

    id options = MAKE("MTLCompileOptions"), macros = MAKE("NSMutableDictionary");
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text("4"), text("A"));
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text("2"), text("B"));
    CALL(void, id, options, "setPreprocessorMacros:", macros);
    print_ints("macros", ints(run_alone(compile(options), "macros", NULL)), 1);

    options = MAKE("MTLCompileOptions");
    CALL(void, NSUInteger, options, "setLanguageVersion:", MTLLanguageVersion3_0);
    print_ints("language", ints(run_alone(compile(options), "macros", NULL)) + 1, 1);
}

static void probe_math(void)
{
    id options = MAKE("MTLCompileOptions");
    CALL(void, NSInteger, options, "setMathMode:", MTLMathModeSafe);
    CALL(void, NSInteger, options, "setMathFloatingPointFunctions:", MTLMathFloatingPointFunctionsPrecise);
    id library = compile(options), encoder, values = buffer_of(64), commands = begin(&encoder);
    ((float *)ints(values))[0] = 1.25f;
    set_pipeline(encoder, pipeline_in(library, "math", NULL));
    set_buffer(encoder, values, 0, 0);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    printf("math %a\n", (double)((float *)ints(values))[1]);

    enum { COUNT = 4096 };
    id sines = buffer_of(COUNT * 4);
    float *sine = (float *)ints(sines);
    for (int n = 0; n < COUNT; n++)
        sine[n] = (float)n * 0.37f - 700;
    commands = begin(&encoder);
    set_pipeline(encoder, pipeline_in(library, "precise_sine", NULL));
    set_buffer(encoder, sines, 0, 0);
    dispatch(encoder, COUNT, 256);
    run(commands, encoder);
    unsigned hash = 0;
    for (int n = 0; n < COUNT; n++)
        hash = hash * 31 + (unsigned)ints(sines)[n];
    printf("functions %08x\n", hash);
}

static void probe_command_buffers(id library)
{
    id encoder, commands = begin(&encoder);
    dispatch(encoder, 1, 1);
    run(commands, encoder);
    printf("error %lu\n", (unsigned long)CALL0(NSUInteger, commands, "status"));

    id result = buffer_of(64);
    commands = begin(&encoder);
    set_pipeline(encoder, pipeline_in(library, "slow", NULL));
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    printf("wait %s\n",
           CALL0(NSUInteger, commands, "status") < MTLCommandBufferStatusCompleted ? "not at all" : "well");
    while (CALL0(NSUInteger, commands, "status") < MTLCommandBufferStatusCompleted)
        usleep(1000);
}

static void probe_copies(void)
{
    uint32_t pixels[24], back[24];
    id texture = texture_of(MTLPixelFormatR32Uint, 8, 3, MTLTextureUsageShaderRead), encoder;
    for (uint32_t n = 0; n < 24; n++)
        pixels[n] = n;
    /* Seen through a view of the whole, read back in one row each, so that the two faults show apart. */
    replace(texture, MTLRegionMake2D(0, 0, 8, 3), pixels, 32);
    printf("texture_write");
    for (NSUInteger y = 0; y < 3; y++) {
        get(texture, MTLRegionMake2D(0, y, 8, 1), back, 32);
        printf(" %u", back[0]);
    }
    for (NSUInteger y = 0; y < 3; y++)
        replace(texture, MTLRegionMake2D(0, y, 8, 1), pixels + 8 * y, 32);
    get(texture, MTLRegionMake2D(0, 0, 8, 3), back, 32);
    printf("\ntexture_read %u %u %u\n", back[0], back[8], back[16]);

    id from = buffer_of(64), to = buffer_of(64), commands = CALL0(id, queue, "commandBuffer");
    for (int n = 0; n < 16; n++)
        ints(from)[n] = n;
    encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange, uint8_t), encoder, "fillBuffer:range:value:", to, ((NSRange){0, 4}), 1);
    CALL(void, TYPES(id, NSUInteger, id, NSUInteger, NSUInteger), encoder,
         "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", from, 8, to, 8, 8);
    run(commands, encoder);
    print_ints("fill", ints(to), 1);
    print_ints("copy", ints(to) + 2, 2);
}

static void probe_device(void)
{
    id library = compile(nil), pipeline = pipeline_in(library, "store", NULL);
    printf("name %s\n", utf8(CALL0(id, device, "name")));
    printf("threads %lu\n", (unsigned long)CALL0(NSUInteger, pipeline, "maxTotalThreadsPerThreadgroup"));
    printf("width %lu\n", (unsigned long)CALL0(NSUInteger, pipeline, "threadExecutionWidth"));
    printf("families");
    for (NSInteger family = MTLGPUFamilyApple1; family <= MTLGPUFamilyApple10; family++)
        if (CALL(BOOL, NSInteger, device, "supportsFamily:", family))
            printf(" %ld", (long)(family - MTLGPUFamilyApple1 + 1));
    printf("\nmsl");
    for (NSUInteger version = MTLLanguageVersion2_0; version <= MTLLanguageVersion4_1; version++) {
        id options = MAKE("MTLCompileOptions"), error = nil;
        CALL(void, NSUInteger, options, "setLanguageVersion:", version);
        if (library_from("kernel void k() {}", options, &error))
            printf(" %lx", (unsigned long)version);
    }
    printf("\n");
}

/* Which storage modes each of two formats may have, and whether the CPU reaches a private texture. */
static void probe_textures(void)
{
    static const NSUInteger formats[] = {MTLPixelFormatRGBA8Unorm, MTLPixelFormatDepth32Float};
    static const char *const names[] = {"colour", "depth"};
    printf("unified %d\n", (int)CALL0(BOOL, device, "hasUnifiedMemory"));
    for (size_t i = 0; i < 2; i++) {
        printf("%s", names[i]);
        for (NSUInteger mode = MTLStorageModeShared; mode <= MTLStorageModePrivate; mode++) {
            id descriptor =
                CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                     "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", formats[i], 1, 1, NO);
            CALL(void, NSUInteger, descriptor, "setStorageMode:", mode);
            id texture = CALL(id, id, device, "newTextureWithDescriptor:", descriptor);
            uint32_t pixel = 1;
            MTLRegion region = {{0, 0, 0}, {1, 1, 1}};
            if (texture)
                CALL(void, TYPES(void *, NSUInteger, MTLRegion, NSUInteger), texture,
                     "getBytes:bytesPerRow:fromRegion:mipmapLevel:", &pixel, 4, region, 0);
            printf(" %s", !texture ? "nil" : pixel ? "hidden" : "open");
        }
        printf("\n");
    }
}

static void probe_noise(void)
{
    for (int n = 1; n <= 220; n++) {
        id inner = MAKE("NSAutoreleasePool"), commands = CALL0(id, queue, "commandBuffer");
        CALL0(void, commands, "commit");
        CALL0(void, commands, "waitUntilCompleted");
        id error = CALL0(id, commands, "error");
        if (error)
            printf("%d %ld %.16s\n", n, error_code(error), error_text(error));
        release(inner);
    }
    id error = nil;
    bool made = library_from("kernel void k() {}", nil, &error) != nil;
    printf("library %d %ld\n", made, error_code(error));
}

static void probe_race(void)
{
    id error = nil, encoder, commands = begin(&encoder);
    id library = library_from("kernel void race(device int *r [[buffer(0)]], uint i [[thread_position_in_grid]])\n"
                              "{\n    r[0] = int(i);\n}\n",
                              nil, &error);
    set_pipeline(encoder, pipeline_in(library, "race", NULL));
    set_buffer(encoder, buffer_of(64), 0, 0);
    dispatch(encoder, 64, 64);
    run(commands, encoder);
    id logs = CALL0(id, commands, "logs");
    printf("status %lu\nlogs %lu\n", (unsigned long)CALL0(NSUInteger, commands, "status"),
           (unsigned long)CALL0(NSUInteger, logs, "count"));
    if (CALL0(NSUInteger, logs, "count") == 0)
        return;
    id log = CALL(id, NSUInteger, logs, "objectAtIndex:", 0), place = CALL0(id, log, "debugLocation");
    printf("place %s %lu\n", utf8(CALL0(id, place, "functionName")), (unsigned long)CALL0(NSUInteger, place, "line"));
    printf("text %s\n", utf8(CALL0(id, log, "description")));
}

static int client(const char *what)
{
    MAKE("NSAutoreleasePool");
    device = MTLCreateSystemDefaultDevice();
    if (!device) {
        printf("none\n");
        return 0;
    }
    queue = CALL0(id, device, "newCommandQueue");
    if (strcmp(what, "textures") == 0) {
        probe_textures();
    } else if (strcmp(what, "device") == 0) {
        probe_device();
    } else if (strcmp(what, "noise") == 0) {
        probe_noise();
    } else if (strcmp(what, "race") == 0) {
        probe_race();
    } else {
        id library = compile(nil);
        probe_binding(library);
        probe_offset_update(library);
        probe_grids(library);
        probe_libraries(library);
        probe_math();
        probe_command_buffers(library);
        probe_copies();
    }
    return 0;
}

/* ---- the tests */

static void read_stream(const char *variable, const char *value, const char *what, const char *stream, char *output,
                        size_t size)
{
    char command[400], self[300];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = 0;
    snprintf(command, sizeof command, "SOFTMETAL_PROBE=%s %s='%s' '%s' %s", what, variable, value, self, stream);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t got = fread(output, 1, size - 1, pipe);
    output[got] = 0;
    assert_int_equal(pclose(pipe), 0);
}

static void read_client(const char *variable, const char *value, const char *what, char *output, size_t size)
{
    read_stream(variable, value, what, "2>/dev/null", output, size);
}

enum { OUTPUT = 4096 };

static void assert_contains(const char *output, const char *line)
{
    if (!contains(output, line))
        fail_msg("no \"%s\" in:\n%s", line, output);
}

static void test_default(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_PERSONALITY", "", "device", output, sizeof output);
    assert_contains(output, "name softmetal\nthreads 1024\nwidth 32\nfamilies 1 2 3 4 5 6 7 8 9\n");
    assert_contains(output, "msl 20000 20001 20002 20003 20004 30000 30001 30002 40000 40001\n");
}

static void test_paravirtual(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_PERSONALITY", "paravirtual", "device", output, sizeof output);
    assert_contains(output, "name Apple Paravirtual device");
    assert_contains(output, "families 1 2 3 4 5\n");
    assert_contains(output, " 30001\n");
}

static void test_small(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_PERSONALITY", "small", "device", output, sizeof output);
    assert_contains(output, "threads 448\n");
}

static void test_wide(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_PERSONALITY", "wide", "device", output, sizeof output);
    assert_contains(output, "width 64\n");
    read_client("SOFTMETAL_PERSONALITY", "narrow", "device", output, sizeof output);
    assert_contains(output, "width 16\n");
}

static void test_discrete(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_PERSONALITY", "", "textures", output, sizeof output);
    assert_contains(output, "unified 1\ncolour open open hidden\ndepth open open hidden\n");
    read_client("SOFTMETAL_PERSONALITY", "discrete", "textures", output, sizeof output);
    assert_contains(output, "unified 0\ncolour nil open hidden\ndepth nil nil hidden\n");
    read_client("SOFTMETAL_PERSONALITY", "discrete", "device", output, sizeof output);
    assert_contains(output, "families\n");
}

static void test_noisy(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_PERSONALITY", "noisy", "noise", output, sizeof output);
    assert_contains(output, "53 1 Innocent Victim \n");
    assert_contains(output, "150 1 Innocent Victim \n");
    assert_contains(output, "211 2 Caused GPU Hang \n");
    assert_contains(output, "library 1 4\n");
}

static void test_findings_are_logs(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_CHECKED", "1", "race", output, sizeof output);
    assert_contains(output, "status 4\nlogs 1\nplace race 3\n");
    assert_contains(output, "text ");
    read_client("SOFTMETAL_CHECKED", "", "race", output, sizeof output);
    assert_contains(output, "status 4\nlogs 0\n");
}

static void test_unknown_setting(void **state)
{
    (void)state;
    char output[OUTPUT];
    read_client("SOFTMETAL_PERSONALITY", "purple", "device", output, sizeof output);
    assert_string_equal(output, "none\n");
    static const char *const wrong[][2] = {{"SOFTMETAL_PERSONALITY", "purple"}, {"SOFTMETAL_FAULT", "no_such_fault"},
                                           {"SOFTMETAL_COOP", "columns"},       {"SOFTMETAL_ENGINE", "steam"},
                                           {"SOFTMETAL_ORDER", "sideways"},     {"SOFTMETAL_WEAK", "very"}};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) { /* there is no device, and it is told why */
        read_stream(wrong[n][0], wrong[n][1], "device", "2>&1 >/dev/null", output, sizeof output);
        assert_contains(output, wrong[n][0]);
        assert_contains(output, wrong[n][1]);
    }
}

/* The name of the first word of the only line that differs; "" if none does, "many" if several do. */
static const char *difference(const char *healthy, const char *faulty, char name[32])
{
    int different = 0;
    name[0] = 0;
    while (*healthy && *faulty) {
        size_t a = strcspn(healthy, "\n"), b = strcspn(faulty, "\n");
        if (a != b || memcmp(healthy, faulty, a) != 0) {
            different++;
            snprintf(name, 32, "%.*s", (int)strcspn(healthy, " \n"), healthy);
        }
        healthy += a + (healthy[a] == '\n');
        faulty += b + (faulty[b] == '\n');
    }
    return different > 1 || *healthy || *faulty ? "many" : name;
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *fault, *line;
    } rows[] = {
        {"api_buffer_offset_ignored", "offset"},
        {"api_offset_update_ignored", "update"},
        {"api_set_bytes_truncated", "bytes"},
        {"api_set_bytes_stale", "last_bytes"},
        {"api_dispatch_order", "order"},
        {"api_threads_rounded_up", "threads"},
        {"api_threads_rounded_down", "threads"},
        {"api_threadgroups_as_threads", "threadgroups"},
        {"api_threadgroup_lengths_swapped", "lengths"},
        {"api_constant_stale", "constant"},
        {"api_last_macro_dropped", "macros"},
        {"api_language_ignored", "language"},
        {"api_math_mode_ignored", "math"},
        {"api_math_functions_ignored", "functions"},
        {"api_error_swallowed", "error"},
        {"api_wait_returns_early", "wait"},
        {"api_texture_row_pitch", "texture_write"},
        {"api_texture_rows_reversed", "texture_read"},
        {"api_fill_short", "fill"},
        {"api_copy_offset_ignored", "copy"},
    };
    static char healthy[OUTPUT], faulty[OUTPUT];
    read_client("SOFTMETAL_FAULT", "", "faults", healthy, sizeof healthy);
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        char name[32];
        read_client("SOFTMETAL_FAULT", rows[n].fault, "faults", faulty, sizeof faulty);
        if (strcmp(difference(healthy, faulty, name), rows[n].line) != 0)
            fail_msg("%s changes \"%s\", not %s:\n%s\n%s", rows[n].fault, difference(healthy, faulty, name),
                     rows[n].line, healthy, faulty);
    }
}

int main(void)
{
    const char *what = getenv("SOFTMETAL_PROBE");
    if (what)
        return client(what);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default),         cmocka_unit_test(test_paravirtual),
        cmocka_unit_test(test_small),           cmocka_unit_test(test_wide),
        cmocka_unit_test(test_discrete),        cmocka_unit_test(test_noisy),
        cmocka_unit_test(test_unknown_setting), cmocka_unit_test(test_findings_are_logs),
        cmocka_unit_test(test_faults),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
