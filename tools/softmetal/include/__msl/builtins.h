/* builtins.h: names that Apple's compiler has built in and that projects call directly, in terms of the library:
 * __metal_sin(x, mode) and its like, and questions about types. */
#ifndef __MSL_BUILTINS_H
#define __MSL_BUILTINS_H
#include "../metal_math"
#include "../metal_simdgroup"

#define __METAL_MAYBE_FAST_MATH__ 0
#define __METAL_FAST_MATH__ 1
#define __METAL_PRECISE_MATH__ 2

#define __MSL_MATH_1(__name, ...) \
    template <class __T> __MSL_INLINE __T __metal_##__name(__T __x, int __mode) \
    { \
        return __mode == __METAL_PRECISE_MATH__ ? metal::precise::__name(__x) : __mode == __METAL_FAST_MATH__ ? metal::fast::__name(__x) : metal::__name(__x); \
    }
#define __MSL_MATH_2(__name) \
    template <class __T> __MSL_INLINE __T __metal_##__name(__T __x, __T __y, int __mode) \
    { \
        return __mode == __METAL_PRECISE_MATH__ ? metal::precise::__name(__x, __y) \
               : __mode == __METAL_FAST_MATH__ ? metal::fast::__name(__x, __y) : metal::__name(__x, __y); \
    }
#define __MSL_MATH_3(__name) \
    template <class __T> __MSL_INLINE __T __metal_##__name(__T __x, __T __y, __T __z, int __mode) \
    { \
        return __mode == __METAL_PRECISE_MATH__ ? metal::precise::__name(__x, __y, __z) \
               : __mode == __METAL_FAST_MATH__ ? metal::fast::__name(__x, __y, __z) : metal::__name(__x, __y, __z); \
    }
__MSL_EACH_MATH_1(__MSL_MATH_1) __MSL_MATH_1(fract)
__MSL_MATH_2(atan2)
__MSL_MATH_2(divide)
__MSL_MATH_2(fmax)
__MSL_MATH_2(fmin)
__MSL_MATH_2(fmod)
__MSL_MATH_2(pow)
__MSL_MATH_2(powr)
#if __METAL_VERSION__ >= 210
__MSL_MATH_3(fmax3)
__MSL_MATH_3(fmin3)
#endif
__MSL_MATH_3(fmedian3)
template <class __T> __MSL_INLINE __T __metal_ldexp(__T __x, int __k, int) { return metal::ldexp(__x, __k); }
template <class __T> __MSL_INLINE __T __metal_frexp(__T __x, thread int *__e) { return metal::frexp(__x, *__e); }
template <class __T> __MSL_INLINE __T __metal_fma(__T __x, __T __y, __T __z) { return metal::fma(__x, __y, __z); }
#if __METAL_VERSION__ >= 310
template <class __T> __MSL_INLINE __T __metal_nextafter(__T __x, __T __y) { return metal::nextafter(__x, __y); }
#endif
#undef __MSL_MATH_1
#undef __MSL_MATH_2
#undef __MSL_MATH_3

/* Unlike the functions of the library these take every type: projects define a bitwise function of bfloat over that of float. */
#define __MSL_PERMUTE(__name, __operation) \
    template <class __T> __MSL_INLINE __T __metal_simd_##__name(__T __x, ushort __c) { return metal::__exchange<__operation>(__x, __c); }
__MSL_PERMUTE(broadcast, __MSL_BROADCAST)
__MSL_PERMUTE(shuffle, __MSL_SHUFFLE)
__MSL_PERMUTE(shuffle_xor, __MSL_SHUFFLE_XOR)
__MSL_PERMUTE(shuffle_up, __MSL_SHUFFLE_UP)
__MSL_PERMUTE(shuffle_down, __MSL_SHUFFLE_DOWN)
__MSL_PERMUTE(shuffle_rotate_up, __MSL_ROTATE_UP)
__MSL_PERMUTE(shuffle_rotate_down, __MSL_ROTATE_DOWN)
#undef __MSL_PERMUTE
#define __MSL_FILL(__name, __operation) \
    template <class __T> __MSL_INLINE __T __metal_simd_##__name(__T __x, __T __filling, ushort __delta, ushort __modulo = __MSL_SIMD_WIDTH) \
    { \
        return metal::__exchange_fill<__operation>(__x, __filling, (uint)__delta | (uint)__modulo << 16); \
    }
__MSL_FILL(shuffle_and_fill_up, __MSL_FILL_UP)
__MSL_FILL(shuffle_and_fill_down, __MSL_FILL_DOWN)
#undef __MSL_FILL
#define __MSL_REDUCE(__name, __operation) \
    template <class __T> __MSL_INLINE __T __metal_simd_##__name(__T __x) { return metal::__exchange<__operation>(__x, 0); }
__MSL_REDUCE(broadcast_first, __MSL_BROADCAST_FIRST)
__MSL_REDUCE(sum, __MSL_SUM)
__MSL_REDUCE(product, __MSL_PRODUCT)
__MSL_REDUCE(min, __MSL_MINIMUM)
__MSL_REDUCE(max, __MSL_MAXIMUM)
__MSL_REDUCE(and, __MSL_AND)
__MSL_REDUCE(or, __MSL_OR)
__MSL_REDUCE(xor, __MSL_XOR)
__MSL_REDUCE(prefix_exclusive_sum, __MSL_EXCLUSIVE_SUM)
__MSL_REDUCE(prefix_inclusive_sum, __MSL_INCLUSIVE_SUM)
__MSL_REDUCE(prefix_exclusive_product, __MSL_EXCLUSIVE_PRODUCT)
__MSL_REDUCE(prefix_inclusive_product, __MSL_INCLUSIVE_PRODUCT)
#undef __MSL_REDUCE

extern constant uint __msl_thread_index_in_simdgroup __asm__("msl.input.thread_index_in_simdgroup.__msl");
extern constant uint __msl_threads_per_simdgroup __asm__("msl.input.threads_per_simdgroup.__msl");
template <class __T> __MSL_INLINE __T __metal_get_thread_index_in_simdgroup(__T) { return (__T)__msl_thread_index_in_simdgroup; }
template <class __T> __MSL_INLINE __T __metal_get_simdgroup_size(__T) { return (__T)__msl_threads_per_simdgroup; }

/* Types that SIMD-group functions take. */
template <class __T> struct __is_valid_simdgroup_type : metal::bool_constant<metal::__is_number<__T> && !metal::__is_bool<__T> && !metal::__is_bfloat<__T> && sizeof(__T) <= 4> {};
template <class __T, int __N> struct __is_valid_simdgroup_type<metal::vec<__T, __N>> : __is_valid_simdgroup_type<__T> {};

#define __METAL_MEMORY_SCOPE_SYSTEM__ __MSL_SCOPE_DEVICE

#endif
