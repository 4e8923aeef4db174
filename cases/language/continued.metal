//! title:     continue goes on with a loop's next turn: past its step in for, to its condition in while and do
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  loops(turns, data, noted, modes, skipped, done, nested): threads 128, threadgroup 64
//! in:        turns uint[128] = integers(0, 60)
//! in:        data uint[64] = iota(5, 7)
//! inout:     noted uint[128] = constant(99)
//! out:       modes uint[128]
//! out:       skipped uint[128]
//! out:       done uint2[128]
//! out:       nested uint[128]
//! expect:    modes = formula(each(i < 128: turns[i] == 0 ? 0 : (turns[i] + i) % 3 == 0 ? 1 : 2))
//! expect:    noted = formula(each(i < 128: turns[i] - ((turns[i] + i) % 3 == 0 ? 1 : 0) < 1 ? 99 : turns[i] -
//!            ((turns[i] + i) % 3 == 0 ? 1 : 0)))
//! expect:    skipped = formula(each(i < 128: sum(k < 64: k < turns[i] && k % 3 != i % 3 ? data[k] : 0)))
//! expect:    done = formula(each(i < 128, c < 2: c == 0 ? max(turns[i], 1) : sum(k < 64: k <= turns[i] && k % 2 == 0
//!            ? data[k] - 5 : 0)))
//! expect:    nested = formula(each(i < 128: sum(a < 4: sum(b < 8: b != i % 8 && b <= turns[i] % 8 ? 10 * a + b : 0)
//!            + (a == i % 4 ? 0 : 1000))))
//! alone:     loops whose end a compiler may lose
//! note:      The elements of `data` differ, by which a loop finds its end: none of them stands for all.
//! mutant:    lang.statements | replace `mode = 1; continue;` with `mode = 1;`
//! mutant:    lang.statements | replace `noted[i] = k;` with `noted[i] = k + (k > 50);`
//! mutant:    lang.statements | replace `if (k % 3 == i % 3) continue;` with `if (k % 3 == i % 3) break;`
//! mutant:    lang.statements | replace `if (c % 2) continue;` with `if (c % 2) break;`
//! mutant:    lang.statements | replace `if (b == i % 8) continue;` with `if (b == i % 8) break;`
//! mutant:    lang.statements | replace `if (a == i % 4) continue;` with `if (a == i % 4) break;`

#include <metal_stdlib>
using namespace metal;

kernel void loops(device const uint *turns [[buffer(0)]], device const uint *data [[buffer(1)]],
                  device uint *noted [[buffer(2)]], device uint *modes [[buffer(3)]],
                  device uint *skipped [[buffer(4)]], device uint2 *done [[buffer(5)]],
                  device uint *nested [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    device const uint *row = data;
    const uint wanted = row[turns[i]];
    uint mode = 0, k = 0;
    while (row[k] != wanted) {
        k++;
        if ((k + i) % 3 == 0) {
            mode = 1; continue;
        }
        noted[i] = k;
        mode = 2;
    }
    modes[i] = mode;
    uint sum = 0;
    for (k = 0; row[k] != wanted; k++) {
        if (k % 3 == i % 3) continue;
        sum += row[k];
    }
    skipped[i] = sum;
    uint c = 0, even = 0;
    do {
        c++;
        if (c % 2) continue;
        even += row[c] - 5;
    } while (c < turns[i]);
    done[i] = uint2(c, even);
    uint t = 0;
    for (uint a = 0; a < 4; a++) {
        for (uint b = 0; b < 8; b++) {
            if (b == i % 8) continue;
            if (b > turns[i] % 8)
                break;
            t += 10 * a + b;
        }
        if (a == i % 4) continue;
        t += 1000;
    }
    nested[i] = t;
}
