/* case_test.c: what reading, expanding, instantiating, generating and selecting give. What they refuse in a header is
 * shown by the linter's fixtures; here stand the defects that cannot be a file in the repository. */
#include "case.h"
#include "internal.h"
#include "declare/promise.h"
#include "inventory/requirements.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
// clang-format off
#include <cmocka.h>
// clang-format on

#define BODY                                                                                                           \
    "\n"                                                                                                               \
    "kernel void copy(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],\n"                   \
    "                 uint i [[thread_position_in_grid]])\n"                                                           \
    "{\n"                                                                                                              \
    "    result[i] = data[i]; // data[j]\n"                                                                            \
    "    barrier();\n"                                                                                                 \
    "    /* barrier(); */ barrier(); // last\n"                                                                        \
    "}\n"

static char directory[] = "/tmp/assay-case-XXXXXX";
static char path[64];

static int make_directory(void **state)
{
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(path, sizeof path, "%s/copy.metal", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(directory);
}

static void write_file(const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Reads as a file of the user's own, outside any tree. */
static case_file *read_text(const char *text)
{
    assay_error error = {0};
    write_file(text, strlen(text));
    case_file *file = case_file_read(path, NULL, &error);
    if (!file)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    return file;
}

static void refuses(const char *sentence)
{
    assay_error error = {0};
    case_file *file = case_file_read(path, NULL, &error);
    assert_null(file);
    assert_string_equal(error.file, path);
    if (!strstr(error.text, sentence))
        fail_msg("says \"%s\", not \"%s\"", error.text, sentence);
}

static case_instance *instantiate(const case_file *file, size_t n, size_t subcase)
{
    size_t count;
    assay_error error = {0};
    const assay_case *cases = case_file_cases(file, &count);
    assert_true(n < count);
    case_instance *instance = case_instantiate(&cases[n], subcase, 32, &error);
    if (!instance)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    return instance;
}

static const char *macro(const case_instance *instance, const char *name)
{
    for (size_t i = 0; i < instance->macro_count; i++)
        if (strcmp(instance->macros[i].name, name) == 0)
            return instance->macros[i].value;
    return NULL;
}

#define HEADER                                                                                                         \
    "//! title: t\n//! dispatch: threads 4, threadgroup 4\n//! in: data float[4] = iota\n//! out: result float[4]\n"   \
    "//! expect: result = same data\n"

/* ---- Files */

static void bad_files(void **state)
{
    (void)state;
    assay_error error;
    assert_null(case_file_read("/nonexistent/a.metal", NULL, &error));
    assert_non_null(strstr(error.text, "cannot be read"));
    write_file("", 0);
    refuses("is empty");
    write_file("//! title: a\0b\n", 15);
    refuses("is binary");
    write_file("//! title: a\n// caf\xe9\n", 21);
    refuses("is not UTF-8: byte 7 of the line is 0xe9");
    assert_int_equal(truncate(path, 100 << 20), 0);
    refuses("has 104857600 bytes");
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    refuses("is a directory");
    rmdir(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    refuses("not a regular file");
    unlink(path);
}

static void carriage_returns(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\r\n//! dispatch: threads 4,\r\n//!     threadgroup 4\r\n//! in: data float[4] = iota\r\n"
        "//! out: result float[4]\r\n//! expect: result = same data\r\nkernel void k() {}\r\n");
    assert_string_equal(case_file_title(file), "t");
    case_file_destroy(file);
}

static void facts(void **state)
{
    (void)state;
    case_file *file = read_text(
        "// a comment\n\n" HEADER
        "//! requires: msl 2.1, msl-before 3.2, os 14.2, threads 512, simd_width 32, feature simd_permute\n" BODY);
    const case_requirements *needs = case_file_requirements(file);
    assert_int_equal(needs->msl_min, 0x20001);
    assert_int_equal(needs->msl_before, 0x30002);
    assert_int_equal(needs->os, 0xe02);
    assert_int_equal(needs->threads, 512);
    assert_int_equal(needs->simd_width, 32);
    assert_int_equal(needs->feature_count, 1);
    assert_string_equal(needs->features[0], "simd_permute");
    assert_string_equal(case_file_path(file), path);
    assert_int_equal(strlen(case_file_hash(file)), 16);
    char before[17];
    strcpy(before, case_file_hash(file));
    case_file_destroy(file);
    file = read_text(HEADER BODY);
    assert_string_not_equal(before, case_file_hash(file));
    size_t count;
    assert_string_equal(case_file_cases(file, &count)->name, "copy");
    assert_string_equal(case_file_cases(file, &count)->area, "user");
    case_file_destroy(file);
}

/* As the feature set tables have it: every Mac with Apple silicon is of mac2, which is not enough for all. */
static void features_of_chips(void **state)
{
    (void)state;
    enum { APPLE7 = 1007, APPLE8 = 1008, APPLE9 = 1009, MAC2 = 2002, METAL3 = 5001 };
    static const metal_facts m1 = {.msl = 0x40001, .families = {APPLE7, MAC2, METAL3}, .family_count = 3},
                             m2 = {.msl = 0x40001, .families = {APPLE7, APPLE8, MAC2, METAL3}, .family_count = 4},
                             a15 = {.msl = 0x40001, .families = {APPLE7, APPLE8, METAL3}, .family_count = 3},
                             a17 = {.msl = 0x40001, .families = {APPLE7, APPLE8, APPLE9, METAL3}, .family_count = 4},
                             old = {.msl = 0x20003, .families = {APPLE7, APPLE8, MAC2}, .family_count = 3};
    assert_true(case_feature_met("simd_reduction", &m1));
    assert_false(case_feature_met("simd_shuffle_and_fill", &m1));
    assert_true(case_feature_met("simd_shuffle_and_fill", &m2));
    assert_false(case_feature_met("atomic_ulong_min_max", &m1));
    assert_true(case_feature_met("atomic_ulong_min_max", &m2));
    assert_false(case_feature_met("atomic_ulong_min_max", &a15));
    assert_true(case_feature_met("atomic_ulong_min_max", &a17));
    assert_false(case_feature_met("atomic_ulong_min_max", &old));
    assert_false(case_feature_met("reconvergence", &m2));
}

/* ---- Expansion */

static void names_of_cases(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "copy:T=half3,N=1,math=safe,msl=2.4",  "copy:T=half3,N=1,math=safe,msl=3.0",
        "copy:T=half3,N=1,math=fast,msl=2.4",  "copy:T=half3,N=1,math=fast,msl=3.0",
        "copy:T=half3,N=33,math=safe,msl=2.4",
    };
    case_file *file =
        read_text("//! title: t\n//! for: T in half3 float; N in 1\n//!     33\n//! math: safe fast\n//! msl: 2.4 3.0\n"
                  "//! dispatch: threads N, threadgroup 32\n//! in: data T[N] = iota\n//! out: result T[N]\n"
                  "//! expect: result = same data\n"
                  "kernel void copy(device T *data, device T *result, uint i) { result[i] = data[i]; }\n");
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(count, 16);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(cases[i].name, expected[i]);
    assert_int_equal(cases[0].math, METAL_MATH_SAFE);
    assert_int_equal(cases[2].math, METAL_MATH_FAST);
    assert_int_equal(cases[2].functions, METAL_FUNCTIONS_FAST); /* the default, and not in the name */
    assert_int_equal(cases[1].msl, 0x30000);
    assert_true(cases[0].seed_key != cases[1].seed_key);
    case_instance *instance = instantiate(file, 15, 0);
    assert_string_equal(macro(instance, "T"), "float");
    assert_null(macro(instance, "N")); /* the program does not name it: no recompilation for each */
    case_instance_destroy(instance);
    case_file_destroy(file);
}

static void tuples_and_subcases(void **state)
{
    (void)state;
    case_file *file =
        read_text("//! title: t\n//! for: (T, SIZE) in (float3, 16) (packed_float3, 12)\n"
                  "//! subcases: N in 1 2 3; (A, B) in (1, -2.5) (3, x4)\n"
                  "//! dispatch: threads N, threadgroup 32\n//! in: data uint[N + A] = values N …\n"
                  "//! out: result uint[1]\n//! expect: result = values SIZE\n"
                  "kernel void copy(device uint *data, device uint *result) { result[0] = sizeof(T) + B; }\n");
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(count, 2);
    assert_string_equal(cases[1].name, "copy:T=packed_float3,SIZE=12");
    assert_int_equal(cases[0].subcase_count, 6);
    case_instance *instance = instantiate(file, 1, 3);
    assert_int_equal(instance->variable_count, 3);
    assert_string_equal(instance->variables[0].value, "2");
    assert_string_equal(instance->variables[2].name, "B");
    assert_string_equal(instance->variables[2].value, "x4");
    assert_string_equal(macro(instance, "B"), "x4");
    assert_int_equal(instance->arguments[0].count, 5);
    case_instance_destroy(instance);
    assert_null(case_instantiate(&cases[0], 6, 32, NULL));
    case_file_destroy(file);
}

/* A..B counts up in every column; the width of a vector may be a variable, and 1 gives the scalar. */
static void ranges_and_widths(void **state)
{
    (void)state;
    case_file *file = read_text("//! title: t\n//! subcases: K in 8..11; (KERNEL, N) in (p1, 1)..(p4, 4)\n"
                                "//! dispatch: KERNEL: threads K, threadgroup 32\n"
                                "//! out: result vec<half, N>[1]\n//! expect: result = values 1 …\n"
                                "kernel void p1() {}\n");
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(cases[0].subcase_count, 16);
    case_instance *instance = instantiate(file, 0, 8);
    assert_string_equal(instance->variables[0].value, "10");
    assert_string_equal(instance->dispatches[0].kernel, "p1");
    assert_int_equal(instance->arguments[0].type.lanes, 1);
    assert_int_equal(instance->arguments[0].type.stride, 2);
    case_instance_destroy(instance);
    instance = instantiate(file, 0, 15);
    assert_string_equal(instance->variables[0].value, "11");
    assert_string_equal(instance->dispatches[0].kernel, "p4");
    assert_int_equal(instance->arguments[0].type.stride, 8);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

#define TUNED                                                                                                          \
    "//! title: t\n//! subcases: (A, B) in (1, 8) (2, 4)\n%s//! dispatch: threads A, threadgroup B\n"                  \
    "//! out: result int[1]\n//! expect: result = values 1\nkernel void tuned() {}\n"

/* `tune` permits further values for the variables of the subcases, in whatever order it has them. */
static void tuned_settings(void **state)
{
    (void)state;
    char text[512], setting[64];
    assay_error error = {0};
    size_t count;
    snprintf(text, sizeof text, TUNED, "//! tune: B in 16 32 64; A in 3..5\n");
    case_file *file = read_text(text);
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(case_file_setting_count(file), 9);
    case_file_setting(file, 5, setting, sizeof setting);
    assert_string_equal(setting, "(5, 32)");
    assert_true(case_file_add_settings(file, "(5, 32) (3, 16)", &error));
    assert_int_equal(cases[0].subcase_count, 4);
    case_instance *instance = instantiate(file, 0, 3);
    assert_int_equal(instance->dispatches[0].extent[0], 3);
    assert_int_equal(instance->dispatches[0].threadgroup[0], 16);
    case_instance_destroy(instance);
    assert_false(case_file_add_settings(file, "(6, 16)", &error));
    assert_non_null(strstr(error.text, "does not permit A = 6"));
    assert_false(case_file_add_settings(file, "(3)", &error));
    case_file_destroy(file);
}

static void tune_is_refused(void **state)
{
    (void)state;
    static const char *const lines[][2] = {{"//! tune: A in 1\n", "no values for the variable `B`"},
                                           {"//! tune: A in 1; B in 2; C in 3\n", "no variable of `subcases`"}};
    char text[512];
    for (size_t i = 0; i < 2; i++) {
        snprintf(text, sizeof text, TUNED, lines[i][0]);
        write_file(text, strlen(text));
        refuses(lines[i][1]);
    }
}

/* The generator of programs gets the input as the reference will; other programs are left as they are. */
static void generated_programs(void **state)
{
    (void)state;
    assay_error error = {0};
    case_file *file =
        read_text("//! title: t\n//! dispatch: p0: threads 1, threadgroup 1\n//! generate: divergence(seeds)\n"
                  "//! in: seeds ulong[2] = values 1 2\n//! out: result uint[1]\n"
                  "//! expect: result = recorded values 1\nuint beginning;\n");
    case_instance *instance = instantiate(file, 0, 0);
    assert_true(instance->expectations[0].recorded);
    assert_string_equal(instance->expectations[0].text, "values 1");
    char *program = case_program(instance, instance->source, 1, &error);
    assert_non_null(program);
    assert_non_null(strstr(program, "uint beginning;"));
    assert_non_null(strstr(program, "kernel void p1("));
    assert_null(strstr(program, "kernel void p2("));
    free(program);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

/* ---- Instances */

static void sizes(void **state)
{
    (void)state;
    case_file *file =
        read_text("//! title: t\n//! for: W in 57; H in 9\n//! dispatch: threads W x H, threadgroup 16 x 2\n"
                  "//! in: data@3 float3[threads] = iota\n//! in: next packed_half3[groups * threadgroup] = zeros\n"
                  "//! in: sizes uint2 = W, H\n//! in: both {uchar, float, ushort, half3} = 1, 0.5, W, 2\n//! in: eps "
                  "float = 1e-5\n"
                  "//! in: image texture2d<float>(rgba8unorm)[W, H] = random\n//! out: picture texture2d<float, "
                  "access::write>(r32float)[W, 1]\n"
                  "//! out: result ulong[groups.x * 100 + groups.y * 10 + grid.y]\n//! inout: state int[simd_width] = "
                  "constant(-3)\n"
                  "//! threadgroup: 1 W\n//! constant: flag(2) bool = true\n//! constant: scale(0) half = 1.5\n"
                  "//! macro: AREA = W * H\n//! macro: THIRD = 1.0 / 4\n//! macro: NAME = int##W\n//! expect: result = "
                  "values 7 …\n//! compare: ulp 2.5\n"
                  "kernel void copy() { AREA THIRD NAME; }\n");
    case_instance *i = instantiate(file, 0, 0);
    const case_argument *a = i->arguments;
    assert_int_equal(i->argument_count, 9);
    assert_int_equal(a[0].index, 3);
    assert_int_equal(a[0].count, 57 * 9);
    assert_int_equal(a[0].type.stride, 16);
    assert_int_equal(a[1].index, 4);
    assert_int_equal(a[1].count, 4 * 5 * 32);
    assert_int_equal(a[1].type.stride, 6);
    assert_int_equal(a[2].kind, ARGUMENT_BYTES);
    assert_int_equal(a[2].index, 5);
    assert_int_equal(a[3].count, 24); /* 0: uchar, 4: float, 8: ushort, 16: half3 */
    assert_int_equal(a[5].kind, ARGUMENT_TEXTURE);
    assert_int_equal(a[5].index, 0);
    assert_int_equal(a[5].count, 57 * 9);
    assert_int_equal(a[5].type.lanes, 4);
    assert_int_equal(a[6].index, 1);
    assert_string_equal(a[6].format, "r32float");
    assert_int_equal(a[7].index, 8);
    assert_int_equal(a[7].count, 400 + 50 + 9);
    assert_int_equal(a[8].role, ROLE_INOUT);
    assert_int_equal(a[8].count, 32);
    assert_int_equal(i->threadgroup_memory[0].index, 1);
    assert_int_equal(i->threadgroup_memory[0].bytes, 64); /* rounded up to 16 */
    assert_int_equal(i->constants[0].data_type, 53);
    assert_int_equal(*(const uint8_t *)i->constants[0].value, 1);
    assert_int_equal(i->constants[1].data_type, 16);
    assert_int_equal(*(const uint16_t *)i->constants[1].value, 0x3e00);
    assert_string_equal(macro(i, "AREA"), "513");
    assert_string_equal(macro(i, "THIRD"), "0.25");
    assert_string_equal(macro(i, "NAME"), "int##57");
    assert_int_equal(i->expectations[0].how.kind, COMPARE_ULP);
    assert_true(i->expectations[0].how.ulp == 2.5);
    unsigned char bytes[64];
    assay_error error = {0};
    assert_true(case_generate(i, &a[2], 0, bytes, &error));
    assert_memory_equal(bytes, ((uint32_t[]){57, 9}), 8);
    assert_true(case_generate(i, &a[3], 0, bytes, &error));
    assert_int_equal(bytes[0], 1);
    assert_memory_equal(bytes + 4, &(float){0.5f}, 4);
    assert_memory_equal(bytes + 8, &(uint16_t){57}, 2);
    assert_memory_equal(bytes + 16, ((uint16_t[]){0x4000, 0x4000, 0x4000}), 6);
    case_instance_destroy(i);
    i = case_instantiate(case_file_cases(file, &(size_t){0}), 0, 64, &error);
    assert_int_equal(i->arguments[8].count, 64);
    case_instance_destroy(i);
    case_file_destroy(file);
}

static void two_dispatches(void **state)
{
    (void)state;
    case_file *file = read_text("//! title: t\n//! dispatch: first(data, parts): threads 1000, threadgroup 64\n"
                                "//! dispatch: second(parts, picture, total@4, n): groups 1, threadgroup groups\n//! "
                                "in: data float[1000] = ones\n"
                                "//! out: parts float[16]\n//! out: total float[1]\n//! in: n uint = 16\n"
                                "//! out: picture texture2d<float>(r32float)[1, 1]\n//! expect: total = values 1000\n"
                                "kernel void first() {} kernel void second() {}\n");
    case_instance *i = instantiate(file, 0, 0);
    assert_int_equal(i->dispatch_count, 2);
    assert_string_equal(i->dispatches[0].kernel, "first");
    assert_false(i->dispatches[0].groups);
    assert_true(i->dispatches[1].groups);
    assert_int_equal(i->dispatches[1].threadgroup[0], 1); /* names mean the latest: its own single group */
    const uint32_t arguments[] = {1, 4, 2, 3}, places[] = {0, 0, 4, 5};
    assert_int_equal(i->dispatches[1].argument_count, 4);
    assert_memory_equal(i->dispatches[1].arguments, arguments, sizeof arguments);
    assert_memory_equal(i->dispatches[1].places, places, sizeof places);
    case_instance_destroy(i);
    case_file_destroy(file);
}

static void concurrent_dispatches(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\n//! for: B in buffers parts\n//! options: concurrent\n"
        "//! dispatch: first(parts): threads 8, threadgroup 8\n"
        "//! dispatch: second(parts, picture): threads 8, threadgroup 8, after B\n"
        "//! dispatch: second(parts, picture): threads 8, threadgroup 8, after picture parts\n"
        "//! dispatch: second(parts, picture): threads 8, threadgroup 8, new encoder\n//! out: parts float[16]\n"
        "//! out: picture texture2d<float>(r32float)[1, 1]\n//! expect: parts = values 1 …\n"
        "kernel void first() {} kernel void second() {}\n");
    case_instance *i = instantiate(file, 0, 0);
    assert_true(i->options.concurrent);
    assert_false(i->dispatches[0].after_buffers || i->dispatches[0].after_count);
    assert_true(i->dispatches[1].after_buffers && !i->dispatches[1].after_textures && !i->dispatches[1].after_count);
    assert_int_equal(i->dispatches[2].after_count, 2);
    assert_int_equal(i->dispatches[2].after[0], 1);
    assert_int_equal(i->dispatches[2].after[1], 0);
    assert_true(i->dispatches[3].new_encoder && !i->dispatches[2].new_encoder);
    case_instance_destroy(i);
    i = instantiate(file, 1, 0);
    assert_int_equal(i->dispatches[1].after_count, 1);
    assert_false(i->dispatches[1].after_buffers);
    case_instance_destroy(i);
    case_file_destroy(file);
}

/* ---- Generators */

static void generated(const char *declaration, const void *expected, size_t size)
{
    char text[512];
    unsigned char data[512];
    assay_error error = {0};
    snprintf(text, sizeof text,
             "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: data %s\n//! out: result float[1]\n"
             "//! expect: result = values 1\nkernel void copy() {}\n",
             declaration);
    case_file *file = read_text(text);
    case_instance *instance = instantiate(file, 0, 0);
    assert_true(case_generate(instance, &instance->arguments[0], 1, data, &error));
    if (memcmp(data, expected, size) != 0)
        fail_msg("%s: other bytes than expected", declaration);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

#define GENERATED(declaration, type, ...) generated(declaration, ((type[]){__VA_ARGS__}), sizeof((type[]){__VA_ARGS__}))

static void plain_generators(void **state)
{
    (void)state;
    GENERATED("float[4] = iota", float, 0, 1, 2, 3);
    GENERATED("float[3] = iota(0.5, -0.25)", float, 0.5f, 0.25f, 0);
    GENERATED("uchar[3] = iota(254)", uint8_t, 254, 255, 0); /* wraps */
    GENERATED("short[2] = iota(-1, -1)", int16_t, -1, -2);
    GENERATED("int2[2] = iota", int32_t, 0, 1, 2, 3);
    GENERATED("half[2] = ones", uint16_t, 0x3c00, 0x3c00);
    GENERATED("ulong[2] = zeros", uint64_t, 0, 0);
    GENERATED("bfloat[1] = constant(-1.5)", uint16_t, 0xbfc0);
    GENERATED("ulong[2] = values 18446744073709551615 0x8000000000000000", uint64_t, UINT64_MAX, UINT64_C(1) << 63);
    GENERATED("long[1] = values -9223372036854775807", int64_t, -INT64_MAX);
    GENERATED("float[5] = values 1 -0.0 inf bits(0x7fc00001) …", uint32_t, 0x3f800000, 0x80000000, 0x7f800000,
              0x7fc00001, 0x7fc00001);
    GENERATED("float[2] = values nan -inf", uint32_t, 0x7fc00000, 0xff800000);
    GENERATED("float[1] = values 0x1p-149", uint32_t, 1);
    GENERATED("bool[3] = values 1 0 true", uint8_t, 1, 0, 1);
    GENERATED("bool[2] = special", uint8_t, 0, 1);
    GENERATED("half[4] = special", uint16_t, 0, 0x8000, 1, 0x8001);
    GENERATED("uchar[4] = special", uint8_t, 0, 1, 2, 255);
    GENERATED("ulong[14] = special", uint64_t, 0, 1, 2, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX, UINT64_MAX - 1, 0, 1,
              UINT64_C(1) << 63, INT64_MAX, UINT64_MAX / 3, UINT64_MAX / 3 * 2, UINT64_C(1) << 32);
    GENERATED("float3[1] = ones", uint32_t, 0x3f800000, 0x3f800000, 0x3f800000, 0xa5a5a5a5); /* padding is noise */
}

/* A view of 2 x 3 elements by its strides; between them lies NaN, or all ones. */
static void views(void **state)
{
    static const struct {
        const char *view;
        int16_t content[8];
        size_t count;
    } good[] = {{"short[6] = view(a, 2, 3, 3, 1)", {1, 2, 3, 4, 5, 6}, 6},
                {"short[6] = view(a, 2, 3, 1, 2)", {1, 4, 2, 5, 3, 6}, 6},
                {"short[8] = view(a, 2, 3, 4, 1)", {1, 2, 3, -1, 4, 5, 6, -1}, 8}};
    static const char *const bad[][2] = {{"short[6] = view(b, 2, 3, 3, 1)", "begins with the name of a buffer"},
                                         {"int[6] = view(a, 2, 3, 3, 1)", "a buffer of the same type"},
                                         {"short[6] = view(a, 2, 3, 3)", "as many strides"}};
    static const char format[] = "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: a short[6] = iota(1)\n"
                                 "//! in: b %s\n//! out: result float[1]\n//! expect: result = values 1\n"
                                 "kernel void copy() {}\n";
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[512];
        int16_t data[8];
        assay_error error = {0};
        snprintf(text, sizeof text, format, good[i].view);
        case_file *file = read_text(text);
        case_instance *instance = instantiate(file, 0, 0);
        assert_true(case_generate(instance, &instance->arguments[1], 1, data, &error));
        assert_memory_equal(data, good[i].content, 2 * good[i].count);
        case_instance_destroy(instance);
        case_file_destroy(file);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[512];
        snprintf(text, sizeof text, format, bad[i][0]);
        write_file(text, strlen(text));
        refuses(bad[i][1]);
    }
}

/* The bytes of a tensor of a format are all that its rows span, which begin at multiples of 128 bytes. */
static void tensors(void **state)
{
    static const struct {
        const char *declaration;
        size_t count;
        uint32_t stride, type; /* of rows, in elements; MTLTensorDataType */
    } good[] = {{"a tensor<half>[5, 3] = iota", 15, 5, 0},
                {"a tensor<half>(1, 8)[5, 3] = iota", 24, 8, 0},
                {"a tensor<int4b_format>[256, 3] = iota", 384, 256, 143},
                {"a tensor<int4b_format>[32, 3] = iota", 384, 256, 143},
                {"a tensor<uint2b_format>(1, 1024)[512, 2] = iota", 512, 1024, 149},
                {"a tensor<metal_fp8_e5m2_format>[32, 2] = iota", 256, 128, 141}};
    static const char *const bad[][2] = {
        {"a tensor<int4>(2, 8)[5, 3] = iota", "the first of which is 1"},
        {"a tensor<int5b_format>[32, 2] = iota", "unknown type `int5b_format`"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int = 1\n//! in: b arguments = 0 a, 1 n",
         "`b`: an argument buffer with tensors holds tensors and buffers alone"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota", "the scales of tensor `a` are in a buffer of its own"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota\n//! in: s uchar = 1", "`in: s uchar[…]`"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota\n//! in: s uchar[5] = ones",
         "a scale for each 32 elements of a row: `s uchar[6]`"},
        {"a tensor<metal_fp8_e4m3_format, s>[64, 3] = iota\n//! in: s char[6] = ones", "`s uchar[6]`"},
        {"a tensor<metal_fp8_e4m3_format, s t>[64, 3] = iota", "names the argument that holds the scales of `a`"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int[1] = ones\n//! in: b arguments = 1 a, 2 n",
         "`b`: the ids of an argument buffer with tensors count from 0 on, each once"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int[1] = ones\n//! in: b arguments = 0 a, 0 n", "count from 0 on"},
        {"a tensor<half>[5, 3] = iota\n//! in: n int[1] = ones\n//! in: b arguments = 0 a, 2 n", "count from 0 on"}};
    static const char format[] = "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: %s\n"
                                 "//! out: result float[1]\n//! expect: result = values 1\nkernel void copy() {}\n";
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[512];
        snprintf(text, sizeof text, format, good[i].declaration);
        case_file *file = read_text(text);
        case_instance *instance = instantiate(file, 0, 0);
        const case_argument *a = &instance->arguments[0];
        assert_int_equal(a->count, good[i].count);
        assert_int_equal(a->strides[1], good[i].stride);
        assert_int_equal(a->tensor_type, good[i].type);
        case_instance_destroy(instance);
        case_file_destroy(file);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[512];
        snprintf(text, sizeof text, format, bad[i][0]);
        write_file(text, strlen(text));
        refuses(bad[i][1]);
    }
}

/* Fills n elements of a type under a seed. */
static void random_data(const char *declaration, uint64_t seed, void *data)
{
    char text[512];
    assay_error error = {0};
    snprintf(text, sizeof text,
             "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: %s\n//! out: result float[1]\n"
             "//! expect: result = values 1\nkernel void copy() {}\n",
             declaration);
    case_file *file = read_text(text);
    case_instance *instance = instantiate(file, 0, 0);
    if (!case_generate(instance, &instance->arguments[0], seed, data, &error))
        fail_msg("%s", error.text);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

static void random_generators(void **state)
{
    (void)state;
    static float a[4096], b[4096];
    static int32_t n[4096];
    random_data("data float[4096] = random", 1, a);
    random_data("data float[4096] = random", 1, b);
    assert_memory_equal(a, b, sizeof a); /* reproducible */
    random_data("data float[4096] = random", 2, b);
    assert_memory_not_equal(a, b, sizeof a);
    random_data("next float[4096] = random", 1, b);
    assert_memory_not_equal(a, b, sizeof a);
    double sum = 0;
    for (int i = 0; i < 4096; i++) {
        assert_true(a[i] >= -1 && a[i] < 1);
        sum += (double)a[i];
    }
    assert_true(sum / 4096 > -0.05 && sum / 4096 < 0.05);
    random_data("data float[4096] = normal(10, 2)", 1, a);
    double mean = 0, square = 0;
    for (int i = 0; i < 4096; i++)
        mean += (double)a[i] / 4096;
    for (int i = 0; i < 4096; i++)
        square += ((double)a[i] - mean) * ((double)a[i] - mean) / 4096;
    assert_true(mean > 9.8 && mean < 10.2 && square > 3.6 && square < 4.4);
    random_data("data int[4096] = integers(-2, 2)", 1, n);
    int seen[5] = {0};
    for (int i = 0; i < 4096; i++) {
        assert_in_range(n[i] + 2, 0, 4);
        seen[n[i] + 2]++;
    }
    for (int i = 0; i < 5; i++)
        assert_true(seen[i] > 700);
    random_data("data int[4096] = random(5, 7)", 1, n);
    for (int i = 0; i < 4096; i++)
        assert_in_range(n[i], 5, 6);
}

/* ---- Mutants */

static void mutants(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\n//! verifies: a b\n//! for: N in 1 4\n//! subcases: (M, K) in (1, 1) (2, 2)\n//! math: safe "
        "fast\n"
        "//! dispatch: threads N, threadgroup 4\n//! in: data float[M * K * 4] = iota\n//! out: result float[4]\n"
        "//! expect: result = values 1 …\n"
        "//! mutant: a b | replace `data[i];` with `0;`\n"
        "//! mutant: b | replace `barrier(); barrier();` with `` | for N=4 math=safe M=2\n"
        "//! mutant: a | replace `uint i` with `uint j` and replace `result[i]` with `result[j]` | for N=1 N=4\n"
        "//! mutant: a | replace `barrier(); // last` with `last();`\n" BODY);
    size_t count;
    const case_mutant *m = case_file_mutants(file, &count);
    const assay_case *cases = case_file_cases(file, &(size_t){0});
    assert_int_equal(count, 4);
    assert_int_equal(m[0].id_count, 2);
    assert_string_equal(m[0].ids[1], "b");
    assert_non_null(strstr(m[0].body, "result[i] = 0; // data[j]\n"));
    assert_string_equal(m[0].description, "replace `data[i];` with `0;`");
    assert_int_equal(m[1].line, 11);
    assert_null(strstr(m[1].body, "    barrier"));
    const char *end = strstr(m[1].body, " // last\n}\n");
    assert_non_null(end);
    size_t lines[2] = {0};
    for (const char *at = m[1].body; *at; at++)
        lines[0] += *at == '\n';
    for (const char *at = m[0].body; *at; at++)
        lines[1] += *at == '\n';
    assert_int_equal(lines[0], lines[1]); /* an edit over two lines keeps their number */
    assert_non_null(strstr(m[2].body, "uint j"));
    assert_non_null(strstr(m[2].body, "result[j] = data[i]"));
    assert_non_null(strstr(m[3].body, "*/ last();\n"));
    assert_int_equal(m[1].only_count, 3);
    /* cases: N=1 safe, N=1 fast, N=4 safe, N=4 fast */
    assert_true(case_mutant_applies(&m[0], &cases[0], SIZE_MAX));
    assert_false(case_mutant_applies(&m[1], &cases[0], SIZE_MAX));
    assert_false(case_mutant_applies(&m[1], &cases[3], SIZE_MAX));
    assert_true(case_mutant_applies(&m[1], &cases[2], SIZE_MAX));
    assert_false(case_mutant_applies(&m[1], &cases[2], 0));
    assert_true(case_mutant_applies(&m[1], &cases[2], 1));
    assert_true(case_mutant_applies(&m[2], &cases[1], SIZE_MAX)); /* alternatives */
    case_file_destroy(file);
}

/* An apostrophe among digits begins no character: the comment behind it is one, and its words do not count. */
static void separated_digits(void **state)
{
    (void)state;
    static const char *const numbers[] = {"1'000", "0xF'F", "0xab'c", "0b1'0"};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "//! title: t\n//! verifies: a\n//! for: N in 1 4\n//! dispatch: threads 4, threadgroup 4\n"
                 "//! out: r uint[4]\n//! expect: r = values 1 …\n//! mutant: a | replace `r[i]` with `r[0]`\n\n"
                 "kernel void k(device uint *r [[buffer(0)]], uint i [[thread_position_in_grid]])\n{\n"
                 "    r[i] = %s + N; // r[i]\n}\n",
                 numbers[k]);
        case_file_destroy(read_text(text));
    }
}

