//! title:     Optimised for size or for speed, safe math gives the same bits
//! verifies:  opt.level.o2 opt.level.os
//! requires:  os 13.0
//! math:      safe
//! functions: precise
//! options:   optimize LEVEL
//! for:       LEVEL in size speed
//! dispatch:  threads 512, threadgroup 64
//! in:        a float[1024] = random(0.5, 1)
//! in:        b float[1024] = random(0.5, 1)
//! out:       quotient float[512]
//! out:       lost float[512]
//! expect:    quotient = divided(a, b)
//! expect:    lost = lost_and_kept(a)
//! mutant:    opt.level.o2 opt.level.os | replace `x / b[i]` with `x * (1.0f / b[i])`
//! mutant:    opt.level.o2 opt.level.os | replace `(x + 1048576.0f) - 1048576.0f` with `x`
//! mutant:    opt.level.o2 | replace `x / b[i]` with `x * (1.0f / b[i])` | for LEVEL=speed
//! mutant:    opt.level.os | replace `x / b[i]` with `x * (1.0f / b[i])` | for LEVEL=size

#include <metal_stdlib>
using namespace metal;

kernel void compute(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                    device float *quotient [[buffer(2)]], device float *lost [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    const float x = a[i];
    quotient[i] = x / b[i];
    lost[i] = (x + 1048576.0f) - 1048576.0f;
}
