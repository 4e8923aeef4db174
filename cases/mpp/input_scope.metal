//! title:     Cooperative inputs are for the scope of one SIMD-group
//! verifies:  mpp.matmul2d.get.left.scope
//! requires:  msl 4.0, feature tensors, os 26.1
//! for:       G in 2 4
//! reject:    scope SIMD-group simdgroup
//! grade:     inferred
//! control:   replace `execution_simdgroups<G>` with `execution_simdgroups<1>`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]])
{
    tensor left(a, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    auto held = op.get_left_input_cooperative_tensor<half, half, float>(); // reject
    held.load(left);
    held.store(left);
}
