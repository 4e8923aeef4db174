/* reading_test.c: the steps from a kernel's file to a case: flatten, directives, macros, mlx, binding, compose,
 * values. */
#include "../../base/file.h"
#include "compose.h"
#include "text/flatten.h"
#include "demands.h"
#include "intent/intent.h"
#include "text/macros.h"
#include "mlx.h"
#include "read_testing.h"

static int begin(void **state)
{
    (void)state;
    return make_folder();
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal", "a.h", "b.h", "body.metal"};
    return remove_folder(names, sizeof names / sizeof *names);
}

static void contains(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("`%s` is not in `%s`", part, text ? text : "(nothing)");
}

static void includes_are_put_in_place_once(void **state)
{
    (void)state;
    arena memory = {0};
    write_file("a.h", "#pragma once\nint a;\n");
    write_file("b.h", "#include \"a.h\"\nint b;\n");
    write_file("k.metal", "#include <metal_stdlib>\n#include \"a.h\"\n#include \"b.h\"\nint k;\n");
    const char *flat = flatten(path_of("k.metal"), (const char *const[]){NULL}, &memory, &error);
    contains(flat, "#include <metal_stdlib>\n");
    contains(flat, "int b;\n");
    const char *first = strstr(flat, "int a;");
    assert_non_null(first);
    assert_null(strstr(first + 1, "int a;"));
    contains(flat, "#line 4 \"program_source\"\nint k;");
    arena_free(&memory);
}

static void directives_are_understood_or_refused(void **state)
{
    (void)state;
    arena memory = {0};
    kernel_directives says = {0};
    directive_source source = {&memory, "k.metal", &says};
    assert_true(directives_read(&source,
                                "//! dispatch: groups N, threadgroup TG\n//! macro: WIDTH = 4\n//! types: half float\n"
                                "kernel void f() {}\n//! note: of this\n",
                                &error));
    assert_int_equal(says.dispatch_count, 1);
    assert_string_equal(says.macros[0].name, "WIDTH");
    assert_string_equal(says.macros[0].text, "4");
    assert_int_equal(says.type_count, 2);
    assert_null(says.note); /* which stands below the program's beginning, as a comment may */
    kernel_directives behind = {0};
    directive_source licensed = {&memory, "k.metal", &behind};
    assert_true(directives_read(&licensed, "/* Some\n * licence. */\n//! types: half\nkernel void f() {}\n", &error));
    assert_int_equal(behind.type_count, 1);
    assert_true(directives_add(&source, "types", "bfloat", 0, &error));
    assert_int_equal(says.type_count, 1); /* an option wins */
    assert_string_equal(says.types[0], "bfloat");
    kernel_directives windows = {0};
    directive_source other = {&memory, "k.metal", &windows};
    assert_true(
        directives_read(&other, "// of others\r\n\r\n \t\r\n//! types: half\r\nkernel void f() {}\r\n", &error));
    assert_int_equal(windows.type_count, 1); /* lines that hold nothing but their end do not end the header */
    kernel_directives none = {0};
    directive_source below = {&memory, "k.metal", &none};
    assert_false(directives_read(
        &below, "// of others\n//! types: half\n#include <x>\n\n//! dispatch: groups N, threadgroup TG\n", &error));
    contains(error.text, "`//! dispatch:` stands below line 3");
    assert_string_equal(error.file, "k.metal");
    assert_int_equal(error.line, 5);
    assert_true(
        directives_read(&below, "#include <x>\n// //! types: half\n/// ! types: half\n//!types half\n", &error));
    assert_false(directives_add(&source, "typos", "half", 3, &error));
    contains(error.text, "did you mean types");
    assert_int_equal(error.line, 3);
    arena_free(&memory);
}

