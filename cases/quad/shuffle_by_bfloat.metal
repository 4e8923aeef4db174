//! title:     Quad-group shuffles: down and up keep at the ends, rotations wrap, xor exchanges, broadcast copies, of
//!            bfloat
//! verifies:  quad.types
//! requires:  msl 3.1, feature quad_permute, feature quad_reduction, feature bfloat
//! for:       FUNCTION in quad_broadcast quad_shuffle_down quad_shuffle_up quad_shuffle_rotate_down
//!            quad_shuffle_rotate_up quad_shuffle_xor; T in bfloat
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup 80
//! in:        data vec<T, N>[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, delta)
//! refusal:   6.10.3 takes T of any floating-point type, Apple's library up to 4.0 (toolchain 32023.883) has no quad-group function
//!            of bfloat
//! mutant:    quad.types | replace `FUNCTION(data[i], delta[group])` with `FUNCTION(data[i], delta[group] ^ 3)`

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void transfer(device const V *data [[buffer(0)]], device const ushort *delta [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                 uint group [[threadgroup_position_in_grid]])
{
    result[i] = FUNCTION(data[i], delta[group]);
}

template [[host_name("scalar")]] kernel decltype(transfer<T>) transfer<T>;
template [[host_name("two")]] kernel decltype(transfer<vec<T, 2>>) transfer<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(transfer<vec<T, 3>>) transfer<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(transfer<vec<T, 4>>) transfer<vec<T, 4>>;
