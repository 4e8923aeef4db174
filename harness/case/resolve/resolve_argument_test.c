/* resolve_argument_test.c: arguments that share a buffer, and tensors: their strides, types, scales. */
#include "../case_testing.h"

/* A view of 2 x 3 elements by its strides; between them lies NaN, or all ones. */
static void views(void **state)
{
    static const struct {
        const char *view;
        int16_t content[8];
        size_t count;
    } good[] = {{"short[6] = view(a, 2, 3, 3, 1)", {1, 2, 3, 4, 5, 6}, 6},
                {"short[6] = view(a, 2, 3, 1, 2)", {1, 4, 2, 5, 3, 6}, 6},
                {"short[8] = view(a, 2, 3, 4, 1)", {1, 2, 3, -1, 4, 5, 6, -1}, 8}};
    static const char *const bad[][2] = {{"short[6] = view(b, 2, 3, 3, 1)", "begins with the name of a buffer"},
                                         {"int[6] = view(a, 2, 3, 3, 1)", "a buffer of the same type"},
                                         {"short[6] = view(a, 2, 3, 3)", "as many strides"}};
    static const char format[] = "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: a short[6] = iota(1)\n"
                                 "//! in: b %s\n//! out: result float[1]\n//! expect: result = values 1\n"
                                 "kernel void copy() {}\n";
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[512];
        int16_t data[8];
        assay_error error = {0};
        snprintf(text, sizeof text, format, good[i].view);
        case_file *file = read_text(text);
        case_instance *instance = instantiate(file, 0, 0);
        assert_true(case_generate(instance, &instance->arguments[1], 1, data, &error));
        assert_memory_equal(data, good[i].content, 2 * good[i].count);
        case_instance_destroy(instance);
        case_file_destroy(file);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[512];
        snprintf(text, sizeof text, format, bad[i][0]);
        write_file(text, strlen(text));
        refuses(bad[i][1]);
    }
}

/* The bytes of a tensor of a format are all that its rows span, which begin at multiples of 128 bytes. */
static void tensors(void **state)
{
    static const struct {
        const char *declaration;
        size_t count;
        uint32_t stride, type; /* of rows, in elements; MTLTensorDataType */
    } good[] = {{"a tensor<half>[5, 3] = iota", 15, 5, 0},
                {"a tensor<half>(1, 8)[5, 3] = iota", 24, 8, 0},
                {"a tensor<int4b_format>[256, 3] = iota", 384, 256, 143},
                {"a tensor<int4b_format>[32, 3] = iota", 384, 256, 143},
                {"a tensor<uint2b_format>(1, 1024)[512, 2] = iota", 512, 1024, 149},
                {"a tensor<metal_fp8_e5m2_format>[32, 2] = iota", 256, 128, 141}};
    static const char *const bad[][2] = {
        {"a tensor<int4>(2, 8)[5, 3] = iota", "the first of which is 1"},
        {"a tensor<int5b_format>[32, 2] = iota", "unknown type `int5b_format`"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int = 1\n//! in: b arguments = 0 a, 1 n",
         "`b`: an argument buffer with tensors holds tensors and buffers alone"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota", "the scales of tensor `a` are in a buffer of its own"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota\n//! in: s uchar = 1", "`in: s uchar[…]`"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota\n//! in: s uchar[5] = ones",
         "a scale for each 32 elements of a row: `s uchar[6]`"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota\n//! in: s char[6] = ones", "`s uchar[6]`"},
        {"a tensor<metal_fp8_e4m3_format, s t>[64, 3] = iota", "names the argument that holds the scales of `a`"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int[1] = ones\n//! in: b arguments = 1 a, 2 n",
         "`b`: the ids of an argument buffer with tensors count from 0 on, each once"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int[1] = ones\n//! in: b arguments = 0 a, 0 n", "count from 0 on"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int[1] = ones\n//! in: b arguments = 0 a, 2 n", "count from 0 on"}};
    static const char format[] = "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: %s\n"
                                 "//! out: result float[1]\n//! expect: result = values 1\nkernel void copy() {}\n";
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[512];
        snprintf(text, sizeof text, format, good[i].declaration);
        case_file *file = read_text(text);
        case_instance *instance = instantiate(file, 0, 0);
        const case_argument *a = &instance->arguments[0];
        assert_int_equal(a->count, good[i].count);
        assert_int_equal(a->strides[1], good[i].stride);
        assert_int_equal(a->tensor_type, good[i].type);
        case_instance_destroy(instance);
        case_file_destroy(file);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[512];
        snprintf(text, sizeof text, format, bad[i][0]);
        write_file(text, strlen(text));
        refuses(bad[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views),
        cmocka_unit_test(tensors),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
