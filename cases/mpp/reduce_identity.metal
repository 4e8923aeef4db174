//! title:     A reduction begins with its identity: what is given, or that of a sum, whatever the operation
//! verifies:  mpp.reduce.identity.type mpp.reduce.identity.default mpp.reduce.identity.role mpp.reduce.default.op
//!            mpp.reduce.rows.signature mpp.reduce.columns.signature mpp.reduce.enum
//! requires:  msl 4.0, feature tensors
//! for:       (A, C) in (half, float) (half, half) (char, int)
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a A[32 * 16] = integers(1, 2)
//! in:        b A[16 * 16] = integers(-3, -1)
//! out:       plain C[32]
//! out:       columns C[16]
//! out:       seeded C[32]
//! out:       largest C[32]
//! out:       identities int[4]
//! expect:    plain = product_reduced(a, b, 32, 16, 16, 0, 0, 0)
//! expect:    columns = product_reduced(a, b, 32, 16, 16, 1, 0, 0)
//! expect:    seeded = product_reduced(a, b, 32, 16, 16, 0, 0, 5)
//! expect:    largest = product_reduced(a, b, 32, 16, 16, 0, 1, 0)
//! expect:    identities = values 1 1 1 3
//! mutant:    mpp.reduce.identity.type | replace `identity::min_identity == numeric_limits<C>::max()` with
//!            `identity::min_identity == numeric_limits<C>::lowest()`
//! mutant:    mpp.reduce.identity.default | replace `reduced, tensor_ops::reduction_operation::max)` with
//!            `reduced, tensor_ops::reduction_operation::max, C(-400))`
//! mutant:    mpp.reduce.identity.role | replace `reduction_operation::sum, C(5)` with `reduction_operation::sum, C(4)`
//! mutant:    mpp.reduce.default.op | replace `reduce_rows(product, reduced);` with
//!            `reduce_rows(product, reduced, tensor_ops::reduction_operation::min);`
//! mutant:    mpp.reduce.rows.signature | replace `reduced.store(plain_result)` with
//!            `for (auto it = reduced.begin(); it != reduced.end(); it++) *it += it.is_valid_element() ? C(1) : C(0);
//!            reduced.store(plain_result)`
//! mutant:    mpp.reduce.columns.signature | replace `by_column.store(column_result)` with
//!            `tensor_ops::reduce_columns(product, by_column, tensor_ops::reduction_operation::sum, C(1));
//!            by_column.store(column_result)`
//! mutant:    mpp.reduce.enum | replace `int(tensor_ops::reduction_operation::max !=` with `int(tensor_ops::reduction_operation::max ==`
//! note:      That the default identity is that of a sum for every operation is a trap: the largest of negative
//!            numbers is then zero. The text says so.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void reduce(device A *a [[buffer(0)]], device A *b [[buffer(1)]], device C *plain [[buffer(2)]],
                   device C *columns [[buffer(3)]], device C *seeded [[buffer(4)]], device C *largest [[buffer(5)]],
                   device int *identities [[buffer(6)]], uint lane [[thread_index_in_simdgroup]])
{
    tensor left(a, dextents<int, 2>(16, 32));
    tensor right(b, dextents<int, 2>(16, 16));
    tensor plain_result(plain, dextents<int, 1>(32)), column_result(columns, dextents<int, 1>(16));
    tensor seeded_result(seeded, dextents<int, 1>(32)), largest_result(largest, dextents<int, 1>(32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 16);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto product = op.get_destination_cooperative_tensor<decltype(left), decltype(right), C>();
    op.run(left, right, product);
    auto reduced = op.get_row_reduction_destination_cooperative_tensor<decltype(left), decltype(right), C>();
    tensor_ops::reduce_rows(product, reduced);
    reduced.store(plain_result);
    tensor_ops::reduce_rows(product, reduced, tensor_ops::reduction_operation::sum, C(5));
    reduced.store(seeded_result);
    tensor_ops::reduce_rows(product, reduced, tensor_ops::reduction_operation::max);
    reduced.store(largest_result);
    auto by_column = op.get_column_reduction_destination_cooperative_tensor<decltype(left), decltype(right), C>();
    tensor_ops::reduce_columns(product, by_column);
    by_column.store(column_result);
    if (lane != 0)
        return;
    typedef tensor_ops::reduction_operation_identity<C> identity;
    identities[0] = identity::sum_identity == C(0);
    identities[1] = identity::max_identity == numeric_limits<C>::lowest();
    identities[2] = identity::min_identity == numeric_limits<C>::max();
    identities[3] = int(tensor_ops::reduction_operation::sum != tensor_ops::reduction_operation::max) +
                    int(tensor_ops::reduction_operation::max != tensor_ops::reduction_operation::min) +
                    int(tensor_ops::reduction_operation::min != tensor_ops::reduction_operation::sum);
}
