/* vector.h: vec<T, N> and its names float2 … (MSL 2.2): a class around Clang's ext_vector_type, because OpenCL's own
 * vectors compare to integer masks and lack MSL's constructors, its conversion rules and bool vectors.
 *
 * Members exist twice where a constant object may be used, since constant memory is no part of the generic address
 * space. Operators are friends of two vectors, so that a scalar operand is converted to the element type and
 * replicated. */
#ifndef __MSL_VECTOR_H
#define __MSL_VECTOR_H
#include "bfloat.h"
#include "swizzle.h"

namespace metal {

/* Lanes as they are computed with: bfloat as float, everything else as it is stored. */
template <class __T, int __N> struct __lanes {
    typedef __ext<__T, __N> __V;
    typedef __V __W;
    static constexpr __W __wide(__V __v) { return __v; }
    static constexpr __V __narrow(__W __w) { return __w; }
    static constexpr __T __get(__storage_t<__T> __s) { return (__T)__s; }
    static constexpr __storage_t<__T> __put(__T __s) { return (__storage_t<__T>)__s; }
};
template <int __N> struct __lanes<bfloat, __N> {
    typedef __ext<ushort, __N> __V;
    typedef __ext<float, __N> __W;
    typedef __ext<uint, __N> __U;
    static constexpr __W __wide(__V __v)
    {
        if constexpr (__N == 3) return __builtin_shufflevector(__lanes<bfloat, 4>::__wide(__builtin_shufflevector(__v, __v, 0, 1, 2, 2)), __ext<float, 4>(0), 0, 1, 2);
        else return __builtin_bit_cast(__W, __builtin_convertvector(__v, __U) << 16);
    }
    static constexpr __V __narrow(__W __w)
    {
        if constexpr (__N == 3) {
            return __builtin_shufflevector(__lanes<bfloat, 4>::__narrow(__builtin_shufflevector(__w, __w, 0, 1, 2, 2)), __ext<ushort, 4>(0), 0, 1, 2);
        } else {
            __U __u = __builtin_bit_cast(__U, __w), __nan = __builtin_bit_cast(__U, (__u & 0x7fffffffu) > 0x7f800000u);
            __U __rounded = (__u + 0x7fffu + (__u >> 16 & 1u)) >> 16;
            return __builtin_convertvector((__nan & (__u >> 16 | 0x40u)) | (~__nan & __rounded), __V);
        }
    }
    static constexpr bfloat __get(ushort __s) { return bfloat::__of(__s); }
    static constexpr ushort __put(bfloat __s) { return __s.__bits; }
};

/* -1 and 0, what Clang's comparisons give, as lanes of bool. */
template <int __N, class __M> constexpr __ext<bool, __N> __mask_to_bool(__M __m) { return __builtin_convertvector(-__m, __ext<bool, __N>); }

/* The lanes of a vec<U, N> as those of a vec<T, N>: each converted as a scalar is (MSL 2.23). */
template <class __T, class __U, int __N> constexpr __ext<__T, __N> __convert_lanes(__ext<__U, __N> __v)
{
    auto __w = __lanes<__U, __N>::__wide(__v);
    if constexpr (__is_same(__T, __U)) return __v;
    else if constexpr (__is_bool<__T>) return __mask_to_bool<__N>(__w != (decltype(__w))0);
    else if constexpr (__is_bfloat<__T> && __is_integer<__U> && sizeof(__U) >= 4) {
        __ext<__T, __N> __r = {};
        for (int __i = 0; __i < __N; __i++) __r[__i] = bfloat(__v[__i]).__bits;
        return __r;
    } else return __lanes<__T, __N>::__narrow(__builtin_convertvector(__w, typename __lanes<__T, __N>::__W));
}

/* Conditions of constructors: classes, as in bfloat.h. A scalar __S that fills a vector of __T where no constructor of __T takes it. */
template <class __T, class __U> struct __if_same {};
template <class __T> struct __if_same<__T, __T> { typedef int type; };
template <class __S, class __T> struct __if_fills {};
template <> struct __if_fills<bfloat, float> { typedef int type; };
template <class __S> struct __if_fills<__S, bfloat> : enable_if<__is_integral(__S), int> {};
template <class __S, class __T> struct __if_narrowed {};
template <> struct __if_narrowed<float, bfloat> { typedef int type; };
template <> struct __if_narrowed<half, bfloat> { typedef int type; };

/* A part of a constructor's arguments: a vector, not a scalar that would be replicated. */
template <class __T, int __N> struct __part {
    __ext<__T, __N> __v;
    constexpr __part(vec<__T, __N> __o) : __v(__o.__v) {}
    constexpr __part(packed_vec<__T, __N> __o) : __v(__o.__aligned().__v) {}
};
} // namespace metal
/* Marks `float4 v = {a, b, c}`, which leaves the other components zero; the rewriter puts it where the count differs. */
struct __msl_filled {};
struct __msl_lanes {}; /* of an internal constructor, which no arguments of a user select */
namespace metal {

/* A swizzle is a property: reading and writing call the functions, nothing is stored. */
#define __MSL_SCALAR(__name, __i) \
    constexpr __T __get_##__name() const { return __lanes::__get(__v[__i]); } \
    template <int = 0> constexpr __T __get_##__name() const __constant { return __lanes::__get(__v[__i]); } \
    __T __set_##__name(__T __s) & { __v[__i] = __lanes::__put(__s); return __s; } \
    __declspec(property(get = __get_##__name, put = __set_##__name)) __T __name;
#define __MSL_GET(__k, __name, ...) \
    constexpr vec<__T, __k> __get_##__name() const { return vec<__T, __k>::__of(__builtin_shufflevector(__v, __v, __VA_ARGS__)); } \
    template <int = 0> constexpr vec<__T, __k> __get_##__name() const __constant { return vec<__T, __k>::__of(__builtin_shufflevector(__v, __v, __VA_ARGS__)); }
#define __MSL_GET_ONLY(__k, __name, ...) \
    __MSL_GET(__k, __name, __VA_ARGS__) __declspec(property(get = __get_##__name)) vec<__T, __k> __name;
#define __MSL_GET_SET(__k, __name, __store, ...) \
    __MSL_GET(__k, __name, __VA_ARGS__) \
    vec<__T, __k> __set_##__name(vec<__T, __k> __o) & { __store return __o; } \
    __declspec(property(get = __get_##__name, put = __set_##__name)) vec<__T, __k> __name;
#define __MSL_R2(__a, __b, __i, __j) __MSL_GET_ONLY(2, __a##__b, __i, __j)
#define __MSL_R3(__a, __b, __c, __i, __j, __k) __MSL_GET_ONLY(3, __a##__b##__c, __i, __j, __k)
#define __MSL_R4(__a, __b, __c, __d, __i, __j, __k, __l) __MSL_GET_ONLY(4, __a##__b##__c##__d, __i, __j, __k, __l)
#define __MSL_W2(__a, __b, __i, __j) __MSL_GET_SET(2, __a##__b, __v[__i] = __o.__v[0]; __v[__j] = __o.__v[1];, __i, __j)
#define __MSL_W3(__a, __b, __c, __i, __j, __k) \
    __MSL_GET_SET(3, __a##__b##__c, __v[__i] = __o.__v[0]; __v[__j] = __o.__v[1]; __v[__k] = __o.__v[2];, __i, __j, __k)
#define __MSL_W4(__a, __b, __c, __d, __i, __j, __k, __l) \
    __MSL_GET_SET(4, __a##__b##__c##__d, __v = __builtin_shufflevector(__o.__v, __o.__v, __MSL_INVERSE_##__i##__j##__k##__l);, __i, __j, __k, __l)
/* Where each component of a permutation comes from when it is written. */
#define __MSL_INVERSE_0123 0, 1, 2, 3
#define __MSL_INVERSE_0132 0, 1, 3, 2
#define __MSL_INVERSE_0213 0, 2, 1, 3
#define __MSL_INVERSE_0231 0, 3, 1, 2
#define __MSL_INVERSE_0312 0, 2, 3, 1
#define __MSL_INVERSE_0321 0, 3, 2, 1
#define __MSL_INVERSE_1023 1, 0, 2, 3
#define __MSL_INVERSE_1032 1, 0, 3, 2
#define __MSL_INVERSE_1203 2, 0, 1, 3
#define __MSL_INVERSE_1230 3, 0, 1, 2
#define __MSL_INVERSE_1302 2, 0, 3, 1
#define __MSL_INVERSE_1320 3, 0, 2, 1
#define __MSL_INVERSE_2013 1, 2, 0, 3
#define __MSL_INVERSE_2031 1, 3, 0, 2
#define __MSL_INVERSE_2103 2, 1, 0, 3
#define __MSL_INVERSE_2130 3, 1, 0, 2
#define __MSL_INVERSE_2301 2, 3, 0, 1
#define __MSL_INVERSE_2310 3, 2, 0, 1
#define __MSL_INVERSE_3012 1, 2, 3, 0
#define __MSL_INVERSE_3021 1, 3, 2, 0
#define __MSL_INVERSE_3102 2, 1, 3, 0
#define __MSL_INVERSE_3120 3, 1, 2, 0
#define __MSL_INVERSE_3201 2, 3, 1, 0
#define __MSL_INVERSE_3210 3, 2, 1, 0

#define __MSL_BINARY(__op, __allowed) \
    friend constexpr vec operator __op(vec __a, vec __b) __MSL_REQUIRES(__allowed, "not an operator of this element type") \
    { return __of(__lanes::__narrow(__lanes::__wide(__a.__v) __op __lanes::__wide(__b.__v))); } \
    friend __generic vec &operator __op##=(__generic vec &__a, vec __b) __MSL_REQUIRES(__allowed, "not an operator of this element type") \
    { __a.__v = (__a __op __b).__v; return __a; }
/* A scalar is not shifted by a vector (MSL 3.1). */
#define __MSL_SHIFT(__op) \
    __MSL_BINARY(__op, __is_integer<__T>) \
    template <class __U, enable_if_t<__is_integer<__U> && !__is_same(__U, __T), int> = 0> \
    friend constexpr vec operator __op(vec __a, vec<__U, __size> __b) { return __a __op vec(__b); } \
    template <class __U, enable_if_t<__is_integer<__U> && !__is_same(__U, __T), int> = 0> \
    friend __generic vec &operator __op##=(__generic vec &__a, vec<__U, __size> __b) { return __a __op##= vec(__b); } \
    friend void operator __op(__T, vec) = delete;
#define __MSL_COMPARE(__n, __op) \
    friend constexpr vec<bool, __n> operator __op(vec __a, vec __b) \
    { return vec<bool, __n>::__of(__mask_to_bool<__n>(__lanes::__wide(__a.__v) __op __lanes::__wide(__b.__v))); }
#define __MSL_LOGICAL(__op) \
    friend constexpr vec operator __op##__op(vec __a, vec __b) __MSL_REQUIRES(__is_bool<__T>, "logical operators need bool") \
    { return __of(__a.__v __op __b.__v); }
#define __MSL_STEP(__op) \
    friend __generic vec &operator __op##__op(__generic vec &__a) __MSL_REQUIRES(!__is_bool<__T>, "not an operator of bool") \
    { __a.__v = (__a __op vec((__T)1)).__v; return __a; } \
    friend vec operator __op##__op(__generic vec &__a, int) __MSL_REQUIRES(!__is_bool<__T>, "not an operator of bool") \
    { vec __old = __a; __a.__v = (__a __op vec((__T)1)).__v; return __old; }

#define __MSL_ZERO ((__storage_t<__T>)0)
/* A constructor for objects in any address space; __prefix: `template <…>`, explicit. */
#define __MSL_CONSTRUCTOR_LIKE(__prefix, __arguments, ...) \
    __prefix constexpr vec __arguments : __v __VA_ARGS__ {} \
    __prefix constexpr vec __arguments __constant : __v __VA_ARGS__ {}
#define __MSL_CONSTRUCTOR(...) __MSL_CONSTRUCTOR_LIKE(, __VA_ARGS__)
#define __MSL_COMMA ,
#define __MSL_LANE(__s) __lanes::__put(__s)

#define __MSL_VECTOR_MEMBERS(__n) \
    typedef metal::__lanes<__T, __n> __lanes; \
    typedef __ext<__T, __n> __V; \
    static constexpr int __size = __n; \
    __V __v; \
    __MSL_DEFAULT(vec) __MSL_COPY(vec) __MSL_COPY_CONSTANT(vec) __MSL_ASSIGN(vec) __MSL_ASSIGN_CONSTANT(vec) __MSL_ASSIGN_CONVERTED(vec) \
    vec() __constant = default; \
    template <class __U, typename __if_same<__U, __T>::type = 0> vec(const volatile __global vec<__U, __n> &__o) : __v(__o.__v) {} \
    template <class __U, typename __if_same<__U, __T>::type = 0> vec(const volatile __local vec<__U, __n> &__o) : __v(__o.__v) {} \
    template <class __U, typename __if_same<__U, __T>::type = 0> vec(const volatile __private vec<__U, __n> &__o) : __v(__o.__v) {} \
    template <class __O, enable_if_t<__is_same(__O, vec), int> = 0> void operator=(__O __o) volatile { __v = __o.__v; } \
    static constexpr vec __of(__V __o) { return vec(__o, ::__msl_lanes()); } \
    __MSL_CONSTRUCTOR((__V __o, ::__msl_lanes), (__o)) \
    __MSL_CONSTRUCTOR((__T __s), ((__V)__MSL_LANE(__s))) \
    __MSL_CONSTRUCTOR_LIKE(template <class __S __MSL_COMMA typename __if_fills<__S __MSL_COMMA __T>::type = 0>, \
                           (__S __s), ((__V)__MSL_LANE((__T)__s))) \
    __MSL_CONSTRUCTOR_LIKE(template <class __S __MSL_COMMA typename __if_narrowed<__S __MSL_COMMA __T>::type = 0> \
                           explicit, (__S __s), ((__V)bfloat(__s).__bits)) \
    __MSL_CONSTRUCTOR_LIKE(template <class __U> explicit, (vec<__U, __n> __o), (__convert_lanes<__T, __U, __n>(__o.__v))) \
    __MSL_CONSTRUCTOR_LIKE(template <class __U> explicit, (packed_vec<__U, __n> __o), (__convert_lanes<__T, __U, __n>(__o.__aligned().__v))) \
    __MSL_CONSTRUCTOR((::__msl_filled, vec __o), (__o.__v)) \
    constexpr __T operator[](int __i) const & __MSL_WITHIN(__n) { return __lanes::__get(__v[__i]); } \
    constexpr __T operator[](int __i) const && __MSL_WITHIN(__n) { return __lanes::__get(__v[__i]); } \
    constexpr __T operator[](int __i) const __constant & __MSL_WITHIN(__n) { return __lanes::__get(__v[__i]); } \
    __generic __T &operator[](int __i) & __MSL_WITHIN(__n) { return ((__generic __T *)&__v)[__i]; } \
    template <class __F __MSL_COMMA enable_if_t<__is_real<__F> __MSL_COMMA int> = 0> void operator[](__F) const = delete; \
    template <class __F __MSL_COMMA enable_if_t<__is_real<__F> __MSL_COMMA int> = 0> void operator[](__F) const __constant = delete; \
    __MSL_BINARY(+, !__is_bool<__T>) __MSL_BINARY(-, !__is_bool<__T>) \
    __MSL_BINARY(*, !__is_bool<__T>) __MSL_BINARY(/, !__is_bool<__T>) \
    __MSL_BINARY(%, __is_integer<__T>) \
    __MSL_BINARY(&, !__is_real<__T>) __MSL_BINARY(|, !__is_real<__T>) __MSL_BINARY(^, !__is_real<__T>) \
    __MSL_SHIFT(<<) __MSL_SHIFT(>>) \
    __MSL_COMPARE(__n, ==) __MSL_COMPARE(__n, !=) __MSL_COMPARE(__n, <) __MSL_COMPARE(__n, >) __MSL_COMPARE(__n, <=) __MSL_COMPARE(__n, >=) \
    __MSL_LOGICAL(&) __MSL_LOGICAL(|) __MSL_STEP(+) __MSL_STEP(-) \
    friend constexpr vec operator+(vec __a) __MSL_REQUIRES(!__is_bool<__T>, "not an operator of bool") { return __a; } \
    friend constexpr vec operator-(vec __a) __MSL_REQUIRES(!__is_bool<__T>, "not an operator of bool") \
    { return __of(__lanes::__narrow(-__lanes::__wide(__a.__v))); } \
    friend constexpr vec operator~(vec __a) __MSL_REQUIRES(__is_integer<__T>, "needs integers") { return __of(~__a.__v); } \
    friend constexpr vec<bool, __n> operator!(vec __a) \
    { return vec<bool, __n>::__of(__mask_to_bool<__n>(__lanes::__wide(__a.__v) == (typename __lanes::__W)0)); }

/* What packed numbers are unpacked to (MSL 2.21). */
template <class __T, int __N> struct vec {
    static_assert(__N == 8 || __N == 16, "vectors have 2, 3 or 4 components, or 8 or 16 of packed numbers");
    __MSL_VECTOR_MEMBERS(__N)
};
template <class __T> struct vec<__T, 2> {
    __MSL_VECTOR_MEMBERS(2)
    __MSL_CONSTRUCTOR((__T __a, __T __b), {__MSL_LANE(__a), __MSL_LANE(__b)})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a), {__MSL_LANE(__a), __MSL_ZERO})
    __MSL_SCALAR(x, 0) __MSL_SCALAR(y, 1) __MSL_SCALAR(r, 0) __MSL_SCALAR(g, 1)
    __MSL_SWIZZLES_2(__MSL_R, __MSL_W, x, y)
    __MSL_SWIZZLES_2(__MSL_R, __MSL_W, r, g)
};
template <class __T> struct vec<__T, 3> {
    __MSL_VECTOR_MEMBERS(3)
    __MSL_CONSTRUCTOR((__T __a, __T __b, __T __c), {__MSL_LANE(__a), __MSL_LANE(__b), __MSL_LANE(__c)})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a), {__MSL_LANE(__a), __MSL_ZERO, __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a, __T __b), {__MSL_LANE(__a), __MSL_LANE(__b), __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __part<__T, 2> __a), {__a.__v[0], __a.__v[1], __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __part<__T, 2> __a, __T __b), {__a.__v[0], __a.__v[1], __MSL_LANE(__b)})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a, __part<__T, 2> __b), {__MSL_LANE(__a), __b.__v[0], __b.__v[1]})
    __MSL_CONSTRUCTOR((__part<__T, 2> __a, __T __b), {__a.__v[0], __a.__v[1], __MSL_LANE(__b)})
    __MSL_CONSTRUCTOR((__T __a, __part<__T, 2> __b), {__MSL_LANE(__a), __b.__v[0], __b.__v[1]})
    /* The text does not have it; but Apple's own samples do, so its compiler must. */
    __MSL_CONSTRUCTOR_LIKE(template <class __U __MSL_COMMA enable_if_t<__is_same(__U, __T) __MSL_COMMA int> = 0> explicit,
                           (vec<__U, 4> __o), {__o.__v[0] __MSL_COMMA __o.__v[1] __MSL_COMMA __o.__v[2]})
    __MSL_SCALAR(x, 0) __MSL_SCALAR(y, 1) __MSL_SCALAR(z, 2)
    __MSL_SCALAR(r, 0) __MSL_SCALAR(g, 1) __MSL_SCALAR(b, 2)
    __MSL_SWIZZLES_3(__MSL_R, __MSL_W, x, y, z)
    __MSL_SWIZZLES_3(__MSL_R, __MSL_W, r, g, b)
};
template <class __T> struct vec<__T, 4> {
    __MSL_VECTOR_MEMBERS(4)
    __MSL_CONSTRUCTOR((__T __a, __T __b, __T __c, __T __d),
                      {__MSL_LANE(__a), __MSL_LANE(__b), __MSL_LANE(__c), __MSL_LANE(__d)})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a), {__MSL_LANE(__a), __MSL_ZERO, __MSL_ZERO, __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a, __T __b), {__MSL_LANE(__a), __MSL_LANE(__b), __MSL_ZERO, __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a, __T __b, __T __c), {__MSL_LANE(__a), __MSL_LANE(__b), __MSL_LANE(__c), __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __part<__T, 2> __a), {__a.__v[0], __a.__v[1], __MSL_ZERO, __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __part<__T, 2> __a, __T __b), {__a.__v[0], __a.__v[1], __MSL_LANE(__b), __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __T __a, __part<__T, 2> __b), {__MSL_LANE(__a), __b.__v[0], __b.__v[1], __MSL_ZERO})
    __MSL_CONSTRUCTOR((::__msl_filled, __part<__T, 3> __a), {__a.__v[0], __a.__v[1], __a.__v[2], __MSL_ZERO})
    template <class... __A, enable_if_t<(sizeof...(__A) == 2 || sizeof...(__A) == 3) && !(__is_arithmetic(__A) && ...), int> = 0>
    constexpr vec(::__msl_filled, __A... __a) : vec(__a...) {}
    __MSL_CONSTRUCTOR((__part<__T, 2> __a, __part<__T, 2> __b), {__a.__v[0], __a.__v[1], __b.__v[0], __b.__v[1]})
    __MSL_CONSTRUCTOR((__part<__T, 2> __a, __T __b, __T __c), {__a.__v[0], __a.__v[1], __MSL_LANE(__b), __MSL_LANE(__c)})
    __MSL_CONSTRUCTOR((__T __a, __part<__T, 2> __b, __T __c), {__MSL_LANE(__a), __b.__v[0], __b.__v[1], __MSL_LANE(__c)})
    __MSL_CONSTRUCTOR((__T __a, __T __b, __part<__T, 2> __c), {__MSL_LANE(__a), __MSL_LANE(__b), __c.__v[0], __c.__v[1]})
    __MSL_CONSTRUCTOR((__part<__T, 3> __a, __T __b), {__a.__v[0], __a.__v[1], __a.__v[2], __MSL_LANE(__b)})
    __MSL_CONSTRUCTOR((__T __a, __part<__T, 3> __b), {__MSL_LANE(__a), __b.__v[0], __b.__v[1], __b.__v[2]})
    __MSL_SCALAR(x, 0) __MSL_SCALAR(y, 1) __MSL_SCALAR(z, 2) __MSL_SCALAR(w, 3)
    __MSL_SCALAR(r, 0) __MSL_SCALAR(g, 1) __MSL_SCALAR(b, 2) __MSL_SCALAR(a, 3)
    __MSL_SWIZZLES_4(__MSL_R, __MSL_W, x, y, z, w)
    __MSL_SWIZZLES_4(__MSL_R, __MSL_W, r, g, b, a)
};

#define __MSL_VECTOR_NAMES(__t) typedef vec<__t, 2> __t##2; typedef vec<__t, 3> __t##3; typedef vec<__t, 4> __t##4;
__MSL_VECTOR_NAMES(bool)
__MSL_VECTOR_NAMES(char)
__MSL_VECTOR_NAMES(uchar)
__MSL_VECTOR_NAMES(short)
__MSL_VECTOR_NAMES(ushort)
__MSL_VECTOR_NAMES(int)
__MSL_VECTOR_NAMES(uint)
__MSL_VECTOR_NAMES(long)
__MSL_VECTOR_NAMES(ulong)
__MSL_VECTOR_NAMES(half)
#if __METAL_VERSION__ >= 310
__MSL_VECTOR_NAMES(bfloat)
#endif
__MSL_VECTOR_NAMES(float)
#undef __MSL_VECTOR_NAMES

/* The number that Metal's API knows a function constant's type by (MTLDataType). */
template <class __T, bool = __is_enum(__T)> struct __data_type { static constexpr uint __number = 0; };
template <class __T> struct __data_type<__T, true> : __data_type<__underlying_type(__T)> {};
template <class __T> struct __data_type<const __T, false> : __data_type<__T> {};
template <class __T> struct __data_type<const __constant __T, false> : __data_type<__T> {};
template <class __T, int __N> struct __data_type<vec<__T, __N>, false> { static constexpr uint __number = __data_type<__T>::__number + __N - 1; };
#define __MSL_DATA_TYPE(__t, __n) template <> struct __data_type<__t, false> { static constexpr uint __number = __n; };
__MSL_DATA_TYPE(float, 3) __MSL_DATA_TYPE(half, 16) __MSL_DATA_TYPE(int, 29) __MSL_DATA_TYPE(uint, 33)
__MSL_DATA_TYPE(short, 37) __MSL_DATA_TYPE(ushort, 41) __MSL_DATA_TYPE(char, 45) __MSL_DATA_TYPE(signed char, 45)
__MSL_DATA_TYPE(uchar, 49) __MSL_DATA_TYPE(bool, 53) __MSL_DATA_TYPE(long, 81) __MSL_DATA_TYPE(ulong, 85)
__MSL_DATA_TYPE(bfloat, 121)
#undef __MSL_DATA_TYPE
} // namespace metal

