/* library_test.c: from source to a pipeline: options, macros, constants, what reflection says, and what is refused. */
#include "metal_testing.h"

static metal_library *compile(const char *text, char **diagnostics, assay_error *error)
{
    return metal_library_create(device, &(metal_compile){.source = text}, diagnostics, error);
}

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
    metal_library *library = compiled("kernel void k() {}");
    assay_error error = {0};
    assert_null(metal_pipeline_create(library, "nowhere", NULL, 0, NULL, &error));
    assert_non_null(strstr(error.text, "nowhere"));
    metal_library_destroy(library);
    assert_null(metal_library_open(device, "/nowhere.metallib", &error)); /* on Metal: there is no such file */
    assert_non_null(strstr(error.text, "is not loaded: "));
}

/* What a kernel of one thread writes. */
static uint32_t written_by(const metal_compile *compile, const metal_constant *constant)
{
    assay_error error = {0};
    metal_library *library = metal_library_create(device, compile, NULL, &error);
    metal_pipeline *pipeline =
        library ? metal_pipeline_create(library, "k", constant, constant ? 1 : 0, NULL, &error) : NULL;
    if (!pipeline)
        fail_msg("%s", error.text);
    metal_buffer *buffer = metal_buffer_create(device, sizeof(uint32_t), NULL);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, pipeline);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    run(commands);
    uint32_t result = *(uint32_t *)metal_buffer_contents(buffer);
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
    return result;
}

static void test_macros_and_constants(void **state)
{
    (void)state;
    const metal_macro macro = {"FIRST", "40"};
    const uint32_t value = 5;
    const metal_constant by_index = {.index = 3, .data_type = 33 /* MTLDataTypeUInt */, .value = &value};
    assert_int_equal(written_by(&(metal_compile){.source = "constant uint pace [[function_constant(3)]];\n"
                                                           "kernel void k(device uint *out) { *out = FIRST + pace; }",
                                                 .macros = &macro,
                                                 .macro_count = 1},
                                &by_index),
                     45);
}

/* For how many of 64 numbers exp, by the modes of the program, is another than the one of the namespace. */
static uint32_t differences(bool fast, bool legacy)
{
    const metal_macro space = {"SPACE", fast ? "fast" : "precise"};
    const metal_compile compile = {.source =
                                       "#include <metal_stdlib>\nusing namespace metal;\n"
                                       "kernel void k(device uint *out) { *out = 0; for (uint i = 1; i <= 64; i++)\n"
                                       "{ float x = float(i) / 7; *out += exp(x) != SPACE::exp(x); } }\n",
                                   .macros = &space,
                                   .macro_count = 1,
                                   .math = fast ? METAL_MATH_FAST : METAL_MATH_SAFE,
                                   .functions = fast ? METAL_FUNCTIONS_FAST : METAL_FUNCTIONS_PRECISE,
                                   .legacy_math = legacy};
    return written_by(&compile, NULL);
}

/* The old switch knows two of six modes. */
static void test_math_modes(void **state)
{
    (void)state;
    for (int legacy = 0; legacy <= 1; legacy++) {
        assert_int_equal(differences(true, legacy), 0);
        assert_int_equal(differences(false, legacy), 0);
    }
    assay_error error = {0};
    assert_null(metal_library_create(
        device, &(metal_compile){.source = "kernel void k() {}", .math = METAL_MATH_RELAXED, .legacy_math = true}, NULL,
        &error));
    assert_non_null(strstr(error.text, "fastMathEnabled knows only"));
}

