//! title:     A sum in float is not stored to a bfloat by itself
//! verifies:  kb36
//! requires:  msl 3.1, feature bfloat
//! reject:
//! grade:     rule stated
//! control:   replace `= sum;` with `= bfloat(sum);`

#include <metal_stdlib>
using namespace metal;

kernel void twice(device const float *data [[buffer(0)]], device bfloat *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    const float sum = data[i] + data[i];
    result[i] = sum; // reject
}
