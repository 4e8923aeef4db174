/* tensor_members.h: what tensors do: sizes, elements, slices (MSL 2.22.2.3, 2.22.2.4). */
#ifndef __MSL_TENSOR_MEMBERS_H
#define __MSL_TENSOR_MEMBERS_H
#include "functions.h"
#include "tensor_place.h"

#if __METAL_VERSION__ >= 400
/* Checked mode is told what is undefined and cannot be seen from addresses: enum __msl_tensor_misuse, and numbers that its sentence has. */
#ifdef __MSL_CHECKED
extern "C" void __msl_tensor_misused(uint __kind, long __a, long __b, long __c);
/* Gives back `slot`; what is loaded through it must have been written, and a store notes that. */
extern "C" thread void *__msl_coop_place(thread void *__slot, thread uchar *__written, int __i, bool __is_valid);
#define __MSL_MISUSE(__condition, __kind, __a, __b, __c) ((__condition) ? __msl_tensor_misused(__kind, (long)(__a), (long)(__b), (long)(__c)) : (void)0)
#else
#define __MSL_MISUSE(__condition, __kind, __a, __b, __c) ((void)0)
#endif

namespace metal {

/* __S is the type of a pointer to elements. It tells members of tensors of `T` from those of tensors of `thread T`, of which clang gives the
 * names alone the same symbols. */
template <class __E, class __X, class __D, class... __Tags> struct tensor;
template <class __E, class __X, class __D, class __S, class... __Tags>
struct __tensor_members : __tensor_place<__E, __X, __D, (__is_same(__Tags, tensor_offset) || ...), typename __plane_in<__Tags...>::__type, __S> {
    typedef __E element_type;
    typedef __bare_t<__E> value_type;
    typedef __X extents_type;
    typedef typename __X::index_type index_type;
    typedef typename __X::size_type size_type;
    typedef typename __X::rank_type rank_type;

    /* ---- Not for users */
    typedef typename __plane_in<__Tags...>::__type __plane;
    typedef __tensor_element<__E> __element;
    static constexpr bool __is_inline = __is_same(__D, tensor_inline), __has_offset = (__is_same(__Tags, tensor_offset) || ...);
    static constexpr size_t __rank = __X::rank();
    template <class __Y> using __with = tensor<__E, __Y, __D, __Tags...>;
    template <class __Y> using __slice_of = conditional_t<__is_inline || __has_offset, __with<__Y>, tensor<__E, __Y, __D, __Tags..., tensor_offset>>;
    template <int __K> using __element_of = __plane_element<__E, __plane, __K>;
    template <int __K, class __V>
    static constexpr bool __fits = __moved<__V, typename __element_of<__K>::__value>::__fits ||
                                   (__element_of<__K>::__bits == 8 && __moved<__V, typename __element_of<__K>::__stored>::__fits);


    /* ---- Sizes */
    static constexpr size_t get_rank() { return __rank; }
    static constexpr size_t get_static_extent(rank_type __r) { return __X::static_extent(__r); }
    index_type get_extent(rank_type __r) const { return (index_type)this->__size(__r); }
    index_type get_stride(rank_type __r) const { return (index_type)this->template __step<0>(__r); }
#if __METAL_VERSION__ >= 410
    size_type get_stride_bytes(rank_type __r) const
    {
        return (size_type)(__MSL_FAULTY(tensor_format_stride_bytes, this->template __step<0>(__r), this->template __step<0>(__r) * __element::__bits / 8));
    }
    static constexpr size_type get_block_size(rank_type) { return 1; }

