/* MPPTensorOpsLayout.h: the layouts of the cooperative tensors that operations make (MSL 2.22.3.1): those of
 * __msl/cooperative.h. */
#ifndef __MPP_TENSOR_OPS_LAYOUT
#define __MPP_TENSOR_OPS_LAYOUT
#include "../__msl/cooperative.h"
#include "../__msl/group.h"
#include "../metal_cooperative_tensor"

#if __METAL_VERSION__ >= 400
namespace mpp {
namespace tensor_ops {

using metal::__bare_t, metal::enable_if_t, metal::tensor, metal::cooperative_tensor, metal::extents;

template <class __I> struct __iterated;
template <class __T, class __E> struct __iterated<metal::__slot_iterator<__T, __E>> { typedef typename __T::layout __type; };
template <class __I> using __layout_of = typename __iterated<__bare_t<__I>>::__type;

/* Of a matrix, or of what a reduction leaves of one. __Salt tells apart what an operation has several of. With a width, rows are the pixels of
 * images of this size, one image behind the other, and columns their channels. */
template <class __T, int __Role, int __Rows, int __Columns, int __Groups, uint __Salt, int __Width = 0, int __Height = 0> struct __layout {
    static_assert(__Rows > 0 && __Columns > 0 && __Rows < 32768 && __Columns < 32768, "a cooperative tensor has static sizes, below 32768");
    static constexpr __msl_coop __shape()
    {
        return {__MSL_COOP, __Role, __Rows, __Columns, __Groups, __MSL_SIMD_WIDTH, __Salt};
    }
    static constexpr int __role() { return __Role; }
    static constexpr int __capacity() { return __msl_coop_capacity(__shape()); }
    static constexpr bool __reduced() { return __msl_coop_reduced(__shape()); }
    static __msl_slot __at(int __i) { return __msl_coop_slot(__shape(), __group(), (int)__msl_lane(), __i); }
    static int __group() { return __Groups == 1 ? 0 : (int)__msl_group_of_lanes(); }
    static_assert(__capacity() < 32768, "a thread's part of the cooperative tensor is too large");

    static constexpr size_t thread_storage_size() { return sizeof(__T) * __capacity(); }
    static constexpr size_t thread_storage_align() { return alignof(__T) < 4 ? 4 : alignof(__T); }
    static ushort get_capacity(const thread void *) { return __capacity(); }
    static bool is_valid_element(const thread void *, ushort __i) { return __i < __capacity() && __at(__i).valid; }
    static thread void *get_element_pointer(const thread void *__s, ushort __i) { return (thread __T *)__s + __i; }
    static ushort get_element_index(const thread void *__s, const thread void *__p)
    {
        return (ushort)((const thread __T *)__p - (const thread __T *)__s);
    }
    static metal::array<int, 4> __coordinates(int __i)
    {
        const __msl_slot __s = __at(__i);
        metal::array<int, 4> __c;
        __c.__elements[0] = __Role == __MSL_ROW_REDUCTION ? __s.row : __s.column;
        __c.__elements[1] = __Width ? __s.row % __Width : __s.row;
        __c.__elements[2] = __Width ? __s.row / __Width % __Height : 0;
        __c.__elements[3] = __Width ? __s.row / (__Width * __Height) : 0;
        return __c;
    }
    template <class __I, size_t __Rank> static metal::array<__I, __Rank> get_multidimensional_index(const thread void *, ushort __i)
    {
        const auto __from = __coordinates(__i);
        metal::array<__I, __Rank> __c;
        for (size_t __r = 0; __r < __Rank; __r++)
            __c.__elements[__r] = (__I)__from.__elements[__MSL_FAULTY(coop_coordinates_swapped, __Rank - 1 - __r, __r)];
        return __c;
    }

    template <class __E, class __X, class __D, class... __Tags> static void load(thread void *__s, const thread tensor<__E, __X, __D, __Tags...> &__t)
    {
        for (int __i = 0; __i < __capacity(); __i++) {
            if (!__at(__i).valid) continue;
            const auto __c = __coordinates(__i);
            metal::array<int, __X::rank()> __from;
            for (size_t __r = 0; __r < __X::rank(); __r++) __from.__elements[__r] = __c.__elements[__r];
            ((thread __T *)__s)[__i] = __t.get(__from);
        }
    }
    /* Where the cooperative tensor has one element and the other several, all become that one. */
    template <class __E, class __X, class __D, class... __Tags>
    static void store(const thread void *__s, const thread tensor<__E, __X, __D, __Tags...> &__t)
    {
        long __times = 1;
        for (size_t __r = 0; __r < __X::rank(); __r++) __times *= __repeats(__t, __r);
        for (int __i = 0; __i < __MSL_FAULTY(coop_store_first_half, __capacity() / 2, __capacity()); __i++) {
            if (!__at(__i).primary) continue;
            const auto __c = __coordinates(__i);
            for (long __n = 0; __n < __times; __n++) {
                metal::array<int, __X::rank()> __to;
                long __rest = __n;
                for (size_t __r = 0; __r < __X::rank(); __r++) {
                    const long __most = __times == 1 ? 1 : __repeats(__t, __r);
                    __to.__elements[__r] = __r < 4 ? __c.__elements[__r] : 0;
                    if (__most == 1) continue; /* divisions are slow */
                    __to.__elements[__r] += (int)(__rest % __most);
                    __rest /= __most;
                }
                __t.set(((const thread __T *)__s)[__i], __to);
            }
        }
    }
    /* A dimension's size. */
    static constexpr int __long(size_t __r)
    {
        if (__Width == 0) return __r == 1 ? __Rows : 1;
        return __r == 1 ? __Width : __r == 2 ? __Height : __Rows / (__Width * __Height);
    }
    template <class __V> static long __repeats(const thread __V &__t, size_t __r)
    {
        const int __own = __r == 0 ? (__Role == __MSL_ROW_REDUCTION ? __Rows : __Columns) : __r < 4 && !__reduced() ? __long(__r) : 1;
        return __own == 1 && __t.get_extent(__r) > 1 ? __t.get_extent(__r) : 1;
    }
    /* The first slot here of the element's row or column, or of the element. */
    template <class __From, class __To> static ushort map_index(const thread void *, ushort __i, const thread void *)
    {
        const __msl_slot __s = __layout_of<__From>::__at(__i);
        for (int __j = 0; __j < __capacity(); __j++) {
            const __msl_slot __d = __at(__j);
            if (__d.valid && (__Role == __MSL_COLUMN_REDUCTION || __d.row == __s.row) && (__Role == __MSL_ROW_REDUCTION || __d.column == __s.column))
                return (ushort)__MSL_FAULTY(coop_map_first, 0, __j);
        }
        return (ushort)__capacity();
    }
};

/* Whether the slots of both hold the same elements of a matrix. */
constexpr bool __same_slots(__msl_coop __a, __msl_coop __b)
{
    return __a.layout == __b.layout && __a.rows == __b.rows && __a.columns == __b.columns && __a.groups == __b.groups &&
           !__msl_coop_reduced(__a) && !__msl_coop_reduced(__b) && (__a.layout != __MSL_COOP_SCATTERED || __a.salt == __b.salt);
}

} // namespace tensor_ops
} // namespace mpp
#endif
#endif
