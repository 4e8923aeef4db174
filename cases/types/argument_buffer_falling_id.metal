//! title:     The ids of the members of an argument buffer increase
//! verifies:  argbuf.id.monotonic
//! requires:  msl 2.0
//! for:       ID in 2 1 0
//! reject:    id
//! grade:     rule stated
//! control:   replace `[[id(ID)]]` with `[[id(4)]]`

#include <metal_stdlib>
using namespace metal;

struct inputs {
    device float *first [[id(3)]];
    device float *second [[id(ID)]]; // reject
};

kernel void copy(constant inputs &all [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    all.second[i] = all.first[i];
}
