//! title:     Before 4.1 threadgroup_barrier takes neither order nor scope
//! verifies:  barrier.threadgroup.order_scope_gate
//! msl:       3.2 4.0
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `, memory_order_seq_cst` with ``

#include <metal_stdlib>
using namespace metal;

kernel void wait(device uint *result [[buffer(0)]])
{
    result[0] = 1;
    threadgroup_barrier(mem_flags::mem_device, memory_order_seq_cst); // reject
}
