//! title:     convolution2d convolves images in NHWC with weights in HWIO into NHWO, by the SIMD-groups of its scope
//! verifies:  mpp.conv2d.template mpp.conv2d.scope mpp.conv2d.rank mpp.conv2d.desc.dim.order
//!            mpp.conv2d.layout.activation mpp.conv2d.layout.weights mpp.conv2d.layout.destination
//!            mpp.conv2d.mode.multiply mpp.conv2d.run
//! requires:  msl 4.0, feature tensors
//! for:       G in 1 2 4; (BATCH, HELD) in (1, 0) (1, 1) (2, 0) (2, 1)
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! in:        a half[BATCH * 6 * 12 * 16] = integers(-3, 3)
//! in:        w half[16 * 32] = integers(-3, 3)
//! out:       c float[BATCH * 6 * 12 * 32]
//! expect:    c = convolved(a, w, 32, 12, 6, BATCH, 16, 12, 6, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0)
//! mutant:    mpp.conv2d.template | replace `descriptor, execution_simdgroups<G>>` with
//!            `wrong, execution_simdgroups<G>>`
//! mutant:    mpp.conv2d.scope | replace `execution_simdgroups<G>` with `execution_simdgroups<2 * G>`
//! mutant:    mpp.conv2d.rank | replace `dextents<int, 4>(16, 12, 6, BATCH)` with
//!            `dextents<int, 4>(16, 12, 3, 2 * BATCH)`
//! mutant:    mpp.conv2d.desc.dim.order | replace `descriptor(int4(32, 12, 6, BATCH), int4(16, 12, 6, BATCH)` with
//!            `descriptor(int4(32, 6, 12, BATCH), int4(16, 6, 12, BATCH)`
//! mutant:    mpp.conv2d.layout.activation | replace `dextents<int, 4>(16, 12, 6, BATCH)` with
//!            `dextents<int, 4>(16, 6, 12, BATCH)`
//! mutant:    mpp.conv2d.layout.weights | replace `weights(w, dextents<int, 4>(32, 16, 1, 1))` with
//!            `weights(w, dextents<int, 4>(32, 16, 1, 1), array<int, 4>{16, 1, 1, 1})`
//! mutant:    mpp.conv2d.layout.destination | replace `dextents<int, 4>(32, 12, 6, BATCH)` with
//!            `dextents<int, 4>(32, 6, 12, BATCH)`
//! mutant:    mpp.conv2d.mode.multiply | replace `descriptor(int4(32, 12, 6, BATCH), int4(16, 12, 6, BATCH), int2(1,
//!            1))` with `descriptor(int4(32, 12, 6, BATCH), int4(16, 12, 6, BATCH), int2(1, 1),
//!            tensor_ops::convolution2d_activation_layout::nhwc, tensor_ops::convolution2d_weights_layout::hwio, int2(1,
//!            1), int2(1, 1), 1, false, tensor_ops::convolution2d_descriptor::mode::multiply_accumulate)` | for HELD=0
//! mutant:    mpp.conv2d.run | replace `op.run(activation, weights, destination)` with
//!            `op.run(weights, activation, destination)` | for HELD=0
//! note:      A kernel of one pixel: where its window stands is no question. What the components of sizes mean, the text
//!            does not say: Apple's header has channels, width, height, batch.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void convolve(device half *a [[buffer(0)]], device half *w [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor activation(a, dextents<int, 4>(16, 12, 6, BATCH));
    tensor weights(w, dextents<int, 4>(32, 16, 1, 1));
    tensor destination(c, dextents<int, 4>(32, 12, 6, BATCH));
    constexpr tensor_ops::convolution2d_descriptor descriptor(int4(32, 12, 6, BATCH), int4(16, 12, 6, BATCH), int2(1, 1));
    constexpr tensor_ops::convolution2d_descriptor wrong(int4(16, 12, 6, BATCH), int4(16, 12, 6, BATCH), int2(1, 1));
    (void)wrong;
    tensor_ops::convolution2d<descriptor, execution_simdgroups<G>> op;
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(activation), decltype(weights), float>();
    op.run(activation, weights, held);
    held.store(destination);
#else
    op.run(activation, weights, destination);
#endif
}
