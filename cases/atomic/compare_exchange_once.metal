//! title:     Compare-exchange stores when the bits agree, otherwise reports what it found
//! verifies:  atomic.cas.weak_spurious atomic.cas.bitwise_compare kb06
//! requires:  msl 3.0, feature atomic_float
//! before:    atomic_int is older; atomic_float is the new one
//! math:      safe
//! for:       (T, SPACE, CELL) in (int, device, &cells[i]) (uint, threadgroup, &own[i]) (float, device, &cells[i])
//! dispatch:  threads 64, threadgroup 64
//! in:        a T[8] = values bits(0) bits(0x80000000) bits(1) bits(0x7fc00000) bits(0x7fc00001) bits(0x3f800000)
//!            bits(0xffffffff) bits(0x7f800000)
//! in:        b T[8] = values bits(0) bits(0x80000000) bits(1) bits(0x7fc00000) bits(0x7fc00001) bits(0x3f800000)
//!            bits(0xffffffff) bits(0x7f800000)
//! inout:     cells uint[64] = zeros
//! out:       found uint[64]
//! out:       stored uint[64]
//! expect:    cells = compared(a, b, 0)
//! expect:    found = compared(a, b, 1)
//! expect:    stored = compared(a, b, 2)
//! mutant:    atomic.cas.weak_spurious | replace `tries < 1000` with `tries < 0`
//! mutant:    atomic.cas.bitwise_compare | replace `T expected = b[i % 8]`
//!            with `T expected = as_type<T>(as_type<uint>(b[i % 8]) & 0x7fffffff)`
//!            | for T=float
//! mutant:    kb06 | replace `as_type<uint>(expected) == wanted` with `expected == b[i % 8]` | for T=float
//! note:      A weak compare-exchange may fail although the values agree; a thousand times in a row counts as wrong. Of floats the bits
//!            are compared in safe math alone, since fast math leaves NaN and the sign of zero open: compare_exchange_float_fast.

#include <metal_stdlib>
using namespace metal;

kernel void replace(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                    device atomic<T> *cells [[buffer(2)]], device uint *found [[buffer(3)]],
                    device uint *stored [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    threadgroup atomic_uint own[64];
    SPACE atomic<T> *cell = CELL;
    const uint before = as_type<uint>(a[i / 8]);
    atomic_exchange_explicit(cell, a[i / 8], memory_order_relaxed);
    T expected = b[i % 8];
    const uint wanted = as_type<uint>(expected);
    bool done = false;
    for (int tries = 0; !done && as_type<uint>(expected) == wanted && tries < 1000; tries++)
        done = atomic_compare_exchange_weak_explicit(cell, &expected, as_type<T>(0x12345678u), memory_order_relaxed,
                                                     memory_order_relaxed);
    found[i] = done ? before : as_type<uint>(expected);
    stored[i] = done;
    atomic_store_explicit(&cells[i], atomic_load_explicit(cell, memory_order_relaxed), memory_order_relaxed);
}
