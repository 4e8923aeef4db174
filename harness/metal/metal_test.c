/* metal_test.c: the client against the device that this machine has, from source to results and through every failure
 * it reports. */
#include "client.h"
#include "commands/commands4.h"
#include "metal.h"
#include "selfcheck.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "constant uint pace [[function_constant(3)]];\n"
    "kernel void iota(device uint *out [[buffer(0)]], constant uint &start [[buffer(1)]],\n"
    "                 uint i [[thread_position_in_grid]]) { out[i] = start + i * pace; }\n"
    "kernel void scale(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]])\n"
    "{ out[i] *= FACTOR; }\n"
    "kernel void invert(texture2d<float, access::read> from [[texture(0)]],\n"
    "                   texture2d<float, access::write> to [[texture(1)]],\n"
    "                   uint2 at [[thread_position_in_grid]])\n"
    "{ to.write(1.0f - from.read(at), at); }\n"
    "kernel void endless(device uint *out [[buffer(0)]]) { while (out[0] == 0) out[1] += 1; }\n";
static const metal_macro factor = {"FACTOR", "3"};

static metal_device *device;

static int open_device(void **state)
{
    (void)state;
    assay_error error = {0};
    device = metal_open("default", &error);
    if (!device)
        fprintf(stderr, "%s\n", error.text);
    return device ? 0 : -1;
}

static int close_device(void **state)
{
    (void)state;
    metal_close(device);
    return 0;
}

static metal_library *compile(const char *text, char **diagnostics, assay_error *error)
{
    metal_compile compile = {.source = text,
                             .macros = &factor,
                             .macro_count = 1,
                             .math = METAL_MATH_FAST,
                             .functions = METAL_FUNCTIONS_FAST};
    return metal_library_create(device, &compile, diagnostics, error);
}

static metal_library *compiled(void)
{
    assay_error error = {0};
    metal_library *library = compile(source, NULL, &error);
    if (!library)
        fail_msg("%s", error.text);
    return library;
}

static metal_pipeline *pipeline(metal_library *library, const char *function)
{
    const uint32_t pace = 5;
    const metal_constant constant = {.index = 3, .data_type = 33 /* MTLDataTypeUInt */, .value = &pace};
    assay_error error = {0};
    metal_pipeline *made =
        metal_pipeline_create(library, function, &constant, strcmp(function, "iota") == 0, NULL, &error);
    if (!made)
        fail_msg("%s", error.text);
    return made;
}

static metal_commands *commands_for(metal_pipeline *made, metal_order order)
{
    metal_commands *commands = metal_commands_create(device, order, NULL);
    assert_non_null(commands);
    metal_set_pipeline(commands, made);
    return commands;
}

static void run(metal_commands *commands, metal_result *result)
{
    metal_commands_run(commands, 30, result);
    metal_commands_destroy(commands);
}

/* ---- What works */

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

