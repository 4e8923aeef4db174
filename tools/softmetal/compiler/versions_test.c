/* versions_test.c: what each version of MSL does not have yet is refused, with the version that has it, and taken from
 * that version on (rewrite/tables/versions.def). */
#include "compiler.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A line of a program that needs the version. */
static const struct row {
    int since, before; /* the version that has it, and the one before */
    const char *name, *line;
} rows[] = {
    {102, 101, "function_constant", "constant int c1 [[function_constant(1)]];"},
    {102, 101, "grid_origin", "kernel void k2(device int *o [[buffer(0)]], uint i [[grid_origin]]) {}"},
    {102, 101, "grid_size", "kernel void k3(device int *o [[buffer(0)]], uint i [[grid_size]]) {}"},
    {200, 102, "dispatch_simdgroups_per_threadgroup",
     "kernel void k4(device int *o [[buffer(0)]], uint i [[dispatch_simdgroups_per_threadgroup]]) {}"},
    {200, 102, "simdgroup_index_in_threadgroup", "kernel void k5(uint i [[simdgroup_index_in_threadgroup]]) {}"},
    {200, 102, "simdgroups_per_threadgroup", "kernel void k6(uint i [[simdgroups_per_threadgroup]]) {}"},
    {200, 102, "thread_execution_width", "kernel void k7(uint i [[thread_execution_width]]) {}"},
    {200, 102, "thread_index_in_simdgroup", "kernel void k8(uint i [[thread_index_in_simdgroup]]) {}"},
    {200, 102, "threads_per_simdgroup", "kernel void k9(uint i [[threads_per_simdgroup]]) {}"},
    {200, 102, "id", "struct s10 { device int *p [[id(2)]]; };"},
    {201, 200, "dispatch_quadgroups_per_threadgroup",
     "kernel void k11(uint i [[dispatch_quadgroups_per_threadgroup]]) {}"},
    {201, 200, "quadgroup_index_in_threadgroup", "kernel void k12(uint i [[quadgroup_index_in_threadgroup]]) {}"},
    {201, 200, "quadgroups_per_threadgroup", "kernel void k13(uint i [[quadgroups_per_threadgroup]]) {}"},
    {201, 200, "thread_index_in_quadgroup", "kernel void k14(uint i [[thread_index_in_quadgroup]]) {}"},
    {201, 200, "texture_buffer", "void f15(texture_buffer<float> t) {}"},
    {201, 200, "max3", "inline int f16(int a) { return max3(a, 1, 2); }"},
    {201, 200, "min3", "inline int f17(int a) { return min3(a, 1, 2); }"},
    {201, 200, "median3", "inline int f18(int a) { return median3(a, 1, 2); }"},
    {201, 200, "mul24", "inline int f19(int a) { return mul24(a, 1); }"},
    {201, 200, "mad24", "inline int f20(int a) { return mad24(a, 1, 2); }"},
    {201, 200, "reverse_bits", "inline int f21(int a) { return reverse_bits(a); }"},
    {201, 200, "simd_sum", "inline int f22(int a) { return simd_sum(a); }"},
    {201, 200, "simd_product", "inline int f23(int a) { return simd_product(a); }"},
    {201, 200, "simd_min", "inline int f24(int a) { return simd_min(a); }"},
    {201, 200, "simd_max", "inline int f25(int a) { return simd_max(a); }"},
    {201, 200, "simd_and", "inline int f26(int a) { return simd_and(a); }"},
    {201, 200, "simd_or", "inline int f27(int a) { return simd_or(a); }"},
    {201, 200, "simd_xor", "inline int f28(int a) { return simd_xor(a); }"},
    {201, 200, "simd_all", "inline bool f29(bool a) { return simd_all(a); }"},
    {201, 200, "simd_any", "inline bool f30(bool a) { return simd_any(a); }"},
    {201, 200, "simd_ballot", "inline bool f31(bool a) { return simd_ballot(a).all(); }"},
    {201, 200, "simd_vote", "inline bool f32(simd_vote v) { return v.all(); }"},
    {201, 200, "simd_is_first", "inline bool f33() { return simd_is_first(); }"},
    {201, 200, "simd_active_threads_mask", "inline bool f34() { return simd_active_threads_mask().all(); }"},
    {201, 200, "simd_broadcast_first", "inline int f35(int a) { return simd_broadcast_first(a); }"},
    {201, 200, "simd_shuffle_rotate_up", "inline int f36(int a) { return simd_shuffle_rotate_up(a, 1); }"},
    {201, 200, "simd_shuffle_rotate_down", "inline int f37(int a) { return simd_shuffle_rotate_down(a, 1); }"},
    {201, 200, "simd_prefix_inclusive_sum", "inline int f38(int a) { return simd_prefix_inclusive_sum(a); }"},
    {201, 200, "simd_prefix_exclusive_sum", "inline int f39(int a) { return simd_prefix_exclusive_sum(a); }"},
    {201, 200, "simd_prefix_inclusive_product", "inline int f40(int a) { return simd_prefix_inclusive_product(a); }"},
    {201, 200, "simd_prefix_exclusive_product", "inline int f41(int a) { return simd_prefix_exclusive_product(a); }"},
    {201, 200, "quad_sum", "inline int f42(int a) { return quad_sum(a); }"},
    {201, 200, "quad_product", "inline int f43(int a) { return quad_product(a); }"},
    {201, 200, "quad_min", "inline int f44(int a) { return quad_min(a); }"},
    {201, 200, "quad_max", "inline int f45(int a) { return quad_max(a); }"},
    {201, 200, "quad_all", "inline bool f46(bool a) { return quad_all(a); }"},
    {201, 200, "quad_any", "inline bool f47(bool a) { return quad_any(a); }"},
    {201, 200, "quad_ballot", "inline bool f48(bool a) { return quad_ballot(a).all(); }"},
    {201, 200, "quad_broadcast_first", "inline int f49(int a) { return quad_broadcast_first(a); }"},
    {202, 201, "host_name", "[[host_name(\"h50\")]] kernel void k50(device int *o [[buffer(0)]]) {}"},
    {202, 201, "kernel_template", "template <typename T> kernel void k51(device T *o [[buffer(0)]]) {}"},
    {202, 201, "kernel_template", "template kernel void k51<int>(device int *o [[buffer(0)]]);"},
    {203, 202, "kernel", "[[kernel]] void k62(device int *o [[buffer(0)]]) {}"},
    {203, 202, "visible", "[[visible]] int f63(int a) { return a; }"},
    {203, 202, "long_buffer", "kernel void k64(device long *o [[buffer(0)]]) {}"},
    {203, 202, "long_buffer", "struct s65 { int a; ulong b; }; kernel void k65(constant s65 &o [[buffer(0)]]) {}"},
    {203, 202, "simdgroup_matrix", "void f66(simdgroup_matrix<float, 8, 8> m) {}"},
    {203, 202, "simdgroup_half8x8", "void f67(simdgroup_half8x8 m) {}"},
    {203, 202, "simdgroup_float8x8", "void f68(simdgroup_float8x8 m) {}"},
    {203, 202, "simdgroup_load",
     "inline void f69(device float *p) { simdgroup_matrix<float, 8, 8> m; simdgroup_load(m, p); }"},
    {203, 202, "simdgroup_store",
     "inline void f70(device float *p) { simdgroup_matrix<float, 8, 8> m(1); simdgroup_store(m, p); }"},
    {203, 202, "make_filled_simdgroup_matrix",
     "inline void f71() { auto m = make_filled_simdgroup_matrix<float, 8, 8>(1.0f); }"},
    {203, 202, "visible_function_table", "void f72(visible_function_table<int(int)> t) {}"},
    {203, 202, "r8unorm", "struct s73 { r8unorm<half> a; };"},
    {203, 202, "rgba8unorm", "struct s74 { rgba8unorm<half4> a; };"},
    {203, 202, "function_pointers", "void f73a(int (*f)(int)) {}"},
    {203, 202, "function_pointers",
     "inline int f73b(int a, int b) { return a; } constexpr constant auto g73b = &f73b;"},
    {204, 202, "recursion",
     "static int f74a(int a) { return a ? f74a(a - 1) : 0; } kernel void k74a(device int *o) { *o = f74a(*o); }"},
    {204, 202, "recursion",
     "static int f74b(int a); static int f74c(int a) { return f74b(a) + 1; } static int f74b(int a) { return a ? "
     "f74c(a "
     "/ 2) : 0; } kernel void k74b(device int *o) { *o = f74b(*o); }"},
    {204, 203, "stitchable", "[[stitchable]] int f75(int a) { return a; }"},
    {204, 203, "atomic", "void f76(device atomic<int> *a) {}"},
    {204, 203, "atomic_bool", "void f77(device atomic_bool *a) {}"},
    {204, 203, "atomic_ulong", "void f78(device atomic_ulong *a) {}"},
    {204, 203, "simd_shuffle_and_fill_up", "inline int f79(int a) { return simd_shuffle_and_fill_up(a, a, 1); }"},
    {204, 203, "simd_shuffle_and_fill_down", "inline int f80(int a) { return simd_shuffle_and_fill_down(a, a, 1); }"},
    {204, 203, "quad_shuffle_and_fill_up", "inline int f81(int a) { return quad_shuffle_and_fill_up(a, a, 1); }"},
    {204, 203, "quad_shuffle_and_fill_down", "inline int f82(int a) { return quad_shuffle_and_fill_down(a, a, 1); }"},
    {204, 203, "atomic_min_explicit",
     "inline void f83(device atomic_ulong *a) { atomic_min_explicit(a, 1ul, memory_order_relaxed); }"},
    {204, 203, "atomic_max_explicit",
     "inline void f84(device atomic_ulong *a) { atomic_max_explicit(a, 1ul, memory_order_relaxed); }"},
    {300, 204, "atomic_float", "void f85(device atomic_float *a) {}"},
    {301, 300, "bfloat", "inline int f86(int a) { bfloat b = bfloat(a); return int(b); }"},
    {301, 300, "bfloat2", "void f87(bfloat2 a) {}"},
    {301, 300, "bfloat3", "void f88(bfloat3 a) {}"},
    {301, 300, "bfloat4", "void f89(bfloat4 a) {}"},
    {301, 300, "simdgroup_bfloat8x8", "void f90(simdgroup_bfloat8x8 a) {}"},
    {301, 300, "nextafter", "inline float f91(float a) { return nextafter(a, 1.0f); }"},
    {301, 300, "global_input", "uint g92 [[thread_index_in_threadgroup]];"},
    {302, 301, "global_binding", "device int *constant g93 [[buffer(3)]];"},
    {302, 301, "lambda", "inline int f94(int a) { auto twice = [](int x) { return 2 * x; }; return twice(a); }"},
    {302, 301, "coherent", "void f95(coherent device int *a) {}"},
    {302, 301, "memory_coherence_device", "void f96(texture2d<float, access::read, memory_coherence_device> t) {}"},
    {302, 301, "atomic_thread_fence",
     "inline void f97() { atomic_thread_fence(mem_flags::mem_device, memory_order_relaxed); }"},
    {302, 301, "thread_scope_device", "inline int f98() { return int(thread_scope_device); }"},
    {302, 301, "memory_order_seq_cst", "inline int f99() { return int(memory_order_seq_cst); }"},
    {302, 301, "os_log_default", "inline void f100() { os_log_default.log(\"a\"); }"},
    {400, 302, "required_threads_per_threadgroup",
     "[[required_threads_per_threadgroup(8, 1, 1)]] kernel void k101(device int *o [[buffer(0)]]) {}"},
    {400, 302, "user_annotation", "[[user_annotation(\"u\")]] kernel void k102(device int *o [[buffer(0)]]) {}"},
    {400, 302, "auto_parameter", "template <auto N> int f103() { return N; }"},
    {400, 302, "class_arguments",
     "template <typename T> struct s103 { T a; s103(T x) : a(x) {} }; inline int g103() { s103 s(1); return s.a; }"},
    {400, 302, "extents", "void f104(extents<int, 2> e) {}"},
    {400, 302, "dextents", "void f105(dextents<int, 2> e) {}"},
    {400, 302, "tensor", "void f106(tensor<device int, extents<int, 2>> t) {}"},
    {401, 400, "new", "inline void f107(thread int *p) { new (p) thread int(1); }"},
    {401, 400, "memory_order_acquire",
     "inline int f108(device atomic_int *a) { return atomic_load_explicit(a, memory_order_acquire); }"},
    {401, 400, "memory_order_release",
     "inline void f109(device atomic_int *a) { atomic_store_explicit(a, 1, memory_order_release); }"},
    {401, 400, "memory_order_acq_rel",
     "inline int f110(device atomic_int *a) { return atomic_exchange_explicit(a, 1, memory_order_acq_rel); }"},
    {401, 400, "interleave", "inline uint2 f111(uint2 a) { return uint2(interleave(a.x, a.y)); }"},
    {401, 400, "deinterleave", "inline uint2 f112(uint a) { return uint2(deinterleave(a)); }"},
};
enum { ROWS = sizeof rows / sizeof *rows, HEAD = 3 };

