//! title:     With fast functions the plain names of mathematics are the fast variants
//! verifies:  math.fp32_functions.default
//! functions: fast
//! dispatch:  threads 1024, threadgroup 64
//! in:        a float[1024] = random(0.1, 4)
//! out:       equal int[1024]
//! expect:    equal = counted(63, 0)
//! mutant:    math.fp32_functions.default | replace `alike(exp(value)` with `alike(exp(value) + 1.0f`

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
    same |= alike(cos(value), fast::cos(value)) << 1;
    same |= alike(exp(value), fast::exp(value)) << 2;
    same |= alike(log(value), fast::log(value)) << 3;
    same |= alike(pow(value, 2.5f), fast::pow(value, 2.5f)) << 4;
    same |= alike(rsqrt(value), fast::rsqrt(value)) << 5;
    equal[i] = same;
}
