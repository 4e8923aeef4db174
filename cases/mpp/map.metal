//! title:     Where iterators are compatible, map_iterator finds what an element's row or column was reduced to
//! verifies:  mpp.iter.compatible mpp.iter.map coop_tensor.map_iterator mpp.matmul2d.get.rowred mpp.matmul2d.get.colred
//!            mpp.reduce.scope
//! requires:  msl 4.0, feature tensors
//! for:       (REDUCE, GET, COLUMNS) in
//!            (reduce_rows, get_row_reduction_destination_cooperative_tensor, 0)
//!            (reduce_columns, get_column_reduction_destination_cooperative_tensor, 1)
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a half[64 * 16] = integers(-3, 3)
//! in:        b half[16 * 32] = integers(-3, 3)
//! out:       c float[64 * 32]
//! out:       least float[64]
//! expect:    c = product_and_reduced(a, b, 64, 32, 16, COLUMNS, 2, 500)
//! expect:    least = unjudged
//! mutant:    mpp.iter.compatible | replace `product[i] += least[at[COLUMNS == 0 ? 1 : 0]]` with `product[i] += 1` and replace
//!            `if (tensor_ops::is_iterator_compatible(product, reduced))` with
//!            `if (!tensor_ops::is_iterator_compatible(product, reduced))` and replace
//!            `*it += *reduced.map_iterator(it)` with `*it += *reduced.begin()`
//! mutant:    mpp.iter.map | replace `*it += *reduced.map_iterator(it)` with `*it -= *reduced.map_iterator(it)` and replace
//!            `product[i] += least` with `product[i] -= least`
//! mutant:    coop_tensor.map_iterator | replace `reduced.map_iterator(it)` with `reduced.begin()` and replace
//!            `least[at[COLUMNS == 0 ? 1 : 0]]` with `least[0]`
//! mutant:    mpp.matmul2d.get.rowred | replace `reduction_operation::min, 500.0f` with `reduction_operation::min, -500.0f`
//!            | for COLUMNS=0
//! mutant:    mpp.matmul2d.get.colred | replace `reduction_operation::min, 500.0f` with `reduction_operation::max, -500.0f`
//!            | for COLUMNS=1
//! mutant:    mpp.reduce.scope | replace `reduction_operation::min` with `reduction_operation::sum`
//! note:      Where they are not, what was reduced goes through memory.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void combine(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                    device float *least [[buffer(3)]])
{
    tensor left(a, dextents<int, 2>(16, 64));
    tensor right(b, dextents<int, 2>(32, 16));
    tensor destination(c, dextents<int, 2>(32, 64));
    tensor least_destination(least, dextents<int, 1>(64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto product = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    op.run(left, right, product);
    auto reduced = op.GET<decltype(left), decltype(right), float>();
    tensor_ops::REDUCE(product, reduced, tensor_ops::reduction_operation::min, 500.0f);
    if (tensor_ops::is_iterator_compatible(product, reduced)) {
        for (auto it = product.begin(); it != product.end(); it++)
            if (product.is_valid_element(it))
                *it += *reduced.map_iterator(it);
    } else {
        reduced.store(least_destination);
        simdgroup_barrier(mem_flags::mem_device);
        for (ushort i = 0; i < product.get_capacity(); i++) {
            auto at = product.get_multidimensional_index(i);
            if (product.is_valid_element(i))
                product[i] += least[at[COLUMNS == 0 ? 1 : 0]];
        }
    }
    product.store(destination);
}
