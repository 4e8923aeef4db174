//! title:     The highest of a SIMD-group's 64-bit integers, by shuffles of their halves that fill with the lowest
//! verifies:  kb04
//! requires:  msl 2.4, feature simd_shuffle_and_fill
//! for:       T in long ulong
//! dispatch:  groups 4, threadgroup 2 * simd_width
//! in:        data T[threads] = random
//! in:        falling T[threads] = iota(-5000000000, -3000000000)
//! out:       result T[threads]
//! out:       from_here T[threads]
//! expect:    result = simd_max(data)
//! expect:    from_here = same falling
//! mutant:    kb04 | replace `as_type<uint2>(lowest)` with `uint2(0xffffffff)`
//! mutant:    kb04 | replace `max(best, as_type<T>(other))` with `best`
//! note:      Of numbers that fall each lane's own is the highest from there on: what fills the lanes past the end must be lower.

#include <metal_stdlib>
using namespace metal;

/* The highest of this lane and those above it. */
T highest(T best, uint width)
{
    const T lowest = numeric_limits<T>::lowest();
    for (ushort delta = width / 2; delta > 0; delta /= 2) {
        const uint2 other =
            simd_shuffle_and_fill_down(as_type<uint2>(best), as_type<uint2>(lowest), delta);
        best = max(best, as_type<T>(other));
    }
    return best;
}

kernel void find(device const T *data [[buffer(0)]], device const T *falling [[buffer(1)]],
                 device T *result [[buffer(2)]], device T *from_here [[buffer(3)]],
                 uint i [[thread_position_in_grid]], uint width [[threads_per_simdgroup]])
{
    result[i] = as_type<T>(simd_broadcast_first(as_type<uint2>(highest(data[i], width))));
    from_here[i] = highest(falling[i], width);
}
