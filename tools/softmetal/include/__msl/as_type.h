/* as_type.h: as_type<T>(v) keeps the bits (MSL 2.23). Not for pointers; vectors of three count as four. */
#ifndef __MSL_AS_TYPE_H
#define __MSL_AS_TYPE_H
#include "packed.h"

namespace metal {

template <class __T> struct __is_value : bool_constant<__is_arithmetic(__T) || __is_same(__T, half) || __is_same(__T, bfloat)> {};
template <class __T, int __N> struct __is_value<vec<__T, __N>> : true_type {};
template <class __T, int __N> struct __is_value<packed_vec<__T, __N>> : true_type {};

template <class __T, class __U>
__MSL_INLINE constexpr __T as_type(__U __v)
    __MSL_REQUIRES(sizeof(__T) == sizeof(__U), "as_type needs types of one size")
    __MSL_REQUIRES(__is_value<__T>::value && __is_value<__U>::value, "as_type needs scalars or vectors")
{
    return __builtin_bit_cast(__T, __v);
}

} // namespace metal
using metal::as_type;
#endif
