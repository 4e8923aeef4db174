//! title:     Quad-group shuffles, of long and ulong where they are taken
//! verifies:  quad.types
//! requires:  msl 2.2, feature quad_64_bits
//! for:       FUNCTION in quad_broadcast quad_shuffle_down quad_shuffle_up quad_shuffle_rotate_down
//!            quad_shuffle_rotate_up quad_shuffle_xor; T in long ulong
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup 80
//! in:        data vec<T, N>[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, delta)
//! mutant:    quad.types | replace `FUNCTION(data[i], delta[group])` with `FUNCTION(data[i], delta[group] ^ 3)`
//! note:      T is any integer, but not size_t and ptrdiff_t, which have the width of ulong and long and may be the same types: what
//!            a device takes is not judged.

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