    /* Those of a plane, if the tensor has it. */
    template <class __T> static constexpr bool __has = __is_same(__T, tensor_plane_data) || (__is_same(__T, tensor_plane_scales) && __plane::__is_there);
    template <class __T> static constexpr bool __has_scalar = __has<__T> && (__is_same(__T, tensor_plane_scales) || !__element::__is_format);
    template <class __T> static constexpr int __number = __is_same(__T, tensor_plane_scales);
    template <class __T, enable_if_t<__has<__T>, int> = 0> static constexpr size_type get_static_extent(rank_type __r)
    {
        return (size_type)(__X::static_extent(__r) == dynamic_extent || __number<__T> == 0 ? __X::static_extent(__r) : (size_t)__scale_count(__r, (long)__X::static_extent(__r)));
    }
    template <class __T, enable_if_t<__has<__T>, int> = 0> static constexpr size_type get_block_size(rank_type __r)
    {
        if constexpr (__number<__T> == 0) return 1;
        else return (size_type)__plane::get_block_size(__r);
    }
    template <class __T, enable_if_t<__has<__T>, int> = 0> index_type get_extent(rank_type __r) const { return (index_type)__count<__number<__T>>(__r); }
    template <class __T, enable_if_t<__has<__T>, int> = 0> index_type get_stride(rank_type __r) const { return (index_type)this->template __step<__number<__T>>(__r); }
    template <class __T, enable_if_t<__has<__T>, int> = 0> size_type get_stride_bytes(rank_type __r) const
    {
        return (size_type)(this->template __step<__number<__T>>(__r) * __element_of<__number<__T>>::__bits / 8);
    }
#endif

    /* ---- Elements */
    template <class... __I, enable_if_t<__are_indices<__rank, __I...>, int> = 0> typename __element::__placed &operator[](::__msl_subscripts<__I...> __i) const { return __reference<0>(__i.__values); }
    template <class __I, enable_if_t<__are_indices<__rank, __I>, int> = 0> typename __element::__placed &operator[](__I __i) const
    {
        const long __all[] = {(long)__i};
        return __reference<0>(__all);
    }
    template <class __I> typename __element::__placed &operator[](array<__I, __rank> __i) const { return __reference<0>(__i.__elements); }

#define __MSL_BY_INDEX class... __I, enable_if_t<__are_indices<__rank, __I...>
#define __MSL_ALL(...) \
    { \
        const long __all[sizeof...(__I) + 1] = {(long)__i..., 0}; \
        __VA_ARGS__; \
    }
    template <__MSL_BY_INDEX && !__element::__is_format, int> = 0> value_type get(__I... __i) const __MSL_ALL(return __load<0, value_type>(__all))
    template <class __I, enable_if_t<!__element::__is_format && sizeof(__I), int> = 0> value_type get(array<__I, __rank> __i) const { return __load<0, value_type>(__i.__elements); }
    template <class __V, __MSL_BY_INDEX && __fits<0, __V>, int> = 0> __V get(__I... __i) const __MSL_ALL(return __load<0, __V>(__all))
    template <class __V, class __I, enable_if_t<__fits<0, __V>, int> = 0> __V get(array<__I, __rank> __i) const { return __load<0, __V>(__i.__elements); }
    template <__MSL_BY_INDEX && !__element::__is_format, int> = 0> void set(value_type __v, __I... __i) const __MSL_ALL(__store<0>(__v, __all))
    template <class __I, enable_if_t<!__element::__is_format && sizeof(__I), int> = 0> void set(value_type __v, array<__I, __rank> __i) const { __store<0>(__v, __i.__elements); }
    template <class __V, __MSL_BY_INDEX && __fits<0, __V> && !__is_same(__V, value_type), int> = 0> void set(__V __v, __I... __i) const __MSL_ALL(__store<0>(__v, __all))
    template <class __V, class __I, enable_if_t<__fits<0, __V> && !__is_same(__V, value_type), int> = 0> void set(__V __v, array<__I, __rank> __i) const
    {
        __store<0>(__v, __i.__elements);
    }
#if __METAL_VERSION__ >= 410
    template <class __T, __MSL_BY_INDEX && __has<__T>, int> = 0> auto &operator[](::__msl_subscripts<__I...> __i) const { return __reference<__number<__T>>(__i.__values); }
    template <class __T, class __I, enable_if_t<__has<__T> && __are_indices<__rank, __I>, int> = 0> auto &operator[](__I __i) const
    {
        const long __all[] = {(long)__i};
        return __reference<__number<__T>>(__all);
    }
    template <class __T, class __I, enable_if_t<__has<__T>, int> = 0> auto &operator[](array<__I, __rank> __i) const { return __reference<__number<__T>>(__i.__elements); }
    template <class __T, __MSL_BY_INDEX && __has_scalar<__T>, int> = 0> auto get(__I... __i) const
        __MSL_ALL(return __load<__number<__T>, typename __element_of<__number<__T>>::__stored>(__all))
    template <class __T, class __I, enable_if_t<__has_scalar<__T> && sizeof(__I), int> = 0> auto get(array<__I, __rank> __i) const
    {
        return __load<__number<__T>, typename __element_of<__number<__T>>::__stored>(__i.__elements);
    }
    template <class __T, class __V, __MSL_BY_INDEX && __has<__T> && __fits<__number<__T>, __V>, int> = 0> __V get(__I... __i) const
        __MSL_ALL(return __load<__number<__T>, __V>(__all))
    template <class __T, class __V, class __I, enable_if_t<__has<__T> && __fits<__number<__T>, __V>, int> = 0> __V get(array<__I, __rank> __i) const
    {
        return __load<__number<__T>, __V>(__i.__elements);
    }
    template <class __T, class __V, __MSL_BY_INDEX && __has<__T> && __fits<__number<__T>, __V>, int> = 0> void set(__V __v, __I... __i) const
        __MSL_ALL(__store<__number<__T>>(__v, __all))
    template <class __T, class __V, class __I, enable_if_t<__has<__T> && __fits<__number<__T>, __V>, int> = 0> void set(__V __v, array<__I, __rank> __i) const
    {
        __store<__number<__T>>(__v, __i.__elements);
    }
#endif

