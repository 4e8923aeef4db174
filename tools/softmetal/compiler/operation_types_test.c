/* operation_types_test.c: which operations on tensors compile (MSL 7.2): each rule of descriptors, scopes and operands
 * with a statement that breaks it and the words of the error, and beside it one that keeps it. */
#include "kernel/test_kernel.h"
#include <stdio.h>
#include <string.h>

/* Tensors of floats a, b, c of two dimensions, w of four, h of halves, l of three dimensions, s of short extents. */
static const char before[] =
    "#include <metal_stdlib>\n#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>\n"
    "using namespace metal; using namespace mpp; using namespace tensor_ops;\n"
    "typedef dextents<int, 2> two; typedef tensor<device float, two, tensor_inline> view; typedef matmul2d_descriptor "
    "about; typedef convolution2d_descriptor window; typedef execution_simdgroup one; typedef execution_simdgroups<4> "
    "many; typedef execution_thread alone; typedef convolution2d_activation_layout activation; typedef "
    "convolution2d_weights_layout weights; kernel void k(device float *f [[buffer(0)]], device half *g [[buffer(1)]], "
    "constant float *fixed [[buffer(2)]], threadgroup float *near [[threadgroup(0)]]) {"
    "view a(f, two(32, 32)), b(f, two(32, 32)), c(f, two(32, 32)); tensor h(g, two(32, 32)); "
    "tensor w(f, dextents<int, 4>(16, 6, 6, 1)); tensor l(f, dextents<int, 3>(4, 4, 4)); "
    "tensor s(f, dextents<short, 2>(32, 32)); tensor n(near, two(32, 32)); tensor<constant float, two, tensor_inline> "
    "still(fixed, two(32, 32)); float own[64]; tensor t(own, two(8, 8));\n";

static sm_library *compile(const char *statement, char **log)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s\n}\n", before, statement);
    sm_compile_options options = {.language_version = 4 << 16 | 1, .target = {.simd_width = 32}};
    return sm_library_create(text, strlen(text), &options, log);
}

static void refuses(const char *words, const char *statement)
{
    char *log = NULL;
    sm_library *library = compile(statement, &log);
    if (library || !log || !strstr(log, "error: ") || !strstr(log, words))
        fail_msg("%s\ngave: %s", statement, log ? log : "no log");
    free(log);
}

static void takes(const char *statement)
{
    char *log = NULL;
    sm_library *library = compile(statement, &log);
    if (!library)
        fail_msg("%s\ngave: %s", statement, log ? log : "no log");
    sm_library_release(library);
    free(log);
}

#define OPERATION(descriptor, scope) "constexpr about d" descriptor "; matmul2d<d, " scope "> op; "

static void descriptors(void **state)
{
    (void)state;
    refuses("M and N of matmul2d are above zero", OPERATION("(0, 32)", "one") "op.run(a, b, c);");
    refuses("M and N of matmul2d are above zero", OPERATION("(32, -8)", "one") "op.run(a, b, c);");
    refuses("multiples of 8, and one of them of 16", OPERATION("(8, 8)", "one") "op.run(a, b, c);");
    refuses("multiples of 8, and one of them of 16", OPERATION("(36, 32)", "many") "op.run(a, b, c);");
    refuses("1, 2, 4 or multiples of 8", OPERATION("(3, 4)", "alone") "op.run(t, t, t);");
    refuses("a static K of matmul2d is a multiple of 16", OPERATION("(32, 32, 24)", "one") "op.run(a, b, c);");
    refuses("K of matmul2d is not negative", OPERATION("(32, 32, -16)", "one") "op.run(a, b, c);");
    refuses("K of matmul2d is not negative", OPERATION("(8, 8, -16)", "alone") "op.run(t, t, t);");
    takes(OPERATION("(32, 32, static_cast<int>(dynamic_extent))", "one") "op.run(a, b, c);");
    takes(OPERATION("(32, 32, dynamic_length_v<int>)", "one") "op.run(a, b, c);");
    refuses("the scope of matmul2d", OPERATION("(32, 32)", "float") "op.run(a, b, c);");
    takes(OPERATION("(16, 8, 16)", "one") "op.run(a, b, c);");
    takes(OPERATION("(2, 4)", "alone") "op.run(t, t, t);");
}

static void operands(void **state)
{
    (void)state;
    refuses("the operands of matmul2d have two dimensions", OPERATION("(32, 32)", "one") "op.run(l, b, c);");
    refuses("the operands of matmul2d have two dimensions", OPERATION("(32, 32)", "one") "op.run(a, b, w);");
    refuses("the extents of matmul2d's operands are of int", OPERATION("(32, 32)", "one") "op.run(a, s, c);");
    refuses("does not take these element types", OPERATION("(32, 32)", "one") "op.run(a, b, h);");
    refuses("lies in device or threadgroup memory", OPERATION("(32, 32)", "one") "op.run(still, b, c);");
    refuses("lies in device or threadgroup memory", OPERATION("(16, 8)", "one") "op.run(a, b, t);");
    refuses("lies in device or threadgroup memory", OPERATION("(8, 8)", "alone") "op.run(n, t, t);");
    refuses("the left operand of matmul2d is a tensor", OPERATION("(32, 32)", "one") "op.run(f, b, c);");
    takes(OPERATION("(32, 32)", "one") "op.run(h, h, n);");
}

#define SUMS "auto sums = op.get_destination_cooperative_tensor<view, view, float>(); "
#define LEFT "auto left = op.get_left_input_cooperative_tensor<float, float, float>(); "
#define RIGHT "auto right = op.get_right_input_cooperative_tensor<float, float, float>(); "

