//! title:     sample of texture1d_array takes the texel of that place
//! verifies:  tex.t1d_array.sample
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result): threads 1, threadgroup 1
//! in:        image texture1d_array<T>(FORMAT)[6, 4] = iota
//! out:       result T[1]
//! expect:    result = values 6
//! mutant:    tex.t1d_array.sample | replace `image.sample(stepped, 0.05f, 1u)` with `image.sample(stepped, 0.95f, 1u)`
//! mutant:    tex.t1d_array.sample | replace `image.sample(stepped, 0.05f, 1u)` with `image.sample(stepped, 0.05f, 0u)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture1d_array<T> image [[texture(0)]], device T *result [[buffer(0)]])
{
    constexpr sampler stepped(filter::nearest);
    result[0] = image.sample(stepped, 0.05f, 1u).x;
}
