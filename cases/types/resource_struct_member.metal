//! title:     A structure of resources given by value has no other members
//! verifies:  struct_arg.other_member.reject
//! reject:    member resource
//! grade:     error stated
//! control:   replace `int scale;` with `sampler scale;`

#include <metal_stdlib>
using namespace metal;

struct resources {
    texture2d<float> image [[texture(0)]];
    int scale;
};

kernel void measure(resources all, device uint *result [[buffer(0)]]) // reject
{
    result[0] = all.image.get_width();
}
