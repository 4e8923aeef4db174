/* language.h: MSL's keywords and built-in names on top of Clang's C++ for OpenCL. Included before everything, also
 * before a program that includes nothing.
 *
 * Headers of softmetal use reserved identifiers only: a user's macro named T, N or x must not reach them. */
#ifndef __MSL_LANGUAGE_H
#define __MSL_LANGUAGE_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
#pragma OPENCL EXTENSION __cl_clang_non_portable_kernel_param_types : enable

/* What programs ask for (MSL 1.6.2). The version follows the compile options. */
#ifndef __METAL_VERSION__
#define __METAL_VERSION__ 410
#endif
#if __METAL_VERSION__ >= 300
#define __METAL__ 1
#endif
#define __METAL_MACOS__ 1
#define __HAVE_TEXTURE_CUBE_ARRAY__ 1
#if __METAL_VERSION__ >= 200
#define __HAVE_SIMDGROUP__ 1
#endif
#if __METAL_VERSION__ >= 210
#define __HAVE_QUADGROUP__ 1
#define __HAVE_SIMDGROUP_BALLOT__ 1
#define __HAVE_SIMDGROUP_REDUCTION__ 1
#define __HAVE_TEXTURE_BUFFER__ 1
#endif
#if __METAL_VERSION__ >= 230
#define __HAVE_SIMDGROUP_MATRIX__ 1
#endif
#if __METAL_VERSION__ >= 240
#define __HAVE_ATOMIC_ULONG_MIN_MAX__ 1
#endif
#if __METAL_VERSION__ >= 310
#define __HAVE_BFLOAT__ 1
#endif
#if __METAL_VERSION__ >= 320
#define __HAVE_ATOMIC_FENCE__ 1
#define __HAVE_COHERENT__ 1
#endif
#if __METAL_VERSION__ >= 400
#define __HAVE_PACKED_NUMERIC__ 1
#define __HAVE_PACKED_NUMERIC_TYPE__ 1
#define __HAVE_INT4B_FORMAT_TYPE__ 1
#define __HAVE_TENSOR__ 1
#define __HAVE_TENSOR_VECTOR_ACCESSOR__ 1
#endif
#if __METAL_VERSION__ >= 410
#define __HAVE_INT2B_FORMAT_TYPE__ 1
#define __HAVE_METAL_FP4_E2M1_FORMAT_TYPE__ 1
#define __HAVE_METAL_FP8_E4M3_FORMAT_TYPE__ 1
#define __HAVE_METAL_FP8_E5M2_FORMAT_TYPE__ 1
#define __HAVE_METAL_FP8_UE8M0_FORMAT_TYPE__ 1
#define __HAVE_PACKED_NUMERIC_TYPE_PACK_UNPACK__ 1
#define __HAVE_TENSOR_GET_STRIDE_BYTES__ 1
#define __HAVE_TENSOR_MULTIPLANE__ 1
#endif
#define METAL_FUNC inline __attribute__((always_inline))
#define NULL __null
#define assert(...) ((void)0)

/* Attributes reach reflection as strings (table in compiler/rewrite/rewrite.h). The GNU spelling is taken in every position
 * where MSL has `[[…]]`: on explicit instantiations, after array declarators, between specifiers. */
#define __MSL_STRING_(...) #__VA_ARGS__
#define __MSL_STRING(...) __MSL_STRING_(__VA_ARGS__)
#define __MSL_ANNOTATE(__text) __attribute__((annotate(__text)))
#define __MSL_PASTE_(__a, __b) __a##__b
#define __MSL_PASTE(__a, __b) __MSL_PASTE_(__a, __b)

/* Address spaces (MSL 4). What is constant is const as well, so that a constant array binds to a constant pointer. */
#define device __global
#define threadgroup __local
#define thread __private
#define constant const __constant
#define kernel __MSL_ANNOTATE("msl.kernel")
#define vertex __MSL_ANNOTATE("msl.vertex")
#define fragment __MSL_ANNOTATE("msl.fragment")

