//! title:     An operation is an object of a kernel or of a function that is a template; names are in mpp::tensor_ops
//! verifies:  mpp.matmul2d.instantiate mpp.header.namespace
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads 2 * simd_width, threadgroup 2 * simd_width
//! in:        a half[32 * 48] = integers(-3, 3)
//! in:        b half[48 * 32] = integers(-3, 3)
//! out:       c float[32 * 32]
//! out:       d float[32 * 32]
//! expect:    c = tensor_product(a, b, 32, 32, 48, 0, 0)
//! expect:    d = tensor_product(a, b, 32, 32, 48, 0, 0)
//! mutant:    mpp.matmul2d.instantiate | replace `multiply<32, 32>(left, right, other)` with
//!            `multiply<32, 16>(left, right, other)`
//! mutant:    mpp.header.namespace | replace `op.run(left, right, destination)` with `op.run(left, right, other)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;

template <int M, int N, class Left, class Right, class To> void multiply(thread Left &left, thread Right &right, thread To &to)
{
    constexpr mpp::tensor_ops::matmul2d_descriptor descriptor(M, N);
    mpp::tensor_ops::matmul2d<descriptor, metal::execution_simdgroups<2>> op;
    op.run(left, right, to);
}

kernel void run(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                device float *d [[buffer(3)]])
{
    tensor left(a, dextents<int, 2>(48, 32));
    tensor right(b, dextents<int, 2>(32, 48));
    tensor destination(c, dextents<int, 2>(32, 32)), other(d, dextents<int, 2>(32, 32));
    constexpr mpp::tensor_ops::matmul2d_descriptor descriptor(32, 32);
    mpp::tensor_ops::matmul2d<descriptor, metal::execution_simdgroups<2>> op;
    op.run(left, right, destination);
    multiply<32, 32>(left, right, other);
}
