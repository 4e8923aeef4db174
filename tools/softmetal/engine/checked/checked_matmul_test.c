/* checked_matmul_test.c: checked mode and matmul2d: for each kind of misuse, kernels whose faulty statements are
 * reported with their lines, and sound ones beside them that are not. */
#include "../../compiler/kernel/test_kernel.h"
#include "../../include/__msl/cooperative.h"
#include "../engine.h"
#include <stdio.h>
#include <string.h>

/* Statements are in line 4, of 64 threads; `left`, `right` and `to` are 32 by 32 floats, `low` is the upper half of
 * right. */
static const char before[] =
    "#include <metal_stdlib>\n#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>\n"
    "using namespace metal; using namespace mpp;\n#line 1\n"
    "typedef dextents<int, 2> two; typedef tensor<device float, two, tensor_inline> view; "
    "typedef dextents<int, 4> four; typedef tensor<device float, four, tensor_inline> wide;\n"
    "template <int K, class Scope, class D> void multiply(thread view &a, thread view &b, thread D &c) {"
    "constexpr tensor_ops::matmul2d_descriptor d(32, 32, K); tensor_ops::matmul2d<d, Scope> op; op.run(a, b, c); }\n"
    "template <int W, int H, class Scope> void convolve(thread wide &a, thread wide &w, thread wide &c, int offset) {"
    "constexpr tensor_ops::convolution2d_descriptor d(int4(16, 4, 4, 1), int4(16, W, H, 1), int2(3, 3));"
    "tensor_ops::convolution2d<d, Scope> op; op.set_offsets(int2(offset, 1)); op.run(a, w, c); }\n"
    "kernel void k(device float *x [[buffer(0)]], device float *y [[buffer(1)]], uint i "
    "[[thread_index_in_threadgroup]]) { view left(x, two(32, 32)), right(x + 1024, two(32, 32)), "
    "low(x + 1024, two(32, 16)), to(y, two(32, 32)); typedef execution_simdgroups<2> both; constexpr int any = 0; "
    "wide image(x, four(16, 6, 6, 1)), kernels(x, four(16, 16, 3, 3)), result(y, four(16, 4, 4, 1));\n";

static _Alignas(128) float x[2304]; /* as formats want it */
static float y[1024];

static sm_target also = {.checked = true, .simd_width = 32};

static sm_outcome run(const char *statement)
{
    char program[4096];
    snprintf(program, sizeof program, "%s%s\n}\n", before, statement);
    sm_compile_options options = {.language_version = 4 << 16 | 1, .target = also};
    sm_kernel *kernel = kernel_of_source(program, &options, "k");
    sm_dispatch d = {.buffer = {{x, sizeof x}, {y, sizeof y}}, .grid = {64, 1, 1}, .group = {64, 1, 1}};
    sm_outcome outcome;
    sm_engine_run(kernel, &d, &outcome);
    sm_kernel_release(kernel);
    assert_int_equal(outcome.status, SM_DONE);
    return outcome;
}

static void finds(const char *kind, const char *words, const char *statement)
{
    sm_outcome o = run(statement);
    for (size_t i = 0; i < o.finding_count; i++) {
        print_message("# %s: %s\n", o.finding[i].kind, o.finding[i].text);
        if (strcmp(o.finding[i].kind, kind) == 0 && strstr(o.finding[i].text, words))
            return;
    }
    fail_msg("no \"%s: … %s\" in: %s", kind, words, statement);
}

static void is_clean(const char *statement)
{
    sm_outcome o = run(statement);
    if (o.finding_count)
        fail_msg("%s: %s", statement, o.finding[0].text);
}

static void lanes(void **state)
{
    (void)state;
    finds("operation-lanes", "takes no part", "if (i != 5) multiply<any, both>(left, right, to);");
    is_clean("multiply<any, both>(left, right, to);");
    is_clean("if (i < 32) multiply<any, execution_simdgroup>(left, right, to);");
}

static void operands(void **state)
{
    (void)state;
    finds("operation-operands", "other operands than thread 0",
          "view own(i == 3 ? x : x + 1024, two(32, 32)); multiply<any, both>(left, own, to);");
    is_clean("view own(x + 1024, two(32, 32)); multiply<any, both>(left, own, to);");
    finds("operation-operands", "other operands than SIMD-group 0",
          "view own(i < 32 ? x : x + 1024, two(32, 32)); multiply<any, both>(left, own, to);");
    finds("operation-operands", "other operands than SIMD-group 0",
          "multiply<any, both>(left, right, to); threadgroup_barrier(mem_flags::mem_device); "
          "view own(y, two(i < 32 ? 32 : 16, 32)); multiply<any, both>(left, right, own);");
}

