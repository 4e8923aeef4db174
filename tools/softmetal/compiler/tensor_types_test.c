/* tensor_types_test.c: which tensors compile: each rule of their types with a program that breaks it, the words of the
 * error and its line, and beside it one that keeps it. */
#include "kernel/test_kernel.h"
#include <stdio.h>
#include <string.h>

static const char before[] = "#include <metal_stdlib>\nusing namespace metal;\n"
                             "kernel void k(device float *f [[buffer(0)]], device uchar *x [[buffer(1)]]) {\n";

static sm_library *compile(const char *statement, uint32_t version, char **log)
{
    char text[2000];
    snprintf(text, sizeof text, "%s%s\n}\n", before, statement);
    sm_compile_options options = {.language_version = version, .target = {.simd_width = 32}};
    return sm_library_create(text, strlen(text), &options, log);
}

static void refuses(const char *words, const char *statement)
{
    char *log = NULL;
    sm_library *library = compile(statement, 4 << 16 | 1, &log);
    if (library || !log || !strstr(log, "program_source:4:") || !strstr(log, words))
        fail_msg("%s\ngave: %s", statement, log ? log : "no log");
    free(log);
}

static void takes(const char *statement)
{
    char *log = NULL;
    sm_library *library = compile(statement, 4 << 16 | 1, &log);
    if (!library)
        fail_msg("%s\ngave: %s", statement, log ? log : "no log");
    sm_library_release(library);
    free(log);
}

#define SIXTEEN "2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2"
static void dimensions(void **state)
{
    (void)state;
    refuses("at most 16 dimensions", "tensor<device float, extents<int, 2, " SIXTEEN ">, tensor_inline> t;");
    takes("tensor<device float, extents<int, " SIXTEEN ">, tensor_inline> t(f, extents<int, " SIXTEEN ">());");
    takes("tensor<device float, extents<int>, tensor_inline> t(f, extents<int>()); t.set(t.get() + t.slice().get());");
    refuses("at least one dimension", "tensor<device int4b_format, extents<int>, tensor_inline> t;");
    refuses("narrowed", "tensor<device float, extents<int, -1>, tensor_inline> t; f[0] = t.get_extent(0);");
    refuses("at most 16 dimensions", "typedef dextents<int, 17> many; tensor<device float, many, tensor_inline> t;");
    takes("static_assert(dextents<int, 2>(extents<short, 3, 4>()).extent(0) == 3, \"\"); "
          "static_assert(dextents<int, 2>(extents<short, 3, 4>()).extent(1) == 4, \"\"); f[0] = 1;");
    refuses("representable", "tensor<device float, extents<short, 70000>, tensor_inline> t; f[0] = t.get_extent(0);");
}

static void types(void **state)
{
    (void)state;
    refuses("value type of a tensor", "tensor<device bool, extents<int, 2>, tensor_inline> t;");
    refuses("value type of a tensor", "tensor<device long, extents<int, 2>, tensor_inline> t;");
    refuses("index type", "tensor<device float, extents<char, 2>, tensor_inline> t;");
    refuses("tensor_handle or tensor_inline", "tensor<device float, extents<int, 2>, float> t;");
    refuses("goes with tensor_handle", "tensor<device float, extents<int, 2>, tensor_inline, tensor_offset> t;");
    refuses("the tags of a tensor", "tensor<device float, extents<int, 2>, tensor_inline, float> t;");
    refuses("no matching member", "tensor t(f, dextents<int, 2>(2, 2)); f[0] = t.get(0);");
    refuses("larger than the tensor's", "tensor t(f, extents<int, 4, 4>()); f[0] = t.slice<5, 4>(0, 0)[0, 0];");
    refuses("multiple of 32",
            "tensor<device int4b_format, dextents<int, 2>, tensor_inline> t(x, dextents<int, 2>(256, 2)); "
            "f[0] = t.slice<48, 1>(0, 0).get_extent(0);");
    refuses("no reference",
            "tensor<device int4b_format, dextents<int, 2>, tensor_inline> t(x, dextents<int, 2>(256, 2)); "
            "f[0] = float(t[0, 0]);");
    refuses("a block size for each dimension",
            "tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1, 1> s(x); "
            "tensor<device uchar, dextents<int, 2>, tensor_inline, decltype(s)> "
            "t(x, dextents<int, 2>(32, 2), array<int, 2>{1, 32}, s);");
}

/* What published headers have besides the text. */
static void traits(void **state)
{
    (void)state;
    takes("typedef tensor<device float, dextents<int, 2>> h; typedef tensor<device float, dextents<int, 2>, "
          "tensor_inline> i; "
          "static_assert(is_tensor_v<h> && is_tensor_v<i> && !is_tensor_v<float>, \"\"); "
          "static_assert(is_tensor_handle_v<h> && !is_tensor_handle_v<i>, \"\"); "
          "static_assert(is_tensor_inline_v<i> && !is_tensor_inline_v<h>, \"\"); h t; "
          "static_assert(has_tensor_offset_v<decltype(t.slice(0, 0))> && !has_tensor_offset_v<h>, \"\");");
    takes("typedef extents<int, 2, 3> e; static_assert(e() == e() && e() != extents<int, 2, 4>() && "
          "e() != extents<int, 1, 3>() && e() != extents<int, 2>() && e() == dextents<int, 2>(2, 3), \"\");");
    takes("extents e(2, 3u); static_assert(is_same_v<decltype(e), extents<size_t, dynamic_extent, dynamic_extent>>, "
          "\"\"); "
          "f[0] = e.extent(0); extents<int, 2, 3> s; extents same(s); "
          "static_assert(is_same_v<decltype(same), extents<int, 2, 3>>, \"\");");
    takes("static_assert(is_same_v<packed_int4b<8>, packed_numeric_type<int4b_format, 8>> && "
          "is_same_v<packed_uint4b<2>, packed_numeric_type<uint4b_format, 2>>, \"\");");
    takes("\n#if !__HAVE_TENSOR__ || !__HAVE_TENSOR_VECTOR_ACCESSOR__ || !__HAVE_TENSOR_MULTIPLANE__ || "
          "!__HAVE_TENSOR_GET_STRIDE_BYTES__\n#error\n#endif\n");
    char *log = NULL;
    sm_library *library =
        compile("\n#if !__HAVE_TENSOR__ || defined __HAVE_TENSOR_MULTIPLANE__\n#error\n#endif\n", 4 << 16, &log);
    assert_non_null(library);
    sm_library_release(library);
    library = compile("\n#ifdef __HAVE_TENSOR__\n#error\n#endif\n", 3 << 16 | 2, &log);
    assert_non_null(library);
    sm_library_release(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimensions),
        cmocka_unit_test(types),
        cmocka_unit_test(traits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
