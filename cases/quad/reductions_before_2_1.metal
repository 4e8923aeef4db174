//! title:     Votes, reductions, scans and rotations of quad-groups do not exist before Metal 2.1
//! verifies:  quad.version_gates
//! requires:  feature quad_reduction
//! msl:       2.0
//! for:       FUNCTION in quad_sum quad_product quad_min quad_xor quad_prefix_exclusive_sum quad_broadcast_first quad_all
//!            quad_any
//! reject:    FUNCTION undeclared
//! grade:     inferred
//! control:   replace `FUNCTION(data[i])` with `quad_broadcast(data[i], 0)`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = FUNCTION(data[i]); // reject
}
