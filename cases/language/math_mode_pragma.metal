//! title:     The math_mode pragma gives the code after it, or its block, a mode of its own
//! verifies:  math.pragma.mode.values math.pragma.mode.file_scope math.pragma.mode.block_scope
//! requires:  os 15.0
//! math:      fast
//! dispatch:  threads 1024, threadgroup 64
//! in:        a float[1024] = random(0.5, 1)
//! out:       at_file float[1024]
//! out:       in_block float[1024]
//! out:       in_namespace float[1024]
//! expect:    at_file = lost_and_kept(a)
//! expect:    in_block = lost_and_kept(a)
//! expect:    in_namespace = lost_and_kept(a)
//! mutant:    math.pragma.mode.values math.pragma.mode.file_scope |
//!            replace `return (x + 1048576.0f) - 1048576.0f;` with `return x;`
//! mutant:    math.pragma.mode.file_scope | replace `return (1048576.0f + x) - 1048576.0f;` with `return x;`
//! mutant:    math.pragma.mode.block_scope | replace `(a[i] + 1048576.0f) - 1048576.0f` with `a[i]`

#include <metal_stdlib>
using namespace metal;

static float plain(float x)
{
#pragma METAL fp math_mode(relaxed)
    return x;
}

namespace strict {
#pragma METAL fp math_mode(safe)
static float rounded(float x)
{
    return (1048576.0f + x) - 1048576.0f;
}
}

#pragma METAL fp math_mode(safe)
static float rounded(float x)
{
    return (x + 1048576.0f) - 1048576.0f;
}
#pragma METAL fp math_mode(fast)

kernel void compute(device const float *a [[buffer(0)]], device float *at_file [[buffer(1)]],
                    device float *in_block [[buffer(2)]], device float *in_namespace [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    at_file[i] = rounded(plain(a[i]));
    in_namespace[i] = strict::rounded(a[i]);
    {
        // Only in this block.
#pragma METAL fp math_mode(safe)
        in_block[i] = (a[i] + 1048576.0f) - 1048576.0f;
    }
}
