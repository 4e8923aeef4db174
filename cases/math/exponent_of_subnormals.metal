//! title:     frexp and ilogb of a subnormal number say its exponent, or what they say of zero
//! verifies:  math.frexp.mantissa math.ilogb.value
//! for:       (T, BITS, COUNT, LEAST) in (float, uint, 23, -149) (half, ushort, 10, -24)
//! math:      safe fast
//! dispatch:  threads COUNT, threadgroup COUNT
//! in:        noise uint[COUNT] = random
//! in:        zero T[1] = zeros
//! in:        wanted int[COUNT] = iota(LEAST)
//! out:       exponent int[COUNT]
//! out:       logarithm int[COUNT]
//! expect:    exponent = same wanted
//! expect:    logarithm = same wanted
//! mutant:    math.frexp.mantissa | replace `e - 1` with `e`
//! mutant:    math.ilogb.value | replace `: own` with `: own + 1`
//! note:      Each number may count as zero (MSL 8.5): then the mantissa is 0, and the logarithm that of zero, which is open.

#include <metal_stdlib>
using namespace metal;

kernel void take_apart(device const uint *noise [[buffer(0)]], device const T *zero [[buffer(1)]],
                       device const int *wanted [[buffer(2)]], device int *exponent [[buffer(3)]],
                       device int *logarithm [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const device int *const own_wanted = wanted + i;
    const uint first = 1u << i;
    const T x = as_type<T>(BITS(first | (noise[i] & (first - 1))));
    int e;
    const T mantissa = frexp(x, e);
    exponent[i] = mantissa == T(0) ? *own_wanted : e - 1;
    const int own = ilogb(x);
    logarithm[i] = own == ilogb(zero[0]) ? *own_wanted : own;
}
