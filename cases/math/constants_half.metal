//! title:     Mathematical constants of half are the nearest to the real numbers
//! verifies:  math.const.m_e math.const.m_log2e math.const.m_log10e math.const.m_ln2 math.const.m_ln10
//!            math.const.m_pi math.const.m_pi_2 math.const.m_pi_4 math.const.m_1_pi math.const.m_2_pi
//!            math.const.m_2_sqrtpi math.const.m_sqrt2 math.const.m_sqrt1_2 math.const.max math.const.huge_val
//! requires:  msl 1.2
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! out:       result half[13]
//! out:       limits ushort[2]
//! expect:    result = values 2.718281828459045 1.4426950408889634 0.4342944819032518 0.6931471805599453
//!            2.302585092994046 3.141592653589793 1.5707963267948966 0.7853981633974483 0.3183098861837907
//!            0.6366197723675814 1.1283791670955126 1.4142135623730951 0.7071067811865476
//! expect:    limits = values 0x7bff 0x7c00
//! mutant:    math.const.m_e | replace `M_E_H;` with `M_E_H * half(1.01);`
//! mutant:    math.const.m_log2e | replace `M_LOG2E_H;` with `M_LOG2E_H * half(1.01);`
//! mutant:    math.const.m_log10e | replace `M_LOG10E_H;` with `M_LOG10E_H * half(1.01);`
//! mutant:    math.const.m_ln2 | replace `M_LN2_H;` with `M_LN2_H * half(1.01);`
//! mutant:    math.const.m_ln10 | replace `M_LN10_H;` with `M_LN10_H * half(1.01);`
//! mutant:    math.const.m_pi | replace `M_PI_H;` with `M_PI_H * half(1.01);`
//! mutant:    math.const.m_pi_2 | replace `M_PI_2_H;` with `M_PI_2_H * half(1.01);`
//! mutant:    math.const.m_pi_4 | replace `M_PI_4_H;` with `M_PI_4_H * half(1.01);`
//! mutant:    math.const.m_1_pi | replace `M_1_PI_H;` with `M_1_PI_H * half(1.01);`
//! mutant:    math.const.m_2_pi | replace `M_2_PI_H;` with `M_2_PI_H * half(1.01);`
//! mutant:    math.const.m_2_sqrtpi | replace `M_2_SQRTPI_H;` with `M_2_SQRTPI_H * half(1.01);`
//! mutant:    math.const.m_sqrt2 | replace `M_SQRT2_H;` with `M_SQRT2_H * half(1.01);`
//! mutant:    math.const.m_sqrt1_2 | replace `M_SQRT1_2_H;` with `M_SQRT1_2_H * half(1.01);`
//! mutant:    math.const.max | replace `(MAXHALF)` with `(half(1))`
//! mutant:    math.const.huge_val | replace `(HUGE_VALH)` with `(half(1))`

#include <metal_stdlib>
using namespace metal;

kernel void store(device half *result [[buffer(0)]], device ushort *limits [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    result[0] = M_E_H;
    result[1] = M_LOG2E_H;
    result[2] = M_LOG10E_H;
    result[3] = M_LN2_H;
    result[4] = M_LN10_H;
    result[5] = M_PI_H;
    result[6] = M_PI_2_H;
    result[7] = M_PI_4_H;
    result[8] = M_1_PI_H;
    result[9] = M_2_PI_H;
    result[10] = M_2_SQRTPI_H;
    result[11] = M_SQRT2_H;
    result[12] = M_SQRT1_2_H;
    limits[0] = as_type<ushort>(MAXHALF);
    limits[1] = as_type<ushort>(HUGE_VALH);
}
