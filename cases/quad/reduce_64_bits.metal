//! title:     Reductions and scans of quad-groups, of long and ulong where they are taken
//! verifies:  quad.types
//! requires:  msl 2.2, feature quad_64_bits
//! for:       FUNCTION in quad_sum quad_product quad_min quad_max quad_and quad_or quad_xor quad_broadcast_first
//!            quad_prefix_exclusive_sum quad_prefix_inclusive_sum quad_prefix_exclusive_product
//!            quad_prefix_inclusive_product; T in long ulong
//! subcases:  THREADGROUP in 64 30; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = lane_factors(4)
//! in:        active uchar[threads] = quad_patterns(1)
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, active)
//! mutant:    quad.types | replace `if (active[i])` with `if (active[i] || i % 3 == 0)`
//! note:      T is any integer, but not size_t and ptrdiff_t, which have the width of ulong and long and may be the same types: what
//!            a device takes is not judged.

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
