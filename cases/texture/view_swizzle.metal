//! title:     A view's swizzle says which component of the texture each of its own is
//! verifies:  view.swizzle
//! requires:  msl 2.2
//! for:       (T, FORMAT) in (float, rgba32float) (uint, rgba8uint) (half, rgba16float) (int, rgba32sint)
//! dispatch:  look(turned, filled, once, again): threads 1, threadgroup 1
//! in:        image texture2d<T>(FORMAT)[1, 1] = values 10 20 30 40
//! in:        turned texture2d<T> = view of image, swizzle blue alpha green red
//! in:        filled texture2d<T> = view of image, swizzle one green zero one
//! out:       once vec<T, 4>[1]
//! out:       again vec<T, 4>[1]
//! expect:    once = values 30 40 20 10
//! expect:    again = values 1 20 0 1
//! mutant:    view.swizzle | replace `turned.read(uint2(0))` with `turned.read(uint2(0)).wzyx`
//! mutant:    view.swizzle | replace `filled.read(uint2(0))` with `filled.read(uint2(0)).zyxw`

#include <metal_stdlib>
using namespace metal;

kernel void look(texture2d<T> turned [[texture(0)]], texture2d<T> filled [[texture(1)]],
                 device vec<T, 4> *once [[buffer(0)]], device vec<T, 4> *again [[buffer(1)]])
{
    once[0] = turned.read(uint2(0));
    again[0] = filled.read(uint2(0));
}
