//! title:     Votes, reductions and scans do not exist before Metal 2.1
//! verifies:  simd.version_gates
//! requires:  feature simd_reduction
//! msl:       2.0
//! for:       FUNCTION in simd_sum simd_product simd_min simd_xor simd_prefix_exclusive_sum simd_broadcast_first
//! reject:    FUNCTION undeclared
//! grade:     inferred
//! control:   replace `FUNCTION(data[i])` with `simd_broadcast(data[i], 0)`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = FUNCTION(data[i]); // reject
}
