//! title:     With a modulo, simd_shuffle_and_fill_down and _up shift within vectors of that many lanes
//! verifies:  simd.shuffle_and_fill_down.modulo simd.shuffle_and_fill_up.modulo
//! requires:  msl 2.4, feature simd_shuffle_and_fill
//! for:       FUNCTION in simd_shuffle_and_fill_down simd_shuffle_and_fill_up; T in char uchar short ushort int uint
//!            half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 62, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        filling vec<T, N>[threads] = random
//! in:        delta ushort[groups] = deltas_of_modulos
//! in:        modulo ushort[groups] = modulos
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, filling, delta, modulo)
//! mutant:    simd.shuffle_and_fill_down.modulo | replace `, delta[group], modulo[group])` with `, delta[group])` |
//!            for FUNCTION=simd_shuffle_and_fill_down
//! mutant:    simd.shuffle_and_fill_up.modulo | replace `, delta[group], modulo[group])` with `, delta[group])` | for
//!            FUNCTION=simd_shuffle_and_fill_up
//! note:      Modulos 2, 4, 8, 16 and 32 with every delta below them, one pair for each threadgroup.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void shift(device const V *data [[buffer(0)]], device const V *filling [[buffer(1)]],
                  device const ushort *delta [[buffer(2)]], device const ushort *modulo [[buffer(3)]],
                  device V *result [[buffer(4)]], uint i [[thread_position_in_grid]],
                  uint group [[threadgroup_position_in_grid]])
{
    result[i] = FUNCTION(data[i], filling[i], delta[group], modulo[group]);
}

template [[host_name("scalar")]] kernel decltype(shift<T>) shift<T>;
template [[host_name("two")]] kernel decltype(shift<vec<T, 2>>) shift<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(shift<vec<T, 3>>) shift<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(shift<vec<T, 4>>) shift<vec<T, 4>>;
