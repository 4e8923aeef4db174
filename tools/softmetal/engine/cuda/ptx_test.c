/* ptx_test.c: the PTX of kernels, one for each kind of operation. Nothing here needs a GPU or an assembler for one:
 * what is checked is the text. CMakeLists.txt sets SOFTMETAL_DEVICE and SOFTMETAL_CUDA, a stub of the driver. */
#include "../../compiler/kernel/test_kernel.h"
#include "../settings.h"
#include "launch.h"
#include <stdio.h>
#include <unistd.h>

static char directory[] = "/tmp/softmetal-ptx-XXXXXX";

static char *read_ptx(void)
{
    char path[200];
    snprintf(path, sizeof path, "%s/k-5-object.ptx", directory);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    char *text = calloc(1, size + 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, size, file), size);
    fclose(file);
    return text;
}

/* Whether the label stands at the beginning of a line. */
static bool is_defined(const char *ptx, const char *label, size_t length)
{
    for (const char *at = ptx; (at = strstr(at, label)); at += length) {
        if (at[-1] == '\n' && at[length] == ':')
            return true;
    }
    return false;
}

/* Statements end, braces are pairs, jumps have a target, and nothing is left to be linked. */
static void check_syntax(const char *ptx)
{
    int depth = 0;
    assert_null(strstr(ptx, ".extern .func"));
    for (const char *line = ptx; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n"), label = strcspn(line, "$\n");
        const char *jump = strstr(line, "bra"); /* `bra`, `bra.uni`; not `.branchtargets` */
        for (size_t i = 0; i < length; i++)
            depth += (line[i] == '{') - (line[i] == '}');
        assert_true(depth >= 0);
        if (line[0] == '\t' && line[1] != '.' && line[1] != '$' && line[1] != '/' && line[1] != '{' && length > 1 &&
            depth == 1)
            if (!strchr(";:,({)/-", line[length - 1]) && !strstr(line, "//"))
                fail_msg("no statement: %.*s", (int)length, line);
        if (jump && jump < line + length && jump[3] != 'n' && line[label] == '$') {
            size_t n = strcspn(line + label, ";\n");
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)n, line + label);
            if (!is_defined(ptx, name, n))
                fail_msg("a jump nowhere: %.*s", (int)length, line);
        }
    }
    assert_int_equal(depth, 0);
}

/* The PTX of kernel k, whose arguments are device pointers x to the type and more, the thread's position i, and its
 * index n in the threadgroup. */
static char *compile(const char *type, const char *before, const char *body, sm_math_mode math, bool apple)
{
    static const char frame[] = "#include <metal_stdlib>\nusing namespace metal;\n%s\n"
                                "kernel void k(device %s *x, device uint *u, texture2d<float> t, sampler s,\n"
                                "              threadgroup float *m [[threadgroup(0)]],\n"
                                "              uint i [[thread_position_in_grid]], uint n "
                                "[[thread_index_in_threadgroup]])\n{\n%s\n}\n";
    char source[4000];
    snprintf(source, sizeof source, frame, before, type, body);
    sm_compile_options options = {.language_version = 4 << 16 | 1,
                                  .math = math,
                                  .functions = SM_FUNCTIONS_PRECISE,
                                  .logging = true,
                                  .target = sm_device_settings()->target};
    options.target.apple = apple;
    sm_kernel_release(kernel_of_source(source, &options, "k"));
    char *ptx = read_ptx();
    check_syntax(ptx);
    assert_non_null(strstr(ptx, ".target sm_90"));
    char entry[100];
    snprintf(entry, sizeof entry, "sm_entry_param_0[%zu]", sizeof(sm_launch));
    assert_non_null(strstr(ptx, ".entry sm_entry("));
    assert_non_null(strstr(ptx, entry));
    return ptx;
}

/* Each of `words`, separated by `|`, is in the text; those after a `!` are not. */
static void check(char *ptx, const char *words)
{
    char copy[400], *rest = copy;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word; (word = strsep(&rest, "|"));) {
        bool absent = *word == '!';
        if ((strstr(ptx, word + absent) != NULL) == absent)
            fail_msg("%s %s the PTX:\n%s", word + absent, absent ? "is in" : "is not in", strstr(ptx, ".entry"));
    }
    free(ptx);
}

/* Each of `words` is in the text, behind the one before. */
static void check_order(char *ptx, const char *words)
{
    char copy[400], *rest = copy;
    const char *at = ptx;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word; (word = strsep(&rest, "|")); at += strlen(word)) {
        at = strstr(at, word);
        if (!at)
            fail_msg("%s is not where it should be in the PTX:\n%s", word, strstr(ptx, ".entry"));
    }
    free(ptx);
}

static char *of_floats(const char *body)
{
    return compile("float", "", body, SM_MATH_SAFE, false);
}

