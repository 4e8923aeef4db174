//! title:     Sum, product, minimum, maximum, any, all, rotation by one and broadcast over SIMD-groups
//! verifies:  k.snippet.simd_ops c.shuffle.wrap c.broadcast.uniform c.simd.anyall
//! requires:  feature simd_reduction
//! dispatch:  groups 4, threadgroup 128
//! in:        data int[512] = integers(1, 3)
//! in:        flag uchar[512] = sparse_flags
//! out:       sums int[512]
//! out:       products int[512]
//! out:       least int[512]
//! out:       most int[512]
//! out:       any_flag int[512]
//! out:       all_flag int[512]
//! out:       next int[512]
//! out:       first int[512]
//! expect:    sums = simd_sum(data)
//! expect:    products = simd_product(data)
//! expect:    least = simd_min(data)
//! expect:    most = simd_max(data)
//! expect:    any_flag = simd_any(flag)
//! expect:    all_flag = simd_all(flag)
//! expect:    next = simd_shuffle_rotate_down(data, 1)
//! expect:    first = simd_broadcast(data, 0)
//! mutant:    k.snippet.simd_ops | replace `simd_sum(value)` with `simd_sum(value) + value`
//! mutant:    k.snippet.simd_ops | replace `simd_product(value)` with `simd_sum(value)`
//! mutant:    k.snippet.simd_ops | replace `simd_min(value)` with `value`
//! mutant:    k.snippet.simd_ops | replace `simd_max(value)` with `value`
//! mutant:    c.simd.anyall | replace `simd_any(condition)` with `simd_all(condition)`
//! mutant:    c.simd.anyall | replace `simd_all(condition)` with `simd_any(condition)`
//! mutant:    c.shuffle.wrap | replace `(lane + 1) % width` with `min(lane + 1, width - 1)`
//! mutant:    c.broadcast.uniform | replace `simd_broadcast(value, 0)` with `simd_broadcast(value, 1)`
//! note:      The products wrap modulo 2^32 as unsigned arithmetic on the same bits does.

#include <metal_stdlib>
using namespace metal;

kernel void simd_ops(device const int *data [[buffer(0)]], device const uchar *flag [[buffer(1)]],
                     device int *sums [[buffer(2)]], device int *products [[buffer(3)]],
                     device int *least [[buffer(4)]], device int *most [[buffer(5)]], device int *any_flag [[buffer(6)]],
                     device int *all_flag [[buffer(7)]], device int *next [[buffer(8)]],
                     device int *first [[buffer(9)]], uint i [[thread_position_in_grid]],
                     uint lane [[thread_index_in_simdgroup]], uint width [[threads_per_simdgroup]])
{
    const int value = data[i];
    const bool condition = flag[i] != 0;
    sums[i] = simd_sum(value);
    products[i] = simd_product(value);
    least[i] = simd_min(value);
    most[i] = simd_max(value);
    any_flag[i] = simd_any(condition);
    all_flag[i] = simd_all(condition);
    next[i] = simd_shuffle(value, (lane + 1) % width);
    first[i] = simd_broadcast(value, 0);
}
