//! title:     The class is matmul2d; matmuld2d, as two places of the text have it, is nothing
//! verifies:  mpp.matmul2d.spelling
//! requires:  msl 4.0, feature tensors
//! reject:    matmuld2d
//! grade:     inferred
//! control:   replace `matmuld2d` with `matmul2d`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device float *data [[buffer(0)]])
{
    tensor whole(data, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32);
    tensor_ops::matmuld2d<descriptor, execution_simdgroups<4>> op; // reject
    op.run(whole, whole, whole);
}
