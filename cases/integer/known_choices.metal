//! title:     min, max and clamp of integers with literals and function constants are those of operands in memory
//! verifies:  integer.min.value integer.max.value integer.clamp.value
//! requires:  msl 2.3
//! for:       (T, LOW, HIGH) in (int, -1000003, 1000003) (int, -2147483647, -1) (int, 0, 2147483647) (uint, 0, 2147483648)
//!            (uint, 2147483647, 2147483649) (uint, 3000000000, 4294967295)
//! for:       HOW in literal given
//! constant:  given_low(0) T = LOW
//! constant:  given_high(1) T = HIGH
//! dispatch:  choose(a, least, most, within): threads 512, threadgroup 64
//! in:        a T[512] = random
//! in:        low T[512] = constant(LOW)
//! in:        high T[512] = constant(HIGH)
//! out:       least T[512]
//! out:       most T[512]
//! out:       within T[512]
//! expect:    least = int_min(a, high)
//! expect:    most = int_max(a, low)
//! expect:    within = int_clamp(a, low, high)
//! mutant:    integer.min.value | replace `min(a[i], KNOWN(high))` with `max(a[i], KNOWN(high))`
//! mutant:    integer.max.value | replace `max(a[i], KNOWN(low))` with `min(a[i], KNOWN(low))`
//! mutant:    integer.clamp.value | replace `clamp(a[i], KNOWN(low), KNOWN(high))` with `a[i]`
//! note:      Here the compiler is meant to know the operand.

#include <metal_stdlib>
using namespace metal;

constant T given_low [[function_constant(0)]];
constant T given_high [[function_constant(1)]];

constant constexpr T literal_low = T(LOW);
constant constexpr T literal_high = T(HIGH);

#define JOINED(a, b) a##_##b
#define NAMED(a, b) JOINED(a, b)
#define KNOWN(name) NAMED(HOW, name)

kernel void choose(device const T *a [[buffer(0)]], device T *least [[buffer(1)]], device T *most [[buffer(2)]],
                   device T *within [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    least[i] = min(a[i], KNOWN(high));
    most[i] = max(a[i], KNOWN(low));
    within[i] = clamp(a[i], KNOWN(low), KNOWN(high));
}
