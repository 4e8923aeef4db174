/* launch_test.c: for which threadgroups the numbers in a kernel's text speak. */
#include "launch.h"
#include "../read_testing.h"

static const char heads[] = "#include <metal_stdlib>\nusing namespace metal;\n#define BS 16\n#define T8 8\n"
                            "constant constexpr uint THREADS = 128;\nconstant uint kSide = 32;\n";

static const char row[] = "uint g [[threadgroup_position_in_grid]], uint t [[thread_position_in_threadgroup]], uint s "
                          "[[simdgroup_index_in_threadgroup]]";
static const char told[] = "uint g [[threadgroup_position_in_grid]], uint t [[thread_position_in_threadgroup]], uint n "
                           "[[threads_per_threadgroup]]";
static const char grid[] = "uint t [[thread_position_in_grid]]";
static const char lane[] = "uint g [[threadgroup_position_in_grid]], uint t [[thread_index_in_simdgroup]]";
static const char square[] = "uint2 g [[threadgroup_position_in_grid]], uint2 t [[thread_position_in_threadgroup]]";

static int begin(void **state)
{
    (void)state;
    return make_folder();
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal"};
    return remove_folder(names, 1);
}

/* `first` is the likeliest size, 0 for none; `count` how many there are, 0: any. */
static void expect(const char *parameters, const char *body, unsigned usual, unsigned first, size_t count)
{
    char text[2048];
    snprintf(text, sizeof text, "%skernel void f(device float *x, %s)\n{\n%s\n}\n", heads, parameters, body);
    kernel_source *kernel = kernel_read(write_file("k.metal", text), (const char *const[]){NULL}, 0, &error);
    assert_non_null(kernel);
    launch_sizes sizes = launch_read(kernel, kernel_function_named(kernel, "f"), parameters == square, usual);
    if (sizes.size[0] != first || (count && sizes.count != count))
        fail_msg("%s: %u first of %zu", body, sizes.size[0], sizes.count);
    assert_int_equal(sizes.size[sizes.count], 0);
    kernel_destroy(kernel);
}

static void numbers_in_rows(void **state)
{
    (void)state;
    expect(row, "for (uint j = 0; j < 9; j++) x[j * THREADS + t] = 1;", 256, 128, 0);
    expect(row, "threadgroup float a[256]; a[t] = 1; for (uint i = 128; i > 0; i /= 2) x[i] = a[i];", 256, 256, 1);
    expect(row, "threadgroup float a[2][256]; a[g][t] = 1; x[0] = a[0][255];", 256, 256, 1);
    expect(row, "for (uint i = 64; i > 0; i >>= 1) x[t] += x[t + i];", 256, 64, 2); /* or 128, where a tree begins */
    expect(row, "threadgroup float a[8]; a[s] = 1; for (uint i = 0; i < 8; i++) x[t] += a[i];", 128, 256, 1);
    expect(row, "x[g * 1024 + 4 * t] = 1;", 256, 256, 0); /* four elements of each */
    expect(row, "x[g * 512 + t] = 1;", 1024, 512, 0);
}

static void names_in_tiles(void **state)
{
    (void)state;
    expect(square, "threadgroup float a[2][BS][BS]; a[0][t.y][t.x] = 1;", 8, 16, 1);
    expect(square, "threadgroup float a[BS * BS]; a[t.y * BS + t.x] = 1;", 8, 16, 1);
    expect(square, "threadgroup float a[kSide * (kSide + 1)]; a[t.x] = 1;", 16, 32, 1);
    expect(square, "threadgroup float a[T8 + 4][T8 + 4]; a[t.y][t.x] = 1;", 16, 8, 1);
    expect(square, "threadgroup float a[272]; a[t.y * 17 + t.x] = 1;", 8, 16, 1);
    expect(square, "threadgroup float a[20][20]; a[t.y][t.x] = 1;", 8, 16, 1);
}

static void what_names_none(void **state)
{
    (void)state;
    expect(told, "for (uint j = t; j < 512; j += n) x[j] = 1;", 256, 0, 0);
    expect(grid, "x[t] = t < 128;", 256, 0, 0);
    expect(row, "if (t % 32 == 0) x[t] = 1;", 256, 0, 0);
    expect(row, "threadgroup float a[THREADS]; a[t] = 1; x[t] = a[t];", 256, 0, 0); /* a limit, no more */
    expect(square, "x[t.x] = 1;", 16, 0, 0);
}

static void a_lane_is_all(void **state)
{
    (void)state;
    expect(lane, "for (uint i = t; i < 9; i += 32) x[i] = 1;", 256, 32, 1);
}

/* What another kernel of the file computes with is its own. */
static void other_kernels_do_not_count(void **state)
{
    (void)state;
    char text[1024];
    snprintf(text, sizeof text,
             "%skernel void other(device float *x, %s) { x[g * 512 + t] = 1; }\nkernel void f(device float *x, %s) "
             "{ x[g * 64 + t] = 1; }\n",
             heads, row, row);
    kernel_source *kernel = kernel_read(write_file("k.metal", text), (const char *const[]){NULL}, 0, &error);
    launch_sizes sizes = launch_read(kernel, kernel_function_named(kernel, "f"), false, 256);
    assert_int_equal(sizes.size[0], 64);
    for (size_t i = 0; i < sizes.count; i++)
        assert_int_not_equal(sizes.size[i], 512);
    kernel_destroy(kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_in_rows, begin, end),
        cmocka_unit_test_setup_teardown(names_in_tiles, begin, end),
        cmocka_unit_test_setup_teardown(what_names_none, begin, end),
        cmocka_unit_test_setup_teardown(a_lane_is_all, begin, end),
        cmocka_unit_test_setup_teardown(other_kernels_do_not_count, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
