//! title:     With a modulo, shuffle and fill work in a partial SIMD-group whose vectors are whole
//! verifies:  kb04
//! requires:  msl 2.4, feature simd_shuffle_and_fill
//! for:       FUNCTION in simd_shuffle_and_fill_down simd_shuffle_and_fill_up; T in ushort float2
//! dispatch:  groups 3, threadgroup simd_width + 8
//! in:        data T[threads] = random
//! in:        filling T[threads] = random
//! out:       result T[threads]
//! expect:    result = FUNCTION(data, filling, 3, 8)
//! mutant:    kb04 | replace `filling[i], 3, 8)` with `T(0), 3, 8)`
//! note:      PyTorch used the filling data for lanes that do not exist, and read zeros: it stands in for lanes past
//!            the end of a vector only. What a lane that does not exist would give is undefined, so nobody reads one
//!            here.

#include <metal_stdlib>
using namespace metal;

kernel void shift(device const T *data [[buffer(0)]], device const T *filling [[buffer(1)]],
                  device T *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = FUNCTION(data[i], filling[i], 3, 8);
}
