//! title:     frexp, ilogb, modf, ldexp and sincos of half take scalars and vectors of every width
//! verifies:  math.types math.componentwise
//! requires:  family apple4
//! subcases:  (KERNEL, VARIANT) in (parts_of_metal, 0)
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        data half4[threads] = stratified
//! in:        power int4[threads] = integers(-50, 50)
//! out:       mantissa half4[threads]
//! out:       exponent int4[threads]
//! out:       logarithm int4[threads]
//! out:       fraction half4[threads]
//! out:       whole half4[threads]
//! out:       scaled half4[threads]
//! out:       sine half4[threads]
//! out:       cosine half4[threads]
//! expect:    mantissa = frexp_mantissa(data)
//! expect:    exponent = frexp_exponent(data)
//! expect:    logarithm = ilogb(data)
//! expect:    fraction = modf_fraction(data)
//! expect:    whole = modf_whole(data)
//! expect:    scaled = ldexp(data, power)
//! expect:    sine = sin(data, VARIANT)
//! expect:    cosine = cos(data, VARIANT)
//! mutant:    math.types | replace `ilogb(v.xyz), space::ilogb(v.w)` with `ilogb(v.xyz), space::ilogb(v.x)`
//! mutant:    math.componentwise | replace `ldexp(v.xy, p.xy)` with `ldexp(v.xy, p.yx)`

#include <metal_stdlib>
using namespace metal;

// All four, a vector of three and a scalar, or two vectors of two.
#define TAKEN(f, result, other, whole, three, two, one)                                                                \
    {                                                                                                                  \
        whole all;                                                                                                     \
        three first;                                                                                                   \
        two low, high;                                                                                                 \
        one last;                                                                                                      \
        result[i] = i % 3 == 0 ? f(v, all) : i % 3 == 1 ? half4(f(v.xyz, first), f(v.w, last)) :                       \
                                             half4(f(v.xy, low), f(v.zw, high));                                       \
        other[i] = i % 3 == 0 ? all : i % 3 == 1 ? whole(first, last) : whole(low, high);                              \
    }
#define PARTS(space)                                                                                                   \
    kernel void parts_of_##space(device const half4 *data [[buffer(0)]], device const int4 *power [[buffer(1)]],       \
                                 device half4 *mantissa [[buffer(2)]], device int4 *exponent [[buffer(3)]],            \
                                 device int4 *logarithm [[buffer(4)]], device half4 *fraction [[buffer(5)]],           \
                                 device half4 *whole [[buffer(6)]], device half4 *scaled [[buffer(7)]],                \
                                 device half4 *sine [[buffer(8)]], device half4 *cosine [[buffer(9)]],                 \
                                 uint i [[thread_position_in_grid]])                                                   \
    {                                                                                                                  \
        const half4 v = data[i];                                                                                       \
        const int4 p = power[i];                                                                                       \
        TAKEN(space::frexp, mantissa, exponent, int4, int3, int2, int)                                                 \
        TAKEN(space::modf, fraction, whole, half4, half3, half2, half)                                                 \
        TAKEN(space::sincos, sine, cosine, half4, half3, half2, half)                                                  \
        logarithm[i] = i % 3 == 0 ? space::ilogb(v) :                                                                  \
                       i % 3 == 1 ? int4(space::ilogb(v.xyz), space::ilogb(v.w)) :                                     \
                                    int4(space::ilogb(v.xy), space::ilogb(v.zw));                                      \
        scaled[i] = i % 3 == 0 ? space::ldexp(v, p) :                                                                  \
                    i % 3 == 1 ? half4(space::ldexp(v.xyz, p.xyz), space::ldexp(v.w, p.w)) :                           \
                                 half4(space::ldexp(v.xy, p.xy), space::ldexp(v.zw, p.zw));                            \
    }

PARTS(metal)