/* The lines of the rows that a version has and that one before has not. */
static char *write_program(int since, int before)
{
    char *program = calloc(1, 1 << 16);
    assert_non_null(program);
    strcpy(program, "#include <metal_stdlib>\n#include <metal_pixel>\nusing namespace metal;\n");
    for (int i = 0; i < ROWS; i++)
        if (rows[i].since == since && rows[i].before == before)
            strcat(strcat(program, rows[i].line), "\n");
    return program;
}

static sm_library *compile(const char *program, int version, char **log)
{
    sm_compile_options options = {.language_version = (uint32_t)(version / 100 << 16 | version % 100),
                                  .math = SM_MATH_FAST,
                                  .target.simd_width = 32};
    *log = NULL;
    return sm_library_create(program, strlen(program), &options, log);
}

/* The program is taken; `silent`: and nothing is said of it. */
static void take(const char *program, int version, bool silent)
{
    char *log;
    sm_library *library = compile(program, version, &log);
    if (!library || (silent && log))
        fail_msg("in version %d: %s\n%s", version, program, log);
    free(log);
    sm_library_release(library);
}

/* The diagnostic about a line names the version that the row asks for. */
static void check_line(const struct row *row, int line, const char *log)
{
    char place[64], needed[64];
    snprintf(place, sizeof place, "program_source:%d:", line);
    snprintf(needed, sizeof needed, " Metal %d.%d or later: languageVersion, -std=", row->since / 100,
             row->since % 100);
    for (const char *at = strstr(log, place); at; at = strstr(at + 1, place)) {
        size_t size = strcspn(at, "\n");
        const char *found = strstr(at, needed);
        if (found && found < at + size && strstr(at, "error: "))
            return;
    }
    fail_msg("%s in version %d: nothing said of '%s' in\n%s", row->name, row->before, row->line, log);
}

