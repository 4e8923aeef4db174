//! title:     There are pointers to uniform values, no uniform pointers
//! verifies:  uniform.uniform_pointer.reject
//! requires:  msl 2.0
//! reject:
//! grade:     error stated
//! control:   replace `uniform<device int *> where = result` with `uniform<int> where = make_uniform(3)`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

kernel void pick(constant int &value [[buffer(0)]], device int *result [[buffer(1)]])
{
    uniform<device int *> where = result; // reject
    result[0] = value;
}
