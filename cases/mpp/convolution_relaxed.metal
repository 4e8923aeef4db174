//! title:     Relaxed precision of convolution2d may take low bits of floats away, not asking for it keeps them all
//! verifies:  mpp.conv2d.relaxed
//! requires:  msl 4.0, feature tensors
//! for:       (RELAXED, CODE) in (false, 0) (true, 1)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a float[10 * 10 * 16] = random
//! in:        w float[3 * 3 * 16 * 32] = random
//! in:        whole_a float[10 * 10 * 16] = integers(-7, 7)
//! in:        whole_w float[3 * 3 * 16 * 32] = integers(-7, 7)
//! out:       c float[8 * 8 * 32]
//! out:       whole_c float[8 * 8 * 32]
//! expect:    c = convolved(a, w, 32, 8, 8, 1, 16, 10, 10, 3, 3, 1, 1, 1, 1, 1, 1, 1, CODE)
//! expect:    whole_c = convolved(whole_a, whole_w, 32, 8, 8, 1, 16, 10, 10, 3, 3, 1, 1, 1, 1, 1, 1, 1, 0)
//! mutant:    mpp.conv2d.relaxed | replace `1, RELAXED)` with `1, true)` | for RELAXED=false
//! note:      The text has no bound; this is matmul2d's in mpp/relaxed, with the 144 products of a window for K.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;

kernel void convolve(device float *a [[buffer(0)]], device float *w [[buffer(1)]], device float *whole_a [[buffer(2)]],
                     device float *whole_w [[buffer(3)]], device float *c [[buffer(4)]],
                     device float *whole_c [[buffer(5)]])
{
    tensor activation(a, dextents<int, 4>(16, 10, 10, 1)), whole_activation(whole_a, dextents<int, 4>(16, 10, 10, 1));
    tensor weights(w, dextents<int, 4>(32, 16, 3, 3)), whole_weights(whole_w, dextents<int, 4>(32, 16, 3, 3));
    tensor destination(c, dextents<int, 4>(32, 8, 8, 1)), whole_destination(whole_c, dextents<int, 4>(32, 8, 8, 1));
    constexpr convolution2d_descriptor descriptor(int4(32, 8, 8, 1), int4(16, 10, 10, 1), int2(3, 3),
                                                  convolution2d_activation_layout::nhwc,
                                                  convolution2d_weights_layout::hwio, int2(1, 1), int2(1, 1), 1, RELAXED);
    convolution2d<descriptor, execution_simdgroups<4>> op;
    op.set_offsets(int2(1, 1));
    op.run(activation, weights, destination);
    op.run(whole_activation, whole_weights, whole_destination);
}
