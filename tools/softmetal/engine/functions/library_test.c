/* library_test.c: the functions of MSL's headers other than mathematics (math_test.c): values, and what must not
 * compile. */
#include "../engine.h"
#include "../../compiler/kernel/test_kernel.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRELUDE "#include <metal_stdlib>\nusing namespace metal;\n"
#define PROGRAM(...) PRELUDE #__VA_ARGS__ "\n"

/* Versions as __METAL_VERSION__ has them: 310 for 3.1. */
static sm_compile_options options_of(uint32_t version)
{
    return (sm_compile_options){.language_version = version / 100 << 16 | version / 10 % 10,
                                .math = SM_MATH_SAFE,
                                .functions = SM_FUNCTIONS_PRECISE,
                                .target.simd_width = 32};
}

/* Runs the program's only kernel. */
static void run_dispatch(const char *source, const sm_dispatch *dispatch)
{
    sm_compile_options options = options_of(410);
    sm_kernel *kernel = kernel_of_source(source, &options, NULL);
    sm_outcome outcome;
    sm_engine_run(kernel, dispatch, &outcome);
    if (outcome.status != SM_DONE)
        print_message("%s\n", outcome.message);
    assert_int_equal(outcome.status, SM_DONE);
    sm_kernel_release(kernel);
}

/* The same with one buffer. */
static void run(const char *source, void *buffer, size_t size, uint32_t threads)
{
    sm_dispatch d = {.buffer = {{buffer, size}}, .grid = {threads, 1, 1}, .group = {threads, 1, 1}};
    run_dispatch(source, &d);
}

/* A kernel that checks values itself: o[0] becomes the line of the first condition that does not hold; o[1] is 0, for
 * values that the compiler does not know. */
#define IS_MACRO "#define IS(x) do { if (!(x)) o[0] = o[0] ? o[0] : __LINE__; } while (0)\n"
static void holds(const char *source, uint32_t threads)
{
    uint32_t o[64] = {0};
    run(source, o, sizeof o, threads);
    if (o[0] != 0)
        fail_msg("line %u of the kernel does not hold", o[0]);
}

static void integers(void **state)
{
    (void)state;
    holds(PRELUDE IS_MACRO
          "kernel void test(device uint *o [[buffer(0)]]) {\n"
          "int zero = o[1];\n"
          "IS(absdiff(char(-128), char(127)) == 255 && absdiff(int2(-5, 3), 7).x == 12);\n"
          "IS(abs(short(-300 - zero)) == 300 && abs(char(-128)) == -128);\n"
          "IS(addsat(char(127), char(1)) == 127 && addsat(char(-128), char(-1)) == -128 && addsat(2147483647 - zero, "
          "1) == 2147483647);\n"
          "IS(addsat(0xffffffffu, 2u) == 0xffffffffu && addsat(long(0x7fffffffffffffff), 1l) == 0x7fffffffffffffff);\n"
          "IS(subsat(uchar(1), uchar(2)) == 0 && subsat(2147483647 - zero, -1) == 2147483647 && subsat(-2147483647 - "
          "1, 1) == -2147483647 - 1);\n"
          "IS(clz(uchar(1)) == 7 && clz(short(0)) == 16 && clz(-1l) == 0 && clz(uint4(1)).w == 31);\n"
          "IS(ctz(uchar(0)) == 8 && ctz(8u) == 3 && ctz(0ul) == 64);\n"
          "IS(popcount(char(-1)) == 8 && popcount(-1l) == 64 && popcount(uchar3(255, 1, 2)).x == 8);\n"
          "IS(hadd(2147483647, -2147483647 - 1) == -1 && hadd(uchar(255), uchar(255)) == 255 && rhadd(2147483647, "
          "-2147483647 - 1) == 0);\n"
          "IS(mulhi(0xfffffffffffffffful, 0xfffffffffffffffful) == 0xfffffffffffffffeul && mulhi(-1l, 1l) == -1 && "
          "mulhi(char(-128), char(-128)) == 64);\n"
          "IS(mulhi(long(0x8000000000000000), long(0x8000000000000000)) == 0x4000000000000000 && madhi(1 << 16, 1 << "
          "16, 5) == 6);\n"
          "IS(madsat(2147483647, 2, -2147483647 - 1) == 2147483646 && madsat(0xffffffffu, 2u, 1u) == 0xffffffffu && "
          "madsat(uchar(16), uchar(16), uchar(0)) == 255);\n"
          "IS(madsat(long(0x7fffffffffffffff), 2l, long(0x8000000000000000)) == 0x7ffffffffffffffe && "
          "madsat(ulong(-1), 1ul, 1ul) == ulong(-1));\n"
          "IS(madsat(-1l, 1l, long(0x8000000000000000)) == long(0x8000000000000000) && madsat(char(-128), char(127), "
          "char(0)) == -128);\n"
          "IS(rotate(uchar(0x81), uchar(1)) == 3 && rotate(char(-127), char(9)) == 3 && rotate(1u, 0u) == 1 && "
          "rotate(int2(1, 2), int2(31, 1)).y == 4);\n"
          "IS(extract_bits(0xf0u, 4u, 4u) == 15 && extract_bits(0xf0, 4u, 4u) == -1 && extract_bits(char(-3), 0, 8) == "
          "-3 && extract_bits(-1, 32, 0) == 0);\n"
          "IS(insert_bits(0u, 0xffffu, 4, 8) == 0xff0 && insert_bits(uchar(255), uchar(0), 0, 8) == 0 && "
          "insert_bits(5u, 9u, 3, 0) == 5);\n"
          "IS(reverse_bits(uchar(1)) == 128 && reverse_bits(1) == int(0x80000000) && reverse_bits(ushort2(1, 2)).y == "
          "0x4000);\n"
          "IS(median3(3, 1, 2) == 2 && median3(5, 5, 1) == 5 && max3(1, 2, 3) == 3 && min3(uchar(9), uchar(8), "
          "uchar(7)) == 7);\n"
          "IS(mul24(-2, 3) == -6 && mul24(0xffffffu, 2u) == 0x1fffffe && mad24(0x1000002u, 3u, 1u) == 7);\n"
          "IS(interleave(uchar(255), uchar(0)) == 0x5555 && interleave(uint2(0, ~0u)) == 0xaaaaaaaaaaaaaaaa && "
          "deinterleave(ushort(0xaaaa)).y == 255);\n"
          "IS(min(-1l, 1l) == -1 && max(uchar2(1, 200), uchar2(2, 3)).y == 200 && clamp(300, -1, 7) == 7 && "
          "all(clamp(int3(-9, 0, 9), -1, 1) == int3(-1, 0, 1)));\n"
          "}\n",
          1);
}