/* The macros and keywords that OpenCL adds are ordinary names in MSL. */
#define global __msl_name_global
#define local __msl_name_local
#define generic __msl_name_generic
#define read_only __msl_name_read_only
#define write_only __msl_name_write_only
#define read_write __msl_name_read_write
#define pipe __msl_name_pipe
#define vec_step __msl_name_vec_step
#define atomic_int __msl_name_atomic_int
#define atomic_uint __msl_name_atomic_uint
#define atomic_long __msl_name_atomic_long
#define atomic_ulong __msl_name_atomic_ulong
#define atomic_float __msl_name_atomic_float
#define atomic_double __msl_name_atomic_double
#define atomic_flag __msl_name_atomic_flag
#define atomic_intptr_t __msl_name_atomic_intptr_t
#define atomic_uintptr_t __msl_name_atomic_uintptr_t
#define atomic_size_t __msl_name_atomic_size_t
#define atomic_ptrdiff_t __msl_name_atomic_ptrdiff_t
#define sampler_t __msl_name_sampler_t
#define event_t __msl_name_event_t
#define clk_event_t __msl_name_clk_event_t
#define queue_t __msl_name_queue_t
#define reserve_id_t __msl_name_reserve_id_t
#define to_global __msl_name_to_global
#define to_local __msl_name_to_local
#define to_private __msl_name_to_private
#undef CLK_NORMALIZED_COORDS_TRUE
#undef __OPENCL_C_VERSION__
#undef __OPENCL_CPP_VERSION__
#undef __OPENCL_VERSION__
#undef __OPENCL__

/* Scalars (MSL 2.1). */
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
namespace std {
/* For declarations that mention it: clang makes none in this mode. */
template <class __E> class initializer_list
{
    const __E *__first;
    size_t __count;
    constexpr initializer_list(const __E *__f, size_t __n) : __first(__f), __count(__n) {}

public:
    constexpr initializer_list() : __first(nullptr), __count(0) {}
    constexpr size_t size() const { return __count; }
    constexpr const __E *begin() const { return __first; }
    constexpr const __E *end() const { return __first + __count; }
};
}
namespace metal {
using std::initializer_list;
using ::uchar, ::ushort, ::uint, ::ulong, ::size_t, ::ptrdiff_t, ::intptr_t, ::uintptr_t;
using ::int8_t, ::uint8_t, ::int16_t, ::uint16_t, ::int32_t, ::uint32_t, ::int64_t, ::uint64_t;
}

/* Where a constraint fails, the user sees an operand error at his own line, not one inside a header. */
#define __MSL_REQUIRES(__condition, __text) __attribute__((enable_if(__condition, __text)))
/* A constant subscript beyond the last component is an error (MSL 2.3.1). */
#ifdef __MSL_FAULT_subscript_unchecked
#define __MSL_WITHIN(__n)
#else
#define __MSL_WITHIN(__n) __attribute__((diagnose_if(__i < 0 || __i >= (__n), "subscript is out of bounds", "error")))
#endif
/* What the text allows and Apple's library refuses. */
#define __MSL_NOT_ON_A_MAC(__condition, __text) __attribute__((diagnose_if(__condition, __text, "warning")))
#define __MSL_INLINE __attribute__((always_inline)) inline

/* `a[i, j]`: the rewriter puts a call around what stands between the brackets. A tensor takes both (MSL 2.22.2.3), anything else the
 * last one, as C++ has it. */
template <class... __I> struct __msl_subscripts {
    long __values[sizeof...(__I)];
    constexpr operator long() const { return __values[sizeof...(__I) - 1]; }
};
template <class __I> constexpr __I __msl_subscript(__I __i) { return __i; }
template <class... __I> constexpr __msl_subscripts<__I...> __msl_subscript(__I... __i) { return {{(long)__i...}}; }

/* Of two overloads that are as good, the one to take (compiler/rewrite/overloads.c). */
#define __MSL_PREFERRED __attribute__((enable_if(true, "")))
/* What the rewriter writes besides annotations. A variable that evaluates an index; whether a function constant has a value; the special
 * members that copy from constant memory. */
#define __MSL_IDS(__a, __b) static_assert(__msl_increase(__a, __b), "the ids of an argument buffer's members must increase");
#ifdef __MSL_FAULT_texture_local_unchecked
#define __MSL_LOCAL_TEXTURE(__name) static_assert(true, "")
#else
#define __MSL_LOCAL_TEXTURE(__name) static_assert(!::metal::__local_texture<decltype(__name)>::__writes, "")
#endif
#if __METAL_VERSION__ >= 400
#define __MSL_MEMBER_TYPE(__name) \
    static_assert(!::metal::__is_no_member<__remove_all_extents(decltype(__name))>, "a shader-allocated or cooperative tensor cannot be a member of an aggregate")
