/* rewrite_test.c: what each rule writes, what it leaves alone, and that lines stay where they are whatever the bytes.
 */
#include "rewrite.h"
#include "token.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct example {
    const char *source, *expected;
} example;

/* Drops blanks, which rules are free to add, and marks of versions, of which the fixtures are; line ends stay. */
static char *squeeze(char *text)
{
    static const char mark[] = "__MSL_SINCE_";
    char *out = text;
    for (const char *p = text; *p; p++) {
        if (!strncmp(p, mark, sizeof mark - 1))
            p += strcspn(p, " ");
        if (*p != ' ')
            *out++ = *p;
    }
    *out = 0;
    return text;
}

static void check(const example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *log;
        sm_source *source = sm_source_create(examples[i].source, strlen(examples[i].source), &log);
        assert_non_null(source);
        char *text = strdup(sm_source_text(source)), *expected = strdup(examples[i].expected);
        assert_string_equal(squeeze(text), squeeze(expected));
        free(expected);
        free(text);
        sm_source_destroy(source);
    }
}
#define CHECK(examples) check(examples, sizeof(examples) / sizeof *(examples))

/* What no rule knows is copied. */
static void copies(void **state)
{
    (void)state;
    static const char *const same[] = {"",
                                       "\n",
                                       "int f(int a);\n",
                                       "// threadgroup float x; 1.0\n",
                                       "/* [[buffer(0)]]\n */",
                                       "/*/ threadgroup float x; 1.0 */",
                                       "\"[[buffer(0)]] 1.0\"",
                                       "'?'",
                                       "R\"x([[kernel]] \")\" )x\"",
                                       "#include <metal_stdlib>\n",
                                       "#error 1.0 [[x]]\n",
                                       "#if X > 1 ? 2 : 3\n#endif\n",
                                       "a[b[0]] = c[1];",
                                       "[[unroll]] for (;;) {}",
                                       "1 1u 0x1F 0xbf 1'000 1.0f 1.0h 2.5e-3f",
                                       "f(threadgroup float *p, constant int &q);",
                                       "void f() { threadgroup float *p = q; constant float &r = *s; }",
                                       "x = a ? 1 : 2;",
                                       "#define A(x) x##y\n",
                                       "\\\n",
                                       "a\r\nb\r\n",
                                       "template <class T> void f(T x);",
                                       "using A = int;",
                                       "noexcept(true)",
                                       "enum class E { a, b };",
                                       "friend struct S;"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        check(&(example){same[i], same[i]}, 1);
}

static void literals(void **state)
{
    (void)state;
    static const example examples[] = {
        {"1.0", "1.0f"},
        {".5 1. 1e3 0x1p4 1'0.5", ".5f 1.f 1e3f 0x1p4f 1'0.5f"},
        {"1.5bf", "::metal::bfloat(1.5f)"},
        {"#define PI 3.14\n", "#define PI 3.14f\n"},
    };
    CHECK(examples);
}

static void attributes(void **state)
{
    (void)state;
    static const example examples[] = {
        {"#define B(i) [[buffer(i)]]\n", "#define B(i)  __MSL_ANNOTATE(\"msl.buffer:\" __MSL_STRING(i)) \n"},
        {"device int *a [[id(0)]][2][3];\n", "device int *a [2][3] __MSL_ANNOTATE(\"msl.id:\" __MSL_STRING(0)) ;\n"},
        {"[[visible]] int f(int a);", " __MSL_ANNOTATE(\"msl.visible\")  int f(int a);"},
        {"[[nodiscard]] int f(int a);", "[[nodiscard]]  int f(int a);"},
        {"[[user_annotation(\"a, b\"), visible]] int f(int a);",
         " __MSL_ANNOTATE(\"msl.user_annotation:\" \"a, b\")  __MSL_ANNOTATE(\"msl.visible\")  int f(int a);"},
        {"template [[host_name(\"x\")]] [[kernel]] decltype(f<int>) f<int>;",
         "__MSL_PART template  __MSL_ANNOTATE(\"msl.host_name:\" \"x\")   __MSL_ANNOTATE(\"msl.kernel\")  "
         "decltype(f<int>) "
         "f<int>;"},
        {"void f(float x) { decltype(x) y; decltype(auto) z = decltype(y)(x); }",
         "void f(float x) { ::__msl_own_type<decltype(x)> y; decltype(auto) z = ::__msl_own_type<decltype(y)>(x); }"},
        {"float4 c [[color(0), raster_order_group(1)]];\n",
         "float4 c  __MSL_ANNOTATE(\"msl.color:\" __MSL_STRING(0))  __MSL_ANNOTATE(\"msl.raster_order_group:\" "
         "__MSL_STRING(1)) ;\n"},
    };
    CHECK(examples);
}

static void kernels(void **state)
{
    (void)state;
    static const example examples[] = {
        {"namespace n { kernel void f(device float *o [[buffer(1)]],\nuint) {} }",
         "namespace n { __MSL_ANNOTATE(\"msl.name:n::\" __MSL_STRING(f)) kernel void f(device float *o "
         "__MSL_ANNOTATE(\"msl.parameter:\" "
         "__MSL_STRING(o)) __MSL_ANNOTATE(\"msl.type:\" __MSL_STRING(float *))   __MSL_ANNOTATE(\"msl.buffer:\" "
         "__MSL_STRING(1)) ,\nuint "
         "__MSL_ANNOTATE(\"msl.type:\" __MSL_STRING(uint)) ) {} }"},
        {"template <typename T> [[kernel]] void g(constant T (&a)[4] [[buffer(kA)]]);",
         "__MSL_INDEX(kA) template <typename T> __MSL_ANNOTATE(\"msl.name:\" __MSL_STRING(g))  "
         "__MSL_ANNOTATE(\"msl.kernel\")  void "
         "g(constant T (&a)[4] __MSL_ANNOTATE(\"msl.parameter:\" __MSL_STRING(a)) __MSL_ANNOTATE(\"msl.type:\" "
         "__MSL_STRING(T (&)[4]))   "
         "__MSL_ANNOTATE(\"msl.buffer:\" __MSL_STRING(kA)) );"},
        {"template kernel void f<int>(device int *);", "template kernel void f<int>(device int *);"},
        {"#define K(n) kernel void n##_f() {\n",
         "#define K(n) __MSL_ANNOTATE(\"msl.name:\" __MSL_STRING(n##_f)) kernel void n##_f() {\n"},
    };
    CHECK(examples);
}

static void variables(void **state)
{
    (void)state;
    static const example examples[] = {
        {"void f() { threadgroup float a[N * 2][3], b; }",
         "void f() { threadgroup auto &a = __msl_threadgroup_variable<float[N * 2][3], __COUNTER__>(); threadgroup "
         "auto &b = "
         "__msl_threadgroup_variable<float, __COUNTER__>();     }"},
        {"void f() { device const int *threadgroup a[4]; threadgroup int *threadgroup const b; }",
         "void f() { threadgroup auto &a = __msl_threadgroup_variable<device const int *[4], __COUNTER__>(); "
         "threadgroup auto &b = __msl_threadgroup_variable<threadgroup int * const, __COUNTER__>(); }"},
        {"void f(device int *threadgroup *a) { threadgroup int *p = q, *threadgroup *o = a; }",
         "void f(device int *threadgroup *a) { threadgroup int *p = q, *threadgroup *o = a; }"},
        {"void f() { threadgroup alignas(16) vec<T, 4> a; }",
         "void f() { threadgroup auto &a = __msl_threadgroup_variable<vec<T, 4>, __COUNTER__, 16>();    }"},
        {"void f() { alignas(16) threadgroup half a[N]; }",
         "void f() { threadgroup auto &a = __msl_threadgroup_variable<half[N], __COUNTER__, 16>();      }"},
        {"void f() { threadgroup int n [[maybe_unused]], m[2] __attribute__((aligned(8))); }",
         "void f() { threadgroup auto &n = __msl_threadgroup_variable<int, __COUNTER__>(); threadgroup auto &m = "
         "__msl_threadgroup_variable<int[2], __COUNTER__, 8>(); }"},
        {"void f() { threadgroup int n = 0; }",
         "void f() { threadgroup auto &n = __msl_threadgroup_variable<int, __COUNTER__>(); n = 0;     }"},
        {"void f() { threadgroup\nint // n\nn; }",
         "void f() { threadgroup auto &n = __msl_threadgroup_variable<int, __COUNTER__>();\n // n\n }"},
        {"void f() { constant int t[] = {1}; }",
         "void f() { static constant int t __attribute__((__msl_refused_automatic))[] = {1}; }"},
        {"constant int t[] = {1};", "constant int t[] = {1};"},
        {"constant float S<1>::t[2];", "   "},
        {"constant bool c [[function_constant(0)]];",
         "extern constant  bool c  __asm__(\"msl.function_constant.\" __MSL_STRING(0) \".\" __MSL_STRING(c) \".\" "
         "__MSL_STRING(bool)); "
         "__MSL_FUNCTION_CONSTANT_DEFINED(0, c, bool)"},
        {"bool d = is_function_constant_defined(n::c);", "bool d __attribute__((__msl_refused_program_scope)) = "
                                                         "(n::__MSL_PASTE(__msl_function_constant_defined_, c));"},
        {"uint i [[thread_index_in_simdgroup]];",
         "__MSL_SINCE_global_input extern constant uint i  __asm__(\"msl.input.thread_index_in_simdgroup.i\");"},
        {"device int *constant p [[buffer(3)]];", "__MSL_SINCE_global_binding extern device int *constant p  "
                                                  "__asm__(\"msl.binding.buffer.\" __MSL_STRING(3) \".p\"); "
                                                  "__MSL_BOUND(buffer, 3, p);"},
        {"void f(const thread float &a, thread int &b);", "void f(const  float  a, thread int &b);"},
        {"struct S { S(const thread S &s); };",
         "struct S { __MSL_COPY_CONSTANT(S) __MSL_CONSTRUCT_CONSTANT(S) __MSL_COPY_RESULT(S) __MSL_ASSIGN(S) "
         "__MSL_ASSIGN_CONSTANT(S)  S(const thread S &s); void __msl_construct(const thread S &s) thread; };"},
        {"static inline thread int f(int a);", "static inline  int f(int a);"},
    };
    CHECK(examples);
}

static void classes(void **state)
{
    (void)state;
    static const char special[] = "__MSL_COPY(S) __MSL_COPY_CONSTANT(S) __MSL_ASSIGN(S) __MSL_ASSIGN_CONSTANT(S) ";
    char all[512], with[512];
    const example examples[] = {
        {"struct S { int a; };", (snprintf(all, sizeof all, "struct S { __MSL_DEFAULT(S) %s int a; };", special), all)},
        {"typedef struct { int a; } S;",
         (snprintf(with, sizeof with, "typedef struct S { __MSL_DEFAULT(S) %s int a; } S;", special), with)},
    };
    CHECK(examples);
    static const example others[] = {
        {"struct S;", "struct S;"},
        {"struct M { DEFINE_F(int) int g(); };",
         "struct M { __MSL_DEFAULT(M) __MSL_COPY(M) __MSL_COPY_CONSTANT(M) __MSL_ASSIGN(M) __MSL_ASSIGN_CONSTANT(M) "
         "DEFINE_F(int) int g(); };"},
        {"extern \"C\" struct E { int a; };",
         "extern \"C\" struct E { __MSL_DEFAULT(E) __MSL_COPY(E) __MSL_COPY_CONSTANT(E) __MSL_ASSIGN(E) int a; };"},
        {"union { int a; float b; };", "union { int a; float b; };"},
        {"struct { half d; } PACKED;", "struct { half d; } PACKED;"},
        {"class C { C(int a) : x(a) {} int f() const; static int g(); int x; };",
         "class C { public: __MSL_COPY(C) __MSL_COPY_CONSTANT(C) __MSL_CONSTRUCT_CONSTANT(C) __MSL_ASSIGN(C) "
         "__MSL_ASSIGN_CONSTANT(C) __MSL_FORWARD_ANY(C, f) private: C(int a) : x(a) {} int f() const thread; static "
         "int g(); int x; };"},
        {"struct N { int v; N operator+(const N b) const; N operator-() const; int operator[](int i) const; int w(); "
         "int v2() device; };",
         "struct N { __MSL_DEFAULT(N) __MSL_COPY(N) __MSL_COPY_CONSTANT(N) __MSL_ASSIGN(N) __MSL_ASSIGN_CONSTANT(N) "
         "__MSL_FORWARD_ONE(N, operator+) __MSL_FORWARD_NONE(N, operator-) __MSL_FORWARD_AT(N, operator[], int) "
         "int v; N operator+(const N b) const thread; N operator-() const thread; "
         "int operator[](int i) const thread; int w() thread; int v2() device; };"},
        {"struct R { int f(int a) const thread; int g() thread; int h() const device; int i() thread const; };",
         "struct R { __MSL_DEFAULT(R) __MSL_COPY(R) __MSL_COPY_CONSTANT(R) __MSL_ASSIGN(R) __MSL_ASSIGN_CONSTANT(R) "
         "__MSL_FORWARD_ANY(R, f) __MSL_FORWARD_ANY(R, i) int f(int a) const thread; int g() thread; int h() const "
         "device; int i() thread const; };"},
        {"union U { union { struct { int x; } p; struct Q { int y; } q; }; };",
         "union U { __MSL_DEFAULT(U) __MSL_COPY(U) __MSL_COPY_CONSTANT(U) __MSL_ASSIGN(U) __MSL_ASSIGN_CONSTANT(U) "
         "union { "
         "struct { int x; } p; struct Q { __MSL_DEFAULT(Q) __MSL_COPY(Q) __MSL_COPY_CONSTANT(Q) __MSL_ASSIGN(Q) "
         "__MSL_ASSIGN_CONSTANT(Q) int y; } q; }; };"},
        {"void f() { struct L { int a; }; }",
         "void f() { struct L { __MSL_DEFAULT(L) __MSL_COPY(L) __MSL_COPY_CONSTANT(L) __MSL_ASSIGN(L)  int a; }; }"},
        {"struct T { T() thread = default; T() constant = default; operator int() const thread; int h() device; };",
         "struct T { __MSL_COPY(T) __MSL_COPY_CONSTANT(T) __MSL_ASSIGN(T) __MSL_ASSIGN_CONSTANT(T)  T()  = default; "
         "T() __constant = default; "
         "operator int() const ; int h() device; };"},
    };
    CHECK(others);
}

/* A constructor's body becomes a method of objects in thread memory. */
static void constructors(void **state)
{
    (void)state;
#define CLASS(members)                                                                                                 \
    "struct S { __MSL_COPY(S) __MSL_COPY_CONSTANT(S) __MSL_CONSTRUCT_CONSTANT(S) __MSL_ASSIGN(S) "                     \
    "__MSL_ASSIGN_CONSTANT(S) " members
    static const example examples[] = {
        {"struct S { float t; S(float v, int n = 2) : t(0) { put(t, v); } };",
         CLASS("float t; S(float v, int n = 2) : t(0) { __MSL_THIS(S).__msl_construct_0(v, n); } "
               "void __msl_construct_0(float v, int n) thread { put(t, v); } };")},
        {"struct S { template <class T, class... U> constexpr explicit S(T v, U... u) thread { put(t, v); }\n};",
         CLASS("template <class T, class... U> constexpr explicit S(T v, U... u) { "
               "__MSL_THIS(S).__msl_construct_0(v, u...); } template <class T, class... U> constexpr void "
               "__msl_construct_0(T v, U... u) thread { put(t, v); }\n};")},
        {"struct S { int t, n; S(int v) : t(get(v)), n(f(*this)) {} int get(int v) thread; };",
         "struct S { __MSL_COPY(S) __MSL_COPY_CONSTANT(S) __MSL_CONSTRUCT_CONSTANT(S) __MSL_ASSIGN(S) "
         "__MSL_ASSIGN_CONSTANT(S) int t, n; S(int v) : t(__MSL_THIS(S).get(v)), n(f(*(&__MSL_THIS(S)))) {} "
         "int get(int v) thread; };"},
        /* another space, no name to pass on, nothing done */
        {"struct S { S(int a) device { put(t, a); } S(int) { t = 1; } S() {} };",
         CLASS("S(int a) device { put(t, a); } S(int) { t = 1; } S() {} };")},
        {"struct S { S(threadgroup T *) { t = 1; } S(const device V<T> &, int a) { t = a; } S(const T) { t = 2; } };",
         CLASS("S(threadgroup T *) { t = 1; } S(const device V<T> &, int a) { t = a; } S(const T) { t = 2; } };")},
        /* objects are made elsewhere */
        {"struct S { S(int a) { t = a; } }; void f() { new (p) device S(1); }",
         CLASS("S(int a) { t = a; } }; void f() { new (__msl_place_in_device(p)) device S(1); }")},
    };
    CHECK(examples);
#undef CLASS
}

#define ADDED(name)                                                                                                    \
    " __MSL_DEFAULT(" name ") __MSL_COPY(" name ") __MSL_COPY_CONSTANT(" name ") __MSL_ASSIGN(" name                   \
    ") __MSL_ASSIGN_CONSTANT(" name ") "
/* Members that are defined outside of their class. */
static void outside(void **state)
{
    (void)state;
    static const example examples[] = {
        {"struct A { int f(); int g() volatile; static int h(); int i() device; }; int A::f() { } int A::g() volatile "
         "{ } "
         "int A::h() { } int A::i() device { } int B::j() { }",
         "struct A {" ADDED(
             "A") "__MSL_FORWARD_ANY(A, g) int f() thread; int g() volatile thread; static int h(); int i() device; }; "
                  "int A::f() thread { } int A::g() volatile thread { } int A::h() { } int A::i() device { "
                  "} int B::j() { }"},
        {"template <class T> struct A { T operator()(T a); };\ntemplate <class T> T A<T>::operator()(T a) { }",
         "template <class T> struct A {" ADDED("A") "T operator()(T a) thread; };\n"
                                                    "template <class T> T A<T>::operator()(T a) thread { }"},
        {"template <class T> struct A { A(T); }; using B = A<int>;\ntemplate <class T> inline A<T>::A(T a) : t(a) { "
         "set(a); } int B::f() { }",
         "template <class T> struct A { __MSL_COPY(A) __MSL_COPY_CONSTANT(A) __MSL_CONSTRUCT_CONSTANT(A) "
         "__MSL_ASSIGN(A) "
         "__MSL_ASSIGN_CONSTANT(A) A(T); void __msl_construct(T) thread; }; using B = A<int>;\ntemplate <class T> "
         "inline "
         "A<T>::A(T a) : t(a) { __MSL_THIS(A).__msl_construct(a); } template <class T> inline void "
         "A<T>::__msl_construct(T a) thread { set(a); } int B::f() { }"},
    };
    CHECK(examples);
}

/* What a macro stands for. */
static void macros(void **state)
{
    (void)state;
    static const example examples[] = {
        {"#define mine device\nvoid f(mine int *p);", "#define mine device\nvoid f(mine int *p);"},
        {"#define mine const device\nvoid f(mine int *p);", "#define mine const device\nvoid f(mine int *p);"},
        {"#define shared threadgroup\nvoid f() { shared int a[4]; }",
         "#define shared threadgroup\nvoid f() { threadgroup auto &a = __msl_threadgroup_variable<int[4], "
         "__COUNTER__>(); }"},
        {"#ifdef O\n#define shared __local\n#else\n#define shared threadgroup\n#endif\nvoid f() { shared int a; }",
         "#ifdef O\n#define shared __local\n#else\n#define shared threadgroup\n#endif\nvoid f() { threadgroup auto &a "
         "= __msl_threadgroup_variable<int, __COUNTER__>(); }"},
        /* of two meanings, and of another */
        {"#define a\n#define a __shared__\n#define a threadgroup\nvoid f(a int *b);",
         "#define a\n#define a __shared__\n#define a threadgroup\nvoid f(a int *b);"},
        {"#define a thread\n#define a\nvoid f(a int *b, a float &c);",
         "#define a thread\n#define a\nvoid f(a int *b, a float &c);"},
        {"#define a threadgroup\n#define a\nvoid f() { a int b; }",
         "#define a threadgroup\n#define a\nvoid f() { a int b; }"},
        {"#define mine(x) device x\nvoid f(mine int *p);",
         "#define mine(x) device x\nvoid f(mine int * __attribute__((__msl_refused_pointer)) p);"},
        {"#define double float64\n#ifdef double\ndouble f(double x);",
         "#define __msl_name_double float64\n#ifdef __msl_name_double\n__msl_name_double f(__msl_name_double x);"},
    };
    CHECK(examples);
}

/* Overloads that differ in the address space of a const reference. */
static void overloads(void **state)
{
    (void)state;
    static const example examples[] = {
        {"int f(const device P &p); int f(const thread P &p); int f(constant P &p) { }",
         "int f(const device P &p) __MSL_PREFERRED; int f(const P p); int f(constant P &p) __MSL_PREFERRED { }"},
        {"P operator+(threadgroup P const &a, int b); P operator+(thread P const &a, int b);",
         "P operator+(threadgroup P const &a, int b) __MSL_PREFERRED; P operator+(P const a, int b);"},
        /* no rival; no const */
        {"int g(const device P &p); int f(device P &p); int f(const thread P &p);",
         "int g(const device P &p); int f(device P &p); int f(const P p);"},
    };
    CHECK(examples);
}

static void subscripts(void **state)
{
    (void)state;
    static const example examples[] = {
        {"x = t[i, j];", "x = t[__msl_subscript(i, j)];"},
        {"x = t[i] + f(a, b)[c(i, j)];", "x = t[i] + f(a, b)[c(i, j)];"},
        {"t.operator[]<plane>(i, j) = 1;", "t.operator[]<plane>(__msl_subscript(i, j)) = 1;"},
        {"x = t.operator[]<plane>(i);", "x = t.operator[]<plane>(i);"},
    };
    CHECK(examples);
}

/* Members are looked at once a program has spoken of tensors that a shader makes. */
static void members_of_classes(void **state)
{
    (void)state;
    static const example examples[] = {
        {"struct S { int a; T b; };", "struct S {" ADDED("S") "int a; T b; };"},
        {"using T = tensor_inline; struct S { int f(); T b; static constant int c = 1; T d[2]; };",
         "using T = tensor_inline; struct S {" ADDED(
             "S") "int f() thread; T b; __MSL_MEMBER_TYPE(b); static constant int c = 1; T "
                  "d[2]; __MSL_MEMBER_TYPE(d); };"},
    };
    CHECK(examples);
}

static void conditionals(void **state)
{
    (void)state;
    static const example examples[] = {
        {"x = c ? float4(0) : v;", "x = c ? __msl_value(float4(0)) : __msl_value(v);"},
        {"x = c ? p->a[i] : (q);", "x = c ? __msl_value(p->a[i]) : __msl_value((q));"},
        {"x = c ? a + b : *(p + 1);", "x = c ? a + b : __msl_value(*(p + 1));"},
        {"x = c ? *(const device T *)(p + 1) : *(device T *)p;",
         "x = c ? __msl_value(*(const device T *)(p + 1)) : __msl_value(*(device T *)p);"},
        {"x = c ? ((device T *)p)[1].x : reinterpret_cast<device T *>(p)[2];",
         "x = c ? __msl_value(((device T *)p)[1].x) : __msl_value(reinterpret_cast<device T *>(p)[2]);"},
        {"x = c ? *(p) * b : *(T *)p + 1;", "x = c ? *(p) * b : *(T *)p + 1;"},
        {"x = c ? (a + b) * c : (p)(1) + 2;", "x = c ? (a + b) * c : (p)(1) + 2;"},
        {"x = c ? pair<int, 2>(1, 2) : pair<int, 2>{2, 1};",
         "x = c ? __msl_value(pair<int, 2>(1, 2)) : __msl_value(pair<int, 2>{2, 1});"},
        {"f(c ? a < b : d < e, 2);", "f(c ? a < b : d < e, 2);"},
        {"x = a[c ? 0 : y];", "x = a[c ? __msl_literal<decltype(y)>::__of(0) : __msl_value(y)];"},
        {"x = c ? 0 : y;", "x = c ? __msl_literal<decltype(y)>::__of(0) : __msl_value(y);"},
        {"x = a ? 1 : b ? 2 : f(3);", "x = a ? __msl_literal<decltype(b ? 2 : f(3))>::__of(1) : b ? "
                                      "__msl_literal<decltype(f(3))>::__of(2) : __msl_value(f(3));"},
        {"(c ? a : b) = 1;", "(c ? a : b) = 1;"},
        {"c ? f() : g();", "c ? f() : g();"},
        {"device T &r = c ? a[0] : b;", "device T &r = c ? a[0] : b;"},
    };
    CHECK(examples);
}

static void vectors(void **state)
{
    (void)state;
    static const example examples[] = {
        {"v.x += 2;", "v.x = __msl_value(v.x) + (2);"},
        {"p[i].xy *= a + b, c;", "p[i].xy = __msl_value(p[i].xy) * (a + b), c;"},
        {"f(i++).x += 2;", "({ auto &&__place = f(i++); __place.x = __msl_value(__place.x) + ( 2); });"},
        {"if (c) (*p++).x -= g<4>(q++)->y *= 2;",
         "if (c) ({ auto &&__place = (*p++); __place.x = __msl_value(__place.x) - ( ({ auto &&__place = g<4>(q++); "
         "__place->y = __msl_value(__place->y) * ( 2); })); });"},
        {"return (*p).xy.y = 1;",
         "return (({ auto &&__place = (*p); __place.xy = __msl_with(__place.xy, 1, 1); })).y;"},
        {"*p.x += 2;", "*p.x += 2;"},
        {"a[i++].xy * s.f<2>(j++).xy", "__msl_value(a[i++].xy) * __msl_value(s.f<2>(j++).xy)"},
        {"#define STEP a[i++].x++\n#define ADD(e) v.x += e\nf();",
         "#define STEP ({ auto &&__place = a[i++]; __msl_before(__msl_value(__place.x), __place.x = __place.x + 1); "
         "})\n"
         "#define ADD(e) v.x = __msl_value(v.x) + ( e)\nf();"},
        {"--a[i--].z;", "({ auto &&__place = a[i--]; (__place.z = __place.z - 1); });"},
        {"++v.xy.y;", "(v.xy = __msl_with(v.xy, 1, v.xy.y + 1)).y;"},
        {"v.x++;", "__msl_before(__msl_value(v.x), v.x = v.x + 1);"},
        {"++v.x;", "(v.x = v.x + 1);"},
        {"typedef float f8 __attribute__((ext_vector_type(8))); f8 a = f8(1, 2, 3, 4, 5, 6, 7, 8) + f8(1);",
         "typedef float f8 __attribute__((ext_vector_type(8))); f8 a __attribute__((__msl_refused_program_scope)) = "
         "(f8)(1, 2, 3, 4, 5, 6, 7, 8) + f8(1);"},
        {"using f8 = float __attribute__((ext_vector_type(8))); f(f8(a, g(b, c), -1, 2, v[0], x.y));",
         "using f8 = float __attribute__((ext_vector_type(8))); f((f8)(__msl_part<f8>(a), "
         "__msl_part<f8>(g(b, c)), -1, 2, __msl_part<f8>(v[0]), __msl_part<f8>(x.y)));"},
        {"a.xy * b.xy", "__msl_value(a.xy) * __msl_value(b.xy)"},
        {"float4 v = {1, 2};", "float4 v __attribute__((__msl_refused_program_scope)) = {__msl_filled{}, 1, 2};"},
        {"f(float2{1, 2});", "f(float2{1, 2});"},
        {"namespace own { union float4 { int a; }; } float f() { own::float4 v = {1}; return v.a; }",
         "namespace own { union float4 { __MSL_DEFAULT(float4) __MSL_COPY(float4) __MSL_COPY_CONSTANT(float4) "
         "__MSL_ASSIGN(float4) __MSL_ASSIGN_CONSTANT(float4) int a; }; } float f() { own::float4 v = {1}; return v.a; "
         "}"},
        {"namespace own { using half2 = int[2]; half2 v = {1}; }",
         "namespace own { using half2 = int[2]; half2 v __attribute__((__msl_refused_program_scope)) = {1}; }"},
    };
    CHECK(examples);
}

static void rest(void **state)
{
    (void)state;
    static const example examples[] = {
        {"template <class T, uint N> void f(vec<T, N> v);", "template <class T, int N> void f(vec<T, N> v);"},
        {"template <unsigned int C, uint N> void f(matrix<half, C, 2> v);",
         "template < int C, uint N> void f(matrix<half, C, 2> v);"},
        {"template <void (*f)(int)> void g();", "template <void (&f)(int)> void g();"},
        {"using F = void (*)(int); template <typename T, F f> void g();",
         "using F = void (*)(int); template <typename T, typename __msl_function_reference<F>::type  f> void g();"},
        {"#pragma METAL fp math_mode( safe )\n",
         "_Pragma(\"clang fp reassociate(off) reciprocal(off) contract(on)\") __MSL_MATH_FILE(\"00\")   \n"},
        {"{\n#pragma METAL fp contract(off)\n}",
         "{\n_Pragma(\"clang fp contract(off)\") __MSL_MATH_BLOCK(\"-0:1:00000001\")  \n}"},
        {"{\n#pragma METAL fp contract(fast)\n#pragma STDC FP_CONTRACT OFF\n f(); }",
         "{\n_Pragma(\"clang fp contract(fast)\") \n"
         "_Pragma(\"clang fp contract(off)\") __MSL_MATH_BLOCK(\"-0:1:00000007\")   \n f(); }"},
        {"_Pragma(\"METAL fp contract(off)\")", "_Pragma(\"clang fp contract(off)\") __MSL_MATH_FILE(\"-0\") "},
        {"#define SAFE _Pragma(\"METAL fp math_mode(safe)\")\nvoid f() { SAFE }",
         "#define SAFE _Pragma(\"clang fp reassociate(off) reciprocal(off) contract(on)\")\n"
         "void f() { SAFE __MSL_MATH_BLOCK(\"00:0:00000052\")  }"},
        {"#pragma STDC FENV_ACCESS ON\n", "#pragma STDC FENV_ACCESS ON\n"},
        {"void f(coherent(device) device int *p);", "void f(__MSL_SINCE_coherent device int *p);"},
        {"struct P {}; void f(P &a, const P *b, device P *c); int g = a * P;",
         "struct P { __MSL_DEFAULT(P) __MSL_COPY(P) __MSL_COPY_CONSTANT(P) __MSL_ASSIGN(P) __MSL_ASSIGN_CONSTANT(P) }; "
         "void f(P & __attribute__((__msl_refused_reference)) a, const P * __attribute__((__msl_refused_pointer)) b, "
         "device P *c); int g __attribute__((__msl_refused_program_scope)) = a * P;"},
        {"void f() { static int a; static constant int b = 1; }",
         "void f() { __msl_refused_local_static static int a; static constant int b = 1; }"},
        {"struct R { array<sampler, 2> s; }; void f(constant R &a) { R b = a; constant R &c = a; }",
         "struct R { __MSL_DEFAULT(R) __MSL_COPY(R) __MSL_COPY_CONSTANT(R) __MSL_ASSIGN(R) __MSL_ASSIGN_CONSTANT(R) "
         "array<sampler, 2> s; }; void f(constant R &a) { R b __attribute__((__msl_refused_resource_array)) = a; "
         "constant R &c = a; }"},
        {"void f() { asm(\"\"); }", "void f() { __msl_refused_asm asm(\"\"); }"},
        {"long long a(int b);", "long __attribute__((__msl_refused_long_long)) long a(int b);"},
        {"int main(int a);", "int __msl_refused_main(int a);"},
        {"namespace n { void main(); }", "namespace n { void __msl_refused_main(); }"},
        {"void f() { main(1); int main = 2; }", "void f() { main(1); int main = 2; }"},
        {"void f() { new (p) int; new (p) device int; }",
         "void f() { __msl_refused_new new (p) int; new (__msl_place_in_device(p)) device int; }"},
        {"f([&](int a) {});", "f(__MSL_SINCE_lambda [&](int a) {});"},
        {"int n = 1; const float m[2] = {}; device int *p; constexpr sampler s; constant int c = 2; struct Q q;",
         "int n __attribute__((__msl_refused_program_scope)) = 1; const float m "
         "__attribute__((__msl_refused_program_scope))[2] = {}; device int "
         "*p __attribute__((__msl_refused_program_scope)); constexpr sampler s; constant int c = 2; struct Q q;"},
    };
    CHECK(examples);
}

/* ---- Whatever the bytes */

static uint32_t random_state;
static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)random_state * n >> 32);
}

