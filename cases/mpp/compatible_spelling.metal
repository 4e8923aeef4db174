//! title:     Whether a product can be a factor is asked with is_compatible_as_left_input, not as the text spells it
//! verifies:  mpp.matmul2d.compat.spelling err.s.compat.typo
//! requires:  msl 4.0, feature tensors, os 26.1
//! reject:    compatiable member
//! grade:     inferred
//! control:   replace `is_compatiable_as_left_input` with `is_compatible_as_left_input`
//! mutant:    mpp.matmul2d.compat.spelling | replace `is_compatiable_as_left_input` with `is_compatible_as_left_input`
//! mutant:    err.s.compat.typo | replace `is_compatiable_as_left_input` with `is_compatible_as_right_input`
//! note:      The text prints compatiable; headers and users have compatible.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device int *result [[buffer(1)]])
{
    tensor matrix(a, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto held = op.get_destination_cooperative_tensor<decltype(matrix), decltype(matrix), half>();
    result[0] = op.is_compatiable_as_left_input<half, half, float>(held); // reject
}
