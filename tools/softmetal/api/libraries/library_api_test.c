/* library_api_test.c: libraries from source and files, options and macros, what is refused, and the functions in
 * them. */
#include <stdlib.h>
#include <unistd.h>
#include "../../include-host/dispatch/dispatch.h"
#include "../objc/blocks.h"
#include "../test_kernels.h"

static void test_compile_errors(void **state)
{
    (void)state;
    id error = nil;
    assert_null(library_from("kernel void k() {\n  this is wrong;\n}\n", nil, &error));
    assert_int_equal(error_code(error), MTLLibraryErrorCompileFailure);
    assert_string_equal(utf8(CALL0(id, error, "domain")), "MTLLibraryErrorDomain");
    assert_true(contains(error_text(error), "program_source:2:"));
    assert_true(contains(error_text(error), "error:"));
    assert_null(library_from("still wrong", nil, NULL));
    assert_null(CALL(id, TYPES(id, id, id *), device, "newLibraryWithSource:options:error:", nil, nil, &error));
}

/* What a program loads as compiled library is a file of source. */
static void test_library_from_file(void **state)
{
    (void)state;
    char path[] = "/tmp/softmetal-library-XXXXXX";
    int file = mkstemp(path);
    static const char text_of_file[] = "kernel void from_file() {}", compiled[] = "MTLB\1\2\3";
    assert_int_equal(write(file, text_of_file, sizeof text_of_file - 1), sizeof text_of_file - 1);
    id error = nil, url = CALL(id, id, (id)objc_getClass("NSURL"), "fileURLWithPath:", text(path));
    id loaded[] = {CALL(id, TYPES(id, id *), device, "newLibraryWithFile:error:", text(path), &error),
                   CALL(id, TYPES(id, id *), device, "newLibraryWithURL:error:", url, &error)};
    for (int n = 0; n < 2; n++) {
        assert_non_null(loaded[n]);
        id names = CALL0(id, loaded[n], "functionNames");
        assert_string_equal(utf8(CALL(id, NSUInteger, names, "objectAtIndex:", 0)), "from_file");
        release(loaded[n]);
    }
    assert_int_equal(pwrite(file, compiled, sizeof compiled, 0), sizeof compiled);
    assert_null(CALL(id, TYPES(id, id *), device, "newLibraryWithFile:error:", text(path), &error));
    assert_int_equal(error_code(error), MTLLibraryErrorUnsupported);
    close(file);
    remove(path);
    assert_null(CALL(id, TYPES(id, id *), device, "newLibraryWithFile:error:", text(path), &error));
    assert_int_equal(error_code(error), MTLLibraryErrorFileNotFound);
    assert_null(CALL0(id, device, "newDefaultLibrary"));
}

static int let_go;

static void count_release(id block)
{
    (void)block;
    let_go++;
}

/* The same of data that the program has in memory, which may be followed by anything. */
static void test_library_from_data(void **state)
{
    (void)state;
    extern void *_NSConcreteGlobalBlock[32];
    static const mtl_block_descriptor descriptor = {0, sizeof(mtl_block), NULL, NULL};
    mtl_block owner = {_NSConcreteGlobalBlock, MTL_BLOCK_IS_GLOBAL, 0, (void (*)(void))count_release, &descriptor};
    static const char bytes[] = "kernel void from_data() {}kernel void behind() {}", compiled[] = "MTLB\1\2\3";
    size_t size = sizeof "kernel void from_data() {}" - 1;
    dispatch_data_t data[] = {dispatch_data_create(bytes, size, NULL, DISPATCH_DATA_DESTRUCTOR_DEFAULT),
                              dispatch_data_create(strdup(bytes), size, NULL, DISPATCH_DATA_DESTRUCTOR_FREE),
                              dispatch_data_create(bytes, size, NULL, (dispatch_block_t)&owner)};
    for (int n = 0; n < 3; n++) {
        assert_int_equal(dispatch_data_get_size(data[n]), size);
        id error = nil;
        id library = CALL(id, TYPES(dispatch_data_t, id *), device, "newLibraryWithData:error:", data[n], &error);
        assert_non_null(library);
        id names = CALL0(id, library, "functionNames");
        assert_int_equal(CALL0(NSUInteger, names, "count"), 1);
        assert_string_equal(utf8(CALL(id, NSUInteger, names, "objectAtIndex:", 0)), "from_data");
        release(library);
        assert_int_equal(let_go, 0);
        dispatch_release(data[n]);
    }
    assert_int_equal(let_go, 1);
    id error = nil;
    dispatch_data_t other = dispatch_data_create(compiled, sizeof compiled, NULL, DISPATCH_DATA_DESTRUCTOR_DEFAULT);
    assert_null(CALL(id, TYPES(dispatch_data_t, id *), device, "newLibraryWithData:error:", other, &error));
    assert_int_equal(error_code(error), MTLLibraryErrorUnsupported);
    assert_null(CALL(id, TYPES(dispatch_data_t, id *), device, "newLibraryWithData:error:", NULL, &error));
    assert_int_equal(error_code(error), MTLLibraryErrorFileNotFound);
    dispatch_release(other);
}

