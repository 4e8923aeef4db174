//! title:     An array of textures is a member of a structure only in an argument buffer
//! verifies:  array.no_struct_member
//! reject:    array texture struct local
//! grade:     rule stated
//! control:   replace `images local = all` with `constant images &local = all`

#include <metal_stdlib>
using namespace metal;

struct images {
    array<texture2d<float>, 2> image;
};

kernel void read(constant images &all [[buffer(0)]], device float *result [[buffer(1)]])
{
    images local = all; // reject
    result[0] = local.image[1].read(uint2(0)).x;
}
