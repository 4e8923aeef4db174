//! title:     Two members of an argument buffer do not share an index
//! verifies:  argbuf.id.unique
//! requires:  msl 2.0
//! reject:    id
//! grade:     rule stated
//! control:   replace `*second [[id(3)]]` with `*second [[id(4)]]`

#include <metal_stdlib>
using namespace metal;

struct inputs {
    device float *first [[id(3)]];
    device float *second [[id(3)]]; // reject
};

kernel void copy(constant inputs &all [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    all.second[i] = all.first[i];
}
