//! title:     Descriptors of convolution2d take from three to ten arguments
//! verifies:  mpp.conv2d.desc.ctor
//! requires:  msl 4.0, feature tensors
//! for:       ARGUMENTS in 3..10
//! dispatch:  threads 2 * simd_width, threadgroup 2 * simd_width
//! in:        a half[8 * 8 * 16] = integers(-3, 3)
//! in:        w half[16 * 32] = integers(-3, 3)
//! out:       c float[8 * 8 * 32]
//! expect:    c = convolved(a, w, 32, 8, 8, 1, 16, 8, 8, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0)
//! mutant:    mpp.conv2d.desc.ctor | replace `int4(32, 8, 8, 1), int4(16, 8, 8, 1), int2(1, 1)` with
//!            `int4(16, 8, 8, 1), int4(16, 8, 8, 1), int2(1, 1)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;

kernel void convolve(device half *a [[buffer(0)]], device half *w [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor activation(a, dextents<int, 4>(16, 8, 8, 1));
    tensor weights(w, dextents<int, 4>(32, 16, 1, 1));
    tensor destination(c, dextents<int, 4>(32, 8, 8, 1));
    constexpr convolution2d_descriptor descriptor(int4(32, 8, 8, 1), int4(16, 8, 8, 1), int2(1, 1)
#if ARGUMENTS > 3
                                                                                           , convolution2d_activation_layout::nhwc
#endif
#if ARGUMENTS > 4
                                                                                           , convolution2d_weights_layout::hwio
#endif
#if ARGUMENTS > 5
                                                                                           , int2(1, 1)
#endif
#if ARGUMENTS > 6
                                                                                           , int2(1, 1)
#endif
#if ARGUMENTS > 7
                                                                                           , 1
#endif
#if ARGUMENTS > 8
                                                                                           , false
#endif
#if ARGUMENTS > 9
                                                                                           , convolution2d_descriptor::mode::multiply
#endif
    );
    convolution2d<descriptor, execution_simdgroups<2>> op;
    op.run(activation, weights, destination);
}
