/* checked_test.c: one small kernel per kind of finding, and its sound twin, which must be clean. */
#include "../../compiler/kernel/test_kernel.h"
#include "../engine.h"
#include <stdio.h>
#include <string.h>

/* Lines count from 1 at the first line after `using`. */
static const char program[] =
    "#include <metal_stdlib>\nusing namespace metal;\n#line 1\n"
    "kernel void outside(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) { "
    "x[i + 1] = 1; }\n" /* 1 */
    "kernel void inside(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) { "
    "x[i] = 1; }\n" /* 2 */
    "kernel void misaligned(device char *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) { if (i == 0) *(device int *)(x + 1) = 1; }\n" /* 3 */
    "kernel void unwritten(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) { threadgroup int t[64];\n" /* 4 */
    "    if (i < 32) t[i] = 1;\n"                                 /* 5 */
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"      /* 6 */
    "    x[i] = t[i]; }\n"                                        /* 7 */
    "kernel void race(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) { "
    "threadgroup int t[64];\n"  /* 8 */
    "    t[i] = 1;\n"           /* 9 */
    "    x[i] = t[63 - i]; }\n" /* 10 */
    "kernel void ordered(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) { threadgroup int t[64];\n"
    "    t[i] = 1;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    x[i] = t[63 - i]; }\n"
    "kernel void wrong_flags(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) { threadgroup int t[64];\n" /* 15 */
    "    t[i] = 1;\n"
    "    threadgroup_barrier(mem_flags::mem_device);\n"
    "    x[i] = t[63 - i]; }\n" /* 18 */
    "kernel void device_race(device int *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) { x[0] = int(i); }\n" /* 19 */
    "kernel void device_atomic(device atomic_int *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) { atomic_fetch_add_explicit(x, 1, "
    "memory_order_relaxed); }\n" /* 20 */
    "kernel void divergent(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) {\n"
    "    if (i & 1) threadgroup_barrier(mem_flags::mem_none);\n" /* 22 */
    "    else x[i] = simd_sum(1); }\n"
    "kernel void early(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) "
    "{\n"
    "    if (i & 1) return;\n"
    "    threadgroup_barrier(mem_flags::mem_none); }\n"
    "kernel void inactive(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) {\n"
    "    if (i & 1) x[i] = simd_shuffle(int(i), ushort(0)); }\n" /* 28 */
    "kernel void simd_race(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) { threadgroup int t[64];\n"
    "    t[i] = 1;\n"
    "    simd_sum(1);\n"
    "    x[i] = t[i ^ 1]; }\n" /* 32 */
    "kernel void simd_ordered(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) { threadgroup int t[64];\n"
    "    t[i] = 1;\n"
    "    simdgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    x[i] = t[i ^ 1]; }\n"
    "kernel void argument_outside(device int *x [[buffer(0)]], threadgroup int *t "
    "[[threadgroup(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    t[i] = 1; x[i] = t[i]; }\n" /* 38 */
    "kernel void private_array(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) { int a[64];\n"
    "    for (int k = 0; k < 64; k++) a[k] = x[k % 64] + k;\n"
    "    thread int *p = a + i; threadgroup_barrier(mem_flags::mem_device); x[i] = *p; }\n"
    "kernel void texel_race(texture2d<uint, access::read_write> t [[texture(0)]], device int *x "
    "[[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    t.write(uint4(i), uint2(i, 0));\n"
    "    x[i] = t.read(uint2(i % 32, 0)).x; }\n" /* 44 */
    "kernel void texel_ordered(texture2d<uint, access::read_write> t [[texture(0)]], device int "
    "*x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    t.write(uint4(i), uint2(i, 0)); threadgroup_barrier(mem_flags::mem_texture);\n"
    "    x[i] = t.read(uint2(i ^ 33, 0)).x; }\n"
    "kernel void texel_atomic(texture2d<uint, access::read_write> t [[texture(0)]], device int "
    "*x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    t.atomic_fetch_add(uint2(0), uint4(1)); threadgroup_barrier(mem_flags::mem_texture);\n"
    "    x[i] = t.read(uint2(0)).x; }\n"
    "constant int table[4] = {1, 2, 3, 4};\n"
    "int pick(constant int *t, int i) { return t[i]; }\n"
    "kernel void constants(device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) { x[i] = pick(table, i & 3); }\n";

