//! title:     long double is not a type of MSL
//! verifies:  types.scalar.long_double.reject
//! reject:    double
//! grade:     rule stated
//! control:   replace `long double sum` with `float sum`

#include <metal_stdlib>
using namespace metal;

kernel void add(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                uint i [[thread_position_in_grid]])
{
    long double sum = data[i]; // reject
    result[i] = float(sum + 1);
}
