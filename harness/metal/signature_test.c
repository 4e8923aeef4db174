/* signature_test.c: what reflection says of a kernel, in one line. */
#include "metal_testing.h"

/* All that reflection says of arguments: names, places, types, what is in structures. */
static void test_signature(void **state)
{
    (void)state;
    metal_library *library = compiled(
        "using real = half;\n"
        "struct sizes { uint n; float3 scale; };\n"
        "struct many { device real *x; device const float4 *g [[id(3)]]; sizes s; device uint *rows[2]; };\n"
        "kernel void k(constant many &all [[buffer(1)]], constant sizes &s, device const real *in [[buffer(1 + 4)]],\n"
        "              threadgroup float *tile [[threadgroup(0)]], metal::texture2d<float> image [[texture(2)]])\n"
        "{ uint kept[512]; for (uint n = 0; n < 512; n++) kept[n] = n * s.n;\n"
        "  all.x[0] = kept[all.s.n % 512] + in[0] + all.g[0].x + tile[0] + s.n + all.s.n + all.rows[1][0] + "
        "image.read(metal::ushort2(0)).x; "
        "}");
    metal_pipeline *made = pipeline_of(library, "k");
    char *told = metal_pipeline_signature(made);
    assert_string_equal(told, "buffer 1 read arguments {0@0 write half* x, 3@8 read float4* g, "
                              "4@16 {4@0 uint n, 5@16 float3 scale} s, 6@48 write uint*[2] rows} all; "
                              "buffer 0 read {0@0 uint n, 1@16 float3 scale} s; buffer 5 read half in; "
                              "threadgroup 0 write ? tile; texture 2 read texture image; "
                              "threads 1024; stack 2048");
    free(told);
    metal_pipeline_destroy(made);
    metal_library_destroy(library);
}

/* Of a function that has no values yet, whatever its constants are called by. */
static void test_constants(void **state)
{
    (void)state;
    metal_library *library = compiled("#define BASE 300\nconstant int width [[function_constant(BASE + 1)]];\n"
                                      "constant bool fast [[function_constant(2)]];\n"
                                      "constant bool is_fast = is_function_constant_defined(fast);\n"
                                      "kernel void k(device int *x [[buffer(0)]]) { x[0] = width + is_fast; }\n"
                                      "kernel void none(device int *x [[buffer(0)]]) { x[0] = 1; }");
    char *told = metal_library_constants(library, "k"), *none = metal_library_constants(library, "none");
    assert_non_null(strstr(told, "int width 301 required"));
    assert_non_null(strstr(told, "bool fast 2"));
    assert_null(strstr(told, "fast 2 required"));
    assert_string_equal(none, "");
    assert_null(metal_library_constants(library, "nothing"));
    free(told);
    free(none);
    metal_library_destroy(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signature),
        cmocka_unit_test(test_constants),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
