//! title:     Factors and results are tensors over device and threadgroup memory, also with rows that lie apart
//! verifies:  mpp.matmul2d.operand.inline mpp.run.visibility.threadgroup mpp.run.internal.barrier
//! requires:  msl 4.0, feature tensors
//! for:       G in 1 2 4
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! in:        tight half[32 * 32] = integers(-3, 3)
//! in:        a half[32 * 40] = view(tight, 32, 32, 40, 1)
//! in:        b half[32 * 32] = integers(-3, 3)
//! out:       c float[32 * 32]
//! expect:    c = tensor_product(tight, b, 32, 32, 32, 0, 0)
//! mutant:    mpp.matmul2d.operand.inline | replace `array<int, 2>{1, 40}` with `array<int, 2>{1, 32}`
//! mutant:    mpp.run.visibility.threadgroup | replace `room[i / 32 * 36 + i % 32]` with `room[i]`
//! mutant:    mpp.run.internal.barrier | replace `room_right[i] = b[i]` with `room_right[i] = b[i] + half(1)`
//! note:      The barrier after run is of the scope's threads and of threadgroup memory.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *tight [[buffer(0)]], device half *a [[buffer(1)]], device half *b [[buffer(2)]],
                     device float *c [[buffer(3)]], uint thread_index [[thread_index_in_threadgroup]],
                     uint threads [[threads_per_threadgroup]])
{
    threadgroup half room_right[32 * 32];
    threadgroup float room[32 * 36];
    for (uint i = thread_index; i < 32 * 32; i += threads)
        room_right[i] = b[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    tensor<device half, dextents<int, 2>, tensor_inline> left(a, dextents<int, 2>(32, 32), array<int, 2>{1, 40});
    tensor<threadgroup half, dextents<int, 2>, tensor_inline> right(room_right, dextents<int, 2>(32, 32));
    tensor<threadgroup float, dextents<int, 2>, tensor_inline> destination(room, dextents<int, 2>(32, 32),
                                                                          array<int, 2>{1, 36});
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    op.run(left, right, destination);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint i = thread_index; i < 32 * 32; i += threads)
        c[i] = room[i / 32 * 36 + i % 32];
}
