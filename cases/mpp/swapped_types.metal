//! title:     A cooperative destination made for operands of certain types is not for others
//! verifies:  kb33
//! requires:  msl 4.0, feature tensors, os 26.1
//! reject:    types cooperative operands destination match
//! grade:     inferred
//! control:   replace `decltype(right), decltype(left)` with `decltype(left), decltype(right)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device bfloat *b [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor left(a, dextents<int, 2>(32, 64));
    tensor right(b, dextents<int, 2>(32, 32));
    tensor destination(c, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    auto held = op.get_destination_cooperative_tensor<decltype(right), decltype(left), float>();
    op.run(left, right, held); // reject
    held.store(destination);
}