/* The rest; lines count again from 1. */
static const char second_program[] =
    "#include <metal_stdlib>\nusing namespace metal;\n#line 1\n"
    "#define WAIT(flag) while (atomic_load_explicit(flag, memory_order_relaxed) == 0)\n"
    "kernel void fenced(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
    "    device atomic_int *flag = (device atomic_int *)(x + 1);\n"
    "    if (i == 0) { x[0] = 7; atomic_thread_fence(mem_flags::mem_device, "
    "memory_order_release); atomic_store_explicit(flag, 1, memory_order_relaxed); }\n"
    "    if (i == 40) { WAIT(flag); atomic_thread_fence(mem_flags::mem_device, "
    "memory_order_acquire); x[2] = x[0]; } }\n"
    "kernel void half_fenced(device int *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) {\n"
    "    device atomic_int *flag = (device atomic_int *)(x + 1);\n"
    "    if (i == 0) { x[0] = 7; atomic_store_explicit(flag, 1, memory_order_relaxed); }\n"
    "    if (i == 40) { WAIT(flag); atomic_thread_fence(mem_flags::mem_device, "
    "memory_order_acquire); x[2] = x[0]; } }\n"
    "kernel void wrong_fence(device int *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) {\n"
    "    device atomic_int *flag = (device atomic_int *)(x + 1);\n"
    "    if (i == 0) { x[0] = 7; atomic_thread_fence(mem_flags::mem_threadgroup, "
    "memory_order_release); atomic_store_explicit(flag, 1, memory_order_relaxed); }\n"
    "    if (i == 40) { WAIT(flag); atomic_thread_fence(mem_flags::mem_device, "
    "memory_order_acquire); x[2] = x[0]; } }\n"
    "kernel void passed_on(device int *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) {\n"
    "    device atomic_int *flag = (device atomic_int *)(x + 1), *next = flag + 1;\n"
    "    if (i == 0) { x[0] = 7; atomic_thread_fence(mem_flags::mem_device, "
    "memory_order_seq_cst); atomic_store_explicit(flag, 1, memory_order_relaxed); }\n"
    "    if (i == 40) { WAIT(flag); atomic_thread_fence(mem_flags::mem_device, "
    "memory_order_seq_cst); atomic_store_explicit(next, 1, memory_order_relaxed); }\n"
    "    if (i == 63) { WAIT(next); atomic_thread_fence(mem_flags::mem_device, "
    "memory_order_seq_cst); x[4] = x[0]; } }\n"
    "kernel void components(device float4 *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
    "    if (i == 0) x[0].x = 1; else if (i == 32) x[0].yw = float2(2, 4);\n"
    "    else if (i == 1) x[2].y = x[0].z; else if (i == 2) x[1].z = x[2].x; }\n"
    "kernel void same_component(device float4 *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) {\n"
    "    if (i == 0) x[0].x = 1; else if (i == 32) x[0].wx = float2(2, 4); }\n"
    "kernel void whole_vector(device float4 *x [[buffer(0)]], uint i "
    "[[thread_position_in_grid]]) {\n"
    "    if (i == 0) x[0].x = 1; else if (i == 32) x[1] = x[0] + x[3]; }\n"
    "struct held { texture2d<uint, access::read_write> t; };\n"
    "kernel void held_race(constant held &h [[buffer(1)]], device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) {\n"
    "    h.t.write(uint4(i), uint2(i, 0));\n"
    "    x[i] = h.t.read(uint2(i % 32, 0)).x; }\n" /* 29 */
    "kernel void held_atomic(constant held &h [[buffer(1)]], device int *x [[buffer(0)]], uint i "
    "[[thread_index_in_threadgroup]]) {\n"
    "    h.t.atomic_fetch_add(uint2(0), uint4(1)); threadgroup_barrier(mem_flags::mem_texture);\n"
    "    x[i] = h.t.read(uint2(0)).x; }\n";

