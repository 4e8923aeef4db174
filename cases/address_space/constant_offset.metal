//! title:     A constant buffer bound at a multiple of the least alignment is read from there
//! verifies:  addrspace.constant.min_alignment
//! dispatch:  look_up(table, order, result): threads 64, threadgroup 64
//! in:        table uint[64] = iota(100)
//! in:        order uint[64] = iota(63, -1)
//! in:        reversed uint[64] = iota(163, -1)
//! out:       result uint[64]
//! expect:    result = same reversed
//! mutant:    addrspace.constant.min_alignment | replace `table[order[i]]` with `table[order[i] ^ 1]`
//! note:      256 bytes are a multiple of the alignment of every device; at multiples of that the harness binds buffers

#include <metal_stdlib>
using namespace metal;

kernel void look_up(constant uint *table [[buffer(0)]], constant uint *order [[buffer(1)]],
                    device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = table[order[i]];
}
