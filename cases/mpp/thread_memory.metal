//! title:     Results of one thread in its own memory are there at once
//! verifies:  mpp.run.visibility.coop
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads 64, threadgroup 64
//! in:        a float[8 * 16] = integers(-3, 3)
//! in:        b float[16 * 8] = integers(-3, 3)
//! out:       c float[64]
//! expect:    c = tensor_product(a, b, 8, 8, 16, 0, 0)
//! mutant:    mpp.run.visibility.coop | replace `own[i]` with `own[63 - i]`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device float *a [[buffer(0)]], device float *b [[buffer(1)]], device float *c [[buffer(2)]],
                     uint i [[thread_index_in_threadgroup]])
{
    float own[64];
    tensor<device float, dextents<int, 2>, tensor_inline> left(a, dextents<int, 2>(16, 8));
    tensor<device float, dextents<int, 2>, tensor_inline> right(b, dextents<int, 2>(8, 16));
    tensor<thread float, dextents<int, 2>, tensor_inline> destination(own, dextents<int, 2>(8, 8));
    constexpr tensor_ops::matmul2d_descriptor descriptor(8, 8, 16);
    tensor_ops::matmul2d<descriptor, execution_thread> op;
    op.run(left, right, destination);
    c[i] = own[i];
}
