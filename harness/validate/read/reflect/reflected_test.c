/* reflected_test.c: what a signature says takes the place of what the text seemed to say, and argument buffers are
 * bound member by member. */
#include "reflected.h"
#include "../../../base/text.h"
#include "../compose.h"
#include "../demands.h"
#include "../read_testing.h"

static contract *norms;
static kernel_source *kernel;
static binding bound;

static int begin(void **state)
{
    (void)state;
    return make_folder();
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal"};
    kernel_destroy(kernel);
    contract_destroy(norms);
    kernel = NULL;
    norms = NULL;
    return remove_folder(names, 1);
}

static void contains(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("`%s` is not in `%s`", part, text ? text : "(nothing)");
}

/* With lines `key: value` between blanks. */
static bool bind(const char *source, const char *signature, const char *other, const char *key, const char *value)
{
    kernel_destroy(kernel);
    contract_destroy(norms);
    norms = contract_read("rms_norm", CONTRACTS, &error);
    kernel = kernel_read(write_file("k.metal", source), (const char *const[]){NULL}, 0, &error);
    if (!norms || !kernel || (key && !kernel_direct(kernel, key, value, 0, &error)))
        fail_msg("%s", error.text);
    reflected_take(kernel, &kernel->functions[0], signature, other, other != NULL);
    kernel->openness = *signature ? OPENNESS_CLOSED : OPENNESS_UNKNOWN;
    return binding_make(&bound, norms, kernel, &error) && demands_met(&bound, &error);
}

static const char *composed(void)
{
    static text out;
    const composition what = {.type = "half", .threadgroup = "64", .sizes = &norms->sizes, .row = 5};
    text_clear(&out);
    if (!compose(&bound, &what, &out, &error))
        fail_msg("%s", error.text);
    return text_string(&out);
}

static const char plain[] = "kernel void norm(device const real *x [[buffer(A)]], device real *y [[buffer(B)]],\n"
                            "  device const real *w [[buffer(C)]], constant count &n [[buffer(D)]]) {}\n";

static void types_and_places_are_the_compilers(void **state)
{
    (void)state;
    assert_false(bind(plain, "", NULL, NULL, NULL));
    assert_true(bind(plain,
                     "buffer 7 read half x; buffer 2 write half4 y; buffer 3 read half w; buffer 1 read ushort n", NULL,
                     NULL, NULL));
    assert_string_equal(binding_stated_type(&bound), "half");
    contains(composed(), "src@7 half[3 * 31]");
    contains(composed(), "dst@2 half[3 * 31]");
    contains(composed(), "n@1 ushort = 31");
    /* What is never used keeps the type that is written. */
    assert_false(bind(plain, "buffer 7 off half x; buffer 2 write half4 y; buffer 3 read half w; buffer 1 read uint n",
                      NULL, NULL, NULL));
    contains(error.text, "the type `real` of `x` is not known");
}

static void what_differs_with_another_t_is_t(void **state)
{
    (void)state;
    assert_true(
        bind(plain, "buffer 0 read float x; buffer 1 write float4 y; buffer 2 read float w; buffer 3 read uint n",
             "buffer 0 read half x; buffer 1 write half4 y; buffer 2 read half w; buffer 3 read uint n", NULL, NULL));
    assert_string_equal(binding_stated_type(&bound), "T");
    contains(composed(), "src@0 half[3 * 31]");
    contains(composed(), "dst@1 half[3 * 31]");
    contains(composed(), "gamma@2 half[31]");
}

static const char holding[] = "kernel void norm(constant many &all [[buffer(3)]], device float *y [[buffer(0)]]) {}\n";