static void reals(void **state)
{
    (void)state;
    holds(
        PRELUDE IS_MACRO
        "kernel void test(device uint *o [[buffer(0)]]) {\n"
        "float nan = as_type<float>(0x7fc00000u | o[1]), inf = as_type<float>(0x7f800000u | o[1]);\n"
        "IS(clamp(3.0f, 0.0f, 1.0f) == 1 && clamp(-3.0f, 0.0f, 1.0f) == 0 && saturate(half2(2.0h, -1.0h)).x == 1 && "
        "saturate(nan) == 0);\n"
        "IS(sign(-3.0f) == -1 && sign(inf) == 1 && sign(nan) == 0 && signbit(sign(-0.0f)) && !signbit(sign(0.0h)));\n"
        "IS(step(1.0f, 1.0f) == 1 && step(2.0f, 1.0f) == 0 && step(float2(0, 2), 1.0f).y == 0 && mix(2.0f, 4.0f, "
        "0.25f) == 2.5f);\n"
        "IS(smoothstep(0.0f, 2.0f, 0.5f) == 0.15625f && smoothstep(0.0f, 1.0f, 3.0f) == 1);\n"
        "IS(any(bool3(false, false, true)) && !all(bool3(true, true, false)) && all(not(bool2(false))) && "
        "any(bool4(false, false, false, true)));\n"
        "IS(isnan(nan) && !isnan(inf) && isinf(-inf) && !isfinite(inf) && isfinite(half(1)) && isnormal(1.0f) && "
        "!isnormal(0.0f) && !isnormal(as_type<float>(1u + o[1])));\n"
        "IS(isordered(1.0f, inf) && isunordered(nan, 1.0f) && signbit(-0.0f) && signbit(bfloat(-1.0f)) && "
        "isnan(float3(nan, 1, 2)).x);\n"
        "IS(select(1, 2, true) == 2 && select(1.0h, 2.0h, false) == 1 && all(select(int3(1), int3(2), bool3(true, "
        "false, true)) == int3(2, 1, 2)));\n"
        "IS(dot(float4(1, 2, 3, 4), float4(1)) == 10 && dot(half2(3.0h), half2(2.0h)) == 12 && length(float2(3, 4)) == "
        "5 && distance(float2(1), float2(4, 5)) == 5);\n"
        "IS(all(cross(float3(1, 0, 0), float3(0, 1, 0)) == float3(0, 0, 1)) && length_squared(float3(1, 2, 2)) == 9);\n"
        "IS(all(normalize(float2(0, 5)) == float2(0, 1)) && all(reflect(float2(1, -1), float2(0, 2)) == float2(1, "
        "1)));\n"
        "IS(all(refract(float2(0, -1), float2(0, 1), 0.5f) == float2(0, -1)) && all(refract(float2(1, 0), float2(0, "
        "1), 2.0f) == 0.0f));\n"
        "IS(abs(refract(normalize(float2(1, -1)), float2(0, 1), 0.5f).x - 0.35355339f) < 1e-6f);\n"
        "IS(faceforward(float2(0, 1), float2(1, 0), float2(0, 1)).y == -1 && faceforward(float2(0, 1), float2(0, -1), "
        "float2(0, 1)).y == 1);\n"
        "IS(determinant(float2x2(1, 2, 3, 4)) == -2 && determinant(float3x3(2, 0, 0, 0, 3, 0, 1, 1, 4)) == 24 && "
        "determinant(float4x4(2.0f)) == 16);\n"
        "IS(determinant(float4x4(float4(1, 2, 0, 1), float4(0, 3, 1, 0), float4(2, 0, 1, 1), float4(1, 1, 1, 2))) == "
        "11);\n"
        "float3x2 t = transpose(float2x3(1, 2, 3, 4, 5, 6)); float2x2 u = transpose(float2x2(1, 2, 3, 4));\n"
        "IS(t[2].y == 6 && t[0].y == 4 && u[0].y == 3);\n"
        "IS(pack_float_to_unorm4x8(float4(1, 0, 0.5f, 2)) == 0xff8000ff && pack_float_to_snorm4x8(float4(-9, 1, 0, "
        "nan)) == 0x00007f81);\n"
        "IS(pack_half_to_unorm2x16(half2(1.0h, 0.0h)) == 0xffff && pack_float_to_snorm2x16(float2(-1, 1)) == "
        "0x7fff8001);\n"
        "IS(pack_float_to_unorm10a2(float4(1, 0, 0, 1)) == 0xc00003ff && pack_float_to_unorm565(float3(0, 1, 0)) == "
        "0x07e0);\n"
        "IS(pack_float_to_srgb_unorm4x8(float4(0.5f, 0, 1, 0.5f)) == 0x80ff00bc && pack_float_to_snorm10a2(float4(-1, "
        "0, 0, -1)) == 0xc0000201);\n"
        "IS(all(unpack_unorm4x8_to_float(0xff003300) == float4(0, 0.2f, 0, 1)) && unpack_snorm4x8_to_float(0x80).x == "
        "-1 && unpack_snorm2x16_to_half(0x7fff8000).y == 1);\n"
        "IS(unpack_unorm4x8_srgb_to_float(0x80000080).w == 128.0f / 255.0f && "
        "abs(unpack_unorm4x8_srgb_to_float(0x80).x - 0.2158605f) < 1e-6f);\n"
        "}\n",
        1);
}

