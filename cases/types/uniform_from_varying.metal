//! title:     A uniform takes no value that differs between threads
//! verifies:  uniform.from_nonuniform.reject
//! requires:  msl 2.0
//! reject:    uniform conversion convert initialize
//! grade:     rule stated
//! control:   replace `int z = int(i.x * i.y)` with `uniform<int> z = make_uniform(7)`
//! note:      line 2362 promises an error, line 2398 says that there may be none; so acceptance is only recorded

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

kernel void store(device int *result [[buffer(0)]], uint2 i [[thread_position_in_grid]])
{
    int z = int(i.x * i.y);
    uniform<int> b = z; // reject
    result[i.x] = b;
}
