//! title:     One thread alone, too, adds to what is in the destination or replaces it, and stops where that ends
//! verifies:  mpp.matmul2d.mode.accumulate mpp.matmul2d.edge.tiles
//! requires:  msl 4.0, feature tensors
//! for:       (A, C) in (half, float) (float, float) (char, int)
//! dispatch:  threads 6, threadgroup 6
//! in:        a A[21 * 32] = integers(-3, 3)
//! in:        b A[32 * 13] = integers(-3, 3)
//! inout:     c C[21 * 13] = integers(-100, 100)
//! out:       fresh C[21 * 13]
//! expect:    fresh = tensor_product(a, b, 21, 13, 32, 0, 0)
//! expect:    c = tensor_product_added(a, b, 21, 13, 32, 0, 0, c, 1)
//! mutant:    mpp.matmul2d.mode.accumulate | replace `mode::multiply_accumulate` with `mode::multiply`
//! mutant:    mpp.matmul2d.edge.tiles | replace `replaced(fresh, dextents<int, 2>(13, 21)` with
//!            `replaced(fresh, dextents<int, 2>(13, 20)`
//! note:      A thread has a tile of 8 x 8; the text says nothing of tiles that go beyond, extents say where a tensor ends.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device A *a [[buffer(0)]], device A *b [[buffer(1)]], device C *c [[buffer(2)]],
                     device C *fresh [[buffer(3)]], uint i [[thread_index_in_threadgroup]])
{
    tensor<device A, dextents<int, 2>, tensor_inline> left(a, dextents<int, 2>(32, 21)), right(b, dextents<int, 2>(13, 32));
    tensor<device C, dextents<int, 2>, tensor_inline> destination(c, dextents<int, 2>(13, 21)),
        replaced(fresh, dextents<int, 2>(13, 21));
    constexpr tensor_ops::matmul2d_descriptor descriptor(8, 8, 16, false, false, false,
                                                         tensor_ops::matmul2d_descriptor::mode::multiply_accumulate);
    tensor_ops::matmul2d<descriptor, execution_thread> op;
    auto part = destination.slice(int(i) % 2 * 8, int(i) / 2 * 8);
    for (int k = 0; k < 32; k += 16) {
        auto left_part = left.slice(k, int(i) / 2 * 8);
        auto right_part = right.slice(int(i) % 2 * 8, k);
        op.run(left_part, right_part, part);
    }
    constexpr tensor_ops::matmul2d_descriptor whole(8, 8);
    tensor_ops::matmul2d<whole, execution_thread> multiply_op;
    auto rows = left.slice(0, int(i) / 2 * 8);
    auto columns = right.slice(int(i) % 2 * 8, 0);
    auto tile = replaced.slice(int(i) % 2 * 8, int(i) / 2 * 8);
    multiply_op.run(rows, columns, tile);
}