static void macros_of_declarations_are_expanded(void **state)
{
    (void)state;
    arena memory = {0};
    const char *text = macros_expand("#define K(name, T) kernel void name(device T *x [[buffer(0)]])\n"
                                     "#define LIMIT 4\n"
                                     "K(f_half, half) { x[0] = LIMIT; }\n",
                                     &memory);
    contains(text, "kernel void f_half(device half *x [[buffer(0)]])");
    contains(text, "LIMIT; }");
    arena_free(&memory);
}

static void bodies_get_mlxs_signature(void **state)
{
    (void)state;
    const mlx_call call = {.inputs = "x,w", .outputs = "y", .grid = "N, 1, 1", .group = "32, 1, 1"};
    const char *body = write_file("body.metal", "uint i = thread_position_in_grid.x;\ny[i] = x[i] * w[i];\n");
    char *path = mlx_wrap(body, &call, "rms_norm", CONTRACTS, &error);
    if (!path)
        fail_msg("%s", error.text);
    arena memory = {0};
    size_t size;
    const char *text = file_text(&memory, path, 1 << 20, &size, &error);
    contains(text, "const device T *x [[buffer(0)]]");
    contains(text, "uint3 thread_position_in_grid [[thread_position_in_grid]]");
    contains(text, "#line 1 \"program_source\"\nuint i = thread_position_in_grid.x;\ny[i] = x[i] * w[i];");
    assert_null(strstr(text, "threads_per_grid"));
    arena_free(&memory);
    mlx_unwrap(path);
    assert_int_not_equal(access(path_of("body.metal"), R_OK), -1);
}

/* ---- What needs a kernel and its contract */

static const char norm[] = "kernel void norm(device const float *x [[buffer(4)]], device float *y [[buffer(1)]],\n"
                           "  constant float *w [[buffer(2)]], constant uchar &dim [[buffer(3)]],\n"
                           "  constant float &epsilon [[buffer(0)]], uint i [[thread_position_in_grid]]) {}\n";

static contract *norms;
static kernel_source *kernel;

static void bind(binding *to, const char *text)
{
    norms = contract_read("rms_norm", CONTRACTS, &error);
    kernel = kernel_read(write_file("k.metal", text), (const char *const[]){NULL}, 0, &error);
    if (!norms || !kernel || !binding_make(to, norms, kernel, &error))
        fail_msg("%s", error.text);
}

static void unbind(void)
{
    kernel_destroy(kernel);
    contract_destroy(norms);
}

static int index_of(const binding *b, const char *role)
{
    for (size_t i = 0; i < norms->argument_count; i++)
        if (strcmp(norms->arguments[i].name, role) == 0)
            return b->parameter[i] ? b->parameter[i]->index : -1;
    return -2;
}

static void roles_go_to_parameters(void **state)
{
    (void)state;
    binding b;
    bind(&b, norm);
    assert_int_equal(index_of(&b, "src"), 4);
    assert_int_equal(index_of(&b, "dst"), 1);
    assert_int_equal(index_of(&b, "gamma"), 2);
    assert_int_equal(index_of(&b, "n"), 3);
    assert_int_equal(index_of(&b, "eps"), 0);
    assert_int_equal(index_of(&b, "rows"), -1);
    const char *const *types = binding_types(&b, &error);
    assert_string_equal(types[0], "float");
    assert_null(types[1]);
    assert_true(b.sized);
    assert_string_equal(binding_threadgroups(&b)[0], "256");
    unbind();
}

static void a_role_without_parameter_is_told(void **state)
{
    (void)state;
    binding b;
    norms = contract_read("rms_norm", CONTRACTS, &error);
    kernel = kernel_read(write_file("k.metal", "kernel void norm(device float *nobody [[buffer(0)]]) {}\n"),
                         (const char *const[]){NULL}, 0, &error);
    assert_false(binding_make(&b, norms, kernel, &error));
    contains(error.text, "--map");
    unbind();
}

