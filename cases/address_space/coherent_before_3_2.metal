//! title:     coherent(device) comes with 3.2
//! verifies:  coherence.before_32.reject
//! msl:       2.4 3.1
//! reject:    coherent expected
//! grade:     inferred
//! control:   replace `coherent(device) ` with ``

#include <metal_stdlib>
using namespace metal;

kernel void copy(coherent(device) device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]]) // reject
{
    data[i] += 1;
}
