//! title:     A switch goes to its default for all numbers that no label has, however many labels share a way
//! verifies:  lang.statements
//! requires:  msl 2.3
//! for:       T in ushort short uint int ulong long
//! dispatch:  choose(wide, shared_ways, of_labels, sums): threads 32, threadgroup 32
//! in:        wide long[32] = values 0 1 3 7 20 31 32 33 35 64 65 67 127 128 129 131 255 256 257 259 263 512 -1 -255
//!            -253 65535 32768 1024 1025 1027 4096 4097
//! out:       shared_ways uint[32]
//! out:       of_labels uint[32]
//! out:       sums uint[32]
//! expect:    shared_ways = values 5 2 2 2 3 3 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5
//! expect:    of_labels = values 10 20 40 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99
//!            99 99 99
//! expect:    sums = values 3 4 10 12 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
//! mutant:    lang.statements | replace `switch (x) { case 1:` with `switch (x & 31) { case 1:`
//! mutant:    lang.statements | replace `switch (x) { case 0: value` with `switch (uchar(x)) { case 0: value`
//! mutant:    lang.statements | replace `switch (x) { case 0: sum` with `switch (x & 127) { case 0: sum`
//! note:      Compilers make of it a test of a bit, a look into a table, or a jump by one, all of which are right only
//!            where the number has been compared with the last label.

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const long *wide [[buffer(0)]], device uint *shared_ways [[buffer(1)]],
                   device uint *of_labels [[buffer(2)]], device uint *sums [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    const T x = T(wide[i]);
    uint way = 5, value = 0, sum = 0;
    switch (x) { case 1:
    case 3:
    case 7: way = 2; break;
    case 20:
    case 31: way = 3; break;
    }
    switch (x) { case 0: value = 10; break;
    case 1: value = 20; break;
    case 2: value = 30; break;
    case 3: value = 40; break;
    case 4: value = 50; break;
    default: value = 99;
    }
    switch (x) { case 0: sum += 1;
    case 5: sum += 2; break;
    case 1: sum += 4; break;
    case 3: sum += 8;
    case 4: sum += 2; break;
    case 7: sum += 12; break;
    }
    shared_ways[i] = way;
    of_labels[i] = value;
    sums[i] = sum;
}
