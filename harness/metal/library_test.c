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

/* A warning is told, too; of a program without one, nothing. */
static void test_warnings(void **state)
{
    (void)state;
    char *diagnostics = NULL;
    metal_library *warned = compile("#warning \"mind this\"\nkernel void k() {}\n", &diagnostics, NULL);
    assert_non_null(warned);
    assert_non_null(diagnostics);
    assert_non_null(strstr(diagnostics, "mind this"));
    free(diagnostics);
    metal_library *silent = compile("kernel void k() {}\n", &diagnostics, NULL);
    assert_non_null(silent);
    assert_null(diagnostics);
    metal_library_destroy(warned);
    metal_library_destroy(silent);
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
static uint32_t written_by(const metal_compile *compile, const metal_constant *constants, size_t count)
{
    assay_error error = {0};
    metal_library *library = metal_library_create(device, compile, NULL, &error);
    metal_pipeline *pipeline = library ? metal_pipeline_create(library, "k", constants, count, NULL, &error) : NULL;
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

/* Constants by their index and by their name; without one that it needs there is no function. */
static void test_macros_and_constants(void **state)
{
    (void)state;
    enum { TYPE_UINT = 33 }; /* MTLDataTypeUInt */
    const metal_macro macros[] = {{"FIRST", "1000"}, {"SECOND", "20000"}};
    const uint32_t three = 3, forty = 40, five_hundred = 500;
    const metal_constant constants[] = {{.index = 3, .data_type = TYPE_UINT, .value = &three},
                                        {.name = "gap", .data_type = TYPE_UINT, .value = &forty},
                                        {.index = 9, .data_type = TYPE_UINT, .value = &five_hundred}};
    const metal_compile program = {.source = "constant uint pace [[function_constant(3)]];\n"
                                             "constant uint gap [[function_constant(5)]];\n"
                                             "constant uint width [[function_constant(9)]];\n"
                                             "kernel void k(device uint *out)\n"
                                             "{ *out = FIRST + SECOND + pace + gap * 2 + width; }",
                                   .macros = macros,
                                   .macro_count = 2};
    assert_int_equal(written_by(&program, constants, 3), 21000 + 3 + 80 + 500);
    assay_error error = {0};
    metal_library *library = metal_library_create(device, &program, NULL, &error);
    assert_null(metal_pipeline_create(library, "k", constants, 2, NULL, &error));
    assert_non_null(strstr(error.text, "gives no function `k`: "));
    assert_non_null(strstr(error.text, "width"));
    metal_library_destroy(library);
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
    return written_by(&compile, NULL, 0);
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

/* What the device is told of the program's modes, if anything; numbers as Metal's documentation has them. */
static void test_options_are_told(void **state)
{
    (void)state;
    enum { SAFE, RELAXED, FAST, FUNCTIONS_FAST = 0, FUNCTIONS_PRECISE, LEVEL_DEFAULT = 0, LEVEL_SIZE };
    static const struct {
        metal_compile given;
        NSInteger math, functions, level; /* math: -1: nothing is said of the modes */
    } rows[] = {
        {{.math = METAL_MATH_SAFE, .functions = METAL_FUNCTIONS_PRECISE}, SAFE, FUNCTIONS_PRECISE, LEVEL_DEFAULT},
        {{.math = METAL_MATH_SAFE, .functions = METAL_FUNCTIONS_FAST}, SAFE, FUNCTIONS_FAST, LEVEL_DEFAULT},
        {{.math = METAL_MATH_RELAXED, .functions = METAL_FUNCTIONS_PRECISE}, RELAXED, FUNCTIONS_PRECISE, LEVEL_DEFAULT},
        {{.math = METAL_MATH_FAST, .functions = METAL_FUNCTIONS_FAST, .for_size = true},
         FAST,
         FUNCTIONS_FAST,
         LEVEL_SIZE},
        {{.math = METAL_MATH_FAST, .functions = METAL_FUNCTIONS_FAST, .default_math = true}, -1, -1, LEVEL_DEFAULT},
    };
    if (!metal_device_facts(device)->math_modes)
        skip();
    Class class = objc_getClass("MTLCompileOptions");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        metal_compile given = rows[i].given;
        given.source = "kernel void k() {}";
        note_setter(class, METHOD_options_set_math_mode);
        note_setter(class, METHOD_options_set_math_functions);
        note_setter(class, METHOD_options_set_optimization);
        metal_library_destroy(metal_library_create(device, &given, NULL, NULL));
        const noted level = end_note(class, METHOD_options_set_optimization);
        const noted functions = end_note(class, METHOD_options_set_math_functions);
        const noted math = end_note(class, METHOD_options_set_math_mode);
        const bool said = rows[i].math >= 0;
        assert_int_equal(math.count, said);
        assert_int_equal(functions.count, said);
        assert_true(!said || ((NSInteger)math.last == rows[i].math && (NSInteger)functions.last == rows[i].functions));
        assert_int_equal(level.last, rows[i].level);
    }
}

/* The version of the language, the device's newest if none is asked for; how many threads a threadgroup may have. */
static void test_version_and_threads(void **state)
{
    (void)state;
    metal_compile program = {.source = "kernel void k(device uint *out) { *out = __METAL_VERSION__; }"};
    const uint32_t newest = metal_device_facts(device)->msl;
    assert_int_equal(written_by(&program, NULL, 0), (newest >> 16) * 100 + (newest & 0xffff) * 10);
    program.msl = 2 << 16 | 3;
    assert_int_equal(written_by(&program, NULL, 0), 230);
    program.max_threads = 64;
    metal_library *library = metal_library_create(device, &program, NULL, NULL);
    metal_pipeline *pipeline = pipeline_of(library, "k");
    assert_int_equal(metal_pipeline_max_threads(pipeline), 64);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
}

static void test_annotations(void **state)
{
    (void)state;
    metal_library *library =
        compiled("[[user_annotation(\"for tests\")]] kernel void k() {}\nkernel void silent() {}\n");
    if (!runtime_responds(library->object, METHOD_library_reflection))
        skip();
    char *text = metal_library_annotation(library, "k");
    assert_non_null(text);
    assert_string_equal(text, "for tests");
    assert_null(metal_library_annotation(library, "silent"));
    free(text);
    metal_library_destroy(library);
}

/* An argument that a function constant switches off is none. */
static void test_inactive_arguments(void **state)
{
    (void)state;
    metal_library *library = compiled("constant bool wanted [[function_constant(0)]];\n"
                                      "kernel void k(device uint *out [[buffer(1)]],\n"
                                      "              device uint *more [[buffer(4), function_constant(wanted)]])\n"
                                      "{ if (wanted) *out = *more; else *out = 0; }\n");
    for (int on = 0; on <= 1; on++) {
        const bool value = on;
        const metal_constant constant = {.data_type = 53 /* MTLDataTypeBool */, .value = &value};
        metal_pipeline *pipeline = metal_pipeline_create(library, "k", &constant, 1, NULL, NULL);
        uint32_t index = 0;
        assert_non_null(pipeline);
        assert_int_equal(metal_pipeline_index(pipeline, "more", &index), on);
        assert_int_equal(index, on ? 4 : 0);
        metal_pipeline_destroy(pipeline);
    }
    metal_library_destroy(library);
}

/* A kernel whose attribute says another size than the descriptor has no pipeline (MSL 5.1.3). */
static void test_required_threads(void **state)
{
    (void)state;
    assay_error error = {0};
    id pool = runtime_pool_open();
    id descriptor = ns_new(runtime_class(CLASS_MTLComputePipelineDescriptor));
    const bool knows = runtime_responds(descriptor, METHOD_descriptor_set_required_threads);
    ns_release(descriptor);
    runtime_pool_close(pool);
    if (!knows)
        skip();
    metal_library *library = compiled("[[required_threads_per_threadgroup(8, 2, 1)]] kernel void k() {}\n");
    metal_pipeline_destroy(pipeline_with(library, "k", &(metal_wishes){.required_threads = {8, 2, 1}}));
    assert_null(metal_pipeline_create(library, "k", NULL, 0, &(metal_wishes){.required_threads = {8, 1, 2}}, &error));
    assert_non_null(strstr(error.text, "no pipeline for `k`: "));
    metal_library_destroy(library);
}

static size_t group_count, group_size;
static IMP set_groups;

static void see_groups(id self, SEL selector, id groups)
{
    group_count++;
    group_size = array_count(dictionary_get(groups, runtime_string("additions")));
    ((void (*)(id, SEL, id))(void (*)(void))set_groups)(self, selector, groups);
}

/* What is linked, and the group it is in: a name that the library does not have changes nothing for the next. */
static void test_linked_functions(void **state)
{
    (void)state;
    static const char *const linked[] = {"nowhere", "one", "two"}, *const groups[] = {"additions"};
    metal_library *library = compiled("#include <metal_stdlib>\nusing namespace metal;\n"
                                      "[[visible]] int one(int x) { return x + 1; }\n"
                                      "[[visible]] int two(int x) { return x + 2; }\n"
                                      "kernel void k(visible_function_table<int(int)> table [[buffer(0)]])\n"
                                      "{ [[function_groups(\"additions\")]] table[0](1); }\n");
    Method method =
        class_getInstanceMethod(objc_getClass("MTLLinkedFunctions"), runtime_selector[METHOD_linked_set_groups]);
    assert_non_null(method);
    for (size_t count = 0; count <= 1; count++) {
        group_count = group_size = 0;
        set_groups = method_setImplementation(method, (IMP)(void (*)(void))see_groups);
        metal_pipeline *pipeline = pipeline_with(
            library, "k", &(metal_wishes){.linked = linked, .linked_count = 3, .groups = groups, .group_count = count});
        method_setImplementation(method, set_groups);
        assert_int_equal(group_count, count);
        assert_int_equal(group_size, 2 * count);
        metal_table *table = metal_table_create(pipeline, linked + 1, 2, NULL);
        assert_non_null(table);
        metal_table_destroy(table);
        metal_pipeline_destroy(pipeline);
    }
    metal_library_destroy(library);
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

/* A stride that comes with the buffer, one of its own, and a rate of 0 for what is the same for all. */
static void test_stage_in_layouts(void **state)
{
    (void)state;
    enum { STORED_UINT = 36, EACH = 5 };
    const metal_attribute rows[] = {{0, STORED_UINT, 1, 12, EACH, false},
                                    {0, STORED_UINT, 1, 12, EACH, true},
                                    {0, STORED_UINT, 1, 12, MTLStepFunctionConstant, false}};
    metal_library *library = compiled("#include <metal_stdlib>\nusing namespace metal;\n"
                                      "struct inputs { uint own [[attribute(0)]]; };\n"
                                      "kernel void k(inputs in [[stage_in]], device uint *out [[buffer(0)]])\n"
                                      "{ *out = in.own; }\n");
    id pool = runtime_pool_open();
    Class class = object_getClass(
        layouts_at(stage_in_layouts(stage_in_descriptor(runtime_class(CLASS_MTLStageInputOutputDescriptor))), 1));
    for (size_t n = 0; n < 3; n++) {
        note_setter(class, METHOD_layout_set_stride);
        note_setter(class, METHOD_layout_set_rate);
        metal_pipeline *pipeline = metal_pipeline_create(
            library, "k", NULL, 0, &(metal_wishes){.attributes = &rows[n], .attribute_count = 1}, NULL);
        const noted rate = end_note(class, METHOD_layout_set_rate), stride = end_note(class, METHOD_layout_set_stride);
        assert_non_null(pipeline);
        metal_pipeline_destroy(pipeline);
        assert_int_equal(stride.count, 1);
        assert_true(stride.last == (n == 1 ? (NSUInteger)-1 : 12)); /* MTLBufferLayoutStrideDynamic */
        assert_int_equal(rate.count, n == 2);
        assert_int_equal(rate.last, 0);
    }
    runtime_pool_close(pool);
    metal_library_destroy(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compile_error),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_not_utf8),
        cmocka_unit_test(test_missing_function),
        cmocka_unit_test(test_macros_and_constants),
        cmocka_unit_test(test_math_modes),
        cmocka_unit_test(test_options_are_told),
        cmocka_unit_test(test_version_and_threads),
        cmocka_unit_test(test_annotations),
        cmocka_unit_test(test_inactive_arguments),
        cmocka_unit_test(test_required_threads),
        cmocka_unit_test(test_linked_functions),
        cmocka_unit_test(test_functions_and_arguments),
        cmocka_unit_test(test_stage_in),
        cmocka_unit_test(test_stage_in_layouts),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