/* Scopes. Threads 0 to 63 in two threadgroups of 32, or in one of two SIMD-groups. Lines count again from 1. */
static const char third_program[] =
    "#include <metal_stdlib>\nusing namespace metal;\n#line 1\n"
    "#define PASS(name, i, j, out, in) \\\n"
    "kernel void name(device int *x [[buffer(0)]], uint t [[thread_position_in_grid]]) { \\\n"
    "    device atomic_int *flag = (device atomic_int *)(x + 1); \\\n"
    "    if (t == i) { x[0] = 7; atomic_thread_fence(mem_flags::mem_device, memory_order_release, out); \\\n"
    "                  atomic_store_explicit(flag, 1, memory_order_relaxed); } \\\n"
    "    if (t == j) { while (atomic_load_explicit(flag, memory_order_relaxed) == 0) {} \\\n"
    "                  atomic_thread_fence(mem_flags::mem_device, memory_order_acquire, in); x[2] = x[0]; } }\n"
    "PASS(to_another, 0, 40, thread_scope_device, thread_scope_device)\n"
    "PASS(to_another_threadgroup_scope, 0, 40, thread_scope_threadgroup, thread_scope_threadgroup)\n"
    "PASS(to_another_narrow_out, 0, 40, thread_scope_threadgroup, thread_scope_device)\n" /* 10 */
    "PASS(to_another_narrow_in, 0, 40, thread_scope_device, thread_scope_simdgroup)\n"
    "PASS(to_a_lane, 0, 9, thread_scope_simdgroup, thread_scope_simdgroup)\n"
    "PASS(to_a_lane_thread_scope, 0, 9, thread_scope_thread, thread_scope_thread)\n"
    "kernel void last(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]],\n"
    "                 uint t [[thread_index_in_threadgroup]], uint n [[threadgroups_per_grid]]) {\n"
    "    threadgroup bool is_last; if (t == 0) x[2 + i / 32] = 1;\n"
    "    if (t == 0) is_last = atomic_fetch_add_explicit((device atomic_int *)x, 1, memory_order_relaxed) == int(n) - "
    "1;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    if (is_last && t == 0) x[1] = x[2] + x[3]; }\n" /* 19 */
    "kernel void last_fenced(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]],\n"
    "                        uint t [[thread_index_in_threadgroup]], uint n [[threadgroups_per_grid]]) {\n"
    "    threadgroup bool is_last; if (t < 2) x[2 + i] = 1;\n"
    "    threadgroup_barrier(mem_flags::mem_device);\n"
    "    if (t == 0) { atomic_thread_fence(mem_flags::mem_device, memory_order_release);\n"
    "        is_last = atomic_fetch_add_explicit((device atomic_int *)x, 1, memory_order_relaxed) == int(n) - 1;\n"
    "        atomic_thread_fence(mem_flags::mem_device, memory_order_acquire); }\n"
    "    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);\n"
    "    if (is_last && t == 9) x[1] = x[2] + x[35]; }\n"
    "kernel void last_unshared(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]],\n" /* 29 */
    "                        uint t [[thread_index_in_threadgroup]], uint n [[threadgroups_per_grid]]) {\n"
    "    threadgroup bool is_last; if (t == 0) { x[2 + i] = 1;\n"
    "        is_last = atomic_fetch_add_explicit((device atomic_int *)x, 1, memory_order_acq_rel) == int(n) - 1; }\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    if (is_last && t == 9) x[1] = x[2] + x[34]; }\n"
    "#define EXCHANGE(name, mate, ...) \\\n"
    "kernel void name(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) { threadgroup int t[64]; "
    "\\\n"
    "    t[i] = 1; __VA_ARGS__; x[i] = t[mate]; }\n"
    "EXCHANGE(near_scope, i ^ 1, threadgroup_barrier(mem_flags::mem_threadgroup, memory_order_seq_cst,\n"
    "         thread_scope_simdgroup))\n" /* 39 */
    "EXCHANGE(near_scope_far_mate, 63 - i, threadgroup_barrier(mem_flags::mem_threadgroup, memory_order_seq_cst,\n"
    "         thread_scope_simdgroup))\n"
    "EXCHANGE(device_scope, 63 - i, threadgroup_barrier(mem_flags::mem_threadgroup, memory_order_seq_cst,\n"
    "         thread_scope_device))\n"
    "EXCHANGE(simd_wrong_flags, i ^ 1, simdgroup_barrier(mem_flags::mem_device))\n" /* 44 */
    "EXCHANGE(no_flags, 63 - i, threadgroup_barrier(mem_flags::mem_none))\n"
    "kernel void barrier_to_another(device int *x [[buffer(0)]], uint t [[thread_position_in_grid]]) {\n"
    "    device atomic_int *flag = (device atomic_int *)(x + 1); if (t == 0) x[0] = 7;\n"
    "    if (t < 32) threadgroup_barrier(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);\n"
    "    if (t == 0) atomic_store_explicit(flag, 1, memory_order_relaxed);\n"
    "    if (t >= 32) { while (t == 40 && atomic_load_explicit(flag, memory_order_relaxed) == 0) {}\n"
    "        threadgroup_barrier(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);\n"
    "        if (t == 60) x[2] = x[0]; } }\n";