#else
#define __MSL_MEMBER_TYPE(__name)
#endif
#define __MSL_PART /* before an instantiation of a kernel: `extern` where another part has it (compiler/process/clang.c) */
#define __MSL_BOUND(__kind, __index, __name) typedef decltype(__name) __MSL_PASTE(__msl_bound_##__kind##_, __index)
#define __MSL_INDEX(...) \
    static_assert(!__builtin_constant_p(__VA_ARGS__) || __msl_is_index(__VA_ARGS__), "an index must fit in 32 bits"); \
    static constant uint __MSL_PASTE(__msl_index_, __COUNTER__) __attribute__((used)) \
    __MSL_ANNOTATE("msl.index:" __MSL_STRING(__VA_ARGS__)) = __msl_index(__VA_ARGS__);
/* Where pragmas change the math mode, at file scope and in a block (compiler/rewrite/rewrite.h). */
#define __MSL_MATH_FILE(__text) \
    static constant uint __MSL_PASTE(__msl_math_, __COUNTER__) __attribute__((used)) __MSL_ANNOTATE("msl.math:" __text) = 0;
#define __MSL_MATH_BLOCK(__text) uint __MSL_PASTE(__msl_math_, __COUNTER__) __MSL_ANNOTATE("msl.math:" __text);
#define __MSL_FUNCTION_CONSTANT_DEFINED(__index, __name, ...) \
    extern constant bool __MSL_PASTE(__msl_function_constant_defined_, __name) \
    __asm__("msl.function_constant_defined." __MSL_STRING(__index) "." __MSL_STRING(__name) "." __MSL_STRING(__VA_ARGS__)); \
    static_assert((__index) >= 0 && (__index) <= 65535, "the index of a function constant must be from 0 to 65535"); \
    static_assert(__msl_is_constant_type<decltype(__name)>, "a function constant must be a scalar or a vector");
/* A function constant of a type that the source does not call by its usual name. */
#define __MSL_FUNCTION_CONSTANT_TYPE(__name) \
    static constant uint __MSL_PASTE(__msl_constant_type_, __COUNTER__) __attribute__((used)) \
    __MSL_ANNOTATE("msl.constant_type:" __MSL_STRING(__name)) = ::metal::__data_type<decltype(__name)>::__number;
#define __MSL_DEFAULT(...) __VA_ARGS__() = default;
/* The condition makes it the better one for `T({a, b})`. */
#define __MSL_COPY(...) \
    __VA_ARGS__(const __VA_ARGS__ &) __attribute__((enable_if(true, ""))) = default; \
    __VA_ARGS__(const __VA_ARGS__ &) __constant = default;
/* Where the program says how objects in thread memory are copied: so are results, which have no address space. */
#define __MSL_COPY_RESULT(...) \
    __VA_ARGS__(const __VA_ARGS__ &__o) : __VA_ARGS__((const thread __VA_ARGS__ &)__o) {}
#define __MSL_COPY_CONSTANT(...) \
    __VA_ARGS__(const __constant __VA_ARGS__ &) = default; \
    __VA_ARGS__(const __constant __VA_ARGS__ &) __constant = default;
/* A constant is made as a variable is: by a copy of one. */
#define __MSL_CONSTRUCT_CONSTANT(...) \
    template <class... __A> constexpr __VA_ARGS__(__A... __a) __constant : __VA_ARGS__(__VA_ARGS__(__a...)) {}
/* The object of a constructor: in thread memory, as its methods are (compiler/rewrite/constructors.c). */
#define __MSL_THIS(...) ((thread __VA_ARGS__ &)*this)
#define __MSL_ASSIGN(...) __VA_ARGS__ &operator=(const __VA_ARGS__ &) = default;
#define __MSL_ASSIGN_RESULT(__space, ...) \
    __space __VA_ARGS__ &operator=(const __VA_ARGS__ &__o) __space { return *this = (const thread __VA_ARGS__ &)__o; }
#define __MSL_ASSIGN_CONSTANT(...) \
    template <class __Other, class = ::metal::enable_if_t<__is_same(__Other, __VA_ARGS__)>> \
    __VA_ARGS__ &operator=(const __constant __Other &__other) { return *this = __Other(__other); }
