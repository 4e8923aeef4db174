//! title:     Without fast math by its older name the plain functions are the precise ones, and nothing is reassociated
//! verifies:  math.opt.fno_fast_math
//! math:      safe
//! functions: precise
//! options:   legacy_math
//! dispatch:  threads 1024, threadgroup 64
//! in:        a float[1024] = random(0.5, 1)
//! out:       equal int[1024]
//! out:       lost float[1024]
//! expect:    equal = counted(7, 0)
//! expect:    lost = lost_and_kept(a)
//! mutant:    math.opt.fno_fast_math | replace `alike(exp(value), precise::exp(value))` with `alike(exp(value), fast::exp(value) * 1.0001f)`
//! mutant:    math.opt.fno_fast_math | replace `(value + 1048576.0f) - 1048576.0f` with `value`
//! note:      -fno-fast-math is fastMathEnabled = NO in the API

#include <metal_stdlib>
using namespace metal;

static bool alike(float a, float b)
{
    return as_type<uint>(a) == as_type<uint>(b);
}

kernel void compare(device const float *a [[buffer(0)]], device int *equal [[buffer(1)]],
                    device float *lost [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const float value = a[i];
    int same = alike(sin(value), precise::sin(value));
    same |= alike(exp(value), precise::exp(value)) << 1;
    same |= alike(log(value), precise::log(value)) << 2;
    equal[i] = same;
    lost[i] = (value + 1048576.0f) - 1048576.0f;
}