static void is_refused_before_and_taken_from(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        if (i && rows[i].since == rows[i - 1].since && rows[i].before == rows[i - 1].before)
            continue;
        char *log, *program = write_program(rows[i].since, rows[i].before);
        sm_library *library = compile(program, rows[i].before, &log);
        assert_null(library);
        for (int k = i, line = HEAD + 1; k < ROWS && rows[k].since == rows[i].since && rows[k].before == rows[i].before;
             k++, line++)
            check_line(&rows[k], line, log);
        free(log);
        take(program, rows[i].since, false);
        free(program);
    }
}

/* Each row of the table is tried above. */
static void no_row_is_left_out(void **state)
{
    (void)state;
#define SINCE(major, minor, kind, name, subject) {#name, (major)*100 + (minor)},
    static const struct {
        const char *name;
        int since;
    } all[] = {
#include "rewrite/tables/versions.def"
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int found = 0;
        for (int k = 0; k < ROWS; k++)
            found += strcmp(rows[k].name, all[i].name) == 0 && rows[k].since == all[i].since;
        if (!found)
            fail_msg("no program needs %s of version %d", all[i].name, all[i].since);
    }
}

/* A name of the library is a program's own in a version that does not have it; what a macro would need that nobody uses
 * is not asked. */
static void names_of_later_versions_are_free(void **state)
{
    (void)state;
    char *log;
    take("#include <metal_stdlib>\nusing namespace metal;\n"
         "struct texture_buffer { int a; };\n"
         "inline int simd_sum(int a) { return a; }\n"
         "#if __METAL_VERSION__ >= 220\n[[host_name(\"n\")]]\n#endif\n"
         "kernel void k(device int *o [[buffer(0)]]) { ulong wide = 2; texture_buffer t = {simd_sum(wide)}; "
         "o[0] = t.a; }\n",
         200, false);
    assert_null(compile("kernel void k(device int *o [[buffer(0)]]) { o[0] = simd_sum(1); }\n", 401, &log));
    assert_non_null(log);
    assert_null(strstr(log, "or later")); /* the version has it: the header is missing */
    free(log);
}

