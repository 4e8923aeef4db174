// e to the power of each element: a kernel with a contract of the project's own.
//! contract: exponentials.contract
#include <metal_stdlib>
using namespace metal;

kernel void my_exp(device const float *input, device float *output, constant uint &count, uint i [[thread_position_in_grid]])
{
    if (i < count)
        output[i] = exp(input[i]);
}
