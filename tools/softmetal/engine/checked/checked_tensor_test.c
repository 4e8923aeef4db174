/* checked_tensor_test.c: checked mode and tensors: for each kind of misuse a statement that is told of, with its line,
 * and beside it a sound one, which is not. */
#include "../../compiler/kernel/test_kernel.h"
#include "../engine.h"
#include <stdio.h>
#include <string.h>

/* Statements are in line 3; `x` has 1024 bytes, `t` is a tensor of 8 by 4 floats of them. */
static const char before[] =
    "#include <metal_stdlib>\nusing namespace metal;\n#line 1\n"
    "typedef dextents<int, 2> two; typedef array<int, 2> steps; typedef packed_numeric_type<int4b_format, 8> eight;\n"
    "kernel void k(device uchar *x [[buffer(0)]], device float *y [[buffer(1)]], device int *n [[buffer(2)]]) {"
    "typedef tensor<device float, two, tensor_inline> view; typedef tensor<device int4b_format, two, tensor_inline> "
    "codes; device float *f = (device float *)x; view t(f, two(8, 4));\n";

static _Alignas(128) uint8_t x[1024];
static float y[4];
static int n[] = {8, 4, 0, -1};

static sm_outcome run(const char *statement)
{
    char program[2048];
    snprintf(program, sizeof program, "%s%s\n}\n", before, statement);
    sm_compile_options options = {.language_version = 4 << 16 | 1, .target = {.checked = true, .simd_width = 32}};
    sm_kernel *kernel = kernel_of_source(program, &options, "k");
    sm_dispatch d = {.buffer = {{x, sizeof x}, {y, sizeof y}, {n, sizeof n}}, .grid = {1, 1, 1}, .group = {1, 1, 1}};
    sm_outcome outcome;
    sm_engine_run(kernel, &d, &outcome);
    sm_kernel_release(kernel);
    assert_int_equal(outcome.status, SM_DONE);
    return outcome;
}

static void finds(const char *kind, const char *words, const char *statement)
{
    sm_outcome o = run(statement);
    if (!o.finding_count)
        fail_msg("no finding in: %s", statement);
    print_message("# %s: %s\n", o.finding[0].kind, o.finding[0].text);
    assert_string_equal(o.finding[0].kind, kind);
    assert_int_equal(o.finding[0].line, 3);
    if (!strstr(o.finding[0].text, words))
        fail_msg("no \"%s\" in: %s", words, o.finding[0].text);
}

static void is_clean(const char *statement)
{
    sm_outcome o = run(statement);
    if (o.finding_count)
        fail_msg("%s: %s", statement, o.finding[0].text);
}

static void elements(void **state)
{
    (void)state;
    finds("tensor-element", "element 8 of dimension 0 of a tensor, whose extent is 8", "y[0] = t[n[0], 0];");
    finds("tensor-element", "element 4 of dimension 1 of a tensor, whose extent is 4", "y[0] = t[0, n[1]];");
    finds("tensor-element", "element -1 of dimension 0", "t[array<int, 2>{n[3], 1}] = 1;");
    finds("tensor-element", "up to 8 along dimension 0 of a tensor, whose extent is 8",
          "y[0] = t.get<float4>(n[1] + 1, 0).x;");
    finds("tensor-element", "up to 8 along dimension 0", "t.set(float2(1), n[0] - 1, 1);");
    is_clean("y[0] = t[n[0] - 1, n[1] - 1] + t.get(n[0], 0) + t.get<float4>(n[1], 3).x; t.set(1.0f, 0, n[1]);");
}

static void slices(void **state)
{
    (void)state;
    finds("tensor-slice", "ends at 9 in dimension 0 of a tensor, whose extent is 8",
          "y[0] = t.slice<4, 2>(n[1] + 1, 0)[0, 0];");
    finds("tensor-slice", "from 4 on in dimension 1", "y[0] = t.slice(0, n[1]).get(0, 0);");
    finds("tensor-slice", "from -1 on in dimension 0", "y[0] = t.slice(n[3], 0).get(1, 0);");
    finds("tensor-aligned", "begins at 16",
          "codes c(x, two(512, 2)); y[0] = c.slice<32, 1>(n[0] * 2, 0).get_extent(0);");
    is_clean("y[0] = t.slice<4, 2>(n[1], 2)[3, 1] + t.slice(n[0] - 1, n[1] - 1)[0, 0];");
    is_clean("codes c(x, two(512, 2)); y[0] = c.slice<32, 1>(n[1] * 16, 1).get<eight>(0, 0).as_storage_type()[0];");
}

