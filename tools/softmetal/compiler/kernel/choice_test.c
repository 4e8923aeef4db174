/* choice_test.c: with engine `auto` the code of a kernel changes when that pays, between dispatches and within one, and
 * no result tells. */
#include "test_kernel.h"
#include "../../engine/kernel.h"
#include <stdio.h>

enum { WORDS = 4096, BUFFERS = 2 };

#define KERNEL(name)                                                                                                   \
    "#include <metal_stdlib>\nusing namespace metal;\n"                                                                \
    "kernel void " #name "(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]], "                      \
    "uint i [[thread_position_in_grid]])"

static const char plain[] = KERNEL(plain) "{ out[i] = in[i] * 2654435769u; }",
                  rounds[] = KERNEL(rounds) "{\n"
                                            "    uint h = in[i];\n"
                                            "    for (uint n = 0; n < 3; n++)\n"
                                            "        h = h * 5 + (h >> n);\n"
                                            "    out[i] = h;\n"
                                            "}",
                  meets[] = KERNEL(meets) "{ out[i] = simd_sum(in[i]); }",
                  beside[] = KERNEL(beside) "{\n"
                                            "    float x = as_type<float>(0xbf000000u + in[i] % 4);\n"
                                            "    out[i] = as_type<uint>(precise::exp2(x));\n"
                                            "}",
                  unknown[] = KERNEL(unknown) "{\n"
                                              "    uint n = 0;\n"
                                              "    for (uint h = in[i]; h != 0; h = h >> 1 & h)\n"
                                              "        n++;\n"
                                              "    out[i] = n;\n"
                                              "}",
                  mixed[] = KERNEL(mixed) "{\n"
                                          "    threadgroup uint shared[75];\n"
                                          "    uint h = in[i];\n"
                                          "    for (uint a = 0; a < 2; a++)\n"
                                          "        for (uint b = 0; b < (h >> 9 & 1) + 1; b++)\n"
                                          "            for (uint c = 0; c < (h >> 7 & 3); c++)\n"
                                          "                h = h * 2654435769u ^ simd_sum(h) ^\n"
                                          "                    uint(ulong(simd_active_threads_mask()));\n"
                                          "    shared[i % 75] = h;\n"
                                          "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
                                          "    out[i] = h ^ shared[i % 75 / 2];\n"
                                          "}";
static const char *const bodies[] = {plain, rounds, meets, beside, unknown, mixed};

static sm_kernel *kernel_on(sm_engine engine, const char *source)
{
    sm_compile_options options = {.language_version = 3 << 16 | 1,
                                  .math = SM_MATH_SAFE,
                                  .functions = SM_FUNCTIONS_PRECISE,
                                  .target = {.simd_width = 32, .engine = engine}};
    return kernel_of_source(source, &options, NULL);
}

static uint32_t input(uint32_t i)
{
    return (i + 1) * UINT32_C(2654435769) ^ i << 13;
}

/* Of the loop in `unknown`. */
static uint32_t rounds_of(uint32_t h)
{
    uint32_t n = 0;
    for (; h != 0; h = h >> 1 & h)
        n++;
    return n;
}

static void run(const sm_dispatch *shape, sm_kernel *kernel, uint32_t data[BUFFERS][WORDS])
{
    sm_dispatch d = *shape;
    sm_outcome outcome;
    for (uint32_t i = 0; i < WORDS; i++) {
        data[0][i] = input(i);
        data[1][i] = 0xabababab;
    }
    for (int b = 0; b < BUFFERS; b++)
        d.buffer[b] = (sm_memory){data[b], sizeof data[b]};
    sm_engine_run(kernel, &d, &outcome);
    assert_int_equal(outcome.status, SM_DONE);
}

/* A few threads do not pay for making vector code; many do. */
static void large_dispatches_choose_vectors(void **state)
{
    (void)state;
    sm_kernel *kernel = kernel_on(SM_ENGINE_AUTO, meets);
    const sm_dispatch small = {.grid = {1000, 1, 1}, .group = {32, 1, 1}},
                      large = {.grid = {5000, 5000, 1}, .group = {32, 1, 1}};
    assert_null(kernel->vector);
    assert_ptr_equal(sm_kernel_for(kernel, &small), kernel);
    sm_kernel *chosen = sm_kernel_for(kernel, &large);
    assert_non_null(chosen->vector);
    assert_ptr_equal(sm_kernel_for(kernel, &small), chosen);
    sm_kernel_release(kernel);
}

/* Code of threads is made quickly, and optimised once that pays. */
static void large_dispatches_choose_optimised_code(void **state)
{
    (void)state;
    static uint32_t expected[BUFFERS][WORDS], got[BUFFERS][WORDS];
    const sm_dispatch d = {.grid = {1050, 1, 1}, .group = {75, 1, 1}},
                      most = {.grid = {100000, 10, 1}, .group = {75, 1, 1}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        sm_kernel *kernel = kernel_on(SM_ENGINE_AUTO, bodies[i]), *full = kernel_on(SM_ENGINE_FIBER, bodies[i]);
        assert_int_not_equal(kernel->length, 0);
        assert_int_equal(full->length, 0);
        assert_ptr_equal(sm_kernel_for(kernel, &d), kernel);
        run(&d, kernel, got);
        run(&d, full, expected);
        assert_memory_equal(got, expected, sizeof expected);
        sm_kernel *chosen = kernel;
        for (int n = 0; n < 10; n++)
            chosen = sm_kernel_for(kernel, &most);
        assert_int_equal(chosen->length, 0);
        run(&d, chosen, got);
        assert_memory_equal(got, expected, sizeof expected);
        sm_kernel_release(kernel);
        sm_kernel_release(full);
    }
}

