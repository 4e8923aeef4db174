//! title:     A product and a sum in one expression are rounded once or twice; where contraction is off, twice
//! verifies:  math.contract.default math.contract.pragma_off math.contract.pragma_on math.contract.pragma_fast
//!            math.contract.stdc_pragma
//! math:      safe fast
//! dispatch:  threads 1024, threadgroup 64
//! in:        a float[1024] = random(0.5, 1)
//! in:        b float[1024] = random(0.5, 1)
//! in:        c float[1024] = random(-1, -0.5)
//! out:       either float[1024]
//! out:       twice float[1024]
//! out:       also_twice float[1024]
//! out:       with_on float[1024]
//! out:       with_fast float[1024]
//! expect:    either = product_plus_or_fused(a, b, c)
//! expect:    twice = product_plus(a, b, c)
//! expect:    also_twice = product_plus(a, b, c)
//! expect:    with_on = product_plus_or_fused(a, b, c)
//! expect:    with_fast = product_plus_or_fused(a, b, c)
//! mutant:    math.contract.default | replace `x * y + z;` with `x * y + z * 1.0001f;`
//! mutant:    math.contract.pragma_off | replace `x * y - -z` with `fma(x, y, z)`
//! mutant:    math.contract.stdc_pragma | replace `z + x * y` with `fma(x, y, z)`
//! mutant:    math.contract.pragma_on | replace `with_on[i] = product + z` with `with_on[i] = product - z`
//! mutant:    math.contract.pragma_fast | replace `fast_product + z` with `fast_product - z`

#include <metal_stdlib>
using namespace metal;

static float rounded_twice(float x, float y, float z)
{
#pragma METAL fp contract(off)
    return x * y - -z;
}

static float rounded_twice_too(float x, float y, float z)
{
#pragma STDC FP_CONTRACT OFF
    return z + x * y;
}

kernel void compute(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                    device const float *c [[buffer(2)]], device float *either [[buffer(3)]],
                    device float *twice [[buffer(4)]], device float *also_twice [[buffer(5)]],
                    device float *with_on [[buffer(6)]], device float *with_fast [[buffer(7)]],
                    uint i [[thread_position_in_grid]])
{
    const float x = a[i], y = b[i], z = c[i];
    either[i] = x * y + z;
    twice[i] = rounded_twice(x, y, z);
    also_twice[i] = rounded_twice_too(x, y, z);
    {
#pragma METAL fp contract(on)
        const float product = x * y;
        with_on[i] = product + z;
    }
    {
#pragma METAL fp contract(fast)
        const float fast_product = x * y;
        with_fast[i] = fast_product + z;
    }
}
