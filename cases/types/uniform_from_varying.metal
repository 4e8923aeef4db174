//! title:     A uniform takes no value that differs between threads
//! verifies:  uniform.from_nonuniform.reject
//! reject:    uniform conversion convert initialize
//! grade:     rule stated
//! control:   replace `uniform<int> b = z` with `int b = z`
//! note:      line 2362 promises an error, line 2398 says that there may be none; so acceptance is only recorded

#include <metal_stdlib>
using namespace metal;

kernel void store(device int *result [[buffer(0)]], uint2 i [[thread_position_in_grid]])
{
    int z = int(i.x * i.y);
    uniform<int> b = z; // reject
    result[i.x] = b;
}
