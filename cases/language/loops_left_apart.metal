//! title:     Behind a loop what it computed is that of each thread's own last turn, however long others went on
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  values(turns, data, summed, before, quarters, walked, joined): threads 128, threadgroup 64
//! dispatch:  ways(turns, data, nested, chosen, again): threads 128, threadgroup 64
//! dispatch:  together(turns, data, given): threads 128, threadgroup 64
//! in:        turns uint[128] = integers(0, 60)
//! in:        data uint[64] = iota(5, 7)
//! out:       summed uint[128]
//! out:       before uint[128]
//! out:       quarters float[128]
//! out:       walked uint[128]
//! out:       joined uint4[128]
//! out:       nested uint2[128]
//! out:       chosen uint[128]
//! out:       again uint[128]
//! out:       given uint[128]
//! expect:    summed = formula(each(i < 128: sum(k < 64: k < turns[i] ? data[k] : 0)))
//! expect:    before = formula(each(i < 128: turns[i] < 2 ? 9 : data[turns[i] - 2]))
//! expect:    quarters = formula(each(i < 128: turns[i] / 4))
//! expect:    walked = formula(each(i < 128: data[turns[i] + 1]))
//! expect:    joined = formula(each(i < 128, c < 4: c == 0 ? turns[i] % 2 : c == 1 ? 3 * turns[i] : c == 2 ? 60 -
//!            turns[i] : 8))
//! expect:    nested = formula(each(i < 128, c < 2: c ? turns[i] % 5 : turns[i] // 5))
//! expect:    chosen = formula(each(i < 128: sum(k < 64: k >= turns[i] ? 0 : k % 4 == 0 ? 1000101 : k % 4 == 1 ?
//!            1000100 : k % 4 == 2 ? 0 : 1010000)))
//! expect:    again = formula(each(i < 128: sum(r < 4: sum(k < 64: k < turns[(i + r) % 128] ? data[k] + r : 0))))
//! expect:    given = formula(each(i < 128: data[turns[i - i % 64 + (i + 33) % 64]]))
//! alone:     loops whose end a compiler may lose, with barriers behind them
//! mutant:    lang.statements | replace `sum += data[k];` with `sum += data[k + (k > 40)];`
//! mutant:    lang.statements | replace `last = now;` with `last = data[k];`
//! mutant:    lang.statements | replace `q += 0.25f;` with `q += k < 50 ? 0.25f : 0.5f;`
//! mutant:    lang.statements | replace `walked[i] = *p;` with `walked[i] = p[-1];`
//! mutant:    lang.statements | replace `odd = !odd;` with `odd = true;`
//! mutant:    lang.statements | replace `all.y += 3;` with `all.y += 2;`
//! mutant:    lang.statements | replace `return uint2(a, b);` with `return uint2(a, b / 2);`
//! mutant:    lang.statements | replace `case 2: continue;` with `case 2: break;`
//! mutant:    lang.statements | replace `total += r;` with `total += r / 2;`
//! mutant:    lang.statements | replace `(at + 33) % 64` with `(at + 32) % 64`
//! note:      While a thread is in a loop, most of what it computes there is the same for all that are: what a
//!            compiler
//!            keeps once for the SIMD-group changes on for those that stay. No loop's length is known before it runs.

#include <metal_stdlib>
using namespace metal;

kernel void values(device const uint *turns [[buffer(0)]], device const uint *data [[buffer(1)]],
                   device uint *summed [[buffer(2)]], device uint *before [[buffer(3)]],
                   device float *quarters [[buffer(4)]], device uint *walked [[buffer(5)]],
                   device uint4 *joined [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const uint wanted = data[turns[i]];
    uint sum = 0, last = 9, now = 9;
    float q = 0;
    for (uint k = 0; data[k] != wanted; k++) {
        sum += data[k];
        last = now;
        now = data[k];
        q += 0.25f;
    }
    summed[i] = sum;
    before[i] = last;
    quarters[i] = q;
    device const uint *p = data;
    while (*p++ != wanted)
        ;
    walked[i] = *p;
    uint4 all = uint4(0, 0, 60, 8);
    bool odd = false;
    for (uint k = 0; data[k] != wanted; k++) {
        odd = !odd;
        all.y += 3;
        all.z--;
    }
    all.x = odd;
    joined[i] = all;
}

static uint2 place(device const uint *data, uint wanted)
{
    for (uint a = 0;; a++)
        for (uint b = 0; b < 5; b++)
            if (data[5 * a + b] == wanted)
                return uint2(a, b);
}

kernel void ways(device const uint *turns [[buffer(0)]], device const uint *data [[buffer(1)]],
                 device uint2 *nested [[buffer(2)]], device uint *chosen [[buffer(3)]],
                 device uint *again [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    nested[i] = place(data, data[turns[i]]);
    uint n = 0;
    for (uint k = 0; data[k] != data[turns[i]]; k++) {
        switch (k % 4) {
        case 0: n++;
        case 1: n += 100; break;
        case 2: continue;
        default: n += 10000; break;
        }
        n += 1000000;
    }
    chosen[i] = n;
    uint total = 0;
    for (uint r = 0; r < 4; r++) {
        uint k = 0;
        for (; data[k] != data[turns[(i + r) % 128]]; k++) {
            total += data[k];
            total += r;
        }
    }
    again[i] = total;
}

kernel void together(device const uint *turns [[buffer(0)]], device const uint *data [[buffer(1)]],
                     device uint *given [[buffer(2)]], uint i [[thread_position_in_grid]],
                     uint at [[thread_position_in_threadgroup]])
{
    threadgroup uint shared[64];
    uint k = 0;
    while (data[k] != data[turns[i]])
        k++;
    shared[at] = k;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    given[i] = data[shared[(at + 33) % 64]];
}
