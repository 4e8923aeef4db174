//! title:     A texture has no components of other types
//! verifies:  texture.component_types.reject
//! for:       T in char bool long float4
//! reject:
//! grade:     inferred
//! control:   replace `texture2d<T, access::read>` with `texture2d<float, access::read>`

#include <metal_stdlib>
using namespace metal;

kernel void width(texture2d<T, access::read> image [[texture(0)]], device uint *result [[buffer(0)]]) // reject
{
    result[0] = image.get_width();
}
