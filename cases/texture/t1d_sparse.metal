//! title:     sparse_sample and sparse_read of texture1d give what sample and read give, and that it is resident
//! verifies:  tex.t1d.sparse
//! requires:  msl 2.3
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result, resident, texels): threads 1, threadgroup 1
//! in:        image texture1d<T>(FORMAT)[6] = iota
//! out:       result T[1]
//! out:       resident uint[3]
//! out:       texels T[2]
//! expect:    result = values 0
//! expect:    resident = values 1 …
//! expect:    texels = values 1 1
//! mutant:    tex.t1d.sparse | replace `image.sparse_sample(stepped, 0.05f)` with `image.sparse_sample(stepped, 0.95f)`
//! mutant:    tex.t1d.sparse | replace `image.sparse_read(1u` with `image.sparse_read(0u`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture1d<T> image [[texture(0)]], device T *result [[buffer(0)]],
                 device uint *resident [[buffer(1)]], device T *texels [[buffer(2)]])
{
    constexpr sampler stepped(filter::nearest);
    const auto s0 = image.sparse_sample(stepped, 0.05f);
    result[0] = s0.value().x;
    resident[0] = s0.resident();
    const auto s1 = image.sparse_read(1u);
    texels[0] = s1.value().x;
    resident[1] = s1.resident();
    const auto s2 = image.sparse_read(ushort(1));
    texels[1] = s2.value().x;
    resident[2] = s2.resident();
}
