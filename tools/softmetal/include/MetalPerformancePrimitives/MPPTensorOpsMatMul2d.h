/* MPPTensorOpsMatMul2d.h: multiplication of matrices (MSL 7.2.1). The lanes of a SIMD-group meet, and the engine does
 * the work (engine/tensor/matmul.c); each SIMD-group of the scope computes a part of the destination. A thread by
 * itself computes here. */
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

#define __MSL_DESCRIPTOR(...) \
    constexpr matmul2d_descriptor(int __m, int __n, int __k = dynamic_length_v<int>, bool __left = false, bool __right = false, bool __relaxed = false, \
                                  mode __mode = mode::multiply) __VA_ARGS__ \
        : m(__m), n(__n), k(__k), transpose_left(__left), transpose_right(__right), relaxed_precision(__relaxed), matmul_mode(__mode) \
    { \
    }
    __MSL_DESCRIPTOR()
    __MSL_DESCRIPTOR(__constant)
#undef __MSL_DESCRIPTOR
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
template <class __T> constexpr constant uint __code_of = metal::__type_code<__T>;
#define __MSL_CODE(__format, __code) template <> constexpr constant uint __code_of<metal::__format> = __code;
__MSL_CODE(int4b_format, __MSL_INT4) __MSL_CODE(uint4b_format, __MSL_UINT4)
#if __METAL_VERSION__ >= 410
__MSL_CODE(int2b_format, __MSL_INT2) __MSL_CODE(uint2b_format, __MSL_UINT2) __MSL_CODE(metal_fp4_e2m1_format, __MSL_E2M1)
__MSL_CODE(metal_fp8_e4m3_format, __MSL_E4M3) __MSL_CODE(metal_fp8_e5m2_format, __MSL_E5M2)
#endif
#undef __MSL_CODE
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
__MSL_LISTED(half, metal::int4b_format, half) __MSL_LISTED(half, metal::int4b_format, float) __MSL_LISTED(half, metal::uint4b_format, half) __MSL_LISTED(half, metal::uint4b_format, float)
__MSL_LISTED(char, metal::int4b_format, int) __MSL_LISTED(uchar, metal::uint4b_format, int)
__MSL_LISTED(bfloat, metal::int4b_format, bfloat) __MSL_LISTED(bfloat, metal::uint4b_format, bfloat) __MSL_LISTED(bfloat, metal::int4b_format, float) __MSL_LISTED(bfloat, metal::uint4b_format, float)
#if __METAL_VERSION__ >= 410
__MSL_LISTED(char, metal::int2b_format, int) __MSL_LISTED(uchar, metal::uint2b_format, int)
__MSL_LISTED(half, metal::int2b_format, half) __MSL_LISTED(half, metal::int2b_format, float) __MSL_LISTED(half, metal::uint2b_format, half) __MSL_LISTED(half, metal::uint2b_format, float)
__MSL_LISTED(bfloat, metal::int2b_format, bfloat) __MSL_LISTED(bfloat, metal::uint2b_format, bfloat) __MSL_LISTED(bfloat, metal::int2b_format, float) __MSL_LISTED(bfloat, metal::uint2b_format, float)
__MSL_LISTED(half, metal::metal_fp4_e2m1_format, half) __MSL_LISTED(half, metal::metal_fp4_e2m1_format, float) __MSL_LISTED(half, metal::metal_fp8_e4m3_format, half) __MSL_LISTED(half, metal::metal_fp8_e4m3_format, float)
__MSL_LISTED(half, metal::metal_fp8_e5m2_format, half) __MSL_LISTED(half, metal::metal_fp8_e5m2_format, float)
__MSL_LISTED(metal::metal_fp4_e2m1_format, metal::metal_fp4_e2m1_format, half) __MSL_LISTED(metal::metal_fp4_e2m1_format, metal::metal_fp4_e2m1_format, float) __MSL_LISTED(metal::metal_fp8_e4m3_format, metal::metal_fp8_e4m3_format, half) __MSL_LISTED(metal::metal_fp8_e4m3_format, metal::metal_fp8_e4m3_format, float)
__MSL_LISTED(metal::metal_fp8_e5m2_format, metal::metal_fp8_e5m2_format, half) __MSL_LISTED(metal::metal_fp8_e5m2_format, metal::metal_fp8_e5m2_format, float)
#endif
#undef __MSL_LISTED

