//! title:     Whole numbers are convolved exactly, whatever the types; multiply_accumulate adds them to the destination
//! verifies:  mpp.conv2d.accuracy mpp.conv2d.mode.accumulate
//! requires:  msl 4.0, feature tensors
//! for:       (A, B, C) in (half, half, half) (half, half, float) (bfloat, bfloat, bfloat) (bfloat, bfloat, float)
//!            (float, float, float) (char, char, int) (uchar, char, int) (char, uchar, float) (uchar, uchar, half);
//!            HELD in 0 1
//! dispatch:  threads 2 * simd_width, threadgroup 2 * simd_width
//! in:        a A[9 * 9 * 16] = integers(0, 1)
//! in:        w B[3 * 3 * 16 * 32] = integers(0, 1)
//! inout:     c C[7 * 7 * 32] = integers(-8, 8)
//! expect:    c = convolved_added(a, w, 32, 7, 7, 1, 16, 9, 9, 3, 3, 1, 1, 1, 1, 1, 1, 1, 0, c, 1)
//! mutant:    mpp.conv2d.accuracy | replace `result.set(result.get(3, 5, 2, 0), 3, 5, 2, 0)` with
//!            `result.set(C(result.get(3, 5, 2, 0) + C(1)), 3, 5, 2, 0)`
//! mutant:    mpp.conv2d.mode.accumulate | replace `mode::multiply_accumulate` with `mode::multiply`
//! refusal:   the text has no list of the types that convolution2d takes; these are those of Apple's header

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;

kernel void convolve(device A *a [[buffer(0)]], device B *w [[buffer(1)]], device C *c [[buffer(2)]],
                     uint i [[thread_index_in_threadgroup]])
{
    tensor activation(a, dextents<int, 4>(16, 9, 9, 1));
    tensor weights(w, dextents<int, 4>(32, 16, 3, 3));
    tensor result(c, dextents<int, 4>(32, 7, 7, 1));
    constexpr convolution2d_descriptor descriptor(int4(32, 7, 7, 1), int4(16, 9, 9, 1), int2(3, 3),
                                                  convolution2d_activation_layout::nhwc,
                                                  convolution2d_weights_layout::hwio, int2(1, 1), int2(1, 1), 1, false,
                                                  convolution2d_descriptor::mode::multiply_accumulate);
    convolution2d<descriptor, execution_simdgroups<2>> op;
    op.set_offsets(int2(1, 1));
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(activation), decltype(weights), C>();
    held.load(result);
    op.run(activation, weights, held);
    held.store(result);
#else
    op.run(activation, weights, result);
#endif
    threadgroup_barrier(mem_flags::mem_device);
    if (i == 0)
        result.set(result.get(3, 5, 2, 0), 3, 5, 2, 0);
}