static void every_spelling_of_a_scalar_is_known(void **state)
{
    (void)state;
    static const char *const all[][2] = {{"bool", "bool"},
                                         {"char", "char"},
                                         {"int8_t", "char"},
                                         {"uint8_t", "uchar"},
                                         {"int16_t", "short"},
                                         {"uint16_t", "ushort"},
                                         {"int32_t", "int"},
                                         {"uint32_t", "uint"},
                                         {"int64_t", "long"},
                                         {"uint64_t", "ulong"},
                                         {"size_t", "ulong"},
                                         {"ptrdiff_t", "long"},
                                         {"unsigned", "uint"},
                                         {"unsigned int", "uint"},
                                         {"bfloat16_t", "bfloat"},
                                         {"float16_t", "half"},
                                         {"float32_t", "float"},
                                         {"atomic_float", "float"},
                                         {"atomic_int", "int"},
                                         {"atomic_uint", "uint"},
                                         {"atomic_ulong", "ulong"},
                                         {"atomic<float>", "float"},
                                         {"atomic<int>", "int"},
                                         {"atomic<uint>", "uint"},
                                         {"atomic<ulong>", "ulong"},
                                         {"packed_float3", "float"},
                                         {"vec<uchar, 4>", "uchar"},
                                         {"ushort4", "ushort"},
                                         {"T", "half"},
                                         {"float2x2", NULL},
                                         {"sampler", NULL}};
    binding b;
    bind(&b, norm);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *scalar = kernel_scalar(kernel, &kernel->functions[0], all[i][0], "half");
        if (scalar != all[i][1] && (!scalar || !all[i][1] || strcmp(scalar, all[i][1]) != 0))
            fail_msg("%s is %s", all[i][0], scalar ? scalar : "no scalar");
    }
    unbind();
}

static void layouts_are_those_of_inputs(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        bool good;
    } all[] = {{"src(ROWS, N) = (1, ROWS)", true},
               {"dst(ROWS, N) = (1, ROWS)", false},
               {"nobody(N) = (1)", false},
               {"src(ROWS, N)", false},
               {"src(ROWS, N) = (1, ROWS) x", false}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        binding b;
        norms = contract_read("rms_norm", CONTRACTS, &error);
        kernel = kernel_read(write_file("k.metal", norm), (const char *const[]){NULL}, 0, &error);
        assert_true(kernel_direct(kernel, "layout", all[i].layout, 0, &error));
        if (binding_make(&b, norms, kernel, &error) != all[i].good)
            fail_msg("%s is %s", all[i].layout, all[i].good ? error.text : "taken");
        if (!all[i].good)
            contains(error.text, "is not an input's sizes and strides");
        unbind();
    }
}

static void a_trial_becomes_a_case(void **state)
{
    (void)state;
    binding b;
    bind(&b, norm);
    const composition what = {.type = "float", .threadgroup = "64", .sizes = &norms->sizes, .row = 5};
    text out = {0};
    double rows = 0;
    assert_string_equal(compose_sizes(&b, &what), "ROWS=3 N=31");
    if (!compose(&b, &what, &out, &error))
        fail_msg("%s", error.text);
    contains(text_string(&out), "x");
    contains(text_string(&out), "float[3 * 31]");
    contains(text_string(&out), "threadgroup 64");
    contains(text_string(&out), "rms_norm_narrowed(");
    contains(text_string(&out), "kernel void norm(");
    text_free(&out);
    composition timed = what;
    timed.timed = true;
    out = (text){0};
    assert_true(compose(&b, &timed, &out, &error));
    contains(text_string(&out), "dst = unjudged");
    assert_null(strstr(text_string(&out), "rms_norm_narrowed("));
    assert_true(compose_number(&b, &what, "ROWS * N + 1", &rows, &error));
    assert_true(rows == 94);
    text_free(&out);
    unbind();
}

static int composed_line(const char *content, const char *begins)
{
    int line = 1;
    for (const char *at = content; at; at = strchr(at, '\n'), at += at != NULL, line++)
        if (strncmp(at, begins, strlen(begins)) == 0)
            return line;
    fail_msg("no line `%s`", begins);
    return 0;
}