/* Planes of scales belong to the operands, from thread to thread and from SIMD-group to SIMD-group. */
static void scales(void **state)
{
    static const char *const places[][2] = {
        {"s", NULL}, {"i == 9 ? s + 32 : s", "than thread 0"}, {"i < 32 ? s : s + 32", "than SIMD-group 0"}};
    (void)state;
    for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
        char statement[1024];
        snprintf(statement, sizeof statement,
                 "typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane; "
                 "device uchar *s = (device uchar *)(x + 2048), *codes = (device uchar *)x; plane p(%s); "
                 "array<int, 2> rows = {1, 128}; "
                 "tensor<device metal_fp8_e4m3_format, two, tensor_inline, plane> a(codes, two(32, 32), rows, p); "
                 "tensor<device metal_fp8_e4m3_format, two, tensor_inline> b(codes, two(32, 32), rows); "
                 "constexpr tensor_ops::matmul2d_descriptor d(32, 32, any, false, true); "
                 "tensor_ops::matmul2d<d, both> op; op.run(a, b, to);",
                 places[n][0]);
        if (places[n][1])
            finds("operation-operands", places[n][1], statement);
        else
            is_clean(statement);
    }
}

static void inner(void **state)
{
    (void)state;
    finds("operation-inner", "whose K is 32 by a right one whose K is 16", "multiply<any, both>(left, low, to);");
    finds("operation-inner", "whose K is 16 by a right one whose K is 32",
          "view narrow(x, two(16, 32)); multiply<any, both>(narrow, right, to);");
    finds("operation-inner", "K of 64", "multiply<64, both>(left, right, to);");
    finds("operation-inner", "has 32 and the right one 16", "multiply<32, both>(left, low, to);");
    is_clean("multiply<16, both>(left, low, to);");
    finds("operation-inner", "K of 1073741824", "multiply<(1 << 30), both>(left, right, to);"); /* and ends */
    finds("tensor-memory", "of memory that has 9216",                                           /* and ends */
          "view wide_one(x, two(0x7fffffff, 32)), high(x, two(32, 0x7fffffff)); multiply<any, both>(wide_one, high, "
          "to);");
    static const char alone[] = "if (i == 0) multiply<%s, execution_thread>(left, %s, to);";
    static const struct {
        const char *k, *right, *words;
    } tries[] = {{"any", "low", "whose K is 32 by a right one whose K is 16"},
                 {"64", "right", "K of 64"},
                 {"32", "low", "has 32 and the right one 16"},
                 {"(1 << 30)", "right", "K of 1073741824"},
                 {"16", "low", NULL},
                 {"any", "right", NULL}};
    for (size_t n = 0; n < sizeof tries / sizeof *tries; n++) {
        char statement[256];
        snprintf(statement, sizeof statement, alone, tries[n].k, tries[n].right);
        if (tries[n].words)
            finds("operation-inner", tries[n].words, statement);
        else
            is_clean(statement);
    }
}

/* A tile of 2^20 by 2^20 does what there is of it, without a walk over the rest. */
static void far_tiles(void **state)
{
    (void)state;
    for (int i = 0; i < 2048; i++)
        x[i] = 1;
    is_clean("constexpr tensor_ops::matmul2d_descriptor d(1 << 20, 1 << 20, 32); "
             "tensor_ops::matmul2d<d, both> op; op.run(left, right, to);");
    for (int i = 0; i < 1024; i++)
        assert_true(y[i] == 32);
}

static void scopes(void **state)
{
    (void)state;
    finds("operation-scope", "4 SIMD-groups in a threadgroup of 2",
          "multiply<any, execution_simdgroups<4>>(left, right, to);");
    finds("operation-scope", "which SIMD-group 0", "if (i < 32) multiply<any, both>(left, right, to);");
    finds("operation-scope", "which SIMD-group 1",
          "if (i >= 32) multiply<any, both>(left, right, to); threadgroup_barrier(mem_flags::mem_device);");
}

static const char product[] =
    "constexpr tensor_ops::matmul2d_descriptor d(32, 32, 32, false, false, false, "
    "tensor_ops::matmul2d_descriptor::mode::multiply_accumulate); tensor_ops::matmul2d<d, execution_simdgroup> op;"
    "auto sums = op.get_destination_cooperative_tensor<view, view, float>();"
    "auto row = op.get_row_reduction_destination_cooperative_tensor<view, view, float>();";

