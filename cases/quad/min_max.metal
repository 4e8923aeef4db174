//! title:     quad_min and quad_max give the lowest and the highest of the lanes of the quad-group that take part
//! verifies:  quad.min.value quad.max.value
//! requires:  msl 2.2, feature quad_reduction
//! for:       FUNCTION in quad_min quad_max; T in char uchar short ushort int uint half float
//! subcases:  THREADGROUP in 64 30; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = lane_values(4)
//! in:        active uchar[threads] = quad_patterns(1)
//! out:       result vec<T, N>[threads]
//! out:       agreed uchar[threads]
//! expect:    result = FUNCTION(data, active)
//! expect:    agreed = quad_all(active, active)
//! mutant:    quad.min.value | replace `FUNCTION(data[i])` with `quad_max(data[i])` | for FUNCTION=quad_min
//! mutant:    quad.max.value | replace `FUNCTION(data[i])` with `quad_min(data[i])` | for FUNCTION=quad_max
//! mutant:    quad.min.value quad.max.value | replace `if (active[i]) {` with `if (active[i] || i % 3 == 0) {`

#include <metal_stdlib>
using namespace metal;

bool whole(bool same)
{
    return same;
}

template <int Width>
bool whole(vec<bool, Width> same)
{
    return all(same);
}

template <typename V>
kernel void reduce(device const V *data [[buffer(0)]], device const uchar *active [[buffer(1)]],
                   device V *result [[buffer(2)]], device uchar *agreed [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    if (active[i]) {
        const V reduced = FUNCTION(data[i]);
        result[i] = reduced;
        agreed[i] = quad_all(whole(reduced == quad_broadcast_first(reduced)));
    }
}

template [[host_name("scalar")]] kernel decltype(reduce<T>) reduce<T>;
template [[host_name("two")]] kernel decltype(reduce<vec<T, 2>>) reduce<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(reduce<vec<T, 3>>) reduce<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(reduce<vec<T, 4>>) reduce<vec<T, 4>>;
