//! title:     Mathematical constants have the type that their names end in
//! verifies:  math.const.{ID}
//! requires:  msl 3.1, feature bfloat
//! for:       (F, H, B, ID) in (M_E_F, M_E_H, M_E_BF, m_e) (M_LOG2E_F, M_LOG2E_H, M_LOG2E_BF, m_log2e)
//!            (M_LOG10E_F, M_LOG10E_H, M_LOG10E_BF, m_log10e) (M_LN2_F, M_LN2_H, M_LN2_BF, m_ln2)
//!            (M_LN10_F, M_LN10_H, M_LN10_BF, m_ln10) (M_PI_F, M_PI_H, M_PI_BF, m_pi)
//!            (M_PI_2_F, M_PI_2_H, M_PI_2_BF, m_pi_2) (M_PI_4_F, M_PI_4_H, M_PI_4_BF, m_pi_4)
//!            (M_1_PI_F, M_1_PI_H, M_1_PI_BF, m_1_pi) (M_2_PI_F, M_2_PI_H, M_2_PI_BF, m_2_pi)
//!            (M_2_SQRTPI_F, M_2_SQRTPI_H, M_2_SQRTPI_BF, m_2_sqrtpi) (M_SQRT2_F, M_SQRT2_H, M_SQRT2_BF, m_sqrt2)
//!            (M_SQRT1_2_F, M_SQRT1_2_H, M_SQRT1_2_BF, m_sqrt1_2)
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint[3]
//! expect:    result = values 32 16 8
//! mutant:    math.const.{ID} | replace `width(F)` with `width(H)`
//! mutant:    math.const.{ID} | replace `width(H)` with `width(B)`
//! mutant:    math.const.{ID} | replace `width(B)` with `width(F)`

#include <metal_stdlib>
using namespace metal;

static uint width(float)
{
    return 32;
}

static uint width(half)
{
    return 16;
}

static uint width(bfloat) // its significand
{
    return 8;
}

kernel void ID(device uint *result [[buffer(0)]])
{
    result[0] = width(F);
    result[1] = width(H);
    result[2] = width(B);
}
