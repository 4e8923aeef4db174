//! title:     Shifted by one less than the width all lanes but one keep their own data; what becomes of it by the width or
//!            more is recorded
//! verifies:  simd.shuffle_down.range simd.shuffle_up.range
//! requires:  msl 2.2, feature simd_permute
//! for:       FUNCTION in simd_shuffle_down simd_shuffle_up; T in ushort float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 7, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        delta ushort[groups] = values simd_width simd_width+1 2*simd_width-1 2*simd_width 255 256 65535
//! in:        most ushort = simd_width - 1
//! out:       past vec<T, N>[threads]
//! out:       result vec<T, N>[threads]
//! expect:    past = recorded FUNCTION(data, delta)
//! expect:    result = FUNCTION(data, simd_width - 1)
//! mutant:    simd.shuffle_down.range | replace `FUNCTION(data[i], most)` with `simd_shuffle_rotate_down(data[i], most)` |
//!            for FUNCTION=simd_shuffle_down
//! mutant:    simd.shuffle_up.range | replace `FUNCTION(data[i], most)` with `simd_shuffle_rotate_up(data[i], most)` |
//!            for FUNCTION=simd_shuffle_up
//! note:      By the width or more all lanes would be upper or lower ones and keep their own; but the text does not speak of
//!            such deltas, and a device may take them modulo the width.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void transfer(device const V *data [[buffer(0)]], device const ushort *delta [[buffer(1)]],
                 constant ushort &most [[buffer(2)]], device V *past [[buffer(3)]], device V *result [[buffer(4)]],
                 uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]])
{
    past[i] = FUNCTION(data[i], delta[group]);
    result[i] = FUNCTION(data[i], most);
}

template [[host_name("scalar")]] kernel decltype(transfer<T>) transfer<T>;
template [[host_name("two")]] kernel decltype(transfer<vec<T, 2>>) transfer<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(transfer<vec<T, 3>>) transfer<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(transfer<vec<T, 4>>) transfer<vec<T, 4>>;
