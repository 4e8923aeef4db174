/* vector_test.c: the two engines beside each other: the same kernels on the same data, every bit compared; and the
 * kernels that vector code refuses, with the reason. */
#include "../../compiler/kernel/test_kernel.h"
#include "../kernel.h"
#include "vector_engine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4096, BUFFERS = 2 };

static sm_kernel *kernel_for(sm_target target, const char *body)
{
    char source[6000];
    int n = snprintf(source, sizeof source, "#include <metal_stdlib>\nusing namespace metal;\n%s", body);
    assert_true(n > 0 && (size_t)n < sizeof source);
    sm_compile_options options = {
        .language_version = 3 << 16 | 1, .math = SM_MATH_SAFE, .functions = SM_FUNCTIONS_PRECISE, .target = target};
    return kernel_of_source(source, &options, NULL);
}

static sm_kernel *kernel_on(sm_engine engine, const char *body)
{
    return kernel_for((sm_target){.simd_width = 32, .engine = engine}, body);
}

static void run(const sm_dispatch *shape, sm_kernel *kernel, uint32_t data[BUFFERS][WORDS])
{
    sm_dispatch d = *shape;
    sm_outcome outcome;
    for (uint32_t i = 0; i < WORDS; i++) {
        data[0][i] = (i + 1) * UINT32_C(2654435769) ^ i << 13;
        data[1][i] = 0xabababab;
    }
    for (int b = 0; b < BUFFERS; b++)
        d.buffer[b] = (sm_memory){data[b], sizeof data[b]};
    sm_engine_run(sm_kernel_for(kernel, &d), &d, &outcome);
    if (outcome.status != SM_DONE)
        print_message("%s\n", outcome.message);
    assert_int_equal(outcome.status, SM_DONE);
}

/* The body's one kernel takes `device const uint *in [[buffer(0)]]` and `device uint *out [[buffer(1)]]`. */
static void compare_kernels(sm_dispatch d, sm_kernel *a, sm_kernel *b)
{
    static uint32_t fiber[BUFFERS][WORDS], vector[BUFFERS][WORDS];
    assert_null(a->vector);
    if (b->refusal)
        print_message("refused: %s\n", b->refusal);
    assert_non_null(b->vector);
    run(&d, a, fiber);
    run(&d, b, vector);
    bool written = false;
    for (int n = 0; n < BUFFERS; n++) {
        for (uint32_t i = 0; i < WORDS; i++) {
            if (fiber[n][i] != vector[n][i])
                fail_msg("buffer %d, word %u: %#x on fibers, %#x in vectors", n, i, fiber[n][i], vector[n][i]);
            written |= n == 1 && fiber[n][i] != 0xabababab;
        }
    }
    assert_true(written);
    sm_kernel_release(a);
    sm_kernel_release(b);
}

static void compare_grids(const char *body, const uint32_t grid[3], const uint32_t group[3])
{
    sm_dispatch d = {.grid = {grid[0], grid[1], grid[2]}, .group = {group[0], group[1], group[2]}};
    compare_kernels(d, kernel_on(SM_ENGINE_FIBER, body), kernel_on(SM_ENGINE_VECTOR, body));
}

static void compare_engines(const char *body, uint32_t threads, const uint32_t group[3])
{
    compare_grids(body, (uint32_t[]){threads, group[1], group[2]}, group);
}

#define KERNEL(name, more)                                                                                             \
    "kernel void " #name "(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]], "                      \
    "uint i [[thread_position_in_grid]]" more ")"
#define LANE ", uint lane [[thread_index_in_simdgroup]]"
static const uint32_t whole[] = {64, 1, 1}, partial[] = {75, 1, 1}, block[] = {8, 8, 2};

