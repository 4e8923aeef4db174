/* compile_test.c: from source to functions and prepared kernels: what reflection says, what is refused, what the cache
 * saves. */
#include "kernel/test_kernel.h"
#include "../engine/engine.h"
#include "process/toolchain.h"
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const sm_compile_options plain = {
    .language_version = 3 << 16 | 1, .math = SM_MATH_FAST, .target.simd_width = 32};

static sm_library *compile(const char *source)
{
    return library_of(source, &plain);
}

static void assert_argument(const sm_function *f, size_t n, sm_argument_kind kind, uint32_t index, bool writable,
                            uint32_t size, uint32_t alignment, const char *type)
{
    const sm_argument *a = &f->argument[n];
    assert_int_equal(a->kind, kind);
    assert_int_equal(a->index, index);
    assert_int_equal(a->writable, writable);
    assert_int_equal(a->data_size, size);
    assert_int_equal(a->data_alignment, alignment);
    assert_string_equal(a->type_name, type);
}

/* A const vector that a function returns has its components: the two ways of reading one do not compete. */
static void const_results_have_components(void **state)
{
    (void)state;
    sm_library_release(compile("#include <metal_stdlib>\nusing namespace metal;\n"
                               "template <class T> struct box { T v; const T get() const { return v; } };\n"
                               "constant float4 fixed = float4(1, 2, 3, 4);\n"
                               "static const float4 f() { return float4(2); }\n"
                               "kernel void k(device float *r) { const box<half3> b{half3(3)};\n"
                               "    r[0] = f().x + f().wzyx.y + b.get().r + b.get().bg.x + fixed.w + fixed.zw.y; }\n"));
}

/* The order of words, pointers to members, one scalar for all components of a last argument: Apple's compiler takes
 * them. */
static void takes_rare_forms(void **state)
{
    (void)state;
    sm_compile_options options = plain;
    options.language_version = 3 << 16 | 2;
    sm_library_release(library_of(
        "#include <metal_stdlib>\nusing namespace metal;\nstruct S { int x, y; };\n"
        "static int f(const device coherent(device) S &s, const device coherent(device) S *t) { return s.x + t->y; }\n"
        "kernel void k(device int *o, device float4 *p, device S *s) {\n"
        "    int S::*m = &S::y; S own = {1, 2}; enum : int { one };\n"
        "    switch (o[1]) { case one: o[0] = own.*m + f(*s, s); break; default: o[0] = p[0][o[2]]; }\n"
        "    p[0] = select(p[1], p[2], o[1] > 2) + ldexp(p[3], o[1]) + fast::select(p[1], p[2], o[0] == 3); }\n",
        &options));
}

/* A literal beside a variable and one beside a value, in one library with explicit instantiations. */
static void literals_of_conditionals_are_defined_once(void **state)
{
    (void)state;
    sm_library_release(
        compile("#include <metal_stdlib>\nusing namespace metal;\n"
                "template <typename T> kernel void q(device T *p) { p[2] = p[1] > p[0] ? (uint(p[1]) - p[0]) : 0u; }\n"
                "template [[host_name(\"q1\")]] kernel void q<uint>(device uint *);\n"
                "kernel void k(device uint *p) { uint x = p[0]; p[1] = x > 0u ? x : 0u; }\n"));
}

static void run_k(sm_library *library, const sm_constant_value *values, size_t count, int expected0, int expected1)
{
    int x[2] = {0};
    sm_kernel *kernel = kernel_of(library, function_named(library, "k"), values, count);
    sm_dispatch d = {.buffer = {{x, sizeof x}}, .grid = {1, 1, 1}, .group = {1, 1, 1}};
    sm_outcome o;
    sm_engine_run(kernel, &d, &o);
    assert_int_equal(o.status, SM_DONE);
    assert_int_equal(x[0], expected0);
    assert_int_equal(x[1], expected1);
    sm_kernel_release(kernel);
}

/* A constructor's object lies in thread memory: methods and parameters there take it, its members and their members. */
static void constructors_use_their_objects(void **state)
{
    (void)state;
    sm_library *library = compile(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "static void put(thread int &to, int v) { to = v; }\nstatic void put(thread int *to, int v) { *to = v; }\n"
        "struct S; static void twice(thread S &s);\nstruct B { int n; B(int v) { set(v); } "
        "void set(int v) { n = v; } thread B &operator+=(int v) { n += v; return *this; } };\n"
        "struct S {\n    int a, b, c, e; B m; float cosine;\n"
        "    int get(int v) { return v + 1; }\n    thread int &operator[](int i) { if (i) return b; return a; }\n"
        "    S(int v) : a(get(v)), m(v) { put(a, v + a); put(&b, v); twice(*this); c = get(7); m += 1; m.set(m.n * "
        "2);\n"
        "        (*this)[1] += 2; float x = frexp(8.0f, e); b += int(sincos(0.0f, cosine) + x + cosine); }\n"
        "    template <class T> S(T v, T w) thread : S(int(v)) { put(a, int(w)); }\n};\n"
        "static void twice(thread S &s) { s.a *= 2; s.b *= 2; }\n"
        "struct constexpr_pair { int a; constexpr void set(int v) { a = v; } constexpr constexpr_pair(int v) : a(0) "
        "{ set(v + 1); } };\nconstant constexpr_pair fixed(20);\nstatic_assert(constexpr_pair(4).a == 5, \"\");\n"
        "kernel void k(device int *x [[buffer(0)]]) { S s(3); S t(3.5f, 1.5f);\n"
        "    x[0] = s.a * 10000 + s.b * 100 + s.c * 10 + s.e; x[1] = t.a * 1000 + t.m.n * 10 + S(1).m.n + fixed.a; "
        "}\n");
    run_k(library, NULL, 0, 14 * 10000 + 9 * 100 + 8 * 10 + 4, 1 * 1000 + 8 * 10 + 4 + 21);
    sm_library_release(library);
}

