//! title:     Textures have no coherence before Metal 3.2
//! verifies:  texture.coherence.gate
//! msl:       3.1
//! for:       COHERENCE in memory_coherence_threadgroup memory_coherence_device
//! reject:    memory_coherence undeclared template arguments
//! grade:     inferred
//! control:   replace `access::write, COHERENCE` with `access::write`

#include <metal_stdlib>
using namespace metal;

kernel void report(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(texture2d<float, access::write, COHERENCE>); // reject
}
