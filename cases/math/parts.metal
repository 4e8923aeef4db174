//! title:     frexp, ilogb, modf and ldexp of float take numbers apart and put them together exactly
//! verifies:  ulp.float.precise.frexp ulp.float.fast.frexp ulp.float.precise.ilogb ulp.float.fast.ilogb
//!            ulp.float.precise.modf ulp.float.fast.modf ulp.float.precise.ldexp ulp.float.fast.ldexp
//!            math.frexp.mantissa math.frexp.zero math.modf.value math.modf.sign_of_zero math.ilogb.value
//!            math.ldexp.value math.ldexp.subnormal_result kb11
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data float4[threads] = stratified
//! in:        power int4[threads] = integers(-300, 300)
//! out:       mantissa float4[threads]
//! out:       exponent int4[threads]
//! out:       logarithm int4[threads]
//! out:       fraction float4[threads]
//! out:       whole float4[threads]
//! out:       scaled float4[threads]
//! expect:    mantissa = frexp_mantissa(data)
//! expect:    exponent = frexp_exponent(data)
//! expect:    logarithm = ilogb(data)
//! expect:    fraction = modf_fraction(data)
//! expect:    whole = modf_whole(data)
//! expect:    scaled = ldexp(data, power)
//! mutant:    math.frexp.mantissa | replace
//!            `mantissa[i] = frexp(x, e)` with `mantissa[i] = frexp(x, e) * float4(2)`
//! mutant:    math.frexp.zero | replace `mantissa[i] = frexp(x, e)` with
//!            `mantissa[i] = select(frexp(x, e), float4(0.5), x == float4(0))`
//! mutant:    math.ilogb.value | replace `ilogb(x)` with `ilogb(x) + 1`
//! mutant:    math.modf.value | replace `fraction[i] = modf(x, w)` with
//!            `fraction[i] = modf(x, w), w = floor(x)`
//! mutant:    math.modf.sign_of_zero | replace `fraction[i] = modf(x, w)` with `fraction[i] = abs(modf(x, w))` | for
//!            math=safe
//! mutant:    math.ldexp.value | replace `ldexp(x, power[i])` with
//!            `ldexp(x, min(power[i], 100))`
//! mutant:    math.ldexp.subnormal_result | replace `ldexp(x, power[i])` with `ldexp(x, max(power[i], -40))`
//! mutant:    ulp.float.precise.frexp | replace `mantissa[i] = frexp(x, e)` with
//!            `mantissa[i] = as_type<float4>(as_type<uint4>(frexp(x, e)) ^ uint4(1))` | for math=safe
//! mutant:    ulp.float.fast.frexp | replace `mantissa[i] = frexp(x, e)` with
//!            `mantissa[i] = as_type<float4>(as_type<uint4>(frexp(x, e)) ^ uint4(1))` | for math=fast
//! mutant:    ulp.float.precise.ilogb | replace `logarithm[i] = ilogb(x)` with
//!            `logarithm[i] = select(ilogb(x), ilogb(x) - 1, (as_type<uint4>(x) & uint4(0x7fffff)) == uint4(0))` | for math=safe
//! mutant:    ulp.float.fast.ilogb | replace `logarithm[i] = ilogb(x)` with
//!            `logarithm[i] = select(ilogb(x), ilogb(x) - 1, (as_type<uint4>(x) & uint4(0x7fffff)) == uint4(0))` | for math=fast
//! mutant:    ulp.float.precise.modf | replace `fraction[i] = modf(x, w)` with
//!            `fraction[i] = as_type<float4>(as_type<uint4>(modf(x, w)) ^ uint4(1))` | for math=safe
//! mutant:    ulp.float.fast.modf | replace `fraction[i] = modf(x, w)` with
//!            `fraction[i] = as_type<float4>(as_type<uint4>(modf(x, w)) ^ uint4(1))` | for math=fast
//! mutant:    ulp.float.precise.ldexp | replace `ldexp(x, power[i])` with
//!            `as_type<float4>(as_type<uint4>(ldexp(x, power[i])) ^ uint4(1))` | for math=safe
//! mutant:    ulp.float.fast.ldexp | replace `ldexp(x, power[i])` with
//!            `as_type<float4>(as_type<uint4>(ldexp(x, power[i])) ^ uint4(1))` | for math=fast
//! mutant:    kb11 | replace `mantissa[i] = frexp(x, e)` with
//!            `mantissa[i] = select(frexp(x, e), float4(0.25), abs(x) < float4(0x1p-126f))`

#include <metal_stdlib>
using namespace metal;

kernel void take_apart(device const float4 *data [[buffer(0)]], device const int4 *power [[buffer(1)]],
                       device float4 *mantissa [[buffer(2)]], device int4 *exponent [[buffer(3)]],
                       device int4 *logarithm [[buffer(4)]], device float4 *fraction [[buffer(5)]],
                       device float4 *whole [[buffer(6)]], device float4 *scaled [[buffer(7)]],
                       uint i [[thread_position_in_grid]])
{
    const float4 x = data[i];
    int4 e;
    float4 w;
    mantissa[i] = frexp(x, e);
    exponent[i] = e;
    logarithm[i] = ilogb(x);
    fraction[i] = modf(x, w);
    whole[i] = w;
    scaled[i] = ldexp(x, power[i]);
}