/* Members defined outside of their class, one by an alias of it, and a copy that the program makes itself. */
static void members_are_defined_outside(void **state)
{
    (void)state;
    sm_library *library = compile(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "template <class T, int N> class span {\npublic:\n    span();\n    explicit span(device T *data, int n = 1);\n"
        "    span(const thread span &other);\n    void reset(device T *data, int n);\n    int size() const;\n"
        "    device T &operator[](int i) const;\n    T operator()(T v);\n    static int rank();\nprivate:\n"
        "    device T *_data; int _n;\n};\n"
        "template <class T> using line = span<T, 1>;\n"
        "template <class T, int N> span<T, N>::span() : _data(nullptr), _n(7) {}\n"
        "template <class T, int N> span<T, N>::span(device T *data, int n) { reset(data, n); }\n"
        "template <class T, int N> span<T, N>::span(const thread span &other) { reset(other._data, other.size() + 1); "
        "}\n"
        "template <class T, int N> inline void span<T, N>::reset(device T *data, int n) { _data = data; _n = n; }\n"
        "template <class T, int N> int span<T, N>::size() const { return _n; }\n"
        "template <class T, int N> device T &span<T, N>::operator[](int i) const { return _data[i]; }\n"
        "template <class T, int N> T span<T, N>::operator()(T v) { return v * T(size()); }\n"
        "template <class T, int N> int span<T, N>::rank() { return N; }\n"
        "struct both { span<int, 1> s; int n; both(device int *p, int n); };\n"
        "both::both(device int *p, int count) : s(p, count), n(0) { s.reset(p, count * 2); n = s.size(); }\n"
        "static line<int> make(device int *p) { return line<int>(p, 3); }\n"
        "static both pass(both b) { return b; }\n"
        "kernel void k(device int *x [[buffer(0)]]) { span<int, 1> none, s(x, 2), t(s), u = make(x); both b(x, 4);\n"
        "    s[1] = none.size() * 1000 + t.size() * 100 + u.size() * 10 + line<int>::rank();\n"
        "    x[0] = pass(b).n * 10 + s(3) + make(x).size(); }\n");
    run_k(library, NULL, 0, 8 * 10 + 6 + 3, 7000 + 300 + 30 + 1);
    sm_library_release(library);
}

/* What else real programs write: each is a sentence of its own. */
static void takes_what_programs_write(void **state)
{
    (void)state;
    sm_library *library = compile(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "#define my_space device\n#define shared threadgroup\n#define double float\n"
        "struct P { int a, b; };\n"
        "static int f(const my_space P &p) { return 1; }\nstatic int f(const shared P &p) { return 2; }\n"
        "static int f(constant P &p) { return 3; }\nstatic int f(const thread P &p) { return p.b; }\n"
        "template <class T> T op(const device P &x, const device P &y) { return 5; }\n"
        "template <class T> T op(const thread P &x, const thread P &y) { return x.a * y.b; }\n"
        "struct U { union { struct { int x, y; } p; int a[2]; }; };\n"
        "static int to_global(int v) { return v + 1; }\nstatic int to_private(int v) { return v + 2; }\n"
        "static int to_local(int v) { return v + 3; }\n"
        "kernel void adds(device _atomic<int> *x) { metal::atomic_fetch_add_explicit(x, 1, "
        "metal::memory_order_relaxed); }\n"
        "kernel void reads(device const int *x [[buffer(0), access(read)]], device int *y [[access(write)]]) { *y = "
        "*x; }\n"
        "typedef int i8 __attribute__((ext_vector_type(8)));\nconstant P fixed = {1, 2};\n"
        "constant float4 four = {1, 2, 3, 100};\n"
        "static int late(device int *x) { volatile thread int2 y; y = int2(x[0], 5); volatile thread int *e = "
        "(volatile thread int *)&y; e[0] = 3; int2 sum = int2(1, 2) + y; return sum.x * sum.y; }\n"
        "struct by { template <class T> static thread T value(const constant T &v) { return v; } };\n"
        "#ifndef __HAVE_SIMDGROUP_MATRIX__\n#error\n#endif\n#ifdef __HAVE_COHERENT__\n#error from 3.2 on\n#endif\n"
        "kernel void k(my_space int *x [[buffer(0), access(read_write)]]) {\n"
        "    shared P s [[maybe_unused]]; s = P{1, 2}; P own = {3, 4}; U u; u.p.x = 6; u.p.y = 7; metal::nullptr_t n = "
        "nullptr;\n"
        "    device P *p = (device P *)x; double h = 0.5; device int *q = n;\n"
        "    x[0] = f(p[0]) * 1000 + f(s) * 100 + f(fixed) * 10 + f(own) + f({8, 20000}) + f(P{8, 40000});\n"
        "    i8 v = i8(1, 2, 3, 4, 5, 6, 7, 8);\n"
        "    x[1] = op<int>({2, 0}, {0, 3}) + op<int>(p[0], p[0]) + u.a[1] + to_global(1) + to_private(int(h * 2)) + "
        "to_local(1) + v[7] + (q == n) + late(x) + by::value(fixed).b + int(dot(float3(four), float3(float4(1, 2, 3, "
        "4)))); }\n");
    run_k(library, NULL, 0, 61234, 6 + 5 + 7 + 2 + 3 + 4 + 8 + 1 + 14 + 28 + 2);
    sm_library_release(library);
}

