/* traits.h: what the type headers need to know of types. The public traits (metal_type_traits) build on it. */
#ifndef __MSL_TRAITS_H
#define __MSL_TRAITS_H
#include "language.h"

namespace metal {

template <class __T, __T __Value>
struct integral_constant {
    typedef __T value_type;
    typedef integral_constant type;
    static constexpr constant __T value = __Value;
    constexpr operator __T() const { return __Value; }
    constexpr __T operator()() const { return __Value; }
};
template <bool __B> using bool_constant = integral_constant<bool, __B>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;

template <bool, class __T, class __F> struct conditional { typedef __T type; };
template <class __T, class __F> struct conditional<false, __T, __F> { typedef __F type; };
template <bool __B, class __T, class __F> using conditional_t = typename conditional<__B, __T, __F>::type;

template <class, class> struct is_same : false_type {};
template <class __T> struct is_same<__T, __T> : true_type {};
template <class __T, class __U> constexpr constant bool is_same_v = __is_same(__T, __U);

struct bfloat;
template <class __T, int __N> struct vec;
template <class __T, int __N> struct packed_vec;
template <class __T, int __C, int __R> struct matrix;

/* How an element sits in a vector: bool as a byte that is 0 or 1, bfloat as its bits. */
template <class __T> struct __element { typedef __T __storage; };
template <> struct __element<bool> { typedef uchar __storage; };
template <> struct __element<bfloat> { typedef ushort __storage; };
template <class __T> using __storage_t = typename __element<__T>::__storage;
template <class __T, int __N> using __ext = __storage_t<__T> __attribute__((ext_vector_type(__N)));

template <class __T> constexpr constant bool __is_bool = __is_same(__T, bool);
template <class __T> constexpr constant bool __is_bfloat = __is_same(__T, bfloat);
template <class __T> constexpr constant bool __is_real = __is_same(__T, float) || __is_same(__T, half) || __is_bfloat<__T>;
template <class __T> constexpr constant bool __is_integer = __is_integral(__T) && !__is_bool<__T>;

} // namespace metal
#endif
