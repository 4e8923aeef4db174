//! title:     SIMD-group functions come with their own header
//! verifies:  simd.header
//! requires:  msl 2.0, feature simd_permute
//! dispatch:  groups 2, threadgroup 64
//! in:        data uint[128] = random
//! out:       result uint[128]
//! expect:    result = simd_shuffle_xor(data, 1)
//! mutant:    simd.header | replace `data[i], 1)` with `data[i], 2)`

#include <metal_simdgroup>
using namespace metal;

kernel void exchange(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    result[i] = simd_shuffle_xor(data[i], 1);
}
