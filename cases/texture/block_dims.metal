//! title:     A block of pixels has no other size than 2 x 1 and 1 x 2
//! verifies:  tex.block_read.dims_rejected
//! requires:  msl 4.1
//! for:       (W, H) in (1, 1) (2, 2) (4, 1)
//! reject:
//! grade:     inferred
//! control:   replace `block_read<W, H>` with `block_read<2, 1>`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<float> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.block_read<W, H>(s, int2(0)).value<0, 0>().x; // reject
}