/* ---- Operands */
template <class __V> struct __operand { enum { __is_tensor = 0, __is_cooperative = 0, __rank = 0, __has_scales = 0 }; typedef void __element; };
template <class __E, class __X, class __D, class... __Tags> struct __operand<tensor<__E, __X, __D, __Tags...>> {
    enum { __is_tensor = 1, __is_cooperative = 0, __rank = __X::rank(), __has_scales = metal::__plane_in<__Tags...>::__type::__is_there };
    typedef __bare_t<__E> __element;
    typedef __E __qualified;
    typedef typename __X::index_type __index;
};
template <class __E, class __X, class __L> struct __operand<cooperative_tensor<__E, __X, __L>> {
    enum { __is_tensor = 0, __is_cooperative = 1, __rank = __X::rank(), __has_scales = 0 };
    typedef __bare_t<__E> __element;
    typedef typename __X::index_type __index;
};
template <class __V> using __element_of = typename __operand<__bare_t<metal::remove_reference_t<__V>>>::__element;
template <class __V> constexpr constant bool __is_tensor_v = __operand<__bare_t<metal::remove_reference_t<__V>>>::__is_tensor;
template <class __V> constexpr constant bool __is_cooperative_v = __operand<__bare_t<metal::remove_reference_t<__V>>>::__is_cooperative;

template <class __E, class __X, class __D, class... __Tags>
__MSL_INLINE __msl_operand __hand_over(const thread tensor<__E, __X, __D, __Tags...> &__t)
{
    __MSL_MISUSE(__t.__is_null(), __MSL_TENSOR_NULL, 0, 0, 0);
    __msl_operand __o;
    __o.data = (ulong)__t.template __first<0>();
    __o.type = __code_of<__bare_t<__E>>;
    __o.coop = {0, __MSL_MEMORY, 0, 0, 0, 0, 0};
    __o.scales = 0;
    for (int __r = 0; __r < 2; __r++) {
        __o.extent[__r] = __t.__size(__r);
        __o.stride[__r] = __t.template __step<0>(__r);
        __o.scale_stride[__r] = 0;
        if constexpr (metal::__plane_in<__Tags...>::__type::__is_there) __o.scale_stride[__r] = __t.template __step<1>(__r);
    }
    if constexpr (metal::__plane_in<__Tags...>::__type::__is_there) __o.scales = (ulong)__t.template __first<1>();
    return __o;
}
template <class __E, class __X, class __L> __MSL_INLINE __msl_operand __hand_over(const thread cooperative_tensor<__E, __X, __L> &__t)
{
    __msl_operand __o;
    __o.data = (ulong)(const thread void *)__t.__storage;
    __o.type = __code_of<__bare_t<__E>>;
    __o.coop = __L::__shape();
    __o.extent[0] = __o.coop.columns;
    __o.extent[1] = __o.coop.rows;
    __o.stride[0] = __o.stride[1] = __o.scale_stride[0] = __o.scale_stride[1] = 0;
    __o.scales = 0;
    return __o;
}

/* Checked mode knows what has been put into a cooperative operand. */
template <class __T> __MSL_INLINE void __note_read(const thread __T &__t)
{
    if constexpr (__is_cooperative_v<__T>) __t.__note_read();
}
template <class __T> __MSL_INLINE void __note_produced(thread __T &__t, bool __adds)
{
    if constexpr (__is_cooperative_v<__T>) {
        if (__adds) __t.__note_read();
        __t.__note_written();
    }
}

template <class __A, class __B, class __C> constexpr constant uint __salt_of =
    __code_of<__A> * 389u + __code_of<__B> * 97u + __code_of<__C> * 13u;