/* Of another type that converts to this one: clang does not convert what lies in the constant address space on the way to a reference. */
#define __MSL_ASSIGN_CONVERTED(...) \
    template <class __Other, class = ::metal::enable_if_t<!__is_same(__Other, __VA_ARGS__) && __is_convertible(__Other, __VA_ARGS__)>, int = 0> \
    __VA_ARGS__ &operator=(const __constant __Other &__other) \
    { \
        __VA_ARGS__ __converted = __Other(__other); \
        return *this = __converted; \
    }
/* A method of objects in thread memory, called on the result of another function, which has no address space, but lies in thread memory. */
#define __MSL_FORWARD(__class, __head, __method, __parameters, ...) \
    template <__head, class __S = __class> constexpr decltype(auto) __method __parameters const && \
    { \
        const thread __S &__msl_object = (const thread __S &)*this; \
        if constexpr (__msl_is_own<decltype(__msl_object.__method(__VA_ARGS__))>) { \
            auto __msl_result = __msl_object.__method(__VA_ARGS__); \
            return __msl_result; \
        } else return __msl_object.__method(__VA_ARGS__); \
    }
#define __MSL_FORWARD_NONE(__class, __method) __MSL_FORWARD(__class, class = void, __method, (), )
#define __MSL_FORWARD_ONE(__class, __method) __MSL_FORWARD(__class, class __A, __method, (__A &&__a), static_cast<__A &&>(__a))
/* No better than the method itself, which `T{…}[i]` may call: what is made so lies in thread memory. */
#define __MSL_FORWARD_AT(__class, __method, __t) __MSL_FORWARD(__class, class = void, __method, (__t __a), __a)
#define __MSL_FORWARD_ANY(__class, __method) __MSL_FORWARD(__class, class... __A, __method, (__A &&...__a), static_cast<__A &&>(__a)...)
/* Whether what a method gives may refer to the object itself. */
template <class __T> constexpr bool __msl_is_own = false;
template <class __T> constexpr bool __msl_is_own<thread __T &> = true;
template <class __T> constexpr bool __msl_is_own<__generic __T &> = true;
namespace metal {
template <class __T> constexpr bool __is_no_member = false;
/* A variable of a texture type, or an array of them. */
template <class __T> struct __local_texture { static constexpr bool __writes = __T::__writes; };
template <class __T, unsigned long __N> struct __local_texture<__T[__N]> : __local_texture<__T> {};
template <bool, class __T = void> struct enable_if {};
template <class __T> struct enable_if<true, __T> { typedef __T type; };
template <bool __B, class __T = void> using enable_if_t = typename enable_if<__B, __T>::type;
}

#include "operations.h"

constexpr bool __msl_increase(ulong __a, ulong __b) { return __a < __b; }
template <class __T> constexpr bool __msl_is_index(__T __i) { return __i == (__T)(uint)__i; }
/* An index is an integer. */
template <class __T, metal::enable_if_t<__is_integral(__T) || __is_enum(__T), int> = 0> constexpr uint __msl_index(__T __i) { return (uint)__i; }
/* Whether a function constant can have the type: not an array, nor a structure of the program's own. */
template <class __T> constexpr constant bool __msl_is_constant_type = !__is_array(__T) && (!__is_class(__T) || __is_constructible(__T, int)) && !__is_union(__T);

/* A threadgroup variable: lowering gives each pair of kernel and id its place in threadgroup memory. */
extern "C" threadgroup void *__msl_threadgroup_alloc(uint __id, uint __size, uint __align);
template <class __T, int __Id, uint __Align = alignof(__T)> __MSL_INLINE threadgroup __T &__msl_threadgroup_variable()
{
    return *(threadgroup __T *)__msl_threadgroup_alloc(__Id, sizeof(__T) < ~0u ? (uint)sizeof(__T) : ~0u, __Align);
}

/* `threadgroup T x[8] = {…};`: every thread copies the value it makes. */
template <class __T> __MSL_INLINE void __msl_assign(threadgroup __T &__to, const thread __T &__from) { __to = __from; }
template <class __T, size_t __N> __MSL_INLINE void __msl_assign(threadgroup __T (&__to)[__N], const thread __T (&__from)[__N])
{
    for (size_t __i = 0; __i < __N; __i++) __msl_assign(__to[__i], __from[__i]);
}

