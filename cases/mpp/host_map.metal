//! title:     To each element of a product of tensors of the host the least of its row is added
//! verifies:  mpp.example.map err.s.min.identity
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a tensor<float>[48, 64] = integers(-3, 3)
//! in:        b tensor<float>[32, 48] = integers(-3, 3)
//! out:       d tensor<float>[32, 64]
//! out:       least float[64]
//! expect:    d = product_and_reduced(a, b, 64, 32, 48, 0, 2, 100000)
//! expect:    least = product_reduced(a, b, 64, 32, 48, 0, 2, 100000)
//! mutant:    mpp.example.map | replace `+= *reduced.map_iterator(it)` with `-= *reduced.map_iterator(it)` and replace
//!            `product[i] += least` with `product[i] -= least`
//! mutant:    err.s.min.identity | replace `numeric_limits<float>::max()` with `numeric_limits<float>::lowest()`
//! note:      The text's example begins the least with the lowest number, which then is it, and adds to the iterator where
//!            it means the element. Where iterators are not compatible, it says nothing: here the least go through memory.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(tensor<device float, dextents<int, 2>> a [[buffer(0)]],
                     tensor<device float, dextents<int, 2>> b [[buffer(1)]],
                     tensor<device float, dextents<int, 2>> d [[buffer(2)]], device float *least [[buffer(3)]])
{
    tensor<device float, dextents<int, 1>, tensor_inline> of_least(least, dextents<int, 1>(64));
    constexpr auto descriptor = tensor_ops::matmul2d_descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto product = op.get_destination_cooperative_tensor<decltype(a), decltype(b), float>();
    op.run(a, b, product);
    auto reduced = op.get_row_reduction_destination_cooperative_tensor<decltype(a), decltype(b), float>();
    const float identity = numeric_limits<float>::max();
    tensor_ops::reduce_rows(product, reduced, tensor_ops::reduction_operation::min, identity);
    reduced.store(of_least);
    simdgroup_barrier(mem_flags::mem_device);
    if (tensor_ops::is_iterator_compatible(product, reduced)) {
        for (auto it = product.begin(); it != product.end(); it++)
            if (product.is_valid_element(it))
                *it += *reduced.map_iterator(it);
    } else {
        for (ushort i = 0; i < product.get_capacity(); i++) {
            auto at = product.get_multidimensional_index(i);
            if (product.is_valid_element(i))
                product[i] += least[at[1]];
        }
    }
    product.store(d);
}
