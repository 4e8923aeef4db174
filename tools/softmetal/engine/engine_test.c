/* engine_test.c: kernels compiled from MSL and run through the engine's interface. */
#include "engine.h"
#include "../compiler/kernel/test_kernel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static sm_outcome run(const char *source, const char *name, sm_dispatch *d)
{
    sm_compile_options options = {.language_version = 3 << 16 | 1,
                                  .math = SM_MATH_SAFE,
                                  .functions = SM_FUNCTIONS_PRECISE,
                                  .target.simd_width = 32};
    sm_kernel *kernel = kernel_of_source(source, &options, name);
    sm_outcome outcome;
    for (int a = 0; a < 3; a++) {
        d->grid[a] = d->grid[a] ? d->grid[a] : 1;
        d->group[a] = d->group[a] ? d->group[a] : 1;
    }
    sm_engine_run(kernel, d, &outcome);
    sm_kernel_release(kernel);
    return outcome;
}

enum { GROUPS = 40 };

/* The threadgroups that ran, in their order. In a process of its own: what the environment says is read once. */
static void record_order(const char *order, uint32_t ran[GROUPS])
{
    uint32_t *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(shared, MAP_FAILED);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        setenv("SOFTMETAL_ORDER", order, 1);
        sm_dispatch d = {.buffer = {{shared, 4096}}, .grid = {GROUPS}, .group = {1}};
        sm_outcome o = run("#include <metal_stdlib>\nusing namespace metal;\n"
                           "kernel void note(device atomic_uint *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {"
                           " atomic_store_explicit(x + 1 + atomic_fetch_add_explicit(x, 1u, memory_order_relaxed), i,"
                           " memory_order_relaxed); }",
                           "note", &d);
        _exit(o.status != SM_DONE || shared[0] != GROUPS);
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    memcpy(ran, shared + 1, GROUPS * sizeof *ran);
    munmap(shared, 4096);
}

static void threadgroups_run_in_the_order_asked_for(void **state)
{
    (void)state;
    uint32_t ran[GROUPS], again[GROUPS], neighbours = 0;
    uint64_t all = 0;
    record_order("reversed", ran);
    for (uint32_t i = 0; i < GROUPS; i++)
        assert_int_equal(ran[i], GROUPS - 1 - i);
    record_order("shuffled", ran);
    record_order("shuffled", again);
    assert_memory_equal(ran, again, sizeof ran);
    for (uint32_t i = 0; i < GROUPS; i++) {
        assert_true(ran[i] < GROUPS);
        all |= UINT64_C(1) << ran[i];
        neighbours += i && (ran[i] + 1 == ran[i - 1] || ran[i] == ran[i - 1] + 1);
    }
    assert_true(all == (UINT64_C(1) << GROUPS) - 1);
    assert_int_equal(neighbours, 0);
}

static void adds_vectors(void **state)
{
    (void)state;
    enum { N = 1000 };
    float a[N], b[N], c[N];
    for (int i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)i;
    }
    sm_dispatch d = {.buffer = {{a, sizeof a}, {b, sizeof b}, {c, sizeof c}}, .grid = {N}, .group = {64}};
    sm_outcome o = run(
        "#include <metal_stdlib>\n"
        "kernel void add(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],\n"
        "                device float *c [[buffer(2)]], uint i [[thread_position_in_grid]]) { c[i] = a[i] + b[i]; }\n",
        "add", &d);
    assert_int_equal(o.status, SM_DONE);
    for (int i = 0; i < N; i++)
        assert_true(c[i] == a[i] + b[i]);
}

/* As many as store past the caches; in vectors that are aligned, and not. */
static void stores_large_results(void **state)
{
    (void)state;
    enum { N = (1 << 23) + 100, ROOM = N + 28 }; /* aligned_alloc wants a multiple of 64 bytes */
    uint32_t *out = aligned_alloc(64, ROOM * sizeof *out);
    assert_non_null(out);
    for (uint32_t shift = 0; shift < 2; shift++) {
        memset(out, 0xab, ROOM * sizeof *out);
        sm_dispatch d = {.buffer = {{out + shift, N * sizeof *out}}, .grid = {N}, .group = {256}};
        sm_outcome o = run("#include <metal_stdlib>\n"
                           "kernel void count(device uint *out [[buffer(0)]],\n"
                           "                  uint i [[thread_position_in_grid]]) { out[i] = i * 3; }\n",
                           "count", &d);
        assert_int_equal(o.status, SM_DONE);
        for (uint32_t i = 0; i < N; i++) {
            if (out[i + shift] != i * 3)
                fail_msg("shift %u, word %u is %u", shift, i, out[i + shift]);
        }
        assert_int_equal(out[N + shift], 0xabababab);
    }
    free(out);
}