static void lanes_diverge(void **state)
{
    (void)state;
    compare_engines("static uint mix(uint h) { h = h * 2654435769u + 1; return h ^ h >> 15; }\n" KERNEL(
                        diverge, LANE) "{\n"
                                       "    uint h = in[i];\n"
                                       "    for (uint n = 0; n < (h >> 7 & 7); n++) {\n"
                                       "        if (h & 1) { h = mix(h ^ simd_sum(h)); continue; }\n"
                                       "        if (n > 3) { h = mix(h + simd_max(h)); break; }\n"
                                       "        switch (h >> 4 & 3) {\n"
                                       "        case 0: h = mix(h ^ uint(ulong(simd_active_threads_mask()))); break;\n"
                                       "        case 1: h = mix(h ^ simd_prefix_exclusive_sum(h));\n"
                                       "        case 2: h = mix(h ^ quad_sum(h)); break;\n"
                                       "        default: if (lane == 9) { out[i] = h; return; }\n"
                                       "        }\n"
                                       "        do h = mix(h ^ simd_broadcast_first(h)); while (h & 0x300);\n"
                                       "    }\n"
                                       "    out[i] = h ^ simd_xor(h);\n"
                                       "}",
                    600, partial);
}

static void values_of_every_width(void **state)
{
    (void)state;
    compare_engines(
        KERNEL(widths, "") "{\n"
                           "    uint h = in[i];\n"
                           "    ulong l = ulong(h) * 0x123456789abcdeful / (h & 15 ? ulong(h & 15) : 3ul);\n"
                           "    half2 d = as_type<half2>(h & 0x3fff3fffu) * half2(1.5h, 2.25h);\n"
                           "    bfloat b = bfloat(float(h & 1023));\n"
                           "    uchar4 c = as_type<uchar4>(h).wzyx + uchar4(1, 2, 3, 4);\n"
                           "    bool4 small = c < uchar4(100);\n"
                           "    int s = int(h) / int(h % 7) + int(h) % -3;\n"
                           "    float4 f = float4(c) * sin(float(h & 255)) + float(b);\n"
                           "    f[h & 3] += 1.0f;\n"
                           "    out[i] = uint(l >> 20) ^ as_type<uint>(d) ^ as_type<uint>(c) ^ uint(s) ^ "
                           "popcount(h) ^ clz(h) ^ uint(any(small)) << 5 ^ as_type<uint>(f.x + f.y + f.z * f.w) ^ "
                           "uint(all(small)) << 9 ^ as_type<uint>(fma(f.x, f.y, 0.5f)) ^ mulhi(h, 77u);\n"
                           "}",
        1000, whole);
}

/* LLVM sees that these divisors are zero and this number too large: the results are unspecified (MSL 3.1), but other
 * lanes, and what a thread does elsewhere, must not notice. */
static void operations_without_a_result(void **state)
{
    (void)state;
    compare_engines(KERNEL(senseless, "") "{\n"
                                          "    uint h = in[i], zero = 0;\n"
                                          "    ushort small = ushort(in[1] & 127);\n"
                                          "    for (uint n = 0; n < (h >> 9 & 7); n++) {\n"
                                          "        if (h & 3) h = h * 2654435769u + simd_any(h & 16);\n"
                                          "        else h = i / mulhi(small, small);\n"
                                          "    }\n"
                                          "    if (5u / zero > 3 || uint(1e20f) < 7 || i / zero == 3) h ^= 1;\n"
                                          "    if (int4(5, 6, 7, 8).x / int(zero) == 1) h ^= 2;\n"
                                          "    out[i] = h;\n"
                                          "}",
                    1000, whole);
}

static const char memory_program[] =
    "struct pair { float3 v; ushort a[3]; char b; };\n"
    "constant uint table[5] = {3, 1, 4, 1, 5};\n"
    "kernel void memory(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]],\n"
    "                   uint3 place [[thread_position_in_grid]], uint3 at [[thread_position_in_threadgroup]],\n"
    "                   uint t [[thread_index_in_threadgroup]])\n"
    "{\n"
    "    threadgroup pair shared[128];\n"
    "    uint i = place.x, own[9], h = in[i];\n"
    "    for (uint n = 0; n < 9; n++) own[n] = h >> n;\n"
    "    own[h % 9] = table[h % 5];\n"
    "    pair p = {float3(at), {ushort(h), ushort(h >> 8), ushort(t)}, char(h)};\n"
    "    shared[t] = p;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    pair q = shared[(t * 7 + 3) % 128];\n"
    "    uint sum = 0;\n"
    "    for (uint n = 0; n < 9; n += 1 + (h & 1)) sum = sum * 31 + own[n];\n"
    "    out[i + 64 * at.y + 512 * at.z] = sum ^ as_type<uint>(q.v.y + q.v.z) ^ q.a[h % 3] ^ uint(q.b);\n"
    "    device uint4 *far = (device uint4 *)(out + 2048);\n"
    "    far[(t * 37) % 128] = uint4(t, at);\n"
    "}";

