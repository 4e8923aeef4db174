//! title:     The layouts of convolution2d are nhwc and hwio, no others
//! verifies:  mpp.conv2d.enum.layouts
//! requires:  msl 4.0, feature tensors
//! for:       (ACTIVATION, WEIGHTS) in (nchw, hwio) (nhwc, oihw)
//! reject:    nchw oihw member
//! grade:     rule stated
//! control:   replace `activation_layout::ACTIVATION` with `activation_layout::nhwc` and replace
//!            `weights_layout::WEIGHTS` with `weights_layout::hwio`

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
    typedef convolution2d_activation_layout activation_layout;
    typedef convolution2d_weights_layout weights_layout;
    constexpr activation_layout first = activation_layout::ACTIVATION; constexpr weights_layout second = weights_layout::WEIGHTS; // reject
    constexpr convolution2d_descriptor descriptor(int4(32, 8, 8, 1), int4(16, 8, 8, 1), int2(1, 1), first, second);
    convolution2d<descriptor, execution_simdgroups<2>> op;
    op.run(activation, weights, destination);
}