static void test_two_dispatches(void **state)
{
    (void)state;
    metal_library *library = compiled();
    assert_int_equal(metal_library_function_count(library), 4);
    metal_pipeline *iota = pipeline(library, "iota"), *scale = pipeline(library, "scale");
    assert_true(metal_pipeline_simd_width(iota) >= 4 && metal_pipeline_max_threads(iota) >= 64);
    assert_int_equal(metal_pipeline_threadgroup_memory(iota), 0);
    metal_buffer *buffer = metal_buffer_create(device, 104 * sizeof(uint32_t), NULL);
    uint32_t *numbers = metal_buffer_contents(buffer), start = 7;
    memset(numbers, 0xff, metal_buffer_length(buffer));

    metal_commands *commands = commands_for(iota, METAL_SERIAL);
    metal_set_buffer(commands, buffer, 2 * sizeof *numbers, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_threads(commands, (uint32_t[]){100, 1, 1}, (uint32_t[]){32, 1, 1});
    metal_set_pipeline(commands, scale);
    metal_dispatch_groups(commands, (uint32_t[]){3, 1, 1}, (uint32_t[]){32, 1, 1});
    metal_result result;
    run(commands, &result);

    assert_int_equal(result.status, METAL_COMPLETED);
    assert_string_equal(result.message, "");
    assert_true(result.gpu_seconds >= 0);
    assert_int_equal(numbers[1], UINT32_MAX);
    assert_int_equal(numbers[102], UINT32_MAX);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(numbers[2 + i], (7 + 5 * i) * (i < 96 ? 3 : 1));
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(iota);
    metal_pipeline_destroy(scale);
    metal_library_destroy(library);
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

/* iota, then scale in the same encoder or another: how far `between` keeps them apart. */
static uint32_t in_concurrent_encoder(void (*between)(metal_commands *, metal_resource))
{
    metal_library *library = compiled();
    metal_pipeline *iota = pipeline(library, "iota"), *scale = pipeline(library, "scale");
    metal_buffer *buffer = metal_buffer_create(device, 32 * sizeof(uint32_t), NULL);
    uint32_t *numbers = metal_buffer_contents(buffer), start = 7;
    memset(numbers, 0, metal_buffer_length(buffer));
    metal_commands *commands = commands_for(iota, METAL_CONCURRENT);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
    between(commands, (metal_resource){.buffer = buffer});
    metal_set_pipeline(commands, scale);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
    metal_result result;
    run(commands, &result);
    uint32_t last = numbers[31];
    assert_int_equal(result.status, METAL_COMPLETED);
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(iota);
    metal_pipeline_destroy(scale);
    metal_library_destroy(library);
    return last;
}

static void no_barrier(metal_commands *commands, metal_resource resource)
{
    (void)commands, (void)resource;
}

static void barrier_of_buffers(metal_commands *commands, metal_resource resource)
{
    (void)resource;
    metal_barrier(commands, true, false);
}

static void barrier_of_textures(metal_commands *commands, metal_resource resource)
{
    (void)resource;
    metal_barrier(commands, false, true);
}

static void barrier_of_one(metal_commands *commands, metal_resource resource)
{
    metal_barrier_of(commands, &resource, 1);
}

static void another_encoder(metal_commands *commands, metal_resource resource)
{
    (void)resource;
    assert_true(metal_next_encoder(commands, NULL));
}

/* softmetal runs the second dispatch first, if it may; hardware, when it likes. */
static void test_concurrent_dispatches(void **state)
{
    (void)state;
    const uint32_t scaled = 3 * (7 + 5 * 31), unscaled = 7 + 5 * 31;
    if (metal_device_facts(device)->software) {
        assert_int_equal(in_concurrent_encoder(no_barrier), unscaled);
        assert_int_equal(in_concurrent_encoder(barrier_of_textures), unscaled);
    }
    assert_int_equal(in_concurrent_encoder(barrier_of_buffers), scaled);
    assert_int_equal(in_concurrent_encoder(barrier_of_one), scaled);
    assert_int_equal(in_concurrent_encoder(another_encoder), scaled);
}

static void test_textures(void **state)
{
    (void)state;
    enum { WIDTH = 5, HEIGHT = 3 };
    uint8_t pixels[HEIGHT][WIDTH][4], got[HEIGHT][WIDTH][4];
    for (size_t i = 0; i < sizeof pixels; i++)
        ((uint8_t *)pixels)[i] = (uint8_t)(i * 4);
    metal_library *library = compiled();
    metal_pipeline *invert = pipeline(library, "invert");
    metal_texture *from = metal_texture_create(
        device, "rgba8unorm", &(metal_shape){2, WIDTH, HEIGHT, 1, 1, 1, .samples = 1}, METAL_READ, NULL);
    metal_texture *to =
        metal_texture_create(device, "rgba8unorm", &(metal_shape){2, WIDTH, HEIGHT, 1, 1, 1, .samples = 1},
                             (metal_use){.written = true}, NULL);
    assert_int_equal(metal_texture_pixel_size(to), 4);
    assert_true(metal_texture_write(from, pixels, NULL));

    metal_commands *commands = commands_for(invert, METAL_SERIAL);
    metal_set_texture(commands, from, 0);
    metal_set_texture(commands, to, 1);
    metal_dispatch_threads(commands, (uint32_t[]){WIDTH, HEIGHT, 1}, (uint32_t[]){4, 2, 1});
    metal_result result;
    run(commands, &result);

    assert_int_equal(result.status, METAL_COMPLETED);
    assert_true(metal_texture_read(to, got, NULL));
    for (size_t i = 0; i < sizeof pixels; i++)
        assert_int_equal(((uint8_t *)got)[i], 255 - ((uint8_t *)pixels)[i]);
    metal_texture_destroy(from);
    metal_texture_destroy(to);
    metal_pipeline_destroy(invert);
    metal_library_destroy(library);
}

/* Levels of a depth format, which nothing writes here: what goes in comes out. */
static void test_depth_texture(void **state)
{
    (void)state;
    float pixels[4 * 4 + 2 * 2 + 1], got[4 * 4 + 2 * 2 + 1] = {0};
    for (size_t i = 0; i < sizeof pixels / sizeof *pixels; i++)
        pixels[i] = (float)(i + 1) / 32;
    assay_error error = {0};
    metal_texture *texture = metal_texture_create(device, "depth32float",
                                                  &(metal_shape){2, 4, 4, 1, 1, 3, .samples = 1}, METAL_READ, &error);
    if (!texture)
        fail_msg("%s", error.text);
    assert_true(metal_texture_write(texture, pixels, &error));
    assert_true(metal_texture_read(texture, got, &error));
    assert_memory_equal(got, pixels, sizeof pixels);
    metal_texture_destroy(texture);
}

/* On a GPU with memory of its own textures are private: the two tests above once more, in a child that opens one. */
static const char *program;
static int status_of_child(const char *option, const char *value);

static void test_private_textures(void **state)
{
    (void)state;
    assert_int_equal(status_of_child("--textures", "discrete"), 0);
}

/* All that reflection says of arguments: names, places, types, what is in structures. */
static void test_signature(void **state)
{
    (void)state;
    assay_error error = {0};
    metal_library *library = compile(
        "using real = half;\n"
        "struct sizes { uint n; float3 scale; };\n"
        "struct many { device real *x; device const float4 *g [[id(3)]]; sizes s; device uint *rows[2]; };\n"
        "kernel void k(constant many &all [[buffer(1)]], constant sizes &s, device const real *in [[buffer(1 + 4)]],\n"
        "              threadgroup float *tile [[threadgroup(0)]], metal::texture2d<float> image [[texture(2)]])\n"
        "{ uint kept[512]; for (uint n = 0; n < 512; n++) kept[n] = n * s.n;\n"
        "  all.x[0] = kept[all.s.n % 512] + in[0] + all.g[0].x + tile[0] + s.n + all.s.n + all.rows[1][0] + "
        "image.read(metal::ushort2(0)).x; "
        "}",
        NULL, &error);
    if (!library)
        fail_msg("%s", error.text);
    metal_pipeline *made = pipeline(library, "k");
    char *told = metal_pipeline_signature(made);
    assert_string_equal(told, "buffer 1 read arguments {0@0 write half* x, 3@8 read float4* g, "
                              "4@16 {4@0 uint n, 5@16 float3 scale} s, 6@48 write uint*[2] rows} all; "
                              "buffer 0 read {0@0 uint n, 1@16 float3 scale} s; buffer 5 read half in; "
                              "threadgroup 0 write ? tile; texture 2 read texture image; "
                              "threads 1024; stack 2048");
    free(told);
    metal_pipeline_destroy(made);
    metal_library_destroy(library);
}

/* ---- What is refused */

static void test_compile_error(void **state)
{
    (void)state;
    char *diagnostics = NULL;
    assay_error error = {0};
    assert_null(compile("kernel void broken(\n    device no_such_type *p) {}\n", &diagnostics, &error));
    assert_non_null(strstr(diagnostics, ":2:"));
    assert_non_null(strstr(diagnostics, "no_such_type"));
    assert_non_null(strstr(error.text, "does not compile"));
    free(diagnostics);
}

/* Never the compiler's fault, and so without diagnostics. */
static void test_not_utf8(void **state)
{
    (void)state;
    char *diagnostics = NULL;
    assay_error error = {0};
    assert_null(compile("kernel void k() {}\n// caf\xe9\n", &diagnostics, &error));
    assert_null(diagnostics);
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.text, "byte 7 of the line is 0xe9"));
    const metal_macro macro = {"NAME", "\xff"};
    metal_compile with = {.source = "kernel void k() {}", .macros = &macro, .macro_count = 1};
    assert_null(metal_library_create(device, &with, &diagnostics, &error));
    assert_non_null(strstr(error.text, "is not UTF-8"));
    assert_null(metal_library_open(device, "caf\xe9.metallib", &error));
    assert_non_null(strstr(error.text, "is not loaded: "));
}