static void finds_of_product(const char *kind, const char *words, const char *statement)
{
    char all[2048];
    snprintf(all, sizeof all, "%s if (i < 32) { %s }", product, statement);
    if (kind)
        finds(kind, words, all);
    else
        is_clean(all);
}

static void unset(void **state)
{
    (void)state;
    static const char words[] = "which nothing has been put into";
    finds_of_product("tensor-unset", words, "op.run(left, right, sums); sums.store(to);");
    finds_of_product("tensor-unset", words, "sums.store(to);");
    finds_of_product("tensor-unset", words, "tensor_ops::reduce_rows(sums, row);");
    finds_of_product("tensor-unset", words,
                     "auto half_of = op.get_left_input_cooperative_tensor<float, float, float>(); sums.load(to); "
                     "op.run(half_of, right, sums);");
    finds_of_product("tensor-unset", words, "y[i] = sums[3];");
    finds_of_product("tensor-unset", words, "sums[3] += 1.0f;");
    finds_of_product("tensor-unset", words, "y[i] = sums.get(3);");
    finds_of_product("tensor-unset", words, "y[i] = *sums.begin();");
    finds_of_product("tensor-unset", words, "for (ushort n = 1; n < 32; n++) sums[n] = 0.0f; sums.store(to);");
    finds_of_product(NULL, NULL, "sums.load(to); op.run(left, right, sums); sums.store(to);");
    finds_of_product(NULL, NULL,
                     "for (ushort n = 0; n < sums.get_capacity(); n++) if (sums.is_valid_element(n)) sums[n] = 0.0f; "
                     "op.run(left, right, sums); tensor_ops::reduce_rows(sums, row); "
                     "if (row.is_valid_element(short(0))) y[i] = row.get(short(0));");
    finds_of_product(NULL, NULL, "for (auto at = sums.begin(); at != sums.end(); ++at) *at = 0.0f; sums.store(to);");
    finds_of_product(NULL, NULL,
                     "thread float &one = sums[i & 3]; one = 2.0f; y[i] = one; sums[3] = 1.0f; sums[3] += 1.0f;");
}

static void slots(void **state)
{
    (void)state;
    static const char words[] = "holds no element";
    finds_of_product("tensor-slot", words, "sums.load(to); sums[short(sums.get_capacity())] = 1.0f;");
    finds_of_product("tensor-slot", words, "sums.load(to); y[i] = sums.get(short(sums.get_capacity() + 9999));");
    finds_of_product("tensor-slot", words, "sums.load(to); sums.set(-1, 1.0f);");
    finds_of_product("tensor-slot", words, "sums.load(to); y[i] = *sums.end();");
    finds_of_product(NULL, NULL, "sums.load(to); if (sums.is_valid_element(short(0))) x[i] = sums.get(short(0));");
    finds_of_product(NULL, NULL,
                     "sums.load(to); auto at = sums.begin() + 2; x[i] = sums.get(short(sums.get_capacity() * "
                     "(1 + at != at + 1 || 1 + at == at)));");
    /* Iterators say the same of their element as the tensor does; the text has no such members, the headers do. */
    static const char beyond[] = "sums.load(to); auto at = sums.begin() + 3; x[i] = sums.get(short(sums.get_capacity()"
                                 " * (at.is_valid_element() == sums.is_valid_element(at) && "
                                 "at.get_multidimensional_index()[0] == sums.get_multidimensional_index(at)[0]";
    char statement[512];
    snprintf(statement, sizeof statement, "%s ? 0 : 1)));", beyond);
    finds_of_product(NULL, NULL, statement);
    snprintf(statement, sizeof statement, "%s ? 1 : 0)));", beyond);
    finds_of_product("tensor-slot", words, statement);
}

/* Cooperative inputs of the right sizes that are not laid out as the operation's own. */
static void strangers(void **state)
{
    (void)state;
    finds_of_product(NULL, NULL,
                     "sums.load(to); auto own = op.get_left_input_cooperative_tensor<float, float, float>(); "
                     "own.load(left); op.run(own, right, sums);");
    sm_target *target = &also;
    target->cooperation = __MSL_COOP_SCATTERED;
    finds_of_product("tensor-operation", "as its left input whose elements lie otherwise",
                     "sums.load(to); auto other = op.get_right_input_cooperative_tensor<float, float, float>(); "
                     "other.load(left); op.run(other, right, sums);");
    target->cooperation = __MSL_COOP_M5;
}

