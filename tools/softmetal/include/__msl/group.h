/* group.h: what SIMD-group and quad-group functions (MSL 6.10.2, 6.10.3) share: the same functions over 32 or 4
 * lanes. */
#ifndef __MSL_GROUP_H
#define __MSL_GROUP_H
#include "functions.h"

extern "C" [[clang::convergent]] ulong __msl_simd(uint __operation, uint __type, ulong __a, ulong __b, uint __c);

namespace metal {

template <class __T> constexpr constant uint __type_code =
    __is_same(__T, half) ? __MSL_F16
    : __is_same(__T, bfloat) ? __MSL_BF16
    : __is_same(__T, float) ? __MSL_F32
    : __is_same(__T, bool) ? __MSL_BOOL
    : sizeof(__T) == 1 ? (__T(-1) < __T(0) ? __MSL_I8 : __MSL_U8)
    : sizeof(__T) == 2 ? (__T(-1) < __T(0) ? __MSL_I16 : __MSL_U16)
    : sizeof(__T) == 4 ? (__T(-1) < __T(0) ? __MSL_I32 : __MSL_U32)
                       : (__T(-1) < __T(0) ? __MSL_I64 : __MSL_U64);

/* The type a group function works on when called with __A: __A itself, or the vec of a packed_vec. */
template <class __A> struct __group_type {
    typedef conditional_t<__vector_argument<__A>::__is, typename __vector_argument<__A>::__type, __A> __type;
};
template <int __Set, class __A>
using __group = enable_if_t<(__kind<__scalar_t<typename __group_type<__A>::__type>> & __Set) != 0, typename __group_type<__A>::__type>;

/* One operation for each lane of a vector, in the order of the lanes. */
template <uint __Operation, class __T> __MSL_INLINE __T __exchange(__T __data, uint __c)
{
    if constexpr (__width<__T> == 1) {
        if constexpr (__MSL_FAULTY(simd_half_extremes, __is_same(__T, half) && (__Operation == __MSL_MINIMUM || __Operation == __MSL_MAXIMUM), false))
            __builtin_trap();
        return __from_bits<__T>((__bits_t<__T>)__msl_simd(__Operation, __type_code<__T>, __to_bits(__data), 0, __c));
    } else {
#define __MSL_LANE_CALL(__i) (__exchange<__Operation>((__scalar_t<__T>)__data[__i], __c))
        __MSL_LANES(__T, __MSL_LANE_CALL)
    }
}
template <uint __Operation, class __T> __MSL_INLINE __T __exchange_fill(__T __data, __T __filling, uint __c)
{
    if constexpr (__width<__T> == 1) {
        return __from_bits<__T>(
            (__bits_t<__T>)__msl_simd(__Operation, __type_code<__T>, __to_bits(__data), __to_bits(__filling), __c));
    } else {
#define __MSL_LANE_FILL(__i) (__exchange_fill<__Operation>((__scalar_t<__T>)__data[__i], (__scalar_t<__T>)__filling[__i], __c))
        __MSL_LANES(__T, __MSL_LANE_FILL)
    }
}
#undef __MSL_LANE_CALL
#undef __MSL_LANE_FILL

/* Quad-group functions take bfloat by the text alone. */
#define __MSL_GROUP_WARNED(__operation, __T) \
    __MSL_NOT_ON_A_MAC(((__operation)&__MSL_QUAD) && __is_bfloat<__scalar_t<__T>>, "Apple's library has no quad-group functions of bfloat")
/* __group_prefix: simd or quad; __bit: 0 or __MSL_QUAD; __set: types that may be exchanged. */
#define __MSL_GROUP_PERMUTE(__name, __operation, __set) \
    template <class __A, class __T = __group<__set, __A>> __MSL_INLINE __T __name(__A __data, ushort __c) __MSL_GROUP_WARNED(__operation, __T) \
    { \
        return __exchange<(__operation)>((__T)__data, __c); \
    }
#define __MSL_GROUP_FILL(__name, __operation, __set, __lanes) \
    template <class __A, class __T = __group<__set, __A>> \
    __MSL_INLINE __T __name(__A __data, __exactly<__T> __filling, ushort __delta) __MSL_GROUP_WARNED(__operation, __T) \
    { \
        return __exchange_fill<(__operation)>((__T)__data, __filling, (uint)__delta | (uint)(__lanes) << 16); \
    } \
    template <class __A, class __T = __group<__set, __A>> \
    __MSL_INLINE __T __name(__A __data, __exactly<__T> __filling, ushort __delta, ushort __modulo) __MSL_GROUP_WARNED(__operation, __T) \
    { \
        return __exchange_fill<(__operation)>((__T)__data, __filling, (uint)__delta | (uint)__modulo << 16); \
    }
#define __MSL_GROUP_UNIFORM(__name, __operation, __set) \
    template <class __A, class __T = __group<__set, __A>> __MSL_INLINE __T __name(__A __data) __MSL_GROUP_WARNED(__operation, __T) \
    { \
        return __exchange<(__operation)>((__T)__data, 0); \
    }

} // namespace metal
#endif