/* What C++14 has with a warning in clang is no mistake, and nothing is said of it. */
static void extensions_are_taken(void **state)
{
    (void)state;
    take("#include <metal_stdlib>\nnamespace a::b { constant constexpr int k = 2; }\n"
         "struct P { int x, y; };\n"
         "template <typename... T> int sum(T... t) { return (t + ...); }\n"
         "template <int N> int twice() { if constexpr (N > 1) return 2; else return 1; }\n"
         "kernel void k(device int *o [[buffer(0)]]) { P p = {1, 2}; auto [x, y] = p; static_assert(true); "
         "if (int z = x; z) o[0] = sum(x, y, twice<2>()) + a::b::k + int(float4(1).x); }\n",
         204, true);
}

/* Of programs of others, which Apple's compiler takes: nothing is said of them. */
static void programs_are_taken(void **state)
{
    static const char *const programs[] = {
        "struct B { int v; int operator[](int i) const { return v + i; } }; int f(uint i) { return B{2}[i]; }",
        "kernel void k(device int *o) { threadgroup __attribute__((aligned(16))) int a[4]; a[0] = 1; o[0] = a[0]; }",
        "typedef struct { uint8_t a; uint32_t b; } __attribute__((packed)) P; int f(P p) { return p.b; }",
        "struct L { int a; L(ushort i [[thread_index_in_simdgroup]], int b = 2) { a = i + b; } };\n"
        "kernel void k(device int *o, ushort i [[thread_index_in_simdgroup]]) { L l(i); o[i] = l.a; }",
    };
    (void)state;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char program[512];
        snprintf(program, sizeof program, "#include <metal_stdlib>\nusing namespace metal;\n%s\n", programs[i]);
        take(program, 301, true);
    }
}

/* Headers that are read behind what refuses words use none of them. */
static void headers_need_no_later_word(void **state)
{
    static const char *const headers[] = {"simd/simd.h", "metal_command_buffer", "metal_raytracing", "metal_tensor",
                                          "metal_visible_function_table"};
    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char program[200];
        snprintf(program, sizeof program, "#include <%s>\nkernel void k(device int *o [[buffer(0)]]) { o[0] = 1; }\n",
                 headers[i]);
        take(program, 200, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_row_is_left_out),
        cmocka_unit_test(is_refused_before_and_taken_from),
        cmocka_unit_test(names_of_later_versions_are_free),
        cmocka_unit_test(extensions_are_taken),
        cmocka_unit_test(programs_are_taken),
        cmocka_unit_test(headers_need_no_later_word),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
