//! title:     A stitchable function is a visible one: kernels call it
//! verifies:  func.stitchable
//! requires:  msl 2.4, feature function_pointers
//! before:    a compiler may ignore an attribute that it does not know
//! options:   link next
//! dispatch:  call(data@0, result@2): threads 64, threadgroup 64
//! in:        data int[64] = integers(-100, 100)
//! in:        one int[64] = ones
//! out:       result int[64]
//! expect:    result = added(data, one)
//! mutant:    func.stitchable | replace `return value + 1` with `return value + 2`

#include <metal_stdlib>
using namespace metal;

[[stitchable]] int next(int value)
{
    return value + 1;
}

kernel void call(device const int *data [[buffer(0)]], device int *result [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = next(data[i]);
}
