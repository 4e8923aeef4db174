//! title:     simd_shuffle_and_fill_down and _up take what is missing at the end of the SIMD-group from other data
//! verifies:  simd.shuffle_and_fill_down.value simd.shuffle_and_fill_down.boundary
//!            simd.shuffle_and_fill_down.delta_zero simd.shuffle_and_fill_up.value simd.shuffle_and_fill_up.delta_zero
//! requires:  msl 2.4, feature simd_shuffle_and_fill
//! for:       FUNCTION in simd_shuffle_and_fill_down simd_shuffle_and_fill_up; T in char uchar short ushort int uint
//!            half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups simd_width, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        filling vec<T, N>[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, filling, delta, 0)
//! mutant:    simd.shuffle_and_fill_down.value | replace `data[i], filling[i], delta[group])` with `filling[i],
//!            data[i], delta[group])` | for FUNCTION=simd_shuffle_and_fill_down
//! mutant:    simd.shuffle_and_fill_down.boundary | replace `FUNCTION(data[i], filling[i], delta[group])` with
//!            `simd_shuffle_down(data[i], delta[group])` | for FUNCTION=simd_shuffle_and_fill_down
//! mutant:    simd.shuffle_and_fill_up.value | replace `data[i], filling[i], delta[group])` with `filling[i], data[i],
//!            delta[group])` | for FUNCTION=simd_shuffle_and_fill_up
//! mutant:    simd.shuffle_and_fill_down.delta_zero | replace `delta[group])` with `max(delta[group], ushort(1)))` |
//!            for FUNCTION=simd_shuffle_and_fill_down
//! mutant:    simd.shuffle_and_fill_up.delta_zero | replace `delta[group])` with `max(delta[group], ushort(1)))` | for
//!            FUNCTION=simd_shuffle_and_fill_up
//! note:      The prose fills when the sum is greater than the width, the printed example already when it equals the
//!            width; the example is followed.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void shift(device const V *data [[buffer(0)]], device const V *filling [[buffer(1)]],
                  device const ushort *delta [[buffer(2)]], device V *result [[buffer(3)]],
                  uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]])
{
    result[i] = FUNCTION(data[i], filling[i], delta[group]);
}

template [[host_name("scalar")]] kernel decltype(shift<T>) shift<T>;
template [[host_name("two")]] kernel decltype(shift<vec<T, 2>>) shift<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(shift<vec<T, 3>>) shift<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(shift<vec<T, 4>>) shift<vec<T, 4>>;
