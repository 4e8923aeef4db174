//! title:     simd_shuffle_down reads the lane `delta` above the caller; the upper `delta` lanes keep their own data
//! verifies:  simd.shuffle_down.value simd.shuffle_down.range simd.shuffle_down.delta_zero simd.types.shuffle_widths
//! requires:  msl 2.2, feature simd_permute
//! for:       T in char uchar short ushort int uint half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups simd_width, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = simd_shuffle_down(data, delta)
//! mutant:    simd.shuffle_down.value | replace `delta[group])` with `delta[group] + 1)`
//! mutant:    simd.shuffle_down.range | replace `simd_shuffle_down(` with `simd_shuffle_rotate_down(`
//! mutant:    simd.shuffle_down.delta_zero | replace `delta[group])` with `max(delta[group], ushort(1)))`
//! mutant:    simd.types.shuffle_widths | replace `simd_shuffle_down(data[i], delta[group])` with
//!            `simd_shuffle_down(data[i], delta[group]) & V(T(~1))` | for T=char T=uchar T=short T=ushort

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void transfer(device const V *data [[buffer(0)]], device const ushort *delta [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                 uint group [[threadgroup_position_in_grid]])
{
    result[i] = simd_shuffle_down(data[i], delta[group]);
}

template [[host_name("scalar")]] kernel decltype(transfer<T>) transfer<T>;
template [[host_name("two")]] kernel decltype(transfer<vec<T, 2>>) transfer<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(transfer<vec<T, 3>>) transfer<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(transfer<vec<T, 4>>) transfer<vec<T, 4>>;
