//! title:     matmul2d multiplies matrices in device memory, by the SIMD-groups of its scope
//! verifies:  mpp.matmul2d.shape mpp.matmul2d.layout.dim0 mpp.matmul2d.desc.k.default mpp.matmul2d.run
//!            mpp.scope.simdgroups.n mpp.matmul2d.mode.multiply mpp.matmul2d.desc.mode.default
//! requires:  msl 4.0, feature tensors
//! for:       G in 1 2 4 8; (M, N) in (64, 32) (16, 64) (128, 16)
//! subcases:  K in 16 80 100
//! dispatch:  groups 2 x 3, threadgroup G * simd_width
//! in:        a half[3 * M * K] = integers(-3, 3)
//! in:        b half[K * 2 * N] = integers(-3, 3)
//! out:       c float[3 * M * 2 * N]
//! in:        inner int = K
//! expect:    c = tensor_product(a, b, 3 * M, 2 * N, K, 0, 0)
//! mutant:    mpp.matmul2d.shape | replace `matmul2d_descriptor(M, N)` with `matmul2d_descriptor(N, M)`
//! mutant:    mpp.matmul2d.layout.dim0 | replace `dextents<int, 2>(inner, 3 * M)` with
//!            `dextents<int, 2>(3 * M, inner)`
//! mutant:    mpp.matmul2d.desc.k.default | replace `matmul2d_descriptor(M, N)` with `matmul2d_descriptor(M, N, 16)`
//!            | for K=80
//! mutant:    mpp.matmul2d.run | replace `run(a_tile, b_tile, c_tile)` with `run(b_tile, a_tile, c_tile)`
//! mutant:    mpp.scope.simdgroups.n | replace `execution_simdgroups<G>` with `execution_simdgroups<G * 2>`
//! mutant:    mpp.matmul2d.mode.multiply | replace `matmul2d_descriptor(M, N)` with `matmul2d_descriptor(M, N,
//!            static_cast<int>(dynamic_extent), false, false, false,
//!            tensor_ops::matmul2d_descriptor::mode::multiply_accumulate)`
//! mutant:    mpp.matmul2d.desc.mode.default | replace `op.run(a_tile, b_tile, c_tile)` with
//!            `op.run(a_tile, b_tile, c_tile); c_tile[0, 0] += 1.0f`
//! note:      What is in the destination before is poison, which no sum has.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                     constant int &inner [[buffer(3)]], uint2 at [[threadgroup_position_in_grid]])
{
    tensor<device half, dextents<int, 2>, tensor_inline> a_whole(a, dextents<int, 2>(inner, 3 * M));
    tensor<device half, dextents<int, 2>, tensor_inline> b_whole(b, dextents<int, 2>(2 * N, inner));
    tensor<device float, dextents<int, 2>, tensor_inline> c_whole(c, dextents<int, 2>(2 * N, 3 * M));
    constexpr auto descriptor = tensor_ops::matmul2d_descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    auto a_tile = a_whole.slice(0, int(at.y) * M);
    auto b_tile = b_whole.slice(int(at.x) * N, 0);
    auto c_tile = c_whole.slice(int(at.x) * N, int(at.y) * M);
    op.run(a_tile, b_tile, c_tile);
}
