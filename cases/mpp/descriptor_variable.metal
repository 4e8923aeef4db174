//! title:     The descriptor of a matmul2d is a constant
//! verifies:  mpp.matmul2d.template
//! requires:  msl 4.0, feature tensors
//! reject:    constant template argument
//! grade:     rule stated
//! control:   replace `const auto descriptor` with `constexpr auto descriptor` and replace `descriptor(size, 32)` with
//!            `descriptor(64, 32)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device float *data [[buffer(0)]], constant int &size [[buffer(1)]])
{
    tensor whole(data, dextents<int, 2>(32, 64));
    const auto descriptor = tensor_ops::matmul2d_descriptor(size, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op; // reject
    op.run(whole, whole, whole);
}
