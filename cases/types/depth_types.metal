//! title:     Depth and multisampled array textures, and their default access
//! verifies:  texture.types.depth texture.types.ms_array
//! requires:  msl 2.0, family mac2
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[6]
//! expect:    result = values 1 …
//! mutant:    texture.types.depth | replace `is_same<depthcube<float>, depthcube<float, access::sample>>`
//!            with `is_same<depthcube<float>, depthcube<float, access::read>>`
//! mutant:    texture.types.ms_array |
//!            replace `is_same<texture2d_ms_array<float>, texture2d_ms_array<float, access::read>>`
//!            with `is_same<texture2d_ms_array<float>, texture2d_ms<float, access::read>>`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<depth2d<float>, depth2d<float, access::sample>>::value;
    result[1] = is_same<depth2d_array<float>, depth2d_array<float, access::sample>>::value;
    result[2] = is_same<depthcube<float>, depthcube<float, access::sample>>::value;
    result[3] = is_same<depthcube_array<float>, depthcube_array<float, access::sample>>::value;
    result[4] = is_same<texture2d_ms_array<float>, texture2d_ms_array<float, access::read>>::value;
    result[5] = !is_same<depth2d_ms_array<float, access::read>, depth2d_ms<float, access::read>>::value;
}
