//! title:     sample of texture1d takes the texel of that place
//! verifies:  tex.t1d.sample
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result): threads 1, threadgroup 1
//! in:        image texture1d<T>(FORMAT)[6] = iota
//! out:       result T[1]
//! expect:    result = values 0
//! mutant:    tex.t1d.sample | replace `image.sample(stepped, 0.05f)` with `image.sample(stepped, 0.95f)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture1d<T> image [[texture(0)]], device T *result [[buffer(0)]])
{
    constexpr sampler stepped(filter::nearest);
    result[0] = image.sample(stepped, 0.05f).x;
}
