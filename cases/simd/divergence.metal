//! title:     Wherever lanes have gone, all functions of the SIMD-group agree on which of them are active
//! verifies:  simd.active_definition simd.active_threads_mask.equivalence simd.active_threads_mask.divergent
//!            simd.sum.divergent simd.min.divergent simd.max.divergent simd.or.divergent simd.is_first.divergent
//!            simd.broadcast_first.divergent simd.prefix_exclusive_sum.divergent simd.prefix_inclusive_sum.divergent
//! requires:  msl 2.2, family apple7, feature nonuniform_threadgroups,
//!            feature simd_reduction, feature quad_reduction
//! for:       (BLOCK, WIDE, HIGH, W, H) in (0, 130, 1, 75, 1) (1, 8, 20, 8, 8)
//! subcases:  (KERNEL, PROGRAM) in (p0, 0)..(p63, 63)
//! generate:  divergence(seeds)
//! dispatch:  KERNEL(data, trace, ended): threads WIDE x HIGH, threadgroup W x H
//! in:        seeds ulong[64] = program_seeds(BLOCK)
//! in:        data uint[threads] = random
//! out:       trace uint[threads * 24]
//! out:       ended uint[threads]
//! macro:     SLOTS = 24
//! expect:    trace = recorded divergence_trace(seeds, data, PROGRAM, 24)
//! expect:    ended = values 0 …
//! mutant:    simd.active_definition simd.active_threads_mask.divergent |
//!            replace `simd_vote::vote_t(simd_active_threads_mask()) & lanes` with
//!            `lanes`
//! mutant:    simd.active_threads_mask.equivalence | replace `simd_ballot(true)` with
//!            `simd_ballot(c.lane > 0)`
//! mutant:    simd.sum.divergent | replace `const uint count = simd_sum(1u)` with
//!            `const uint count = simd_sum(c.lane & 1)`
//! mutant:    simd.min.divergent | replace `simd_min(c.lane)` with
//!            `simd_max(c.lane)`
//! mutant:    simd.max.divergent | replace `simd_max(c.lane)` with
//!            `simd_min(c.lane)`
//! mutant:    simd.or.divergent | replace `simd_or(1u << (c.lane & 31))` with
//!            `simd_and(1u << (c.lane & 31))`
//! mutant:    simd.is_first.divergent | replace `simd_is_first()` with
//!            `(c.lane == 0)`
//! mutant:    simd.broadcast_first.divergent | replace `simd_broadcast_first(c.lane)` with
//!            `simd_broadcast(c.lane, 0)`
//! mutant:    simd.prefix_exclusive_sum.divergent | replace `simd_prefix_exclusive_sum(1u)` with
//!            `simd_prefix_inclusive_sum(1u)`
//! mutant:    simd.prefix_inclusive_sum.divergent | replace `simd_prefix_inclusive_sum(h & 0xffff)` with
//!            `simd_prefix_exclusive_sum(h & 0xffff)`
//! note:      Which lanes meet again, and where, is not promised: what they noted is not judged, but recorded: how many
//!            programs go by the rule of simd/reconvergence is part of a device's fingerprint.

#include <metal_stdlib>
using namespace metal;

constant uint THREADS = 128; // more than a threadgroup has

/* Where a thread is and what it noted. */
struct context {
    device uint *trace;
    threadgroup uint *given, *given_nearby;
    uint noted, lane, width, simdgroup, group, index, threads, wrong;
};

context start(device uint *trace, threadgroup uint *memory, uint i, uint lane, uint width, uint simdgroup, uint group,
              uint index, uint threads)
{
    return {trace + i * SLOTS, memory, memory + THREADS, 0, lane, width, simdgroup, group, index, threads, 0};
}

/* From here on what each thread gave is there, even if it ends before it gives more. */
void share(uint h, thread context &c)
{
    c.given[c.index] = c.given_nearby[c.index] = h;
    threadgroup_barrier(mem_flags::mem_threadgroup);
}

uint last(uint, thread context &c)
{
    return c.wrong;
}