/* What an operand of the scope may lie in: 27.0's headers refuse the others, and the text names no others. */
template <class __E, bool __Thread> constexpr constant bool __may_lie =
    __is_same(metal::remove_cv_t<__E>, device __bare_t<__E>) || __is_same(metal::remove_cv_t<__E>, __bare_t<__E>) ||
    (__Thread ? __is_same(metal::remove_cv_t<__E>, thread __bare_t<__E>) : __is_same(metal::remove_cv_t<__E>, threadgroup __bare_t<__E>));

template <__matmul_code __Code, class __Scope, class... __Args> class matmul2d
{
    static_assert(metal::is_execution_thread_v<__Scope> || metal::is_execution_simdgroups_v<__Scope>,
                  "the scope of matmul2d is execution_thread or execution_simdgroups");
    static constexpr int __m = (int)(uint)(__Code >> 96), __n = (int)(uint)(__Code >> 64), __k = (int)(uint)(__Code >> 32);
    static constexpr uint __flags = (uint)__Code;
    static constexpr int __groups = (int)metal::__scope_simdgroups<__Scope>;
    static constexpr bool __dynamic = __k <= 0 || __k == dynamic_length_v<int>, __alone = __groups == 0;
    static constexpr bool __left_turned = __flags & __MSL_TRANSPOSE_LEFT, __right_turned = __flags & __MSL_TRANSPOSE_RIGHT;
    static_assert(__m > 0 && __n > 0, "M and N of matmul2d are above zero");
    static_assert(__k >= -1, "K of matmul2d is not negative; dynamic_length_v<int>, its default, takes K from the tensors"); /* Apple's default is -1 */
    static_assert(!__alone || ((__m % 8 == 0 || __m == 1 || __m == 2 || __m == 4) && (__n % 8 == 0 || __n == 1 || __n == 2 || __n == 4)),
                  "M and N of a matmul2d of one thread are 1, 2, 4 or multiples of 8");
    static_assert(__alone || (__m % 8 == 0 && __n % 8 == 0 && (__m % 16 == 0 || __n % 16 == 0)),
                  "M and N of matmul2d are multiples of 8, and one of them of 16");
    static_assert(__dynamic || __k % 16 == 0, "a static K of matmul2d is a multiple of 16");

    template <class __T, int __Role, class __A, class __B, class __C, int __Rows, int __Columns>
    using __held = __layout<__T, __Role, __Rows, __Columns, __alone ? 1 : __groups, __salt_of<__A, __B, __C> + __Role>;

    template <int __Role, class __L, class __R, class __E>
    using __result = __held<__E, __Role, __element_of<__L>, __element_of<__R>, __E, __m, __n>;

    static constexpr int __inner = __dynamic ? 16 : __k; /* of cooperative inputs, which have a static one */
    template <class __A, class __B, class __C, class __I>
    using __left_input = cooperative_tensor<__A, extents<__I, (size_t)(__left_turned ? __m : __inner), (size_t)(__left_turned ? __inner : __m)>,
                                            __held<__A, __MSL_LEFT, __A, __B, __C, __left_turned ? __inner : __m, __left_turned ? __m : __inner>>;
    template <class __A, class __B, class __C, class __I>
    using __right_input = cooperative_tensor<__B, extents<__I, (size_t)(__right_turned ? __inner : __n), (size_t)(__right_turned ? __n : __inner)>,
                                             __held<__B, __MSL_RIGHT, __A, __B, __C, __right_turned ? __n : __inner, __right_turned ? __inner : __n>>;

public:
    static constexpr constant matmul2d_descriptor descriptor = __describe(__Code);
    typedef __Scope scope;

    /* What the getters return: of factors and an element type, or of element types. */
    template <class __L, class __R, class __E, class __I = int>
    using cooperative_tensor_destination_t = cooperative_tensor<__E, extents<__I, (size_t)__n, (size_t)__m>,
                                                                __result<__MSL_DESTINATION, __L, __R, __E>>;
    template <class __L, class __R, class __E, class __I = int>
    using cooperative_tensor_row_reduction_destination_t = cooperative_tensor<__E, extents<__I, (size_t)__m>,
                                                                              __result<__MSL_ROW_REDUCTION, __L, __R, __E>>;
    template <class __L, class __R, class __E, class __I = int>
    using cooperative_tensor_column_reduction_destination_t =
        cooperative_tensor<__E, extents<__I, (size_t)__n>, __result<__MSL_COLUMN_REDUCTION, __L, __R, __E>>;
    template <class __A, class __B, class __C, class __I = int> using cooperative_tensor_left_input_t = __left_input<__A, __B, __C, __I>;
    template <class __A, class __B, class __C, class __I = int> using cooperative_tensor_right_input_t = __right_input<__A, __B, __C, __I>;

    template <class __L, class __R, class __E, class __I = int> auto get_destination_cooperative_tensor() const thread
    {
        __check_getter<__L, __R, __E>();
        return __fresh<cooperative_tensor_destination_t<__L, __R, __E, __I>>();
    }
    template <class __L, class __R, class __E, class __I = int> auto get_row_reduction_destination_cooperative_tensor() const thread
    {
        __check_reduction<__L, __R, __E>();
        return __fresh<cooperative_tensor_row_reduction_destination_t<__L, __R, __E, __I>>();
    }
    template <class __L, class __R, class __E, class __I = int> auto get_column_reduction_destination_cooperative_tensor() const thread
    {
        __check_reduction<__L, __R, __E>();
        return __fresh<cooperative_tensor_column_reduction_destination_t<__L, __R, __E, __I>>();
    }

    template <class __A, class __B, class __C, class __I = int> auto get_left_input_cooperative_tensor() const thread
    {
        __check_input<__A, __B, __C, __I>();
        return __fresh<__left_input<__A, __B, __C, __I>>();
    }
    template <class __A, class __B, class __C, class __I = int> auto get_right_input_cooperative_tensor() const thread
    {
        __check_input<__A, __B, __C, __I>();
        return __fresh<__right_input<__A, __B, __C, __I>>();
    }
    /* The same with another's elements, converted. */
    template <class __A, class __B, class __C, class __I = int, class __E, class __X, class __Y>
    auto get_left_input_cooperative_tensor(const thread cooperative_tensor<__E, __X, __Y> &__from) const thread
    {
        auto __t = get_left_input_cooperative_tensor<__A, __B, __C, __I>();
        __convert(__from, __t);
        return __t;
    }
    template <class __A, class __B, class __C, class __I = int, class __E, class __X, class __Y>
    auto get_right_input_cooperative_tensor(const thread cooperative_tensor<__E, __X, __Y> &__from) const thread
    {
        auto __t = get_right_input_cooperative_tensor<__A, __B, __C, __I>();
        __convert(__from, __t);
        return __t;
    }
    /* The text's names, and those of Apple's headers. */
#define __MSL_COMPATIBLE(__name, __input) \
    template <class __A, class __B, class __C, class __I = int, class __E, class __X, class __Y> \
    bool __name(const thread cooperative_tensor<__E, __X, __Y> &) const thread \
    { \
        return __same_slots(__Y::__shape(), __input<__A, __B, __C, __I>::layout::__shape()); \
    }
    __MSL_COMPATIBLE(is_compatible_as_left_input, __left_input)
    __MSL_COMPATIBLE(is_compatible_as_right_input, __right_input)
#undef __MSL_COMPATIBLE

    template <class __L, class __R, class __D> void run(thread __L &__left, thread __R &__right, thread __D &__destination) const thread
    {
        __check_operands<__L, __R, __D>();
        __note_input<0, __L, __R, __D>(__left);
        __note_input<1, __L, __R, __D>(__right);
        __note_produced(__destination, __flags & __MSL_ACCUMULATE);
        if constexpr (__alone) {
            __MSL_MISUSE(__left.__is_null() || __right.__is_null() || __destination.__is_null(), __MSL_TENSOR_NULL, 0, 0, 0);
            const long __k_left = __left.get_extent(__left_turned ? 1 : 0), __k_right = __right.get_extent(__right_turned ? 0 : 1);
            __MSL_MISUSE(__dynamic ? __k_left != __k_right : __k_left < __k || __k_right < __k, __MSL_MATMUL_INNER, __dynamic ? 0 : __k, __k_left, __k_right);
            __multiply_alone(__left, __right, __destination);
        } else {
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
    }

private:
    /* A cooperative input of the operation's sizes has its layout, or one that is compatible. */
    template <int __Which, class __L, class __R, class __D, class __T> static void __note_input(const thread __T &__t)
    {
        if constexpr (__is_cooperative_v<__T>) {
            typedef metal::conditional_t<__Which == 0, __left_input<__element_of<__L>, __element_of<__R>, __element_of<__D>, int>,
                                         __right_input<__element_of<__L>, __element_of<__R>, __element_of<__D>, int>> __own;
            static_assert(__T::extents_type::static_extent(0) == __own::extents_type::static_extent(0) &&
                              __T::extents_type::static_extent(1) == __own::extents_type::static_extent(1),
                          "the input is a cooperative tensor of an operation of other sizes");
            __MSL_MISUSE(!__same_slots(__T::layout::__shape(), __own::layout::__shape()), __MSL_COOP_OTHER, __Which, 0, 0);
            __t.__note_read();
        }
    }
    template <class __A, class __B, class __C> static constexpr void __check_types()
    {
        static_assert(__is_listed<__types<__A, __B, __C>>, "matmul2d does not take these element types together (table 7.3)");
    }
    template <class __L, class __R, class __E> static constexpr void __check_getter()
    {
        static_assert(__is_tensor_v<__L> || __is_cooperative_v<__L>, "the first argument is the type of the left operand");
        static_assert(__is_tensor_v<__R> || __is_cooperative_v<__R>, "the second argument is the type of the right operand");
        static_assert(!__alone, "a matmul2d of one thread takes no cooperative tensors");
        __check_types<__element_of<__L>, __element_of<__R>, __E>();
    }
    template <class __L, class __R, class __E> static constexpr void __check_reduction()
    {
        __check_getter<__L, __R, __E>();
        static_assert(__groups == 1, "a product is reduced by one SIMD-group: its scope is execution_simdgroup");
    }
    template <class __A, class __B, class __C, class __I> static constexpr void __check_input()
    {
        static_assert(__code_of<__A> < __MSL_INT4 && __code_of<__B> < __MSL_INT4, "cooperative inputs are of no format");
        static_assert(__groups == 1, "cooperative inputs are of one SIMD-group: the scope is execution_simdgroup");
        static_assert(!__dynamic, "cooperative inputs have a static K");
        static_assert(__is_same(__I, int), "the coordinates of cooperative inputs are of int");
        __check_types<__A, __B, __C>();
    }
    template <class __O, bool __Input> static constexpr void __check_place()
    {
        if constexpr (__O::__is_tensor) {
            static_assert(__may_lie<typename __O::__qualified, __alone>,
                          "an operand of matmul2d lies in device or threadgroup memory, or of one thread in device or thread memory");
        } else {
            static_assert(!__alone, "a matmul2d of one thread takes no cooperative tensors");
            static_assert(!__Input || __groups == 1, "cooperative inputs are of one SIMD-group: the scope is execution_simdgroup");
            static_assert(!__Input || !__dynamic, "cooperative inputs have a static K");
        }
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
        static_assert(__is_same(typename __left::__index, int) && __is_same(typename __right::__index, int) && __is_same(typename __to::__index, int),
                      "the extents of matmul2d's operands are of int");
        static_assert(!(__left::__is_cooperative && __right::__is_cooperative) ||
                          ((__m == 16 || __m == 32) && (__n == 16 || __n == 32) && (__k == 16 || __k == 32) && (__m == 32 || __n == 32 || __k == 32)),
                      "with two cooperative inputs M, N and K are 16 or 32, and one of them is 32");
        static_assert(!__left::__has_scales || !__left_turned, "a left operand with a plane of scales is not transposed: a scale is for 32 elements along K");
        static_assert(!__right::__has_scales || __right_turned, "a right operand with a plane of scales is transposed: a scale is for 32 elements along K");
        static_assert(!__to::__has_scales, "the destination of matmul2d has no plane of scales");
        static_assert(!(__left::__has_scales || __right::__has_scales) || !__is_same(typename __to::__element, int),
                      "a product with scales is no int: the destination's elements are half, bfloat or float");
        __check_place<__left, true>();
        __check_place<__right, true>();
        __check_place<__to, false>();
        constexpr bool __packed = __code_of<typename __left::__element> >= __MSL_INT4 || __code_of<typename __right::__element> >= __MSL_INT4;
        static_assert(__dynamic || !__packed || __k % 32 == 0, "with a format a static K of matmul2d is a multiple of 32");
        __check_types<typename __left::__element, typename __right::__element, typename __to::__element>();
        if constexpr (__to::__is_cooperative)
            static_assert(__is_same(typename __bare_t<__D>::layout, __held<typename __to::__element, __MSL_DESTINATION, typename __left::__element,
                                                                           typename __right::__element, typename __to::__element, __m, __n>),
                          "the destination is a cooperative tensor of another operation, or of other types of operands");
    }
    /* Zeros. */
    template <class __T> static __T __fresh()
    {
        __T __t;
        for (size_t __i = 0; __i < sizeof __t.__storage; __i++) __t.__storage[__i] = 0;
        return __t;
    }
    template <class __F, class __T> static void __convert(const thread __F &__from, thread __T &__to)
    {
        static_assert(__F::extents_type::static_extent(0) == __T::extents_type::static_extent(0) &&
                          __F::extents_type::static_extent(1) == __T::extents_type::static_extent(1),
                      "the source has the extents of the input");
        for (int __i = 0; __i < __to.get_capacity() && __i < __from.get_capacity(); __i++)
            if (__to.is_valid_element(__i)) __to[__i] = (typename __T::value_type)__from[__i];
    }

    /* Element (row, column) of a matrix in memory; zero beyond it, but along a static K what nobody should count on. */
    template <class __S, class __T> static __S __element(const thread __T &__t, int __row, int __column, bool __beyond)
    {
        if (__beyond) return (__S)as_type<float>(0x7f7f7f7fu);
        if (__row >= (int)__t.get_extent(1) || __column >= (int)__t.get_extent(0)) return __S(0);
        const long __at = (long)__row * __t.template __step<0>(1) + (long)__column * __t.template __step<0>(0);
        typedef typename __operand<__T>::__element __kind;
        if constexpr (__operand<__T>::__has_scales) {
            const uint __code = __t.template __first<1>()[(long)__row * __t.template __step<1>(1) + (long)(__column / __MSL_SCALE_BLOCK) * __t.template __step<1>(0)];
            const float __scale = as_type<float>(__code == 0 ? 0x00400000u : __code == 255 ? 0x7fc00000u : __code << 23);
            if constexpr (__code_of<__kind> >= __MSL_INT4) return __scale * __unpack<__kind>(__t.template __first<0>(), __at);
            else return __scale * (float)__t.template __first<0>()[__at];
        }
        if constexpr (__code_of<__kind> >= __MSL_INT4) return (__S)__unpack<__kind>(__t.template __first<0>(), __at);
        const auto __value = __t.template __first<0>()[__at];
        if constexpr ((__flags & __MSL_RELAXED_PRECISION) && __is_same(__bare_t<decltype(__value)>, float))
            return as_type<float>(as_type<uint>(__value) & ~0x1fffu);
        else return (__S)__value;
    }
    template <class __F, class __P> static float __unpack(__P __first, long __at)
    {
        constexpr int __bits = metal::__numeric<__F>::__bits;
        const uint __code = __first[__at * __bits / 8] >> __at * __bits % 8 & ((1u << __bits) - 1);
        if constexpr (__code_of<__F> == __MSL_UINT4 || __code_of<__F> == __MSL_UINT2) return (float)__code;
        else if constexpr (__code_of<__F> == __MSL_INT4 || __code_of<__F> == __MSL_INT2) return (float)((int)(__code << (32 - __bits)) >> (32 - __bits));
        else return metal::__numeric<__F>::__decode(__code);
    }
    template <class __L, class __R, class __D> static void __multiply_alone(const thread __L &__left, const thread __R &__right, const thread __D &__to)
    {
        typedef typename __operand<__bare_t<__D>>::__element __E;
        typedef metal::conditional_t<__is_same(__E, int), int, float> __S;
        const int __k_left = __left.get_extent(__left_turned ? 1 : 0), __k_right = __right.get_extent(__right_turned ? 0 : 1);
        const int __depth = (int)__msl_depth(__dynamic ? 0 : __k, __k_left, __k_right);
        for (int __i = 0; __i < __m && __i < (int)__to.get_extent(1); __i++) {
            for (int __j = 0; __j < __n && __j < (int)__to.get_extent(0); __j++) {
                __S __sum = __S(0);
                for (int __p = 0; __p < __depth; __p++)
                    __sum += __element<__S>(__left, __left_turned ? __p : __i, __left_turned ? __i : __p, __p >= __k_left) *
                             __element<__S>(__right, __right_turned ? __j : __p, __right_turned ? __p : __j, __p >= __k_right);
                auto &__place = __to.template __first<0>()[(long)__i * __to.get_stride(1) + (long)__j * __to.get_stride(0)];
                __place = (__E)(__flags & __MSL_ACCUMULATE ? (__S)__place + __sum : __sum);
            }
        }
    }
};

/* ---- Reductions (table 7.6) */
enum class reduction_operation { sum, max, min };

template <class __T> struct reduction_operation_identity {
    static constexpr constant __T sum_identity = __T(0);
    static constexpr constant __T max_identity = metal::numeric_limits<__T>::lowest();
    static constexpr constant __T min_identity = metal::numeric_limits<__T>::max();
};

template <int __Role, class __S, class __D, class __E>
__MSL_INLINE void __reduce(const thread __S &__source, const thread __D &__destination, reduction_operation __op, __E __identity)
{
    static_assert(__S::layout::__role() == __MSL_DESTINATION, "what is reduced is the destination of a matmul2d or a convolution2d");
    static_assert(__D::layout::__role() == __Role, "the destination is the operation's own for a reduction of this kind");
    static_assert(__S::layout::__shape().rows == __D::layout::__shape().rows && __S::layout::__shape().columns == __D::layout::__shape().columns,
                  "source and destination of a reduction come from operations of the same sizes");
    static_assert(__is_same(__E, half) || __is_same(__E, bfloat) || __is_same(__E, float) || __is_same(__E, int),
                  "elements that are reduced are of half, bfloat, float or int");
    __source.__note_read();
    __msl_reduce __record;
    __record.source = __hand_over(__source);
    __record.destination = __hand_over(__destination);
    __record.reduction = (uint)__op;
    __record.identity = (uint)metal::__to_bits(__identity);
    __msl_simd(__MSL_REDUCE, __MSL_F32, (ulong)(thread __msl_reduce *)&__record, 0, 0);
}
#define __MSL_REDUCTION(__name, __role) \
    template <class __E, class __X, class __Y, class __S, class __D> \
    __MSL_INLINE void __name(thread cooperative_tensor<__E, __X, __S> &__source, thread cooperative_tensor<__E, __Y, __D> &__destination, \
                             reduction_operation __op = reduction_operation::sum, __E __identity = reduction_operation_identity<__E>::sum_identity) \
    { \
        __reduce<__role>(__source, __destination, __op, __identity); \
        __destination.__note_written(); \
    }
__MSL_REDUCTION(reduce_rows, __MSL_ROW_REDUCTION)
__MSL_REDUCTION(reduce_columns, __MSL_COLUMN_REDUCTION)
#undef __MSL_REDUCTION

/* Whether each thread finds in the destination what belongs to each of its elements of the source. */
template <class __E, class __F, class __X, class __Y, class __S, class __D>
__MSL_INLINE bool is_iterator_compatible(const thread cooperative_tensor<__E, __X, __S> &, const thread cooperative_tensor<__F, __Y, __D> &)
{
    constexpr __msl_coop __from = __S::__shape(), __to = __D::__shape();
    return __same_slots(__from, __to) || (__from.role == __MSL_DESTINATION && __msl_coop_reduced(__to) && __msl_coop_in_step(__from, __to));
}

} // namespace tensor_ops
} // namespace mpp
#endif
#endif
