//! title:     simd_broadcast gives every lane the data of the lane that all of them name
//! verifies:  simd.broadcast.value
//! requires:  msl 2.2, feature simd_permute
//! for:       T in char uchar short ushort int uint half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups simd_width, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        lane ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = simd_broadcast(data, lane)
//! mutant:    simd.broadcast.value | replace `lane[group])` with `lane[group] / 2)`

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void transfer(device const V *data [[buffer(0)]], device const ushort *lane [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                 uint group [[threadgroup_position_in_grid]])
{
    result[i] = simd_broadcast(data[i], lane[group]);
}

template [[host_name("scalar")]] kernel decltype(transfer<T>) transfer<T>;
template [[host_name("two")]] kernel decltype(transfer<vec<T, 2>>) transfer<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(transfer<vec<T, 3>>) transfer<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(transfer<vec<T, 4>>) transfer<vec<T, 4>>;
