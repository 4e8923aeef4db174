//! title:     Sums, differences and products of 64 bits carry between their words, also where one operand is known
//! verifies:  ops.unsigned.modulo
//! requires:  msl 2.3
//! dispatch:  threads 8, threadgroup 8
//! in:        a ulong[8] = values 4294967295 4294967296 0 18446744073709551615
//!            4294967294 9223372036854775807 9223372036854775808 8589934589
//! out:       more ulong[8]
//! out:       less ulong[8]
//! out:       both_more ulong[8]
//! out:       both_less ulong[8]
//! out:       negative ulong[8]
//! out:       threefold ulong[8]
//! out:       product ulong[8]
//! out:       stepped ulong[8]
//! expect:    more = values 4294967298 4294967299 3 2 4294967297 9223372036854775810 9223372036854775811 8589934592
//! expect:    less = values 4294967292 4294967293 18446744073709551613 18446744073709551612 4294967291
//!            9223372036854775804 9223372036854775805 8589934586
//! expect:    both_more = values 12884901886 12884901887 8589934591 8589934590 12884901885 9223372045444710398
//!            9223372045444710399 17179869180
//! expect:    both_less = values 18446744073709551614 18446744073709551615 18446744069414584319 18446744069414584318
//!            18446744073709551613 9223372032559808510 9223372032559808511 4294967292
//! expect:    negative = values 18446744069414584321 18446744069414584320 0 1 18446744069414584322
//!            9223372036854775809 9223372036854775808 18446744065119617027
//! expect:    threefold = values 12884901885 12884901888 0 18446744073709551613 12884901882 9223372036854775805
//!            9223372036854775808 25769803767
//! expect:    product = values 8589934589 12884901888 0 18446744069414584317 4294967290 9223372032559808509
//!            9223372036854775808 12884901879
//! expect:    stepped = values 4294967296 4294967297 1 0 4294967295 9223372036854775808 9223372036854775809
//!            8589934590
//! mutant:    ops.unsigned.modulo | replace `x + 3ul` with `(x & 0xffffffff00000000) + uint(uint(x) + 3)`
//! mutant:    ops.unsigned.modulo | replace `x - 3ul` with `(x & 0xffffffff00000000) + uint(uint(x) - 3)`
//! mutant:    ops.unsigned.modulo | replace `x + 0x1fffffffful` with `x + 0xfffffffful`
//! mutant:    ops.unsigned.modulo | replace `x - 0x100000001ul` with `x - 1ul`
//! mutant:    ops.unsigned.modulo | replace `negative[i] = -x` with `negative[i] = -int(x)`
//! mutant:    ops.unsigned.modulo | replace `x * 3ul` with `(x & 0xffffffff00000000) * 3 + uint(uint(x) * 3)`
//! mutant:    ops.unsigned.modulo | replace `x * 0x100000003ul` with `x * 3ul`
//! mutant:    ops.unsigned.modulo | replace `next++` with `next += 1ul << 32`

#include <metal_stdlib>
using namespace metal;

kernel void calculate(device const ulong *a [[buffer(0)]], device ulong *more [[buffer(1)]],
                      device ulong *less [[buffer(2)]], device ulong *both_more [[buffer(3)]],
                      device ulong *both_less [[buffer(4)]], device ulong *negative [[buffer(5)]],
                      device ulong *threefold [[buffer(6)]], device ulong *product [[buffer(7)]],
                      device ulong *stepped [[buffer(8)]], uint i [[thread_position_in_grid]])
{
    const ulong x = a[i];
    more[i] = x + 3ul;
    less[i] = x - 3ul;
    both_more[i] = x + 0x1fffffffful;
    both_less[i] = x - 0x100000001ul;
    negative[i] = -x;
    threefold[i] = x * 3ul;
    product[i] = x * 0x100000003ul;
    ulong next = x;
    next++;
    stepped[i] = next;
}