/* p += n where n is of a class that converts to a number: clang has no such operator for variables with address spaces. */
template <class __T, class __S, metal::enable_if_t<__is_class(__S) && __is_convertible_to(__S, long), int> = 0>
__MSL_INLINE __T *thread &operator+=(__T *thread &__p, __S __n) { return __p = __p + (long)__n; }
template <class __T, class __S, metal::enable_if_t<__is_class(__S) && __is_convertible_to(__S, long), int> = 0>
__MSL_INLINE __T *thread &operator-=(__T *thread &__p, __S __n) { return __p = __p - (long)__n; }

/* Placement new: the place is in the address space that its type names (MSL 6.2). */
template <class __T> __MSL_INLINE constexpr device __T *__msl_place_in_device(device __T *__p) { return __p; }
template <class __T> __MSL_INLINE constexpr thread __T *__msl_place_in_thread(thread __T *__p) { return __p; }
template <class __T> __MSL_INLINE constexpr threadgroup __T *__msl_place_in_threadgroup(threadgroup __T *__p) { return __p; }

/* half op enumerator: clang finds the built-in operators ambiguous, as half is none of its promoted types. */
#define __MSL_ENUMERATOR \
    template <class __H, class __E, metal::enable_if_t<__is_same(__H, half) && __is_enum(__E) && __is_convertible_to(__E, int), int> = 0>
#define __MSL_HALF_AND_ENUMERATOR(__result, __op) \
    __MSL_ENUMERATOR constexpr __result operator __op(__H __a, __E __b) { return __a __op(half)(__underlying_type(__E)) __b; } \
    __MSL_ENUMERATOR constexpr __result operator __op(__E __a, __H __b) { return (half)(__underlying_type(__E)) __a __op __b; }
#define __MSL_HALF_ASSIGN_ENUMERATOR(__op) \
    __MSL_ENUMERATOR __generic __H &operator __op##=(__generic __H &__a, __E __b) { return __a = __a __op __b; }
__MSL_HALF_AND_ENUMERATOR(half, +) __MSL_HALF_AND_ENUMERATOR(half, -) __MSL_HALF_AND_ENUMERATOR(half, *)
__MSL_HALF_AND_ENUMERATOR(half, /) __MSL_HALF_AND_ENUMERATOR(bool, <) __MSL_HALF_AND_ENUMERATOR(bool, >)
__MSL_HALF_AND_ENUMERATOR(bool, <=) __MSL_HALF_AND_ENUMERATOR(bool, >=) __MSL_HALF_AND_ENUMERATOR(bool, ==)
__MSL_HALF_AND_ENUMERATOR(bool, !=)
__MSL_HALF_ASSIGN_ENUMERATOR(+) __MSL_HALF_ASSIGN_ENUMERATOR(-) __MSL_HALF_ASSIGN_ENUMERATOR(*) __MSL_HALF_ASSIGN_ENUMERATOR(/)

/* The type of a template's parameter: a pointer to a function is no constant expression in this mode, a reference is. */
template <class __T> struct __msl_function_reference { typedef __T type; };
template <class __F> struct __msl_function_reference<__F *> { typedef __F &type; };

/* What `decltype` gives: thread memory, where a program's variables lie, is no part of their types. */
template <class __T, bool = __is_lvalue_reference(__T)> struct __msl_without_thread { typedef __T __type; };
template <class __T> struct __msl_without_thread<__private __T, false> { typedef __T __type; };
template <class __T> struct __msl_without_thread<__T, true> { typedef __remove_reference_t(__T) &__type; };
template <class __T> using __msl_own_type = typename __msl_without_thread<__T>::__type;

/* `c ? prvalue : lvalue` of one class type is an error where lvalues carry an address space: the rewriter passes the
 * lvalue through this. */
template <class __T> __MSL_INLINE constexpr __T __msl_value(__T __v) { return __v; }
/* A vector with another component: the rewriter's `v.rgb.r = e`. */
template <class __V, class __E> __MSL_INLINE constexpr __V __msl_with(__V __v, int __i, __E __e)
{
    __v[__i] = __e;
    return __v;
}
/* The value of `v.x++`, whose second argument stores the new one: clang evaluates arguments in order. */
template <class __T, class __U> __MSL_INLINE constexpr __T __msl_before(__T __old, __U __new)
{
#ifdef __MSL_FAULT_component_step_new
    return __new;
#endif
    return __old;
}

#endif