static void memory_of_every_kind(void **state)
{
    (void)state;
    compare_engines(memory_program, 8, block);
}

static void groups_of_lanes(void **state)
{
    (void)state;
    compare_engines(
        KERNEL(
            groups,
            LANE) "{\n"
                  "    uint h = in[i], r = simd_shuffle_xor(h, 5) ^ simd_shuffle_rotate_up(h, 3);\n"
                  "    if (lane < 32 - (i >> 5) % 3) {\n"
                  "        r ^= simd_min(h) ^ simd_max(int(h)) ^ simd_or(h & lane) ^ simd_and(h | 1u << lane);\n"
                  "        r ^= as_type<uint>(simd_sum(float(h) * 0.001f)) ^ simd_product(h | 1);\n"
                  "        r ^= uint(simd_sum(short(h))) ^ uint(ulong(simd_vote::vote_t(simd_ballot(h & 1))));\n"
                  "        r ^= uint(simd_all(h > 5)) << 3 ^ uint(simd_any(h < 5)) << 4 ^ uint(simd_is_first()) << 5;\n"
                  "        r ^= simd_prefix_inclusive_sum(h) ^ quad_shuffle_xor(h, 1) ^ quad_broadcast(h, 2);\n"
                  "        r ^= simd_broadcast(h, 7) ^ quad_max(h) ^ as_type<uint>(simd_max(as_type<float>(h)));\n"
                  "    }\n"
                  "    r ^= simd_shuffle(h, ushort(h >> 5 & 7)) ^ simd_shuffle_and_fill_down(h, r, 2);\n"
                  "    out[i] = r;\n"
                  "}",
        512, whole);
}

/* The extremes of floats: which of equal ones, with NaNs among them and alone. */
static void extremes_of_floats(void **state)
{
    (void)state;
    compare_engines(
        "constant uint special[] = {0x7fc00001, 0x80000000, 0, 0xff800000, 0x7f800000, 0xffc00002, 1, "
        "0x80000001};\n" KERNEL(
            extremes,
            LANE) "{\n"
                  "    uint h = in[i], r = 0;\n"
                  "    for (uint n = 0; n < 24; n += 4) {\n"
                  "        float x = as_type<float>(special[h >> n & (i >> 5 & 7)]);\n"
                  "        r = r * 31 ^ as_type<uint>(simd_max(x)) ^ as_type<uint>(simd_min(x)) >> 3;\n"
                  "        if (h >> n & 8) r += as_type<uint>(simd_max(x)) ^ as_type<uint>(simd_min(-x)) >> 5;\n"
                  "        if (lane == (h & 31)) r ^= as_type<uint>(simd_min(x));\n"
                  "    }\n"
                  "    out[i] = r;\n"
                  "}",
        1100, partial);
}

/* Sums of floats are the trees of simd.c, in either profile, whichever lanes take part. */
static void sums_of_floats(void **state)
{
    static const char body[] =
        KERNEL(sums, LANE) "{\n"
                           "    const float x = (float(in[i] >> 9) - 4e6f) / float(1 << lane % 7);\n"
                           "    float r = simd_sum(x);\n"
                           "    for (uint n = 1; n < 9; n++)\n"
                           "        if (in[i] >> n & 7) r = r * 0.7f + simd_sum(x * float(n));\n"
                           "    out[i] = as_type<uint>(r);\n"
                           "}";
    (void)state;
    for (int apple = 0; apple < 2; apple++) {
        sm_target fiber = {.simd_width = 32, .engine = SM_ENGINE_FIBER, .apple = apple}, vector = fiber;
        vector.engine = SM_ENGINE_VECTOR;
        sm_dispatch d = {.grid = {1050, 1, 1}, .group = {75, 1, 1}};
        compare_kernels(d, kernel_for(fiber, body), kernel_for(vector, body));
    }
}

