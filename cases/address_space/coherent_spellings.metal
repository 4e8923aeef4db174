//! title:     coherent device and coherent(device) device, and memory_coherence_device for textures
//! verifies:  coherence.spelling coherence.thread_scope texture.coherence.enum
//! requires:  msl 3.2, family apple7
//! dispatch:  threads 64, threadgroup 64
//! in:        data uint[64] = random
//! in:        a texture2d<float>(r32float)[64, 1] = iota
//! in:        b texture2d<float>(r32float)[64, 1] = iota
//! inout:     first uint[64] = zeros
//! out:       second uint[64]
//! expect:    first = same data
//! expect:    second = counted_modulo(64)
//! mutant:    coherence.spelling coherence.thread_scope texture.coherence.enum | replace `second[i] = uint(sum)` with
//!            `second[i] = 63 - uint(sum)`

#include <metal_stdlib>
using namespace metal;

kernel void spell(device const uint *data [[buffer(0)]], coherent device uint *first [[buffer(1)]],
                  coherent(device) device uint *second [[buffer(2)]],
                  texture2d<float, access::read, memory_coherence_device> a [[texture(0)]],
                  texture2d<float, access::read, memory_coherence::memory_coherence_device> b [[texture(1)]],
                  uint i [[thread_position_in_grid]])
{
    first[i] = data[i];
    const float sum = (a.read(uint2(i, 0)).x + b.read(uint2(i, 0)).x) * 0.5f;
    second[i] = uint(sum) + (first[i] - data[i]);
}