static const char *source = program;
static int x[64];
static uint32_t texels[64];
static const sm_texture image = {.type = 2,    /* MTLTextureType2D */
                                 .format = 53, /* MTLPixelFormatR32Uint */
                                 .width = 64,
                                 .height = 1,
                                 .depth = 1,
                                 .layers = 1,
                                 .levels = 1,
                                 .samples = 1,
                                 .pixel_size = 4,
                                 .level = {{(uint8_t *)texels, sizeof texels, sizeof texels}}};

/* The same in an argument buffer. */
static uint32_t held_texels[64];
static sm_texture held_image;
static const sm_texture *held[] = {&held_image};

/* What the next run may run beside. */
static sm_company *company;
static uint32_t number;
static uint64_t beside;

static sm_status ends = SM_DONE;
static const char *compiled; /* NULL: source */

static sm_outcome run_with(const char *name, size_t bytes, uint32_t group)
{
    sm_compile_options options = {.language_version = 4 << 16 | 1, .target = {.checked = true, .simd_width = 32}};
    sm_kernel *kernel = kernel_of_source(compiled ? compiled : source, &options, name);
    sm_dispatch d = {.buffer = {{x, bytes}, {held, sizeof held}},
                     .texture = {&image},
                     .threadgroup_length = {128, 64},
                     .grid = {64, 1, 1},
                     .group = {group, 1, 1},
                     .company = company,
                     .number = number,
                     .beside = beside};
    memset(x, 0, sizeof x);
    memset(texels, 0, sizeof texels);
    memset(held_texels, 0, sizeof held_texels);
    held_image = image;
    held_image.level[0].pixels = (uint8_t *)held_texels;
    sm_outcome outcome;
    sm_engine_run(kernel, &d, &outcome);
    sm_kernel_release(kernel);
    assert_int_equal(outcome.status, ends);
    return outcome;
}

static uint32_t group_size = 64;

static void finds(const char *name, const char *kind, uint32_t line, const char *words)
{
    sm_outcome o = run_with(name, sizeof x, group_size);
    if (o.finding_count != 1)
        fail_msg("%s: %zu findings %s", name, o.finding_count, o.finding_count ? o.finding[0].text : "");
    print_message("# %s: %s\n", o.finding[0].kind, o.finding[0].text);
    assert_string_equal(o.finding[0].kind, kind);
    assert_int_equal(o.finding[0].line, line);
    assert_non_null(strstr(o.finding[0].text, name));
    if (!strstr(o.finding[0].text, words))
        fail_msg("no \"%s\" in: %s", words, o.finding[0].text);
}

static void is_clean(const char *name)
{
    sm_outcome o = run_with(name, sizeof x, group_size);
    if (o.finding_count)
        fail_msg("%s: %s", name, o.finding[0].text);
}

static void out_of_bounds(void **state)
{
    (void)state;
    finds("outside", "out-of-bounds", 1, "thread (63, 0, 0)");
    finds("argument_outside", "out-of-bounds", 38, "past the end of a threadgroup variable, which has 128");
    is_clean("inside");
    is_clean("private_array");
    is_clean("constants");
    assert_int_equal(x[63], 4);
}

static const char neighbours[] =
    "#include <metal_stdlib>\nusing namespace metal;\n"
    "kernel void own(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    threadgroup int a[16], b[64]; threadgroup float4 c;\n"
    "    b[i] = 1; if (i < 16) a[i] = 2; if (i == 0) c = 3;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    x[i] = a[i & 15] + b[i] + int(c.x) + (i == 0 ? a[i + 16] : 0); }\n" /* 7 */
    "kernel void given(device int *x [[buffer(0)]], threadgroup int *a [[threadgroup(0)]],\n"
    "    threadgroup int *b [[threadgroup(1)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    if (i < 32) a[i] = 2; if (i < 16) b[i] = 1;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    x[i] = a[i & 31] + b[i & 15] + (i == 0 ? a[i + 32] : 0); }\n" /* 12 */
    "kernel void both(device int *x [[buffer(0)]], threadgroup int *a [[threadgroup(0)]],\n"
    "    uint i [[thread_index_in_threadgroup]]) { threadgroup int b[16]; b[i & 15] = 1;\n    a[i & 31] = 2;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    x[i] = b[i & 15] + a[i & 31]; }\n";

