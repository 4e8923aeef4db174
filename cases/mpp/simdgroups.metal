//! title:     SIMD-groups with operations of their own go ways of their own; each reads its results after its barrier
//! verifies:  mpp.run.simdgroup.divergent mpp.run.visibility.device mpp.scope.simdgroup
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a half[32 * 32] = integers(-3, 3)
//! in:        b half[32 * 64] = integers(-3, 3)
//! inout:     c float[32 * 64] = zeros
//! inout:     rotated float[32 * 64] = zeros
//! out:       agreed int[1]
//! expect:    c = tensor_product(a, b, 32, 64, 32, 0, 0)
//! expect:    rotated = tensor_product(a, b, 32, 64, 32, 0, 0)
//! expect:    agreed = values 1
//! mutant:    mpp.run.simdgroup.divergent | replace `simdgroup % 2 == 0` with `simdgroup == 0`
//! mutant:    mpp.run.visibility.device | replace `rotated[row * 64 + from + (lane + 1) % 32]` with
//!            `rotated[row * 64 + from + lane % 32]`
//! mutant:    mpp.scope.simdgroup | replace `is_same_v<execution_simdgroup, execution_simdgroups<1>>` with
//!            `is_same_v<execution_simdgroup, execution_simdgroups<2>>`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                     device float *rotated [[buffer(3)]], device int *agreed [[buffer(4)]],
                     uint simdgroup [[simdgroup_index_in_threadgroup]],
                     uint lane [[thread_index_in_simdgroup]])
{
    if (simdgroup == 1 && lane == 0)
        agreed[0] = is_same_v<execution_simdgroup, execution_simdgroups<1>>;
    if (simdgroup % 2 == 0) {
        const int from = int(simdgroup) / 2 * 32;
        tensor left(a, dextents<int, 2>(32, 32));
        tensor right_whole(b, dextents<int, 2>(64, 32));
        tensor whole(c, dextents<int, 2>(64, 32));
        auto right = right_whole.slice(from, 0);
        auto destination = whole.slice(from, 0);
        constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, 32);
        tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
        op.run(left, right, destination);
        simdgroup_barrier(mem_flags::mem_device);
        if (lane < 32)
            for (int row = 0; row < 32; row++)
                rotated[row * 64 + from + (lane + 1) % 32] = c[row * 64 + from + (lane + 1) % 32];
    }
}
