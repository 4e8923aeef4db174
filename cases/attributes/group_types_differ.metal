//! title:     Position in the threadgroup and its sizes have one type
//! verifies:  kattr.rule.group_types_match
//! for:       SIZE in threads_per_threadgroup dispatch_threads_per_threadgroup
//! reject:
//! grade:     rule stated
//! control:   replace `ushort b` with `uint b`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint *result [[buffer(0)]], uint a [[thread_position_in_threadgroup]],
                  ushort b [[SIZE]]) // reject
{
    result[0] = uint(a) + uint(b);
}
