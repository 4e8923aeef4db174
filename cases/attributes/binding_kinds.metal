//! title:     Buffers, textures, samplers and threadgroup memory have index spaces of their own, and each argument gets
//!            what is bound at its index
//! verifies:  bind.attribute_kinds bind.position
//! dispatch:  groups 1, threadgroup 16
//! threadgroup: 0 64
//! threadgroup: 2 16
//! in:        other@1 int[16] = constant(1000)
//! in:        data@2 int[16] = iota(-3, 1)
//! in:        dark@0 texture2d<float>(r32float)[4, 4] = zeros
//! in:        image@2 texture2d<float>(r32float)[4, 4] = ones
//! in:        repeating@0 sampler = filter nearest, address repeat
//! in:        zero@2 sampler = filter nearest, address clamp_to_zero
//! out:       result@5 int[16]
//! expect:    result = values -1 1 3 5 7 9 11 13 15 17 19 21 23 25 27 13
//! mutant:    bind.position | replace `*data [[buffer(2)]]` with `*data [[buffer(1)]]`
//! mutant:    bind.attribute_kinds | replace `image [[texture(2)]]` with `image [[texture(0)]]`
//! mutant:    bind.attribute_kinds | replace `look [[sampler(2)]]` with `look [[sampler(0)]]`

#include <metal_stdlib>
using namespace metal;

kernel void collect(device const int *data [[buffer(2)]], device int *result [[buffer(5)]],
                    texture2d<float, access::sample> image [[texture(2)]], sampler look [[sampler(2)]],
                    threadgroup int *slot [[threadgroup(0)]], threadgroup int *last [[threadgroup(2)]],
                    uint i [[thread_position_in_grid]])
{
    slot[i] = data[i];
    if (i == 0)
        last[0] = 3;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const float inside = image.sample(look, float2(0.5f), level(0)).x, outside = image.sample(look, float2(1.5f), level(0)).x;
    result[i] = slot[i] + slot[(i + 1) % 16] + int(4 * inside) + int(100 * outside);
}
