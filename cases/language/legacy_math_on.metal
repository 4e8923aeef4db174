//! title:     With fast math by its older name the plain functions of mathematics are the fast ones
//! verifies:  math.opt.ffast_math
//! math:      fast
//! functions: fast
//! options:   legacy_math
//! dispatch:  threads 1024, threadgroup 64
//! in:        a float[1024] = random(0.5, 1)
//! out:       equal int[1024]
//! expect:    equal = counted(7, 0)
//! mutant:    math.opt.ffast_math | replace `alike(exp(value), fast::exp(value))` with `alike(exp(value), fast::exp(value) * 1.0001f)`
//! note:      -ffast-math is fastMathEnabled = YES in the API; what the mode permits is not seen in every program, the functions are

#include <metal_stdlib>
using namespace metal;

static bool alike(float a, float b)
{
    return as_type<uint>(a) == as_type<uint>(b);
}

kernel void compare(device const float *a [[buffer(0)]], device int *equal [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const float value = a[i];
    int same = alike(sin(value), fast::sin(value));
    same |= alike(exp(value), fast::exp(value)) << 1;
    same |= alike(log(value), fast::log(value)) << 2;
    equal[i] = same;
}