/* Destructors run where their variables' scopes end, whatever leaves them; they call methods of their objects. */
static void destroys_variables(void **state)
{
    (void)state;
    sm_library *library = compile("#include <metal_stdlib>\nusing namespace metal;\n"
                                  "struct trace { device int *o; int n; trace(device int *p, int v) : o(p), n(v) {}\n"
                                  "    void put(int v) { o[0] = o[0] * 10 + v; } ~trace() { put(n); } };\n"
                                  "struct quiet { int a; ~quiet() {} };\n"
                                  "static int early(device int *o, int i) {\n"
                                  "    trace a(o, 1); if (i > 2) return i; trace b(o, 2); return o[0]; }\n"
                                  "kernel void k(device int *o) { quiet q; q.a = 5; trace last(o, 9);\n"
                                  "    for (int i = 3; i < 9; i++) { trace each(o, i); if (i == 4) break; }\n"
                                  "    o[1] = early(o, 0) * 1000 + early(o, 7) + q.a; }\n");
    run_k(library, NULL, 0, 342119, 34 * 1000 + 7 + 5);
    sm_library_release(library);
}

/* Vectors longer than 4 are made of vectors and scalars. */
static void makes_long_vectors(void **state)
{
    (void)state;
    sm_library *library =
        compile("#include <metal_stdlib>\nusing namespace metal;\n"
                "typedef float f8 __attribute__((ext_vector_type(8)));\n"
                "typedef half h8 __attribute__((ext_vector_type(8)));\n"
                "constant f8 fixed = f8(1, 2, 3, 4, 5, 6, 7, -8);\n"
                "kernel void k(device int *x) { float4 a = float4(1, 2, 3, 4); float2 b = a.wz;\n"
                "    f8 v = f8(a, a * 10), w = f8(b, x[0] + 1, fixed[7], a);\n"
                "    x[0] = int(v[3] * 100 + v[4] + v[7]); x[1] = int(w[0] * 100 + w[2] * 10 + w[3] + w[7]);\n"
                "    x[1] += int(f8(h8(v))[5] + f8(x[0])[7]) + int(f8(*(device h8 *)(x + 4))[1]); }\n");
    run_k(library, NULL, 0, 450, 400 + 10 - 8 + 4 + 20 + 450);
    sm_library_release(library);
}

static void reflects_arguments(void **state)
{
    (void)state;
    sm_library *library =
        compile("#include <metal_stdlib>\nusing namespace metal;\n"
                "struct item { float3 a; int n; };\n"
                "enum { PLACE = 7 };\n"
                "kernel void k(device const float4 *a [[buffer(0)]], device item *b [[buffer(PLACE)]],\n"
                "              constant item &c [[buffer(3)]], threadgroup float *t [[threadgroup(1)]],\n"
                "              texture2d<float, access::write> image [[texture(2)]], sampler s [[sampler(1)]],\n"
                "              device packed_float3 *free, array<texture1d<half>, 2> lines [[texture(3)]],\n"
                "              uint2 i [[thread_position_in_grid]])\n"
                "{ b[i.x].n = int(a[i.x].x + t[0] + c.n + free[0].x); image.write(float4(1), i); }\n"
                "template <typename T> kernel void generic(device T *x [[buffer(0)]], uint i "
                "[[thread_position_in_grid]]) { x[i] = 0; }\n"
                "template [[host_name(\"generic_half\")]] kernel void generic<half>(device half *, uint);\n");
    assert_int_equal(sm_library_function_count(library), 2);
    const sm_function *f = function_named(library, "k");
    assert_int_equal(f->kind, SM_FUNCTION_KERNEL);
    assert_int_equal(f->argument_count, 9);
    assert_argument(f, 0, SM_BUFFER, 0, false, 16, 16, "float4");
    assert_argument(f, 1, SM_BUFFER, 7, true, 32, 16, "item");
    assert_argument(f, 2, SM_BUFFER, 3, false, 32, 16, "item");
    assert_argument(f, 3, SM_THREADGROUP, 1, true, 4, 4, "float");
    assert_argument(f, 4, SM_TEXTURE, 2, true, 8, 8, "texture2d<float, access::write>");
    assert_argument(f, 5, SM_SAMPLER, 1, false, 8, 8, "sampler");
    assert_argument(f, 6, SM_BUFFER, 1, true, 12, 4, "packed_float3");
    assert_argument(f, 7, SM_TEXTURE, 3, false, 8, 8, "array<texture1d<half, access::sample>, 2>");
    assert_argument(f, 8, SM_INPUT, 0, false, 8, 8, "uint2");
    assert_string_equal(f->argument[1].name, "b");
    assert_argument(function_named(library, "generic_half"), 0, SM_BUFFER, 0, true, 2, 2, "half");
    sm_library_release(library);
}

