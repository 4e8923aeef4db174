//! title:     Neither float nor half converts to bfloat by itself
//! verifies:  convert.implicit.to_bfloat.reject
//! requires:  msl 3.1, feature bfloat
//! for:       T in float half
//! reject:    bfloat viable conversion initialize
//! grade:     rule stated
//! control:   replace `wide = narrow;` with `wide = bfloat(narrow);`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const T *data [[buffer(0)]], device bfloat *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const T narrow = data[i];
    const bfloat wide = narrow; // reject
    result[i] = wide;
}
