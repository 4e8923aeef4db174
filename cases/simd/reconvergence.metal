//! title:     Lanes meet in an operation if they came by the same way, in the same iteration of every loop; no others
//!            do; and a barrier holds them all
//! verifies:  simd.active_definition barrier.threadgroup.execution
//! requires:  msl 2.2, family apple7, feature nonuniform_threadgroups, feature reconvergence, feature simd_reduction, feature quad_reduction
//! for:       (BLOCK, WIDE, HIGH, W, H) in (0, 130, 1, 75, 1) (1, 160, 1, 64, 1) (2, 16, 8, 16, 4) (3, 150, 1, 64, 1) (4, 8, 20, 8, 8)
//! subcases:  (KERNEL, PROGRAM) in (p0, 0)..(p63, 63)
//! generate:  divergence(seeds)
//! dispatch:  KERNEL(data, trace, ended): threads WIDE x HIGH, threadgroup W x H
//! in:        seeds ulong[64] = program_seeds(BLOCK)
//! in:        data uint[threads] = random
//! out:       trace uint[threads * 24]
//! out:       ended uint[threads]
//! macro:     SLOTS = 24
//! expect:    trace = divergence_trace(seeds, data, PROGRAM, 24)
//! expect:    ended = divergence_end(seeds, data, PROGRAM, 24)
//! mutant:    simd.active_definition | replace `simd_sum(1u)` with `simd_sum(1u) - 1`
//! mutant:    simd.active_definition | replace `uint(simd_vote::vote_t(simd_active_threads_mask()))` with `0xffffffff`
//! mutant:    barrier.threadgroup.execution | replace `threadgroup_barrier(mem_flags::mem_threadgroup); uint other` with
//!            `uint other`
//! note:      The specification has no rule of reconvergence: this one is softmetal's own, and other devices skip.
//!            The blocks have partial SIMD-groups, whole ones, some in rows of 16 or 8 threads, and whole and partial ones.

#include <metal_stdlib>
using namespace metal;

constant uint THREADS = 128; // more than a threadgroup has

/* Where a thread is and what it noted. */
struct context {
    device uint *trace;
    threadgroup uint *given, *given_nearby;
    uint noted, lane, width, simdgroup, group, index, threads;
};

context start(device uint *trace, threadgroup uint *memory, uint i, uint lane, uint width, uint simdgroup, uint group,
              uint index, uint threads)
{
    return {trace + i * SLOTS, memory, memory + THREADS, 0, lane, width, simdgroup, group, index, threads};
}

/* From here on what each thread gave is there, even if it ends before it gives more. */
void share(uint h, thread context &c)
{
    c.given[c.index] = c.given_nearby[c.index] = h;
    threadgroup_barrier(mem_flags::mem_threadgroup);
}

uint last(uint h, thread context &)
{
    return h;
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

/* ---- Operations */

uint members(uint, thread context &)
{
    return uint(simd_vote::vote_t(simd_active_threads_mask()));
}

uint votes(uint h, thread context &)
{
    return uint(simd_vote::vote_t(simd_ballot(h & 4)));
}

uint head_count(uint, thread context &)
{
    return simd_sum(1u);
}

uint total(uint h, thread context &)
{
    return simd_sum(h & 0xffff);
}

uint highest(uint h, thread context &)
{
    return simd_max(h);
}

uint odd(uint h, thread context &)
{
    return simd_xor(h);
}

uint first(uint h, thread context &)
{
    return simd_broadcast_first(h);
}

uint leads(uint, thread context &)
{
    return simd_is_first();
}

uint before(uint h, thread context &)
{
    return simd_prefix_exclusive_sum(h & 0xffff);
}

uint agreement(uint h, thread context &)
{
    return uint(simd_all(h & 8)) | uint(simd_any(h & 32)) << 1;
}

uint quad_total(uint h, thread context &)
{
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
