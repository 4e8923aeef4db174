/* bfloat.h: the scalar bfloat (MSL 2.1), a class over its bits that converts in integer code, since Clang's __bf16
 * does not convert from and to half. It converts implicitly to float and from and to integers; from float, from and
 * to half explicitly (MSL 2.24). Arithmetic is that of float, rounded once. */
#ifndef __MSL_BFLOAT_H
#define __MSL_BFLOAT_H
#include "traits.h"

namespace metal {

/* The upper half of a float's bits, rounded to nearest even; a NaN stays one. */
constexpr ushort __bfloat_bits(float __f)
{
    uint __u = __builtin_bit_cast(uint, __f);
    if ((__u & 0x7fffffffu) > 0x7f800000u) return (ushort)(__u >> 16 | 0x40u);
    return (ushort)((__u + 0x7fffu + (__u >> 16 & 1u)) >> 16);
}
/* An integer of more bits than a float holds is first rounded to odd, so that the second rounding is the only one. */
template <class __I> constexpr float __bfloat_source(__I __i)
{
    if constexpr (sizeof(__I) < 4 || !__is_integral(__I)) {
        return (float)__i;
    } else {
        ulong __magnitude = __i < 0 ? 0 - (ulong)__i : (ulong)__i, __dropped = 0;
        int __shift = 0;
        for (; __magnitude >> 24; __magnitude >>= 1, __shift++) __dropped |= __magnitude & 1;
        float __f = (float)(__magnitude | (__dropped != 0 ? 1 : 0));
        for (; __shift > 0; __shift--) __f *= 2.0f;
        return __i < 0 ? -__f : __f;
    }
}

/* Conditions of the templates below; whole: integers and what becomes one by itself, enumerators. Each is a class, which clang
 * makes once of a type. An expression in its place is evaluated anew wherever an operator is looked for. */
template <class __T> struct __if_whole : enable_if<__is_integral(__T) || (__is_enum(__T) && __is_convertible_to(__T, int)), int> {};
template <class __T> struct __if_integral : enable_if<__is_integral(__T), int> {};
template <class __T> struct __if_real : enable_if<__is_floating_point(__T) || __is_same(__T, half) || __is_enum(__T), int> {};
template <class __T> struct __if_number : enable_if<__is_arithmetic(__T) && !__is_same(__T, half), int> {};
template <class __T> struct __if_named : enable_if<__is_same(__T, half) || __is_enum(__T), int> {};

#define __MSL_BFLOAT_CONSTRUCTOR(__condition, __explicit) \
    template <class __U, typename __condition<__U>::type = 0> \
    constexpr __explicit bfloat(__U __u) : __bits(__bfloat_bits(__bfloat_source(__u))) {} \
    template <class __U, typename __condition<__U>::type = 0> \
    constexpr __explicit bfloat(__U __u) __constant : __bits(__bfloat_bits(__bfloat_source(__u))) {}
#define __MSL_BFLOAT_CONVERSION(__condition, __explicit) \
    template <class __U, typename __condition<__U>::type = 0> \
    constexpr __explicit operator __U() const { return (__U)__builtin_bit_cast(float, (uint)__bits << 16); } \
    template <class __U, typename __condition<__U>::type = 0> \
    constexpr __explicit operator __U() const __constant { return (__U)__builtin_bit_cast(float, (uint)__bits << 16); }

/* bfloat op bfloat is a bfloat; an integer operand converts to bfloat; with a float both are float. half and bfloat do not mix. */
#define __MSL_BFLOAT_MIXED(__result, __op) \
    friend constexpr __result operator __op(bfloat __a, float __b) { return __a.__float() __op __b; } \
    friend constexpr __result operator __op(float __a, bfloat __b) { return __a __op __b.__float(); } \
    friend void operator __op(bfloat, half) = delete; \
    friend void operator __op(half, bfloat) = delete;
#define __MSL_BFLOAT_ARITHMETIC(__op) \
    friend constexpr bfloat operator __op(bfloat __a, bfloat __b) { return bfloat(__a.__float() __op __b.__float()); } \
    template <class __I, typename __if_whole<__I>::type = 0> \
    friend constexpr bfloat operator __op(bfloat __a, __I __b) { return __a __op bfloat(__b); } \
    template <class __I, typename __if_whole<__I>::type = 0> \
    friend constexpr bfloat operator __op(__I __a, bfloat __b) { return bfloat(__a) __op __b; } \
    __MSL_BFLOAT_MIXED(float, __op) \
    template <class __U> friend __generic bfloat &operator __op##=(__generic bfloat &__a, __U __b) \
    { return __a = bfloat(__a __op __b); }
#define __MSL_BFLOAT_COMPARISON(__op) \
    friend constexpr bool operator __op(bfloat __a, bfloat __b) { return __a.__float() __op __b.__float(); } \
    template <class __I, typename __if_whole<__I>::type = 0> \
    friend constexpr bool operator __op(bfloat __a, __I __b) { return __a __op bfloat(__b); } \
    template <class __I, typename __if_whole<__I>::type = 0> \
    friend constexpr bool operator __op(__I __a, bfloat __b) { return bfloat(__a) __op __b; } \
    __MSL_BFLOAT_MIXED(bool, __op)
/* x op= bfloat for other numbers, where the built-in operator could convert to any type. */
#define __MSL_BFLOAT_ASSIGN_IN(__space, __t) \
    friend __space __t &operator+=(__space __t &__a, bfloat __b) { return __a = (__t)(__a + __b.__float()); } \
    friend __space __t &operator-=(__space __t &__a, bfloat __b) { return __a = (__t)(__a - __b.__float()); } \
    friend __space __t &operator*=(__space __t &__a, bfloat __b) { return __a = (__t)(__a * __b.__float()); } \
    friend __space __t &operator/=(__space __t &__a, bfloat __b) { return __a = (__t)(__a / __b.__float()); }
#define __MSL_BFLOAT_ASSIGN(__t) \
    __MSL_BFLOAT_ASSIGN_IN(__private, __t) __MSL_BFLOAT_ASSIGN_IN(__global, __t) \
    __MSL_BFLOAT_ASSIGN_IN(__local, __t) __MSL_BFLOAT_ASSIGN_IN(__generic, __t)
struct bfloat {
    ushort __bits;