static void cooperative(void **state)
{
    (void)state;
    refuses("of one thread takes no cooperative tensors", OPERATION("(8, 8)", "alone") SUMS);
    refuses("cooperative inputs are of one SIMD-group", OPERATION("(32, 32, 32)", "many") LEFT);
    refuses("cooperative inputs have a static K", OPERATION("(32, 32)", "one") LEFT);
    refuses("does not take these element types",
            OPERATION("(32, 32)", "one") "auto no = op.get_destination_cooperative_tensor<view, view, half>();");
    refuses("of another operation",
            OPERATION("(32, 32)", "one") SUMS "constexpr about e(16, 32); matmul2d<e, one> other; "
                                              "other.run(a, b, sums);");
    refuses("of other types of operands", OPERATION("(32, 32)", "one") SUMS "op.run(h, h, sums);");
    refuses("of an operation of other sizes",
            OPERATION("(32, 32, 32)", "one") LEFT "constexpr about e(32, 32, 16); matmul2d<e, one> other; "
                                                  "other.run(left, b, c);");
    refuses("with two cooperative inputs M, N and K are 16 or 32",
            OPERATION("(64, 32, 32)", "one") LEFT RIGHT "op.run(left, right, c);");
    refuses("no more dimensions", OPERATION("(32, 32)", "one") SUMS "sums.load(l);");
    refuses("the same value type", OPERATION("(32, 32)", "one") SUMS "sums.load(h);");
    refuses("the same value type", OPERATION("(32, 32)", "one") SUMS "sums.store(h);");
    takes(OPERATION("(32, 32, 32)", "one") SUMS LEFT RIGHT "left.load(a); right.load(b); op.run(left, right, sums);");
    takes(OPERATION("(32, 32, 32)", "one") SUMS LEFT RIGHT
          "typedef decltype(op) type; type::cooperative_tensor_left_input_t<float, float, float> l2 = left; "
          "type::cooperative_tensor_right_input_t<float, float, float> r2 = right; op.run(l2, r2, sums); "
          "static_assert(is_same_v<type::cooperative_tensor_destination_t<view, view, float>, decltype(sums)> && "
          "is_same_v<type::cooperative_tensor_left_input_t<float, float, float>, decltype(left)> && "
          "!is_same_v<decltype(l2), decltype(r2)>, \"\");");
}

#define ROW "auto row = op.get_row_reduction_destination_cooperative_tensor<view, view, float>(); "

static void reductions(void **state)
{
    (void)state;
    refuses("a product is reduced by one SIMD-group", OPERATION("(32, 32)", "many") ROW);
    refuses("the operation's own for a reduction of this kind",
            OPERATION("(32, 32)", "one") SUMS ROW "reduce_columns(sums, row);");
    refuses("come from operations of the same sizes",
            OPERATION("(32, 32)", "one") ROW "constexpr about e(16, 32); matmul2d<e, one> other; auto sums = "
                                             "other.get_destination_cooperative_tensor<view, view, float>(); "
                                             "reduce_rows(sums, row);");
    refuses("what is reduced is the destination", OPERATION("(32, 32, 32)", "one") LEFT ROW "reduce_rows(left, row);");
    takes(OPERATION("(32, 32)", "one") SUMS ROW "sums.load(c); reduce_rows(sums, row);");
    takes(OPERATION("(32, 32)", "one") SUMS ROW
          "decltype(op)::cooperative_tensor_row_reduction_destination_t<view, view, float> r2 = row; "
          "decltype(op)::cooperative_tensor_column_reduction_destination_t<view, view, float> column; "
          "reduce_rows(sums, r2); reduce_columns(sums, column);");
}

#define CONVOLUTION(more)                                                                                              \
    "constexpr window d(int4(16, 4, 4, 1), int4(16, 6, 6, 1), int2(3, 3)" more "); convolution2d<d, many> op; "

#define WINDOW(sizes, scope) "constexpr window d(" sizes "); convolution2d<d, " scope "> op; op.run(w, w, w);"

static void convolutions(void **state)
{
    (void)state;
    refuses("the operands of convolution2d have four dimensions", CONVOLUTION("") "op.run(l, w, w);");
    refuses("the activation of convolution2d is a tensor", CONVOLUTION("") "op.run(f, w, w);");
    refuses("no member named 'nchw'", CONVOLUTION(", activation::nchw") "op.run(w, w, w);");
    refuses("the scope of convolution2d is execution_simdgroups",
            WINDOW("int4(16, 4, 4, 1), int4(16, 6, 6, 1), int2(3, 3)", "alone"));
    refuses("the destination's dimensions", WINDOW("int4(16, 0, 4, 1), int4(16, 6, 6, 1), int2(3, 3)", "many"));
    refuses("width, height and batch", WINDOW("int4(16, 4, 4, 1), int4(16, 6, -6, 1), int2(3, 3)", "many"));
    refuses("kernel, strides, dilations", WINDOW("int4(16, 4, 4, 1), int4(16, 6, 6, 1), int2(0, 3)", "many"));
    refuses("channels of convolution2d's source", WINDOW("int4(16, 4, 4, 1), int4(-16, 6, 6, 1), int2(3, 3)", "many"));
    refuses("have the same batch", WINDOW("int4(16, 4, 4, 1), int4(16, 6, 6, 2), int2(3, 3)", "many"));
    takes(CONVOLUTION("") "op.run(w, w, w);");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptors), cmocka_unit_test(operands),     cmocka_unit_test(cooperative),
        cmocka_unit_test(reductions),  cmocka_unit_test(convolutions),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
