//! title:     Two buffers of a kernel cannot share an index, also where another stands between them
//! verifies:  bind.duplicate.reject
//! reject:    index
//! grade:     error stated
//! control:   replace `*result [[buffer(0)]]` with `*result [[buffer(2)]]`

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const float *data [[buffer(0)]],
                 constant float &factor [[buffer(1)]],
                 device float *result [[buffer(0)]], // reject
                 uint i [[thread_position_in_grid]])
{
    result[i] = factor * data[i];
}