static void votes_and_permutes(void **state)
{
    (void)state;
    holds(PRELUDE IS_MACRO
          "kernel void test(device uint *o [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
          "IS(simd_ballot(i < 32).all() && !simd_ballot(i > 0).all() && simd_ballot(i == 3).any() && "
          "simd_vote::vote_t(simd_ballot(i == 3)) == 8);\n"
          "IS(!simd_vote(7).all() && simd_vote(1ul << 31).any() && !simd_vote().any() && quad_vote(0xff).all() && "
          "quad_vote::vote_t(quad_vote(0xff)) == 15);\n"
          "IS(all(simd_shuffle_down(uchar4(i, 1, 2, 3), 1).xy == uchar2(min(i + 1, 31u), 1)) && "
          "simd_shuffle_and_fill_up(half(i), half(100 + i), 2, 8) == half(i % 8 < 2 ? 106 + i : i - 2));\n"
          "IS(simd_sum(short(-1)) == -32 && simd_max(float2(i, -float(i))).y == 0 && simd_prefix_exclusive_sum(1u) == "
          "i && quad_sum(1u << 28) == 4u << 28);\n"
          "IS(float(quad_sum(bfloat(1.0f))) == 4 && quad_broadcast(i, 3) == (i | 3) && "
          "quad_prefix_inclusive_product(2.0f) == exp2(float(i % 4 + 1)));\n"
          "IS(simd_is_first() == (i == 0) && simd_broadcast_first(i) == 0 && simd_xor(i) == 0 && simd_or(uchar(i)) == "
          "31);\n"
          "}\n",
          32);
}

