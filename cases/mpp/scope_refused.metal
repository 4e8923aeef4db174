//! title:     A scope has at least one SIMD-group, and there is none by the name of a threadgroup
//! verifies:  mpp.scope.{ROW}
//! requires:  msl 4.0, feature tensors
//! for:       (SCOPE, ROW) in (execution_simdgroups<0>, zero) (execution_threadgroup, threadgroup.absent)
//! reject:    scope undeclared identifier SIMD-group
//! grade:     rule stated
//! control:   replace `SCOPE` with `execution_simdgroups<4>`
//! mutant:    mpp.scope.{ROW} | replace `SCOPE` with `execution_simdgroups<2>`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

// Which row of the table of requirements this is.
#define TEXT(...) #__VA_ARGS__
#define NAME(...) TEXT(__VA_ARGS__)
constant char row[] = NAME(ROW);

kernel void multiply(device float *data [[buffer(0)]])
{
    tensor whole(data, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32);
    tensor_ops::matmul2d<descriptor, SCOPE> op; // reject
    op.run(whole, whole, whole);
}