static void null_tensors(void **state)
{
    (void)state;
    finds("tensor-null", "refers to no memory", "tensor<device float, two> h; y[0] = h[0, 0];");
    finds("tensor-null", "refers to no memory", "view v; y[0] = v.get(0, 0);");
    finds("tensor-null", "refers to no memory", "device float *p = nullptr; view v(p, two(8, 4));");
    is_clean("tensor<device float, two> h; view v; y[0] = is_null_tensor(h) + is_null_tensor(v) + is_null_tensor(t);");
    assert_true(y[0] == 2);
}

static void sizes(void **state)
{
    (void)state;
    finds("tensor-extent", "extent 0 in dimension 1", "view v(f, two(8, n[2]));");
    finds("tensor-extent", "extent -1 in dimension 0", "view v(f, two(n[3], 2));");
    finds("tensor-stride", "stride 2 in dimension 0", "view v(f, two(4, 4), steps{n[1] / 2, 8});");
    finds("tensor-stride", "stride 4 in dimension 1, of which those before reach to element 7",
          "view v(f, two(8, 4), steps{1, n[1]});");
    finds("tensor-stride", "stride 7 in dimension 1, of which those before reach to element 7",
          "view v(f, two(8, 4), steps{1, n[0] - 1});");
    finds("tensor-memory", "1028 bytes of memory that has 1024", "view v(f, two(n[0], 2), steps{1, 249});");
    finds("tensor-memory", "of memory that has 1024", "view v(f, two(0x7fffffff, 0x7fffffff));");
    finds("tensor-memory", "of memory that has 1024", "view v(f, two(1, n[0]), steps{1, 0x7fffffff});");
    finds("tensor-memory", "128 bytes of memory that has 16", "view v(y, two(n[0], 4));");
    finds("tensor-converted", "makes dimension 1 of a tensor 5, which is 4",
          "auto v = static_cast<tensor<device float, extents<int, 8, 5>, tensor_inline>>(t); y[0] = v.get_extent(0);");
    finds("tensor-aligned", "rows 64 bytes apart, not a multiple of 128",
          "codes c(x, two(128, 2)); y[0] = c.get_extent(0);");
    finds("tensor-aligned", "not a multiple of 128", "codes c(x + n[0], two(256, 2)); y[0] = c.get_extent(0);");
    finds(
        "tensor-memory", "128 bytes of memory that has 64",
        "float own[16]; own[n[2]] = 1; tensor<thread float, two, tensor_inline> v(own, two(n[0], 4)); y[0] = v[0, 0];");
    finds("tensor-memory", "64 bytes of memory that has 60",
          "float own[16]; own[n[2]] = 1; tensor<thread float, two, tensor_inline> v(own + 1, two(8, 2)); y[0] = v[0, "
          "0];");
    is_clean("float own[33]; own[n[2] + 1] = 1; tensor<thread float, two, tensor_inline> v(own + 1, two(n[0], 4)); "
             "y[0] = v[0, 0];");
    is_clean("view v(f, two(n[0], 2), steps{1, 248}); y[0] = v[7, 1];");
    is_clean("view v(f, two(8, 4), steps{1, n[0]}); y[0] = v[7, 3];");
    is_clean("view v(f, two(8, 1), steps{1, n[0] - 1}); y[0] = v[7, 0];");
    is_clean("codes c(x, two(256, 2)); y[0] = c.get<eight>(248, 1).as_storage_type()[3];");
    is_clean("thread uchar own[64]; tensor<thread int4b_format, two, tensor_inline> c(own, two(64, 2)); y[0] = "
             "c.get_extent(0);");
}

/* A line that belongs to another file has its number there. */
static void other_files(void **state)
{
    (void)state;
    sm_outcome o = run("\n#line 70 \"tiles.h\"\ny[0] = t[n[0], 0];");
    assert_int_equal(o.finding_count, 1);
    assert_int_equal(o.finding[0].line, 70);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements), cmocka_unit_test(slices),      cmocka_unit_test(null_tensors),
        cmocka_unit_test(sizes),    cmocka_unit_test(other_files),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
