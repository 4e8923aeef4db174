//! title:     A pipeline whose kernel calls a visible function has to link it
//! verifies:  func.visible.separate_unit
//! requires:  msl 2.3, feature function_pointers
//! no_pipeline: next link undefined
//! dispatch:  call: threads 1, threadgroup 1
//! grade:     rule stated
//! control:   replace `[[visible]] int next` with `static int next`
//! note:      language/function_pointer has the same call in a pipeline that links the function

#include <metal_stdlib>
using namespace metal;

[[visible]] int next(int value)
{
    return value + 1;
}

kernel void call(device int *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = next(result[i]);
}