static void argument_buffers_are_filled_member_by_member(void **state)
{
    (void)state;
    static const char signature[] =
        "buffer 3 read arguments {0@0 read float* x, 4@8 {4@0 uint n, 5@4 float eps} s, 6@16 read float*[2] w} all; "
        "buffer 0 write float y";
    assert_false(bind(holding, signature, NULL, NULL, NULL));
    contains(error.text, "in argument buffer `all`, `w[0]` of kernel norm is nothing");
    contains(error.text, "--map ROLE=all.w[0]");
    assert_true(
        bind("//! scratch: q float[4]\n"
             "kernel void norm(constant many &all [[buffer(3)]], device float *y [[buffer(0)]]) {}\n",
             "buffer 3 read arguments {0@0 read float* x, 4@8 {4@0 uint n, 5@4 float eps} s, 6@16 write float* q, "
             "7@24 read float*[1] w} all; buffer 0 write float y",
             NULL, "map", "gamma=all.w[0]"));
    contains(composed(), "src float[3 * 31]");
    contains(composed(), "n uint = 31");
    contains(composed(), "q float[4]");
    contains(composed(), "arguments_3@3 arguments = 0 src, 4 n, 5 eps, 6 q, 7 gamma\n");
    assert_false(bind(holding, signature, NULL, "map", "gamma=all.nothing"));
    contains(error.text, "no argument buffer with this member");
    /* What the kernel has to write must not be const. */
    assert_false(bind("kernel void norm(constant many &all [[buffer(3)]], device float *x [[buffer(0)]]) {}\n",
                      "buffer 3 read arguments {0@0 read float* dst} all; buffer 0 write float x", NULL, NULL, NULL));
    contains(error.text, "is const");
}

/* Elements of an array have places of their own; a line describes one as it describes a parameter. */
static void arrays_and_samplers_are_members(void **state)
{
    (void)state;
    static const char signature[] = "buffer 3 read arguments {0@0 read float* x, 1@8 texture[2] maps, 3@24 sampler[1] "
                                    "s} all; buffer 0 write float y";
    static const char described[] =
        "//! extra: maps[0] texture2d<float>(r32float)[4, 4] = ones\n//! extra: maps[1] texture2d<float>(r32float)[4, "
        "4] = "
        "zeros\n//! extra: s[0] sampler = filter linear\n"
        "kernel void norm(constant many &all [[buffer(3)]], device float *y [[buffer(0)]]) {}\n";
    assert_false(bind(holding, signature, NULL, NULL, NULL));
    contains(error.text, "`maps[0]` of kernel norm is nothing");
    assert_true(bind(described, signature, NULL, NULL, NULL));
    contains(composed(), "maps_1 texture2d<float>(r32float)[4, 4] = zeros");
    contains(composed(), "arguments_3@3 arguments = 0 src, 1 maps_0, 2 maps_1, 3 s_0\n");
    assert_false(bind("kernel void norm(device float *x, device float *y, sampler s [[sampler(0)]]) {}\n",
                      "threads 1024", NULL, NULL, NULL));
    contains(error.text, "kernel norm takes a sampler, `s`; say which in a line like");
    assert_true(bind("//! extra: s@0 sampler = filter linear\n"
                     "kernel void norm(device float *x, device float *y, sampler s [[sampler(0)]]) {}\n",
                     "threads 1024", NULL, NULL, NULL));
}

/* What the text cannot tell: names and indices by macros, constants of which only the compiler knows. */
static void function_constants_are_the_compilers(void **state)
{
    (void)state;
    static const char source[] = "#define BASE 300\nconstant int width [[function_constant(BASE + 2)]];\n"
                                 "kernel void norm(device float *x, device float *y) {}\n";
    static const char told[] = "int width 302 required; bool fast 4; ? odd 5";
    assert_true(bind(source, "threads 1024", NULL, NULL, NULL));
    reflected_constants(kernel, told);
    assert_false(demands_met(&bound, &error));
    contains(error.text, "as long as its function constant width has no value; give it with --constant width=VALUE");
    assert_false(bind(source, "threads 1024", NULL, "constant", "width=N, fast=1"));
    contains(error.text, "has no function constant `fast`");
    reflected_constants(kernel, told);
    assert_true(demands_met(&bound, &error));
    contains(composed(), "width(302) int = 31\n");
    contains(composed(), "fast(4) bool = 1\n");
}

static void structures_of_numbers_lie_as_in_c(void **state)
{
    (void)state;
    static const char source[] = "kernel void norm(device const float *x, device float *y, device const float *w,\n"
                                 "                 constant many &p [[buffer(3)]]) {}\n";
    assert_true(bind(source, "buffer 3 read {0@0 ushort n, 1@4 float eps} p", NULL, NULL, NULL));
    contains(composed(), "p@3 {ushort, float} = (31), (");
    assert_false(bind(source, "buffer 3 read {0@0 uint n, 1@16 float eps} p", NULL, NULL, NULL));
    contains(error.text, "`p` of kernel norm is nothing");
    assert_false(bind(source, "buffer 3 read {0@0 uint2 n, 1@8 float eps} p", NULL, NULL, NULL));
    assert_false(bind(source, "buffer 3 read {0@0 uint n, 1@4 float other} p", NULL, NULL, NULL));
}

