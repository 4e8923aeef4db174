//! title:     Three significands of 9 bits with one exponent read without loss
//! verifies:  tex.rgb9e5.layout tex.rgb9e5.read
//! requires:  msl 1.2
//! for:       T in float half
//! dispatch:  threads 256 x 256, threadgroup 16 x 16
//! in:        image texture2d<T>(rgb9e5float)[256, 256] = codes_in_turn
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.rgb9e5.layout | replace `image.read(at)` with `image.read(at).zyxw`
//! mutant:    tex.rgb9e5.read | replace `image.read(at)` with `image.read(at) * T(1.002)`

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    result[at.x + 256 * at.y] = image.read(at);
}