/* What is past the end of one threadgroup variable is not the next; offsets are those without gaps. */
static void from_one_threadgroup_variable_into_the_next(void **state)
{
    (void)state;
    compiled = neighbours;
    finds("own", "out-of-bounds", 7, "reads 4 bytes past the end of a threadgroup variable, which has 64 bytes");
    finds("given", "out-of-bounds", 12, "reads 4 bytes past the end of a threadgroup variable, which has 128 bytes");
    sm_outcome o = run_with("both", sizeof x, group_size);
    bool second = false; /* all write the same, but nothing orders it */
    for (size_t i = 0; i < o.finding_count; i++)
        second |= strstr(o.finding[i].text, "writes offset 64 of threadgroup memory") != NULL;
    assert_true(second);
    compiled = NULL;
}

static const char own[] =
    "#include <metal_stdlib>\nusing namespace metal;\n"
    "struct pair { int a[4]; int last; };\n"
    "kernel void array_end(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4];\n"
    "    for (uint j = 0; j <= 4; j++) a[j] = x[i] + int(j);\n" /* 6 */
    "    x[i] = a[i & 3]; }\n"
    "kernel void array_begin(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4][4]; for (int j = 0; j < 16; j++) a[j / 4][j % 4] = x[i] + j;\n"
    "    x[i] = a[i & 3][i & 3] + a[0][int(i & 1) - 1]; }\n" /* 10 */
    "kernel void array_inside(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    pair p[3]; for (int j = 0; j < 12; j++) p[j / 4].a[j % 4] = x[i] + j;\n"
    "    pair q = p[i % 3]; x[i] = q.a[i & 3] + p[i % 3].a[3]; }\n"
    "kernel void array_runs(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4] = {1, 2, 3, 4}; uint j = 3;\n"
    "    while (j >= 0 && a[j] != x[63]) j--;\n" /* 16 */
    "    x[i] = a[j & 3]; }\n"
    "kernel void device_runs(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int sum = 0;\n"
    "    for (uint j = 63; j >= 0; j--) sum += x[j];\n" /* 20 */
    "    x[i] = sum; }\n"
    "kernel void sign(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a = x[i] - int(i) * 64000000, b = x[i] + 2000000000;\n"
    "    int d = a - b;\n"
    "    x[i] = d < 0; }\n" /* 25 */
    "kernel void sign_in_range(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a = x[i] - int(i) * 2, b = x[i] + 2000000000; uint c = uint(a) - uint(b) * 3;\n"
    "    x[i] = (a - b < 0) + (int(c) < 0); }\n"
    "kernel void converts(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    x[i] = uchar(float(i) - 1.5f); }\n" /* 30 */
    "kernel void converts_signed(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    x[i] = short(float(i) * -40000.0f); }\n" /* 32 */
    "kernel void converts_in_range(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    float one = float(min(i, 1u)), none = 1 / (one - one);\n"
    "    x[i] = uchar(one - 1.5f + 0.75f) + uchar(254.9f + one) + char(-128.9f * one) + int(-2147483648.0f * one);\n"
    "    x[i] += int(none) + int(none - none); }\n"; /* infinities and NaN are another matter */

