//! title:     What convolution2d takes for pixels beyond the borders, and where even kernels stand, is recorded
//! verifies:  mpp.conv2d.run
//! requires:  msl 4.0, feature tensors
//! for:       (KW, KH, DX, DY) in (3, 3, 1, 1) (2, 4, 1, 1) (4, 3, 3, 2)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a half[16 * 16 * 16] = integers(1, 3)
//! in:        w half[KH * KW * 16 * 32] = integers(1, 3)
//! out:       zeros_beyond float[16 * 16 * 32]
//! out:       positive int[16 * 16 * 32]
//! expect:    zeros_beyond = recorded convolved(a, w, 32, 16, 16, 1, 16, 16, 16, KW, KH, 1, 1, DX, DY, 0, 0, 1, 0)
//! expect:    positive = values 1 …
//! mutant:    mpp.conv2d.run | replace `op.run(activation, weights, destination)` with
//!            `op.run(weights, activation, destination)`
//! note:      Recorded is: zeros, and the window's centre on the pixel, of an even kernel the later of the two. Where no
//!            window leaves the image, mpp/convolution_kernels decides. Something of it is before every window.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;

kernel void convolve(device half *a [[buffer(0)]], device half *w [[buffer(1)]], device float *zeros_beyond [[buffer(2)]],
                     device int *positive [[buffer(3)]], uint i [[thread_index_in_threadgroup]],
                     uint n [[threads_per_threadgroup]])
{
    tensor activation(a, dextents<int, 4>(16, 16, 16, 1));
    tensor weights(w, dextents<int, 4>(32, 16, KW, KH));
    tensor destination(zeros_beyond, dextents<int, 4>(32, 16, 16, 1));
    constexpr convolution2d_descriptor descriptor(int4(32, 16, 16, 1), int4(16, 16, 16, 1), int2(KW, KH),
                                                  convolution2d_activation_layout::nhwc,
                                                  convolution2d_weights_layout::hwio, int2(1, 1), int2(DX, DY));
    convolution2d<descriptor, execution_simdgroups<4>> op;
    op.run(activation, weights, destination);
    threadgroup_barrier(mem_flags::mem_device);
    for (uint at = i; at < 16 * 16 * 32; at += n)
        positive[at] = zeros_beyond[at] > 0.0f;
}
