//! title:     A loop that only finds out whether to store still guards the store
//! verifies:  kb01
//! dispatch:  threads 8, threadgroup 8
//! in:        next uint[8] = values 1 2 3 4 5 0 7 6
//! out:       result uint[6]
//! expect:    result = values 5 4 3 2 1 0
//! alone:     a loop whose end a compiler may lose
//! mutant:    kb01 | replace `if (at == 5)` with `if (at == 5 || steps == 8)`
//! note:      Threads 6 and 7 never come to 5: a compiler that drops their loop, which has no side effect, and with it
//!            what the loop decides makes them write past the end.

#include <metal_stdlib>
using namespace metal;

kernel void follow(device const uint *next [[buffer(0)]], device uint *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    uint at = i, steps = 0;
    while (at != 5 && steps < 8) {
        at = next[at];
        steps++;
    }
    if (at == 5)
        result[i] = steps;
}