static void blames(const binding *b, const composition *what, const char *content, const char *line, const char *file,
                   int expected)
{
    error = (assay_error){.line = composed_line(content, line), .text = "no good"};
    compose_blame(b, what, content, &error);
    assert_string_equal(error.file, file);
    assert_int_equal(error.line, expected);
}

static void errors_are_those_of_what_was_written(void **state)
{
    (void)state;
    binding b;
    norms = contract_read("rms_norm", CONTRACTS, &error);
    kernel = kernel_read(write_file("k.metal", norm), (const char *const[]){NULL}, 0, &error);
    assert_true(kernel_direct(kernel, "dispatch", "groups N, threadgroup 1", 0, &error));
    assert_true(kernel_direct(kernel, "dispatch", "groups ROWS, threadgroup 1", 0, &error));
    assert_true(kernel_direct(kernel, "scratch", "tmp@9 float[N]", 7, &error));
    if (!binding_make(&b, norms, kernel, &error))
        fail_msg("%s", error.text);
    const composition what = {.type = "float", .threadgroup = "64", .sizes = &norms->sizes, .row = 5};
    text out = {0};
    assert_true(compose(&b, &what, &out, &error));
    blames(&b, &what, text_string(&out), "//! in:          src", norms->path, norms->arguments[0].line);
    blames(&b, &what, text_string(&out), "//! expect:      dst", norms->path, norms->expects[0].line);
    blames(&b, &what, text_string(&out), "//! out:         tmp", kernel->path, 7);
    blames(&b, &what, text_string(&out), "//! title:", kernel->path, 0);
    blames(&b, &what, text_string(&out), "//! dispatch:    norm: groups 3,", "", 0);
    assert_string_equal(error.text, "--dispatch 'groups ROWS, threadgroup 1': no good");
    text_free(&out);
    unbind();
}

/* 31 fits a uchar, 4096 does not. */
static void values_have_to_fit_what_the_kernel_states(void **state)
{
    (void)state;
    binding b;
    bind(&b, norm);
    composition what = {.type = "float", .threadgroup = "64", .sizes = &norms->sizes, .row = 5};
    assert_true(values_fit(&b, &what, &error));
    what.row = 18;
    assert_string_equal(compose_sizes(&b, &what), "ROWS=1 N=4096");
    assert_false(values_fit(&b, &what, &error));
    contains(error.text, "does not hold the 4096");
    unbind();
}

static const char tiles[] =
    "#define SIDE 16\nconstant uint WIDE = SIDE * 4;\n"
    "[[kernel, max_total_threads_per_threadgroup(WIDE)]] void one(device const char *x, uint2 t "
    "[[thread_position_in_threadgroup]])\n"
    "{ threadgroup float a[SIDE][SIDE], b[SIDE][SIDE + 1]; device const half4 *h = (device const half4 *)(x + 8); }\n"
    "kernel void two(device const char *x, uint t [[thread_index_in_threadgroup]], uint lane "
    "[[thread_index_in_simdgroup]])\n"
    "{ threadgroup float a[16][16]; threadgroup float b[8][8]; threadgroup float c[96]; threadgroup float d[32];\n"
    "  c[ t ] = d[lane] + c[t + 1]; }\n"
    "kernel void three(device float *x, uint t [[thread_index_in_threadgroup]])\n"
    "{ constexpr int LANES = 32; threadgroup float a[LANES]; threadgroup float b[64]; threadgroup float c[LANES];\n"
    "  if (t < LANES) a[t] = 0; if (x[0] > 0 && t < LANES) { x[1] = 1; a[t] += 1; } if (t < 96) b[t] = 1; if (x[t] > "
    "0) "
    "c[0] = 1; }\n"
    "kernel void four(device float *x, uint t [[thread_index_in_threadgroup]])\n"
    "{ threadgroup float a[32]; if (t < 32) x[0] = 1; a[t] = 1; }\n"
    "kernel void five(device float *x) { threadgroup float a[18][18]; }\n"
    "kernel void six(device float *x, uint3 t [[thread_position_in_threadgroup]])\n"
    "{ for (int i = int(t.x); i < 9; i += SIDE * SIDE) x[i] = 1; for (uint i = t.y; i < 9; i += 2) x[i] = 2;\n"
    "  for (uint i = 4 * t.x; i < 9; i += 64) x[i] = 3; for (uint i = 0; i < t.x; i += 8) x[i] = 4; }\n"
    "kernel void seven(device float *x, uint t [[thread_index_in_threadgroup]])\n"
    "{ for (uint i = t; i < 9; i += 32) x[i] = 1; for (uint i = t; i < 9; i += 64) x[i] = 2; }\n"
    "kernel void eight(device float *x, uint t [[thread_index_in_threadgroup]], uint n [[threads_per_threadgroup]])\n"
    "{ for (uint i = t; i < 9; i += 32) x[i] = 1; }\n";

