//! title:     In fast math compare-exchange of numbers stores when they agree; of NaN and zeros of two signs it is recorded
//! verifies:  atomic.cas.weak_spurious
//! requires:  msl 3.0, feature atomic_float
//! dispatch:  plain(a, b, cells, found, stored): threads 64, threadgroup 64
//! dispatch:  plain(c, d, odd_cells, odd_found, odd_stored): threads 64, threadgroup 64
//! in:        a float[8] = values 1 -1 2 3 0x1p-100 0x1p100 -7 1000
//! in:        b float[8] = values 1 -1 2 3 0x1p-100 0x1p100 -7 1000
//! in:        c float[8] = values 0 -0.0 bits(0x7fc00000) bits(0x7fc00001) bits(0xffc00000) inf -inf 1
//! in:        d float[8] = values 0 -0.0 bits(0x7fc00000) bits(0x7fc00001) bits(0xffc00000) inf -inf 1
//! inout:     cells uint[64] = zeros
//! out:       found uint[64]
//! out:       stored uint[64]
//! inout:     odd_cells uint[64] = zeros
//! out:       odd_found uint[64]
//! out:       odd_stored uint[64]
//! expect:    cells = compared(a, b, 0)
//! expect:    found = compared(a, b, 1)
//! expect:    stored = compared(a, b, 2)
//! expect:    odd_cells = unjudged
//! expect:    odd_found = recorded compared(c, d, 1)
//! expect:    odd_stored = recorded compared(c, d, 2)
//! mutant:    atomic.cas.weak_spurious | replace `tries < 1000` with `tries < 0`
//! note:      In fast math NaN as an operand is undefined and zeros have no sign (8.1, 1.6.3): an M-series GPU that compares floats as
//!            numbers is right there. In safe math the bits are compared: compare_exchange_once.

#include <metal_stdlib>
using namespace metal;

kernel void plain(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                  device atomic_float *cells [[buffer(2)]], device uint *found [[buffer(3)]],
                  device uint *stored [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    device atomic_float *cell = &cells[i];
    const uint before = as_type<uint>(a[i / 8]);
    atomic_exchange_explicit(cell, a[i / 8], memory_order_relaxed);
    float expected = b[i % 8];
    const uint wanted = as_type<uint>(expected);
    bool done = false;
    for (int tries = 0; !done && as_type<uint>(expected) == wanted && tries < 1000; tries++)
        done = atomic_compare_exchange_weak_explicit(cell, &expected, as_type<float>(0x12345678u), memory_order_relaxed,
                                                     memory_order_relaxed);
    found[i] = done ? before : as_type<uint>(expected);
    stored[i] = done;
}
