//! title:     Acquire, release and acq_rel come with 4.1
//! verifies:  atomic.order.enum_gate
//! msl:       2.4 3.2 4.0
//! for:       ORDER in memory_order_acquire memory_order_release memory_order_acq_rel
//! reject:    memory_order undeclared
//! grade:     inferred
//! control:   replace `ORDER` with `memory_order_relaxed`

#include <metal_stdlib>
using namespace metal;

kernel void fetch(device int *result [[buffer(0)]])
{
    result[0] = int(ORDER); // reject
}
