//! title:     groups of convolution2d splits the channels: each part is convolved by itself
//! verifies:  mpp.conv2d.groups
//! requires:  msl 4.0, feature tensors
//! for:       (GROUPS, HELD) in (1, 0) (2, 0) (2, 1) (4, 0)
//! dispatch:  threads 2 * simd_width, threadgroup 2 * simd_width
//! in:        a half[9 * 9 * 32] = integers(-3, 3)
//! in:        w half[3 * 3 * 32 / GROUPS * 64] = integers(-3, 3)
//! out:       c float[7 * 7 * 64]
//! expect:    c = convolved(a, w, 64, 7, 7, 1, 32, 9, 9, 3, 3, 1, 1, 1, 1, 1, 1, GROUPS, 0)
//! mutant:    mpp.conv2d.groups | replace `activation(a, ` with `activation(a + 32 / GROUPS, `
//! refusal:   the text has groups, Apple's header takes one only

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;

kernel void convolve(device half *a [[buffer(0)]], device half *w [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor activation(a, dextents<int, 4>(32, 9, 9, 1));
    tensor weights(w, dextents<int, 4>(64, 32 / GROUPS, 3, 3));
    tensor destination(c, dextents<int, 4>(64, 7, 7, 1));
    constexpr convolution2d_descriptor descriptor(int4(64, 7, 7, 1), int4(32, 9, 9, 1), int2(3, 3),
                                                  convolution2d_activation_layout::nhwc,
                                                  convolution2d_weights_layout::hwio, int2(1, 1), int2(1, 1), GROUPS);
    convolution2d<descriptor, execution_simdgroups<2>> op;
    op.set_offsets(int2(1, 1));
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(activation), decltype(weights), float>();
    op.run(activation, weights, held);
    held.store(destination);
#else
    op.run(activation, weights, destination);
#endif
}
