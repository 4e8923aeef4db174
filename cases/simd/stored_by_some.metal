//! title:     Vectors that some lanes of a SIMD-group store leave the elements of the others as they are
//! verifies:  simd.active_definition
//! requires:  msl 2.3
//! for:       T in uchar half int long
//! subcases:  N in 2 3 4; STEP in 2 3 5 11
//! dispatch:  keep(data, kept): threads 128, threadgroup 64
//! dispatch:  fill(data, filled): threads 128, threadgroup 64
//! dispatch:  fill_rest(data, filled): threads 128, threadgroup 64
//! in:        data vec<T, N>[128] = integers(1, 100)
//! out:       kept vec<T, N>[128]
//! inout:     filled vec<T, N>[128] = zeros
//! expect:    kept = same data
//! expect:    filled = same data
//! mutant:    simd.active_definition | replace `if (i % STEP == 0) kept[i] = other;` with `if (i % STEP == 1) kept[i] = other;`
//! mutant:    simd.active_definition | replace `if (i % STEP != 0)` with `if (i % STEP != 1)`

#include <metal_stdlib>
using namespace metal;

using V = vec<T, N>;

/* The second store is by some lanes only, and undone by them. */
kernel void keep(device const V *data [[buffer(0)]], device V *kept [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    const V own = data[i], other = own + V(100);
    kept[i] = i % STEP == 0 ? V(0) : own;
    threadgroup_barrier(mem_flags::mem_device);
    if (i % STEP == 0) kept[i] = other;
    threadgroup_barrier(mem_flags::mem_device);
    if (i % STEP == 0) kept[i] -= V(100);
}

kernel void fill(device const V *data [[buffer(0)]], device V *filled [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    if (i % STEP == 0)
        filled[i] = data[i];
}

kernel void fill_rest(device const V *data [[buffer(0)]], device V *filled [[buffer(1)]],
                      uint i [[thread_position_in_grid]])
{
    if (i % STEP != 0)
        filled[i] = data[i];
}