static const char arrays[] =
    "#include <metal_stdlib>\nusing namespace metal;\n"
    "constant int table[4] = {1, 2, 3, 4};\n"
    "int second(thread const int *p) { return p[4]; }\n" /* 4 */
    "kernel void by_constant(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4] = {x[i], 2, 3, 4};\n"
    "    x[i] = a[0] + a[4]; }\n" /* 7 */
    "kernel void by_function(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4] = {x[i], 2, 3, 4};\n"
    "    x[i] = second(a); }\n"
    "kernel void by_pointer(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4], sum = 0; for (int j = 0; j < 4; j++) a[j] = x[i] + j;\n"
    "    for (thread int *p = a; p <= a + 4; p++) sum += *p;\n" /* 13 */
    "    x[i] = sum; }\n"
    "kernel void by_choice(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4] = {x[i], 2, 3, 4};\n"
    "    thread int *p = x[i] > 1000 ? a : a + 2;\n"
    "    x[i] = p[2]; }\n" /* 18 */
    "kernel void by_row(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4][4]; for (int j = 0; j < 16; j++) a[j / 4][j % 4] = x[i] + j;\n"
    "    x[i] = a[1][i % 4 + 1]; }\n" /* 21 */
    "kernel void by_row_fixed(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4][4]; for (int j = 0; j < 16; j++) a[j / 4][j % 4] = x[i] + j;\n"
    "    x[i] = a[2][4]; }\n" /* 24 */
    "kernel void of_table(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) { x[i] = table[i % 5]; "
    "}\n"
    "kernel void inside(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
    "    int a[4][4]; thread int *flat = a[0], *end = &a[3][3] + 1; for (int j = 0; j < 16; j++) flat[j] = x[i] + j;\n"
    "    int sum = 0; for (thread int *p = flat; p < end; p++) sum += *p;\n"
    "    thread int *row = &a[1][4]; sum += row[-1] + second(a[1]) + table[i % 4];\n"
    "    x[i] = sum + a[3][3] + end[-16] + (i & 1 ? a[1] : a[2])[3]; }\n";

static void arrays_are_left_by_any_way(void **state)
{
    (void)state;
    compiled = arrays;
    finds("by_constant", "out-of-bounds", 7, "reads memory at offset 16 of an array of its own, which has 16 bytes");
    finds("by_function", "out-of-bounds", 4, "reads memory at offset 16 of an array of its own, which has 16 bytes");
    finds("by_pointer", "out-of-bounds", 13, "reads memory at offset 16 of an array of its own, which has 16 bytes");
    finds("by_choice", "out-of-bounds", 18, "reads memory at offset 16 of an array of its own, which has 16 bytes");
    finds("by_row", "out-of-bounds", 21, "reads memory at offset 16 of an array of its own, which has 16 bytes");
    finds("by_row_fixed", "out-of-bounds", 24, "reads memory at offset 16 of an array of its own, which has 16 bytes");
    finds("of_table", "out-of-bounds", 25, "reads memory at offset 16 of a constant array, which has 16 bytes");
    is_clean("inside");
    compiled = NULL;
}

/* What a thread does with its own arrays and numbers LLVM would use. */
static void what_is_undefined(void **state)
{
    (void)state;
    compiled = own;
    finds("array_end", "out-of-bounds", 6, "writes memory at offset 16 of an array of its own, which has 16 bytes");
    finds("array_begin", "out-of-bounds", 10, "reads memory at offset -4 of an array of its own, which has 64 bytes");
    is_clean("array_inside");
    finds("sign", "overflow", 25, "asks for the sign of -192000000 - 2000000000, which 32 bits do not hold");
    assert_int_equal(x[0], 1);
    is_clean("sign_in_range");
    finds("converts", "conversion", 30, "converts -1.5 to uchar, which does not hold it");
    finds("converts_signed", "conversion", 32, "converts -40000 to short, which does not hold it");
    is_clean("converts_in_range");
    ends = SM_FAULTED; /* soon: the loops have 2^32 steps */
    finds("array_runs", "out-of-bounds", 16, "of an array of its own, which has 16 bytes");
    finds("device_runs", "out-of-bounds", 20, "into buffer 0, which has 256 bytes");
    ends = SM_DONE;
    compiled = NULL;
}

/* A program of three files, as #line has it: two findings in equal lines of different ones, and a barrier in a
 * third. */
static void files(void **state)
{
    (void)state;
    source = "#include <metal_stdlib>\nusing namespace metal;\n"
             "#line 1 \"parts/sums.h\"\n"
             "void later(device int *x, uint i) { x[i + 1] = 1; }\n"
             "void meet() { threadgroup_barrier(mem_flags::mem_none); }\n"
             "#line 1 \"parts/others.h\"\n"
             "void ahead(device int *x, uint i) { x[i + 64] = 1; }\n"
             "#line 1 \"program_source\"\n"
             "kernel void outside(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) { later(x, i);\n"
             "    ahead(x, i); }\n"
             "kernel void mixed(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
             "    if (i < 32) meet();\n"
             "    else threadgroup_barrier(mem_flags::mem_none); }\n";
    sm_outcome o = run_with("outside", sizeof x, group_size);
    assert_int_equal(o.finding_count, 2);
    assert_int_equal(o.finding[0].line, 1);
    assert_int_equal(o.finding[1].line, 1);
    assert_non_null(strstr(o.finding[0].text, "kernel 'outside', line 1 of parts/others.h, thread (0, 0, 0): writes"));
    assert_non_null(strstr(o.finding[1].text, "kernel 'outside', line 1 of parts/sums.h, thread (63, 0, 0): writes"));
    finds("mixed", "divergent-barrier", 5, "line 5, thread (32, 0, 0): waits");
    finds("mixed", "divergent-barrier", 5, "in line 2 of parts/sums.h");
    source = program;
}