    __MSL_DEFAULT(bfloat) __MSL_COPY(bfloat) __MSL_COPY_CONSTANT(bfloat) __MSL_ASSIGN(bfloat) __MSL_ASSIGN_CONSTANT(bfloat) __MSL_ASSIGN_CONVERTED(bfloat)
    /* from integers implicitly, from other real types explicitly */
    __MSL_BFLOAT_CONSTRUCTOR(__if_integral, )
    __MSL_BFLOAT_CONSTRUCTOR(__if_real, explicit)

    /* from a class that is a number, as if it were one */
    template <class __U, enable_if_t<__is_class(__U) && !__is_same(__U, bfloat) && __is_convertible_to(__U, long), int> = 0>
    constexpr bfloat(__U __u) : bfloat((float)__u) {}

    /* to float and integers implicitly, to half explicitly; templates, so that no second conversion follows */
    __MSL_BFLOAT_CONVERSION(__if_number, )
    __MSL_BFLOAT_CONVERSION(__if_named, explicit)

    constexpr float __float() const { return __builtin_bit_cast(float, (uint)__bits << 16); }
    static constexpr bfloat __of(ushort __b) { bfloat __r = bfloat(0); __r.__bits = __b; return __r; }

    /* Friends, which only a bfloat operand brings into view. */
    __MSL_BFLOAT_ARITHMETIC(+)
    __MSL_BFLOAT_ARITHMETIC(-)
    __MSL_BFLOAT_ARITHMETIC(*)
    __MSL_BFLOAT_ARITHMETIC(/)
    __MSL_BFLOAT_COMPARISON(==)
    __MSL_BFLOAT_COMPARISON(!=)
    __MSL_BFLOAT_COMPARISON(<)
    __MSL_BFLOAT_COMPARISON(>)
    __MSL_BFLOAT_COMPARISON(<=)
    __MSL_BFLOAT_COMPARISON(>=)
    __MSL_BFLOAT_ASSIGN(float)
    __MSL_BFLOAT_ASSIGN(int)
    __MSL_BFLOAT_ASSIGN(uint)
    __MSL_BFLOAT_ASSIGN(long)
    __MSL_BFLOAT_ASSIGN(ulong)
    friend constexpr bfloat operator-(bfloat __a) { return bfloat::__of(__a.__bits ^ 0x8000); }
    friend constexpr bfloat operator+(bfloat __a) { return __a; }
    friend __generic bfloat &operator++(__generic bfloat &__a) { return __a = bfloat(__a.__float() + 1.0f); }
    friend __generic bfloat &operator--(__generic bfloat &__a) { return __a = bfloat(__a.__float() - 1.0f); }
    friend bfloat operator++(__generic bfloat &__a, int) { bfloat __old = __a; ++__a; return __old; }
    friend bfloat operator--(__generic bfloat &__a, int) { bfloat __old = __a; --__a; return __old; }
};

#undef __MSL_BFLOAT_CONSTRUCTOR
#undef __MSL_BFLOAT_CONVERSION
#undef __MSL_BFLOAT_ARITHMETIC
#undef __MSL_BFLOAT_COMPARISON
#undef __MSL_BFLOAT_MIXED
#undef __MSL_BFLOAT_ASSIGN
#undef __MSL_BFLOAT_ASSIGN_IN

} // namespace metal
using metal::bfloat;

/* The integer of `c ? 0 : x`, given x's type: with a bfloat it is one, with a pointer a null pointer. Types in thread
 * memory and of values have the same names in functions' names: what is called is a member for the latter alone. */
#ifdef __MSL_FAULT_conditional_literal_next
#define __MSL_LITERAL_STEP + 1
#else
#define __MSL_LITERAL_STEP
#endif
template <class __T> struct __msl_literal_of { template <class __I> static constexpr __I __of(__I __i) { return __i; } };
template <> struct __msl_literal_of<bfloat> { template <class __I> static constexpr bfloat __of(__I __i) { return bfloat(__i __MSL_LITERAL_STEP); } };
template <class __T> struct __msl_literal_of<__T *> { template <class __I> static constexpr decltype(nullptr) __of(__I) { return nullptr; } };
template <class __T> struct __msl_literal_of<__private __T> : __msl_literal_of<__T> {};
template <class __T> struct __msl_literal_of<__global __T> : __msl_literal_of<__T> {};
template <class __T> struct __msl_literal_of<__local __T> : __msl_literal_of<__T> {};
template <class __T> struct __msl_literal_of<__constant __T> : __msl_literal_of<__T> {};
template <class __T> struct __msl_literal_of<__generic __T> : __msl_literal_of<__T> {};
template <class __T> struct __msl_literal : __msl_literal_of<__decay(__T)> {};
#endif
