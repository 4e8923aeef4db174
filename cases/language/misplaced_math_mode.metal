//! title:     A math_mode pragma inside a block stands before its first statement
//! verifies:  math.pragma.mode.misplaced
//! requires:  os 15.0
//! reject:    pragma
//! grade:     rule stated
//! control:   replace `#pragma METAL fp math_mode(safe)` with `sum += 3.0f;`

#include <metal_stdlib>
using namespace metal;

kernel void add(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    float sum = data[i] + 1.0f;
#pragma METAL fp math_mode(safe) // reject
    data[i] = sum + 2.0f;
}
