/* dynamic_library_test.c: dynamic libraries and binary archives: made, written, read, used, and what is no such
 * thing. */
#include "../test_client.h"
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/softmetal-libraries-XXXXXX";

static id url_of(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return CALL(id, id, (id)objc_getClass("NSURL"), "fileURLWithPath:", text(path));
}

static const char helper[] = "#include <metal_stdlib>\nusing namespace metal;\n"
                             "int doubled(int x) { return 2 * x; }\n";
static const char program[] = "#include <metal_stdlib>\nusing namespace metal;\nextern int doubled(int x);\n"
                              "kernel void k(device int *out [[buffer(0)]]) { out[0] = doubled(21); }";

static id compile(const char *source, const char *install_name, id libraries, id *error)
{
    id options = MAKE("MTLCompileOptions");
    if (install_name) {
        CALL(void, NSInteger, options, "setLibraryType:", MTLLibraryTypeDynamic);
        CALL(void, id, options, "setInstallName:", text(install_name));
    }
    CALL(void, id, options, "setLibraries:", libraries);
    id made = library_from(source, options, error);
    release(options);
    return made;
}

static id dynamic_of(const char *source, const char *install_name)
{
    id error = nil, compiled = compile(source, install_name, nil, &error);
    assert_non_null(compiled);
    assert_int_equal(CALL0(NSInteger, compiled, "type"), MTLLibraryTypeDynamic);
    assert_string_equal(utf8(CALL0(id, compiled, "installName")), install_name);
    id made = CALL(id, TYPES(id, id *), device, "newDynamicLibrary:error:", compiled, &error);
    assert_non_null(made);
    release(compiled);
    return made;
}

static id array_of(id object)
{
    return CALL(id, id, (id)objc_getClass("NSArray"), "arrayWithObject:", object);
}

static int answer_of(id compiled)
{
    id error = nil, function = CALL(id, id, compiled, "newFunctionWithName:", text("k"));
    id pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
    if (!pipeline)
        fail_msg("%s", error ? error_text(error) : "there is no function k");
    id encoder, commands = begin(&encoder), result = buffer_of(4);
    set_pipeline(encoder, pipeline);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    assert_null(finish(commands, encoder));
    int answer = ints(result)[0];
    release(result);
    release(pipeline);
    release(function);
    return answer;
}

static void test_linked(void **state)
{
    (void)state;
    assert_true(CALL0(BOOL, device, "supportsDynamicLibraries"));
    id error = nil, made = dynamic_of(helper, "@rpath/helper.metallib");
    assert_string_equal(utf8(CALL0(id, made, "installName")), "@rpath/helper.metallib");
    id compiled = compile(program, NULL, array_of(made), &error);
    assert_non_null(compiled);
    assert_int_equal(answer_of(compiled), 42);
    release(compiled);
    release(made);
}

/* Through a file, and the install name with it; a file of plain MSL is named by its path. */
static void test_written_and_read(void **state)
{
    (void)state;
    id error = nil, made = dynamic_of(helper, "@rpath/helper.metallib"), url = url_of("helper.metallib");
    assert_true(CALL(BOOL, TYPES(id, id *), made, "serializeToURL:error:", url, &error));
    id read = CALL(id, TYPES(id, id *), device, "newDynamicLibraryWithURL:error:", url, &error);
    assert_string_equal(utf8(CALL0(id, read, "installName")), "@rpath/helper.metallib");
    id compiled = compile(program, NULL, array_of(read), &error);
    assert_int_equal(answer_of(compiled), 42);
    release(compiled);
    release(read);
    release(made);
    char path[200];
    snprintf(path, sizeof path, "%s/plain.metallib", folder);
    FILE *file = fopen(path, "w");
    fputs("int doubled(int x) { return 3 * x; }\n", file);
    fclose(file);
    read = CALL(id, TYPES(id, id *), device, "newDynamicLibraryWithURL:error:", url_of("plain.metallib"), &error);
    assert_string_equal(utf8(CALL0(id, read, "installName")), path);
    compiled = compile(program, NULL, array_of(read), &error);
    assert_int_equal(answer_of(compiled), 63);
    release(compiled);
    release(read);
}

