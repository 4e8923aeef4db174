//! title:     simd_shuffle_rotate_down and _up wrap around the SIMD-group
//! verifies:  simd.shuffle_rotate_down.value simd.shuffle_rotate_down.wrap simd.shuffle_rotate_up.value kb32
//! requires:  msl 2.2, feature simd_permute
//! for:       FUNCTION in simd_shuffle_rotate_down simd_shuffle_rotate_up; T in char uchar short ushort int uint half
//!            float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups simd_width, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, delta)
//! mutant:    simd.shuffle_rotate_down.value | replace `delta[group])` with `delta[group] + 1)` | for
//!            FUNCTION=simd_shuffle_rotate_down
//! mutant:    simd.shuffle_rotate_down.wrap | replace `FUNCTION(` with `simd_shuffle_down(` | for
//!            FUNCTION=simd_shuffle_rotate_down
//! mutant:    simd.shuffle_rotate_up.value | replace `FUNCTION(` with `simd_shuffle_rotate_down(` | for
//!            FUNCTION=simd_shuffle_rotate_up
//! mutant:    kb32 | replace `delta[group])` with `delta[group] % 16)` | for FUNCTION=simd_shuffle_rotate_up

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
