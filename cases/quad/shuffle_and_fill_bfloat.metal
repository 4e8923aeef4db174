//! title:     quad_shuffle_and_fill_down and _up take what is missing at the end of the quad-group from other data, of
//!            bfloat
//! verifies:  quad.types
//! requires:  msl 3.1, feature quad_permute, feature simd_shuffle_and_fill, feature bfloat
//! for:       FUNCTION in quad_shuffle_and_fill_down quad_shuffle_and_fill_up; T in bfloat
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 6, threadgroup 64
//! in:        data vec<T, N>[threads] = random
//! in:        filling vec<T, N>[threads] = random
//! in:        delta ushort[groups] = deltas_of_modulos
//! in:        modulo ushort[groups] = modulos
//! out:       result vec<T, N>[threads]
//! out:       whole vec<T, N>[threads]
//! expect:    result = FUNCTION(data, filling, delta, modulo)
//! expect:    whole = FUNCTION(data, filling, delta, 0)
//! refusal:   6.10.3 takes T of any floating-point type, Apple's library up to 4.0 (toolchain 32023.883) has no quad-group function
//!            of bfloat
//! mutant:    quad.types | replace `delta[group], modulo[group]` with `delta[group], ushort(4)`
//! note:      The feature set tables name shift and fill for SIMD-groups alone; a quad-group is one of width 4.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void shift(device const V *data [[buffer(0)]], device const V *filling [[buffer(1)]],
                  device const ushort *delta [[buffer(2)]], device const ushort *modulo [[buffer(3)]],
                  device V *result [[buffer(4)]], device V *whole [[buffer(5)]],
                  uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]])
{
    result[i] = FUNCTION(data[i], filling[i], delta[group], modulo[group]);
    whole[i] = FUNCTION(data[i], filling[i], delta[group]);
}

template [[host_name("scalar")]] kernel decltype(shift<T>) shift<T>;
template [[host_name("two")]] kernel decltype(shift<vec<T, 2>>) shift<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(shift<vec<T, 3>>) shift<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(shift<vec<T, 4>>) shift<vec<T, 4>>;
