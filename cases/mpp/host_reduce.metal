//! title:     Rows of a product of tensors of the host are summed into a tensor of one dimension
//! verifies:  mpp.example.reduce
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a tensor<float>[48, 64] = integers(-3, 3)
//! in:        b tensor<float>[32, 48] = integers(-3, 3)
//! in:        c tensor<float>[32, 64] = zeros
//! out:       sums tensor<float>[64]
//! expect:    sums = product_reduced(a, b, 64, 32, 48, 0, 0, 0)
//! mutant:    mpp.example.reduce | replace `reduction_operation::sum` with `reduction_operation::max`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(tensor<device float, dextents<int, 2>> a [[buffer(0)]],
                     tensor<device float, dextents<int, 2>> b [[buffer(1)]],
                     tensor<device float, dextents<int, 2>> c [[buffer(2)]],
                     tensor<device float, dextents<int, 1>> sums [[buffer(3)]])
{
    constexpr auto descriptor = tensor_ops::matmul2d_descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto product = op.get_destination_cooperative_tensor<decltype(a), decltype(b), float>();
    op.run(a, b, product);
    auto reduced = op.get_row_reduction_destination_cooperative_tensor<decltype(a), decltype(b), float>();
    tensor_ops::reduce_rows(product, reduced, tensor_ops::reduction_operation::sum, 0.0f);
    reduced.store(sums);
}
