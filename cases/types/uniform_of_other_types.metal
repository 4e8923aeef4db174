//! title:     uniform holds arithmetic types and vectors
//! verifies:  uniform.other_types
//! requires:  msl 2.0
//! for:       T in pair
//! reject:
//! grade:     rule stated
//! control:   replace `uniform<T> one;` with `uniform<int> one; T other;`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

struct pair {
    int first, second;
};

kernel void pick(constant int &value [[buffer(0)]], device int *result [[buffer(1)]])
{
    uniform<T> one; // reject
    result[0] = value;
}
