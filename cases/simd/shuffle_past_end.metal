//! title:     Shifted by the width of the SIMD-group or more, every lane keeps its own data
//! verifies:  simd.shuffle_down.delta_ge_size simd.shuffle_up.delta_ge_size
//! requires:  msl 2.0, feature simd_permute
//! for:       FUNCTION in simd_shuffle_down simd_shuffle_up; T in ushort float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 7, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        delta ushort[groups] = values simd_width simd_width+1 2*simd_width-1 2*simd_width 255 256 65535
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, delta)
//! mutant:    simd.shuffle_down.delta_ge_size | replace `FUNCTION(data[i], delta[group])` with
//!            `simd_shuffle_down(data[i], delta[group] % 8)` | for FUNCTION=simd_shuffle_down
//! mutant:    simd.shuffle_up.delta_ge_size | replace `FUNCTION(data[i], delta[group])` with `simd_shuffle_up(data[i],
//!            delta[group] % 8)` | for FUNCTION=simd_shuffle_up
//! note:      The text derives this: all lanes are then upper or lower ones. It is kept apart from the other shifts so
//!            that a device that takes the delta modulo the width shows here only.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void move(device const V *data [[buffer(0)]], device const ushort *delta [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                 uint group [[threadgroup_position_in_grid]])
{
    result[i] = FUNCTION(data[i], delta[group]);
}

template [[host_name("scalar")]] kernel decltype(move<T>) move<T>;
template [[host_name("two")]] kernel decltype(move<vec<T, 2>>) move<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(move<vec<T, 3>>) move<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(move<vec<T, 4>>) move<vec<T, 4>>;
