//! title:     A product goes on as the left factor of the next, directly where it is compatible, else through memory
//! verifies:  mpp.matmul2d.compat.left
//! requires:  msl 4.0, feature tensors, os 26.1
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a half[32 * 32] = integers(-1, 1)
//! in:        b half[32 * 32] = integers(-1, 1)
//! in:        c half[32 * 32] = integers(-2, 2)
//! inout:     between half[32 * 32] = zeros
//! out:       result float[32 * 32]
//! expect:    result = chained_product(a, b, c, 32, 0)
//! expect:    between = unjudged
//! mutant:    mpp.matmul2d.compat.left | replace `product.store(destination)` with
//!            `for (auto it = product.begin(); it != product.end(); ++it) *it += 1.0f; product.store(destination)`
//! note:      The text has is_compatiable_as_left_input, the headers is_compatible_as_left_input.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void chain(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device half *c [[buffer(2)]],
                  device half *between [[buffer(3)]], device float *result [[buffer(4)]])
{
    tensor left(a, dextents<int, 2>(32, 32));
    tensor right(b, dextents<int, 2>(32, 32));
    tensor matrix(c, dextents<int, 2>(32, 32));
    tensor whole(between, dextents<int, 2>(32, 32));
    tensor destination(result, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op, next;
    auto first = op.get_destination_cooperative_tensor<decltype(left), decltype(right), half>();
    op.run(left, right, first);
    auto product = next.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    if (next.is_compatible_as_left_input<half, half, float>(first)) {
        auto held = next.get_left_input_cooperative_tensor<half, half, float>(first);
        next.run(held, matrix, product);
    } else {
        first.store(whole);
        simdgroup_barrier(mem_flags::mem_device);
        auto held = next.get_left_input_cooperative_tensor<half, half, float>();
        held.load(whole);
        next.run(held, matrix, product);
    }
    product.store(destination);
}
