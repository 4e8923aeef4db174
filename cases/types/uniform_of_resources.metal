//! title:     uniform holds neither textures nor pointers
//! verifies:  uniform.other_types
//! requires:  msl 2.0
//! for:       T in image pointer
//! reject:
//! grade:     rule stated
//! control:   replace `uniform<T> one;` with `uniform<int> one; typedef T other;`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

typedef texture2d<float> image;
typedef device int *pointer;

kernel void pick(device int *result [[buffer(0)]])
{
    uniform<T> one; // reject
    result[0] = 1;
}
