//! title:     pow and powr of half give half, in each width; the text bounds no error of theirs
//! verifies:  math.types
//! requires:  family apple4
//! subcases:  F in pow powr
//! math:      safe
//! dispatch:  threads 512, threadgroup 64
//! in:        a half4[threads] = random(0.25, 4)
//! in:        b half4[threads] = random(-2, 2)
//! in:        yes bool4[threads] = ones
//! out:       powers half4[threads]
//! out:       is_half bool4[threads]
//! expect:    powers = unjudged
//! expect:    is_half = same yes
//! mutant:    math.types | replace `F(x.xyz, y.xyz)` with `F(float3(x.xyz), float3(y.xyz))`
//! note:      Table 8.3 has neither function, so what they compute is not judged

#include <metal_stdlib>
using namespace metal;

static bool is_half_of(half) { return true; }
static bool is_half_of(float) { return false; }
template <typename T, int N> static bool is_half_of(vec<T, N> v) { return is_half_of(v.x); }

kernel void apply(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],
                  device half4 *powers [[buffer(3)]], device bool4 *is_half [[buffer(4)]],
                  uint i [[thread_position_in_grid]])
{
    const half4 x = a[i], y = b[i];
    const auto one = F(x.w, y.w);
    const auto two = F(x.xy, y.xy);
    const auto three = F(x.xyz, y.xyz);
    const auto four = F(x, y);
    is_half[i] = bool4(is_half_of(one), is_half_of(two), is_half_of(three), is_half_of(four));
    powers[i] = half4(half2(two.xy), half(three.z), half(one)) + half4(four);
}
