//! title:     Dispatches of a concurrent encoder that write different elements of a buffer need no barrier
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! subcases:  N in 40 65536
//! options:   concurrent
//! dispatch:  copy_third(input, result, zero): threads N, threadgroup 64
//! dispatch:  copy_third(input, result, one): threads N, threadgroup 96
//! dispatch:  copy_third(input, result, two): threads N, threadgroup 32
//! in:        input uint[3 * N] = random
//! in:        zero uint = 0
//! in:        one uint = 1
//! in:        two uint = 2
//! out:       result uint[3 * N]
//! expect:    result = same input
//! mutant:    kb43 | replace `result[3 * i + which]` with `result[(3 * i + which) / 2]`

#include <metal_stdlib>
using namespace metal;

kernel void copy_third(device const uint *input [[buffer(0)]], device uint *result [[buffer(1)]],
                       constant uint &which [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[3 * i + which] = input[3 * i + which];
}
