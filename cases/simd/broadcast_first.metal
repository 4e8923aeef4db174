//! title:     simd_broadcast_first gives every active lane the data of the first of them
//! verifies:  simd.broadcast_first.full simd.broadcast_first.divergent
//! requires:  msl 2.2, feature simd_permute
//! for:       T in char uchar short ushort int uint half float
//! subcases:  THREADGROUP in 128 50; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 64, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = random
//! in:        active uchar[threads] = all_but_first(simd_width)
//! out:       result vec<T, N>[threads]
//! expect:    result = simd_broadcast_first(data, active)
//! mutant:    simd.broadcast_first.full | replace `simd_broadcast_first(data[i])` with `data[i]`
//! mutant:    simd.broadcast_first.divergent | replace `simd_broadcast_first(data[i])` with `simd_broadcast(data[i],
//!            0)`

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void spread(device const V *data [[buffer(0)]], device const uchar *active [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    if (active[i])
        result[i] = simd_broadcast_first(data[i]);
}

template [[host_name("scalar")]] kernel decltype(spread<T>) spread<T>;
template [[host_name("two")]] kernel decltype(spread<vec<T, 2>>) spread<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(spread<vec<T, 3>>) spread<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(spread<vec<T, 4>>) spread<vec<T, 4>>;
