//! title:     Compute commands came with Metal 2.3
//! verifies:  icb.compute.gate
//! requires:  msl 2.2
//! msl:       2.2
//! reject:    compute_command undeclared unknown
//! grade:     inferred
//! control:   replace `sizeof(compute_command)` with `sizeof(uint)`

#include <metal_stdlib>
#include <metal_command_buffer>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(compute_command); // reject
}
