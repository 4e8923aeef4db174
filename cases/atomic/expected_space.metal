//! title:     What a compare-exchange expects lies in thread memory
//! verifies:  atomic.cas.expected_space
//! for:       (SPACE, POINTER) in (device, expected)
//! reject:    matching function
//! grade:     inferred
//! control:   replace `SPACE uint *wanted = POINTER` with `thread uint *wanted = &own`

#include <metal_stdlib>
using namespace metal;

kernel void change(device atomic_uint *cell [[buffer(0)]], device uint *expected [[buffer(1)]])
{
    uint own = *expected;
    SPACE uint *wanted = POINTER;
    atomic_compare_exchange_weak_explicit(cell, wanted, own, memory_order_relaxed, memory_order_relaxed); // reject
}
