//! title:     A view with another format has the texture's bits
//! verifies:  view.format
//! dispatch:  look(codes, signs, halves, result): threads 12, threadgroup 12
//! in:        image texture2d<uint>(r32uint)[4, 3] = bits
//! in:        codes texture2d<uint>(rgba8uint) = view of image
//! in:        signs texture2d<int>(rgba8sint) = view of image, levels 0 1, slices 0 1
//! in:        halves texture2d<uint>(rg16uint) = view of image, swizzle red green blue alpha
//! out:       result uint[36]
//! expect:    result = repeated(image)
//! mutant:    view.format | replace `uchar4(codes.read(at))` with `uchar4(codes.read(at).yxzw)`
//! mutant:    view.format | replace `char4(signs.read(at))` with `char4(signs.read(at).wxyz)`
//! mutant:    view.format | replace `halves.read(at).xy)` with `halves.read(at).yx)`

#include <metal_stdlib>
using namespace metal;

kernel void look(texture2d<uint> codes [[texture(0)]], texture2d<int> signs [[texture(1)]],
                 texture2d<uint> halves [[texture(2)]], device uint *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    const uint2 at(i & 3, i >> 2);
    result[i] = as_type<uint>(uchar4(codes.read(at)));
    result[i + 12] = as_type<uint>(char4(signs.read(at)));
    result[i + 24] = as_type<uint>(ushort2(halves.read(at).xy));
}
