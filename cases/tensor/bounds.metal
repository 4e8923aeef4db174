//! title:     get gives zero beyond a tensor and repeats an extent of 1; set drops what lies beyond
//! verifies:  tensor.get.oob_default tensor.get.broadcast tensor.set.oob_dropped
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half int
//! dispatch:  threads 12 x 12, threadgroup 12 x 1
//! in:        data T[64] = iota(1, 1)
//! in:        shift int2 = -2, -2
//! out:       beyond T[threads]
//! out:       row T[threads]
//! out:       column T[threads]
//! inout:     stored T[144] = constant(7)
//! expect:    beyond = framed(12, 12, 2, 2, 8, 8, 1, 8)
//! expect:    row = framed(12, 12, 2, 2, 10, 8, 0, 1)
//! expect:    column = framed(12, 12, 2, 2, 8, 10, 1, 0)
//! expect:    stored = kept_frame(12, 0, 0, 8, 8, 7)
//! mutant:    tensor.get.oob_default | replace `view.get(x, y)` with `view.get(clamp(x, 0, 7), clamp(y, 0, 7))`
//! mutant:    tensor.get.broadcast | replace `wide.get(x, y)` with `wide.get(x, min(y, 8))` and replace
//!            `dextents<int, 2>(1, 8)` with `dextents<int, 2>(2, 8)`
//! mutant:    tensor.set.oob_dropped | replace `dextents<int, 2>(8, 8), array` with
//!            `dextents<int, 2>(9, 8), array`
//! note:      The default value is taken to be zero. An index below zero is outside; one above zero in a dimension of one element
//!            stands for that element.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(device T *data [[buffer(0)]], constant int2 &shift [[buffer(1)]], device T *beyond [[buffer(2)]],
                 device T *row [[buffer(3)]], device T *column [[buffer(4)]], device T *stored [[buffer(5)]],
                 uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x) + shift.x, y = int(at.y) + shift.y, i = int(at.x) + 12 * int(at.y);
    tensor<device T, dextents<int, 2>, tensor_inline> view(data, dextents<int, 2>(8, 8));
    tensor<device T, dextents<int, 2>, tensor_inline> wide(data, dextents<int, 2>(1, 8));
    tensor<device T, dextents<int, 2>, tensor_inline> high(data, dextents<int, 2>(8, 1));
    tensor<device T, dextents<int, 2>, tensor_inline> target(stored, dextents<int, 2>(8, 8), array<int, 2>{1, 12});
    beyond[i] = view.get(x, y);
    row[i] = wide.get(x, y);
    column[i] = high.get(x, y);
    target.set(T(x < 0 || y < 0 || x > 7 || y > 7 ? 1 : 0), x, y);
}
