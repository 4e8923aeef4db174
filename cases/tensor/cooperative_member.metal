//! title:     A cooperative tensor is no member of an aggregate
//! verifies:  coop_tensor.no_aggregate
//! requires:  msl 4.0, feature tensors
//! reject:    member aggregate field cooperative
//! grade:     rule stated
//! control:   replace `held_type member;` with `uint member;`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

typedef tensor<device half, dextents<int, 2>, tensor_inline> view;
constexpr constant tensor_ops::matmul2d_descriptor descriptor(32, 16);
typedef tensor_ops::matmul2d<descriptor, execution_simdgroup> operation;
typedef decltype(operation().get_destination_cooperative_tensor<view, view, float>()) held_type;

struct holder {
    uint number;
    held_type member; // reject
};

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(holder);
}
