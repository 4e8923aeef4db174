//! title:     The initialiser of a constant is a core constant expression
//! verifies:  addrspace.constant.core_constant
//! reject:    constant
//! grade:     rule stated
//! control:   replace `int next(int x)` with `constexpr int next(int x)`

#include <metal_stdlib>
using namespace metal;

int next(int x)
{
    return x + 1;
}

constant int start = next(2); // reject

kernel void read(device int *result [[buffer(0)]])
{
    result[0] = start;
}