static void rejects(void **state)
{
    (void)state;
    case_file *file =
        read_text("//! title: t\n//! verifies: a\n//! reject: goto label\n//! grade: rule stated\n"
                  "//! control: replace `goto end` with `return`\n\nkernel void k()\n{\n    goto end; // reject\n}\n");
    case_instance *i = instantiate(file, 0, 0);
    size_t count;
    const case_mutant *m = case_file_mutants(file, &count);
    assert_true(i->must_reject);
    assert_int_equal(i->reject_line, 9);
    assert_string_equal(i->reject_words, "goto label");
    assert_string_equal(i->grade, "rule stated");
    assert_non_null(strstr(i->control, "    return; // reject\n"));
    assert_int_equal(count, 1); /* the control shows that acceptance is noticed */
    assert_string_equal(m[0].body, i->control);
    assert_string_equal(m[0].ids[0], "a");
    case_instance_destroy(i);
    case_file_destroy(file);
}

/* ---- Suite and selection */

static case_suite *fixture_suite(const char **folder)
{
    static const char header[] =
        "//! title: t\n//! verifies: v\n//! for: N in 1 2 10\n//! math: safe fast\n"
        "//! dispatch: threads N, threadgroup 4\n//! in: data float[N] = iota\n//! out: result float[N]\n"
        "//! expect: result = same data\n//! mutant: v | replace `data[i];` with `0;`\n" BODY;
    static const char *const files[] = {"b/one", "a/two", "a/deep/three"};
    static char root[32], name[96];
    assay_error error = {0};
    strcpy(root, "/tmp/assay-suite-XXXXXX");
    assert_non_null(mkdtemp(root));
    static const char *const folders[] = {"b", "a", "a/deep"};
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/%s", root, folders[i]);
        assert_int_equal(mkdir(name, 0700), 0);
        snprintf(path, sizeof path, "%s/%s.metal", root, files[i]);
        write_file(header, sizeof header - 1);
    }
    snprintf(path, sizeof path, "%s/requirements.tsv", root);
    static const char table[] = "id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n"
                                "v\t1\t1\tvalue\t-\tplain\t1.0\t-\t-\ts\tc\n";
    write_file(table, sizeof table - 1);
    case_suite *suite = case_suite_read(root, &error);
    if (!suite)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    *folder = root;
    return suite;
}

