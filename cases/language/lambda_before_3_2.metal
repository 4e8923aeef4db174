//! title:     Before version 3.2 there are no lambda expressions
//! verifies:  lang.lambda.reject_before
//! msl:       2.4 3.1
//! reject:    lambda
//! grade:     rule stated
//! control:   replace `[](int x) { return 2 * x; }` with `data[i]` and replace `doubled(data[i])` with `doubled`

#include <metal_stdlib>
using namespace metal;

kernel void twice(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    auto doubled = [](int x) { return 2 * x; }; // reject
    data[i] = doubled(data[i]);
}