static void as_number(uint32_t n, uint64_t unordered)
{
    number = n;
    beside = unordered;
}

/* The same kernel three times in an encoder: the second beside the first, the third behind both. */
static void races_between_dispatches(void **state)
{
    (void)state;
    sm_company plain = {.label = {"one", "two", "three", "four"}}, atomic = {.label = {"one", "two"}};
    company = &plain;
    as_number(0, 1 << 1 | 1 << 3);
    is_clean("inside");
    as_number(1, 1 << 0);
    finds("inside", "race", 2, "which kernel 'one' of the same encoder wrote with no barrier between");
    as_number(2, 0);
    is_clean("inside");
    as_number(3, 1 << 0);
    is_clean("inside"); /* what the first wrote has been overwritten by the third, which is ordered */
    sm_company_end(&plain);
    company = &atomic;
    as_number(0, 1 << 1);
    is_clean("device_atomic");
    as_number(1, 1 << 0);
    is_clean("device_atomic");
    sm_company_end(&atomic);
    company = NULL;
    as_number(0, 0);
}

static void alignment(void **state)
{
    (void)state;
    finds("misaligned", "misaligned", 3, "not a multiple of 4");
}

static void unwritten_threadgroup_memory(void **state)
{
    (void)state;
    finds("unwritten", "uninitialized-threadgroup", 7, "nothing has been written");
}

static void races_in_threadgroup_memory(void **state)
{
    (void)state;
    sm_outcome o = run_with("race", sizeof x, 64);
    assert_true(o.finding_count >= 1);
    assert_int_equal(o.finding[o.finding_count - 1].line, 10);
    finds("wrong_flags", "race", 18,
          "wrote in line 16 with no barrier between that orders threadgroup memory: the one in line 17 does not");
    finds("simd_race", "race", 32, "no barrier between");
    is_clean("ordered");
    is_clean("simd_ordered");
}

/* A store of sixteen bytes races with whoever wrote any four of them. */
static void race_in_each_part(void **state)
{
    (void)state;
    static const char pattern[] =
        "#include <metal_stdlib>\nusing namespace metal;\n#line 1\n"
        "kernel void wide(device int *x [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {\n"
        "    threadgroup int4 t[2]; threadgroup int *one = (threadgroup int *)t;\n"
        "    if (i == 0) one[%d] = 1;\n"
        "    if (i == 33) t[0] = int4(2);\n"
        "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
        "    if (i == 0) x[0] = one[0]; }\n";
    for (int part = 0; part < 5; part++) {
        char text[sizeof pattern];
        snprintf(text, sizeof text, pattern, part);
        source = text;
        if (part < 4)
            finds("wide", "race", 4, "no barrier between");
        else
            is_clean("wide");
    }
    source = program;
}

/* A store races with a reader of another SIMD-group, too, if the thread itself has read last. */
static void race_with_an_earlier_reader(void **state)
{
    (void)state;
    static const char pattern[] = "#include <metal_stdlib>\nusing namespace metal;\n#line 1\n"
                                  "kernel void readers(device int *x [[buffer(0)]], uint i "
                                  "[[thread_index_in_threadgroup]]) {\n"
                                  "    int before = i == %d || i == 40 ? x[0] : 0;\n"
                                  "    if (i == 40) x[0] = before + 1; }\n";
    for (int reader = 0; reader <= 40; reader += 40) {
        char text[sizeof pattern];
        snprintf(text, sizeof text, pattern, reader);
        source = text;
        if (reader == 0)
            finds("readers", "race", 3,
                  "which thread 0 of the same threadgroup read in line 2 with no barrier between");
        else
            is_clean("readers");
    }
    source = program;
}

