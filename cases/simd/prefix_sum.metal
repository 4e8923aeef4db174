//! title:     simd_prefix_exclusive_sum and _inclusive_sum add up the active lanes below, without and with the own one
//! verifies:  simd.prefix_exclusive_sum.value simd.prefix_exclusive_sum.first simd.prefix_exclusive_sum.divergent
//!            simd.prefix_inclusive_sum.value simd.prefix_inclusive_sum.divergent
//! requires:  msl 2.2, feature simd_reduction
//! for:       FUNCTION in simd_prefix_exclusive_sum simd_prefix_inclusive_sum; T in char uchar short ushort int uint
//!            half float
//! subcases:  THREADGROUP in 192 83; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 16, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = lane_values(simd_width)
//! in:        active uchar[threads] = sparse_flags(simd_width)
//! out:       result vec<T, N>[threads]
//! expect:    result = FUNCTION(data, active)
//! mutant:    simd.prefix_exclusive_sum.value | replace `FUNCTION(data[i])` with `simd_prefix_inclusive_sum(data[i])` |
//!            for FUNCTION=simd_prefix_exclusive_sum
//! mutant:    simd.prefix_exclusive_sum.first | replace `FUNCTION(data[i])` with `(simd_is_first() ? data[i] :
//!            FUNCTION(data[i]))` | for FUNCTION=simd_prefix_exclusive_sum
//! mutant:    simd.prefix_exclusive_sum.divergent | replace `if (active[i])` with `if (active[i] || i % 3 == 0)` | for
//!            FUNCTION=simd_prefix_exclusive_sum
//! mutant:    simd.prefix_inclusive_sum.value | replace `FUNCTION(data[i])` with `simd_prefix_exclusive_sum(data[i])` |
//!            for FUNCTION=simd_prefix_inclusive_sum
//! mutant:    simd.prefix_inclusive_sum.divergent | replace `if (active[i])` with `if (active[i] || i % 3 == 0)` | for
//!            FUNCTION=simd_prefix_inclusive_sum

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
