//! title:     Factors staged slice by slice in the same threadgroup memory: each operation takes what is there by then
//! verifies:  mpp.matmul2d.operand.staged
//! requires:  msl 4.0, feature tensors
//! for:       G in 1 2 4
//! for:       HELD in 0 1
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! in:        a half[64 * 64] = integers(-3, 3)
//! in:        b half[64 * 32] = integers(-3, 3)
//! inout:     c float[64 * 32] = zeros
//! expect:    c = tensor_product(a, b, 64, 32, 64, 0, 0)
//! mutant:    mpp.matmul2d.operand.staged | replace `b[(k + i / 32) * 32 + i % 32]` with `b[i]`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

#define MODE tensor_ops::matmul2d_descriptor::mode::multiply_accumulate

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                     uint thread_index [[thread_index_in_threadgroup]], uint threads [[threads_per_threadgroup]])
{
    threadgroup half room_left[64 * 16];
    threadgroup half room_right[16 * 32];
    tensor<threadgroup half, dextents<int, 2>, tensor_inline> left(room_left, dextents<int, 2>(16, 64));
    tensor<threadgroup half, dextents<int, 2>, tensor_inline> right(room_right, dextents<int, 2>(32, 16));
    tensor destination(c, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32, 16, false, false, false, MODE);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    held.load(destination);
#endif
    for (uint k = 0; k < 64; k += 16) {
        for (uint i = thread_index; i < 64 * 16; i += threads)
            room_left[i] = a[i / 16 * 64 + k + i % 16];
        for (uint i = thread_index; i < 16 * 32; i += threads)
            room_right[i] = b[(k + i / 32) * 32 + i % 32];
        threadgroup_barrier(mem_flags::mem_threadgroup);
#if HELD
        op.run(left, right, held);
#else
        op.run(left, right, destination);
#endif
        threadgroup_barrier(mem_flags::mem_device_and_threadgroup);
    }
#if HELD
    held.store(destination);
#endif
}