static void simdgroup_matrices(void **state)
{
    (void)state;
    float data[1024] = {0};
    for (int k = 0; k < 128; k++)
        data[k] = (float)(k * 7 % 23);
    run(PROGRAM(kernel void test(device float *d [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            threadgroup half t[64];
            simdgroup_float8x8 a, b, c = make_filled_simdgroup_matrix<float, 8>(0.5f), e(2.0f);
            simdgroup_half8x8 h;
            simdgroup_load(a, d);
            simdgroup_load(b, d + 64);
            simdgroup_multiply_accumulate(c, a, b, c);
            simdgroup_store(c, d + 128);
            simdgroup_store(a * e, d + 192, 8, ulong2(0), true);
            simdgroup_load(a, d, 16, ulong2(8, 0));
            simdgroup_store(a, d + 320, 16, ulong2(2, 1));
            t[i] = half(i);
            t[i + 32] = half(i + 32);
            simdgroup_barrier(mem_flags::mem_threadgroup);
            simdgroup_load(h, t, 8, ulong2(0), true);
            d[512 + 2 * i] = float(h.thread_elements()[0]);
            d[513 + 2 * i] = float(h.thread_elements()[1]);
        }),
        data, sizeof data, 32);
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            float sum = 0.5f;
            for (int k = 0; k < 8; k++)
                sum += data[r * 8 + k] * data[64 + k * 8 + c];
            assert_true(data[128 + r * 8 + c] == sum);
            assert_true(data[192 + c * 8 + r] == 2 * data[r * 8 + c]);
            assert_true(data[320 + (r + 1) * 16 + c + 2] == data[r * 16 + 8 + c]);
        }
    for (int lane = 0; lane < 32; lane++) { /* the layout of Apple's GPUs */
        int quad = lane / 4, row = (quad & 4) + lane / 2 % 4, column = (quad & 2) * 2 + lane % 2 * 2;
        assert_true(data[512 + 2 * lane] == (float)(column * 8 + row) &&
                    data[513 + 2 * lane] == (float)((column + 1) * 8 + row));
    }
}

static void atomics(void **state)
{
    (void)state;
    uint32_t o[64] = {0, 0, 5, 0x80000000};
    run(PROGRAM(
            struct S {
                atomic_uint sum;
                atomic_int low;
                atomic_uint high;
                atomic_int signed_high;
                atomic_float total;
                atomic_uint word;
                atomic_ulong wide;
                atomic_uint exchanged;
            };
            kernel void test(device S & s [[buffer(0)]], uint i [[thread_position_in_grid]]) {
                atomic_fetch_add_explicit(&s.sum, i, memory_order_relaxed);
                atomic_fetch_min_explicit(&s.low, -int(i), memory_order_relaxed);
                atomic_fetch_max_explicit(&s.high, i, memory_order_relaxed, mem_flags::mem_device);
                atomic_fetch_max_explicit(&s.signed_high, -5, memory_order_relaxed);
                atomic_fetch_add_explicit(&s.total, 0.5f, memory_order_relaxed);
                atomic_fetch_or_explicit(&s.word, 1u << i, memory_order_relaxed);
                atomic_max_explicit(&s.wide, 1ul << (i + 20), memory_order_relaxed);
                uint expected = 0;
                while (!atomic_compare_exchange_weak_explicit(&s.exchanged, &expected, expected + 3,
                                                              memory_order_relaxed, memory_order_relaxed))
                    ;
            }),
        o, sizeof o, 32);
    float total;
    uint64_t wide;
    memcpy(&total, &o[4], sizeof total);
    memcpy(&wide, &o[6], sizeof wide);
    assert_int_equal(o[0], 31 * 16);
    assert_int_equal((int32_t)o[1], -31);
    assert_int_equal(o[2], 31);
    assert_int_equal((int32_t)o[3], -5);
    assert_true(total == 16.0f && o[5] == 0xffffffff && wide == 1ull << 51 && o[8] == 96);
}