    /* ---- Slices */
    template <size_t... __F, __MSL_BY_INDEX && sizeof...(__F) != 0, int> = 0> auto slice(__I... __i) const
    {
        typedef extents<index_type, __F...> __part;
        static_assert(sizeof...(__F) == __rank, "a slice has as many dimensions as its tensor");
        static_assert(__both_extents<__part, __X>::__within, "an extent of the slice is larger than the tensor's");
        static_assert(__is_inline || !__both_extents<__X, __part>::__narrow, "a slice cannot be dynamic where its tensor is static");
        static_assert(!__element::__is_format || __part::static_extent(0) == dynamic_extent || __part::static_extent(0) % 32 == 0,
                      "dimension 0 of a slice of a format is a multiple of 32 elements");
        const long __all[] = {(long)__i...};
        return __slice<__part>(__all);
    }
    template <__MSL_BY_INDEX, int> = 0> auto slice(__I... __i) const __MSL_ALL(return __slice<dextents<index_type, __rank>>(__all))
#undef __MSL_BY_INDEX
#undef __MSL_ALL

    /* ---- Not for users */
    void __clear()
    {
        if constexpr (__is_inline) {
            this->__data = nullptr;
            this->__extents = __X();
            for (rank_type __r = 0; __r <= __rank; __r++) this->__strides[__r] = 0;
            if constexpr (__plane::__is_there) this->__scales = nullptr;
        } else {
            this->__handle = nullptr;
            if constexpr (__has_offset) {
                this->__extents = __X();
                for (rank_type __r = 0; __r <= __rank; __r++) this->__offsets[__r] = 0;
            }
        }
    }
    template <class __Y> static array<long, __rank + 1> __packed(__Y __x)
    {
        array<long, __rank + 1> __steps;
        long __step = 1;
        for (rank_type __r = 0; __r < __rank; __r++) {
            __steps.__elements[__r] = __step;
            __step *= (long)__x.extent(__r);
        }
        return __steps;
    }
    template <class __Y, class __A> void __make(typename __element::__placed *__p, __Y __x, const __A &__steps)
    {
        this->__data = __p;
        this->__extents = __X(__x);
        for (rank_type __r = 0; __r < __rank; __r++) {
            this->__strides[__r] = (index_type)__steps[__r];
            __MSL_MISUSE(__X::static_extent(__r) != dynamic_extent && (long)__x.extent(__r) != (long)__X::static_extent(__r), __MSL_TENSOR_CONVERTED, __r,
                         __x.extent(__r), __X::static_extent(__r));
        }
#ifdef __MSL_CHECKED
        /* of a thread's own memory, which checked mode does not know by address, what the compiler sees from here; else -1 */
        __judge((long)__p, __is_own ? (long)__builtin_object_size((typename __in_space_of<__E, const void>::__type *)__p, 0) : -1);
#endif
    }
    static constexpr bool __is_own = __is_same(remove_cv_t<__placed_as<__E, uchar>>, thread uchar);
    /* What a constructor's arguments must be. Rows of formats are aligned but in thread memory. */
    void __judge(long __p, long __room) const
    {
#ifdef __MSL_CHECKED
        constexpr long __line = __is_own ? 1 : 128, __most = 1l << 44; /* elements: more than any memory has */
        long __last = 0;
        __MSL_MISUSE(__p == 0, __MSL_TENSOR_NULL, 0, 0, 0);
        for (rank_type __r = 0; __r < __rank; __r++) {
            const long __n = this->__size(__r), __step = this->template __step<0>(__r), __bytes = __step * __element::__bits / 8;
            __MSL_MISUSE(__n <= 0, __MSL_TENSOR_EXTENT, __r, __n, 0);
            __MSL_MISUSE(__r == 0 && __step != 1, __MSL_TENSOR_STRIDE, 0, __step, 1);
            __MSL_MISUSE(__r > 0 && __step <= __last && __n > 1, __MSL_TENSOR_OVERLAP, __r, __step, __last);
            __MSL_MISUSE(__element::__is_format && __r == 0 && __n % 32 != 0, __MSL_TENSOR_ALIGNED, 0, 0, __n);
            __MSL_MISUSE(__element::__is_format && __r == 1 && (__step * __element::__bits % 8 != 0 || __bytes % __line != 0), __MSL_TENSOR_ROW, __line, __bytes, 0);
            __last = __n > 1 && __step > (__most - __last) / (__n - 1) ? __most : __last + (__n - 1) * __step;
        }
        __MSL_MISUSE(__element::__is_format && __p % __line != 0, __MSL_TENSOR_BASE, __line, __p, 0);
        __msl_tensor_misused(__MSL_TENSOR_MEMORY, __p, ((__last + 1) * __element::__bits + 7) / 8, __room);
#endif
    }
    template <class __O> void __convert(const thread __O &__o)
    {
        for (rank_type __r = 0; __r < __rank; __r++)
            __MSL_MISUSE(__X::static_extent(__r) != dynamic_extent && __o.__size(__r) != (long)__X::static_extent(__r), __MSL_TENSOR_CONVERTED, __r,
                         __o.__size(__r), __X::static_extent(__r));
        if constexpr (__is_inline) {
            this->__data = __o.template __first<0>();
            __fit(__o);
            for (rank_type __r = 0; __r < __rank; __r++) this->__strides[__r] = (index_type)__o.template __step<0>(__r);
            if constexpr (__plane::__is_there) {
                this->__scales = __o.template __first<1>();
                for (rank_type __r = 0; __r < __rank; __r++) this->__scale_strides[__r] = __o.template __step<1>(__r);
            }
        } else {
            this->__handle = __o.__handle;
            if constexpr (__has_offset) {
                __fit(__o);
                for (rank_type __r = 0; __r < __rank; __r++) {
                    if constexpr (__O::__has_offset) this->__offsets[__r] = __o.__offsets[__r];
                    else this->__offsets[__r] = 0;
                }
            }
        }
    }
    template <class __O> void __fit(const thread __O &__o)
    {
        for (rank_type __r = 0; __r < __rank; __r++)
            this->__extents.__sizes[__r] = (index_type)(__X::static_extent(__r) == dynamic_extent ? __o.__size(__r) : (long)__X::static_extent(__r));
    }

