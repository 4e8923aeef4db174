//! title:     Integers of 2 and 4 bits are factors on the right, floats of a format are on the left only beside their own
//! verifies:  mpp.matmul2d.mixed.asymmetry
//! requires:  msl 4.1, feature tensors
//! for:       F in int4b_format uint4b_format int2b_format metal_fp4_e2m1_format metal_fp8_e4m3_format metal_fp8_e5m2_format
//! reject:    matmul types listed supported
//! grade:     inferred
//! control:   replace `op.run(format, plain, destination)` with `op.run(plain, format, destination)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device uchar *a [[buffer(0)]], device half *h [[buffer(1)]], device float *c [[buffer(2)]])
{
    typedef dextents<int, 2> sizes;
    tensor<device F, sizes, tensor_inline> format(a, sizes(32, 32), array<int, 2>{1, 512});
    tensor plain(h, sizes(32, 32));
    tensor destination(c, sizes(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(format, plain, destination); // reject
}
