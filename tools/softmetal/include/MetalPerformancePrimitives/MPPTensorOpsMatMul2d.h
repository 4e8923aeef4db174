/* MPPTensorOpsMatMul2d.h: multiplication of matrices (MSL 7.2.1). The lanes of a SIMD-group meet, and the engine does the work
 * (engine/matmul.c); each SIMD-group of the scope computes a part of the destination. A thread by itself computes here. */
#ifndef __MPP_TENSOR_OPS_MATMUL2D
#define __MPP_TENSOR_OPS_MATMUL2D
#include "MPPTensorOpsLayout.h"

#if __METAL_VERSION__ >= 400
namespace mpp {
namespace tensor_ops {

template <class __T> constexpr constant __T dynamic_length_v = metal::numeric_limits<__T>::max();

/* A template's argument cannot be of a class here: the descriptor becomes a number. */
typedef unsigned _BitInt(128) __matmul_code;

struct matmul2d_descriptor {
    enum class mode { multiply, multiply_accumulate };
    int m, n, k;
    bool transpose_left, transpose_right, relaxed_precision;
    mode matmul_mode;

    constexpr matmul2d_descriptor(int __m, int __n, int __k = dynamic_length_v<int>, bool __left = false, bool __right = false, bool __relaxed = false,
                                  mode __mode = mode::multiply)
        : m(__m), n(__n), k(__k), transpose_left(__left), transpose_right(__right), relaxed_precision(__relaxed), matmul_mode(__mode)
    {
    }
    constexpr operator __matmul_code() const
    {
        return (__matmul_code)(uint)m << 96 | (__matmul_code)(uint)n << 64 | (__matmul_code)(uint)k << 32 | __flags();
    }
    constexpr operator __matmul_code() const __constant
    {
        return (__matmul_code)(uint)m << 96 | (__matmul_code)(uint)n << 64 | (__matmul_code)(uint)k << 32 | __flags();
    }
    constexpr uint __flags() const { return __flags_of(transpose_left, transpose_right, relaxed_precision, matmul_mode); }
    constexpr uint __flags() const __constant { return __flags_of(transpose_left, transpose_right, relaxed_precision, matmul_mode); }
    static constexpr uint __flags_of(bool __left, bool __right, bool __relaxed, mode __mode)
    {
        return (__left ? __MSL_TRANSPOSE_LEFT : 0) | (__right ? __MSL_TRANSPOSE_RIGHT : 0) | (__relaxed ? __MSL_RELAXED_PRECISION : 0) |
               (__mode == mode::multiply_accumulate ? __MSL_ACCUMULATE : 0);
    }
};
constexpr matmul2d_descriptor __describe(__matmul_code __c)
{
    return matmul2d_descriptor((int)(uint)(__c >> 96), (int)(uint)(__c >> 64), (int)(uint)(__c >> 32), (uint)__c & __MSL_TRANSPOSE_LEFT,
                               (uint)__c & __MSL_TRANSPOSE_RIGHT, (uint)__c & __MSL_RELAXED_PRECISION,
                               (uint)__c & __MSL_ACCUMULATE ? matmul2d_descriptor::mode::multiply_accumulate : matmul2d_descriptor::mode::multiply);
}

/* ---- What types go together (table 7.3) */
template <class __A, class __B, class __C> struct __types {};
template <class __T> constexpr constant bool __is_listed = false;
#define __MSL_LISTED(__a, __b, __c) template <> constexpr constant bool __is_listed<__types<__a, __b, __c>> = true;
__MSL_LISTED(char, char, int)
__MSL_LISTED(char, half, half) __MSL_LISTED(char, half, float) __MSL_LISTED(char, float, float)
__MSL_LISTED(half, char, half) __MSL_LISTED(half, char, float)
__MSL_LISTED(half, half, half) __MSL_LISTED(half, half, float) __MSL_LISTED(half, float, float)
__MSL_LISTED(float, char, float) __MSL_LISTED(float, half, float) __MSL_LISTED(float, float, float)
/* macOS 26.1 */
__MSL_LISTED(bfloat, bfloat, bfloat) __MSL_LISTED(bfloat, bfloat, float) __MSL_LISTED(bfloat, float, float)
__MSL_LISTED(bfloat, char, bfloat) __MSL_LISTED(bfloat, char, float)
__MSL_LISTED(float, bfloat, float)
__MSL_LISTED(char, bfloat, bfloat) __MSL_LISTED(char, bfloat, float)
__MSL_LISTED(bfloat, half, bfloat) __MSL_LISTED(bfloat, half, half) __MSL_LISTED(bfloat, half, float)
__MSL_LISTED(half, bfloat, bfloat) __MSL_LISTED(half, bfloat, half) __MSL_LISTED(half, bfloat, float)
/* macOS 26.4 */
__MSL_LISTED(half, uchar, half) __MSL_LISTED(uchar, half, half) __MSL_LISTED(half, uchar, float) __MSL_LISTED(float, uchar, float)
__MSL_LISTED(uchar, half, float) __MSL_LISTED(uchar, float, float) __MSL_LISTED(uchar, uchar, int)
__MSL_LISTED(bfloat, uchar, bfloat) __MSL_LISTED(bfloat, uchar, float) __MSL_LISTED(uchar, bfloat, bfloat) __MSL_LISTED(uchar, bfloat, float)
#undef __MSL_LISTED

/* ---- Operands */
template <class __V> struct __operand { enum { __is_tensor = 0, __is_cooperative = 0, __rank = 0 }; typedef void __element; };
template <class __E, class __X, class __D, class... __Tags> struct __operand<tensor<__E, __X, __D, __Tags...>> {
    enum { __is_tensor = 1, __is_cooperative = 0, __rank = __X::rank() };
    typedef __bare_t<__E> __element;
    typedef __E __qualified;
    typedef typename __X::index_type __index;
};
template <class __E, class __X, class __L> struct __operand<cooperative_tensor<__E, __X, __L>> {
    enum { __is_tensor = 0, __is_cooperative = 1, __rank = __X::rank() };
    typedef __bare_t<__E> __element;
    typedef typename __X::index_type __index;
};
template <class __V> using __element_of = typename __operand<__bare_t<metal::remove_reference_t<__V>>>::__element;
template <class __V> constexpr constant bool __is_tensor_v = __operand<__bare_t<metal::remove_reference_t<__V>>>::__is_tensor;
template <class __V> constexpr constant bool __is_cooperative_v = __operand<__bare_t<metal::remove_reference_t<__V>>>::__is_cooperative;

template <class __E, class __X, class __D, class... __Tags>
__MSL_INLINE __msl_operand __hand_over(const thread tensor<__E, __X, __D, __Tags...> &__t)
{
    __msl_operand __o;
    __o.data = (ulong)__t.__data;
    __o.type = metal::__type_code<__bare_t<__E>>;
    __o.coop = {0, __MSL_MEMORY, 0, 0, 0, 0, 0};
    for (int __r = 0; __r < 2; __r++) {
        __o.extent[__r] = (long)__t.get_extent(__r);
        __o.stride[__r] = (long)__t.get_stride(__r);
    }
    return __o;
}
template <class __E, class __X, class __L> __MSL_INLINE __msl_operand __hand_over(const thread cooperative_tensor<__E, __X, __L> &__t)
{
    __msl_operand __o;
    __o.data = (ulong)(const thread void *)__t.__storage;
    __o.type = metal::__type_code<__bare_t<__E>>;
    __o.coop = __L::__shape();
    __o.extent[0] = __o.coop.columns;
    __o.extent[1] = __o.coop.rows;
    __o.stride[0] = __o.stride[1] = 0;
    return __o;
}

template <class __A, class __B, class __C> constexpr constant uint __salt_of =
    metal::__type_code<__A> * 389u + metal::__type_code<__B> * 97u + metal::__type_code<__C> * 13u;

template <__matmul_code __Code, class __Scope, class... __Args> class matmul2d
{
    static_assert(metal::is_execution_thread_v<__Scope> || metal::is_execution_simdgroups_v<__Scope>,
                  "the scope of matmul2d is execution_thread or execution_simdgroups");
    static constexpr int __m = (int)(uint)(__Code >> 96), __n = (int)(uint)(__Code >> 64), __k = (int)(uint)(__Code >> 32);
    static constexpr uint __flags = (uint)__Code;
    static constexpr int __groups = (int)metal::__scope_simdgroups<__Scope>;
    static constexpr bool __dynamic = __k <= 0 || __k == dynamic_length_v<int>;
    static_assert(__m > 0 && __n > 0, "M and N of matmul2d are above zero");

public:
    static constexpr constant matmul2d_descriptor descriptor = __describe(__Code);
    typedef __Scope scope;

    template <class __L, class __R, class __E, class __I = int> auto get_destination_cooperative_tensor() const thread
    {
        static_assert(__is_tensor_v<__L> || __is_cooperative_v<__L>, "the first argument is the type of the left operand");
        static_assert(__is_tensor_v<__R> || __is_cooperative_v<__R>, "the second argument is the type of the right operand");
        __check_types<__element_of<__L>, __element_of<__R>, __E>();
        typedef __layout<__E, __MSL_DESTINATION, __m, __n, __groups, __salt_of<__element_of<__L>, __element_of<__R>, __E> + __MSL_DESTINATION> __own;
        return __fresh<cooperative_tensor<__E, extents<__I, (size_t)__n, (size_t)__m>, __own>>();
    }

    template <class __L, class __R, class __D> void run(thread __L &__left, thread __R &__right, thread __D &__destination) const thread
    {
        __check_operands<__L, __R, __D>();
        __msl_matmul __record;
        __record.left = __hand_over(__left);
        __record.right = __hand_over(__right);
        __record.destination = __hand_over(__destination);
        __record.m = __m;
        __record.n = __n;
        __record.k = __dynamic ? 0 : __k;
        __record.flags = __flags;
        __record.groups = __groups;
        __record.group = __groups == 1 ? 0 : __msl_group_of_lanes();
        __msl_simd(__MSL_MATMUL, __MSL_F32, (ulong)(thread __msl_matmul *)&__record, 0, 0);
    }

private:
    template <class __A, class __B, class __C> static constexpr void __check_types()
    {
        static_assert(__is_listed<__types<__A, __B, __C>>, "matmul2d does not take these element types together (table 7.3)");
    }
    template <class __L, class __R, class __D> static constexpr void __check_operands()
    {
        typedef __operand<__bare_t<__L>> __left;
        typedef __operand<__bare_t<__R>> __right;
        typedef __operand<__bare_t<__D>> __to;
        static_assert(__left::__is_tensor || __left::__is_cooperative, "the left operand of matmul2d is a tensor");
        static_assert(__right::__is_tensor || __right::__is_cooperative, "the right operand of matmul2d is a tensor");
        static_assert(__to::__is_tensor || __to::__is_cooperative, "the destination of matmul2d is a tensor");
        static_assert(__left::__rank == 2 && __right::__rank == 2 && __to::__rank == 2, "the operands of matmul2d have two dimensions");
        __check_types<typename __left::__element, typename __right::__element, typename __to::__element>();
    }
    /* Zeros. */
    template <class __T> static __T __fresh()
    {
        __T __t;
        for (size_t __i = 0; __i < sizeof __t.__storage; __i++) __t.__storage[__i] = 0;
        return __t;
    }
};

} // namespace tensor_ops
} // namespace mpp
#endif
#endif
