//! title:     A reference to a class, too, names an address space
//! verifies:  addrspace.missing.reject
//! reject:    address space
//! grade:     error stated
//! control:   replace `const item &from` with `const thread item &from`

#include <metal_stdlib>
using namespace metal;

struct item {
    uint weight;
    uint count;
};

static uint total(const item &from) // reject
{
    return from.weight * from.count;
}

kernel void sum(device const item *items [[buffer(0)]], device uint *result [[buffer(1)]],
                uint i [[thread_position_in_grid]])
{
    const item one = items[i];
    result[i] = total(one);
}
