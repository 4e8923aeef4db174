//! title:     quad_prefix_exclusive_sum and _inclusive_sum add up the active lanes of the quad-group below, without and
//!            with the own one
//! verifies:  quad.prefix_exclusive_sum.value quad.prefix_inclusive_sum.value
//! requires:  msl 2.2, feature quad_reduction
//! for:       FUNCTION in quad_prefix_exclusive_sum quad_prefix_inclusive_sum; T in char uchar short ushort int uint half float
//! subcases:  THREADGROUP in 64 30; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = lane_values(4)
//! in:        active uchar[threads] = quad_patterns(1)
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, active)
//! mutant:    quad.prefix_exclusive_sum.value | replace `FUNCTION(data[i])` with `quad_prefix_inclusive_sum(data[i])` |
//!            for FUNCTION=quad_prefix_exclusive_sum
//! mutant:    quad.prefix_inclusive_sum.value | replace `FUNCTION(data[i])` with `quad_prefix_exclusive_sum(data[i])` |
//!            for FUNCTION=quad_prefix_inclusive_sum
//! mutant:    quad.prefix_exclusive_sum.value quad.prefix_inclusive_sum.value | replace `if (active[i])` with `if
//!            (active[i] || i % 3 == 0)`

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void scan(device const V *data [[buffer(0)]], device const uchar *active [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    if (active[i])
        result[i] = FUNCTION(data[i]);
}

template [[host_name("scalar")]] kernel decltype(scan<T>) scan<T>;
template [[host_name("two")]] kernel decltype(scan<vec<T, 2>>) scan<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(scan<vec<T, 3>>) scan<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(scan<vec<T, 4>>) scan<vec<T, 4>>;
