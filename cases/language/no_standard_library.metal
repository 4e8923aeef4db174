//! title:     There is no C++ standard library
//! verifies:  lang.reject.std_library
//! for:       HEADER in vector string iostream
//! reject:
//! grade:     inferred
//! control:   replace `#include <HEADER>` with `#include <metal_math>`

#include <metal_stdlib>
using namespace metal;

#include <HEADER> // reject

kernel void store(device float *result [[buffer(0)]])
{
    result[0] = sqrt(result[1]);
}
