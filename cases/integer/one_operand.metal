//! title:     Integer functions of one operand work at the width of their type, component by component
//! verifies:  integer.abs.value integer.popcount.value integer.clz.value integer.clz.zero integer.ctz.value
//!            integer.ctz.zero integer.reverse_bits.value integer.narrow_types integer.componentwise integer.types
//! requires:  msl 2.3
//! for:       T in char char2 char3 char4 uchar uchar2 uchar3 uchar4 short short2 short3 short4 ushort ushort2
//!            ushort3 ushort4 int int2 int3 int4 uint uint2 uint3 uint4 long long2 long3 long4 ulong ulong2 ulong3
//!            ulong4
//! dispatch:  threads 16384, threadgroup 64
//! in:        data T[threads] = whole_numbers(0, 1)
//! out:       magnitude T[threads]
//! out:       ones T[threads]
//! out:       leading T[threads]
//! out:       trailing T[threads]
//! out:       reversed T[threads]
//! expect:    magnitude = int_abs(data)
//! expect:    ones = int_popcount(data)
//! expect:    leading = int_clz(data)
//! expect:    trailing = int_ctz(data)
//! expect:    reversed = int_reverse_bits(data)
//! mutant:    integer.abs.value | replace `abs(data[i])` with `max(data[i], T(3))`
//! mutant:    integer.popcount.value | replace `popcount(data[i])` with
//!            `popcount(data[i] >> T(1))`
//! mutant:    integer.clz.value | replace `clz(data[i])` with `clz(data[i] | T(1))`
//! mutant:    integer.clz.zero | replace `clz(data[i])` with `select(clz(data[i]), T(0), data[i] == T(0))`
//! mutant:    integer.ctz.value | replace `ctz(data[i])` with `popcount(data[i] - T(1))`
//! mutant:    integer.ctz.zero | replace `ctz(data[i])` with `select(ctz(data[i]), T(0), data[i] == T(0))`
//! mutant:    integer.reverse_bits.value | replace `reverse_bits(data[i])` with `data[i]`
//! mutant:    integer.narrow_types | replace `clz(data[i])` with `T(clz(int(data[i])))` | for T=char T=uchar T=short
//!            T=ushort
//! mutant:    integer.componentwise | replace `popcount(data[i])` with
//!            `T(popcount(data[i].x))` | for T=char2 T=int4 T=ulong3
//! mutant:    integer.types | replace `reverse_bits(data[i])` with
//!            `T(reverse_bits(uint(data[i])))` | for T=long T=ulong
//! note:      abs of the most negative number is not judged: the text gives no rule.

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *data [[buffer(0)]], device T *magnitude [[buffer(1)]],
                  device T *ones [[buffer(2)]], device T *leading [[buffer(3)]], device T *trailing [[buffer(4)]],
                  device T *reversed [[buffer(5)]], uint i [[thread_position_in_grid]])
{
    magnitude[i] = abs(data[i]);
    ones[i] = popcount(data[i]);
    leading[i] = clz(data[i]);
    trailing[i] = ctz(data[i]);
    reversed[i] = reverse_bits(data[i]);
}