static void test_functions_and_arguments(void **state)
{
    (void)state;
    metal_library *library =
        compiled("struct many { device float *x [[id(2)]]; device float *y [[id(5)]]; };\n"
                 "kernel void k(constant many &all [[buffer(3)]], device float *out [[buffer(7)]],\n"
                 "              threadgroup float *tile [[threadgroup(0)]])\n"
                 "{ threadgroup float own[64]; own[0] = all.y[0]; out[0] = own[0] + tile[0] + "
                 "all.x[0]; }\n");
    assert_int_equal(metal_library_function_count(library), 1);
    assert_string_equal(metal_library_function_name(library, 0), "k");
    assert_null(metal_library_annotation(library, "k"));
    assert_null(metal_library_annotation(library, "nowhere"));
    metal_pipeline *pipeline = pipeline_of(library, "k");
    assert_true(metal_pipeline_simd_width(pipeline) >= 4 && metal_pipeline_max_threads(pipeline) >= 64);
    assert_true(metal_pipeline_threadgroup_memory(pipeline) >= 256);
    uint32_t index = 99;
    assert_true(metal_pipeline_index(pipeline, "out", &index) && index == 7);
    assert_true(metal_pipeline_index(pipeline, "all", &index) && index == 3);
    assert_true(metal_pipeline_index(pipeline, "all.y", &index) && index == 5);
    assert_false(metal_pipeline_index(pipeline, "all.z", &index));
    assert_false(metal_pipeline_index(pipeline, "out.y", &index));
    assert_false(metal_pipeline_index(pipeline, "al", &index));
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
}

/* Members of a [[stage_in]]: of each thread's own, one for all, and by an index of 16 bits or 32. */
static void test_stage_in(void **state)
{
    (void)state;
    enum { THREADS = 4, STORED_UINT = 36, EACH = 5, BY_INDEX = 7 }; /* MTLAttributeFormat, MTLStepFunction */
    static const uint32_t own[] = {1, 2, 3, 4}, all[] = {10, 90, 90, 90}, chosen[] = {100, 200, 300, 400};
    static const uint32_t wide[] = {3, 0, 2, 1};
    static const uint16_t narrow[] = {3, 0, 2, 1};
    metal_library *library = compiled(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "struct inputs { uint own [[attribute(0)]]; uint all [[attribute(1)]]; uint chosen [[attribute(2)]]; };\n"
        "kernel void k(inputs in [[stage_in]], device uint *out [[buffer(0)]],\n"
        "              uint i [[thread_position_in_grid]]) { out[i] = in.own + in.all + in.chosen; }\n");
    for (int is_narrow = 0; is_narrow < 2; is_narrow++) {
        const metal_attribute attributes[] = {{0, STORED_UINT, 1, 4, EACH, false},
                                              {1, STORED_UINT, 2, 4, MTLStepFunctionConstant, false},
                                              {2, STORED_UINT, 3, 4, BY_INDEX, false}};
        const metal_wishes wishes = {
            .attributes = attributes, .attribute_count = 3, .index_buffer = 4, .index_bytes = is_narrow ? 2 : 4};
        const void *content[] = {NULL, own, all, chosen, is_narrow ? (const void *)narrow : wide};
        metal_buffer *buffer[5];
        metal_pipeline *pipeline = pipeline_with(library, "k", &wishes);
        metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
        metal_set_pipeline(commands, pipeline);
        for (uint32_t n = 0; n < 5; n++) {
            buffer[n] = metal_buffer_create(device, sizeof own, NULL);
            assert_non_null(buffer[n]);
            if (content[n])
                memcpy(metal_buffer_contents(buffer[n]), content[n], n == 4 && is_narrow ? sizeof narrow : sizeof own);
            metal_set_buffer(commands, buffer[n], 0, n);
        }
        metal_set_stage_in_region(commands, (uint32_t[]){THREADS, 1, 1});
        metal_dispatch_threads(commands, (uint32_t[]){THREADS, 1, 1}, (uint32_t[]){THREADS, 1, 1});
        run(commands);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(((const uint32_t *)metal_buffer_contents(buffer[0]))[i], own[i] + 10 + chosen[wide[i]]);
        for (int n = 0; n < 5; n++)
            metal_buffer_destroy(buffer[n]);
        metal_pipeline_destroy(pipeline);
    }
    metal_library_destroy(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compile_error),    cmocka_unit_test(test_not_utf8),
        cmocka_unit_test(test_missing_function), cmocka_unit_test(test_macros_and_constants),
        cmocka_unit_test(test_math_modes),       cmocka_unit_test(test_functions_and_arguments),
        cmocka_unit_test(test_stage_in),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
