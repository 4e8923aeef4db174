//! title:     A loop runs as often as its condition says: past 2^31, through the end of a narrow type, downwards, by
//!            steps
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  threads 4, threadgroup 4
//! in:        low uint[4] = values 0 2147483632 4294967280 2147483640
//! in:        high uint[4] = values 256 2147483664 4294967295 2147483648
//! in:        below int[4] = values -2147483648 -16 -5 2147483640
//! in:        above int[4] = values -2147483638 16 -5 2147483647
//! in:        few uint[4] = values 0 1 2 7
//! out:       upwards uint[4]
//! out:       by_threes uint[4]
//! out:       downwards uint[4]
//! out:       signed_ones uint[4]
//! out:       narrow uint[4]
//! out:       known uint[4]
//! out:       exchanged uint4[4]
//! expect:    upwards = values 256 32 15 8
//! expect:    by_threes = values 85 10 5 2
//! expect:    downwards = values 256 32 15 8
//! expect:    signed_ones = values 10 32 0 7
//! expect:    narrow = values 50505 60606 70707 121212
//! expect:    known = values 2096128 2096128 2096128 2096128
//! expect:    exchanged = values 1 2 3 5  2 3 1 4  3 1 2 5  2 3 1 4
//! alone:     loops that may not end where a compiler mistakes their condition
//! mutant:    lang.statements | replace `for (uint k = low[i]; k < high[i]; k++)` with
//!            `for (int k = int(low[i]); k < int(high[i]); k++)`
//! mutant:    lang.statements | replace `k < high[i] - 2; k += 3` with `k < high[i] - 2; k += 2`
//! mutant:    lang.statements | replace `for (uint k = high[i]; k-- > low[i];)` with `for (uint k = high[i]; --k >
//!            low[i];)`
//! mutant:    lang.statements | replace `k < above[i]` with `uint(k) < uint(above[i])`
//! mutant:    lang.statements | replace `uchar k = 251` with `uchar k = 250`
//! mutant:    lang.statements | replace `ushort k = 65531` with `ushort k = 65530`
//! mutant:    lang.statements | replace `char k = 123` with `char k = 122`
//! mutant:    lang.statements | replace `k < 2048` with `k < 2047`
//! mutant:    lang.statements | replace `c = old;` with `c = a;`

#include <metal_stdlib>
using namespace metal;

kernel void count(device const uint *low [[buffer(0)]], device const uint *high [[buffer(1)]],
                  device const int *below [[buffer(2)]], device const int *above [[buffer(3)]],
                  device const uint *few [[buffer(4)]], device uint *upwards [[buffer(5)]],
                  device uint *by_threes [[buffer(6)]], device uint *downwards [[buffer(7)]],
                  device uint *signed_ones [[buffer(8)]], device uint *narrow [[buffer(9)]],
                  device uint *known [[buffer(10)]], device uint4 *exchanged [[buffer(11)]],
                  uint i [[thread_position_in_grid]])
{
    uint n = 0;
    for (uint k = low[i]; k < high[i]; k++)
        n++;
    upwards[i] = n;
    n = 0;
    for (uint k = low[i]; k < high[i] - 2; k += 3)
        n++;
    by_threes[i] = n;
    n = 0;
    for (uint k = high[i]; k-- > low[i];)
        n++;
    downwards[i] = n;
    n = 0;
    for (int k = below[i]; k < above[i]; k++)
        n++;
    signed_ones[i] = n;
    n = 0;
    for (uchar k = 251; k != uchar(few[i]); k++)
        n++;
    for (ushort k = 65531; k != ushort(few[i]); k++)
        n += 100;
    for (char k = 123; k != char(few[i] + 128); k++)
        n += 10000;
    narrow[i] = n;
    n = 0;
    for (uint k = 0; k < 2048; k++)
        n += k;
    known[i] = n;
    uint a = 1, b = 2, c = 3, d = 5, e = 4;
    for (uint k = 0; k < few[i]; k++) {
        const uint old = a, other = d;
        a = b;
        b = c;
        c = old;
        d = e;
        e = other;
    }
    exchanged[i] = uint4(a, b, c, d);
}
