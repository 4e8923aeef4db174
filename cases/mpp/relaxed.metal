//! title:     Relaxed precision may take low bits of float factors away, not asking for it keeps them all
//! verifies:  mpp.matmul2d.desc.relaxed mpp.matmul2d.accuracy
//! requires:  msl 4.0, feature tensors
//! for:       (RELAXED, PRODUCT) in (false, tensor_product) (true, tensor_product_relaxed)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a float[64 * 48] = random
//! in:        b float[48 * 32] = random
//! in:        whole_a float[64 * 48] = integers(-7, 7)
//! in:        whole_b float[48 * 32] = integers(-7, 7)
//! out:       c float[64 * 32]
//! out:       whole_c float[64 * 32]
//! expect:    c = PRODUCT(a, b, 64, 32, 48, 0, 0)
//! expect:    whole_c = tensor_product(whole_a, whole_b, 64, 32, 48, 0, 0)
//! mutant:    mpp.matmul2d.desc.relaxed | replace `descriptor(64, 32, 48, false, false, RELAXED)` with
//!            `descriptor(64, 32, 48, false, false, true)` | for RELAXED=false
//! mutant:    mpp.matmul2d.accuracy | replace `op.run(left, right, destination)` with
//!            `op.run(left, right, destination); destination[3, 5] += RELAXED ? 0.25f : 0.001f`
//! note:      The text has no bound. For sums of float in any order it is (K + 2) 2^-24 of the sum of magnitudes, and with
//!            relaxed precision 2 * 2^-10 of that more, which is what an M5 was seen to keep. Whole numbers stay exact.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device float *a [[buffer(0)]], device float *b [[buffer(1)]], device float *whole_a [[buffer(2)]],
                     device float *whole_b [[buffer(3)]], device float *c [[buffer(4)]],
                     device float *whole_c [[buffer(5)]])
{
    tensor left(a, dextents<int, 2>(48, 64)), whole_left(whole_a, dextents<int, 2>(48, 64));
    tensor right(b, dextents<int, 2>(32, 48)), whole_right(whole_b, dextents<int, 2>(32, 48));
    tensor destination(c, dextents<int, 2>(32, 64)), whole_destination(whole_c, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32, 48, false, false, RELAXED);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination);
    op.run(whole_left, whole_right, whole_destination);
}
