//! title:     kernel and [[kernel]] mark the same kind of function
//! verifies:  func.kernel.spelling
//! requires:  msl 2.3
//! dispatch:  old_style(data, first): threads 64, threadgroup 64
//! dispatch:  new_style(data, second): threads 64, threadgroup 64
//! in:        data int[64] = random
//! out:       first int[64]
//! out:       second int[64]
//! expect:    first = same data
//! expect:    second = same data
//! mutant:    func.kernel.spelling | replace `second[i] = data[i]` with `second[i] = ~data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void old_style(device const int *data [[buffer(0)]], device int *first [[buffer(1)]],
                      uint i [[thread_position_in_grid]])
{
    first[i] = data[i];
}

[[kernel]] void new_style(device const int *data [[buffer(0)]], device int *second [[buffer(1)]],
                          uint i [[thread_position_in_grid]])
{
    second[i] = data[i];
}