/* The names are known without `using namespace metal` as well. */
#define __MSL_GLOBAL_NAMES(__a, __b, __c) using metal::__a; using metal::__b; using metal::__c;
__MSL_GLOBAL_NAMES(bool2, bool3, bool4)
__MSL_GLOBAL_NAMES(char2, char3, char4)
__MSL_GLOBAL_NAMES(uchar2, uchar3, uchar4)
__MSL_GLOBAL_NAMES(short2, short3, short4)
__MSL_GLOBAL_NAMES(ushort2, ushort3, ushort4)
__MSL_GLOBAL_NAMES(int2, int3, int4)
__MSL_GLOBAL_NAMES(uint2, uint3, uint4)
__MSL_GLOBAL_NAMES(long2, long3, long4)
__MSL_GLOBAL_NAMES(ulong2, ulong3, ulong4)
__MSL_GLOBAL_NAMES(half2, half3, half4)
#if __METAL_VERSION__ >= 310
__MSL_GLOBAL_NAMES(bfloat2, bfloat3, bfloat4)
#endif
__MSL_GLOBAL_NAMES(float2, float3, float4)

/* What a vector __W of more than 4 components is made of: other vectors as their components, scalars converted to its own. */
template <class __W, class __T> __MSL_INLINE constexpr auto __msl_part(__T __v)
{
    if constexpr (__is_scalar(__T)) return (__remove_cvref(decltype(__W()[0])))__v;
    else return __v;
}
template <class __W, class __T, int __N> __MSL_INLINE constexpr auto __msl_part(metal::vec<__T, __N> __v) { return __v.__v; }

/* `__W(v)` of such a vector: another of as many components is converted one by one, a scalar fills it. */
template <class __W, class __T, int __N> __MSL_INLINE constexpr __W __msl_converted(__T __v __attribute__((ext_vector_type(__N))))
{
    return __builtin_convertvector(__v, __W);
}
template <class __W, class __T> __MSL_INLINE constexpr __W __msl_converted(__T __v) { return (__W)__v; }
#endif
