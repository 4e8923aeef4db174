/* memory_test.c: whatever memory a dispatch asks for may not be there: then it ends with an error that says so, and
 * never with a result that is not whole. Each run of a kernel denies another one of its requests. */
#include "../compiler/kernel/test_kernel.h"
#include "engine.h"
#include "sanitizer.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if SM_ASAN || SM_TSAN
int main(void)
{
    puts("1..0 # SKIP the sanitizer this is built with has put its own malloc in place of the C library's");
}
#else
/* ---- the C library's functions, through which the engine asks */
void *__libc_malloc(size_t size), *__libc_calloc(size_t count, size_t size), *__libc_realloc(void *p, size_t size),
    *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counting;
static atomic_long requests, denied = -1;

static bool deny(void)
{
    return atomic_load(&counting) && atomic_fetch_add(&requests, 1) == atomic_load(&denied);
}

void *malloc(size_t size)
{
    return deny() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return deny() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *p, size_t size)
{
    return deny() ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return deny() ? NULL : __libc_memalign(alignment, size);
}

/* ---- kernels */
enum { THREADS = 200, GROUP = 40 };

static const char program[] =
    "#include <metal_stdlib>\nusing namespace metal;\n"
    "int tree(int i, int depth) {\n"
    "    return simd_sum(i) + (depth ? tree(i, depth - 1) + tree(i + 1, depth - 1) : 0); }\n"
    "kernel void calls(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] = tree(int(i), 3); }\n"
    "kernel void meets(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]],\n"
    "                  uint t [[thread_index_in_threadgroup]], uint n [[threads_per_threadgroup]]) {\n"
    "    threadgroup int y[64]; y[t] = int(i); threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    x[i] = y[n - 1 - t]; }\n"
    "kernel void plain(device int *x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] = int(i * i); }\n";

static int x[THREADS];

static sm_outcome dispatch(sm_kernel *kernel)
{
    sm_dispatch d = {.buffer = {{x, sizeof x}}, .grid = {THREADS, 1, 1}, .group = {GROUP, 1, 1}};
    sm_outcome outcome;
    memset(x, 0xee, sizeof x);
    sm_engine_run(kernel, &d, &outcome);
    return outcome;
}

/* Denies each request of a dispatch in turn, until one had fewer. Returns how many dispatches ended for want of it. */
static int deny_each(sm_kernel *kernel, const char *name)
{
    enum { MOST = 5000 };
    sm_outcome whole = dispatch(kernel);
    int expected[THREADS], failures = 0;
    memcpy(expected, x, sizeof x);
    assert_int_equal(whole.status, SM_DONE);
    for (long n = 0; n < MOST; n++) {
        atomic_store(&requests, 0);
        atomic_store(&denied, n);
        atomic_store(&counting, true);
        sm_outcome o = dispatch(kernel);
        atomic_store(&counting, false);
        if (o.status == SM_DONE && memcmp(x, expected, sizeof x) != 0)
            fail_msg("%s: without request %ld it is said to be done, but is not", name, n);
        if (o.status != SM_DONE && (o.status != SM_NO_MEMORY || !strstr(o.message, "no memory")))
            fail_msg("%s: without request %ld: status %d, %s", name, n, o.status, o.message);
        failures += o.status != SM_DONE;
        if (atomic_load(&requests) <= n)
            return failures;
    }
    fail_msg("%s asks for memory without end", name);
    return 0;
}

static int deny_each_of(const char *name, sm_target target)
{
    target.simd_width = 32;
    sm_compile_options options = {.language_version = 4 << 16 | 1, .target = target};
    sm_kernel *kernel = kernel_of_source(program, &options, name);
    int failures = deny_each(kernel, name);
    sm_kernel_release(kernel);
    return failures;
}

static void calls_in_which_threads_meet(void **state)
{
    (void)state;
    /* a path, its keys and its counters for each thread of a team */
    assert_true(deny_each_of("calls", (sm_target){0}) >= 3 * GROUP);
}

static void teams(void **state)
{
    (void)state;
    deny_each_of("meets", (sm_target){0});
    deny_each_of("plain", (sm_target){0});
}

static void checked_mode(void **state)
{
    (void)state;
    assert_true(deny_each_of("meets", (sm_target){.checked = true}) > 0);
    assert_true(deny_each_of("plain", (sm_target){.checked = true}) > 0);
}

static void weak_mode(void **state)
{
    (void)state;
    assert_true(deny_each_of("meets", (sm_target){.weak = true}) > 0);
}

int main(void)
{
    setenv("SOFTMETAL_THREADS", "1", 1); /* which of several asks for what is a matter of time */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_in_which_threads_meet),
        cmocka_unit_test(teams),
        cmocka_unit_test(checked_mode),
        cmocka_unit_test(weak_mode),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