static void test_missing_function(void **state)
{
    (void)state;
    metal_library *library = compiled();
    assay_error error = {0};
    assert_null(metal_pipeline_create(library, "nowhere", NULL, 0, NULL, &error));
    assert_non_null(strstr(error.text, "nowhere"));
    metal_library_destroy(library);
    assert_null(metal_library_open(device, "/nowhere.metallib", &error)); /* on Metal: there is no such file */
    assert_non_null(strstr(error.text, "is not loaded: "));
}

static void test_resources_refused(void **state)
{
    (void)state;
    assay_error error = {0};
    assert_null(metal_buffer_create(device, 0, &error));
    assert_non_null(strstr(error.text, "0 bytes"));
    assert_null(
        metal_texture_create(device, "rgba9unorm", &(metal_shape){2, 4, 4, 1, 1, 1, .samples = 1}, METAL_READ, &error));
    assert_non_null(strstr(error.text, "rgba9unorm"));
    assert_null(
        metal_texture_create(device, "r32float", &(metal_shape){2, 0, 4, 1, 1, 1, .samples = 1}, METAL_READ, &error));
    metal_buffer_destroy(NULL);
    metal_texture_destroy(NULL);
    metal_commands_destroy(NULL);
    metal_commands_destroy(metal_commands_create(device, METAL_SERIAL, NULL));
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

/* ---- The selfcheck must notice a method whose types changed. */

static void test_selfcheck(void **state)
{
    (void)state;
    assay_error error = {0};
    if (!selfcheck_device(device, &error))
        fail_msg("%s", error.text);
    /* The same object in a subclass, where one method has another type. */
    Class class = object_getClass(device->object);
    Class wrong = objc_allocateClassPair(class, "WrongDevice", 0);
    SEL selector = sel_registerName("maxBufferLength");
    class_addMethod(wrong, selector, method_getImplementation(class_getInstanceMethod(class, selector)), "I16@0:8");
    objc_registerClassPair(wrong);
    object_setClass(device->object, wrong);
    bool unnoticed = selfcheck_device(device, &error);
    object_setClass(device->object, class);
    assert_false(unnoticed);
    assert_non_null(strstr(error.text, "1 methods differ"));
}

/* ... and one that is gone, unless the object says that it answers: then another answers for it. */

static BOOL respond(id self, SEL command, SEL selector)
{
    (void)self;
    (void)command;
    (void)selector;
    return true;
}

/* The class of the device without a method; NULL if a class above it has that. */
static Class class_without(const char *missing, const char *name, bool responds)
{
    Class class = object_getClass(device->object),
          without = objc_allocateClassPair(class_getSuperclass(class), name, 0);
    unsigned count = 0;
    bool left_out = false;
    if (responds)
        class_addMethod(without, sel_registerName("respondsToSelector:"), (IMP)(void (*)(void))respond, "B@::");
    Method *methods = class_copyMethodList(class, &count);
    for (unsigned i = 0; i < count; i++) {
        SEL selector = method_getName(methods[i]);
        if (strcmp(sel_getName(selector), missing) == 0)
            left_out = true;
        else
            class_addMethod(without, selector, method_getImplementation(methods[i]),
                            method_getTypeEncoding(methods[i]));
    }
    free(methods);
    objc_registerClassPair(without);
    return left_out ? without : NULL;
}

static void test_selfcheck_of_a_missing_method(void **state)
{
    (void)state;
    assay_error error = {0};
    Class class = object_getClass(device->object);
    Class without = class_without("maxBufferLength", "DeviceWithout", false);
    Class answers = class_without("maxBufferLength", "DeviceAnswers", true);
    if (!without || !answers)
        skip();
    object_setClass(device->object, without);
    bool unnoticed = selfcheck_device(device, &error);
    object_setClass(device->object, answers);
    bool accepted = selfcheck_device(device, NULL);
    object_setClass(device->object, class);
    assert_false(unnoticed);
    assert_non_null(strstr(error.text, "1 methods differ"));
    assert_true(accepted);
}

/* ---- An endless kernel: first the device's own limit, then ours. In children, which end with the kernel still
 * running. */

static int run_endless(double seconds)
{
    assay_error error;
    device = metal_open("default", &error);
    metal_pipeline *endless = device ? pipeline(compiled(), "endless") : NULL;
    metal_buffer *buffer = device ? metal_buffer_create(device, 16, &error) : NULL;
    if (!endless || !buffer)
        return -1;
    memset(metal_buffer_contents(buffer), 0, 16);
    metal_commands *commands = commands_for(endless, METAL_SERIAL);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    metal_result result;
    metal_commands_run(commands, seconds, &result);
    return result.message[0] ? (int)result.status : -1;
}

/* ---- Handlers */

static IMP take_handler; /* the device's own method */
static struct {
    int count, flags;
} taken;

static void see_handler(id self, SEL selector, id handler)
{
    taken.count++;
    taken.flags = ((const client_block *)(const void *)handler)->flags;
    ((void (*)(id, SEL, id))(void (*)(void))take_handler)(self, selector, handler);
}

/* Who keeps a handler lets go of it at a time of his own, also after metal_commands_destroy: so it is a block that he
 * copies, and nothing of ours is touched then. */
static void expect_copied_handler(Class class, metal_method selector, void (*act)(void))
{
    enum { IS_GLOBAL = 1 << 28, NEEDS_FREE = 1 << 24 };
    Method method = class_getInstanceMethod(class, runtime_selector[selector]);
    assert_non_null(method);
    take_handler = method_setImplementation(method, (IMP)(void (*)(void))see_handler);
    taken.count = 0;
    act();
    method_setImplementation(method, take_handler);
    assert_int_equal(taken.count, 1);
    assert_int_equal(taken.flags & (IS_GLOBAL | NEEDS_FREE), 0);
}

static void run_by_host4(void)
{
    const uint32_t start = 7;
    metal_library *library = compiled();
    metal_pipeline *iota = pipeline(library, "iota");
    metal_buffer *buffer = metal_buffer_create(device, 32 * sizeof(uint32_t), NULL);
    metal_commands *commands = metal_commands_create4(device, METAL_SERIAL, NULL);
    metal_result result;
    assert_non_null(commands);
    metal_set_pipeline(commands, iota);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
    run(commands, &result);
    assert_int_equal(result.status, METAL_COMPLETED);
    assert_int_equal(((const uint32_t *)metal_buffer_contents(buffer))[31], 7 + 31 * 5);
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(iota);
    metal_library_destroy(library);
}

static void test_handler_of_a_commit(void **state)
{
    (void)state;
    if (!commands4_open(device, NULL))
        skip();
    expect_copied_handler(objc_getClass("MTL4CommitOptions"), METHOD_options4_add_handler, run_by_host4);
}

static void open_log(void)
{
    const metal_log_options options = {0};
    metal_log *log = metal_log_create(device, &options, NULL);
    assert_non_null(log);
    metal_log_destroy(log);
}

static void test_handler_of_a_log(void **state)
{
    (void)state;
    const metal_log_options options = {0};
    metal_log *log = metal_log_create(device, &options, NULL);
    if (!log)
        skip();
    Class class = object_getClass(client_log_state(log));
    metal_log_destroy(log);
    expect_copied_handler(class, METHOD_log_add_handler, open_log);
}

static int status_of_child(const char *option, const char *value)
{
    char command[4096];
    snprintf(command, sizeof command, "'%s' %s %s", program, option, value);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_endless_kernel(void **state)
{
    (void)state;
    assert_int_equal(status_of_child("--endless", "0.02"), METAL_TIMED_OUT);
    assert_int_equal(status_of_child("--endless", "60"), METAL_ERROR);
}

/* The number of failed tests. */
static int run_textures(const char *personality)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_textures), cmocka_unit_test(test_depth_texture)};
    assay_error error = {0};
    setenv("SOFTMETAL_PERSONALITY", personality, 1);
    device = metal_open("default", &error);
    if (!device)
        return -1;
    if (device->facts.software && device->facts.unified_memory)
        return -1;
    return cmocka_run_group_tests(tests, NULL, close_device);
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
    assert_int_equal(status_of_child("--gpu", driver), 0);
}

