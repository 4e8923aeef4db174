//! title:     Program scope bindings reach buffers up to the last index without an argument, and two may lead to the same memory
//! verifies:  global.binding global.binding.may_alias global.binding.extern global.binding.shared_index
//! requires:  msl 3.2
//! dispatch:  threads 16, threadgroup 16
//! in:        source@0 int[16] = random
//! in:        one@29 int[16] = ones
//! inout:     target@1 int[16] = zeros
//! out:       again@30 int[16]
//! expect:    target = added(source, one)
//! expect:    again = added(source, one)
//! mutant:    global.binding | replace `constant seen [[buffer(30)]]` with `constant seen [[buffer(29)]]`
//! mutant:    global.binding.may_alias | replace `result[i] = data[i] + 1; seen[i] = same[i];` with `const int before
//!            = same[i]; result[i] = data[i] + 1; seen[i] = before;`
//! mutant:    global.binding.extern | replace `extern device const int *constant data [[buffer(0)]]; device const int
//!            *constant data [[buffer(0)]];` with `extern device const int *constant data [[buffer(29)]]; device const
//!            int *constant data [[buffer(29)]];`
//! mutant:    global.binding.shared_index | replace `constant same [[buffer(1)]]` with `constant same [[buffer(29)]]`

#include <metal_stdlib>
using namespace metal;

extern device const int *constant data [[buffer(0)]];
device const int *constant data [[buffer(0)]];
device int *constant result [[buffer(1)]];
device int *constant same [[buffer(1)]];
device int *constant seen [[buffer(30)]];

kernel void next(uint i [[thread_position_in_grid]])
{
    result[i] = data[i] + 1;
    seen[i] = same[i];
}