/* The next h: all that the lane saw so far. */
uint note(uint value, uint h, thread context &c)
{
    if (c.noted < SLOTS)
        c.trace[c.noted] = value;
    c.noted++;
    h = (h ^ value) * 2654435769u + 1;
    return h ^ h >> 15;
}

/* The lanes that are active by the mask, which has to hold the caller. */
ulong active(thread context &c)
{
    const ulong lanes = c.width == 64 ? ~0ul : (1ul << c.width) - 1;
    const ulong mask = simd_vote::vote_t(simd_active_threads_mask()) & lanes;
    c.wrong += !(mask >> c.lane & 1);
    return mask;
}

/* ---- Operations: each compares with the mask, then gives the result that the program goes on with. */

uint members(uint, thread context &c)
{
    const ulong mask = active(c), lanes = c.width == 64 ? ~0ul : (1ul << c.width) - 1;
    c.wrong += (simd_vote::vote_t(simd_ballot(true)) & lanes) != mask;
    return uint(mask);
}

uint votes(uint h, thread context &c)
{
    const ulong ballot = simd_vote::vote_t(simd_ballot(h & 4));
    const ulong lanes = c.width == 64 ? ~0ul : (1ul << c.width) - 1;
    c.wrong += (ballot >> c.lane & 1) != (h >> 2 & 1);
    c.wrong += (ballot & lanes & ~active(c)) != 0;
    return uint(ballot);
}

uint head_count(uint, thread context &c)
{
    const uint count = simd_sum(1u);
    c.wrong += count != popcount(active(c));
    return count;
}

uint total(uint h, thread context &c)
{
    const uint sum = simd_sum(h & 0xffff);
    const ulong mask = active(c), below = mask & ((1ul << c.lane) - 1);
    const uint up_to = simd_prefix_inclusive_sum(h & 0xffff);
    c.wrong += up_to > sum || (below == 0 && up_to != (h & 0xffff)) || (mask >> c.lane == 1 && up_to != sum);
    return sum;
}

uint highest(uint h, thread context &c)
{
    const ulong mask = active(c);
    c.wrong += simd_min(c.lane) != ctz(mask);
    c.wrong += simd_max(c.lane) != 63 - clz(mask);
    return simd_max(h);
}

uint odd(uint h, thread context &c)
{
    const ulong mask = active(c);
    c.wrong += simd_or(1u << (c.lane & 31)) != (uint(mask) | uint(mask >> 32));
    return simd_xor(h);
}

uint first(uint h, thread context &c)
{
    c.wrong += simd_broadcast_first(c.lane) != ctz(active(c));
    return simd_broadcast_first(h);
}

uint leads(uint, thread context &c)
{
    const bool lowest = simd_is_first();
    c.wrong += lowest != ((active(c) & ((1ul << c.lane) - 1)) == 0);
    return lowest;
}

uint before(uint h, thread context &c)
{
    c.wrong += simd_prefix_exclusive_sum(1u) != popcount(active(c) & ((1ul << c.lane) - 1));
    return simd_prefix_exclusive_sum(h & 0xffff);
}

uint agreement(uint h, thread context &c)
{
    const bool all = simd_all(h & 8), any = simd_any(h & 32);
    c.wrong += all && !(h & 8);
    c.wrong += !any && h & 32;
    return uint(all) | uint(any) << 1;
}

uint quad_total(uint h, thread context &c)
{
    c.wrong += quad_sum(1u) != popcount(active(c) >> (c.lane & ~3u) & 15);
    return quad_sum(h & 0xffff);
}

/* What another thread of the threadgroup gave. */
uint exchange(uint h, thread context &c)
{
    c.given[c.index] = h;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint other = c.given[(c.index + 40) % c.threads];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return other;
}

/* What the next lane of the SIMD-group gave. */
uint neighbour(uint h, thread context &c)
{
    const uint first = c.index - c.lane, lanes = min(c.width, c.threads - first);
    c.given_nearby[c.index] = h;
    simdgroup_barrier(mem_flags::mem_threadgroup);
    uint other = c.given_nearby[first + (c.lane + 1) % lanes];
    simdgroup_barrier(mem_flags::mem_threadgroup);
    return other;
}

/* ---- Programs follow, one kernel for each seed. */
