/* resolve_argument_test.c: arguments that share a buffer, and tensors: their strides, types, scales. */
#include "../case_testing.h"

/* The case that `format` makes of the first of each pair is refused with the second. */
static void refuses_each(const char *format, const char *const bad[][2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[512];
        snprintf(text, sizeof text, format, bad[i][0]);
        write_file(text, strlen(text));
        refuses(bad[i][1]);
    }
}

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
    refuses_each(format, bad, sizeof bad / sizeof *bad);
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
    refuses_each(format, bad, sizeof bad / sizeof *bad);
}

/* Views of textures: what is left out is as the texture has it. */
static void texture_views(void **state)
{
    static const struct {
        const char *view;
        uint32_t levels[2], slices[2];
        bool ranged, swizzled, reformatted;
    } good[] = {
        {"in: v texture2d_array<float> = view of a", {0, 3}, {0, 5}, false, false, false},
        {"in: v texture2d_array<uint>(r32uint) = view of a", {0, 3}, {0, 5}, false, false, true},
        {"in: v texture2d_array<float> = view of a, slices 1 4", {0, 3}, {1, 4}, true, false, false},
        {"in: v texture2d<float> = view of a, slices 2*2 1, levels 2 1", {2, 1}, {4, 1}, true, false, false},
        {"in: v texture2d_array<float> = view of a, swizzle one zero red red", {0, 3}, {0, 5}, true, true, false}};
    static const char *const bad[][2] = {
        {"in: v texture2d<float> = view of b", "`b` is no texture that is declared before"},
        {"in: v texture2d<float> = view of result", "`result` is no texture that is declared before"},
        {"inout: v texture2d<float> = view of a", "a view has no content of its own"},
        {"in: v texture2d<float>(r32int) = view of a", "unknown pixel format `r32int`"},
        {"in: v texture2d<float> = view of a, levels 1", "of levels and slices the first is expected, and how many"},
        {"in: v texture2d<float> = view of a, levels 1 2 3", "of levels the first is expected"},
        {"in: v texture2d<float> = view of a, layers 1 2", "is expected, not `layers 1 2`"},
        {"in: v texture2d<float> = view of a, slices 0 -1", "a level or slice"},
        {"in: v texture2d<float> = view of a, swizzle red green blue", "a swizzle is four of zero"},
        {"in: v texture2d<float> = view of a, swizzle r g b a", "a swizzle is four of zero"},
        {"in: v texture2d<float> = view of a, swizzle red red red red red", "a swizzle has four components"},
        {"in: v texture2d<float> = view of a,", "a part of the view is missing"},
        {"in: v texture2d<float>(r32float) = iota", "a texture without sizes is `none` or a `view of` another"}};
    static const char format[] =
        "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: a texture2d_array<float>"
        "(rgba8unorm)[8, 8, 5, 3] = bits\n//! %s\n//! out: result float[1]\n"
        "//! expect: result = values 1\nkernel void copy() {}\n";
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[512];
        snprintf(text, sizeof text, format, good[i].view);
        case_file *file = read_text(text);
        case_instance *instance = instantiate(file, 0, 0);
        const case_argument *a = &instance->arguments[0], *v = &instance->arguments[1];
        assert_int_equal(v->viewed, 0);
        assert_false(case_has_content(v));
        assert_memory_equal(v->view.levels, good[i].levels, sizeof good[i].levels);
        assert_memory_equal(v->view.slices, good[i].slices, sizeof good[i].slices);
        assert_true(v->view.ranged == good[i].ranged && v->view.swizzled == good[i].swizzled);
        assert_true(a->reformatted == good[i].reformatted);
        const uint8_t kept[4] = {2, 3, 4, 5}, turned[4] = {1, 0, 2, 2}; /* MTLTextureSwizzle */
        assert_memory_equal(v->view.swizzle, good[i].swizzled ? turned : kept, 4);
        case_instance_destroy(instance);
        case_file_destroy(file);
    }
    refuses_each(format, bad, sizeof bad / sizeof *bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views),
        cmocka_unit_test(tensors),
        cmocka_unit_test(texture_views),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
