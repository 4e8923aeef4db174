//! title:     matmul_simdgroup_matrix: a SIMD-group multiplies tiles of 8 x 8, any three sizes, edges filled with zeros
//! verifies:  simdgroup_matrix.load.threadgroup simdgroup_matrix.store.threadgroup
//!            simdgroup_matrix.multiply_accumulate
//! requires:  msl 3.1, feature bfloat, feature simdgroup_matrix
//! for:       T in float half bfloat
//! subcases:  (M, N, K) in (1, 1, 1) (7, 9, 8) (8, 8, 8) (9, 7, 17) (16, 33, 40) (65, 31, 64)
//! dispatch:  groups ceil_div(N, 8) x ceil_div(M, 8), threadgroup simd_width
//! in:        a T[M * K] = integers(-4, 4)
//! in:        b T[K * N] = integers(-4, 4)
//! out:       c T[M * N]
//! in:        m uint = M
//! in:        n uint = N
//! in:        k uint = K
//! expect:    c = matmul(a, b, M, K, N)
//! mutant:    simdgroup_matrix.multiply_accumulate | replace `sum, left, right, sum`
//!            with `sum, right, left, sum` | for M=9
//! mutant:    simdgroup_matrix.load.threadgroup | replace `simdgroup_load(right, b_tile, 8)`
//!            with `simdgroup_load(right, b_tile, 8, ulong2(0), true)` | for M=9
//! mutant:    simdgroup_matrix.store.threadgroup | replace `simdgroup_store(sum, c_tile, 8)`
//!            with `simdgroup_store(sum, c_tile, 8, ulong2(0), true)` | for M=9

#include <metal_stdlib>
using namespace metal;

kernel void matmul_simdgroup_matrix(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                                    device T *c [[buffer(2)]], constant uint &m [[buffer(3)]],
                                    constant uint &n [[buffer(4)]], constant uint &k [[buffer(5)]],
                                    uint2 group [[threadgroup_position_in_grid]],
                                    ushort lane [[thread_index_in_simdgroup]],
                                    ushort width [[threads_per_simdgroup]])
{
    threadgroup float a_tile[64], b_tile[64], c_tile[64];
    const uint top = group.y * 8, left_edge = group.x * 8;
    simdgroup_float8x8 sum = make_filled_simdgroup_matrix<float, 8, 8>(0.0f);
    for (uint first = 0; first < k; first += 8) {
        for (uint i = lane; i < 64; i += width) {
            const uint row = i / 8, column = i % 8;
            const bool in_a = top + row < m && first + column < k, in_b = first + row < k && left_edge + column < n;
            a_tile[i] = in_a ? float(a[(top + row) * k + first + column]) : 0.0f;
            b_tile[i] = in_b ? float(b[(first + row) * n + left_edge + column]) : 0.0f;
        }
        threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are loaded
        simdgroup_float8x8 left, right;
        simdgroup_load(left, a_tile, 8);
        simdgroup_load(right, b_tile, 8);
        simdgroup_multiply_accumulate(sum, left, right, sum);
        threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are used up
    }
    simdgroup_store(sum, c_tile, 8);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint i = lane; i < 64; i += width)
        if (top + i / 8 < m && left_edge + i % 8 < n)
            c[(top + i / 8) * n + left_edge + i % 8] = T(c_tile[i]);
}
