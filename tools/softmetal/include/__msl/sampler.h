/* sampler.h: samplers (MSL 2.10). A sampler is 64 bits: the address of one that the host made, or, with bit 0 set,
 * the state of a constexpr one, packed as engine/texture/texture_access.h says. */
#ifndef __MSL_SAMPLER_H
#define __MSL_SAMPLER_H
#include "functions.h"

namespace metal {

enum class coord { normalized, pixel };
#define __MSL_ADDRESSES { clamp_to_edge = 0, repeat = 2, mirrored_repeat = 3, clamp_to_zero = 4, clamp_to_border = 5 }
enum class address __MSL_ADDRESSES;
enum class s_address __MSL_ADDRESSES;
enum class t_address __MSL_ADDRESSES;
enum class r_address __MSL_ADDRESSES;
#undef __MSL_ADDRESSES
enum class border_color { transparent_black, opaque_black, opaque_white };
enum class filter { nearest, linear };
enum class mag_filter { nearest, linear };
enum class min_filter { nearest, linear };
enum class mip_filter { none, nearest, linear };
enum class compare_func { never, less, equal, less_equal, greater, not_equal, greater_equal, always, none = never };
#if __METAL_VERSION__ >= 230
enum class reduction { weighted_average, minimum, maximum };
#endif
struct max_anisotropy {
    explicit constexpr max_anisotropy(int __v) : __value(__v) {}
    int __value;
};
struct lod_clamp {
    explicit constexpr lod_clamp(float __low, float __high) : __lowest(__low), __highest(__high) {}
    float __lowest, __highest;
};
/* Also an option of sample(). */
struct bias {
    explicit constexpr bias(float __v) : __value(__v) {}
    float __value;
};

class sampler
{
public:
    constexpr sampler() : __state(__initial) {}
    constexpr sampler() __constant : __state(__initial) {}
    sampler(const sampler &) = default;
    sampler(const __constant sampler &) = default;
    sampler &operator=(const sampler &) = default;
    template <class __O, enable_if_t<__is_same(__O, sampler), int> = 0>
    sampler &operator=(const __constant __O &__o) { __state = __o.__state; return *this; }
    /* An argument buffer's sampler comes from another argument buffer only (MSL 2.13.1). */
    device sampler &operator=(const thread sampler &) device = delete;
    template <class __O, class... __Os, class = enable_if_t<!__is_same(__O, sampler)>>
    constexpr sampler(__O __option, __Os... __options) : __state(__with_options(__initial, __option, __options...)) {}
    template <class __O, class... __Os, class = enable_if_t<!__is_same(__O, sampler)>>
    constexpr sampler(__O __option, __Os... __options) __constant : __state(__with_options(__initial, __option, __options...)) {}
    __MSL_INLINE ulong __bits() const { return __state; }
    __MSL_INLINE ulong __bits() const __constant { return __state; }

private:
    /* Normalized, clamped to the edge, nearest, all levels up to infinity. */
    static constexpr ulong __initial = 1 | 1ul << 16 | 0x7c00ul << 48;

    static constexpr ulong __put(ulong __s, int __offset, int __bits, ulong __v)
    {
        const ulong __mask = ((1ul << __bits) - 1) << __offset;
        return (__s & ~__mask) | (__v << __offset & __mask);
    }
    static constexpr ulong __half_bits(float __f) { return __builtin_bit_cast(ushort, (half)__f); }
    static constexpr ulong __option(ulong __s, coord __v) { return __put(__s, 16, 1, __v == coord::normalized); }
    static constexpr ulong __option(ulong __s, min_filter __v) { return __put(__s, 1, 1, (ulong)__v); }
    static constexpr ulong __option(ulong __s, mag_filter __v) { return __put(__s, 2, 1, (ulong)__v); }
    static constexpr ulong __option(ulong __s, filter __v) { return __put(__put(__s, 1, 1, (ulong)__v), 2, 1, (ulong)__v); }
    static constexpr ulong __option(ulong __s, mip_filter __v) { return __put(__s, 3, 2, (ulong)__v); }
    static constexpr ulong __option(ulong __s, s_address __v) { return __put(__s, 5, 3, (ulong)__v); }
    static constexpr ulong __option(ulong __s, t_address __v) { return __put(__s, 8, 3, (ulong)__v); }
    static constexpr ulong __option(ulong __s, r_address __v) { return __put(__s, 11, 3, (ulong)__v); }
    static constexpr ulong __option(ulong __s, address __v)
    {
        return __put(__s, 5, 9, (ulong)__v | (ulong)__v << 3 | (ulong)__v << 6);
    }
    static constexpr ulong __option(ulong __s, border_color __v) { return __put(__s, 14, 2, (ulong)__v); }
    static constexpr ulong __option(ulong __s, compare_func __v) { return __put(__s, 17, 3, (ulong)__v); }
#if __METAL_VERSION__ >= 230
    static constexpr ulong __option(ulong __s, reduction __v) { return __put(__s, 20, 2, (ulong)__v); }
#endif
    static constexpr ulong __option(ulong __s, max_anisotropy) { return __s; }
    static constexpr ulong __option(ulong __s, lod_clamp __v)
    {
        return __put(__put(__s, 32, 16, __half_bits(__v.__lowest)), 48, 16, __half_bits(__v.__highest));
    }
#if __METAL_VERSION__ >= 400
    static constexpr ulong __option(ulong __s, bias __v) { return __put(__s, 22, 10, (ulong)(long)(__v.__value * 32.0f)); }
#endif
    static constexpr ulong __with_options(ulong __s) { return __s; }
    template <class __O, class... __Os> static constexpr ulong __with_options(ulong __s, __O __o, __Os... __os)
    {
        return __with_options(__option(__s, __o), __os...);
    }

    ulong __state;
};

} // namespace metal
#endif
