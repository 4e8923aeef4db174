//! title:     Quad-group shuffles that fill from other data, of long and ulong where they are taken
//! verifies:  quad.types
//! requires:  msl 2.2, feature quad_64_bits
//! for:       FUNCTION in quad_shuffle_and_fill_down quad_shuffle_and_fill_up; T in long ulong
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
//! mutant:    quad.types | replace `delta[group], modulo[group]` with `delta[group], ushort(4)`
//! note:      T is any integer, but not size_t and ptrdiff_t, which have the width of ulong and long and may be the same types: what
//!            a device takes is not judged.

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
