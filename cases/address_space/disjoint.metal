//! title:     A pointer to one address space is no pointer to another
//! verifies:  addrspace.disjoint
//! for:       (FROM, TO) in (threadgroup, device) (device, thread) (device, threadgroup)
//! reject:
//! grade:     inferred
//! control:   replace `TO int *other` with `FROM int *other`

#include <metal_stdlib>
using namespace metal;

kernel void alias(device int *data [[buffer(0)]], threadgroup int *shared [[threadgroup(0)]],
                  uint i [[thread_position_in_grid]])
{
    FROM int *pointer = (FROM int *)nullptr;
    TO int *other = pointer; // reject
    data[i] = other == nullptr ? shared[0] : 1;
}