static void reductions(void **state)
{
    (void)state;
    finds_of_product("operation-lanes", "takes no part",
                     "sums.load(to); if (i != 4) tensor_ops::reduce_rows(sums, row);");
    finds_of_product("operation-operands", "another identity",
                     "sums.load(to); tensor_ops::reduce_rows(sums, row, tensor_ops::reduction_operation::sum, "
                     "i == 3 ? 1.0f : 0.0f);");
}

/* Tensors of no memory, and of less than no elements. */
static void nothing(void **state)
{
    (void)state;
    static const char product[] = "constexpr tensor_ops::matmul2d_descriptor d(32, 32); tensor_ops::matmul2d<d, %s> op;"
                                  "auto far = left.slice(0x7fffffff, 0x7fffffff); %s op.run(far, right, to);";
    char statement[512];
    finds("tensor-null", "refers to no memory", "view none; multiply<any, both>(none, right, to);");
    finds("tensor-null", "refers to no memory", "view none; multiply<any, both>(left, right, none);");
    finds("tensor-null", "refers to no memory",
          "view none; if (i == 0) multiply<any, execution_thread>(left, none, to);");
    finds("tensor-null", "refers to no memory", "wide none; convolve<6, 6, both>(none, kernels, result, 1);");
    snprintf(statement, sizeof statement, product, "both", "");
    finds("tensor-slice", "from 2147483647 on", statement);
    snprintf(statement, sizeof statement, product, "execution_thread", "if (i == 0)");
    finds("tensor-slice", "from 2147483647 on", statement);
}

static void races(void **state)
{
    (void)state;
    finds("race", "no barrier between", "multiply<any, both>(left, right, to); x[i] = y[i];");
    is_clean("multiply<any, both>(left, right, to); threadgroup_barrier(mem_flags::mem_device); x[i] = y[i];");
    finds("tensor-memory", "memory that has 3968",
          "view far(y + 32, two(32, 32)); multiply<any, both>(left, right, far);");
}

/* A slice has no name where it is stored into or loaded from. */
static void slices(void **state)
{
    (void)state;
    is_clean("constexpr tensor_ops::matmul2d_descriptor d(32, 32); tensor_ops::matmul2d<d, both> op; "
             "auto sums = op.get_destination_cooperative_tensor<view, view, float>(); sums.load(to.slice(0, 0)); "
             "op.run(left, right, sums); sums.store(to.slice(0, 0));");
}

static void convolutions(void **state)
{
    (void)state;
    is_clean("convolve<6, 6, both>(image, kernels, result, 1);");
    is_clean("convolve<8, 6, both>(image, kernels, result, 1);");
    finds("operation-window", "6 rows, more than the 5", "convolve<6, 5, both>(image, kernels, result, 1);");
    finds("operation-window", "fewer than the 16",
          "wide few(x, four(8, 6, 6, 1)); convolve<6, 6, both>(few, kernels, result, 1);");
    finds("operation-window", "16 channels with weights for 8",
          "wide few(x, four(16, 8, 3, 3)); convolve<6, 6, both>(image, few, result, 1);");
    finds("operation-window", "3 x 3 and weights of 2 x 3",
          "wide few(x, four(16, 16, 2, 3)); convolve<6, 6, both>(image, few, result, 1);");
    finds("operation-operands", "other operands or offsets than thread 0",
          "convolve<6, 6, both>(image, kernels, result, i == 7 ? 2 : 1);");
    finds("operation-operands", "other operands than SIMD-group 0",
          "convolve<6, 6, both>(image, kernels, result, i < 32 ? 1 : 2);");
    finds("operation-scope", "1 SIMD-groups in a threadgroup of 2",
          "convolve<6, 6, execution_simdgroup>(image, kernels, result, 1);");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes),     cmocka_unit_test(operands),     cmocka_unit_test(scales),
        cmocka_unit_test(inner),     cmocka_unit_test(scopes),       cmocka_unit_test(races),
        cmocka_unit_test(slices),    cmocka_unit_test(convolutions), cmocka_unit_test(unset),
        cmocka_unit_test(slots),     cmocka_unit_test(strangers),    cmocka_unit_test(reductions),
        cmocka_unit_test(far_tiles), cmocka_unit_test(nothing),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
