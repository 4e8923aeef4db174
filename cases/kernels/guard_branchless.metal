//! title:     Branchless guards: small values become zero, large ones are clamped, NaN turns into the lower bound
//! verifies:  k.guard.branchless err.c.nanclamp
//! math:      safe fast
//! for:       FLAGS in 0 1 2 3
//! dispatch:  threads 4096, threadgroup 64
//! in:        data float[4096] = near_guards(1e-3, 2.5)
//! out:       result float[4096]
//! in:        eps float = 1e-3
//! in:        cap float = 2.5
//! in:        flags uint = FLAGS
//! expect:    result = guards(data, eps, cap, flags)
//! mutant:    k.guard.branchless | replace `fabs(x) < eps` with `fabs(x) <= eps` | for FLAGS=1
//! mutant:    k.guard.branchless | replace `fabs(x) < eps` with `x < eps` | for FLAGS=3
//! mutant:    k.guard.branchless | replace `flags & 2` with `flags & 4` | for FLAGS=2
//! mutant:    k.guard.branchless | replace `float x = data[i];` with `float x = data[i] * 1.25f;` | for FLAGS=0
//! mutant:    err.c.nanclamp | replace `fmin(fmax(x, -cap), cap)` with `(x < -cap ? -cap : x > cap ? cap : x)`
//!            | for FLAGS=2 math=safe

#include <metal_stdlib>
using namespace metal;

kernel void guard(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                  constant float &eps [[buffer(2)]], constant float &cap [[buffer(3)]],
                  constant uint &flags [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    float x = data[i];
    x = (flags & 1) && fabs(x) < eps ? 0.0f : x;
    x = flags & 2 ? fmin(fmax(x, -cap), cap) : x;
    result[i] = x;
}
