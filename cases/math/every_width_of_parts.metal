//! title:     frexp, ilogb, modf, ldexp and sincos of float take scalars and vectors of every width, in every namespace
//! verifies:  math.types math.componentwise
//! subcases:  (KERNEL, VARIANT) in (parts_of_metal, 0) (parts_of_precise, 1) (parts_of_fast, 2)
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        data float4[threads] = stratified
//! in:        power int4[threads] = integers(-300, 300)
//! out:       mantissa float4[threads]
//! out:       exponent int4[threads]
//! out:       logarithm int4[threads]
//! out:       fraction float4[threads]
//! out:       whole float4[threads]
//! out:       scaled float4[threads]
//! out:       sine float4[threads]
//! out:       cosine float4[threads]
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
        result[i] = i % 3 == 0 ? f(v, all) : i % 3 == 1 ? float4(f(v.xyz, first), f(v.w, last)) :                      \
                                             float4(f(v.xy, low), f(v.zw, high));                                      \
        other[i] = i % 3 == 0 ? all : i % 3 == 1 ? whole(first, last) : whole(low, high);                              \
    }
#define PARTS(space)                                                                                                   \
    kernel void parts_of_##space(device const float4 *data [[buffer(0)]], device const int4 *power [[buffer(1)]],      \
                                 device float4 *mantissa [[buffer(2)]], device int4 *exponent [[buffer(3)]],           \
                                 device int4 *logarithm [[buffer(4)]], device float4 *fraction [[buffer(5)]],          \
                                 device float4 *whole [[buffer(6)]], device float4 *scaled [[buffer(7)]],              \
                                 device float4 *sine [[buffer(8)]], device float4 *cosine [[buffer(9)]],               \
                                 uint i [[thread_position_in_grid]])                                                   \
    {                                                                                                                  \
        const float4 v = data[i];                                                                                      \
        const int4 p = power[i];                                                                                       \
        TAKEN(space::frexp, mantissa, exponent, int4, int3, int2, int)                                                 \
        TAKEN(space::modf, fraction, whole, float4, float3, float2, float)                                             \
        TAKEN(space::sincos, sine, cosine, float4, float3, float2, float)                                              \
        logarithm[i] = i % 3 == 0 ? space::ilogb(v) :                                                                  \
                       i % 3 == 1 ? int4(space::ilogb(v.xyz), space::ilogb(v.w)) :                                     \
                                    int4(space::ilogb(v.xy), space::ilogb(v.zw));                                      \
        scaled[i] = i % 3 == 0 ? space::ldexp(v, p) :                                                                  \
                    i % 3 == 1 ? float4(space::ldexp(v.xyz, p.xyz), space::ldexp(v.w, p.w)) :                          \
                                 float4(space::ldexp(v.xy, p.xy), space::ldexp(v.zw, p.zw));                           \
    }

PARTS(metal) PARTS(precise) PARTS(fast)
