//! title:     A hundred shuffles and reductions, each of what the last one gave, need no barrier
//! verifies:  simd.no_barrier_needed sync.callable.kernel
//! requires:  msl 2.1, feature simd_reduction
//! dispatch:  groups 8, threadgroup 192
//! in:        data uint[threads] = random
//! out:       result uint[threads]
//! expect:    result = simd_chain(data, 100)
//! mutant:    simd.no_barrier_needed | replace `k < 100` with `k < 99`
//! mutant:    sync.callable.kernel | replace `value ^ simd_sum(value)` with `value ^ value`

#include <metal_stdlib>
using namespace metal;

/* One step, in a function that is no kernel. */
uint exchanged(uint value, uint k)
{
    value = value * 5 + simd_shuffle_xor(value, k % 16) / 3;
    return value ^ simd_sum(value) / 7 ^ simd_shuffle_rotate_down(value, 1) / 5;
}

kernel void chain(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    uint value = data[i];
    for (uint k = 0; k < 100; k++)
        value = exchanged(value, k);
    result[i] = value;
}
