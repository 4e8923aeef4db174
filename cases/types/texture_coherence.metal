//! title:     The coherence of a texture is its last template parameter, within the threadgroup by default
//! verifies:  texture.coherence.enum coherence.spelling
//! requires:  msl 3.2
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[3]
//! expect:    result = values 1 1 0
//! mutant:    texture.coherence.enum | replace `memory_coherence_threadgroup>>` with `memory_coherence_device>>`
//! mutant:    coherence.spelling | replace `memory_coherence::memory_coherence_device>, texture2d`
//!            with `memory_coherence::memory_coherence_threadgroup>, texture2d`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    using by_default = texture2d<float, access::write>;
    result[0] = is_same<by_default, texture2d<float, access::write, memory_coherence_threadgroup>>::value;
    result[1] = is_same<texture2d<float, access::write, memory_coherence::memory_coherence_device>,
                        texture2d<float, access::write, memory_coherence_device>>::value;
    result[2] = is_same<by_default, texture2d<float, access::write, memory_coherence::memory_coherence_device>>::value;
}