static void textures(void **state)
{
    (void)state;
    float texel[2][4][4], o[64] = {0};
    uint32_t counters[4] = {0};
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 4; x++)
            for (int c = 0; c < 4; c++)
                texel[y][x][c] = (float)(100 * y + 10 * x + c);
    sm_texture image = {.type = 2,
                        .format = 125,
                        .width = 4,
                        .height = 2,
                        .depth = 1,
                        .layers = 1,
                        .levels = 1,
                        .samples = 1,
                        .pixel_size = 16};
    image.level[0].pixels = (uint8_t *)texel;
    image.level[0].row_pitch = sizeof texel[0];
    sm_texture counted = {.type = 2,
                          .format = 53,
                          .width = 4,
                          .height = 1,
                          .depth = 1,
                          .layers = 1,
                          .levels = 1,
                          .samples = 1,
                          .pixel_size = 4};
    counted.level[0].pixels = (uint8_t *)counters;
    counted.level[0].row_pitch = sizeof counters;
    sm_sampler sampler = {.normalized = 1, .address = {2, 2, 2}, .lod_max = 1000};
    sm_dispatch d = {.buffer = {{o, sizeof o}},
                     .grid = {32, 1, 1},
                     .group = {32, 1, 1},
                     .texture = {&image, &counted},
                     .sampler = {&sampler}};
    run_dispatch(PROGRAM(kernel void test(
                     texture2d<float> t [[texture(0)]], texture2d<uint, access::read_write> u [[texture(1)]],
                     sampler host [[sampler(0)]], device float *o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
                     constexpr sampler linear(coord::pixel, filter::linear, address::clamp_to_edge);
                     uint4 before = u.atomic_fetch_add(uint2(1, 0), 1);
                     u.atomic_fetch_max(ushort2(2, 0), i);
                     u.write(uint4(7), uint2(9, 9));
                     u.fence();
                     if (i == 0) {
                         float4 v = t.read(uint2(3, 1));
                         o[0] = v.x;
                         o[1] = v.w;
                         o[2] = t.sample(linear, float2(1.0f, 1.0f)).y;
                         o[3] = t.sample(host, float2(1.3f, 0.0f)).x;
                         o[4] = t.get_width() * 10 + t.get_height();
                         o[5] = t.read(ushort2(4, 0)).w;
                         o[6] = t.read(host, int2(-3, 9)).z;
                         o[7] = half4(t.sample(host, float2(0), level(0), int2(1, 1))).x;
                         o[8] = is_null_texture(t);
                     }
                     o[16 + before.x] = 1;
                 }),
                 &d);
    static const float expected[9] = {130, 133, 56, 10, 42, 0, 102, 110, 0};
    for (int k = 0; k < 9; k++)
        if (o[k] != expected[k])
            fail_msg("o[%d] is %g, expected %g", k, o[k], expected[k]);
    for (int k = 0; k < 32; k++)
        assert_true(o[16 + k] == 1);
    assert_true(counters[0] == 0 && counters[1] == 32 && counters[2] == 31 && counters[3] == 0);
}

/* ---- refusals: a program, the version, and a word of the diagnostic; and with `accepted` the next program that must
 * compile. */
