/* packed.h: packed_vec<T, N> and its names packed_float3 … (MSL 2.2.3): components without padding. It converts to
 * and from the aligned vector; operators work on those. */
#ifndef __MSL_PACKED_H
#define __MSL_PACKED_H
#include "vector.h"

namespace metal {

template <class __T> struct __is_packed : false_type {};
template <class __T, int __N> struct __is_packed<packed_vec<__T, __N>> : true_type {};

/* A packed operand as the aligned vector it stands for. */
template <class __T> constexpr __T __aligned(__T __v) { return __v; }
template <class __T, int __N> constexpr vec<__T, __N> __aligned(packed_vec<__T, __N> __v) { return __v.__aligned(); }

#define __MSL_PACKED_SCALAR(__name, __i) \
    constexpr __T __get_##__name() const { return __e[__i]; } \
    constexpr __T __get_##__name() const __constant { return __e[__i]; } \
    __T __set_##__name(__T __s) & { return __e[__i] = __s; } \
    __declspec(property(get = __get_##__name, put = __set_##__name)) __T __name;
#define __MSL_PACKED_GET(__k, __name, ...) \
    constexpr vec<__T, __k> __get_##__name() const { return vec<__T, __k>(__VA_ARGS__); } \
    constexpr vec<__T, __k> __get_##__name() const __constant { return vec<__T, __k>(__VA_ARGS__); }
#define __MSL_PACKED_R(__k, __name, ...) \
    __MSL_PACKED_GET(__k, __name, __VA_ARGS__) __declspec(property(get = __get_##__name)) vec<__T, __k> __name;
#define __MSL_PACKED_W(__k, __name, __store, ...) \
    __MSL_PACKED_GET(__k, __name, __VA_ARGS__) \
    vec<__T, __k> __set_##__name(vec<__T, __k> __o) & { __store return __o; } \
    __declspec(property(get = __get_##__name, put = __set_##__name)) vec<__T, __k> __name;
/* Components have had names since 2.1. */
#if __METAL_VERSION__ < 210
#undef __MSL_PACKED_SCALAR
#undef __MSL_PACKED_R
#undef __MSL_PACKED_W
#define __MSL_PACKED_SCALAR(__name, __i)
#define __MSL_PACKED_R(__k, __name, ...)
#define __MSL_PACKED_W(__k, __name, __store, ...)
#endif
#define __MSL_PACKED_R2(__a, __b, __i, __j) __MSL_PACKED_R(2, __a##__b, __e[__i], __e[__j])
#define __MSL_PACKED_R3(__a, __b, __c, __i, __j, __k) __MSL_PACKED_R(3, __a##__b##__c, __e[__i], __e[__j], __e[__k])
#define __MSL_PACKED_R4(__a, __b, __c, __d, __i, __j, __k, __l) \
    __MSL_PACKED_R(4, __a##__b##__c##__d, __e[__i], __e[__j], __e[__k], __e[__l])
#define __MSL_PACKED_W2(__a, __b, __i, __j) \
    __MSL_PACKED_W(2, __a##__b, __e[__i] = __o[0]; __e[__j] = __o[1];, __e[__i], __e[__j])
#define __MSL_PACKED_W3(__a, __b, __c, __i, __j, __k) \
    __MSL_PACKED_W(3, __a##__b##__c, __e[__i] = __o[0]; __e[__j] = __o[1]; __e[__k] = __o[2];, __e[__i], __e[__j], __e[__k])
#define __MSL_PACKED_W4(__a, __b, __c, __d, __i, __j, __k, __l) \
    __MSL_PACKED_W(4, __a##__b##__c##__d, __e[__i] = __o[0]; __e[__j] = __o[1]; __e[__k] = __o[2]; __e[__l] = __o[3];, \
                   __e[__i], __e[__j], __e[__k], __e[__l])

/* The left operand is this very type, so that a scalar on the right needs no conversion to be chosen. */
#define __MSL_PACKED_BINARY(__op) \
    template <class __U> friend constexpr auto operator __op(packed_vec __a, __U __b) -> decltype(__a.__aligned() __op metal::__aligned(__b)) \
    { return __a.__aligned() __op metal::__aligned(__b); } \
    template <class __U, class = enable_if_t<!__is_packed<__U>::value>> \
    friend constexpr auto operator __op(__U __a, packed_vec __b) -> decltype(__a __op __b.__aligned()) { return __a __op __b.__aligned(); }
#define __MSL_PACKED_ASSIGN(__op) \
    template <class __U> friend __generic packed_vec &operator __op##=(__generic packed_vec &__a, __U __b) \
    { return __a = packed_vec(__a.__aligned() __op metal::__aligned(__b)); }
#define __MSL_PACKED_UNARY(__op) \
    friend constexpr auto operator __op(packed_vec __a) { return __op __a.__aligned(); }
#define __MSL_PACKED_STEP(__n, __op) \
    friend __generic packed_vec &operator __op##__op(__generic packed_vec &__a) { return __a = packed_vec(__a.__aligned() __op vec<__T, __n>((__T)1)); } \
    friend packed_vec operator __op##__op(__generic packed_vec &__a, int) { packed_vec __old = __a; __op##__op __a; return __old; }

#define __MSL_PACKED_CONSTRUCTOR(__prefix, __arguments, ...) \
    __prefix constexpr packed_vec __arguments : __VA_ARGS__ {} \
    __prefix constexpr packed_vec __arguments __constant : __VA_ARGS__ {}

#define __MSL_UNWRAP(...) __VA_ARGS__
#ifdef __MSL_FAULT_packed_constant_first
#define __MSL_PACKED_CONSTANT(__to) (__e[0])
#else
#define __MSL_PACKED_CONSTANT(__to) __to
#endif
/* In parentheses, __from: a vector's components; __splat: a scalar as often; __to: this one's components. */
#define __MSL_PACKED_MEMBERS(__n, __from, __splat, __to) \
    __T __e[__n]; \
    __MSL_DEFAULT(packed_vec) __MSL_COPY(packed_vec) __MSL_COPY_CONSTANT(packed_vec) __MSL_ASSIGN(packed_vec) \
    __MSL_ASSIGN_CONSTANT(packed_vec) \
    __MSL_ASSIGN_CONVERTED(packed_vec) \
    __MSL_PACKED_CONSTRUCTOR(, (vec<__T, __n> __o), __e{__MSL_UNWRAP __from}) \
    __MSL_PACKED_CONSTRUCTOR(, (__T __o), __e{__MSL_UNWRAP __splat}) \
    __MSL_PACKED_CONSTRUCTOR(template <class __U> explicit, (vec<__U, __n> __o), packed_vec(vec<__T, __n>(__o))) \
    __MSL_PACKED_CONSTRUCTOR(template <class __U> explicit, (packed_vec<__U, __n> __o), packed_vec(vec<__T, __n>(__o.__aligned()))) \
    constexpr vec<__T, __n> __aligned() const { return vec<__T, __n> __to; } \
    constexpr vec<__T, __n> __aligned() const __constant { return vec<__T, __n> __MSL_PACKED_CONSTANT(__to); } \
    constexpr operator vec<__T, __n>() const { return vec<__T, __n> __to; } \
    constexpr operator vec<__T, __n>() const __constant { return vec<__T, __n> __MSL_PACKED_CONSTANT(__to); } \
    constexpr __T operator[](int __i) const & { return __e[__i]; } \
    constexpr __T operator[](int __i) const && { return __e[__i]; } \
    constexpr __T operator[](int __i) const __constant & { return __e[__i]; } \
    __generic __T &operator[](int __i) & { return __e[__i]; } \
    __MSL_PACKED_BINARY(+) __MSL_PACKED_BINARY(-) __MSL_PACKED_BINARY(*) __MSL_PACKED_BINARY(/) __MSL_PACKED_BINARY(%) \
    __MSL_PACKED_BINARY(&) __MSL_PACKED_BINARY(|) __MSL_PACKED_BINARY(^) __MSL_PACKED_BINARY(<<) __MSL_PACKED_BINARY(>>) \
    __MSL_PACKED_BINARY(==) __MSL_PACKED_BINARY(!=) __MSL_PACKED_BINARY(<) __MSL_PACKED_BINARY(>) \
    __MSL_PACKED_BINARY(<=) __MSL_PACKED_BINARY(>=) __MSL_PACKED_BINARY(&&) __MSL_PACKED_BINARY(||) \
    __MSL_PACKED_ASSIGN(+) __MSL_PACKED_ASSIGN(-) __MSL_PACKED_ASSIGN(*) __MSL_PACKED_ASSIGN(/) __MSL_PACKED_ASSIGN(%) \
    __MSL_PACKED_ASSIGN(&) __MSL_PACKED_ASSIGN(|) __MSL_PACKED_ASSIGN(^) __MSL_PACKED_ASSIGN(<<) __MSL_PACKED_ASSIGN(>>) \
    __MSL_PACKED_UNARY(+) __MSL_PACKED_UNARY(-) __MSL_PACKED_UNARY(~) __MSL_PACKED_UNARY(!) \
    __MSL_PACKED_STEP(__n, +) __MSL_PACKED_STEP(__n, -)

/* Any number of bytes: the storage of packed numbers (MSL 2.21). */
template <class __T, int __N> struct packed_vec {
    static_assert(__is_same(__T, uchar) && __METAL_VERSION__ >= 400, "packed vectors have 2, 3 or 4 components");
    __T __e[__N];
    constexpr __T operator[](int __i) const & __MSL_WITHIN(__N) { return __e[__i]; }
    __generic __T &operator[](int __i) & __MSL_WITHIN(__N) { return __e[__i]; }
};
template <class __T> struct packed_vec<__T, 2> {
    __MSL_PACKED_MEMBERS(2, (__o[0], __o[1]), (__o, __o), (__e[0], __e[1]))
    __MSL_PACKED_CONSTRUCTOR(, (__T __a, __T __b), __e{__a, __b})
    __MSL_PACKED_SCALAR(x, 0) __MSL_PACKED_SCALAR(y, 1) __MSL_PACKED_SCALAR(r, 0) __MSL_PACKED_SCALAR(g, 1)
    __MSL_SWIZZLES_2(__MSL_PACKED_R, __MSL_PACKED_W, x, y)
    __MSL_SWIZZLES_2(__MSL_PACKED_R, __MSL_PACKED_W, r, g)
};
template <class __T> struct packed_vec<__T, 3> {
    __MSL_PACKED_MEMBERS(3, (__o[0], __o[1], __o[2]), (__o, __o, __o), (__e[0], __e[1], __e[2]))
    __MSL_PACKED_CONSTRUCTOR(, (__T __a, __T __b, __T __c), __e{__a, __b, __c})
    __MSL_PACKED_CONSTRUCTOR(, (vec<__T, 2> __a, __T __b), __e{__a[0], __a[1], __b})
    __MSL_PACKED_CONSTRUCTOR(, (__T __a, vec<__T, 2> __b), __e{__a, __b[0], __b[1]})
    __MSL_PACKED_SCALAR(x, 0) __MSL_PACKED_SCALAR(y, 1) __MSL_PACKED_SCALAR(z, 2)
    __MSL_PACKED_SCALAR(r, 0) __MSL_PACKED_SCALAR(g, 1) __MSL_PACKED_SCALAR(b, 2)
    __MSL_SWIZZLES_3(__MSL_PACKED_R, __MSL_PACKED_W, x, y, z)
    __MSL_SWIZZLES_3(__MSL_PACKED_R, __MSL_PACKED_W, r, g, b)
};
template <class __T> struct packed_vec<__T, 4> {
    __MSL_PACKED_MEMBERS(4, (__o[0], __o[1], __o[2], __o[3]), (__o, __o, __o, __o), (__e[0], __e[1], __e[2], __e[3]))
    __MSL_PACKED_CONSTRUCTOR(, (__T __a, __T __b, __T __c, __T __d), __e{__a, __b, __c, __d})
    __MSL_PACKED_CONSTRUCTOR(, (vec<__T, 2> __a, vec<__T, 2> __b), __e{__a[0], __a[1], __b[0], __b[1]})
    __MSL_PACKED_CONSTRUCTOR(, (vec<__T, 2> __a, __T __b, __T __c), __e{__a[0], __a[1], __b, __c})
    __MSL_PACKED_CONSTRUCTOR(, (__T __a, vec<__T, 2> __b, __T __c), __e{__a, __b[0], __b[1], __c})
    __MSL_PACKED_CONSTRUCTOR(, (__T __a, __T __b, vec<__T, 2> __c), __e{__a, __b, __c[0], __c[1]})
    __MSL_PACKED_CONSTRUCTOR(, (vec<__T, 3> __a, __T __b), __e{__a[0], __a[1], __a[2], __b})
    __MSL_PACKED_CONSTRUCTOR(, (__T __a, vec<__T, 3> __b), __e{__a, __b[0], __b[1], __b[2]})
    __MSL_PACKED_SCALAR(x, 0) __MSL_PACKED_SCALAR(y, 1) __MSL_PACKED_SCALAR(z, 2) __MSL_PACKED_SCALAR(w, 3)
    __MSL_PACKED_SCALAR(r, 0) __MSL_PACKED_SCALAR(g, 1) __MSL_PACKED_SCALAR(b, 2) __MSL_PACKED_SCALAR(a, 3)
    __MSL_SWIZZLES_4(__MSL_PACKED_R, __MSL_PACKED_W, x, y, z, w)
    __MSL_SWIZZLES_4(__MSL_PACKED_R, __MSL_PACKED_W, r, g, b, a)
};

/* The text reserves the names of bool; Apple's library gives them to these types. */
#define __MSL_PACKED_NAMES(__t) \
    typedef packed_vec<__t, 2> packed_##__t##2; \
    typedef packed_vec<__t, 3> packed_##__t##3; \
    typedef packed_vec<__t, 4> packed_##__t##4;
__MSL_PACKED_NAMES(bool)
__MSL_PACKED_NAMES(char)
__MSL_PACKED_NAMES(uchar)
__MSL_PACKED_NAMES(short)
__MSL_PACKED_NAMES(ushort)
__MSL_PACKED_NAMES(int)
__MSL_PACKED_NAMES(uint)
#if __METAL_VERSION__ >= 230
__MSL_PACKED_NAMES(long)
__MSL_PACKED_NAMES(ulong)
#endif
__MSL_PACKED_NAMES(half)
#if __METAL_VERSION__ >= 310
__MSL_PACKED_NAMES(bfloat)
#endif
__MSL_PACKED_NAMES(float)
#undef __MSL_PACKED_NAMES

} // namespace metal
__MSL_GLOBAL_NAMES(packed_bool2, packed_bool3, packed_bool4)
__MSL_GLOBAL_NAMES(packed_char2, packed_char3, packed_char4)
__MSL_GLOBAL_NAMES(packed_uchar2, packed_uchar3, packed_uchar4)
__MSL_GLOBAL_NAMES(packed_short2, packed_short3, packed_short4)
__MSL_GLOBAL_NAMES(packed_ushort2, packed_ushort3, packed_ushort4)
__MSL_GLOBAL_NAMES(packed_int2, packed_int3, packed_int4)
__MSL_GLOBAL_NAMES(packed_uint2, packed_uint3, packed_uint4)
#if __METAL_VERSION__ >= 230
__MSL_GLOBAL_NAMES(packed_long2, packed_long3, packed_long4)
__MSL_GLOBAL_NAMES(packed_ulong2, packed_ulong3, packed_ulong4)
#endif
__MSL_GLOBAL_NAMES(packed_half2, packed_half3, packed_half4)
#if __METAL_VERSION__ >= 310
__MSL_GLOBAL_NAMES(packed_bfloat2, packed_bfloat3, packed_bfloat4)
#endif
__MSL_GLOBAL_NAMES(packed_float2, packed_float3, packed_float4)
#endif
