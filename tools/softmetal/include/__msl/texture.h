/* texture.h: what the members of texture classes are made of: options, coordinates, texels, and calls of the engine. */
#ifndef __MSL_TEXTURE_H
#define __MSL_TEXTURE_H
#include "sampler.h"
#include "../metal_atomic"
#include "../metal_math"

extern "C" {
typedef uint __msl_texel __attribute__((ext_vector_type(4)));
__attribute__((pure)) __msl_texel __msl_texture_read(const device void *, uint __kind, uint __x, uint __y, uint __z, uint __slice, uint __level);
__attribute__((pure)) __msl_texel __msl_texture_read_clamped(const device void *, uint __kind, int __x, int __y, int __z, uint __slice, uint __level);
void __msl_texture_write(const device void *, uint __kind, __msl_texel, uint __x, uint __y, uint __z, uint __slice, uint __level);
__attribute__((pure)) __msl_texel __msl_texture_sample(const device void *, ulong __sampler, uint __kind, float __s, float __t, float __r,
                                                       uint __slice, float __lod, int __x, int __y, int __z, float __reference);
__attribute__((pure)) __msl_texel __msl_texture_gather(const device void *, ulong __sampler, uint __kind, float __s, float __t, float __r,
                                                       uint __slice, uint __component, int __x, int __y, float __reference);
__attribute__((pure)) float __msl_texture_gradient_lod(const device void *, float, float, float, float, float, float);
__attribute__((pure)) device void *__msl_texture_address(const device void *, uint __x, uint __y, uint __z, uint __slice);
__attribute__((pure)) uint __msl_texture_query(const device void *, uint __what, uint __level);
}