static const struct {
    uint32_t version;
    const char *body, *says, *accepted;
} refusals[] = {
    {410, "float f(bool b) { return simd_sum(b); }", "simd_sum", "float f(int b) { return simd_sum(b); }"},
    {410, "long f(long b) { return simd_shuffle(b, 0); }", "simd_shuffle",
     "int f(int b) { return quad_shuffle(b, 0); }"},
    {410, "long f(long b) { return quad_shuffle(b, 0); }", "quad_shuffle", "uint f(uint b) { return quad_xor(b); }"},
    {410, "ulong f(ulong b) { return quad_or(b); }", "quad_or", "bfloat f(bfloat b) { return quad_shuffle(b, 0); }"},
    {410, "void f() { atomic_int n; }", "atomic",
     "kernel void f(device int *r) { threadgroup atomic_int n; *r = sizeof(n); }"},
    {410, "int f(device atomic_int *p) { atomic_int n = *p; return 0; }", "deleted", NULL},
    {230, "void f(device atomic<int> *p) {}", "atomic", "void f(device atomic_int *p) {}"},
    {410, "struct quad { float x[4]; };", "quad", "struct quartet { float x[4]; };"},
    {410, "struct float8 { float x[8]; };", "float8", "struct float5 { float x[5]; };"},
    {410, "typedef uint4 uint16;", "uint16", "typedef uint4 uint_16;"},
    {410, "struct packed_half8 { half x[8]; };", "packed_half8",
     "namespace own { struct packed_half8 { half x[8]; }; }"},
    {410, "struct double2 { uint2 x; };", "double2", "kernel void double_2(device int *double2) {}"},
    {310, "struct bfloat16 { ushort x; };", "bfloat16", NULL},
    {300, "struct ullong3 { uint x[6]; };", "ullong3", "struct bfloat16 { ushort x; };"},
    {210, "struct simd_float8 { float x[8]; };", "simd_float8", NULL},
    {200, "struct vector_char16 { char x[16]; };", "vector_char16", "struct simd_float8 { float x[8]; };"},
    {410, "template <class T> T move(T x) { return x; }\nint f(int x) { return move(x); }", "ambiguous",
     "template <class T> T moved(T x) { return x; }\nint f(int x) { return moved(x); }"},
    {310, "void f() { threadgroup_barrier(mem_flags::mem_none, 3); }", "threadgroup_barrier", NULL},
    {400, "void f() { threadgroup_barrier(mem_flags::mem_none, 3); }", "threadgroup_barrier",
     "void f() { threadgroup_barrier(mem_flags::mem_none, thread_scope_device); }"},
    {410, "bfloat f(bfloat b) { return simd_max(b); }", "simd_max", "bfloat f(bfloat b) { return quad_max(b); }"},
    {410, "float f(float x) { return simd_and(x); }", "simd_and", "uint f(uint x) { return simd_and(x); }"},
    {200, "float f(float x) { return simd_sum(x); }", "simd_sum", "float f(float x) { return simd_shuffle(x, 0); }"},
    {230, "float f(float x) { return simd_shuffle_and_fill_up(x, x, 1); }", "simd_shuffle_and_fill_up", NULL},
    {400, "void f() { threadgroup_barrier(mem_flags::mem_none, memory_order_seq_cst); }", "threadgroup_barrier",
     "void f() { threadgroup_barrier(mem_flags::mem_none); }"},
    {310, "void f() { atomic_thread_fence(mem_flags::mem_device, memory_order_relaxed); }", "atomic_thread_fence",
     NULL},
    {400, "void f(device atomic_int *p) { atomic_fetch_add_explicit(p, 1, memory_order_seq_cst); }", "relaxed",
     "void f(device atomic_int *p) { atomic_fetch_add_explicit(p, 1, memory_order_relaxed); }"},
    {400, "void f(threadgroup atomic_float *p) { atomic_fetch_add_explicit(p, 1.0f, memory_order_relaxed); }",
     "atomic_fetch_add_explicit",
     "void f(device atomic_float *p) { atomic_fetch_add_explicit(p, 1.0f, memory_order_relaxed); }"},
    {410, "void f(device atomic_bool *p) { atomic_fetch_or_explicit(p, true, memory_order_relaxed); }",
     "atomic_fetch_or_explicit",
     "void f(device atomic_bool *p) { atomic_store_explicit(p, true, memory_order_relaxed); }"},
    {410, "void f(device atomic_float *p) { atomic_fetch_max_explicit(p, 1.0f, memory_order_relaxed); }",
     "atomic_fetch_max_explicit", NULL},
    {410, "void f(device int *p) { atomic_fetch_add_explicit(p, 1, memory_order_relaxed); }",
     "atomic_fetch_add_explicit", NULL},
    {410, "void f(threadgroup atomic_ulong *p) { atomic_max_explicit(p, 1ul, memory_order_relaxed); }",
     "atomic_max_explicit", "void f(device atomic_ulong *p) { atomic_max_explicit(p, 1ul, memory_order_relaxed); }"},
    {230, "void f(device atomic_bool *p) {}", "atomic_bool", NULL},
    {410, "atomic<long> f();\nvoid g() { f(); }", "atomic<T>", NULL},
    {410, "void f(texture2d<float, access::read> t) { t.write(float4(0), uint2(0)); }", "write needs",
     "void f(texture2d<float, access::read_write> t) { t.write(float4(0), uint2(0)); }"},
    {410, "float4 f(texture2d<float, access::write> t) { return t.read(uint2(0)); }", "read needs",
     "float4 f(texture2d<float, access::read> t) { return t.read(uint2(0)); }"},
    {410, "float4 f(texture2d<float, access::read> t, sampler s) { return t.sample(s, float2(0)); }", "sample needs",
     "float4 f(texture2d<float> t, sampler s) { return t.sample(s, float2(0)); }"},
    {410, "float4 f(texturecube<float, access::read> t, sampler s) { return t.gather(s, float3(0)); }", "sample needs",
     "float4 f(texturecube<float> t, sampler s) { return t.gather(s, float3(0)); }"},
    {410, "#include <metal_raytracing>\nvoid g() { raytracing::ray r; }", "softmetal does not have ray tracing", NULL},
    {410, "texture2d<bool> f();\nvoid g() { f(); }", "components of a texture", NULL},
    {410, "simdgroup_matrix<int, 8, 8> m;", "simdgroup_matrix holds",
     "simdgroup_matrix<half, 8, 8> f(simdgroup_half8x8 m) { return m; }"},
    {410, "float f(float2x3 m) { return determinant(m); }", "determinant",
     "float f(float3x3 m) { return determinant(m); }"},
    {410, "float2 f(float2 v) { return cross(v, v); }", "cross", "float3 f(float3 v) { return cross(v, v); }"},
    {410, "float3 f(float3 v, half3 h) { return max(v, h); }", "max", "float3 f(float3 v) { return max(v, 0); }"},
    {410, "float f(int x) { return sqrt(x); }", "ambiguous", "float f(int x) { return precise::sqrt(x); }"},
    {400, "ushort f(uchar a) { return interleave(a, a); }", "interleave", NULL},
    {300, "float f(float x) { return nextafter(x, x); }", "nextafter", NULL},
    {310, "uint f(float4 v) { return pack_float_to_snorm10a2(v); }", "pack_float_to_snorm10a2", NULL},
    {410, "constant os_log l(\"a\", \"b\");\nvoid f(thread char *s) { l.log(s); }", "log",
     "#include <metal_logging>\nconstant os_log l(\"a\", \"b\");\nvoid f(int i) { l.log(\"%d\", i); }"},
    {410, "void f(constant char *s) { os_log_default.log(s); }", "string literal",
     "void f() { os_log_default.log(\"%% %-+5.2f %v4hlf %hhd %*d\", 1.0f, float4(1), 2, 3, 4); }"},
    {410, "void f() { os_log_default.log(\"%d %n\", 1); }", "no such conversion", NULL},
    {410, "void f(constant char *s) { os_log_default.log_error(\"%s\", s); }", "no such conversion", NULL},
    {410, "void f() { os_log_default.log_with_type(log_type_info, \"%@\", 1); }", "no such conversion", NULL},
    {410, "void f() { os_log_default.log(\"%{public}d\", 1); }", "no such conversion", NULL},
    {410, "void f() { os_log_default.log(\"%.*P\", 4, 1); }", "no such conversion", NULL},
    {410, "struct s { int i; };\nvoid f(s x) { os_log_default.log(\"%d\", x); }", "only numbers",
     "enum e { one };\nvoid f(device int *p) { os_log_default.log(\"%d %p %d\", one, p, true); }"},
    {410, "void f() { os_log l(\"a\", \"b\"); }", "", NULL},
    {310, "void f() { metal::os_log_default.log(\"a\"); }", "os_log_default", NULL},
};

