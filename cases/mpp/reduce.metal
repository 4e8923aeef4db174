//! title:     reduce_rows and reduce_columns reduce a product of one SIMD-group to its rows or columns
//! verifies:  mpp.reduce.{ROW}
//! requires:  msl 4.0, feature tensors
//! for:       (REDUCE, GET, COLUMNS, OPERATION, CODE, FROM, ROW) in
//!            (reduce_rows, get_row_reduction_destination_cooperative_tensor, 0, sum, 0, 0, rows.sum)
//!            (reduce_columns, get_column_reduction_destination_cooperative_tensor, 1, sum, 0, 0, columns.sum)
//!            (reduce_rows, get_row_reduction_destination_cooperative_tensor, 0, max, 1, -500, rows.max)
//!            (reduce_columns, get_column_reduction_destination_cooperative_tensor, 1, max, 1, -500, columns.max)
//!            (reduce_rows, get_row_reduction_destination_cooperative_tensor, 0, min, 2, 500, rows.min)
//!            (reduce_columns, get_column_reduction_destination_cooperative_tensor, 1, min, 2, 500, columns.min);
//!            (A, C) in (half, float) (half, half) (char, int)
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a A[64 * 16] = integers(-1, 2)
//! in:        b A[16 * 32] = integers(-1, 2)
//! out:       result C[COLUMNS == 0 ? 64 : 32]
//! expect:    result = product_reduced(a, b, 64, 32, 16, COLUMNS, CODE, FROM)
//! mutant:    mpp.reduce.{ROW} | replace `reduction_operation::OPERATION, C(FROM)` with
//!            `reduction_operation::OPERATION, C(FROM == 0 ? 1 : -FROM)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

// Which row of the table of requirements this is.
#define TEXT(...) #__VA_ARGS__
#define NAME(...) TEXT(__VA_ARGS__)
constant char row[] = NAME(ROW);

kernel void reduce(device A *a [[buffer(0)]], device A *b [[buffer(1)]], device C *result [[buffer(2)]])
{
    tensor left(a, dextents<int, 2>(16, 64));
    tensor right(b, dextents<int, 2>(32, 16));
    tensor destination(result, dextents<int, 1>(COLUMNS == 0 ? 64 : 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto product = op.get_destination_cooperative_tensor<decltype(left), decltype(right), C>();
    op.run(left, right, product);
    auto reduced = op.GET<decltype(left), decltype(right), C>();
    tensor_ops::REDUCE(product, reduced, tensor_ops::reduction_operation::OPERATION, C(FROM));
    reduced.store(destination);
}
