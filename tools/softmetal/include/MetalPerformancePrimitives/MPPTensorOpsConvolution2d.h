/* MPPTensorOpsConvolution2d.h: convolution of images with several channels (MSL 7.2.2): a product of matrices, in
 * which the engine finds the rows of the left one where the window stands (engine/tensor/convolution.c).
 *
 * Where the text is silent: the components of sizes are channels, width, height, batch, those of pairs are x and y;
 * kernels are not flipped; the window's centre lies on the pixel that the offsets and strides give (of an even size,
 * the later one of the two in the middle), and what lies outside of the activation is zero. Apple's header has the
 * first, users have measured the rest. */
#ifndef __MPP_TENSOR_OPS_CONVOLUTION2D
#define __MPP_TENSOR_OPS_CONVOLUTION2D
#include "MPPTensorOpsMatMul2d.h"

#if __METAL_VERSION__ >= 400
namespace mpp {
namespace tensor_ops {

enum class convolution2d_activation_layout { nhwc };
enum class convolution2d_weights_layout { hwio };

/* The descriptor as a template's argument: sixteen numbers of 32 bits, the first one highest. */
typedef unsigned _BitInt(512) __convolution_code;
constexpr int __number_in(__convolution_code __c, int __i) { return (int)(uint)(__c >> (480 - 32 * __i)); }

struct convolution2d_descriptor {
    enum class mode { multiply, multiply_accumulate };
    int4 destination_dimensions, source_dimensions;
    int2 kernel_dimensions;
    convolution2d_activation_layout activation_layout;
    convolution2d_weights_layout weights_layout;
    int2 strides, dilations;
    int groups;
    bool relaxed_precision;
    mode convolution2d_mode;

#define __MSL_DESCRIPTOR(...) \
    constexpr convolution2d_descriptor(int4 __destination, int4 __source, int2 __taps, \
                                       convolution2d_activation_layout __activation_layout = convolution2d_activation_layout::nhwc, \
                                       convolution2d_weights_layout __weights_layout = convolution2d_weights_layout::hwio, \
                                       int2 __strides = int2(1, 1), int2 __dilations = int2(1, 1), int __groups = 1, bool __relaxed = false, \
                                       mode __mode = mode::multiply) __VA_ARGS__ \
        : destination_dimensions(__destination), source_dimensions(__source), kernel_dimensions(__taps), activation_layout(__activation_layout), \
          weights_layout(__weights_layout), strides(__strides), dilations(__dilations), groups(__groups), relaxed_precision(__relaxed), \
          convolution2d_mode(__mode) \
    { \
    }
    __MSL_DESCRIPTOR()
    __MSL_DESCRIPTOR(__constant)
#undef __MSL_DESCRIPTOR
#define __MSL_AS_NUMBER(...) \
    constexpr operator __convolution_code() const __VA_ARGS__ \
    { \
        const uint __all[] = {(uint)destination_dimensions.x, (uint)destination_dimensions.y, (uint)destination_dimensions.z, \
                              (uint)destination_dimensions.w, (uint)source_dimensions.x, (uint)source_dimensions.y, (uint)source_dimensions.z, \
                              (uint)source_dimensions.w, (uint)kernel_dimensions.x, (uint)kernel_dimensions.y, (uint)strides.x, (uint)strides.y, \
                              (uint)dilations.x, (uint)dilations.y, (uint)groups, \
                              (relaxed_precision ? __MSL_RELAXED_PRECISION : 0u) | \
                                  (convolution2d_mode == mode::multiply_accumulate ? __MSL_ACCUMULATE : 0u)}; \
        __convolution_code __c = 0; \
        for (int __i = 0; __i < 16; __i++) __c = __c << 32 | __all[__i]; \
        return __c; \
    }
    __MSL_AS_NUMBER() __MSL_AS_NUMBER(__constant)
#undef __MSL_AS_NUMBER
};
constexpr convolution2d_descriptor __describe_convolution(__convolution_code __c)
{
    return convolution2d_descriptor(
        int4(__number_in(__c, 0), __number_in(__c, 1), __number_in(__c, 2), __number_in(__c, 3)),
        int4(__number_in(__c, 4), __number_in(__c, 5), __number_in(__c, 6), __number_in(__c, 7)), int2(__number_in(__c, 8), __number_in(__c, 9)),
        convolution2d_activation_layout::nhwc, convolution2d_weights_layout::hwio, int2(__number_in(__c, 10), __number_in(__c, 11)),
        int2(__number_in(__c, 12), __number_in(__c, 13)), __number_in(__c, 14), __number_in(__c, 15) & __MSL_RELAXED_PRECISION,
        __number_in(__c, 15) & __MSL_ACCUMULATE ? convolution2d_descriptor::mode::multiply_accumulate : convolution2d_descriptor::mode::multiply);
}

/* The text has no list of types: these are those of Apple's header. */
template <class __A, class __B, class __C> constexpr constant bool __are_convolved =
    ((__is_same(__A, char) || __is_same(__A, uchar)) && (__is_same(__B, char) || __is_same(__B, uchar)) &&
     (__is_same(__C, half) || __is_same(__C, float) || __is_same(__C, int))) ||
    (__is_same(__A, half) && __is_same(__B, half) && (__is_same(__C, half) || __is_same(__C, float))) ||
    (__is_same(__A, bfloat) && __is_same(__B, bfloat) && (__is_same(__C, bfloat) || __is_same(__C, float))) ||
    (__is_same(__A, float) && __is_same(__B, float) && __is_same(__C, float));

template <__convolution_code __Code, class __Scope, class... __Args> class convolution2d
{
    static_assert(metal::is_execution_simdgroups_v<__Scope>, "the scope of convolution2d is execution_simdgroups");
    static constexpr int __number(int __i) { return __number_in(__Code, __i); }
    static constexpr bool __are_above_zero(int __from, int __to)
    {
        for (int __i = __from; __i < __to; __i++)
            if (__number(__i) <= 0) return false;
        return true;
    }
    static_assert(__are_above_zero(0, 4), "the destination's dimensions of convolution2d are above zero");
    static_assert(__number(4) >= -1, "the channels of convolution2d's source are not negative");
    static_assert(__are_above_zero(5, 8), "width, height and batch of convolution2d's source are above zero");
    static_assert(__are_above_zero(8, 15), "kernel, strides, dilations and groups of convolution2d are above zero");
    static_assert(__number(3) == __number(7), "source and destination of convolution2d have the same batch");
    static constexpr int __channels = __number(0), __pixels = __number(1) * __number(2) * __number(3), __channel_groups = __number(14);
    static constexpr bool __dynamic = __number(4) <= 0 || __number(4) == dynamic_length_v<int>; /* channels of the source */
    static_assert(__channels % __channel_groups == 0 && (__dynamic || __number(4) % __channel_groups == 0),
                  "the channels of convolution2d are a multiple of its groups");
    static constexpr int __groups = (int)metal::__scope_simdgroups<__Scope>;

    template <class __A, class __B, class __C>
    using __held = __layout<__C, __MSL_DESTINATION, __pixels, __channels, __groups, __salt_of<__A, __B, __C> + 31, __number(1), __number(2)>;

public:
    static constexpr constant convolution2d_descriptor descriptor = __describe_convolution(__Code);
    typedef __Scope scope;

    convolution2d() : __offsets{0, 0} {}
    /* Where in the source the first window's centre lies. */
    void set_offsets(int2 __o) thread
    {
        __offsets[0] = __o.x;
        __offsets[1] = __o.y;
    }

    template <class __L, class __R, class __E, class __I = int> auto get_destination_cooperative_tensor() const thread
    {
        static_assert(__is_tensor_v<__L> && __is_tensor_v<__R>, "activation and weights of convolution2d are tensors");
        typedef __held<__element_of<__L>, __element_of<__R>, __E> __own;
        __check_types<__element_of<__L>, __element_of<__R>, __E>();
        cooperative_tensor<__E, extents<__I, (size_t)__channels, (size_t)__number(1), (size_t)__number(2), (size_t)__number(3)>, __own> __t;
        for (size_t __i = 0; __i < sizeof __t.__storage; __i++) __t.__storage[__i] = 0;
        return __t;
    }

    template <class __L, class __R, class __D, class... __Xs> void run(thread __L &__activation, thread __R &__weights, thread __D &__destination) const thread
    {
        __check_operands<__L, __R, __D>();
        __note_produced(__destination, (uint)__number(15) & __MSL_ACCUMULATE);
        __msl_convolution __record;
        __place<0>(__record, __activation);
        __place<1>(__record, __weights);
        if constexpr (__is_tensor_v<__D>) __place<2>(__record, __destination);
        else __record.product.destination = __hand_over(__destination);
        for (int __i = 0; __i < 4; __i++) {
            if constexpr (!__is_tensor_v<__D>) __record.window.extent[2][__i] = __record.window.stride[2][__i] = 0;
            __record.window.size[__i] = __number(__i);
            __record.window.source[__i] = __i == 0 && __dynamic ? __record.window.extent[0][0] : __number(4 + __i);
        }
        for (int __i = 0; __i < 2; __i++) {
            __record.window.taps[__i] = __number(8 + __i);
            __record.window.step[__i] = __number(10 + __i);
            __record.window.dilation[__i] = __number(12 + __i);
            __record.window.offset[__i] = __offsets[__i];
        }
        __record.window.groups = __channel_groups;
        __record.window.channels = __record.window.source[0] / __channel_groups;
        __msl_matmul thread &__p = __record.product;
        __p.m = __pixels;
        __p.n = __channels;
        __p.k = (int)(__record.window.channels * __number(8) * __number(9));
        __p.left.extent[0] = __p.right.extent[1] = __p.k;
        __p.left.extent[1] = __p.m;
        __p.right.extent[0] = __p.n;
        if constexpr (__is_tensor_v<__D>) {
            __p.destination.extent[0] = __p.n;
            __p.destination.extent[1] = __p.m;
        }
        __p.flags = (uint)__number(15) | __MSL_CONVOLUTION;
        __p.groups = __groups;
        __p.group = __groups == 1 ? 0 : __msl_group_of_lanes();
        __msl_simd(__MSL_MATMUL, __MSL_F32, (ulong)(thread __msl_convolution *)&__record, 0, 0);
    }

private:
    int __offsets[2];

    template <class __A, class __B, class __C> static constexpr void __check_types()
    {
        static_assert(__are_convolved<__A, __B, __C>, "convolution2d does not take these element types together");
    }
    template <class __O> static constexpr void __check_operand()
    {
        static_assert(__O::__rank == 4, "the operands of convolution2d have four dimensions");
        static_assert(__is_same(typename __O::__index, int), "the extents of convolution2d's operands are of int");
        static_assert(!__O::__has_scales, "the operands of convolution2d have no plane of scales");
        if constexpr (__O::__is_tensor)
            static_assert(__may_lie<typename __O::__qualified, false>, "an operand of convolution2d lies in device or threadgroup memory");
    }
    template <class __L, class __R, class __D> static constexpr void __check_operands()
    {
        typedef __operand<__bare_t<__L>> __activation;
        typedef __operand<__bare_t<__R>> __weights;
        typedef __operand<__bare_t<__D>> __to;
        static_assert(__activation::__is_tensor, "the activation of convolution2d is a tensor");
        static_assert(__weights::__is_tensor, "the weights of convolution2d are a tensor");
        static_assert(__to::__is_tensor || __to::__is_cooperative, "the destination of convolution2d is a tensor");
        __check_operand<__activation>();
        __check_operand<__weights>();
        __check_operand<__to>();
        __check_types<typename __activation::__element, typename __weights::__element, typename __to::__element>();
        if constexpr (__to::__is_cooperative)
            static_assert(__is_same(typename __bare_t<__D>::layout,
                                    __held<typename __activation::__element, typename __weights::__element, typename __to::__element>),
                          "the destination is a cooperative tensor of another operation, or of other types of operands");
    }
    template <int __Which, class __T> static void __place(thread __msl_convolution &__record, const thread __T &__t)
    {
        auto &__o = __Which == 0 ? __record.product.left : __Which == 1 ? __record.product.right : __record.product.destination;
        __o = __hand_over(__t);
        for (int __r = 0; __r < 4; __r++) {
            __record.window.extent[__Which][__r] = __t.__size(__r);
            __record.window.stride[__Which][__r] = __t.template __step<0>(__r);
        }
    }
};

} // namespace tensor_ops
} // namespace mpp
#endif
#endif