/* Of zeros alone the sum has the sign that they have. */
static void sums_of_zeros(void **state)
{
    (void)state;
    compare_engines(
        KERNEL(zeros, LANE) "{\n"
                            "    const float zero = as_type<float>(in[i >> 5] << 31);\n"
                            "    uint r = as_type<uint>(simd_sum(zero)) >> 31;\n"
                            "    if (lane > (i >> 5) % 30) r += as_type<uint>(simd_sum(-zero)) >> 30;\n"
                            "    out[i] = r + (as_type<uint>(simd_sum(as_type<float>(in[i] << 31))) >> 29);\n"
                            "}",
        512, whole);
}

static void matrices_multiply(void **state)
{
    (void)state;
    compare_engines("kernel void matrices(device const float *in [[buffer(0)]], device float *out [[buffer(1)]],\n"
                    "              uint group [[simdgroup_index_in_threadgroup]])\n"
                    "{\n"
                    "    simdgroup_float8x8 a = make_filled_simdgroup_matrix<float, 8, 8>(float(group)), b, c;\n"
                    "    simdgroup_load(b, in + 64 * group);\n"
                    "    simdgroup_load(c, in + 64, 16);\n"
                    "    simdgroup_multiply_accumulate(c, b, c, a);\n"
                    "    simdgroup_store(c, out + 64 * group);\n"
                    "}",
                    64, whole);
}

/* Threadgroups of every shape, whole ones and those at the grid's end: vector code is made for rows of them. */
static const struct {
    uint32_t grid[3], group[3];
} shapes[] = {{{128, 4, 1}, {64, 2, 1}}, {{100, 3, 1}, {64, 2, 1}}, {{32, 8, 2}, {16, 4, 2}},  {{40, 9, 1}, {16, 4, 1}},
              {{16, 16, 2}, {8, 8, 1}},  {{20, 12, 1}, {8, 4, 1}},  {{16, 6, 2}, {16, 3, 2}},  {{48, 4, 1}, {48, 2, 1}},
              {{12, 8, 4}, {4, 4, 2}},   {{480, 1, 1}, {96, 1, 1}}, {{500, 1, 1}, {96, 1, 1}}, {{7, 9, 5}, {7, 3, 2}}};

/* Addresses and conditions that go by rows, in loops, branches and threadgroup memory. */
static const char tiled[] =
    "kernel void tiled(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]],\n"
    "                  uint3 at [[thread_position_in_grid]], uint3 grid [[threads_per_grid]],\n"
    "                  uint3 own [[thread_position_in_threadgroup]], uint3 size [[threads_per_threadgroup]],\n"
    "                  uint t [[thread_index_in_threadgroup]])\n"
    "{\n"
    "    threadgroup uint tile[128], rows[16];\n"
    "    uint sum = 0, n = size.x * size.y * size.z, where = (at.z * grid.y + at.y) * grid.x + at.x;\n"
    "    for (uint k = 0; k < 3; k++) {\n"
    "        tile[t] = in[where + 512 * k] + in[at.y * 64 + at.x] * in[at.y + k] ^ in[(at.x >> 3) + at.z];\n"
    "        if (own.x == 0) rows[own.y] = in[own.y * 5 + k] % (own.y + 3);\n"
    "        threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "        for (uint m = 0; m < size.x; m++) sum = sum * 3 + tile[own.y * size.x + m] ^ rows[own.y];\n"
    "        for (uint m = t; m < n; m += 8) sum += tile[m];\n"
    "        for (uint m = own.x; m < 64; m += size.x) sum ^= in[m + k] << (own.y & 3);\n"
    "        if (at.y + k > 1 && own.y != 2) sum += in[at.y - 1 + k] / (in[at.y] | 1) + tile[t & 31];\n"
    "        else sum -= uint(in[at.x - (at.x > 3 ? 3 : 0)]) + as_type<uint>(float(at.y) * 0.5f);\n"
    "        threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    }\n"
    "    uint stride = in[1] + 0xc3912c8du;\n" /* ~0: indices that may wrap, and do */
    "    if (where < 512) sum ^= in[at.x - stride - 1 + at.y] ^ in[int(at.x) * 1 + int(stride) + 1];\n"
    "    if (at.x > 2) sum += in[at.x + stride - 1] + in[(at.x + (stride << 31 >> 30)) & 255];\n"
    "    ushort narrow = ushort(at.x * 4096), low = ushort(t & 15) * 3;\n"
    "    device float4 *far = (device float4 *)(out + 2048) + where % 128;\n"
    "    if (where < 128) *far = float4(own.y, narrow, low, at.x) + ((device const float4 *)in)[at.y & 7] * 0.0f;\n"
    "    if (at.x < 600 && at.x != 5) out[where] = sum ^ uint(narrow) ^ uint(in[low]) << (t >> 4);\n"
    "    else if (own.x > 2) out[where] = sum + 1;\n"
    "}";

