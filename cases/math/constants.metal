//! title:     Mathematical constants of float are the nearest to the real numbers
//! verifies:  math.const.m_e math.const.m_log2e math.const.m_log10e math.const.m_ln2 math.const.m_ln10
//!            math.const.m_pi math.const.m_pi_2 math.const.m_pi_4 math.const.m_1_pi math.const.m_2_pi
//!            math.const.m_2_sqrtpi math.const.m_sqrt2 math.const.m_sqrt1_2 math.const.max math.const.huge_val
//!            math.const.infinity math.const.nan
//! requires:  msl 1.2
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! out:       result float[13]
//! out:       limits uint[2]
//! out:       special uint[2]
//! expect:    result = values 2.718281828459045 1.4426950408889634 0.4342944819032518 0.6931471805599453
//!            2.302585092994046 3.141592653589793 1.5707963267948966 0.7853981633974483 0.3183098861837907
//!            0.6366197723675814 1.1283791670955126 1.4142135623730951 0.7071067811865476
//! expect:    limits = values 0x7f7fffff 0x7f800000
//! expect:    special = values 0x7f800000 1
//! mutant:    math.const.m_e | replace `M_E_F;` with `M_E_F * float(1.01);`
//! mutant:    math.const.m_log2e | replace `M_LOG2E_F;` with `M_LOG2E_F * float(1.01);`
//! mutant:    math.const.m_log10e | replace `M_LOG10E_F;` with `M_LOG10E_F * float(1.01);`
//! mutant:    math.const.m_ln2 | replace `M_LN2_F;` with `M_LN2_F * float(1.01);`
//! mutant:    math.const.m_ln10 | replace `M_LN10_F;` with `M_LN10_F * float(1.01);`
//! mutant:    math.const.m_pi | replace `M_PI_F;` with `M_PI_F * float(1.01);`
//! mutant:    math.const.m_pi_2 | replace `M_PI_2_F;` with `M_PI_2_F * float(1.01);`
//! mutant:    math.const.m_pi_4 | replace `M_PI_4_F;` with `M_PI_4_F * float(1.01);`
//! mutant:    math.const.m_1_pi | replace `M_1_PI_F;` with `M_1_PI_F * float(1.01);`
//! mutant:    math.const.m_2_pi | replace `M_2_PI_F;` with `M_2_PI_F * float(1.01);`
//! mutant:    math.const.m_2_sqrtpi | replace `M_2_SQRTPI_F;` with `M_2_SQRTPI_F * float(1.01);`
//! mutant:    math.const.m_sqrt2 | replace `M_SQRT2_F;` with `M_SQRT2_F * float(1.01);`
//! mutant:    math.const.m_sqrt1_2 | replace `M_SQRT1_2_F;` with `M_SQRT1_2_F * float(1.01);`
//! mutant:    math.const.max | replace `(MAXFLOAT)` with `(float(1))`
//! mutant:    math.const.huge_val | replace `(HUGE_VALF)` with `(float(1))`
//! mutant:    math.const.infinity | replace `(INFINITY)` with `(1.0f)`
//! mutant:    math.const.nan | replace `isnan(NAN)` with `isnan(1.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void store(device float *result [[buffer(0)]], device uint *limits [[buffer(1)]],
                  device uint *special [[buffer(2)]])
{
    result[0] = M_E_F;
    result[1] = M_LOG2E_F;
    result[2] = M_LOG10E_F;
    result[3] = M_LN2_F;
    result[4] = M_LN10_F;
    result[5] = M_PI_F;
    result[6] = M_PI_2_F;
    result[7] = M_PI_4_F;
    result[8] = M_1_PI_F;
    result[9] = M_2_PI_F;
    result[10] = M_2_SQRTPI_F;
    result[11] = M_SQRT2_F;
    result[12] = M_SQRT1_2_F;
    limits[0] = as_type<uint>(MAXFLOAT);
    limits[1] = as_type<uint>(HUGE_VALF);
    special[0] = as_type<uint>(INFINITY);
    special[1] = isnan(NAN);
}