static size_t selected(const case_suite *suite, const char *query, const char *first)
{
    size_t count;
    assay_error error = {0};
    const assay_case **cases = case_select(suite, &query, 1, &count, &error);
    if (!cases)
        fail_msg("%s: %s", query, error.text);
    assert_string_equal(cases[0]->name, first);
    free(cases);
    return count;
}

static void unmatched(const case_suite *suite, const char *query, const char *sentence)
{
    size_t count;
    assay_error error = {0};
    const char *queries[] = {"*", query};
    assert_null(case_select(suite, queries, 2, &count, &error));
    if (!strstr(error.text, sentence))
        fail_msg("%s: says \"%s\", not \"%s\"", query, error.text, sentence);
}

static void selection(void **state)
{
    (void)state;
    const char *root;
    case_suite *suite = fixture_suite(&root);
    assert_int_equal(case_suite_file_count(suite), 3);
    assert_int_equal(selected(suite, "*", "a/deep/three:N=1,math=safe"), 18);
    assert_int_equal(selected(suite, "a", "a/deep/three:N=1,math=safe"), 12);
    assert_int_equal(selected(suite, "a/", "a/deep/three:N=1,math=safe"), 12);
    assert_int_equal(selected(suite, "a/...", "a/deep/three:N=1,math=safe"), 12);
    assert_int_equal(selected(suite, "a/two", "a/two:N=1,math=safe"), 6);
    assert_int_equal(selected(suite, "a/two.metal", "a/two:N=1,math=safe"), 6);
    assert_int_equal(selected(suite, "a/two:N=1,*", "a/two:N=1,math=safe"), 2);
    assert_int_equal(selected(suite, "*:*math=fast", "a/deep/three:N=1,math=fast"), 9);
    assert_int_equal(selected(suite, "*/on?:N=1?,math=fast", "b/one:N=10,math=fast"), 1);
    assert_int_equal(selected(suite, "b/one:N=2,math=safe", "b/one:N=2,math=safe"), 1);
    unmatched(suite, "a/tow", "did you mean a/two");
    unmatched(suite, "a/two:N=3", "no case of `a/two` matches `a/two:N=3`; the first is `a/two:N=1,math=safe`");
    unmatched(suite, "zzz", "`assay list`");
    unmatched(suite, "", "no case matches");
    size_t count;
    const char *twice[] = {"a/two", "a"};
    const assay_case **cases = case_select(suite, twice, 2, &count, NULL);
    assert_int_equal(count, 12); /* none twice */
    free(cases);
    case_suite_destroy(suite);

    char command[96], moved[96];
    assay_error error = {0};
    snprintf(path, sizeof path, "%s/a/two.metal", root); /* one defect, and the suite cannot be read */
    write_file("//! titel: t\n", 13);
    assert_null(case_suite_read(root, &error));
    assert_string_equal(error.file, path);
    assert_int_equal(error.line, 1);
    snprintf(moved, sizeof moved, "%s/none", root);
    assert_null(case_suite_read(moved, &error));
    snprintf(command, sizeof command, "rm -r '%s'", root);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/copy.metal", directory);
}

