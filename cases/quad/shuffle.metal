//! title:     quad_shuffle reads the lane of the quad-group that each thread names for itself
//! verifies:  quad.shuffle.value
//! requires:  msl 2.2, feature quad_permute
//! for:       T in char uchar short ushort int uint half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 16, threadgroup 64
//! in:        data vec<T, N>[threads] = random
//! in:        source ushort[threads] = all_lane_maps
//! out:       result vec<T, N>[threads]
//! expect:    result = quad_shuffle(data, source)
//! mutant:    quad.shuffle.value | replace `source[i])` with `source[i] & 2)`
//! note:      All 256 ways in which four lanes can name four lanes.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void shuffle(device const V *data [[buffer(0)]], device const ushort *source [[buffer(1)]],
                    device V *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = quad_shuffle(data[i], source[i]);
}

template [[host_name("scalar")]] kernel decltype(shuffle<T>) shuffle<T>;
template [[host_name("two")]] kernel decltype(shuffle<vec<T, 2>>) shuffle<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(shuffle<vec<T, 3>>) shuffle<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(shuffle<vec<T, 4>>) shuffle<vec<T, 4>>;
