/* functions.h: how the library's functions are overloaded.
 *
 * MSL overloads a function for every scalar and vector type it is meant for. Scalars are real overloads here, so that
 * mixed arguments are as ambiguous as MSL says. Vectors are one template for each function: at least one argument is
 * a vec or packed_vec, all vectors are of one type, and the other arguments convert to it (max(v, 0.0f)). Lane by
 * lane it calls the scalar. */
#ifndef __MSL_FUNCTIONS_H
#define __MSL_FUNCTIONS_H
#include "../metal_types"

#ifndef __MSL_SIMD_WIDTH
#define __MSL_SIMD_WIDTH 32
#endif
/* Which variants unqualified names mean (MSL 1.6.3): the default of -fmetal-math-fp32-functions is fast. */
#ifndef __MSL_FAST_FUNCTIONS
#define __MSL_FAST_FUNCTIONS 1
#endif

namespace metal {

/* Element types, as a set of bits. */
enum : int {
    __MSL_SET_FLOAT = 1,
    __MSL_SET_HALF = 2,
    __MSL_SET_BFLOAT = 4,
    __MSL_SET_BOOL = 8,
    __MSL_SET_8 = 16,
    __MSL_SET_16 = 32,
    __MSL_SET_32 = 64,
    __MSL_SET_64 = 128,
    __MSL_SET_INTEGER = __MSL_SET_8 | __MSL_SET_16 | __MSL_SET_32 | __MSL_SET_64,
    __MSL_SET_REAL = __MSL_SET_FLOAT | __MSL_SET_HALF,
    __MSL_SET_ANY_REAL = __MSL_SET_REAL | __MSL_SET_BFLOAT,
    __MSL_SET_NUMBER = __MSL_SET_REAL | __MSL_SET_INTEGER
};
template <class __T> constexpr constant int __kind =
    __is_same(__T, float) ? __MSL_SET_FLOAT
    : __is_same(__T, half) ? __MSL_SET_HALF
    : __is_same(__T, bfloat) ? __MSL_SET_BFLOAT
    : __is_same(__T, bool) ? __MSL_SET_BOOL
    : __is_integral(__T) && sizeof(__T) == 1 ? __MSL_SET_8
    : __is_integral(__T) && sizeof(__T) == 2 ? __MSL_SET_16
    : __is_integral(__T) && sizeof(__T) == 4 ? __MSL_SET_32
    : __is_integral(__T) && sizeof(__T) == 8 ? __MSL_SET_64 : 0;

/* Without address space and qualifiers: what a value of the type is. */
template <class __T> struct __plain { typedef __T __type; };
template <class __T> struct __plain<const __T> { typedef __T __type; };

/* The vector that an argument is: a vec itself, or what a packed_vec converts to. */
template <class __T> struct __vector_argument { static constexpr bool __is = false; typedef void __type; };
template <class __T, int __N> struct __vector_argument<vec<__T, __N>> {
    static constexpr bool __is = true;
    typedef vec<__T, __N> __type;
};
template <class __T, int __N> struct __vector_argument<packed_vec<__T, __N>> {
    static constexpr bool __is = true;
    typedef vec<__T, __N> __type;
};
template <class __V> struct __shape { typedef __V __scalar; static constexpr int __width = 1; };
template <class __T, int __N> struct __shape<vec<__T, __N>> { typedef __T __scalar; static constexpr int __width = __N; };
template <class __V> using __scalar_t = typename __shape<__V>::__scalar;
template <class __V> constexpr constant int __width = __shape<__V>::__width;
template <class __V, class __S> struct __rebind { typedef __S __type; };
template <class __T, int __N, class __S> struct __rebind<vec<__T, __N>, __S> { typedef vec<__S, __N> __type; };
/* The type of the same width with another element. */
template <class __V, class __S> using __with = typename __rebind<__V, __S>::__type;

/* For a parameter that must not take part in deduction. */
template <class __T> struct __same { typedef __T __type; };
template <class __T> using __exactly = typename __same<__T>::__type;

template <class __V, class __A> constexpr constant bool __fits =
    __vector_argument<__A>::__is ? __is_same(typename __vector_argument<__A>::__type, __V) : __is_convertible(__A, __V);

template <class... __As> struct __first_vector { typedef void __type; };
template <class __A, class... __As> struct __first_vector<__A, __As...> {
    typedef conditional_t<__vector_argument<__A>::__is, typename __vector_argument<__A>::__type,
                          typename __first_vector<__As...>::__type> __type;
};
template <int __Set, class __V, class... __As> struct __vector_call
    : enable_if<(__kind<__scalar_t<__V>> & __Set) != 0 && (__fits<__V, __As> && ...), __V> {};
template <int __Set, class... __As> struct __vector_call<__Set, void, __As...> {};
/* The vector type that arguments of these types are computed in; no type (so no match) if there is none in the set. */
template <int __Set, class... __As>
using __vector = typename __vector_call<__Set, typename __first_vector<__As...>::__type, __As...>::type;

/* A vector made of an expression in the index of each lane, `__call(0)` to `__call(3)`: straight-line code, no loop. */
#define __MSL_LANES(__V, __call) \
    if constexpr (__width<__V> == 2) return __V(__call(0), __call(1)); \
    else if constexpr (__width<__V> == 3) return __V(__call(0), __call(1), __call(2)); \
    else return __V(__call(0), __call(1), __call(2), __call(3));

/* Vector forms of a function whose scalar form is visible. The result is __R, written in terms of __V. The last parameter
 * only keeps templates for different sets apart where a using-declaration brings them together. */
template <int __Set> struct __only { enum __type { __value }; };
#define __MSL_TEMPLATE_1(__set) \
    template <class __A, class __V = __vector<__set, __A>, typename __only<__set>::__type = __only<__set>::__value>
#define __MSL_TEMPLATE_2(__set) \
    template <class __A, class __B, class __V = __vector<__set, __A, __B>, typename __only<__set>::__type = __only<__set>::__value>
#define __MSL_TEMPLATE_3(__set) \
    template <class __A, class __B, class __C, class __V = __vector<__set, __A, __B, __C>, \
              typename __only<__set>::__type = __only<__set>::__value>
#define __MSL_VECTOR_1(__name, __set, __R) \
    __MSL_TEMPLATE_1(__set) __MSL_INLINE constexpr __R __name(__A __a) \
    { \
        const __V __x(__a); \
        typedef __scalar_t<__V> __T; \
        typedef __R __W; \
        __MSL_LANES(__W, __MSL_CALL_1(__name)) \
    }
#define __MSL_CALL_1(__name) __name __MSL_ARGUMENTS_1
#define __MSL_ARGUMENTS_1(__i) ((__T)__x[__i])
#define __MSL_VECTOR_2(__name, __set, __R) \
    __MSL_TEMPLATE_2(__set) __MSL_INLINE constexpr __R __name(__A __a, __B __b) \
    { \
        const __V __x(__a), __y(__b); \
        typedef __scalar_t<__V> __T; \
        typedef __R __W; \
        __MSL_LANES(__W, __MSL_CALL_2(__name)) \
    }
#define __MSL_CALL_2(__name) __name __MSL_ARGUMENTS_2
#define __MSL_ARGUMENTS_2(__i) ((__T)__x[__i], (__T)__y[__i])
#define __MSL_VECTOR_3(__name, __set, __R) \
    __MSL_TEMPLATE_3(__set) __MSL_INLINE constexpr __R __name(__A __a, __B __b, __C __c) \
    { \
        const __V __x(__a), __y(__b), __z(__c); \
        typedef __scalar_t<__V> __T; \
        typedef __R __W; \
        __MSL_LANES(__W, __MSL_CALL_3(__name)) \
    }
#define __MSL_CALL_3(__name) __name __MSL_ARGUMENTS_3
#define __MSL_ARGUMENTS_3(__i) ((__T)__x[__i], (__T)__y[__i], (__T)__z[__i])

/* A named fault that a header honours (engine/faults.def): __MSL_FAULTY(name, wrong, right). */
#define __MSL_FAULTY(__name, __wrong, __right) (__MSL_IS_DEFINED(__MSL_FAULT_##__name) ? (__wrong) : (__right))
/* 1 for a macro defined as 1, which is what -D gives, 0 for any other name. */
#define __MSL_IS_DEFINED(__x) __MSL_IS_DEFINED_2(__x)
#define __MSL_IS_DEFINED_2(__x) __MSL_IS_DEFINED_3(__MSL_ONE_##__x)
#define __MSL_IS_DEFINED_3(__x) __MSL_SECOND(__x 1, 0, 0)
#define __MSL_ONE_1 0,
#define __MSL_SECOND(__a, __b, ...) __b

/* A value's bits as an unsigned integer of its width, and back. */
template <int __Bytes> struct __bits_of;
template <> struct __bits_of<1> { typedef uchar __type; };
template <> struct __bits_of<2> { typedef ushort __type; };
template <> struct __bits_of<4> { typedef uint __type; };
template <> struct __bits_of<8> { typedef ulong __type; };
template <class __T> using __bits_t = typename __bits_of<(int)sizeof(__T)>::__type;
template <class __T> __MSL_INLINE constexpr __bits_t<__T> __to_bits(__T __v)
{
    if constexpr (__is_bfloat<__T>) return __v.__bits;
    else return __builtin_bit_cast(__bits_t<__T>, __v);
}
template <class __T> __MSL_INLINE constexpr __T __from_bits(__bits_t<__T> __b)
{
    if constexpr (__is_bfloat<__T>) return bfloat::__of(__b);
    else return __builtin_bit_cast(__T, __b);
}

/* One macro call for each integer type. */
#define __MSL_FOR_INTEGERS(__M) __M(char, uchar) __M(uchar, uchar) __M(short, ushort) __M(ushort, ushort) \
    __M(int, uint) __M(uint, uint) __M(long, ulong) __M(ulong, ulong)

} // namespace metal
#endif
