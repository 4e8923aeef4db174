//! title:     long long is not a type of MSL
//! verifies:  types.scalar.long_long.reject
//! for:       SIGN in signed unsigned
//! reject:    long
//! grade:     rule stated
//! control:   replace `SIGN long long sum` with `SIGN int sum`

#include <metal_stdlib>
using namespace metal;

kernel void add(device const int *data [[buffer(0)]], device int *result [[buffer(1)]],
                uint i [[thread_position_in_grid]])
{
    SIGN long long sum = data[i]; // reject
    result[i] = int(sum + 1);
}
