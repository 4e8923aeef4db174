//! title:     With a position of type uint the index in the threadgroup is uint
//! verifies:  kattr.rule.index_uint
//! reject:
//! grade:     rule stated
//! control:   replace `ushort b` with `uint b`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint *result [[buffer(0)]], uint a [[thread_position_in_threadgroup]],
                  ushort b [[thread_index_in_threadgroup]]) // reject
{
    result[0] = uint(a) + uint(b);
}
