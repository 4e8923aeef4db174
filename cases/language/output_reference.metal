//! title:     The second result of modf, frexp and sincos goes to a variable of the thread, not to device memory
//! verifies:  kb42
//! for:       (FUNCTION, OUTPUT) in (modf, result) (frexp, whole) (sincos, result)
//! reject:    address space reference bind matching function
//! grade:     inferred
//! note:      section 6.6 prints these parameters without an address space; that it is thread was reported of Metal
//! control:   replace `FUNCTION(data[0], OUTPUT[1])` with `modf(data[0], own)`

#include <metal_stdlib>
using namespace metal;

kernel void split(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                  device int *whole [[buffer(2)]])
{
    float own;
    result[0] = FUNCTION(data[0], OUTPUT[1]); // reject
    result[1] = own + whole[0];
}
