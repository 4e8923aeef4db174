//! title:     matmul_mpp: four SIMD-groups multiply tiles of 64 x 64 with matmul2d, any three sizes, edges cut off by the
//!            tensors' extents
//! verifies:  mpp.matmul2d.edge.tiles mpp.matmul2d.operand.inline
//! requires:  msl 4.0, feature tensors
//! for:       T in float half bfloat
//! subcases:  (M, N, K) in (1, 1, 1) (7, 9, 8) (9, 7, 17) (32, 32, 32) (16, 33, 40) (65, 31, 64) (40, 129, 20)
//! dispatch:  groups ceil_div(N, 64) x ceil_div(M, 64), threadgroup 4 * simd_width
//! in:        a T[M * K] = integers(-4, 4)
//! in:        b T[K * N] = integers(-4, 4)
//! out:       c T[M * N]
//! in:        m uint = M
//! in:        n uint = N
//! in:        k uint = K
//! expect:    c = matmul(a, b, M, K, N)
//! mutant:    mpp.matmul2d.edge.tiles | replace `dextents<int, 2>(int(k), int(m))` with
//!            `dextents<int, 2>(int(k) - 1, int(m))` | for M=9
//! mutant:    mpp.matmul2d.operand.inline | replace `slice(left_edge, 0)` with `slice(0, 0)` | for M=40

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

constant constexpr int tile = 64;

kernel void matmul_mpp(device T *a [[buffer(0)]], device T *b [[buffer(1)]], device T *c [[buffer(2)]],
                       constant uint &m [[buffer(3)]], constant uint &n [[buffer(4)]], constant uint &k [[buffer(5)]],
                       uint2 group [[threadgroup_position_in_grid]])
{
    const int top = int(group.y) * tile, left_edge = int(group.x) * tile;
    auto rows = tensor(a, dextents<int, 2>(int(k), int(m))).slice(0, top);
    auto columns = tensor(b, dextents<int, 2>(int(n), int(k))).slice(left_edge, 0);
    constexpr tensor_ops::matmul2d_descriptor how(tile, tile);
    tensor_ops::matmul2d<how, execution_simdgroups<4>> multiply;
    if constexpr (is_same_v<T, float>) {
        auto to = tensor(c, dextents<int, 2>(int(n), int(m))).slice(left_edge, top);
        multiply.run(rows, columns, to);
    } else { // sums in float, rounded once
        auto sums = multiply.get_destination_cooperative_tensor<decltype(rows), decltype(columns), float>();
        multiply.run(rows, columns, sums);
        for (ushort i = 0; i < sums.get_capacity(); i++) {
            if (!sums.is_valid_element(i))
                continue;
            const auto at = sums.get_multidimensional_index(i);
            const int row = top + at[1], column = left_edge + at[0];
            if (row < int(m) && column < int(n))
                c[row * int(n) + column] = T(sums[i]);
        }
    }
}
