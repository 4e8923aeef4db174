//! title:     frexp, ilogb, modf and ldexp of half take numbers apart and put them together exactly
//! verifies:  ulp.half.precise.frexp ulp.half.precise.ilogb ulp.half.precise.modf ulp.half.precise.ldexp
//!            math.frexp.mantissa math.frexp.zero math.modf.value math.modf.sign_of_zero math.ilogb.value
//!            math.ldexp.value math.ldexp.subnormal_result math.frexp.half_exponent
//! requires:  family apple4
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data half4[threads] = encodings
//! in:        power int4[threads] = integers(-50, 50)
//! out:       mantissa half4[threads]
//! out:       exponent int4[threads]
//! out:       logarithm int4[threads]
//! out:       fraction half4[threads]
//! out:       whole half4[threads]
//! out:       scaled half4[threads]
//! expect:    mantissa = frexp_mantissa(data)
//! expect:    exponent = frexp_exponent(data)
//! expect:    logarithm = ilogb(data)
//! expect:    fraction = modf_fraction(data)
//! expect:    whole = modf_whole(data)
//! expect:    scaled = ldexp(data, power)
//! mutant:    math.frexp.mantissa | replace `mantissa[i] = frexp(x, e)` with
//!            `mantissa[i] = frexp(x, e) * half4(2)`
//! mutant:    math.frexp.zero | replace `mantissa[i] = frexp(x, e)` with
//!            `mantissa[i] = select(frexp(x, e), half4(0.5), x == half4(0))`
//! mutant:    math.ilogb.value | replace `ilogb(x)` with `ilogb(x) + 1`
//! mutant:    math.modf.value | replace `fraction[i] = modf(x, w)` with
//!            `fraction[i] = modf(x, w), w = floor(x)`
//! mutant:    math.modf.sign_of_zero | replace `fraction[i] = modf(x, w)` with `fraction[i] = abs(modf(x, w))` | for
//!            math=safe
//! mutant:    math.ldexp.value | replace `ldexp(x, power[i])` with
//!            `ldexp(x, min(power[i], 5))`
//! mutant:    math.ldexp.subnormal_result | replace `ldexp(x, power[i])` with `ldexp(x, max(power[i], -9))`
//! mutant:    math.frexp.half_exponent | replace `exponent[i] = e` with `exponent[i] = e + 15`
//! mutant:    ulp.half.precise.frexp | replace `mantissa[i] = frexp(x, e)` with
//!            `mantissa[i] = as_type<half4>(as_type<ushort4>(frexp(x, e)) ^ ushort4(1))`
//! mutant:    ulp.half.precise.ilogb | replace `logarithm[i] = ilogb(x)` with
//!            `logarithm[i] = select(ilogb(x), ilogb(x) - 1, (as_type<ushort4>(x) & ushort4(0x3ff)) == ushort4(0))`
//! mutant:    ulp.half.precise.modf | replace `fraction[i] = modf(x, w)` with
//!            `fraction[i] = as_type<half4>(as_type<ushort4>(modf(x, w)) ^ ushort4(1))`
//! mutant:    ulp.half.precise.ldexp | replace `ldexp(x, power[i])` with
//!            `as_type<half4>(as_type<ushort4>(ldexp(x, power[i])) ^ ushort4(1))`

#include <metal_stdlib>
using namespace metal;

kernel void take_apart(device const half4 *data [[buffer(0)]], device const int4 *power [[buffer(1)]],
                       device half4 *mantissa [[buffer(2)]], device int4 *exponent [[buffer(3)]],
                       device int4 *logarithm [[buffer(4)]], device half4 *fraction [[buffer(5)]],
                       device half4 *whole [[buffer(6)]], device half4 *scaled [[buffer(7)]],
                       uint i [[thread_position_in_grid]])
{
    const half4 x = data[i];
    int4 e;
    half4 w;
    mantissa[i] = frexp(x, e);
    exponent[i] = e;
    logarithm[i] = ilogb(x);
    fraction[i] = modf(x, w);
    whole[i] = w;
    scaled[i] = ldexp(x, power[i]);
}