static void threadgroups_of_every_shape(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        print_message("# grid %u %u %u, threadgroup %u %u %u\n", shapes[i].grid[0], shapes[i].grid[1],
                      shapes[i].grid[2], shapes[i].group[0], shapes[i].group[1], shapes[i].group[2]);
        compare_grids(tiled, shapes[i].grid, shapes[i].group);
    }
}

static void atomics_add_up(void **state)
{
    (void)state;
    compare_engines(
        "kernel void atomics(device const uint *in [[buffer(0)]], device atomic_uint *out [[buffer(1)]],\n"
        "              uint i [[thread_position_in_grid]], uint t [[thread_index_in_threadgroup]])\n"
        "{\n"
        "    threadgroup atomic_uint shared[4];\n"
        "    if (t < 4) atomic_store_explicit(&shared[t], t, memory_order_relaxed);\n"
        "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
        "    if (in[i] & 2) atomic_fetch_add_explicit(&shared[in[i] >> 4 & 3], in[i], memory_order_relaxed);\n"
        "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
        "    if (t < 4) atomic_fetch_xor_explicit(&out[t], atomic_load_explicit(&shared[t],\n"
        "        memory_order_relaxed), memory_order_relaxed);\n"
        "    atomic_fetch_max_explicit(&out[4], in[i], memory_order_relaxed);\n"
        "}",
        640, partial);
}

/* Loops with atomics, which differ in length between SIMD-groups, take nobody past the barrier behind them. */
static void counted_loops_do_not_pass_barriers(void **state)
{
    (void)state;
    compare_engines("kernel void count(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]],\n"
                    "              uint i [[thread_position_in_grid]], uint t [[thread_index_in_threadgroup]])\n"
                    "{\n"
                    "    threadgroup atomic_uint cell[64];\n"
                    "    atomic_store_explicit(&cell[t], 0, memory_order_relaxed);\n"
                    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
                    "    uint rounds = 20 + 500 * (t / 32), twice = 1 + (in[i] >> 9 & 1);\n"
                    "    for (uint n = 0; n < rounds; n++)\n"
                    "        for (uint m = 0; m < twice; m++)\n"
                    "            atomic_fetch_add_explicit(&cell[t], in[i], memory_order_relaxed);\n"
                    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
                    "    out[i] = atomic_load_explicit(&cell[63 - t], memory_order_relaxed);\n"
                    "}",
                    640, whole);
}

static void expect_refusal(const char *body, const char *reason)
{
    sm_kernel *kernel = kernel_on(SM_ENGINE_VECTOR, body);
    assert_null(kernel->vector);
    assert_non_null(kernel->refusal);
    assert_non_null(strstr(kernel->refusal, reason));
    assert_true(kernel->entry || kernel->range);
    sm_kernel_release(kernel);
}

