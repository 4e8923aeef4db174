//! title:     A program compiled without a word about math gets the fast functions
//! verifies:  num.fast.default
//! options:   default_math
//! dispatch:  threads 4096, threadgroup 64
//! in:        data float[threads] = random(-3, 3)
//! out:       same_as_fast uint[threads]
//! expect:    same_as_fast = values 1 …
//! mutant:    num.fast.default | replace `= sin(data[i])` with `= precise::sin(data[i])`

#include <metal_stdlib>
using namespace metal;

kernel void compare(device const float *data [[buffer(0)]], device uint *same_as_fast [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    float plain = sin(data[i]), quick = fast::sin(data[i]);
    same_as_fast[i] = as_type<uint>(plain) == as_type<uint>(quick);
}