static const char constants[] = "#include <metal_stdlib>\nusing namespace metal;\n"
                                "constant int number [[function_constant(3)]];\n"
                                "constant bool flag [[function_constant(4)]];\n"
                                "constant int twice = number * 2;\n"
                                "constant float4 weights [[function_constant(5)]];\n"
                                "constant bool has_weights = is_function_constant_defined(weights);\n"
                                "kernel void k(device int *x [[buffer(0)]]) { x[0] = flag ? twice : -1; x[1] = "
                                "has_weights ? int(weights.w) : 5; }\n"
                                "kernel void none(device int *x [[buffer(0)]]) { x[0] = 1; }\n";

static void specialises_function_constants(void **state)
{
    (void)state;
    sm_library *library = compile(constants);
    assert_int_equal(function_named(library, "k")->constant_count, 3);
    assert_int_equal(function_named(library, "none")->constant_count, 0);
    sm_constant_value v[3] = {
        {.index = 3, .size = 4, .bytes = {21}}, {.name = "flag", .size = 1, .bytes = {1}}, {.index = 5, .size = 16}};
    float weights[4] = {1, 2, 3, 4};
    memcpy(v[2].bytes, weights, sizeof weights);
    run_k(library, v, 2, 42, 5);
    run_k(library, v, 3, 42, 4);
    v[1].bytes[0] = 0;
    run_k(library, v, 3, -1, 4);
    char *log = NULL;
    assert_null(sm_kernel_create(library, function_named(library, "k"), v, 1, &log));
    assert_non_null(strstr(log, "flag"));
    free(log);
    sm_library_release(library);
}

static void tells_types_of_function_constants(void **state)
{
    (void)state;
    sm_library *library = compile("#include <metal_stdlib>\nusing namespace metal;\n"
                                  "typedef unsigned short index;\nenum class mode : uint8_t { on };\n"
                                  "constant uint32_t a [[function_constant(0)]];\n"
                                  "constant unsigned int b [[function_constant(1)]];\n"
                                  "constant metal::int2 c [[function_constant(2)]];\n"
                                  "constant vec<half, 3> d [[function_constant(3)]];\n"
                                  "constant index e [[function_constant(4)]];\n"
                                  "constant mode f [[function_constant(5)]];\n"
                                  "constant const bfloat g [[function_constant(6)]];\n"
                                  "constant uchar4 h [[function_constant(7)]];\n"
                                  "kernel void k(device float *x [[buffer(0)]])\n"
                                  "{ x[0] = a + b + c.x + float(d.x) + e + uint(f) + float(g) + h.w; }\n");
    static const uint32_t types[] = {33, 33, 30, 18, 41, 49, 121, 52}; /* MTLDataType */
    const sm_function *f = function_named(library, "k");
    assert_int_equal(f->constant_count, sizeof types / sizeof *types);
    for (size_t i = 0; i < f->constant_count; i++)
        assert_int_equal(f->constant[i].data_type, types[f->constant[i].index]);
    sm_library_release(library);
}

static void refuses(const char *source, const char *place, const char *word)
{
    char *log = NULL, text[2000];
    snprintf(text, sizeof text, "#include <metal_stdlib>\nusing namespace metal;\n%s\n", source);
    sm_library *library = sm_library_create(text, strlen(text), &plain, &log);
    if (library || !log || !strstr(log, place) || !strstr(log, "error:") || !strstr(log, word))
        fail_msg("%s\ngave: %s", source, log ? log : "no log");
    free(log);
}

