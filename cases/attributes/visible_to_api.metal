//! title:     The API sees functions with an attribute for it, and no others
//! verifies:  func.qualified.lookup
//! reflect:   library: twice = 0, helper = absent
//! mutant:    func.qualified.lookup | replace `void helper(device uint *result)` with `kernel void helper(device uint *result)` and replace `helper(result + i)` with `result[i] *= 2`
//! mutant:    func.qualified.lookup | replace `kernel void twice` with `kernel void other`

#include <metal_stdlib>
using namespace metal;

void helper(device uint *result)
{
    *result *= 2;
}

kernel void twice(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    helper(result + i);
}
