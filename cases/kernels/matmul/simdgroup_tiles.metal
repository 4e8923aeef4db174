//! title:     matmul_simdgroup_tiles: 64 x 64 elements for a threadgroup, 4 x 4 matrices in the registers of a SIMD-group
//! verifies:  simdgroup_matrix.load.threadgroup simdgroup_matrix.store.threadgroup
//!            simdgroup_matrix.multiply_accumulate
//! requires:  msl 3.1, feature bfloat, feature simdgroup_matrix
//! for:       T in float half bfloat
//! subcases:  (M, N, K) in (1, 1, 1) (7, 9, 8) (64, 64, 32) (65, 63, 33) (128, 72, 40) (30, 130, 64)
//! dispatch:  groups ceil_div(N, 64) x ceil_div(M, 64), threadgroup 128
//! in:        a T[M * K] = integers(-4, 4)
//! in:        b T[K * N] = integers(-4, 4)
//! out:       c T[M * N]
//! in:        m uint = M
//! in:        n uint = N
//! in:        k uint = K
//! expect:    c = matmul(a, b, M, K, N)
//! mutant:    simdgroup_matrix.multiply_accumulate | replace `left[r], right[j], sum[r][j])`
//!            with `right[j], left[r], sum[r][j])` | for M=65
//! mutant:    simdgroup_matrix.load.threadgroup | replace `(right[j], b_tile + step * B_STRIDE`
//!            with `(right[j], b_tile + step` | for M=65
//! mutant:    simdgroup_matrix.store.threadgroup | replace `simdgroup_store(sum[r][j], out, 8)`
//!            with `simdgroup_store(sum[r][j], out, 8, ulong2(0), true)` | for M=65
//! note:      sums are float. Tiles of the factors lie in threadgroup memory, with room between rows so that lanes use
//!            different banks; the next tiles are on their way while SIMD-groups multiply. Where fewer than four
//!            SIMD-groups have 128 threads, they come again for the other quarters.

#include <metal_stdlib>
using namespace metal;

#define UNROLLED _Pragma("clang loop unroll(full)")

#ifndef SIDE // matrices of a SIMD-group in a row: 8 make tiles of 128 x 128, where a thread has 128 registers for sums
#define SIDE 4
#endif

enum : uint { TILE = 16 * SIDE, DEPTH = 128 / SIDE, THREADS = 128, EACH = TILE * DEPTH / 4 / THREADS };
enum : uint { ROOM = 8, A_STRIDE = DEPTH + ROOM, B_STRIDE = TILE + ROOM };

typedef vec<T, 4> quartet;

struct operand {
    device const T *data;
    uint rows, columns;
};

// Zero beyond the matrix.
static T element(operand from, uint row, uint column)
{
    return row < from.rows && column < from.columns ? from.data[row * from.columns + column] : T(0.0f);
}

static quartet fetch(operand from, uint row, uint column)
{
    quartet x;
    if (row < from.rows && column + 4 <= from.columns && from.columns % 4 == 0)
        x = *(device const quartet *)(from.data + row * from.columns + column);
    else
        x = quartet(element(from, row, column), element(from, row, column + 1), element(from, row, column + 2),
                    element(from, row, column + 3));
    return x;
}

[[max_total_threads_per_threadgroup(THREADS)]]
kernel void matmul_simdgroup_tiles(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                                   device T *c [[buffer(2)]], constant uint &m [[buffer(3)]],
                                   constant uint &n [[buffer(4)]], constant uint &k [[buffer(5)]],
                                   uint2 group [[threadgroup_position_in_grid]],
                                   uint thread_index [[thread_index_in_threadgroup]],
                                   uint lane [[thread_index_in_simdgroup]],
                                   uint simdgroup [[simdgroup_index_in_threadgroup]],
                                   uint width [[threads_per_simdgroup]])
{
    alignas(16) threadgroup T a_tile[TILE * A_STRIDE];
    alignas(16) threadgroup T b_tile[DEPTH * B_STRIDE];
    threadgroup float c_tile[4][64];
    const uint top = group.y * TILE, left_edge = group.x * TILE, groups = THREADS / width;
    const operand left_factor = {a, m, k}, right_factor = {b, k, n};
    const uint a_row = thread_index / (DEPTH / 4), a_column = thread_index % (DEPTH / 4) * 4;
    const uint b_row = thread_index / (TILE / 4), b_column = thread_index % (TILE / 4) * 4;
    const uint a_step = THREADS / (DEPTH / 4), b_step = THREADS / (TILE / 4); // rows between two quartets of a thread

    for (uint quarter = simdgroup; quarter < max(4u, groups); quarter += groups) {
        const uint own_top = quarter / 2 * (8 * SIDE), own_left = quarter % 2 * (8 * SIDE);
        const bool works = quarter < 4;
        simdgroup_float8x8 sum[SIDE][SIDE];
        UNROLLED for (uint r = 0; r < SIDE; r++)
            UNROLLED for (uint j = 0; j < SIDE; j++)
                sum[r][j] = make_filled_simdgroup_matrix<float, 8, 8>(0.0f);
        quartet next_a[EACH], next_b[EACH];
        UNROLLED for (uint i = 0; i < EACH; i++) {
            next_a[i] = fetch(left_factor, top + a_row + i * a_step, a_column);
            next_b[i] = fetch(right_factor, b_row + i * b_step, left_edge + b_column);
        }
        for (uint first = 0; first < k; first += DEPTH) {
            UNROLLED for (uint i = 0; i < EACH; i++) {
                *(threadgroup quartet *)&a_tile[(a_row + i * a_step) * A_STRIDE + a_column] = next_a[i];
                *(threadgroup quartet *)&b_tile[(b_row + i * b_step) * B_STRIDE + b_column] = next_b[i];
            }
            threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are there
            UNROLLED for (uint i = 0; i < EACH; i++) {
                next_a[i] = fetch(left_factor, top + a_row + i * a_step, first + DEPTH + a_column);
                next_b[i] = fetch(right_factor, first + DEPTH + b_row + i * b_step, left_edge + b_column);
            }
            if (works)
                UNROLLED for (uint step = 0; step < DEPTH; step += 8) {
                    simdgroup_matrix<T, 8, 8> left[SIDE], right[SIDE];
                    UNROLLED for (uint r = 0; r < SIDE; r++)
                        simdgroup_load(left[r], a_tile + (own_top + r * 8) * A_STRIDE + step, A_STRIDE);
                    UNROLLED for (uint j = 0; j < SIDE; j++)
                        simdgroup_load(right[j], b_tile + step * B_STRIDE + own_left + j * 8, B_STRIDE);
                    UNROLLED for (uint r = 0; r < SIDE; r++)
                        UNROLLED for (uint j = 0; j < SIDE; j++)
                            simdgroup_multiply_accumulate(sum[r][j], left[r], right[j], sum[r][j]);
                }
            threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are used up
        }
        if (!works)
            continue;
        threadgroup float *out = c_tile[simdgroup];
        UNROLLED for (uint r = 0; r < SIDE; r++)
            UNROLLED for (uint j = 0; j < SIDE; j++) {
                simdgroup_store(sum[r][j], out, 8);
                simdgroup_barrier(mem_flags::mem_threadgroup); // the matrix is in memory
                for (uint i = lane; i < 64; i += width) {
                    const uint row = top + own_top + r * 8 + i / 8, column = left_edge + own_left + j * 8 + i % 8;
                    if (row < m && column < n)
                        c[row * n + column] = T(out[i]);
                }
                simdgroup_barrier(mem_flags::mem_threadgroup); // it may be overwritten
            }
    }
}