int main(int argc, char **argv)
{
    program = argv[0];
    if (argc == 3 && strcmp(argv[1], "--gpu") == 0)
        return run_gpu(argv[2]);
    if (argc == 3 && strcmp(argv[1], "--endless") == 0)
        _exit(run_endless(strtod(argv[2], NULL)));
    if (argc == 3 && strcmp(argv[1], "--textures") == 0)
        return run_textures(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_a_gpu_behind_softmetal),
        cmocka_unit_test(test_macos),
        cmocka_unit_test(test_innocents),
        cmocka_unit_test(test_two_dispatches),
        cmocka_unit_test(test_concurrent_dispatches),
        cmocka_unit_test(test_textures),
        cmocka_unit_test(test_depth_texture),
        cmocka_unit_test(test_private_textures),
        cmocka_unit_test(test_signature),
        cmocka_unit_test(test_compile_error),
        cmocka_unit_test(test_not_utf8),
        cmocka_unit_test(test_missing_function),
        cmocka_unit_test(test_resources_refused),
        cmocka_unit_test(test_unknown_devices),
        cmocka_unit_test(test_selfcheck),
        cmocka_unit_test(test_selfcheck_of_a_missing_method),
        cmocka_unit_test(test_handler_of_a_commit),
        cmocka_unit_test(test_handler_of_a_log),
        cmocka_unit_test(test_endless_kernel),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