static void races_in_device_memory(void **state)
{
    (void)state;
    finds("device_race", "race", 19, "buffer 0");
    sm_outcome o = run_with("device_race", sizeof x, 1);
    assert_int_equal(o.finding_count, 1);
    assert_non_null(strstr(o.finding[0].text, "of threadgroup"));
    is_clean("device_atomic");
}

/* Components are places of their own. */
static void components(void **state)
{
    (void)state;
    source = second_program;
    is_clean("components");
    sm_outcome o = run_with("same_component", sizeof x, 64);
    assert_int_equal(o.finding_count, 1);
    assert_string_equal(o.finding[0].kind, "race");
    o = run_with("whole_vector", sizeof x, 64);
    assert_int_equal(o.finding_count, 1);
    assert_string_equal(o.finding[0].kind, "race");
    source = program;
}

/* A flag orders what lies before it if both sides have fences, for that memory. */
static void fences(void **state)
{
    (void)state;
    source = second_program;
    is_clean("fenced");
    assert_int_equal(x[2], 7);
    is_clean("passed_on");
    assert_int_equal(x[4], 7);
    finds("half_fenced", "race", 9, "no barrier between");
    finds("wrong_fence", "race", 13, "no barrier between");
    source = program;
}

/* What one thread releases another acquires only if the scopes of both hold both. */
static void scopes(void **state)
{
    (void)state;
    source = third_program;
    is_clean("to_a_lane");
    finds("to_a_lane_thread_scope", "race", 13, "no barrier between");
    is_clean("to_another_threadgroup_scope");
    finds("to_another_narrow_in", "race", 11, "no barrier between");
    group_size = 32;
    is_clean("to_another");
    assert_int_equal(x[2], 7);
    finds("to_another_threadgroup_scope", "race", 9, "of threadgroup 0");
    finds("to_another_narrow_out", "race", 10, "of threadgroup 0");
    finds("to_another_narrow_in", "race", 11, "of threadgroup 0");
    is_clean("barrier_to_another");
    assert_int_equal(x[2], 7);
    finds("last", "race", 19, "of threadgroup 0");
    is_clean("last_fenced");
    assert_int_equal(x[1], 2);
    finds("last_unshared", "race", 34, "of threadgroup 0");
    group_size = 64;
    is_clean("near_scope");
    finds("near_scope_far_mate", "race", 40, "no barrier between");
    is_clean("device_scope");
    finds("simd_wrong_flags", "race", 44, "no barrier between");
    finds("no_flags", "race", 45, "between that orders threadgroup memory: the one in line 45 does not");
    source = program;
}

static void barriers(void **state)
{
    (void)state;
    finds("divergent", "divergent-barrier", 22, "does not come");
    finds("early", "note", 26, "note: kernel 'early', line 26, thread (1, 0, 0): has returned in line 25");
}

static void lanes(void **state)
{
    (void)state;
    finds("inactive", "inactive-lane", 28, "not active");
    assert_int_equal((unsigned)x[1], 0x7f7f7f7fu);
}

static void races_in_textures(void **state)
{
    (void)state;
    finds("texel_race", "race", 44, "a texel of texture 0, which thread");
    is_clean("texel_ordered");
    assert_int_equal(x[0], 33);
    is_clean("texel_atomic");
    assert_int_equal(x[63], 64);
    source = second_program;
    finds("held_race", "race", 29, "a texel of a texture in an argument buffer, which thread");
    is_clean("held_atomic");
    assert_int_equal(x[63], 64);
    source = program;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_bounds),
        cmocka_unit_test(from_one_threadgroup_variable_into_the_next),
        cmocka_unit_test(what_is_undefined),
        cmocka_unit_test(arrays_are_left_by_any_way),
        cmocka_unit_test(files),
        cmocka_unit_test(alignment),
        cmocka_unit_test(unwritten_threadgroup_memory),
        cmocka_unit_test(race_in_each_part),
        cmocka_unit_test(race_with_an_earlier_reader),
        cmocka_unit_test(races_in_threadgroup_memory),
        cmocka_unit_test(races_in_device_memory),
        cmocka_unit_test(races_between_dispatches),
        cmocka_unit_test(components),
        cmocka_unit_test(races_in_textures),
        cmocka_unit_test(fences),
        cmocka_unit_test(scopes),
        cmocka_unit_test(barriers),
        cmocka_unit_test(lanes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