static void refuses_what_is_not_msl(void **state)
{
    (void)state;
    sm_library_release(compile("#include <metal_stdlib>\n#include <metal_pixel>\nusing namespace metal;\n"
                               "kernel void k(device rgba8unorm<half4> *p) { p[0] = half4(1); }\n"));
    refuses("kernel void k(device rgba8unorm<half4> *p) { p[0] = half4(1); }", ":3:22:", "rgba8unorm"); /* no header */
    refuses("kernel void k(device int *x [[buffer(0)]]) {\n x[0] = y; }", "program_source:4:", "y");
    refuses("kernel int k(device int *x [[buffer(0)]]) { return 1; }", "program_source:3:", "void");
    refuses("constant ulong far = 0x100000001;\nkernel void k(device int *x [[buffer(far)]]) { x[0] = 1; }",
            "program_source:4:", "an index must");
    refuses("kernel void k(device int *x [[buffer(0)]],\n device int *y [[buffer(0)]]) { x[0] = y[0]; }",
            "program_source:4:", "index 0");
    static const char *const arguments[][3] = {
        {"device int *a [[buffer(0)]]", "constant int &b [[buffer(1)]]", "device float *c [[buffer(0)]]"},
        {"texture2d<float> a [[texture(0)]]", "texture1d<half> b [[texture(1)]]", "texture2d<int> c [[texture(0)]]"},
        {"array<texture2d<float>, 3> a [[texture(0)]]", "device int *b [[buffer(0)]]",
         "texture2d<float> c [[texture(2)]]"},
        {"sampler a [[sampler(0)]]", "sampler b [[sampler(1)]]", "sampler c [[sampler(0)]]"},
        {"threadgroup int *a [[threadgroup(0)]]", "threadgroup int *b [[threadgroup(1)]]",
         "threadgroup float *c [[threadgroup(0)]]"}};
    for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++) {
        char program[300];
        snprintf(program, sizeof program, "kernel void k(%s,\n%s,\n%s) {}", arguments[k][0], arguments[k][1],
                 arguments[k][2]);
        refuses(program, "program_source:5:", "taken by parameter 'a'");
    }
    refuses("kernel void k(device int *x [[buffer(0)]]) { x[0] = 1; }\nkernel void k(device float *x [[buffer(0)]]) { "
            "x[0] = 1; }",
            "program_source:4:", "k");
    refuses("void f() {\n threadgroup int x[4];\n x[0] = 1; }", "program_source:4:", "threadgroup");
    refuses("kernel void k(device int *x [[buffer(0)]], int i [[thread_position_in_grid]]) { x[i] = 1; }",
            "program_source:3:", "thread_position_in_grid");
    refuses("kernel void a(device int *x [[buffer(0)]]) { x[0] = 1; }\nkernel void b(device int *x [[buffer(0)]]) {\n "
            "a(x); }",
            "program_source:5:", "cannot be called");
    char *log = NULL;
    sm_compile_options nonsense = plain;
    assert_null(sm_library_create("\0\1\2\3", 4, &nonsense, &log));
    assert_non_null(log);
    free(log);
}

/* A file included by its absolute path is MSL like the program, and mistakes in it are told by its own lines. */
static void includes_files(void **state)
{
    (void)state;
    char path[] = "/tmp/included_XXXXXX", source[200];
    int fd = mkstemp(path);
    static const char text[] = "#pragma once\nstruct S { float4 v; float2 low() const { return v.xy; } };\n"
                               "kernel void k(device int *x, uint i [[thread_position_in_grid]])\n"
                               "{ threadgroup int t[1]; t[0] = 3; S s; s.v = float4(4); x[i] = t[0] + int(s.low().y);\n"
                               "#ifdef WRONG\n    missing();\n#endif\n}\n";
    assert_int_equal(write(fd, text, sizeof text - 1), (int)sizeof text - 1);
    close(fd);
    snprintf(source, sizeof source,
             "#include <metal_stdlib>\nusing namespace metal;\n#include \"%s\"\n#include \"%s\"\n", path, path);
    sm_library *library = compile(source);
    run_k(library, NULL, 0, 7, 0);
    sm_library_release(library);
    static const sm_macro wrong[] = {{"WRONG", "1"}};
    sm_compile_options options = plain;
    options.macros = wrong;
    options.macro_count = 1;
    char *log = NULL, place[64];
    assert_null(sm_library_create(source, strlen(source), &options, &log));
    snprintf(place, sizeof place, "%s:6:5: error: ", path);
    assert_non_null(strstr(log, place));
    free(log);
    unlink(path);
}

/* A program's own types may have names that Apple's library took later, or has in simd/simd.h only, and gives to no
 * type of a program from then on. */
static void types_have_names_of_later_versions(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int taken; /* the first version that has the name; 0: none without simd/simd.h */
    } names[] = {{"simd_float4", 201},  {"simd_packed_half3", 201},
                 {"simd_float8", 201},  {"simd_packed_long2", 201},
                 {"bfloat4", 301},      {"packed_bfloat2", 301},
                 {"simd_bfloat4", 301}, {"vector_float4", 100},
                 {"packed_long2", 100}, {"float8", 100},
                 {"simd_float4x4", 0},  {"matrix_half2x3", 0}};
    static const int versions[] = {102, 200, 201, 202, 203, 300, 301, 401};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t v = 0; v < sizeof versions / sizeof *versions; v++) {
            char source[300], *log = NULL;
            snprintf(source, sizeof source,
                     "#include <metal_stdlib>\nusing namespace metal;\nstruct %s { int a; };\n"
                     "kernel void k(device int *o [[buffer(0)]]) { %s own = {3}; o[0] = own.a; }\n",
                     names[i].name, names[i].name);
            sm_compile_options options = plain;
            options.language_version = versions[v] / 100 << 16 | versions[v] % 100;
            sm_library *library = sm_library_create(source, strlen(source), &options, &log);
            if (!library != (names[i].taken && versions[v] >= names[i].taken))
                fail_msg("%s in version %d: %s", names[i].name, versions[v], log ? log : "taken");
            free(log);
            sm_library_release(library);
        }
}

