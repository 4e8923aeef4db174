//! title:     Factors may be cooperative tensors, which a program changes element by element
//! verifies:  mpp.matmul2d.operand.coop.input mpp.matmul2d.get.left mpp.matmul2d.get.right mpp.coop.elementwise
//!            mpp.coop.no.barrier mpp.matmul2d.operand.coop.dest mpp.matmul2d.get.dest mpp.run.visibility.coop
//! requires:  msl 4.0, feature tensors, os 26.1
//! for:       (LEFT, RIGHT, M) in (1, 0, 64) (0, 1, 64) (1, 1, 32)
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a half[M * 32] = integers(-3, 3)
//! in:        b half[32 * 32] = integers(-3, 3)
//! in:        none float[M * 32] = zeros
//! out:       c float[M * 32]
//! expect:    c = tensor_product_added(a, b, M, 32, 32, 0, 0, none, 2)
//! mutant:    mpp.matmul2d.operand.coop.input | replace `held_left.load(left)` with `held_left.load(right)` | for LEFT=1
//! mutant:    mpp.matmul2d.get.left | replace `held_left[i] *= half(2)` with `held_left[i] *= half(3)` | for LEFT=1
//! mutant:    mpp.matmul2d.get.right | replace `held_right.load(right)` with `held_right.load(left)` | for RIGHT=1
//! mutant:    mpp.coop.elementwise | replace `held_left.is_valid_element(i)` with `!held_left.is_valid_element(i)`
//!            | for LEFT=1
//! mutant:    mpp.coop.no.barrier | replace `held.is_valid_element(i)` with `!held.is_valid_element(i)` | for LEFT=0
//! mutant:    mpp.matmul2d.operand.coop.dest | replace `held.store(destination)` with
//!            `for (auto it = held.begin(); it != held.end(); it++) *it += it.is_valid_element() ? 1 : 0;
//!            held.store(destination)`
//! mutant:    mpp.matmul2d.get.dest | replace `op.run(left, held_right, held)` with
//!            `op.run(left, held_right, destination)` | for LEFT=0
//! mutant:    mpp.run.visibility.coop | replace `held[i] *= LEFT ? 1.0f : 2.0f` with `held[i] *= 3.0f`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *none [[buffer(2)]],
                     device float *c [[buffer(3)]])
{
    tensor left(a, dextents<int, 2>(32, M));
    tensor right(b, dextents<int, 2>(32, 32));
    tensor destination(c, dextents<int, 2>(32, M));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, 32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto held_left = op.get_left_input_cooperative_tensor<half, half, float>();
    held_left.load(left);
    for (ushort i = 0; i < held_left.get_capacity(); i++)
        if (held_left.is_valid_element(i))
            held_left[i] *= half(2);
    auto held_right = op.get_right_input_cooperative_tensor<half, half, float>();
    held_right.load(right);
    auto held = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
#if LEFT && RIGHT
    op.run(held_left, held_right, held);
#elif LEFT
    op.run(held_left, right, held);
#else
    op.run(left, held_right, held);
#endif
    for (ushort i = 0; i < held.get_capacity(); i++)
        if (held.is_valid_element(i))
            held[i] *= LEFT ? 1.0f : 2.0f;
    held.store(destination);
}