static void what_a_body_is_made_for(void **state)
{
    (void)state;
    kernel = kernel_read(write_file("k.metal", tiles), (const char *const[]){NULL}, 0, &error);
    const kernel_function *one = kernel_function_named(kernel, "one"), *two = kernel_function_named(kernel, "two");
    assert_int_equal(intent_tile(kernel, one).size, 16);
    assert_string_equal(intent_tile(kernel, one).name, "a");
    assert_int_equal(intent_most_threads(kernel, one).size, 0); /* what an attribute says its pipeline tells */
    assert_string_equal(intent_cast(kernel, one, "x"), "half4");
    assert_int_equal(intent_tile(kernel, two).size, 0); /* two sides */
    assert_int_equal(intent_most_threads(kernel, two).size, 96);
    assert_null(intent_cast(kernel, two, "x"));
    const kernel_function *three = kernel_function_named(kernel, "three"),
                          *four = kernel_function_named(kernel, "four");
    assert_string_equal(intent_most_threads(kernel, three).name, "b"); /* only the first 32 threads come to a */
    assert_int_equal(intent_most_threads(kernel, four).size, 32);
    assert_int_equal(intent_tile(kernel, kernel_function_named(kernel, "five")).size, 0);
    assert_int_equal(intent_step(kernel, kernel_function_named(kernel, "six")), 256);
    assert_int_equal(intent_step(kernel, kernel_function_named(kernel, "seven")), 0); /* two numbers */
    assert_int_equal(intent_step(kernel, kernel_function_named(kernel, "eight")), 0); /* it is told */
    kernel_destroy(kernel);
}

static void a_kernels_text_limits_its_threadgroups(void **state)
{
    (void)state;
    binding b;
    bind(&b, "kernel void norm(device const char *x [[buffer(0)]], device char *y [[buffer(1)]],\n"
             "  device const void *w [[buffer(2)]], constant uint &n [[buffer(3)]],\n"
             "  constant float &eps [[buffer(4)]], uint t [[thread_position_in_threadgroup]])\n"
             "{ threadgroup float sums[96]; sums[t] = *(device const half *)w; }\n");
    const char *const *sizes = binding_threadgroups(&b);
    assert_string_equal(sizes[0], "96");
    for (size_t i = 1; sizes[i]; i++)
        assert_true(atoi(sizes[i]) < 96);
    const char *const *types = binding_types(&b, &error);
    assert_string_equal(types[0], "half");
    assert_null(types[1]);
    unbind();
}

