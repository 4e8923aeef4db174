//! title:     matmul_tiled: 16 x 16 tiles of both factors go through threadgroup memory, two barriers per tile
//! verifies:  k.matmul_tiled c.barrier.missing c.tgmem.host
//! requires:  msl 3.1, feature bfloat
//! for:       T in float half bfloat
//! subcases:  (N, WHOLE) in (1, 1) (2, 1) (15, 1) (16, 1) (17, 1) (31, 1) (33, 1) (64, 1) (1, 0) (2, 0) (15, 0)
//!            (17, 0) (33, 0) (64, 0) (512, 1)
//! dispatch:  groups ceil_div(N, 16) x ceil_div(N, 16), threadgroup 16 x 16
//! threadgroup: 0 16 * 16 * 4
//! threadgroup: 1 16 * 16 * 4
//! in:        a T[N * N] = whole_or_real(WHOLE)
//! in:        b T[N * N] = whole_or_real(WHOLE)
//! out:       c T[N * N]
//! in:        size uint = N
//! expect:    c = matmul(a, b, N, N, N)
//! mutant:    c.barrier.missing k.matmul_tiled | replace `threadgroup_barrier(mem_flags::mem_threadgroup); for`
//!            with `for` | for N=33
//! mutant:    c.barrier.missing k.matmul_tiled | replace `threadgroup_barrier(mem_flags::mem_threadgroup); } if`
//!            with `} if` | for N=33
//! mutant:    k.matmul_tiled | replace `float(a[row * size + along]) : 0.0f`
//!            with `float(a[row * size + along]) : 1.0f`
//!            and replace `float(b[down * size + column]) : 0.0f`
//!            with `float(b[down * size + column]) : 1.0f` | for N=17
//! mutant:    c.tgmem.host | replace `b_tile[slot] =` with `a_tile[slot] =` | for N=16

#include <metal_stdlib>
using namespace metal;

constant constexpr uint tile = 16;

kernel void matmul_tiled(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                         device T *c [[buffer(2)]], constant uint &size [[buffer(3)]],
                         threadgroup float *a_tile [[threadgroup(0)]], threadgroup float *b_tile [[threadgroup(1)]],
                         uint2 group [[threadgroup_position_in_grid]], uint2 local [[thread_position_in_threadgroup]])
{
    const uint row = group.y * tile + local.y, column = group.x * tile + local.x, slot = local.y * tile + local.x;
    float sum = 0.0f;
    for (uint first = 0; first < size; first += tile) {
        const uint along = first + local.x, down = first + local.y;
        a_tile[slot] = row < size && along < size ? float(a[row * size + along]) : 0.0f;
        b_tile[slot] = down < size && column < size ? float(b[down * size + column]) : 0.0f;
        threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are loaded
        for (uint k = 0; k < tile; k++)
            sum += a_tile[local.y * tile + k] * b_tile[k * tile + local.x];
        threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are used up
    }
    if (row < size && column < size)
        c[row * size + column] = T(sum);
}
