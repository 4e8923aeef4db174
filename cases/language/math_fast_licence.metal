//! title:     Whatever fast and relaxed math rewrite, sums of finite well-conditioned numbers stay within the bound for
//!            any order
//! verifies:  math.mode.fast.licence math.mode.relaxed.licence
//! math:      fast relaxed
//! dispatch:  threads 1024, threadgroup 64
//! in:        a float[1024] = random(1, 2)
//! in:        b float[1024] = random(1, 2)
//! out:       sum float[1024]
//! expect:    sum = sum_with_quotient(a, b)
//! mutant:    math.mode.fast.licence math.mode.relaxed.licence | replace `x + x / y`
//!            with `x + x * y`
//! mutant:    math.mode.fast.licence math.mode.relaxed.licence | replace `+ y`
//!            with `+ y * 1.00001f`
//! mutant:    math.mode.fast.licence | replace `x / y` with `x * (1.0f / y) * 1.00001f` | for math=fast
//! mutant:    math.mode.relaxed.licence | replace `x / y` with `x * (1.0f / y) * 1.00001f` | for math=relaxed

#include <metal_stdlib>
using namespace metal;

kernel void compute(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                    device float *sum [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const float x = a[i], y = b[i];
    sum[i] = x + x / y + y;
}
