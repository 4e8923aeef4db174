//! title:     While threads store into an atomic object, others load a value that somebody stored
//! verifies:  atomic.race_free
//! requires:  msl 2.4
//! for:       T in int uint
//! dispatch:  groups 8, threadgroup 128
//! in:        patterns T[8] = values bits(0) bits(0xffffffff) bits(0x0000ffff) bits(0xffff0000) bits(0x00ff00ff)
//!            bits(0xff00ff00) bits(0x12345678) bits(0x87654321)
//! inout:     cells T[4] = zeros
//! out:       loaded T[4096]
//! expect:    cells = any_of(patterns)
//! expect:    loaded = any_of(patterns)
//! mutant:    atomic.race_free | replace `, patterns[(i + round) % 8],` with `, patterns[i % 8] ^ T(i % 8),`

#include <metal_stdlib>
using namespace metal;

kernel void mix(device const T *patterns [[buffer(0)]], device atomic<T> *cells [[buffer(1)]],
                device T *loaded [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    for (uint round = 0; round < 4; round++) {
        atomic_store_explicit(&cells[i / 2 % 4], patterns[(i + round) % 8], memory_order_relaxed);
        loaded[4 * i + round] = atomic_load_explicit(&cells[(i + round) % 4], memory_order_relaxed);
    }
}