static char *of_atomics(const char *type, const char *body)
{
    return compile(type, "", body, SM_MATH_SAFE, false);
}

static void memory(void **state)
{
    (void)state;
    check(of_floats("x[i] = x[i] + x[i + 1];"), "ld.global.b32|add.rn.f32|st.global.b32|!ld.b32|!.shared|!.local");
    check(of_floats("m[n] = x[i]; threadgroup_barrier(mem_flags::mem_threadgroup); x[i] = m[n ^ 1];"),
          "st.shared.b32|ld.shared.b32|.extern .shared .align 16 .b8 sm_shared[]|barrier.sync");
    check(of_floats("threadgroup float own[64]; own[n] = x[i]; simdgroup_barrier(mem_flags::mem_threadgroup); "
                    "x[i] = own[63 - n];"),
          "sm_shared|bar.warp.sync|!barrier.sync");
}

/* A column of two matrices times a row, two steps along the inner dimension; then something. */
static char *tile_of(const char *type, const char *then)
{
    char body[800];
    snprintf(body, sizeof body,
             "simdgroup_matrix<%s, 8, 8> a[2], b; simdgroup_float8x8 sum[2];\n"
             "for (int r = 0; r < 2; r++) sum[r] = make_filled_simdgroup_matrix<float, 8, 8>(0.0f);\n"
             "for (int k = 0; k < 16; k += 8) {\n"
             "    simdgroup_load(b, x + k * 8);\n"
             "    for (int r = 0; r < 2; r++) {\n"
             "        simdgroup_load(a[r], x + r * 64 + k, 16);\n"
             "        simdgroup_multiply_accumulate(sum[r], a[r], b, sum[r]);\n"
             "    }\n}\n%s"
             "for (int r = 0; r < 2; r++) simdgroup_store(sum[r], (device float *)u + r * 64);",
             type, then);
    return compile(type, "", body, SM_MATH_SAFE, false);
}

static void groups(void **state)
{
    (void)state;
    check(of_floats("x[i] = simd_sum(x[i]);"), "activemask.b32|shfl.sync.idx.b32|add.rn.f32");
    check(of_floats("u[i] = simd_any(x[i] > 0); u[i + 1] = simd_all(x[i] > 0);"), "vote.sync.ballot.b32");
    check(of_floats("x[i] = quad_shuffle_xor(x[i], 1);"), "shfl.sync.idx.b32");
    check(
        of_floats("simdgroup_float8x8 a, b; simdgroup_load(a, x); simdgroup_multiply(b, a, a); simdgroup_store(b, x);"),
        "shfl.sync.idx.b32|mul.rn.f32|!mma");
    check(tile_of("half", ""), "mma.sync.aligned.m16n8k16.row.col.f32.f16|!m16n8k8|movmatrix|!shfl");
    check(tile_of("bfloat", ""), "mma.sync.aligned.m16n8k16.row.col.f32.bf16|!m16n8k8|movmatrix|!shfl");
    check(tile_of("half", "sum[0].thread_elements()[0] += 1;"), "mma.sync.aligned.m16n8k16.row.col.f32.f16|shfl");
}

/* Lanes that may part say where they go, and who has come where they join, if the mask is read behind that. */
static void reconvergence(void **state)
{
    (void)state;
    check(of_floats("float v = 0; for (uint j = i; j < u[0]; j += 7) v += x[j]; x[i] = simd_sum(v);"),
          "activemask.b32|vote.sync.ballot.b32");
    check(of_floats("float v = 0; for (uint j = i; j < u[0]; j += 7) v += x[j]; x[i] = v;"), "!vote.sync|!activemask");
    /* `continue` beside `break`: control flow becomes structured */
    check(of_floats("float v = 0; for (uint j = i; j < u[0]; j += 7) { if (u[j] == 7) continue; if (u[j] == 9) break; "
                    "v += simd_sum(x[j]); } x[i] = simd_sum(v);"),
          "vote.sync.ballot.b32");
    /* who ends early exits, and is not waited for */
    check(of_floats("if (x[i] < 0) { u[i] = 1; return; } threadgroup_barrier(mem_flags::mem_threadgroup); "
                    "x[i] = simd_sum(x[i]);"),
          "exit;|vote.sync.ballot.b32|barrier.sync");
}

/* Numbers of threadgroup pointers are generic: those of PTX's shared space are offsets. Signs of halves' NaNs stay. */
static void numbers(void **state)
{
    (void)state;
    check(
        of_floats("device ulong *p = (device ulong *)x; p[i] = (ulong)(m + n); x[0] = *(threadgroup float *)p[i + 1];"),
        "cvta.shared.u64|cvta.to.shared.u64");
    check(compile("half", "", "x[i] = copysign(x[i], x[i + 1]);", SM_MATH_SAFE, false), "!cvt.f32.f16|!cvt.rn.f16");
}