static void mutants_are_edits(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool good;
        size_t own;
    } rows[] = {{"replace `x` with `y`", true, 1},
                {"replace `x` with `y` and replace `a` with `b` | says words", true, 1},
                {"ulp.float.sqrt kb01 | replace `x` with `y`", true, 0}, /* a case's */
                {"replace x with y", false, 0},
                {"Replace `x` with `y`", false, 0},
                {"`x` with `y` | replace `x` with `y`", false, 0},
                {"replace `x` with `y` | say words", false, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char source[200];
        arena memory = {0};
        kernel_mutant *mutants;
        size_t count;
        error = (assay_error){0};
        snprintf(source, sizeof source, "//! contract: gelu\n//! mutant: %s\nkernel void k() {}\n", rows[i].line);
        const char *path = write_file("k.metal", source);
        bool read = directives_mutants(path, &memory, &mutants, &count, &error);
        if (read != rows[i].good || (read && count != rows[i].own) || (!read && error.line != 2))
            fail_msg("`%s`: %d, line %d: %s", rows[i].line, read, error.line, error.text);
        arena_free(&memory);
    }
    assert_null(kernel_read(write_file("k.metal", "//! mutant: replace x with y\nkernel void k() {}\n"),
                            (const char *const[]){NULL}, 0, &error));
    assert_int_equal(error.line, 1);
}

/* A kernel that works by SIMD-groups may never get a partial one. */
static void partial_simd_groups_are_apart(void **state)
{
    (void)state;
    static const char plain[] = "#include <simd/simd.h>\n"
                                "kernel void norm(device const half *x [[buffer(0)]], device half *y [[buffer(1)]],\n"
                                "  device const half *w [[buffer(2)]], constant uint &n [[buffer(3)]],\n"
                                "  constant float &eps [[buffer(4)]])\n{ y[0] = %s(x[0]); }\n";
    static const struct {
        const char *function, *threadgroups;
        unsigned lanes;
        const char *partial[4];
    } rows[] = {{"sqrt", NULL, 0, {NULL}},
                {"simd_sum", NULL, 0, {"328", NULL}},
                {"simd_sum", NULL, 64, {"32", "96", "328", NULL}},
                {"simd_sum", "256 328", 0, {NULL}}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        char source[700];
        binding b;
        snprintf(source, sizeof source, plain, rows[row].function);
        norms = contract_read("rms_norm", CONTRACTS, &error);
        kernel = kernel_read(write_file("k.metal", source), (const char *const[]){NULL}, 0, &error);
        if (rows[row].threadgroups)
            assert_true(kernel_direct(kernel, "threadgroups", rows[row].threadgroups, 0, &error));
        assert_true(binding_make(&b, norms, kernel, &error));
        b.lanes = rows[row].lanes;
        const char *const *whole = binding_threadgroups(&b), *const *partial = binding_partial_threadgroups(&b);
        size_t count = 0;
        for (; partial[count]; count++)
            assert_string_equal(partial[count], rows[row].partial[count]);
        assert_null(rows[row].partial[count]);
        assert_string_equal(*whole, "256");
        size_t listed = rows[row].threadgroups ? 2 : norms->threadgroup_count;
        while (*whole)
            whole++, count++;
        assert_int_equal(count, listed);
        unbind();
    }
}

