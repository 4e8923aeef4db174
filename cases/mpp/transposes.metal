//! title:     matmul2d takes its left and its right matrix transposed
//! verifies:  mpp.matmul2d.desc.transpose.left mpp.matmul2d.desc.transpose.right mpp.matmul2d.desc.transpose.both
//!            mpp.matmul2d.desc.k.static mpp.matmul2d.desc.ctor
//! requires:  msl 4.0, feature tensors
//! for:       (LEFT, RIGHT) in (false, false) (true, false) (false, true) (true, true)
//! dispatch:  threads simd_width * 4, threadgroup simd_width * 4
//! in:        a float[64 * 48] = integers(-9, 9)
//! in:        b float[48 * 32] = integers(-9, 9)
//! out:       c float[64 * 32]
//! expect:    c = tensor_product(a, b, 64, 32, 48, LEFT, RIGHT)
//! mutant:    mpp.matmul2d.desc.transpose.left | replace `48, LEFT, RIGHT` with `48, !LEFT, RIGHT`
//! mutant:    mpp.matmul2d.desc.transpose.right | replace `48, LEFT, RIGHT` with `48, LEFT, !RIGHT`
//! mutant:    mpp.matmul2d.desc.transpose.both | replace `48, LEFT, RIGHT` with `48, !LEFT, !RIGHT`
//! mutant:    mpp.matmul2d.desc.k.static | replace `48, LEFT, RIGHT` with `32, LEFT, RIGHT`
//! mutant:    mpp.matmul2d.desc.ctor | replace `descriptor(64, 32, 48,` with `descriptor(32, 64, 48,`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device float *a [[buffer(0)]], device float *b [[buffer(1)]], device float *c [[buffer(2)]])
{
    typedef dextents<int, 2> sizes;
    tensor<device float, sizes, tensor_inline> left(a, LEFT ? sizes(64, 48) : sizes(48, 64));
    tensor<device float, sizes, tensor_inline> right(b, RIGHT ? sizes(48, 32) : sizes(32, 48));
    tensor<device float, sizes, tensor_inline> destination(c, sizes(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32, 48, LEFT, RIGHT);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination);
}
