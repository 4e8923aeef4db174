//! title:     A structure of resources, nested too, is an argument of a kernel and of a function, by value
//! verifies:  struct_arg.resources struct_arg.by_value
//! dispatch:  multiply(weights, more, result, image): threads 4, threadgroup 4
//! in:        image texture2d<float>(r32float)[4, 1] = values 1 2 3 4
//! in:        weights float[4] = values 10 20 30 40
//! in:        more float[4] = values 5 6 7 8
//! out:       result float[4]
//! expect:    result = values 15 46 97 168
//! mutant:    struct_arg.resources | replace `all.more[i]` with `all.more[0]`
//! mutant:    struct_arg.by_value | replace `from.weights[i]` with `from.weights[0]`

#include <metal_stdlib>
using namespace metal;

struct inputs {
    texture2d<float> image [[texture(0)]];
    device const float *weights [[buffer(0)]];
};
struct resources {
    inputs in;
    constant float *more [[buffer(1)]];
};

float weighted(inputs from, uint i)
{
    return from.image.read(uint2(i, 0)).x * from.weights[i];
}

kernel void multiply(resources all, device float *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = weighted(all.in, i) + all.more[i];
}
