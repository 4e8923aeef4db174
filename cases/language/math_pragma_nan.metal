//! title:     Where the math_mode pragma says safe, NaNs, infinities and signed zeros count in a program compiled as fast
//! verifies:  math.pragma.mode.values
//! requires:  os 15.0
//! math:      fast
//! dispatch:  threads 4, threadgroup 4
//! in:        data float[4] = values nan inf -inf 1.5
//! out:       unequal int[4]
//! out:       zeros float[4]
//! out:       doubled float[4]
//! expect:    unequal = values 1 0 0 0
//! expect:    zeros = values nan nan nan 0
//! expect:    doubled = values 5 5 5 5
//! mutant:    math.pragma.mode.values | replace `x != x` with `x == x`
//! mutant:    math.pragma.mode.values | replace `x - x` with `0.0f`
//! mutant:    math.pragma.mode.values | replace `y + 2.5f` with `y + 3.0f`

#include <metal_stdlib>
using namespace metal;

static float plain(float y)
{
#pragma METAL fp math_mode(relaxed)
    return y + 2.5f;
}

#pragma METAL fp math_mode(safe)
static int differs(float x)
{
    return x != x;
}
static float nothing(float x)
{
    return x - x;
}
#pragma METAL fp math_mode(fast)

kernel void compute(device const float *data [[buffer(0)]], device int *unequal [[buffer(1)]],
                    device float *zeros [[buffer(2)]], device float *doubled [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    unequal[i] = differs(data[i]);
    zeros[i] = nothing(data[i]);
    doubled[i] = plain(data[3] + 1.0f);
}