static void what_has_no_vector_code_says_why(void **state)
{
    (void)state;
    expect_refusal("static uint fact(uint n) { return n < 2 ? 1 : n * fact(n - 1); }\n" KERNEL(
                       refused, "") "{ out[i] = fact(in[i] & 7); }",
                   "recursion");
    expect_refusal("kernel void refused(device atomic_uint *lock [[buffer(0)]], device uint *out [[buffer(1)]])\n"
                   "{ while (atomic_exchange_explicit(lock, 1, memory_order_relaxed)) {} out[0]++;\n"
                   "  atomic_store_explicit(lock, 0, memory_order_relaxed); }",
                   "wait");
    expect_refusal("kernel void refused(device atomic_uint *flag [[buffer(0)]], device uint *out [[buffer(1)]])\n"
                   "{ for (uint n = 0; n < 1000; n++)\n"
                   "      if (atomic_load_explicit(flag, memory_order_relaxed)) { out[0] = n; break; } }",
                   "wait");
    expect_refusal(
        KERNEL(refused, "") "{ uint own[9000]; for (uint n = 0; n < 9000; n++) own[(n * in[i]) % 9000] = n;\n"
                            "  out[i] = own[in[i] % 9000]; }",
        "thread memory");
}

/* Lanes leave a vector loop when all are done; a loop that none leaves is stopped like any other. */
static void endless_vectors_are_stopped(void **state)
{
    (void)state;
    static uint32_t data[BUFFERS][WORDS];
    sm_kernel *kernel =
        kernel_on(SM_ENGINE_VECTOR,
                  KERNEL(endless, "") "{ uint n = i; while (n != in[0] + 5 || n == 7) n = n * 2 + 2; out[i] = n; }");
    assert_non_null(kernel->vector);
    sm_dispatch d = {.grid = {64, 1, 1}, .group = {64, 1, 1}};
    for (int b = 0; b < BUFFERS; b++)
        d.buffer[b] = (sm_memory){data[b], sizeof data[b]};
    sm_outcome outcome;
    sm_engine_run(sm_kernel_for(kernel, &d), &d, &outcome);
    assert_int_equal(outcome.status, SM_HUNG);
    sm_kernel_release(kernel);
}

/* Sums of matrices, by a tree and by SIMD-groups; what SIMD-groups ask of each other. */
static const char product[] =
    "kernel void product(device const float *in [[buffer(0)]], device float *out [[buffer(1)]], uint2 at "
    "[[thread_position_in_grid]], uint2 in_group [[thread_position_in_threadgroup]]) {\n"
    "    threadgroup float a[16][16], b[16][16];\n"
    "    float sum = 0;\n"
    "    for (uint t = 0; t < 3; t++) {\n"
    "        a[in_group.y][in_group.x] = float(as_type<uint>(in[at.y * 48 + t * 16 + in_group.x]) >> 20);\n"
    "        b[in_group.y][in_group.x] = float(as_type<uint>(in[(t * 16 + in_group.y) * 64 + at.x]) >> 21);\n"
    "        threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "        for (uint k = 0; k < 16; k++) sum += a[in_group.y][k] * b[k][in_group.x];\n"
    "        threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    }\n"
    "    out[at.y * 64 + at.x] = sum;\n"
    "}";
static const char tree[] = KERNEL(
    tree, ", uint t [[thread_index_in_threadgroup]]") "{\n"
                                                      "    threadgroup uint part[128];\n"
                                                      "    part[t] = in[i] ^ in[i + 1];\n"
                                                      "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
                                                      "    for (uint step = 64; step > 0; step /= 2) {\n"
                                                      "        if (t < step) part[t] = part[t] * 3 + part[t + step];\n"
                                                      "        threadgroup_barrier(mem_flags::mem_threadgroup);\n"
                                                      "    }\n"
                                                      "    out[i] = part[0] ^ part[t];\n"
                                                      "}";
static const char groups[] =
    "kernel void groups(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]], "
    "uint2 at [[thread_position_in_grid]], uint lane [[thread_index_in_simdgroup]], uint group "
    "[[simdgroup_index_in_threadgroup]]) {\n"
    "    threadgroup uint part[8];\n"
    "    uint i = at.y * 64 + at.x, h = 0;\n"
    "    for (uint n = 0; n < 3; n++) h += in[i + n * 64];\n"
    "    float f = float(h >> 8) * 1e-3f;\n"
    "    uint sum = simd_sum(h) + as_type<uint>(simd_sum(f)) + as_type<uint>(simd_max(f)) + simd_min(int(h));\n"
    "    if (lane == 0) part[group] = sum;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    uint all = simd_sum(lane < 4 ? part[lane] : 0u);\n"
    "    out[i] = all ^ simd_shuffle_xor(h, 5) ^ simd_shuffle_down(h, 3) ^ quad_shuffle_up(h, 1) ^ lane ^ group << 7;\n"
    "}";