static void pipelines_limit_threadgroups(void **state)
{
    (void)state;
    static const char source[] = "kernel void norm(device const float *x, device float *y, device const float *w,\n"
                                 "                 constant uint &n) {}\n";
    assert_true(bind(source, "threads 96; stack 4096", NULL, NULL, NULL));
    const char *const *sizes = binding_threadgroups(&bound);
    assert_string_equal(sizes[0], "96");
    for (size_t i = 1; sizes[i]; i++)
        assert_true(atoi(sizes[i]) < 96);
    assert_true(kernel->functions[0].stack_told && kernel->functions[0].stack == 4096);
    assert_true(bind(source, "threads 1024; required 64 1 1", NULL, NULL, NULL));
    sizes = binding_threadgroups(&bound);
    assert_string_equal(sizes[0], "64");
    assert_null(sizes[1]);
    contains(bound.intent, "is 64, by `required_threads_per_threadgroup(64, 1, 1)`");
    assert_true(bind(source, "threads 1024; required 8 4 2", NULL, NULL, NULL));
    assert_string_equal(binding_threadgroups(&bound)[0], "64");
    contains(composed(), "groups 3, threadgroup 8 x 4 x 2\n");
    assert_true(bind(source, "threads 1024", NULL, NULL, NULL));
    assert_null(bound.intent);
    assert_false(kernel->functions[0].stack_told);
}

/* What a line declares without need is a slip of the pen: another index, or a name of an older version. */
static void what_lines_declare_is_taken(void **state)
{
    (void)state;
    static const char source[] = "//! scratch: spare@%d float[4]\n"
                                 "kernel void norm(device float *x [[buffer(0)]], device float *y [[buffer(1)]],\n"
                                 "  constant uint &seed [[buffer(2)]], device float *tmp [[buffer(3)]]) {}\n";
    char text[400];
    snprintf(text, sizeof text, source, 3);
    assert_true(bind(text, "threads 1024", NULL, "extra", "seed@2 uint = 1"));
    assert_true(bind(text, "threads 1024", NULL, "extra", "seed uint = 1"));
    assert_false(bind(text, "threads 1024", NULL, "extra", "seed2 uint = 1"));
    contains(error.text, "nothing that contract rms_norm knows");
    static const char *const more[] = {"more@9 uint = 1", "more uint = 1", "seed@2 sampler = filter linear",
                                       "more@2 texture2d<float>(r32float)[4, 4] = ones"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        char both[500], said[200];
        snprintf(both, sizeof both, "//! extra: seed@2 uint = 1\n%s", text);
        assert_false(bind(both, "threads 1024", NULL, "extra", more[i]));
        snprintf(said, sizeof said,
                 "--extra `%s`: kernel norm takes no such argument; it takes x@0, y@1, seed@2, tmp@3", more[i]);
        contains(error.text, said);
        assert_int_equal(error.line, 3);
    }
    snprintf(text, sizeof text, source, 9);
    assert_false(bind(text, "threads 1024", NULL, "extra", "seed@2 uint = 1"));
    assert_true(strstr(error.text, "spare@9") || strstr(error.text, "tmp"));
    char both[500];
    snprintf(both, sizeof both, "//! scratch: tmp float[4]\n%s", text);
    assert_false(bind(both, "threads 1024", NULL, "extra", "seed@2 uint = 1"));
    contains(error.text, "`spare@9 float[4]`: kernel norm takes no such argument");
    assert_int_equal(error.line, 2);
    assert_true(bind(both, "", NULL, "extra", "seed@2 uint = 1")); /* what does not compile is told so */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(types_and_places_are_the_compilers),
        TEST(what_differs_with_another_t_is_t),
        TEST(argument_buffers_are_filled_member_by_member),
        TEST(arrays_and_samplers_are_members),
        TEST(function_constants_are_the_compilers),
        TEST(structures_of_numbers_lie_as_in_c),
        TEST(pipelines_limit_threadgroups),
        TEST(what_lines_declare_is_taken),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
