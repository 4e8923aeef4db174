//! title:     metal_fp8_ue8m0_format is of scales: matmul2d takes no factors of it
//! verifies:  mpp.matmul2d.unlisted.ue8m0.f16.f32
//! requires:  msl 4.1, feature tensors
//! reject:    ue8m0 matmul types
//! grade:     inferred
//! control:   replace `device metal_fp8_ue8m0_format, sizes` with `device uchar, sizes`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device uchar *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]])
{
    typedef dextents<int, 2> sizes;
    tensor right(b, sizes(32, 32));
    tensor destination(c, sizes(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    tensor<device metal_fp8_ue8m0_format, sizes, tensor_inline> left(a, sizes(32, 32), array<int, 2>{1, 128}); op.run(left, right, destination); // reject
}