static void test_language_version(void **state)
{
    (void)state;
    id options = MAKE("MTLCompileOptions"), error = nil;
    CALL(void, NSUInteger, options, "setLanguageVersion:", 0x90000);
    assert_null(library_from(source, options, &error));
    assert_true(contains(error_text(error), "9.0"));
    release(options);
    id not_initialised = CALL0(id, (id)objc_getClass("MTLCompileOptions"), "alloc");
    id library = library_from("kernel void k() {}", not_initialised, &error);
    assert_non_null(library);
    release(library);
    release(not_initialised);
}

static void test_fast_math_sets_both_axes(void **state)
{
    (void)state;
    id options = MAKE("MTLCompileOptions");
    assert_true(CALL0(BOOL, options, "fastMathEnabled"));
    CALL(void, BOOL, options, "setFastMathEnabled:", NO);
    assert_int_equal(CALL0(NSInteger, options, "mathMode"), MTLMathModeSafe);
    assert_int_equal(CALL0(NSInteger, options, "mathFloatingPointFunctions"), MTLMathFloatingPointFunctionsPrecise);
    id copy = CALL0(id, options, "copy");
    assert_int_equal(CALL0(NSInteger, copy, "mathMode"), MTLMathModeSafe);
    release(copy);
    release(options);
}

static void test_macros(void **state)
{
    (void)state;
    id options = MAKE("MTLCompileOptions"), macros = MAKE("NSMutableDictionary"), error = nil;
    id number = CALL(id, int, (id)objc_getClass("NSNumber"), "numberWithInt:", 7);
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", number, text("SEVEN"));
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text("int"), text("TYPE"));
    CALL(void, id, options, "setPreprocessorMacros:", macros);
    id made =
        library_from("static_assert(SEVEN == 7, \"\"); kernel void k(device TYPE *r [[buffer(0)]]) { *r = SEVEN; }",
                     options, &error);
    if (!made)
        fail_msg("%s", error_text(error));
    release(made);
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", device, text("TYPE"));
    CALL(void, id, options, "setPreprocessorMacros:", macros);
    assert_null(library_from("kernel void k() {}", options, &error));
    assert_true(contains(error_text(error), "TYPE"));
    release(macros);
    release(options);
}

static void test_functions(void **state)
{
    (void)state;
    id names = CALL0(id, library, "functionNames");
    assert_true(CALL(BOOL, id, names, "containsObject:", text("add")));
    assert_null(CALL(id, id, library, "newFunctionWithName:", text("subtract")));
    id function = CALL(id, id, library, "newFunctionWithName:", text("add"));
    assert_string_equal(utf8(CALL0(id, function, "name")), "add");
    assert_int_equal(CALL0(NSUInteger, function, "functionType"), MTLFunctionTypeKernel);
    release(function);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_compile_errors),   TEST(test_library_from_data),        TEST(test_library_from_file),
        TEST(test_language_version), TEST(test_fast_math_sets_both_axes), TEST(test_macros),
        TEST(test_functions),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
