//! title:     Textures are arguments without an address space; their texels are reached through functions
//! verifies:  addrspace.device.textures args.kinds
//! dispatch:  threads 16 x 4, threadgroup 16 x 4
//! threadgroup: 0 256
//! in:        image texture2d<float>(r32float)[16, 4] = zeros
//! in:        data float[64] = integers(0, 50)
//! in:        addend float = 1
//! in:        one float[64] = ones
//! out:       result texture2d<float>(r32float)[16, 4]
//! expect:    result = added(data, one)
//! mutant:    addrspace.device.textures | replace `result.write(float4(sum), at)`
//!            with `result.write(float4(sum), at ^ 1)`
//! mutant:    args.kinds | replace `data[i] + addend` with `data[i] - addend`

#include <metal_stdlib>
using namespace metal;

kernel void add(texture2d<float, access::read> image [[texture(0)]],
                texture2d<float, access::write> result [[texture(1)]], device const float *data [[buffer(0)]],
                constant float &addend [[buffer(1)]], threadgroup float *slot [[threadgroup(0)]],
                uint2 at [[thread_position_in_grid]])
{
    const uint i = at.x + 16 * at.y;
    slot[i] = data[i] + addend;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const float sum = slot[i] + image.read(at).x;
    result.write(float4(sum), at);
}