/* Line 3 of each program has the mistake; the diagnostic stands where its author made it. */
static void says_where(void **state)
{
    (void)state;
    static const struct {
        const char *source, *diagnostic;
    } programs[] = {
        {"kernel void k(device float *a, float i [[thread_position_in_grid]]) { a[0] = i; }",
         ":3:38: error: type 'float' is not valid for attribute 'thread_position_in_grid'"},
        {"kernel void k(device float *a, uint i [[thread_position_in_galaxy]]) { a[i] = 1; }",
         ":3:37: error: attribute 'thread_position_in_galaxy' is not one of a kernel's parameters"},
        {"kernel void k(device float *a, uint n) { a[0] = n; }", ":3:37: error: invalid type for parameter 'n'"},
        {"kernel void k(device float *a [[texture(0)]]) { a[0] = 1; }",
         ":3:29: error: parameter 'a' has the attribute"},
        {"kernel void k(device float *a [[buffer(-1)]]) { a[0] = 1; }", ":3:29: error: 'buffer' attribute"},
        {"kernel float k(device float *a) { return a[0]; }", ":3:14: error: kernel function must have a void return"},
        {"constant float c = cos(0.5f);\nkernel void k(device float *a) { a[0] = c; }",
         ":3:20: error: initializer of a variable in constant address space must be a constant expression"},
        {"constant float c[2] = {1, exp(1.0f)};\nkernel void k(device float *a) { a[0] = c[0]; }",
         ":3:27: error: initializer of a variable in constant address space must be a constant expression"},
        {"struct P { int x; }; void f(const P &p); ", ":3:38: error: reference type must have explicit address space"},
        {"int f() { static int n = 0; return n++; }", ":3:11: error: static variable must reside in constant address"},
        {"struct S { int x; void f() {} }; kernel void k() { threadgroup S s; s.f(); }",
         ":3:69: error: cannot initialize object parameter of type 'S' with an expression of type 'S' in threadgroup "
         "memory"},
        {"struct S { int x; } s;", ":3:22: error: program scope variable must reside in constant address space"},
        {"kernel void k(device int *a) { asm(\"nop\"); }", ":3:32: error: assembler instructions are not supported"},
        {"constant int n [[function_constant(65536)]];", ":3:1: error: the index of a function constant must be"},
        {"#pragma METAL fp math_mode(turbo)", ":3:9: error: expected math_mode(relaxed|safe|fast)"},
        {"void f(int x) { x++; \n#pragma METAL fp math_mode(safe)\n}",
         ":4:9: error: '#pragma METAL fp' can only appear at file scope or at the start of a compound statement"},
        {"kernel void k(device int *p) { thread int *q = new (p) thread int(1); *q = 2; }",
         ":3:53: error: placement new needs a pointer to the address space of the object's type"},
        {"[[host_name(\"x\")]] kernel void a(device int *o) { *o = 1; } [[host_name(\"x\")]] kernel void b(device int "
         "*o) "
         "{ *o = 2; }",
         ":3:92: error: 'x' names two functions"},
        {"struct S { threadgroup int x[4]; };", ":3:28: error: field may not be qualified with an address space"},
        {"matrix<int, 2, 2> f();\nvoid g() { f(); }",
         ":4:12: error: the components of a matrix are floating-point numbers"},
        {"extern \"C\" { kernel void k(device int *o) { goto end; end: *o = 1; } }",
         ":3:45: error: 'goto' is not supported in Metal"},
        {"kernel void k(device float4 *a) { a[0].xx = float2(1); }", ":3:40: error: vector is not assignable"},
        {"kernel void k(device int *o) [[max_total_threads_per_threadgroup(64)]] { *o = 1; }",
         ":3:30: error: attributes of a kernel stand before its declaration"},
        {"kernel [[required_threads_per_threadgroup(64)]] void k(device int *o) { *o = 1; }",
         ":3:8: error: attributes of a kernel stand before its declaration"},
        {"kernel void k(device int *o, uint2 i [[thread_position_in_grid]], uint n [[threads_per_threadgroup]]) "
         "{ *o = i.x + n; }",
         ":3:72: error: 'thread_position_in_grid' and 'threads_per_threadgroup' must both be scalars, or vectors"},
        {"kernel void k(device float4 *o) { *o = float4(1, 2, 3, 4, 5); }", ":3:40: error: no matching constructor"},
        {"kernel void k(device int *o) { int4 v = {1, 2, 3, 4, 5}; *o = v.x; }",
         ":3:37: error: no matching constructor"},
        {"kernel void k(device int *o) { again: *o = 1; }", ":3:32: error: labeled statements are not supported"},
        {"kernel void k(device int *o) { constant int x = 5; *o = x; }", ":3:47: error: automatic variable qualified"},
        {"struct S { int n, m; uint a[0]; };", ":3:28: error: zero-length arrays are not permitted"},
        {"struct S { kernel void k(device int *o) { *o = 1; } };",
         ":3:12: error: a kernel function cannot be a member"},
        {"kernel void k(device int *o [[buffer]]) { *o = 1; }", ":3:30: error: an attribute of resources takes one"},
        {"kernel void k(threadgroup int *o [[buffer(0)]]) { *o = 1; }",
         ":3:32: error: invalid address space qualification of parameter 'o' for attribute 'buffer'"},
        {"kernel void k(device int *o [[threadgroup(0)]]) { *o = 1; }",
         ":3:27: error: invalid address space qualification of parameter 'o' for attribute 'threadgroup'"},
        {"kernel void k(device uint *o, uint i [[thread_index_in_simdgroup]], uint j [[thread_index_in_simdgroup]]) "
         "{ *o = i + j; }",
         ":3:74: error: declaration with attribute 'thread_index_in_simdgroup' already specified"},
        {"kernel void k(device float4 *o) { float i = 1; o[0].x = o[1][i]; }", ":3:61: error: "},
        {"#line 7 \"mine.h\"\nkernel void k(device float *a, int i [[thread_position_in_grid]]) { a[i] = 1; }",
         "mine.h:7:36: error: type 'int' is not valid for attribute"},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        refuses(programs[i].source, *programs[i].diagnostic == ':' ? "program_source:" : "mine.h",
                programs[i].diagnostic);
}

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* A warning would make an NSError, which clients take for a failure. */
static void says_nothing_of_sound_programs(void **state)
{
    (void)state;
    static const char *const programs[] = {
        "float f(int i) { float x[4] = {[0 ... 3] = 0.5f}; return x[i]; }",
        "bfloat f(int i) { bfloat4 v; v = 0; v = i; bfloat4 w = 1; return (v + w).x; }",
        "float g(array_ref<float> a) { return a[0]; } float f(float x) { float a[1] = {x}; return g(a); }",
        "float g(array_ref<device float> a) { return a[0]; } float f(device float *p) { return g(make_array_ref(p, "
        "2)); }",
        "struct B { float3 a; }; struct S { B bar; };\nvoid f(device S &s) { device float3 *p = &s.bar.a; p->x = 1; }",
        "template <typename T> struct M { T c; M() thread = default; M() threadgroup = default; M(const thread T &m) "
        "thread "
        "{ c = m; }\nthreadgroup M &operator=(const thread M &m) threadgroup = default; };\n"
        "struct S { M<float> m; }; kernel void k(device float *o) { threadgroup S s; s.m = M<float>(2.0f); *o = s.m.c; "
        "}",
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char source[400], *log = NULL;
        snprintf(source, sizeof source, "#include <metal_stdlib>\nusing namespace metal;\n%s", programs[i]);
        sm_library *library = sm_library_create(source, strlen(source), &plain, &log);
        if (!library || log)
            fail_msg("%s: %s", programs[i], log);
        sm_library_release(library);
    }
}

/* What the text allows and a Mac's library lacks compiles with a warning at the program's own line. */
static void warns_of_what_a_mac_refuses(void **state)
{
    (void)state;
    static const struct {
        const char *source, *warning;
    } programs[] = {
        {"bfloat f(bfloat x) { return quad_sum(x); }",
         ":3:29: warning: Apple's library has no quad-group functions of bfloat"},
        {"float2x2 f(float2x2 m) { return -m; }", "warning: Apple's library has no unary minus of a matrix"},
        {"float2x2 f(float2x2 m) { return 2 * m; }",
         "warning: Apple's library multiplies a matrix by a scalar of its own"},
        {"void f(thread float2x2 &m) { m *= m; }", "warning: Apple's library has no *= of matrices"},
        {"int f(thread array<int, 2> &a) { int n = 0; for (int x : a) n += x; return n; }",
         "warning: Apple's library has no begin and end of array"},
        {"int f(thread array<int, 2> &a) { return *a.begin(); }", "warning: Apple's library has no begin and end"},
        {"float g(array_ref<float> a) { return a[0]; } float f(constant array<float, 2> &a) { return g(a); }",
         "warning: Apple's library has array_ref<constant T>"},
        {"float g(array_ref<float> a) { return a[0]; } float f(device float *p) { return g(array_ref<float>(p, 2)); }",
         "warning: Apple's library has array_ref<constant T>"},
        {"#include <metal_pixel>\nbool f(rgba8unorm<float4> x) { return all(x == float4(1)); }",
         "warning: Apple's library finds"},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char source[400], *log = NULL;
        snprintf(source, sizeof source, "#include <metal_stdlib>\nusing namespace metal;\n%s", programs[i].source);
        sm_library *library = sm_library_create(source, strlen(source), &plain, &log);
        if (!library || !log || !strstr(log, programs[i].warning))
            fail_msg("%s: %s", programs[i].source, log ? log : "no warning");
        free(log);
        sm_library_release(library);
    }
}

static void cache_is_fast_and_may_be_damaged(void **state)
{
    (void)state;
    char source[300], command[300];
    snprintf(
        source, sizeof source,
        "#include <metal_stdlib>\nkernel void small(device float *x [[buffer(0)]], uint i [[thread_position_in_grid]])"
        "{ x[i] = x[i] * 2 + %d; }",
        (int)getpid());
    for (int round = 0; round < 3; round++) {
        double start = milliseconds();
        sm_library *library = compile(source);
        sm_kernel *kernel = kernel_of(library, function_named(library, "small"), NULL, 0);
        print_message("# %s: %.2f ms\n",
                      round == 1 ? "from the cache"
                      : round    ? "after damage"
                                 : "cold",
                      milliseconds() - start);
        sm_kernel_release(kernel);
        sm_library_release(library);
        if (round == 1) {
            snprintf(command, sizeof command,
                     "find '%s' -name '*.library' -o -name '*.kernel' -o -name '*.pch' | while read f; do head -c 1000 "
                     "\"$f\" > \"$f.x\"; mv \"$f.x\" \"$f\"; done",
                     getenv("SOFTMETAL_CACHE"));
            assert_int_equal(system(command), 0);
        }
    }
}

/* A client that starts a helper, which waits for its request, and is killed. */
static _Noreturn void start_helper(const int request[2], const int answer[2])
{
    char client[24];
    snprintf(client, sizeof client, "%ld", (long)getpid());
    if (fork() != 0) {
        kill(getpid(), SIGKILL);
        _exit(1);
    }
    dup2(request[0], STDIN_FILENO);
    dup2(answer[1], STDOUT_FILENO);
    for (int i = 0; i < 2; i++)
        close(request[i]), close(answer[i]);
    execl(sm_toolchain_find()->helper, "softmetal-compile", client, (char *)NULL);
    _exit(1);
}

static void helpers_end_with_their_client(void **state)
{
    (void)state;
    int request[2], answer[2];
    assert_int_equal(pipe(request) | pipe(answer), 0);
    assert_int_equal(access(sm_toolchain_find()->helper, X_OK), 0);
    pid_t client = fork();
    assert_true(client >= 0);
    if (client == 0)
        start_helper(request, answer);
    close(request[0]);
    close(answer[1]);
    struct pollfd end = {.fd = answer[0]}; /* the helper has the other end */
    assert_int_equal(poll(&end, 1, 60000), 1);
    assert_true(end.revents & POLLHUP);
    assert_int_equal(waitpid(client, NULL, 0), client);
    close(request[1]);
    close(answer[0]);
}

static size_t count_refusals(void)
{
    char command[200], line[20] = "";
    snprintf(command, sizeof command, "find '%s' -name '*.refusal' | wc -l", getenv("SOFTMETAL_CACHE"));
    FILE *list = popen(command, "r");
    assert_non_null(list);
    assert_non_null(fgets(line, sizeof line, list));
    pclose(list);
    return strtoul(line, NULL, 10);
}

static void assert_refused(const char *source, char **log)
{
    assert_null(sm_library_create(source, strlen(source), &plain, log));
    assert_non_null(*log);
}

/* What is wrong with the program itself, or with a file put in place, is said again without a compiler; what may be
 * mended elsewhere is not kept. */
static void refusals_are_kept(void **state)
{
    (void)state;
    static const char wrong[] = "kernel void k(device int *r [[buffer(0)]]) { r[0] = nowhere; }\n",
                      missing[] = "#include <nowhere.h>\nkernel void k() { nowhere(); }\n",
                      included[] = "#include \"/dev/null\"\nkernel void k() { nowhere(); }\n";
    size_t before = count_refusals();
    char *first, *again;
    assert_refused(wrong, &first);
    assert_int_equal(count_refusals(), before + 1);
    assert_refused(wrong, &again);
    assert_string_equal(first, again);
    free(first);
    free(again);
    assert_refused(missing, &first);
    assert_int_equal(count_refusals(), before + 1);
    assert_refused(included, &again);
    assert_int_equal(count_refusals(), before + 2);
    free(first);
    free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constructors_use_their_objects),
        cmocka_unit_test(members_are_defined_outside),
        cmocka_unit_test(takes_what_programs_write),
        cmocka_unit_test(destroys_variables),
        cmocka_unit_test(includes_files),
        cmocka_unit_test(makes_long_vectors),
        cmocka_unit_test(reflects_arguments),
        cmocka_unit_test(const_results_have_components),
        cmocka_unit_test(takes_rare_forms),
        cmocka_unit_test(literals_of_conditionals_are_defined_once),
        cmocka_unit_test(specialises_function_constants),
        cmocka_unit_test(tells_types_of_function_constants),
        cmocka_unit_test(refuses_what_is_not_msl),
        cmocka_unit_test(types_have_names_of_later_versions),
        cmocka_unit_test(says_where),
        cmocka_unit_test(says_nothing_of_sound_programs),
        cmocka_unit_test(warns_of_what_a_mac_refuses),
        cmocka_unit_test(cache_is_fast_and_may_be_damaged),
        cmocka_unit_test(refusals_are_kept),
        cmocka_unit_test(helpers_end_with_their_client),
    };
    char directory[] = "/tmp/softmetal-test-XXXXXX", command[100];
    if (!mkdtemp(directory))
        return 1;
    setenv("SOFTMETAL_CACHE", directory, 1); /* its own: one test damages it */
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -r '%s'", directory);
    return system(command) != 0 || failures;
}
