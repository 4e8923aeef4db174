//! title:     64-bit atomic minimum and maximum compare all 64 bits, unsigned, and return nothing
//! verifies:  atomic.max64.device atomic.min64.device atomic.minmax64.volatile atomic.minmax64.void
//!            atomic.order.min_max64.allowed atomic.template.ulong
//! requires:  feature atomic_ulong_min_max
//! msl:       2.4 4.1
//! for:       QUALIFIER in unqualified volatile
//! for:       DATA in bits iota special
//! dispatch:  groups 7, threadgroup 100
//! in:        data ulong[700] = DATA
//! inout:     low ulong[1] = values bits(0xffffffffffffffff)
//! inout:     high ulong[1] = zeros
//! out:       void_results uint[700]
//! expect:    low = atomic_total(data, low, 5)
//! expect:    high = atomic_total(data, high, 6)
//! expect:    void_results = values 3 …
//! mutant:    atomic.minmax64.void | replace `? 3 : 4` with `? 4 : 3`
//! mutant:    atomic.min64.device | replace `= data[i]; atomic_min_explicit(lowest, x, memory_order_relaxed);` with `=
//!            data[i]; { device atomic_uint *half_ = (device atomic_uint *)low; atomic_fetch_min_explicit(half_,
//!            uint(x), memory_order_relaxed); atomic_fetch_min_explicit(half_ + 1, uint(x >> 32),
//!            memory_order_relaxed); }` | for DATA=bits
//! mutant:    atomic.max64.device | replace `atomic_max_explicit(highest, x, memory_order_relaxed); void_results` with
//!            `{ device atomic_uint *half_ = (device atomic_uint *)high; atomic_fetch_max_explicit(half_, uint(x),
//!            memory_order_relaxed); atomic_fetch_max_explicit(half_ + 1, uint(x >> 32), memory_order_relaxed); }
//!            void_results` | for DATA=bits
//! mutant:    atomic.template.ulong | replace `const ulong x = data[i];` with `const ulong x =
//!            as_type<ulong>(as_type<long>(data[i]) + (1l << 63));` | for DATA=bits DATA=special
//! mutant:    atomic.minmax64.volatile | replace `= data[i]; atomic_min_explicit(lowest, x, memory_order_relaxed);`
//!            with `= data[i];` | for QUALIFIER=volatile
//! mutant:    atomic.minmax64.volatile | replace `atomic_max_explicit(highest, x, memory_order_relaxed); void_results`
//!            with `void_results` | for QUALIFIER=volatile
//! mutant:    atomic.order.min_max64.allowed | replace `atomic_max_explicit(highest, x, memory_order_relaxed);
//!            void_results` with `void_results` | for QUALIFIER=unqualified
//! mutant:    atomic.order.min_max64.allowed | replace
//!            `= data[i]; atomic_min_explicit(lowest, x, memory_order_relaxed);` with `= data[i];` | for
//!            QUALIFIER=unqualified
//! note:      Orders other than relaxed are not asked for: the text knows none for these functions.

#include <metal_stdlib>
using namespace metal;

#define unqualified

kernel void extremes(device const ulong *data [[buffer(0)]], device atomic_ulong *low [[buffer(1)]],
                     device atomic_ulong *high [[buffer(2)]], device uint *void_results [[buffer(3)]],
                     uint i [[thread_position_in_grid]])
{
    QUALIFIER device atomic_ulong *lowest = low;
    QUALIFIER device atomic_ulong *highest = high;
    const ulong x = data[i];
    atomic_min_explicit(lowest, x, memory_order_relaxed);
    atomic_max_explicit(highest, x, memory_order_relaxed);
    void_results[i] = is_same_v<decltype(atomic_min_explicit(lowest, x, memory_order_relaxed)), void> &&
                         is_same_v<decltype(atomic_max_explicit(highest, x, memory_order_relaxed)), void>
                     ? 3 : 4;
}
