//! title:     Factors of formats that came with Metal 4.1 are not there before
//! verifies:  mpp.matmul2d.gate.lowbit
//! requires:  msl 4.0, feature tensors
//! msl:       4.0
//! for:       F in int2b_format uint2b_format metal_fp4_e2m1_format metal_fp8_e4m3_format metal_fp8_e5m2_format
//! reject:    format undeclared identifier
//! grade:     inferred
//! control:   replace `device F, sizes` with `device int4b_format, sizes`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device uchar *b [[buffer(1)]], device float *c [[buffer(2)]])
{
    typedef dextents<int, 2> sizes;
    tensor left(a, sizes(32, 32));
    tensor destination(c, sizes(32, 32));
    tensor<device F, sizes, tensor_inline> right(b, sizes(32, 32), array<int, 2>{1, 256}); // reject
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination);
}
