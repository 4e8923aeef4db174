//! title:     A texture buffer cannot be sampled
//! verifies:  texture_buffer.no_sample
//! requires:  msl 2.1
//! for:       MODE in sample
//! reject:
//! grade:     rule stated
//! control:   replace `access::MODE` with `access::read`

#include <metal_stdlib>
using namespace metal;

kernel void first(texture_buffer<float, access::MODE> data [[texture(0)]], // reject
                  device float4 *result [[buffer(0)]])
{
    result[0] = data.read(0u);
}