namespace metal {

enum class access { sample, read, write, read_write };
enum class component { x, y, z, w };
#if __METAL_VERSION__ >= 320
enum memory_coherence { memory_coherence_threadgroup, memory_coherence_device };
#define __MSL_COHERENCE , memory_coherence __C = memory_coherence_threadgroup
#define __MSL_COHERENCE_PARAMETER , memory_coherence __C
#define __MSL_COHERENCE_ARGUMENT , __C
#else
#define __MSL_COHERENCE
#define __MSL_COHERENCE_PARAMETER
#define __MSL_COHERENCE_ARGUMENT
#endif

/* How a level is chosen (MSL 6.13); bias is beside the samplers. */
struct level {
    explicit constexpr level(float __v) : __lod(__v) {}
    float __lod;
};
struct min_lod_clamp {
    explicit constexpr min_lod_clamp(float __v) : __lod(__v) {}
    float __lod;
};
struct gradient2d {
    gradient2d(float2 __dx, float2 __dy) : __x(__dx), __y(__dy) {}
    float2 __x, __y;
};
struct gradient3d {
    gradient3d(float3 __dx, float3 __dy) : __x(__dx), __y(__dy) {}
    float3 __x, __y;
};
struct gradientcube {
    gradientcube(float3 __dx, float3 __dy) : __x(__dx), __y(__dy) {}
    float3 __x, __y;
};

/* Texels travel as four words: float, int or uint, by the class of the component type. */
enum : uint { __MSL_TEXEL_FLOAT, __MSL_TEXEL_INT, __MSL_TEXEL_UINT, __MSL_TEXEL_COMPARED /* a depth with a reference */, __MSL_TEXEL_HALF };
template <class __T> constexpr constant uint __texel_kind =
    __is_same(__T, half) ? __MSL_TEXEL_HALF : __is_real<__T> ? __MSL_TEXEL_FLOAT : __is_same(__T, int) || __is_same(__T, short) ? __MSL_TEXEL_INT : __MSL_TEXEL_UINT;
template <class __T> using __texel_word = conditional_t<__is_real<__T>, float, conditional_t<__texel_kind<__T> == __MSL_TEXEL_INT, int, uint>>;
template <class __T> __MSL_INLINE vec<__T, 4> __from_texel(__msl_texel __t)
{
    typedef __texel_word<__T> __W;
    return vec<__T, 4>((__T)__builtin_bit_cast(__W, (uint)__t[0]), (__T)__builtin_bit_cast(__W, (uint)__t[1]), (__T)__builtin_bit_cast(__W, (uint)__t[2]),
                       (__T)__builtin_bit_cast(__W, (uint)__t[3]));
}
template <class __T> __MSL_INLINE __msl_texel __to_texel(vec<__T, 4> __v)
{
    typedef __texel_word<__T> __W;
    __msl_texel __t = {__builtin_bit_cast(uint, (__W)__v.__v[0]), __builtin_bit_cast(uint, (__W)__v.__v[1]),
                       __builtin_bit_cast(uint, (__W)__v.__v[2]), __builtin_bit_cast(uint, (__W)__v.__v[3])};
    return __t;
}

/* Coordinates of one to three dimensions, padded. */
struct __place { uint __x, __y, __z; };
template <class __U> __MSL_INLINE __place __at(__U __c) { return __place{(uint)__c, 0, 0}; }
template <class __U> __MSL_INLINE __place __at(vec<__U, 2> __c) { return __place{(uint)__c.__v[0], (uint)__c.__v[1], 0}; }
template <class __U> __MSL_INLINE __place __at(vec<__U, 3> __c) { return __place{(uint)__c.__v[0], (uint)__c.__v[1], (uint)__c.__v[2]}; }
struct __point { float __s, __t, __r; };
__MSL_INLINE __point __sampled_at(float __c) { return __point{__c, 0, 0}; }
__MSL_INLINE __point __sampled_at(float2 __c) { return __point{__c.__v[0], __c.__v[1], 0}; }
__MSL_INLINE __point __sampled_at(float3 __c) { return __point{__c.__v[0], __c.__v[1], __c.__v[2]}; }

/* The level that options ask for. */
struct __lod {
    const device void *__texture;
    __MSL_INLINE float __of() const { return 0.0f; }
    __MSL_INLINE float __of(level __o) const { return __o.__lod; }
    __MSL_INLINE float __of(bias __o) const { return __o.__value; }
    __MSL_INLINE float __of(min_lod_clamp __o) const { return __exact::__fmax(0.0f, __o.__lod); }
    __MSL_INLINE float __of(gradient2d __o) const
    {
        return __msl_texture_gradient_lod(__texture, __o.__x.__v[0], __o.__x.__v[1], 0, __o.__y.__v[0], __o.__y.__v[1], 0);
    }
    __MSL_INLINE float __of(gradient3d __o) const
    {
        return __msl_texture_gradient_lod(__texture, __o.__x.__v[0], __o.__x.__v[1], __o.__x.__v[2], __o.__y.__v[0], __o.__y.__v[1], __o.__y.__v[2]);
    }
    /* A direction spans two units along a face. */
    __MSL_INLINE float __of(gradientcube __o) const
    {
        return __msl_texture_gradient_lod(__texture, __o.__x.__v[0], __o.__x.__v[1], __o.__x.__v[2], __o.__y.__v[0], __o.__y.__v[1], __o.__y.__v[2]);
    }
    template <class __O> __MSL_INLINE float __of(__O __o, min_lod_clamp __m) const { return __exact::__fmax(__of(__o), __m.__lod); }
};

template <class __T> constexpr constant bool __is_texel =
    __is_same(__T, float) || __is_same(__T, half) || __is_same(__T, int) || __is_same(__T, uint) || __is_same(__T, short) || __is_same(__T, ushort)
#if __METAL_VERSION__ >= 310
    || __is_same(__T, ulong)
#endif
    ;

/* What an access qualifier allows (MSL 2.9). */
template <access __A> constexpr constant bool __may_sample = __A == access::sample;
template <access __A> constexpr constant bool __may_read = __A != access::write;
template <access __A> constexpr constant bool __may_write = __A == access::write || __A == access::read_write;

template <class __T> __MSL_INLINE vec<__T, 4> __texture_read(const device void *__t, __place __p, uint __slice, uint __level)
{
    return __from_texel<__T>(__msl_texture_read(__t, __texel_kind<__T>, __p.__x, __p.__y, __p.__z, __slice, __level));
}
template <class __T> __MSL_INLINE vec<__T, 4> __texture_read_clamped(const device void *__t, __place __p, uint __slice, uint __level)
{
    return __from_texel<__T>(
        __msl_texture_read_clamped(__t, __texel_kind<__T>, (int)__p.__x, (int)__p.__y, (int)__p.__z, __slice, __level));
}
template <class __T> __MSL_INLINE void __texture_write(const device void *__t, vec<__T, 4> __v, __place __p, uint __slice, uint __level)
{
    __msl_texture_write(__t, __texel_kind<__T>, __to_texel(__v), __p.__x, __p.__y, __p.__z, __slice, __level);
}
template <class __T>
__MSL_INLINE vec<__T, 4> __texture_sample(const device void *__t, sampler __s, __point __p, uint __slice, __place __o, float __level)
{
    return __from_texel<__T>(__msl_texture_sample(__t, __s.__bits(), __texel_kind<__T>, __p.__s, __p.__t, __p.__r, __slice, __level,
                                                  (int)__o.__x, (int)__o.__y, (int)__o.__z, 0.0f));
}
__MSL_INLINE float __texture_compare(const device void *__t, sampler __s, __point __p, float __reference, uint __slice, __place __o, float __level)
{
    return __from_texel<float>(__msl_texture_sample(__t, __s.__bits(), __MSL_TEXEL_COMPARED, __p.__s, __p.__t, __p.__r, __slice, __level,
                                                    (int)__o.__x, (int)__o.__y, (int)__o.__z, __reference)).x;
}
template <class __T>
__MSL_INLINE vec<__T, 4> __texture_gather(const device void *__t, sampler __s, __point __p, uint __slice, __place __o, component __c)
{
    return __from_texel<__T>(__msl_texture_gather(__t, __s.__bits(), __texel_kind<__T>, __p.__s, __p.__t, __p.__r, __slice, (uint)__c,
                                                  (int)__o.__x, (int)__o.__y, 0.0f));
}
__MSL_INLINE float4 __texture_gather_compare(const device void *__t, sampler __s, __point __p, float __reference, uint __slice, __place __o)
{
    return __from_texel<float>(__msl_texture_gather(__t, __s.__bits(), __MSL_TEXEL_COMPARED, __p.__s, __p.__t, __p.__r, __slice, 0,
                                                    (int)__o.__x, (int)__o.__y, __reference));
}
/* The slice of a cube's face; one that no texture has for a face that no cube has. */
__MSL_INLINE uint __face(uint __f, uint __i) { return __f < 6 && __i < 0x10000000 ? __i * 6 + __f : ~0u; }
/* What a texture gives: four components, or the one of a depth. */
template <class __R, class __T> __MSL_INLINE __R __result_of(vec<__T, 4> __v)
{
    if constexpr (__is_same(__R, __T))
        return __v.x;
    else
        return __v;
}
/* A texel as one atomic integer: of 32 bits, or 64 in a format of two components of 32. */
template <class __T> __MSL_INLINE __T __texture_atomic(uint __operation, const device void *__t, __place __p, uint __slice, __T __v)
{
    device void *__a = __msl_texture_address(__t, __p.__x, __p.__y, __p.__z, __slice);
    if (!__a) return 0;
    return (__T)__msl_atomic(__operation, __atomic_code<__T>, __a, __to_bits(__v), __MSL_RELAXED, __MSL_SCOPE_DEVICE);
}
template <class __T>
__MSL_INLINE bool __texture_compare_exchange(const device void *__t, __place __p, uint __slice, thread vec<__T, 4> *__expected, __T __v)
{
    device void *__a = __msl_texture_address(__t, __p.__x, __p.__y, __p.__z, __slice);
    if (!__a) return false;
    const __T __before = __expected->__v[0];
    const __T __found = (__T)__msl_atomic_compare_exchange(__atomic_code<__T>, __a, __to_bits(__before), __to_bits(__v), __MSL_RELAXED,
                                                           __MSL_RELAXED, __MSL_SCOPE_DEVICE);
    __expected->__v[0] = __found;
    return __found == __before;
}
template <class __T> __MSL_INLINE vec<__T, 4> __one_component(__T __v) { return vec<__T, 4>(__v, 0, 0, 0); }

#if __METAL_VERSION__ >= 230
/* Every pixel of a texture is resident here: there are no sparse heaps (MSL 6.13). */
template <class __T> struct sparse_color {
    constexpr sparse_color(__T __value, bool __resident) : __value(__value), __resident(__resident) {}
    constexpr bool resident() const { return __resident; }
    constexpr __T value() const { return __value; }
    __T __value;
    bool __resident;
};
#endif
#if __METAL_VERSION__ >= 410
template <class __T, int __W, int __H> struct block_color {
    template <int __X, int __Y> constexpr __T value() const
    {
        static_assert(__X >= 0 && __X < __W && __Y >= 0 && __Y < __H, "the block has no such pixel");
        return __pixel[__Y * __W + __X];
    }
    __T __pixel[__W * __H];
};
template <class __T, int __W, int __H> struct sparse_block_color {
    template <int __X, int __Y> constexpr bool resident() const
    {
        static_assert(__X >= 0 && __X < __W && __Y >= 0 && __Y < __H, "the block has no such pixel");
        return true;
    }
    template <int __X, int __Y> constexpr __T value() const { return __block.template value<__X, __Y>(); }
    block_color<__T, __W, __H> __block;
};
#endif

} // namespace metal
#endif
