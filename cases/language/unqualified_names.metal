//! title:     A function of the library has no name outside the namespace metal
//! verifies:  ns.metal.unqualified
//! reject:
//! grade:     inferred
//! control:   replace `= popcount(` with `= metal::popcount(`

#include <metal_stdlib>

kernel void count(device uint *data [[buffer(0)]])
{
    data[0] = popcount(data[1]); // reject
}
