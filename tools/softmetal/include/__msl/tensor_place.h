/* tensor_place.h: the elements of tensors, and where they are: what a tensor holds of its own, or a descriptor
 * elsewhere (MSL 2.22.2). */
#ifndef __MSL_TENSOR_PLACE_H
#define __MSL_TENSOR_PLACE_H
#include "../metal_array"
#include "../metal_packed_numeric"
#include "extents.h"
#include "tensor_descriptor.h"

#if __METAL_VERSION__ >= 400
namespace metal {

struct tensor_handle {};
struct tensor_inline {};
struct tensor_offset {};

/* ---- Elements */

/* __S where an __E is: in its address space, const and volatile as it is. */
template <class __S, bool __Const, bool __Volatile> struct __qualified { typedef __S __type; };
template <class __S> struct __qualified<__S, true, false> { typedef const __S __type; };
template <class __S> struct __qualified<__S, false, true> { typedef volatile __S __type; };
template <class __S> struct __qualified<__S, true, true> { typedef const volatile __S __type; };
template <class __E, class __S> struct __in_space_of { typedef __S __type; };
#define __MSL_SPACE(__space) \
    template <class __T, class __S> struct __in_space_of<__space __T, __S> { typedef __space __S __type; };
__MSL_SPACE(__private) __MSL_SPACE(__global) __MSL_SPACE(__local) __MSL_SPACE(__constant) __MSL_SPACE(__generic)
#undef __MSL_SPACE
template <class __E, class __S>
using __placed_as = typename __in_space_of<__E, typename __qualified<__S, __is_const(__E), __is_volatile(__E)>::__type>::__type;

/* What an element type is of: a format lies in bytes, of which some hold several elements. */
template <class __T> constexpr constant bool __is_tensor_number =
    __is_same(__T, half) || __is_same(__T, bfloat) || __is_same(__T, float) || __is_same(__T, char) || __is_same(__T, signed char) ||
    __is_same(__T, uchar) || __is_same(__T, short) || __is_same(__T, ushort) || __is_same(__T, int) || __is_same(__T, uint);
template <class __E, class __T = __bare_t<__E>, bool = __is_tensor_number<__T>> struct __tensor_element {
    typedef __T __value;
    static constexpr bool __is_format = __numeric<__T>::__bits != 0;
    static constexpr int __bits = __numeric<__T>::__bits;
    typedef uchar __stored;
    typedef __placed_as<__E, uchar> __placed;
};
template <class __E, class __T> struct __tensor_element<__E, __T, true> {
    typedef __T __value;
    static constexpr bool __is_format = false;
    static constexpr int __bits = 8 * sizeof(__T);
    typedef __T __stored;
    typedef __E __placed;
};

/* What get and set move at once: an element, some in a vector, or packed numbers of the format; __V of values __T. */
template <class __V, class __T> struct __moved { static constexpr bool __fits = __is_same(__V, __T) && __is_tensor_number<__T>; static constexpr int __count = 1; };
template <class __T, int __N> struct __moved<vec<__T, __N>, __T> { static constexpr bool __fits = __is_tensor_number<__T>; static constexpr int __count = __N; };
template <class __T, int __N> struct __moved<packed_vec<__T, __N>, __T> { static constexpr bool __fits = __is_tensor_number<__T>; static constexpr int __count = __N; };
template <class __T, size_t __N> struct __moved<packed_numeric_type<__T, __N>, __T> { static constexpr bool __fits = true; static constexpr int __count = (int)__N; };
template <class __V> constexpr constant bool __is_packed_number = false;
template <class __T, size_t __N> constexpr constant bool __is_packed_number<packed_numeric_type<__T, __N>> = true;

/* ---- Planes */

struct __no_plane {
    static constexpr constant bool __is_there = false;
};
#if __METAL_VERSION__ >= 410
struct tensor_plane_data {};
struct tensor_plane_scales {};
template <size_t __First = 0, size_t... __Rest> constexpr constant bool __blocks_are_right = __First == 32 && ((__Rest == 1) && ...);
template <class __P, class __E, size_t... __B> struct tensor_blockwise {
    static constexpr constant bool __is_there = true;
    static_assert(__is_same(__P, tensor_plane_scales), "tensor_blockwise describes tensor_plane_scales, no other plane");
    static_assert(__is_same(__bare_t<__E>, metal_fp8_ue8m0_format), "the elements of a plane of scales are metal_fp8_ue8m0_format");
    static_assert(__blocks_are_right<__B...>, "a block is 32 elements of dimension 0, and 1 of each other dimension");
    static constexpr size_t get_block_size(size_t __r)
    {
        const size_t __all[] = {__B..., 1};
        return __all[__r];
    }
    typedef __E element_type;
    typedef __E value_type;
    typedef __P plane_tag_type;
    typedef typename __tensor_element<__E>::__placed __placed;
    static constexpr size_t __rank = sizeof...(__B);

    tensor_blockwise(__placed *__p) : __data(__p) {}
    tensor_blockwise(__E *__p) : __data((__placed *)__p) {}
    tensor_blockwise() : __data(nullptr) {}
    __placed *__data;
};
template <class __T> constexpr constant bool __is_plane_tag = __is_same(__T, tensor_plane_data) || __is_same(__T, tensor_plane_scales);
#endif

/* The elements of a plane, by its number. */
template <class __E, class __P, int __K> struct __plane_element : __tensor_element<__E> {};
template <class __E, class __P> struct __plane_element<__E, __P, 1> : __tensor_element<typename __P::element_type> {};

/* What tags say. */
template <class __T> struct __as_plane { typedef __no_plane __type; };
template <class... __T> struct __plane_in { typedef __no_plane __type; };
template <class __T, class... __R>
struct __plane_in<__T, __R...> : conditional_t<__as_plane<__bare_t<__T>>::__type::__is_there, __as_plane<__bare_t<__T>>, __plane_in<__R...>> {};
template <class __T> constexpr constant bool __is_tag = __is_same(__T, tensor_offset) || __as_plane<__bare_t<__T>>::__type::__is_there;
#if __METAL_VERSION__ >= 410
template <class __P, class __E, size_t... __B> struct __as_plane<tensor_blockwise<__P, __E, __B...>> { typedef tensor_blockwise<__P, __E, __B...> __type; };
#endif

/* ---- Where a tensor's elements are. Planes have numbers: 0 the elements themselves, 1 scales. Strides are in elements of the plane. */

/* A plane's pointer and strides, in a tensor that has all of its own. */
template <class __P, size_t __Rank> struct __plane_place {
    typename __P::__placed *__scales;
    long __scale_strides[__Rank + 1];
};
template <size_t __Rank> struct __plane_place<__no_plane, __Rank> {};

/* Not of what tensor refuses. */
template <class __E, class __X, class __D, bool __Offset, class __P, class __S> struct __tensor_place {};

template <class __E, class __X, class __P, class __S> struct __tensor_place<__E, __X, tensor_inline, false, __P, __S> : __plane_place<__P, __X::rank()> {
    typedef typename __X::index_type __index;
    __S __data;
    __X __extents;
    __index __strides[__X::rank() + 1];

    bool __is_null() const { return __data == nullptr; }
    long __size(size_t __r) const { return (long)__extents.extent(__r); }
    template <int __K> long __step(size_t __r) const
    {
        if constexpr (__K == 0) return (long)__strides[__r];
        else return this->__scale_strides[__r];
    }
    template <int __K> auto __first() const
    {
        if constexpr (__K == 0) return __data;
        else return this->__scales;
    }
};

/* The elements that a descriptor tells of, from the place on that is `__offsets` from its first. */
template <class __E, class __X, class __P, class __S> struct __tensor_place<__E, __X, tensor_handle, false, __P, __S> {
    const device __msl_tensor *__handle;

    bool __is_null() const { return __handle == nullptr || __handle->__data == 0; }
    long __size(size_t __r) const { return __X::static_extent(__r) == dynamic_extent ? __handle->__extents[__r] : (long)__X::static_extent(__r); }
    template <int __K> long __step(size_t __r) const
    {
        if constexpr (__K == 0) return __handle->__strides[__r];
        else return __handle->__planes[__MSL_PLANE_SCALES].__strides[__r];
    }
    template <int __K> auto __first() const
    {
        if constexpr (__K == 0) return (__S)__handle->__data;
        else return (typename __P::__placed *)__handle->__planes[__MSL_PLANE_SCALES].__data;
    }
};

template <class __E, class __X, class __P, class __S>
struct __tensor_place<__E, __X, tensor_handle, true, __P, __S> : __tensor_place<__E, __X, tensor_handle, false, __P, __S> {
    typedef __tensor_place<__E, __X, tensor_handle, false, __P, __S> __base;
    __X __extents;
    long __offsets[__X::rank() + 1];

    long __size(size_t __r) const { return (long)__extents.extent(__r); }
    template <int __K> auto __first() const
    {
        long __n = 0;
        for (size_t __r = 0; __r < __X::rank(); __r++)
            __n += (__K != 0 && __r == 0 ? __offsets[__r] / 32 : __offsets[__r]) * __base::template __step<__K>(__r);
        return __base::template __first<__K>() + (__K == 0 ? __n * __tensor_element<__E>::__bits / (8 * (long)sizeof(typename __tensor_element<__E>::__stored)) : __n);
    }
};

} // namespace metal
#endif
#endif