static size_t count_lines(const char *text, size_t size)
{
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

static void keeps_lines(void **state)
{
    (void)state;
    static const char *const pieces[] = {"[[",
                                         "]]",
                                         "(",
                                         ")",
                                         "{",
                                         "}",
                                         "<",
                                         ">",
                                         "?",
                                         ":",
                                         "::",
                                         ";",
                                         ",",
                                         "\"",
                                         "'",
                                         "/*",
                                         "*/",
                                         "//",
                                         "\\\n",
                                         "\n",
                                         "\n#if X\n",
                                         "\n#else\n",
                                         "\n#endif\n",
                                         "\n#define X(a) ",
                                         "threadgroup ",
                                         "constant ",
                                         "kernel void ",
                                         "struct ",
                                         "class a",
                                         "template ",
                                         "operator",
                                         "R\"(",
                                         "thread ",
                                         " & ",
                                         " * ",
                                         ".xy",
                                         "+=",
                                         "++",
                                         "1.5",
                                         "0x",
                                         "[[kernel]]",
                                         "[[function_constant(",
                                         "= {",
                                         "float4 ",
                                         "a",
                                         "b ",
                                         "const ",
                                         "typedef ",
                                         "using a = void (*)(int);",
                                         "\xff",
                                         "->",
                                         "~",
                                         "#",
                                         "##",
                                         "alignas(",
                                         "noexcept(",
                                         "new (",
                                         "long "};
    random_state = 1;
    for (int round = 0; round < 20000; round++) {
        char source[512];
        size_t size = 0;
        for (uint32_t n = random_below(40); n > 0; n--) {
            const char *piece = pieces[random_below(sizeof pieces / sizeof *pieces)];
            memcpy(source + size, piece, strlen(piece));
            size += strlen(piece);
            if (size > 480)
                break;
        }
        if (size && random_below(8) == 0)
            source[random_below((uint32_t)size)] = 0;
        char *exact = malloc(size ? size : 1), *log; /* so that a sanitizer sees a read past the end */
        memcpy(exact, source, size);
        sm_source *rewritten = sm_source_create(exact, size, &log);
        assert_non_null(rewritten);
        assert_int_equal(count_lines(exact, size), count_lines(sm_source_text(rewritten), sm_source_size(rewritten)));
        char *diagnostics =
            sm_source_diagnostics(rewritten, 0, "program_source:1:9: error: x\nprogram_source:99:1: note: y\n");
        assert_non_null(diagnostics);
        free(diagnostics);
        sm_source_destroy(rewritten);
        free(exact);
    }
}

static void refuses_too_much(void **state)
{
    (void)state;
    char *log, byte = 0;
    assert_null(sm_source_create(&byte, (size_t)TOKEN_MAX_SOURCE + 1, &log));
    assert_non_null(strstr(log, "larger than 64 MB"));
    free(log);
}

/* ---- Diagnostics */

static void check_diagnostics(const char *program, const char *clang, const char *expected)
{
    char *log;
    sm_source *source = sm_source_create(program, strlen(program), &log);
    assert_non_null(source);
    char *text = sm_source_diagnostics(source, 200, clang);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    sm_source_destroy(source);
}

static void words_diagnostics(void **state)
{
    (void)state;
    /* a column behind what the rewriter added */
    check_diagnostics(
        "float a(float b);\nvoid f() { g(1.0, x); }\n",
        "program_source:2:20: error: use of undeclared identifier 'x'\n1 error generated.\n",
        "program_source:2:19: error: use of undeclared identifier 'x'\nvoid f() { g(1.0, x); }\n                  ^\n");
    /* types */
    check_diagnostics("x\n",
                      "program_source:1:1: error: no conversion from '__global metal::vec<unsigned int, 4>' (aka "
                      "'__global vec<unsigned int, 4>') to 'const __constant metal::matrix<float, 4, 3> *__private'\n",
                      "program_source:1:1: error: no conversion from 'device uint4' to 'constant float4x3 *'\nx\n^\n");
    /* an error in a header, at the line that led to it; notes of headers go */
    check_diagnostics("\n\tf(1);\n",
                      "In file included from <built-in>:1:\n/usr/x.h:3:1: error: static assertion failed: "
                      "no\n/usr/x.h:9:9: note: inside\nprogram_source:2:2: note: in "
                      "instantiation of 'f'\n",
                      "program_source:2:2: error: static assertion failed: no\n\tf(1);\n\t^\n");
    /* a refused word, and not what follows from it */
    check_diagnostics("double d(int a);\n",
                      "program_source:1:1: error: attempt to use a poisoned identifier\nprogram_source:1:1: error: use "
                      "of type 'double'\n",
                      "program_source:1:1: error: 'double' is not supported in Metal\ndouble d(int a);\n^\n");
    check_diagnostics(
        "int main(int a);\n", "program_source:1:5: error: attempt to use a poisoned identifier\n",
        "program_source:1:5: error: a function cannot be named 'main' in Metal\nint main(int a);\n    ^\n");
    check_diagnostics("x\n", "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),       cmocka_unit_test(literals),         cmocka_unit_test(attributes),
        cmocka_unit_test(kernels),      cmocka_unit_test(variables),        cmocka_unit_test(classes),
        cmocka_unit_test(constructors), cmocka_unit_test(outside),          cmocka_unit_test(macros),
        cmocka_unit_test(overloads),    cmocka_unit_test(subscripts),       cmocka_unit_test(members_of_classes),
        cmocka_unit_test(conditionals), cmocka_unit_test(vectors),          cmocka_unit_test(rest),
        cmocka_unit_test(keeps_lines),  cmocka_unit_test(refuses_too_much), cmocka_unit_test(words_diagnostics),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
