//! title:     A thread that loads an atomic while others store sees a whole value that somebody stored
//! verifies:  atomic.race_free
//! dispatch:  threads 1024, threadgroup 256
//! inout:     word uint[1] = zeros
//! out:       torn uint[1024]
//! expect:    torn = values 0 …
//! mutant:    atomic.race_free | replace `i * 0x10001u` with `i * 0x10001u + 1`
//! note:      Every stored value has two equal halves; a torn or invented one would not.

#include <metal_stdlib>
using namespace metal;

kernel void race(device atomic_uint *word [[buffer(0)]], device uint *torn [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    uint seen = 0;
    for (uint k = 0; k < 16; k++) {
        atomic_store_explicit(word, i * 0x10001u, memory_order_relaxed);
        const uint value = atomic_load_explicit(word, memory_order_relaxed);
        seen |= (value >> 16) != (value & 0xffff);
    }
    torn[i] = seen;
}
