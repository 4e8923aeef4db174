//! title:     A resource at program scope has an explicit index
//! verifies:  global.binding.explicit_index
//! requires:  msl 3.2
//! reject:
//! grade:     rule stated
//! control:   replace `constant data;` with `constant data [[buffer(0)]];`

#include <metal_stdlib>
using namespace metal;

device float *constant data; // reject

kernel void fill(device float *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    result[i] = data[i];
}
