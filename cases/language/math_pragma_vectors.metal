//! title:     The pragmas of math govern the arithmetic of vectors as they do that of scalars
//! verifies:  math.pragma.mode.values math.pragma.mode.file_scope math.pragma.mode.block_scope math.contract.pragma_off
//!            math.contract.stdc_pragma
//! requires:  os 15.0
//! math:      safe fast
//! for:       (VECTOR, N) in (float2, 2) (float4, 4)
//! dispatch:  threads 1024 / N, threadgroup 64
//! in:        a float[1024] = random(0.5, 1)
//! in:        b float[1024] = random(0.5, 1)
//! in:        c float[1024] = random(-1, -0.5)
//! out:       at_file float[1024]
//! out:       in_block float[1024]
//! out:       twice float[1024]
//! out:       also_twice float[1024]
//! expect:    at_file = lost_and_kept(a)
//! expect:    in_block = lost_and_kept(a)
//! expect:    twice = product_plus(a, b, c)
//! expect:    also_twice = product_plus(a, b, c)
//! mutant:    math.pragma.mode.values math.pragma.mode.file_scope |
//!            replace `return (x + 1048576.0f) - 1048576.0f;` with `return x;`
//! mutant:    math.pragma.mode.values math.pragma.mode.block_scope |
//!            replace `(a[i] + 1048576.0f) - 1048576.0f` with `a[i]`
//! mutant:    math.contract.pragma_off | replace `x * y - -z` with `fma(x, y, z)`
//! mutant:    math.contract.stdc_pragma | replace `z + x * y` with `fma(x, y, z)`

#include <metal_stdlib>
using namespace metal;

static VECTOR twice_as_much(VECTOR x)
{
    return x + x;
}

#pragma METAL fp math_mode(safe)
template <typename T> T rounded(T x)
{
    return (x + 1048576.0f) - 1048576.0f;
}
#pragma METAL fp math_mode(fast)

static VECTOR rounded_twice(VECTOR x, VECTOR y, VECTOR z)
{
#pragma METAL fp contract(off)
    return x * y - -z;
}

static VECTOR rounded_twice_too(VECTOR x, VECTOR y, VECTOR z)
{
    // Both hold.
#pragma METAL fp math_mode(safe)
#pragma STDC FP_CONTRACT OFF
    return z + x * y;
}

kernel void compute(device const VECTOR *a [[buffer(0)]], device const VECTOR *b [[buffer(1)]],
                    device const VECTOR *c [[buffer(2)]], device VECTOR *at_file [[buffer(3)]],
                    device VECTOR *in_block [[buffer(4)]], device VECTOR *twice [[buffer(5)]],
                    device VECTOR *also_twice [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    at_file[i] = rounded(twice_as_much(a[i]) * 0.5f);
    {
#pragma METAL fp math_mode(safe)
        in_block[i] = (a[i] + 1048576.0f) - 1048576.0f;
    }
    twice[i] = rounded_twice(a[i], b[i], c[i]);
    also_twice[i] = rounded_twice_too(a[i], b[i], c[i]);
}
