//! title:     An array_ref is no argument of a kernel
//! verifies:  array_ref.no_kernel_argument
//! requires:  msl 2.0
//! reject:
//! grade:     rule stated
//! control:   replace `array_ref<texture2d<float>> images` with `array<texture2d<float>, 2> images`

#include <metal_stdlib>
using namespace metal;

kernel void measure(array_ref<texture2d<float>> images [[texture(0)]], device uint *result [[buffer(0)]]) // reject
{
    result[0] = images.size();
}
