//! title:     An array_ref is no local variable
//! verifies:  array_ref.no_local
//! requires:  msl 2.0
//! reject:
//! grade:     rule stated
//! control:   replace `array_ref<texture2d<float>> same = images;` with `array<texture2d<float>, 2> same = images;`

#include <metal_stdlib>
using namespace metal;

kernel void measure(array<texture2d<float>, 2> images [[texture(0)]], device uint *result [[buffer(0)]])
{
    array_ref<texture2d<float>> same = images; // reject
    result[0] = same.size();
}