#define PROGRAM(...) "#include <metal_stdlib>\nusing namespace metal;\n" #__VA_ARGS__ "\n"

static sm_outcome run_ints(const char *source, const char *name, int *out, size_t count, uint32_t threads,
                           uint32_t group)
{
    memset(out, 0, count * sizeof *out);
    sm_dispatch d = {.buffer = {{out, count * sizeof *out}}, .grid = {threads}, .group = {group}};
    return run(source, name, &d);
}

static void barriers_order_threadgroup_memory(void **state)
{
    (void)state;
    int out[1000];
    sm_outcome o = run_ints(
        PROGRAM(kernel void reverse(device int *out [[buffer(0)]], uint i [[thread_position_in_grid]],
                                    uint t [[thread_index_in_threadgroup]], uint n [[threads_per_threadgroup]]) {
            threadgroup int x[256];
            for (int round = 0; round < 3; round++) {
                x[t] = int(i) + round;
                threadgroup_barrier(mem_flags::mem_threadgroup);
                out[i] += x[n - 1 - t];
                threadgroup_barrier(mem_flags::mem_threadgroup);
            }
        }),
        "reverse", out, 1000, 1000, 256);
    assert_int_equal(o.status, SM_DONE);
    for (int i = 0; i < 1000; i++) {
        int base = i / 256 * 256, n = base + 256 > 1000 ? 1000 - base : 256;
        assert_int_equal(out[i], 3 * (base + n - 1 - (i - base)) + 3);
    }
}

static void partial_simdgroups_reduce_what_is_there(void **state)
{
    (void)state;
    int out[50];
    sm_outcome o = run_ints(PROGRAM(kernel void sum(device int *out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
                                if (i % 5 != 0)
                                    out[i] =
                                        simd_sum(int(i)) * 100 + int(popcount(uint(ulong(simd_active_threads_mask()))));
                            }),
                            "sum", out, 50, 50, 50);
    assert_int_equal(o.status, SM_DONE);
    for (int i = 0; i < 50; i++) {
        int sum = 0, count = 0;
        for (int j = i / 32 * 32; j < 50 && j < i / 32 * 32 + 32; j++) {
            sum += j % 5 ? j : 0;
            count += j % 5 != 0;
        }
        assert_int_equal(out[i], i % 5 ? sum * 100 + count : 0);
    }
}

static const char spinning[] = PROGRAM(
    kernel void lock(device atomic_int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        while (atomic_exchange_explicit(x, 1, memory_order_relaxed) != 0) {
        }
        int old = atomic_load_explicit(x + 1, memory_order_relaxed);
        atomic_store_explicit(x + 1, old + 1, memory_order_relaxed);
        atomic_store_explicit(x, 0, memory_order_relaxed);
    } kernel void chain(device atomic_int *x [[buffer(0)]], uint i [[thread_position_in_grid]],
                        uint n [[threads_per_grid]]) {
        while (atomic_load_explicit(x, memory_order_relaxed) != int(n - 1 - i)) {
        }
        atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
    } kernel void all_meet(device atomic_int *x [[buffer(0)]], uint g [[threadgroup_position_in_grid]],
                           uint n [[threadgroups_per_grid]], uint t [[thread_index_in_threadgroup]]) {
        if (t == 0) {
            atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
            while (atomic_load_explicit(x, memory_order_relaxed) < int(n)) {
            }
        }
        threadgroup_barrier(mem_flags::mem_device);
        atomic_fetch_add_explicit(x + 1, 1, memory_order_relaxed);
    } kernel void endless(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        while (i < 100) {
            x[0] = 1;
        }
    } kernel void endless_empty(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[0] = 1;
        while (true) {
        }
    } kernel void endless_meeting(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        while (true)
            x[i] += simd_sum(1);
    } kernel void endless_wait(device atomic_int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        while (atomic_load_explicit(x, memory_order_relaxed) == 0) {
        }
    });

static void spinning_threads_do_not_starve_the_others(void **state)
{
    (void)state;
    int x[2];
    assert_int_equal(run_ints(spinning, "lock", x, 2, 300, 100).status, SM_DONE);
    assert_int_equal(x[1], 300);
    assert_int_equal(run_ints(spinning, "chain", x, 2, 256, 64).status, SM_DONE);
    assert_int_equal(x[0], 256);
}

static void spinning_threadgroups_do_not_starve_the_others(void **state)
{
    (void)state;
    int x[2];
    assert_int_equal(run_ints(spinning, "all_meet", x, 2, 20 * 64, 64).status, SM_DONE);
    assert_int_equal(x[1], 20 * 64);
}

