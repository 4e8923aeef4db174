//! title:     A position in the grid is ushort or uint, of one to three components
//! verifies:  kattr.types.reject
//! for:       T in int long float uint4
//! reject:
//! grade:     inferred
//! control:   replace `T at` with `uint2 at`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint2 *result [[buffer(0)]], T at [[thread_position_in_grid]]) // reject
{
    result[0] = sizeof(at);
}