/* ---- Expectations as text */

static void promises(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\n//! for: F in vector_add\n//! dispatch: threads 4, threadgroup 4\n//! in: data float[4] = iota\n"
        "//! out: result float[4]\n//! expect: result = F(data, data)\n//! macro: USED = F\nkernel void copy() { USED "
        "}\n");
    case_instance *i = instantiate(file, 0, 0);
    arena memory = {NULL};
    case_promise promise;
    assay_error error = {0};
    assert_true(promise_parse(i, &i->expectations[0], &memory, &promise, &error));
    assert_string_equal(promise.reference->name, "vector_add");
    assert_int_equal(promise.given_count, 2);
    assert_int_equal(promise.given[1].argument, 0);
    arena_free(&memory);
    case_instance_destroy(i);
    case_file_destroy(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files),
        cmocka_unit_test(carriage_returns),
        cmocka_unit_test(facts),
        cmocka_unit_test(features_of_chips),
        cmocka_unit_test(names_of_cases),
        cmocka_unit_test(tuples_and_subcases),
        cmocka_unit_test(tuned_settings),
        cmocka_unit_test(tune_is_refused),
        cmocka_unit_test(ranges_and_widths),
        cmocka_unit_test(generated_programs),
        cmocka_unit_test(sizes),
        cmocka_unit_test(two_dispatches),
        cmocka_unit_test(concurrent_dispatches),
        cmocka_unit_test(plain_generators),
        cmocka_unit_test(views),
        cmocka_unit_test(tensors),
        cmocka_unit_test(random_generators),
        cmocka_unit_test(mutants),
        cmocka_unit_test(rejects),
        cmocka_unit_test(separated_digits),
        cmocka_unit_test(selection),
        cmocka_unit_test(promises),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
