//! title:     simd_shuffle reads the lane that each thread names for itself
//! verifies:  simd.shuffle.value simd.shuffle.self
//! requires:  msl 2.2, feature simd_permute
//! for:       T in char uchar short ushort int uint half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 10, threadgroup 3 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        source ushort[threads] = lane_maps(simd_width)
//! out:       result vec<T, N>[threads]
//! expect:    result = simd_shuffle(data, source)
//! mutant:    simd.shuffle.value | replace `source[i])` with `source[0])`
//! mutant:    simd.shuffle.self | replace `source[i])` with `source[i] ^ 1)`
//! note:      Maps: the own lane, mirrored, one for all, permutations, random.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void shuffle(device const V *data [[buffer(0)]], device const ushort *source [[buffer(1)]],
                    device V *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = simd_shuffle(data[i], source[i]);
}

template [[host_name("scalar")]] kernel decltype(shuffle<T>) shuffle<T>;
template [[host_name("two")]] kernel decltype(shuffle<vec<T, 2>>) shuffle<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(shuffle<vec<T, 3>>) shuffle<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(shuffle<vec<T, 4>>) shuffle<vec<T, 4>>;