    static constexpr long __scale_count(rank_type __r, long __n) { return __MSL_FAULTY(tensor_scales_of_each, __n, __r == 0 ? (__n + 31) / 32 : __n); }
    template <int __K> long __count(rank_type __r) const
    {
        const long __n = this->__size(__r);
        return __K == 0 ? __n : __scale_count(__r, __n);
    }
    template <int __K, class __A> long __at(const __A &__i) const
    {
        long __offset = 0;
        for (rank_type __r = 0; __r < __rank; __r++) __offset += (long)__i[__r] * this->template __step<__K>(__r);
        return __offset;
    }
    template <int __K, class __A> typename __element_of<__K>::__placed &__reference(const __A &__i) const
    {
        static_assert(__element_of<__K>::__bits >= 8, "an element of less than a byte has no reference: get it as packed_numeric_type");
        __MSL_MISUSE(this->__is_null(), __MSL_TENSOR_NULL, 0, 0, 0);
        for (rank_type __r = 0; __r < __rank; __r++)
            __MSL_MISUSE((long)__i[__r] < 0 || (long)__i[__r] >= __count<__K>(__r), __MSL_TENSOR_ELEMENT, __r, __i[__r], __count<__K>(__r));
        return this->template __first<__K>()[__at<__K>(__i)];
    }
    template <int __K, class __V, class __A> __V __load(const __A &__i) const
    {
        typedef __element_of<__K> __e;
        constexpr int __count_of = __width<__K, __V>;
        __MSL_MISUSE(this->__is_null(), __MSL_TENSOR_NULL, 0, 0, 0);
        long __offset = 0;
        for (rank_type __r = 0; __r < __rank; __r++) {
            const long __n = __count<__K>(__r), __given = (long)__i[__r];
            const long __index = __n == 1 && __given > 0 ? __MSL_FAULTY(tensor_get_no_broadcast, __given, 0l) : __given;
            if (__index < 0 || __index >= __MSL_FAULTY(tensor_get_beyond, __n + 1, __n)) return __zero<__V>();
            const long __end = __r == 0 ? __index + __count_of : 0;
            __MSL_MISUSE(__end > __n, __MSL_TENSOR_RUN, 0, __end, __n);
            __offset += __index * this->template __step<__K>(__r);
        }
        const auto __p = this->template __first<__K>();
        if constexpr (__is_packed_number<__V>) {
            typename __V::storage_type __s;
            for (int __b = 0; __b < (int)sizeof(__s.__e); __b++) __s.__e[__b] = __p[__MSL_FAULTY(tensor_format_bytes, __offset, __offset * __e::__bits / 8) + __b];
            return __V(__s);
        } else if constexpr (__is_same(__V, typename __e::__stored)) {
            return __p[__offset];
        } else {
            __V __v;
            for (int __k = 0; __k < __count_of; __k++)
                __v[__k] = __p[__offset + __MSL_FAULTY(tensor_vector_strided, __k * this->template __step<__K>(__rank - 1), __k)];
            return __v;
        }
    }
    template <int __K, class __V, class __A> void __store(__V __v, const __A &__i) const
    {
        typedef __element_of<__K> __e;
        constexpr int __count_of = __width<__K, __V>;
        __MSL_MISUSE(this->__is_null(), __MSL_TENSOR_NULL, 0, 0, 0);
        long __offset = 0;
        for (rank_type __r = 0; __r < __rank; __r++) {
            const long __index = (long)__i[__r], __n = __count<__K>(__r);
            if (__index < 0 || __index >= __n) {
#ifdef __MSL_FAULT_tensor_set_clamps
                continue;
#endif
                return;
            }
            const long __end = __r == 0 ? __index + __count_of : 0;
            __MSL_MISUSE(__end > __n, __MSL_TENSOR_RUN, 0, __end, __n);
            __offset += __index * this->template __step<__K>(__r);
        }
        const auto __p = this->template __first<__K>();
        if constexpr (__is_packed_number<__V>) {
            const typename __V::storage_type __s = __v.__bytes;
            for (int __b = 0; __b < (int)sizeof(__s.__e); __b++) __p[__offset * __e::__bits / 8 + __b] = __s.__e[__b];
        } else if constexpr (__is_same(__V, typename __e::__stored)) {
            __p[__offset] = __v;
        } else {
            for (int __k = 0; __k < __count_of; __k++) __p[__offset + __k] = __v[__k];
        }
    }
    template <int __K, class __V>
    static constexpr int __width = __moved<__V, typename __element_of<__K>::__value>::__fits ? __moved<__V, typename __element_of<__K>::__value>::__count
                                                                                          : __moved<__V, typename __element_of<__K>::__stored>::__count;
    template <class __V> static __V __zero()
    {
        if constexpr (__is_packed_number<__V>) {
            typename __V::storage_type __s;
            for (int __b = 0; __b < (int)sizeof(__s.__e); __b++) __s.__e[__b] = 0;
            return __V(__s);
        } else {
            return __V();
        }
    }
    template <class __Y, class __A> __slice_of<__Y> __slice(const __A &__i) const
    {
        __slice_of<__Y> __t;
        __MSL_MISUSE(this->__is_null(), __MSL_TENSOR_NULL, 0, 0, 0);
        __Y __sizes;
        for (rank_type __r = 0; __r < __rank; __r++) {
            const long __from = (long)__i[__r], __rest = this->__size(__r) - __MSL_FAULTY(tensor_slice_keeps_extent, 0, __from);
            const long __n = __Y::static_extent(__r) == dynamic_extent ? __rest : (long)__Y::static_extent(__r);
            __MSL_MISUSE(__from < 0 || __from >= this->__size(__r), __MSL_TENSOR_ORIGIN, __r, __from, this->__size(__r));
            __MSL_MISUSE(__from + __n > this->__size(__r), __MSL_TENSOR_SLICE, __r, __from + __n, this->__size(__r));
            __MSL_MISUSE(__r == 0 && (__element::__is_format || __plane::__is_there) && (__from % 32 != 0 || __n % 32 != 0), __MSL_TENSOR_ALIGNED, 0, __from, __n);
            __sizes.__sizes[__r] = (index_type)__n;
        }
        __t.__extents = __sizes;
        if constexpr (__is_inline) {
            const long __offset = __at<0>(__i);
            __t.__data = this->__data + __MSL_FAULTY(tensor_slice_bytes, __offset, __offset * __element::__bits / (8 * (long)sizeof(typename __element::__stored)));
            for (rank_type __r = 0; __r < __rank; __r++) __t.__strides[__r] = this->__strides[__r];
            if constexpr (__plane::__is_there) {
                __t.__scales = this->__scales;
                for (rank_type __r = 0; __r < __rank; __r++) {
                    __t.__scale_strides[__r] = this->__scale_strides[__r];
                    __t.__scales += __MSL_FAULTY(tensor_slice_leaves_scales, 0l, (__r == 0 ? (long)__i[__r] / 32 : (long)__i[__r]) * this->__scale_strides[__r]);
                }
            }
        } else {
            __t.__handle = this->__handle;
            for (rank_type __r = 0; __r < __rank; __r++) {
                __t.__offsets[__r] = (long)__i[__r];
                if constexpr (__has_offset) __t.__offsets[__r] += this->__offsets[__r];
            }
        }
        return __t;
    }
};

} // namespace metal
#endif
#endif
