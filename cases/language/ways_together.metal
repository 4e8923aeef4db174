//! title:     Where ways come together, a thread has what its own assigned: of branches, returns and ends of loops
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  branches(kind, turns, passed, chosen): threads 128, threadgroup 64
//! dispatch:  ends(kind, turns, data, last, left, why, rows): threads 128, threadgroup 64
//! in:        kind uint[2] = values 1 20
//! in:        turns uint[128] = integers(0, 60)
//! in:        data uint[64] = iota(5, 7)
//! inout:     passed uint[128] = constant(900)
//! out:       chosen uint4[128]
//! inout:     last uint[128] = constant(99)
//! out:       left uint[128]
//! out:       why uint2[128]
//! out:       rows uint2[128]
//! expect:    passed = formula(each(i < 128: (turns[i] % 2 ? 11 : turns[i] % 4 ? 905 : 900) +
//!            (turns[i] % 8 == 3 ? 100 : 1) + (turns[i] % 4 == 1 ? 1000 : 0)))
//! expect:    chosen = formula(each(i < 128, c < 4: c == 0 ? (turns[i] % 2 ? 1 : turns[i] % 4 ? 2 : 3) :
//!            c == 1 ? (turns[i] % 8 == 3 ? 40 : 30) : c == 2 ? (turns[i] % 4 == 3 ? 7 : turns[i] % 2 ? 6 : 5) :
//!            turns[i] % 2 ? 10 : turns[i] % 4 ? 11 : turns[i] % 8 ? 12 : turns[i] % 16 ? 13 : 20))
//! expect:    last = formula(each(i < 128: (19 + i) % 3 == 0 ? 18 : 19))
//! expect:    left = formula(each(i < 128: (20 + i) % 3 == 0 ? 21 : 20))
//! expect:    why = formula(each(i < 128, c < 2: c ? min(turns[i], 20) : turns[i] > 20 ? 2 : 1))
//! expect:    rows = formula(each(i < 128, c < 2: c ? turns[i] % 8 : turns[i] // 8 + 1))
//! alone:     loops whose end a compiler may lose
//! mutant:    lang.statements | replace `x = 2;` with `x = 1;`
//! mutant:    lang.statements | replace `y = 40; break;` with `y = 40;`
//! mutant:    lang.statements | replace `z = 6; break;` with `z = 6;`
//! mutant:    lang.statements | replace `return 10 + n;` with `return 10;`
//! mutant:    lang.statements | replace `last[i] = k;` with `last[i] = k | 1;`
//! mutant:    lang.statements | replace `if ((k + i) % 3 == 0)` with `if (k % 3 == 0)`
//! mutant:    lang.statements | replace `reason = 2;` with `reason = 1;`
//! mutant:    lang.statements | replace `a < 8 && !stop` with `a < 9 - stop`
//! note:      What is assigned is the same for all threads that go a way, and often what they decide by: a compiler
//!            that
//!            keeps such values once for a SIMD-group has to see that not all of it comes by the same way.

#include <metal_stdlib>
using namespace metal;

static uint lowest(uint t, uint kind)
{
    if (kind == 1) {
        for (uint n = 0; n < 4; n++)
            if (t >> n & 1)
                return 10 + n;
        return 20;
    }
    return 30;
}

kernel void branches(device const uint *kind [[buffer(0)]], device const uint *turns [[buffer(1)]],
                     device uint *passed [[buffer(2)]], device uint4 *chosen [[buffer(3)]],
                     uint i [[thread_position_in_grid]])
{
    const uint t = turns[i];
    uint x, y = 30, z;
    if (kind[0] == 1) {
        if (t % 2) {
            passed[i] = 11;
            x = 1;
        } else if (t % 4) {
            passed[i] += 5;
            x = 2;
        } else {
            x = 3;
        }
    } else {
        passed[i] = 0;
        x = 4;
    }
    switch (kind[0]) {
    case 0: y = 10; break;
    case 1:
        if (t % 8 == 3) {
            passed[i] += 100;
            y = 40; break;
        }
    default: passed[i] += 1;
    }
    switch (t % 4) {
    case 3: z = 7; break;
    case 1:
        passed[i] += 1000;
        z = 6; break;
    default:
        if (kind[1] == 20)
            z = 5;
        else
            z = 8;
    }
    chosen[i] = uint4(x, y, z, lowest(t, kind[0]));
}

kernel void ends(device const uint *kind [[buffer(0)]], device const uint *turns [[buffer(1)]],
                 device const uint *data [[buffer(2)]], device uint *last [[buffer(3)]],
                 device uint *left [[buffer(4)]],
                 device uint2 *why [[buffer(5)]], device uint2 *rows [[buffer(6)]],
                 uint i [[thread_position_in_grid]])
{
    const uint limit = kind[1], wanted = data[turns[i]];
    uint k;
    for (k = 0;; k++) {
        if ((k + i) % 3 == 0)
            continue;
        if (k >= limit)
            break;
        last[i] = k;
    }
    left[i] = k;
    uint reason;
    for (k = 0;; k++) {
        if (data[k] == wanted) {
            reason = 1;
            break;
        }
        if (k >= limit) {
            reason = 2;
            break;
        }
    }
    why[i] = uint2(reason, k);
    bool stop = false;
    uint a, seen = 0;
    for (a = 0; a < 8 && !stop; a++)
        for (uint b = 0; b < 8; b++)
            if (data[8 * a + b] == wanted) {
                stop = true;
                seen = b;
                break;
            }
    rows[i] = uint2(a, seen);
}
