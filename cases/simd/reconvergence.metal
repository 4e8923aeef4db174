//! title:     Lanes meet in an operation if they came by the same way, in the same iteration of every loop; no others
//!            do
//! verifies:  simd.active_definition
//! requires:  msl 2.1, feature reconvergence, feature simd_reduction, feature quad_reduction
//! for:       BLOCK in 0..3
//! subcases:  (KERNEL, PROGRAM) in (p0, 0)..(p63, 63)
//! generate:  divergence(seeds)
//! dispatch:  KERNEL(data, trace, ended): groups 2, threadgroup 75
//! in:        seeds ulong[64] = program_seeds(BLOCK)
//! in:        data uint[threads] = random
//! out:       trace uint[threads * 24]
//! out:       ended uint[threads]
//! macro:     SLOTS = 24
//! expect:    trace = divergence_trace(seeds, data, PROGRAM, 24)
//! expect:    ended = divergence_end(seeds, data, PROGRAM, 24)
//! mutant:    simd.active_definition | replace `simd_sum(1u)` with `simd_sum(1u) - 1`
//! mutant:    simd.active_definition | replace `uint(simd_vote::vote_t(simd_active_threads_mask()))` with `0xffffffff`
//! note:      The specification has no rule of reconvergence: this one is softmetal's own, and other devices skip.

#include <metal_stdlib>
using namespace metal;

/* Where a lane is and what it noted. */
struct context {
    device uint *trace;
    uint noted, lane, width;
};

context start(device uint *trace, uint i, uint lane, uint width)
{
    return {trace + i * SLOTS, 0, lane, width};
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

/* ---- Programs follow, one kernel for each seed. */
