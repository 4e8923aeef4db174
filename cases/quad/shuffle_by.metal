//! title:     Quad-group shuffles: down and up keep at the ends, rotations wrap, xor exchanges, broadcast copies
//! verifies:  quad.shuffle_down.value quad.shuffle_down.range quad.shuffle_up.value quad.shuffle_up.range
//!            quad.shuffle_rotate_down.value quad.shuffle_rotate_up.value quad.shuffle_xor.value quad.broadcast.value
//!            quad.width quad.partition quad.types quad.header
//! requires:  msl 2.2, feature quad_permute, feature quad_reduction
//! for:       FUNCTION in quad_broadcast quad_shuffle_down quad_shuffle_up quad_shuffle_rotate_down
//!            quad_shuffle_rotate_up quad_shuffle_xor; T in char uchar short ushort int uint half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup 80
//! in:        data vec<T, N>[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, delta)
//! mutant:    quad.shuffle_down.value | replace `FUNCTION(` with `quad_shuffle_up(` | for FUNCTION=quad_shuffle_down
//! mutant:    quad.shuffle_down.range | replace `FUNCTION(` with `quad_shuffle_rotate_down(` | for
//!            FUNCTION=quad_shuffle_down
//! mutant:    quad.shuffle_up.value | replace `FUNCTION(` with `quad_shuffle_down(` | for FUNCTION=quad_shuffle_up
//! mutant:    quad.shuffle_up.range | replace `FUNCTION(` with `quad_shuffle_rotate_up(` | for FUNCTION=quad_shuffle_up
//! mutant:    quad.width | replace `FUNCTION(` with `simd_shuffle_down(` | for FUNCTION=quad_shuffle_down T=int
//! mutant:    quad.partition | replace `FUNCTION(` with `simd_shuffle_rotate_down(` | for FUNCTION=quad_shuffle_xor
//!            T=int
//! mutant:    quad.shuffle_rotate_down.value | replace `FUNCTION(` with `quad_shuffle_down(` | for
//!            FUNCTION=quad_shuffle_rotate_down
//! mutant:    quad.shuffle_rotate_up.value | replace `FUNCTION(` with `quad_shuffle_rotate_down(` | for
//!            FUNCTION=quad_shuffle_rotate_up
//! mutant:    quad.shuffle_xor.value | replace `FUNCTION(` with `quad_shuffle_rotate_down(` | for
//!            FUNCTION=quad_shuffle_xor
//! mutant:    quad.broadcast.value | replace `delta[group])` with `delta[group] / 2)` | for FUNCTION=quad_broadcast
//! mutant:    quad.header | replace `FUNCTION(data[i], delta[group])` with `data[i]` | for FUNCTION=quad_broadcast
//! mutant:    quad.types | replace `FUNCTION(data[i], delta[group])` with `FUNCTION(data[i], delta[group]) & V(T(~1))`
//!            | for FUNCTION=quad_shuffle_xor T=char T=uchar T=short T=ushort

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