static void endless_kernels_are_stopped(void **state)
{
    (void)state;
    static const char *const names[] = {"endless", "endless_empty", "endless_meeting", "endless_wait"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int x[64];
        sm_outcome o = run_ints(spinning, names[i], x, 64, 64, 32);
        print_message("# %s: %.1f s\n", names[i], o.seconds);
        assert_int_equal(o.status, SM_HUNG);
        assert_non_null(strstr(o.message, names[i]));
    }
}

static const char faulting[] = PROGRAM(
    kernel void outside(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[ulong(i) << 40] = 1;
    } kernel void outside_fiber(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[ulong(simd_sum(1)) << 40] = 1;
    } int deep(int n, device int *x) {
        int a[100];
        for (int i = 0; i < 100; i++)
            a[i] = x[i % 4] + n;
        return n == 0 ? a[x[1]] : deep(n - 1, x) + a[x[2]];
    } kernel void overflow(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[i] = deep(100000000, x) + simd_sum(1);
    } uint tail(uint n, device int *x) {
        return x[0] == 12345 ? n : tail(n + 1, x);
    } kernel void overflow_tail(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[i + 1] = tail(0, x);
    } kernel void recursion(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[i] = deep(10, x);
    } kernel void divide(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        int zero = x[1], lowest = x[2], minus = x[3];
        x[0] = 7 / zero + 7 % zero + lowest / minus + lowest % minus;
        x[4] = 1;
    } kernel void fine(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] = simd_sum(1); });

static void faults_end_the_dispatch_only(void **state)
{
    (void)state;
    int x[65] = {0};
    static const char *const names[] = {"outside", "outside_fiber", "overflow", "overflow_tail"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sm_outcome o = run_ints(faulting, names[i], x, 64, 64, 64);
        print_message("# %s\n", o.message);
        assert_int_equal(o.status, SM_FAULTED);
        assert_non_null(strstr(o.message, names[i]));
        assert_int_equal(strstr(o.message, "calls itself without end, or too often for the stack") != NULL, i >= 2);
        assert_int_equal(run_ints(faulting, "fine", x, 64, 64, 64).status, SM_DONE);
        assert_int_equal(x[63], 32);
    }
    assert_int_equal(run_ints(faulting, "recursion", x, 64, 64, 64).status, SM_DONE);
}

static const char once[] =
    PROGRAM(kernel void once(device int *x [[buffer(0)]], threadgroup int *m [[threadgroup(0)]]) {
        m[0] = 1;
        x[0] = m[0];
    });

/* What a threadgroup may not be, whatever the client let through. */
static void threadgroups_beyond_the_limits_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t group[3], memory;
        sm_status status;
    } sizes[] = {
        {{1024, 1, 1}, 16, SM_DONE},
        {{8, 16, 8}, 16, SM_DONE},
        {{1025, 1, 1}, 16, SM_INVALID},
        {{1, 1025, 1}, 16, SM_INVALID},
        {{1, 1, 1025}, 16, SM_INVALID},
        {{32, 33, 1}, 16, SM_INVALID},
        {{2, 8, 65}, 16, SM_INVALID},
        {{UINT32_MAX, UINT32_MAX, UINT32_MAX}, 16, SM_INVALID}, /* whose product is beyond 64 bits */
        {{1, 1, 1}, 32768, SM_DONE},
        {{1, 1, 1}, 32769, SM_INVALID},
        {{1, 1, 1}, UINT32_MAX, SM_INVALID},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint32_t *group = sizes[i].group;
        int x = 0;
        sm_dispatch d = {.buffer = {{&x, sizeof x}},
                         .grid = {1, 1, 1},
                         .group = {group[0], group[1], group[2]},
                         .threadgroup_length[0] = sizes[i].memory};
        sm_outcome o = run(once, "once", &d);
        assert_int_equal(o.status, sizes[i].status);
        assert_int_equal(x, o.status == SM_DONE);
    }
}

static void division_never_traps(void **state)
{
    (void)state;
    int x[8] = {0, 0, -2147483647 - 1, -1};
    sm_dispatch d = {.buffer = {{x, sizeof x}}};
    assert_int_equal(run(faulting, "divide", &d).status, SM_DONE);
    assert_int_equal(x[4], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threadgroups_run_in_the_order_asked_for), /* before the environment is read */
        cmocka_unit_test(adds_vectors),
        cmocka_unit_test(stores_large_results),
        cmocka_unit_test(barriers_order_threadgroup_memory),
        cmocka_unit_test(partial_simdgroups_reduce_what_is_there),
        cmocka_unit_test(spinning_threads_do_not_starve_the_others),
        cmocka_unit_test(spinning_threadgroups_do_not_starve_the_others),
        cmocka_unit_test(endless_kernels_are_stopped),
        cmocka_unit_test(faults_end_the_dispatch_only),
        cmocka_unit_test(threadgroups_beyond_the_limits_are_refused),
        cmocka_unit_test(division_never_traps),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
