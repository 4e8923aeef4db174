//! title:     quad_broadcast_first gives every active lane of the quad-group the data of the first of them
//! verifies:  quad.broadcast_first.value
//! requires:  msl 2.2, feature quad_reduction
//! for:       T in char uchar short ushort int uint half float
//! subcases:  THREADGROUP in 64 30; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = random
//! in:        active uchar[threads] = quad_patterns(1)
//! out:       result vec<T, N>[threads]
//! expect:    result = quad_broadcast_first(data, active)
//! mutant:    quad.broadcast_first.value | replace `quad_broadcast_first(data[i])` with `data[i]`
//! mutant:    quad.broadcast_first.value | replace `quad_broadcast_first(data[i])` with `quad_broadcast(data[i], 0)`

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void spread(device const V *data [[buffer(0)]], device const uchar *active [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    if (active[i])
        result[i] = quad_broadcast_first(data[i]);
}

template [[host_name("scalar")]] kernel decltype(spread<T>) spread<T>;
template [[host_name("two")]] kernel decltype(spread<vec<T, 2>>) spread<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(spread<vec<T, 3>>) spread<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(spread<vec<T, 4>>) spread<vec<T, 4>>;