/* Small threadgroups without atomics run at once where the machine's vectors are long enough; results are the same. */
static void threadgroups_run_at_once(void **state)
{
    static const struct {
        const char *body;
        uint32_t grid[3], group[3], lanes;
    } rows[] = {{product, {64, 48, 1}, {16, 16, 1}, 256}, {product, {64, 40, 1}, {16, 16, 1}, 0},
                {tree, {1024, 1, 1}, {128, 1, 1}, 128},   {tree, {1000, 1, 1}, {128, 1, 1}, 0},
                {groups, {64, 16, 1}, {64, 2, 1}, 128},   {groups, {64, 16, 1}, {16, 8, 1}, 128},
                {groups, {64, 16, 1}, {8, 8, 1}, 64},     {groups, {64, 16, 1}, {32, 4, 1}, 128}};
    (void)state;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        const sm_dispatch d = {.grid = {rows[n].grid[0], rows[n].grid[1], 1},
                               .group = {rows[n].group[0], rows[n].group[1], 1}};
        sm_kernel *kernel = kernel_on(SM_ENGINE_VECTOR, rows[n].body), *chosen = sm_kernel_for(kernel, &d);
        uint32_t most = sm_kernel_for(kernel, &d)->most_lanes;
        if (chosen->shape.lanes != 0 || most >= rows[n].lanes)
            assert_int_equal(chosen->shape.lanes, rows[n].lanes);
        sm_kernel_release(kernel);
        compare_grids(rows[n].body, rows[n].grid, rows[n].group);
    }
}

static void shapes_of_threadgroups(void **state)
{
    static const struct {
        uint32_t size[3], most, row, lanes;
    } rows[] = {{{256, 1, 1}, 256, 256, 256}, {{16, 16, 1}, 256, 16, 256}, {{8, 16, 1}, 256, 8, 128},
                {{256, 1, 1}, 128, 0, 0},     {{8, 32, 1}, 256, 0, 0},     {{32, 1, 1}, 256, 0, 0},
                {{96, 1, 1}, 256, 0, 0},      {{4, 16, 1}, 256, 0, 0},     {{16, 4, 2}, 256, 0, 0},
                {{64, 1, 1}, 0, 0, 0},        {{512, 1, 1}, 256, 0, 0}};
    (void)state;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        sm_shape shape = sm_vector_wide(rows[n].size, 32, rows[n].most);
        assert_int_equal(shape.row, rows[n].row);
        assert_int_equal(shape.lanes, rows[n].lanes);
        sm_dispatch d = {.grid = {rows[n].size[0] * 3, rows[n].size[1], rows[n].size[2]},
                         .group = {rows[n].size[0], rows[n].size[1], rows[n].size[2]}};
        if (!shape.lanes)
            continue;
        assert_true(sm_vector_covers(shape, &d, 32));
        d.grid[0]--; /* the last threadgroup is smaller */
        assert_false(sm_vector_covers(shape, &d, 32));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threadgroups_run_at_once),
                                       cmocka_unit_test(shapes_of_threadgroups),
                                       cmocka_unit_test(lanes_diverge),
                                       cmocka_unit_test(values_of_every_width),
                                       cmocka_unit_test(operations_without_a_result),
                                       cmocka_unit_test(memory_of_every_kind),
                                       cmocka_unit_test(groups_of_lanes),
                                       cmocka_unit_test(extremes_of_floats),
                                       cmocka_unit_test(sums_of_floats),
                                       cmocka_unit_test(sums_of_zeros),
                                       cmocka_unit_test(matrices_multiply),
                                       cmocka_unit_test(atomics_add_up),
                                       cmocka_unit_test(counted_loops_do_not_pass_barriers),
                                       cmocka_unit_test(threadgroups_of_every_shape),
                                       cmocka_unit_test(what_has_no_vector_code_says_why),
                                       cmocka_unit_test(endless_vectors_are_stopped)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    setenv("SOFTMETAL_BUDGET", "50000000", 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