static void test_wrong_libraries(void **state)
{
    (void)state;
    id error = nil, plain = compile(program, NULL, nil, &error);
    if (plain) /* a function without a body is no mistake until a pipeline needs it */
        assert_null(CALL(id, TYPES(id, id *), device, "newDynamicLibrary:error:", plain, &error));
    else
        assert_null(CALL(id, TYPES(id, id *), device, "newDynamicLibrary:error:", nil, &error));
    assert_string_equal(utf8(CALL0(id, error, "domain")), "MTLDynamicLibraryDomain");
    assert_true(contains(error_text(error), "installName"));
    assert_null(compile(program, NULL, array_of(text("helper")), &error));
    assert_true(contains(error_text(error), "number 0"));
    assert_null(CALL(id, TYPES(id, id *), device, "newDynamicLibraryWithURL:error:", url_of("none"), &error));
    assert_int_equal(error_code(error), MTLDynamicLibraryErrorInvalidFile);
    id made = dynamic_of("int doubled(int x) { return 2 * x; }", "wrong");
    assert_false(CALL(BOOL, TYPES(id, id *), made, "serializeToURL:error:", url_of("no/such/folder"), &error));
    assert_true(contains(error_text(error), "cannot be written"));
    id twice = compile("int doubled(int x) { return x; }", NULL, array_of(made), &error);
    assert_null(twice);
    assert_true(contains(error_text(error), "wrong:1:")); /* its own line, under its own name */
    release(made);
    release(plain);
}

/* ---- archives */

static id archive_of(id url, id *error)
{
    id descriptor = MAKE("MTLBinaryArchiveDescriptor");
    CALL(void, id, descriptor, "setUrl:", url);
    id archive = CALL(id, TYPES(id, id *), device, "newBinaryArchiveWithDescriptor:error:", descriptor, error);
    release(descriptor);
    return archive;
}

static id pipeline_in(id archive, id function, id *error)
{
    id descriptor = MAKE("MTLComputePipelineDescriptor");
    CALL(void, id, descriptor, "setComputeFunction:", function);
    CALL(void, id, descriptor, "setBinaryArchives:", archive ? array_of(archive) : nil);
    id made = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                   "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor,
                   MTLPipelineOptionFailOnBinaryArchiveMiss, NULL, error);
    release(descriptor);
    return made;
}

static BOOL add(id archive, id function, id *error)
{
    id descriptor = MAKE("MTLComputePipelineDescriptor");
    CALL(void, id, descriptor, "setComputeFunction:", function);
    BOOL good =
        CALL(BOOL, TYPES(id, id *), archive, "addComputePipelineFunctionsWithDescriptor:error:", descriptor, error);
    release(descriptor);
    return good;
}

static void test_archive(void **state)
{
    (void)state;
    id error = nil, archive = archive_of(nil, &error), one = function_named("one"), other = function_named("other");
    assert_null(pipeline_in(archive, one, &error));
    assert_true(contains(error_text(error), "one") && contains(error_text(error), "archive"));
    assert_true(add(archive, one, &error));
    id made = pipeline_in(archive, one, &error);
    assert_non_null(made);
    release(made);
    assert_null(pipeline_in(archive, other, &error));
    assert_null(pipeline_in(nil, one, &error));
    assert_true(CALL(BOOL, TYPES(id, id *), archive, "serializeToURL:error:", url_of("archive"), &error));
    id read = archive_of(url_of("archive"), &error);
    made = pipeline_in(read, one, &error);
    assert_non_null(made);
    release(made);
    assert_null(pipeline_in(read, other, &error));
    release(read);
    release(archive);
}

static void test_wrong_archives(void **state)
{
    (void)state;
    id error = nil;
    assert_null(archive_of(url_of("none"), &error));
    assert_int_equal(error_code(error), MTLBinaryArchiveErrorInvalidFile);
    assert_null(archive_of(url_of("helper.metallib"), &error));
    assert_true(contains(error_text(error), "no binary archive"));
    assert_null(CALL(id, TYPES(id, id *), device, "newBinaryArchiveWithDescriptor:error:", nil, &error));
    id archive = archive_of(nil, &error);
    assert_false(add(archive, nil, &error));
    assert_int_equal(error_code(error), MTLBinaryArchiveErrorCompilationFailure);
    assert_string_equal(utf8(CALL0(id, error, "domain")), "MTLBinaryArchiveDomain");
    release(archive);
}

static int open_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? open_client("kernel void one(device int *out [[buffer(0)]]) { out[0] = 1; }\n"
                                         "kernel void other(device int *out [[buffer(0)]]) { out[0] = 2; }")
                           : -1;
}

static int close_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"helper.metallib", "plain.metallib", "archive"};
    for (size_t n = 0; n < 3; n++) {
        char path[200];
        snprintf(path, sizeof path, "%s/%s", folder, names[n]);
        remove(path);
    }
    return rmdir(folder);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_linked), TEST(test_written_and_read), TEST(test_wrong_libraries),
                                       TEST(test_archive), TEST(test_wrong_archives)};
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
