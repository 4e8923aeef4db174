//! title:     gemm_av: C = A V with tiles of 16 x 16 declared in the kernel, any three sizes, whole threadgroups
//! verifies:  k.gemm_av err.c.grid.threads err.c.partialgroups
//! for:       T in float half
//! subcases:  (M, N, K) in (1, 1, 1) (1, 15, 16) (15, 1, 17) (16, 16, 16) (17, 33, 15) (33, 17, 1) (64, 64, 64)
//!            (100, 64, 33) (17, 100, 100)
//! dispatch:  threads 16 * ceil_div(K, 16) x 16 * ceil_div(M, 16), threadgroup 16 x 16
//! in:        a T[M * N] = integers(-4, 4)
//! in:        v T[N * K] = integers(-4, 4)
//! in:        shape uint[3] = values M N K
//! out:       c T[M * K]
//! expect:    c = matmul(a, v, M, N, K)
//! mutant:    k.gemm_av | replace `threadgroup_barrier(mem_flags::mem_threadgroup); for` with `for` | for M=100
//! mutant:    k.gemm_av | replace `threadgroup_barrier(mem_flags::mem_threadgroup); } if` with `} if` | for M=100
//! mutant:    k.gemm_av | replace `tiles = (n + 15) / 16` with `tiles = n / 16` | for N=33
//! mutant:    err.c.grid.threads | replace `row < m && column < k`
//!            with `row < min(m, (m + 15) / 16) && column < min(k, (k + 15) / 16)` | for M=64
//! mutant:    err.c.partialgroups | replace `down < n && column < k ? v[down * k + column] : T(0)`
//!            with `down < n && group.x * 16 + 16 <= k ? v[down * k + column] : T(0)` | for M=17

#include <metal_stdlib>
using namespace metal;

kernel void gemm_av(device const T *a [[buffer(0)]], device const T *v [[buffer(1)]],
                    device const uint *shape [[buffer(2)]], device T *c [[buffer(3)]],
                    uint2 group [[threadgroup_position_in_grid]], uint2 local [[thread_position_in_threadgroup]])
{
    threadgroup T a_tile[16][16];
    threadgroup T v_tile[16][16];
    const uint m = shape[0], n = shape[1], k = shape[2], tiles = (n + 15) / 16;
    const uint row = group.y * 16 + local.y, column = group.x * 16 + local.x;
    float sum = 0.0f;
    for (uint t = 0; t < tiles; t++) {
        const uint along = t * 16 + local.x, down = t * 16 + local.y;
        a_tile[local.y][local.x] = row < m && along < n ? a[row * n + along] : T(0);
        v_tile[local.y][local.x] = down < n && column < k ? v[down * k + column] : T(0);
        threadgroup_barrier(mem_flags::mem_threadgroup); // loaded
        for (uint p = 0; p < 16; p++)
            sum += float(a_tile[local.y][p]) * float(v_tile[p][local.x]);
        threadgroup_barrier(mem_flags::mem_threadgroup); // used up
    }
    if (row < m && column < k)
        c[row * k + column] = T(sum);
}
