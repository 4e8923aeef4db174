//! title:     Reductions and scans of quad-groups take bfloat
//! verifies:  quad.types
//! requires:  msl 3.1, feature quad_reduction, feature bfloat
//! for:       FUNCTION in quad_sum quad_product quad_min quad_max quad_prefix_exclusive_sum quad_prefix_inclusive_sum
//!            quad_prefix_exclusive_product quad_prefix_inclusive_product; T in bfloat
//! subcases:  THREADGROUP in 64 30; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 4, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = lane_factors(4)
//! in:        active uchar[threads] = quad_patterns(1)
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, active)
//! refusal:   6.10.3 takes T of any floating-point type, Apple's library up to 4.0 (toolchain 32023.883) has no quad-group function
//!            of bfloat
//! mutant:    quad.types | replace `if (active[i])` with `if (active[i] || i % 3 == 0)`

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
