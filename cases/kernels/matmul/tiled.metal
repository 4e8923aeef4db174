//! title:     matmul_tiled: 16 x 16 tiles of both factors go through threadgroup memory, two barriers per tile, any
//!            three sizes
//! verifies:  k.matmul_tiled c.barrier.missing c.tgmem.host
//! requires:  msl 3.1, feature bfloat
//! for:       T in float half bfloat
//! subcases:  (M, N, K, WHOLE) in (1, 1, 1, 1) (2, 2, 2, 1) (15, 17, 16, 1) (16, 16, 16, 1) (17, 15, 31, 1)
//!            (31, 33, 1, 1) (33, 33, 33, 1) (64, 64, 64, 1) (1, 1, 1, 0) (2, 2, 2, 0) (15, 16, 17, 0) (17, 1, 33, 0)
//!            (33, 31, 65, 0) (64, 64, 64, 0) (512, 512, 512, 1)
//! dispatch:  groups ceil_div(N, 16) x ceil_div(M, 16), threadgroup 16 x 16
//! threadgroup: 0 16 * 16 * 4
//! threadgroup: 1 16 * 16 * 4
//! in:        a T[M * K] = whole_or_real(WHOLE)
//! in:        b T[K * N] = whole_or_real(WHOLE)
//! out:       c T[M * N]
//! in:        m uint = M
//! in:        n uint = N
//! in:        k uint = K
//! expect:    c = matmul(a, b, M, K, N)
//! mutant:    c.barrier.missing k.matmul_tiled | replace `threadgroup_barrier(mem_flags::mem_threadgroup); for`
//!            with `for` | for M=33
//! mutant:    c.barrier.missing k.matmul_tiled | replace `threadgroup_barrier(mem_flags::mem_threadgroup); } if`
//!            with `} if` | for M=33
//! mutant:    k.matmul_tiled | replace `float(a[row * k + along]) : 0.0f`
//!            with `float(a[row * k + along]) : 1.0f`
//!            and replace `float(b[down * n + column]) : 0.0f`
//!            with `float(b[down * n + column]) : 1.0f` | for M=17
//! mutant:    c.tgmem.host | replace `b_tile[slot] =` with `a_tile[slot] =` | for M=16

#include <metal_stdlib>
using namespace metal;

constant constexpr uint tile = 16;

kernel void matmul_tiled(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                         device T *c [[buffer(2)]], constant uint &m [[buffer(3)]], constant uint &n [[buffer(4)]],
                         constant uint &k [[buffer(5)]], threadgroup float *a_tile [[threadgroup(0)]],
                         threadgroup float *b_tile [[threadgroup(1)]], uint2 group [[threadgroup_position_in_grid]],
                         uint2 local [[thread_position_in_threadgroup]])
{
    const uint row = group.y * tile + local.y, column = group.x * tile + local.x, slot = local.y * tile + local.x;
    float sum = 0.0f;
    for (uint first = 0; first < k; first += tile) {
        const uint along = first + local.x, down = first + local.y;
        a_tile[slot] = row < m && along < k ? float(a[row * k + along]) : 0.0f;
        b_tile[slot] = down < k && column < n ? float(b[down * n + column]) : 0.0f;
        threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are loaded
        for (uint p = 0; p < tile; p++)
            sum += a_tile[local.y * tile + p] * b_tile[p * tile + local.x];
        threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are used up
    }
    if (row < m && column < n)
        c[row * n + column] = T(sum);
}