/* Quick code ends after the first threadgroup, and optimised code runs the others; of `mixed` fibers have cost so much
 * that vector code does. */
static void code_changes_within_a_dispatch(void **state)
{
    (void)state;
    static uint32_t expected[BUFFERS][WORDS], got[BUFFERS][WORDS];
    const sm_dispatch d = {.grid = {4050, 1, 1}, .group = {75, 1, 1}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        sm_kernel *kernel = kernel_on(SM_ENGINE_AUTO, bodies[i]), *full = kernel_on(SM_ENGINE_FIBER, bodies[i]);
        run(&d, full, expected);
        kernel->spent = bodies[i] == mixed ? 1000000000 : 0;
        kernel->patience = 1;
        run(&d, kernel, got);
        assert_memory_equal(got, expected, sizeof expected);
        sm_kernel *after = sm_kernel_for(kernel, &d);
        bool has_rounds = bodies[i] == unknown || bodies[i] == mixed || bodies[i] == meets;
        if (has_rounds) /* the others have nothing that counts while they run */
            assert_int_equal(after->length, 0);
        assert_int_equal(after->vector != NULL, bodies[i] == mixed);
        sm_kernel_release(kernel);
        sm_kernel_release(full);
    }
}

/* Threadgroup 0 waits for 2. When 1 has used up the patience, 2 must begin all the same. */
static void those_that_are_waited_for_begin(void **state)
{
    (void)state;
    static const char waits[] =
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void waits(device const uint *in [[buffer(0)]], device atomic_uint *out [[buffer(1)]],\n"
        "                  uint group [[threadgroup_position_in_grid]]) {\n"
        "    while (group == 0 && atomic_load_explicit(out + 2, memory_order_relaxed) == 0xabababab) {}\n"
        "    uint n = 0;\n"
        "    for (uint h = in[group]; h != 0; h = h >> 1 & h)\n"
        "        n++;\n"
        "    atomic_store_explicit(out + group, n, memory_order_relaxed);\n"
        "}";
    static uint32_t data[BUFFERS][WORDS];
    const sm_dispatch d = {.grid = {4, 1, 1}, .group = {1, 1, 1}};
    sm_kernel *kernel = kernel_on(SM_ENGINE_AUTO, waits);
    assert_int_not_equal(kernel->length, 0);
    kernel->patience = 1;
    run(&d, kernel, data);
    for (uint32_t i = 0; i < d.grid[0]; i++)
        assert_int_equal(data[1][i], rounds_of(input(i)));
    sm_kernel_release(kernel);
}

/* What is counted: rounds of loops of which nobody knows when they end. Where nobody asks, nothing is. */
static void rounds_are_counted(void **state)
{
    (void)state;
    enum { THREADS = 1050, ROUND = 8 };
    static uint32_t data[BUFFERS][WORDS];
    const sm_dispatch d = {.grid = {THREADS, 1, 1}, .group = {75, 1, 1}};
    uint64_t all = 0;
    for (uint32_t i = 0; i < THREADS; i++)
        all += rounds_of(input(i)) + 2; /* the condition is evaluated once more; the range goes through its threads */
    sm_kernel *kernel = kernel_on(SM_ENGINE_AUTO, unknown), *full = kernel_on(SM_ENGINE_FIBER, unknown);
    run(&d, kernel, data);
    assert_int_equal(kernel->spent, ROUND * all);
    run(&d, full, data);
    assert_int_equal(full->spent, 0);
    sm_kernel_release(kernel);
    sm_kernel_release(full);
}

/* One pipeline, dispatched again and again: engine `auto` changes to vector code in between, once. */
static void the_engine_changes_between_dispatches(void **state)
{
    (void)state;
    static uint32_t expected[BUFFERS][WORDS], got[BUFFERS][WORDS];
    const sm_dispatch d = {.grid = {4050, 1, 1}, .group = {75, 1, 1}};
    sm_kernel *fiber = kernel_on(SM_ENGINE_FIBER, mixed), *kernel = kernel_on(SM_ENGINE_AUTO, mixed), *before = kernel;
    run(&d, fiber, expected);
    int changes = 0;
    for (int n = 0; n < 20; n++) {
        sm_kernel *chosen = sm_kernel_for(kernel, &d);
        changes += chosen != before;
        before = chosen;
        run(&d, chosen, got);
        assert_memory_equal(got, expected, sizeof expected);
        kernel->spent += n == 10 ? 1000000000 : 0; /* as if dispatches had been larger */
    }
    assert_int_equal(changes, 1);
    assert_ptr_not_equal(before, kernel);
    assert_non_null(before->vector);
    sm_kernel_release(fiber);
    sm_kernel_release(kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(large_dispatches_choose_vectors),
                                       cmocka_unit_test(large_dispatches_choose_optimised_code),
                                       cmocka_unit_test(code_changes_within_a_dispatch),
                                       cmocka_unit_test(those_that_are_waited_for_begin),
                                       cmocka_unit_test(rounds_are_counted),
                                       cmocka_unit_test(the_engine_changes_between_dispatches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