/* A size of the contract is meant by its own name, though another role has it in lower case. */
static void sizes_go_by_their_names(void **state)
{
    (void)state;
    static const char source[] = "kernel void c(device const float *x, device const float *w, device float *y, "
                                 "constant int &H, constant int &W,\n"
                                 "  constant int &CI, constant int &k, uint3 p [[thread_position_in_grid]]) {}\n";
    binding b;
    norms = contract_read("conv2d", CONTRACTS, &error);
    kernel = kernel_read(write_file("k.metal", source), (const char *const[]){NULL}, 0, &error);
    if (!binding_make(&b, norms, kernel, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < norms->argument_count; i++)
        if (strcmp(norms->arguments[i].name, "width") == 0)
            assert_string_equal(b.parameter[i]->name, "W");
        else if (strcmp(norms->arguments[i].name, "w") == 0)
            assert_string_equal(b.parameter[i]->name, "w");
    unbind();
}

static void threadgroup_memory_has_a_size(void **state)
{
    (void)state;
    static const char needs[] =
        "kernel void norm(device const float *x [[buffer(4)]], device float *y [[buffer(1)]],\n"
        "  constant float *w [[buffer(2)]], constant uint &dim [[buffer(3)]], constant float &epsilon [[buffer(0)]],\n"
        "  threadgroup float *shared [[threadgroup(1)]], uint i [[thread_position_in_grid]]) {}\n";
    static const struct {
        const char *size, *says;
    } all[] = {{NULL, "`shared` in threadgroup(1)"},
               {"0 4 * TG", "`shared` in threadgroup(1)"},
               {"1", "no index and bytes"},
               {"1 4 * TG", NULL}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        binding b;
        norms = contract_read("rms_norm", CONTRACTS, &error);
        kernel = kernel_read(write_file("k.metal", needs), (const char *const[]){NULL}, 0, &error);
        if (all[i].size)
            assert_true(kernel_direct(kernel, "threadgroup", all[i].size, 0, &error));
        if ((binding_make(&b, norms, kernel, &error) && demands_met(&b, &error)) != !all[i].says)
            fail_msg("row %zu: %s", i, error.text);
        if (all[i].says)
            contains(error.text, all[i].says);
        unbind();
    }
}

static void structs_of_known_values_describe_themselves(void **state)
{
    (void)state;
    binding b;
    bind(&b, "typedef struct { int32_t axis_size; float epsilon; } args;\n"
             "kernel void norm(device const float *x [[buffer(0)]], device float *y [[buffer(1)]],\n"
             "  device const float *w [[buffer(2)]], constant args &p [[buffer(3)]]) {}\n");
    const composition what = {.type = "float", .threadgroup = "64", .sizes = &norms->sizes, .row = 5};
    text out = {0};
    if (!compose(&b, &what, &out, &error))
        fail_msg("%s", error.text);
    contains(text_string(&out), "p@3 {int, float} = (31), (");
    text_free(&out);
    unbind();
    norms = contract_read("rms_norm", CONTRACTS, &error);
    kernel = kernel_read(write_file("k.metal", "struct args { int axis_size, more; };\n"
                                               "kernel void norm(device const float *x [[buffer(0)]],\n"
                                               "  constant args &p [[buffer(3)]]) {}\n"),
                         (const char *const[]){NULL}, 0, &error);
    assert_false(binding_make(&b, norms, kernel, &error));
    contains(error.text, "`p` of kernel norm is nothing that contract rms_norm knows");
    unbind();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(threadgroup_memory_has_a_size, begin, end),
        cmocka_unit_test_setup_teardown(sizes_go_by_their_names, begin, end),
        cmocka_unit_test_setup_teardown(includes_are_put_in_place_once, begin, end),
        cmocka_unit_test_setup_teardown(directives_are_understood_or_refused, begin, end),
        cmocka_unit_test_setup_teardown(macros_of_declarations_are_expanded, begin, end),
        cmocka_unit_test_setup_teardown(bodies_get_mlxs_signature, begin, end),
        cmocka_unit_test_setup_teardown(roles_go_to_parameters, begin, end),
        cmocka_unit_test_setup_teardown(a_role_without_parameter_is_told, begin, end),
        cmocka_unit_test_setup_teardown(every_spelling_of_a_scalar_is_known, begin, end),
        cmocka_unit_test_setup_teardown(layouts_are_those_of_inputs, begin, end),
        cmocka_unit_test_setup_teardown(what_a_body_is_made_for, begin, end),
        cmocka_unit_test_setup_teardown(a_kernels_text_limits_its_threadgroups, begin, end),
        cmocka_unit_test_setup_teardown(partial_simd_groups_are_apart, begin, end),
        cmocka_unit_test_setup_teardown(mutants_are_edits, begin, end),
        cmocka_unit_test_setup_teardown(structs_of_known_values_describe_themselves, begin, end),
        cmocka_unit_test_setup_teardown(errors_are_those_of_what_was_written, begin, end),
        cmocka_unit_test_setup_teardown(a_trial_becomes_a_case, begin, end),
        cmocka_unit_test_setup_teardown(values_have_to_fit_what_the_kernel_states, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