static void refusals_say_why(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        sm_compile_options options = options_of(refusals[i].version);
        char source[1000], *log = NULL;
        snprintf(source, sizeof source, PRELUDE "#if __METAL_VERSION__ >= 320\n#include <metal_logging>\n#endif\n%s\n",
                 refusals[i].body);
        sm_library *library = sm_library_create(source, strlen(source), &options, &log);
        if (library != NULL)
            fail_msg("accepted at %u: %s", refusals[i].version, refusals[i].body);
        if (strstr(log, refusals[i].says) == NULL || strstr(log, "error:") == NULL)
            fail_msg("%s\nshould say `%s`: %s", refusals[i].body, refusals[i].says, log);
        free(log);
        if (refusals[i].accepted == NULL)
            continue;
        snprintf(source, sizeof source, PRELUDE "%s\n", refusals[i].accepted);
        library = sm_library_create(source, strlen(source), &options, &log);
        if (library == NULL)
            fail_msg("refused at %u: %s\n%s", refusals[i].version, refusals[i].accepted, log);
        free(log);
        sm_library_release(library);
    }
}

/* Ways of writing that real programs have: each was refused once. */
static void real_programs(void **state)
{
    (void)state;
    holds(PRELUDE
          "#include <simd/simd.h>\n#include <metal_raytracing>\n#include <metal_mesh>\n" IS_MACRO
          "enum { TWO = 2 };\nenum small : uchar { THREE = 3 };\n"
          "namespace own { namespace metal { template <class T> struct pair { T a, b; }; } }\n"
          "struct point { float x; int n; constexpr point(float a, int b) : x(a), n(b) {}\n"
          "  constexpr float twice() const constant { return 2 * x; } };\n"
          "constant point origin(2.0f, 1);\nconstant point points[] = {{1, 2}, point(3, 4)};\n"
          "constexpr constant point last{5.0f, 6};\n"
          "struct field { uint v; field(uint a) : v(a) {}\n"
          "  field operator+(field o) const { return field(v + o.v); }\n"
          "  field twice() const { return field(*this) + *this; }\n"
          "  field operator*(field o) device const { return field(*this) + o; }\n"
          "  thread field &operator+=(const thread field &o) thread { v += o.v; return *this; } };\n"
          "struct matrices { simd_float4x4 a; matrix_float3x3 b; simd_packed_float4 c; };\n"
          "struct pixel { float4 place [[position]]; float2 at; };\n"
          "kernel void k(device uint *o)\n{\n  device field *f = (device field *)o;\n"
          "  half h = half(o[1] + 1); bfloat b = bfloat(3.0f); float g = 1; uchar u = 4;\n"
          "  IS(h * TWO == 2.0h && THREE - h == 2.0h && h < TWO && (is_same_v<decltype(h + TWO), half>));\n"
          "  h *= THREE; h -= TWO; IS(h == 1.0h && b * TWO == bfloat(6.0f) && g / TWO == 0.5f && u + TWO == 6);\n"
          "  own::metal::pair<uint> p = {1, 2}; IS(p.a + p.b == 3);\n"
          "  IS(origin.twice() == 4 && points[1].x == 3 && points[0].n == 2 && last.n == 6);\n"
          "  field a(3); a += field(4) + field(5); IS(a.v == 12 && a.twice().v == 24);\n"
          "  f[20] = a; IS((f[20] * field(1)).v == 13);\n"
          "  matrices m; m.a = simd_float4x4(2.0f); IS(m.a[1][1] == 2 && sizeof(m.b) == 48 && sizeof(m) == 128);\n"
          "}\n"
          "fragment half4 shade(pixel p [[stage_in]]) { if (fwidth(p.at.x) > 1) discard_fragment(); return "
          "half4(dfdx(p.place)); }\n",
          1);
}

