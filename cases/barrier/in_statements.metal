//! title:     A barrier in a switch, in loops within loops, before continue and break, in do, in the arms of a branch
//! verifies:  barrier.conditional_uniform barrier.loop
//! subcases:  WAY in 0 1 2 3 4 5
//! dispatch:  groups 3, threadgroup 96
//! in:        data uint[288] = random
//! in:        way uint = WAY
//! in:        next uint[1] = zeros
//! in:        by uint = WAY == 0 ? 1 : WAY == 1 ? 33 : WAY == 2 ? 6 : WAY == 3 ? 70 : WAY == 4 ? 40 : 65
//! out:       result uint[288]
//! expect:    result = group_rotated(data, by)
//! alone:     barriers in branches and loops
//! mutant:    barrier.conditional_uniform | replace `PASS(1); break;` with `STORE; value = slot[(local + 1) % 96];
//!            break;` | for WAY=0
//! mutant:    barrier.conditional_uniform | replace `PASS(33); break;` with `STORE; value = slot[(local + 33) % 96];
//!            break;` | for WAY=1
//! mutant:    barrier.loop | replace `PASS(b + 1);` with `STORE; value = slot[(local + b + 1) % 96];` | for WAY=2
//! mutant:    barrier.loop | replace `PASS(30); continue;` with `STORE; value = slot[(local + 30) % 96];
//!            continue;` | for WAY=3
//! mutant:    barrier.loop | replace `PASS(10); }` with `STORE; value = slot[(local + 10) % 96]; }` | for WAY=4
//! mutant:    barrier.conditional_uniform | replace `PASS(64);` with `STORE; value = slot[(local + 64)
//!            % 96];` | for WAY=5

#include <metal_stdlib>
using namespace metal;

/* Reads `next`, which leads nowhere, again and again: threads that come late show a barrier that does not wait. */
static uint late(device const uint *next, uint local)
{
    uint at = 0;
    for (uint n = local / 32 % 2 ? 200 : 0; n > 0; n--)
        at = next[at];
    return at;
}

/* The value of the thread so many further on. A barrier keeps the store from those that still read. */
#define STORE threadgroup_barrier(mem_flags::mem_threadgroup); slot[local] = value + late(next, local)
#define PASS(steps) STORE; threadgroup_barrier(mem_flags::mem_threadgroup); value = slot[(local + steps) % 96]

kernel void rotate(device const uint *data [[buffer(0)]], constant uint &way [[buffer(1)]],
                   device const uint *next [[buffer(2)]], constant uint &by [[buffer(3)]],
                   device uint *result [[buffer(4)]], uint i [[thread_position_in_grid]],
                   uint local [[thread_position_in_threadgroup]])
{
    threadgroup uint slot[96];
    uint value = data[i];
    switch (way) {
    case 0: PASS(1); break;
    case 1: PASS(33); break;
    case 2:
        for (uint a = 0; a < 2; a++)
            for (uint b = 0; b < 2; b++) {
                PASS(b + 1);
            }
        break;
    case 3:
        for (uint a = 0; a < 4; a++) {
            if (a < 2) {
                PASS(30); continue;
            }
            PASS(10);
            if (a == 2)
                break;
        }
        break;
    case 4: {
        uint turns = 4;
        do { PASS(10); } while (--turns > 0);
        break;
    }
    default:
        if (by == 65) {
            PASS(1);
        } else {
            PASS(2);
        }
        PASS(64);
    }
    result[i] = value;
}
