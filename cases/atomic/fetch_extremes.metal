//! title:     Atomic fetch and modify return the value before, wrap silently, and take every operand
//! verifies:  atomic.fetch.returns_old atomic.fetch.int_wrap atomic.fetch.no_undefined
//! requires:  msl 2.4
//! for:       (FETCH, OP) in (atomic_fetch_add_explicit, 0) (atomic_fetch_sub_explicit, 1)
//!            (atomic_fetch_and_explicit, 2) (atomic_fetch_or_explicit, 3) (atomic_fetch_xor_explicit, 4)
//!            (atomic_fetch_min_explicit, 5) (atomic_fetch_max_explicit, 6)
//! for:       T in int uint; (SPACE, CELL) in (device, &cells[i]) (threadgroup, &own[i])
//! dispatch:  threads 64, threadgroup 64
//! in:        a T[8] = values 0 1 2 7 bits(0x7fffffff) bits(0x80000000) bits(0x80000001) bits(0xffffffff)
//! in:        b T[8] = values 0 1 3 8 bits(0x7fffffff) bits(0x80000000) bits(0xfffffffe) bits(0xffffffff)
//! inout:     cells T[64] = zeros
//! out:       old T[64]
//! expect:    cells = atomic_applied(a, b, OP)
//! expect:    old = atomic_applied(a, b, 7)
//! mutant:    atomic.fetch.returns_old | replace `old[i] =` with `old[i] = b[i % 8] +`
//! mutant:    atomic.fetch.int_wrap | replace `FETCH(cell, b[i % 8],` with `FETCH(cell, min(b[i % 8], T(5)),`
//!            | for FETCH=atomic_fetch_add_explicit
//! mutant:    atomic.fetch.no_undefined | replace `FETCH(cell, b[i % 8],` with `FETCH(cell, b[i % 7],`

#include <metal_stdlib>
using namespace metal;

kernel void modify(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                   device atomic<T> *cells [[buffer(2)]], device T *old [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    threadgroup atomic<T> own[64];
    SPACE atomic<T> *cell = CELL;
    atomic_store_explicit(cell, a[i / 8], memory_order_relaxed);
    old[i] = FETCH(cell, b[i % 8], memory_order_relaxed);
    atomic_store_explicit(&cells[i], atomic_load_explicit(cell, memory_order_relaxed), memory_order_relaxed);
}