/* ---- what is too large to inline whole */
enum { STEPS = 100, CALLS = 20 };

/* The same as the program below, and the lanes' sum between. */
static uint32_t scrambled(uint32_t x, int depth)
{
    for (int n = 0; n < (depth ? CALLS : STEPS); n++)
        x = depth ? scrambled(x, depth - 1) + (uint32_t)n : (x * 1664525 + (uint32_t)n) ^ x >> 3;
    return x;
}

static void large_kernels_call_functions(void **state)
{
    (void)state;
    static char source[20000];
    size_t n = (size_t)sprintf(source, PRELUDE "uint f0(uint x) {");
    for (int i = 0; i < STEPS; i++)
        n += (size_t)sprintf(source + n, " x = (x * 1664525 + %d) ^ x >> 3;", i);
    for (int depth = 1; depth < 4; depth++) {
        n += (size_t)sprintf(source + n, " return x; }\nuint f%d(uint x) {", depth);
        for (int i = 0; i < CALLS; i++)
            n += (size_t)sprintf(source + n, " x = f%d(x) + %d;", depth - 1, i);
    }
    /* threads meet in a function that is called from many places, some of them in a branch */
    n += (size_t)sprintf(source + n, " return x; }\nuint g(uint x) { return simd_sum(f2(x)); }\n"
                                     "kernel void k(device uint *o, uint i [[thread_position_in_grid]])\n{\n"
                                     "  uint x = f2(o[i]), y = i < 3 ? g(i) : 0, z = g(i);\n"
                                     "  o[i] = x; o[64 + i] = y; o[128 + i] = z; if (i == 40) o[i] = f3(i);\n}\n");
    assert_true(n < sizeof source);
    uint32_t o[192], expected[192] = {0}, sum[3] = {0};
    for (uint32_t i = 0; i < 64; i++) {
        o[i] = i * 77;
        expected[i] = i == 40 ? scrambled(i, 3) : scrambled(i * 77, 2);
        sum[i / 32] += scrambled(i, 2);
        sum[2] += i < 3 ? scrambled(i, 2) : 0;
    }
    run(source, o, sizeof o, 64);
    for (uint32_t i = 0; i < 64; i++) {
        expected[64 + i] = i < 3 ? sum[2] : 0;
        expected[128 + i] = sum[i / 32];
    }
    for (int i = 0; i < 192; i++)
        assert_int_equal(o[i], expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(reals),
        cmocka_unit_test(votes_and_permutes),
        cmocka_unit_test(simdgroup_matrices),
        cmocka_unit_test(atomics),
        cmocka_unit_test(textures),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(real_programs),
        cmocka_unit_test(large_kernels_call_functions),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}