/* An atomic access without a word for its order and scope is relaxed, and of the GPU (PTX 9.7.13.5). */
static void atomics(void **state)
{
    (void)state;
    check(of_atomics("atomic_uint", "atomic_fetch_add_explicit(x, i, memory_order_relaxed);"),
          "atom.global.add.u32|!.sys");
    check(of_atomics("atomic_float", "atomic_fetch_add_explicit(x, float(i), memory_order_relaxed);"),
          "atom.global.add.f32|!cas");
    check(of_atomics("atomic_ulong", "atomic_max_explicit(x, ulong(i), memory_order_relaxed);"), "global.max.u64");
    check(of_atomics("atomic_int",
                     "int old = 0; atomic_compare_exchange_weak_explicit(x, &old, 7, memory_order_relaxed, "
                     "memory_order_relaxed);"),
          "cas.b32");
    check(of_floats("threadgroup atomic_uint own; atomic_store_explicit(&own, 0u, memory_order_relaxed); "
                    "u[i] = atomic_fetch_add_explicit(&own, 1u, memory_order_relaxed);"),
          ".cta.shared");
    check_order(
        of_atomics("atomic_uint", "u[i] = 1; u[i + 1] = atomic_exchange_explicit(x, 3u, memory_order_acq_rel);"),
        "st.global.b32|fence.acq_rel.gpu|exch.b32|fence.acq_rel.gpu|st.global.b32");
    check_order(
        of_atomics("atomic_uint", "u[i] = 1; u[i + 1] = atomic_exchange_explicit(x, 3u, memory_order_release);"),
        "st.global.b32|fence.acq_rel.gpu|exch.b32");
    check_order(of_atomics("atomic_uint", "u[i + 1] = atomic_exchange_explicit(x, 3u, memory_order_seq_cst);"),
                "fence.sc.gpu|exch.b32|fence.sc.gpu|st.global.b32");
    check_order(of_floats("threadgroup atomic_uint own; atomic_store_explicit(&own, 0u, memory_order_relaxed); "
                          "u[i] = atomic_exchange_explicit(&own, 1u, memory_order_acquire);"),
                "exch.b32|fence.acq_rel.cta|st.global.b32");
    check(of_atomics("atomic_uint", "u[i] = 1; atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, "
                                    "thread_scope_device); atomic_store_explicit(x, 1u, memory_order_relaxed);"),
          "fence.sc.gpu");
}

static void arithmetic(void **state)
{
    (void)state;
    check(of_floats("\n#pragma METAL fp contract(off)\nx[i] = x[i] * x[i + 1] + x[i + 2];"),
          "mul.rn.f32|add.rn.f32|!fma.rn|!.ftz");
    check(of_floats("x[i] = fma(x[i], x[i + 1], x[i + 2]);"), "fma.rn.f32");
    check(of_floats("x[i] = x[i] / x[i + 1];"), "div.rn.f32|!div.approx|!div.full");
    check(of_floats("x[i] = sqrt(x[i]);"), "sqrt.rn.f32|!sqrt.approx");
    check(compile("float", "", "x[i] = x[i] * x[i + 1];", SM_MATH_SAFE, true), "mul.rn.ftz.f32");
    check(of_floats("x[i] = sin(x[i]) + pow(x[i], x[i + 1]);"), "!sin.approx|!.extern");
    check(compile("half", "", "x[i] = x[i] * x[i + 1];", SM_MATH_SAFE, false), "mul.rn.f16");
}

static void the_rest(void **state)
{
    (void)state;
    check(of_floats("x[i] = t.sample(s, float2(x[i])).x;"), "!.extern .func");
    check(of_floats("while (x[i] > 0) x[i] = x[i + 1] * 0.5f;"), "ld.volatile|!exit;");
    check(of_floats("for (;;) x[i] = x[i] + 1;"), "exit;|ld.volatile");
    check(compile("float", "[[visible]] float twice(float v) { return 2 * v; }", "x[i] = x[i];", SM_MATH_SAFE, false),
          "!twice|!sm_logs");
    check(compile("float", "#include <metal_logging>\n", "if (x[i] > 0) os_log_default.log_info(\"%f\", x[i]);",
                  SM_MATH_SAFE, false),
          ".visible .global .align 4 .u32 sm_logs = 1|!.extern .func");
}

static int make_directory(void **state)
{
    (void)state;
    return !mkdtemp(directory) || setenv("SOFTMETAL_DUMP", directory, 1) != 0 ||
           setenv("SOFTMETAL_CACHE", directory, 1) != 0;
}

static int remove_directory(void **state)
{
    char command[200];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory),  cmocka_unit_test(groups),
                                       cmocka_unit_test(atomics), cmocka_unit_test(reconvergence),
                                       cmocka_unit_test(numbers), cmocka_unit_test(arithmetic),
                                       cmocka_unit_test(the_rest)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
