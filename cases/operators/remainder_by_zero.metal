//! title:     A zero divisor in one component leaves the remainders of the others defined
//! verifies:  ops.mod.zero.other_lanes
//! for:       T in int uint short uchar
//! dispatch:  threads 4, threadgroup 4
//! in:        a vec<T, 4>[4] = values 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22
//! in:        b vec<T, 4>[4] = values 0 3 4 5 3 0 4 5 3 4 0 5 3 4 5 0
//! out:       result vec<T, 4>[4]
//! expect:    result = remaindered(a, b)
//! mutant:    ops.mod.zero.other_lanes | replace `a[i] % b[i]`
//!            with `(any(b[i] == 0) ? vec<T, 4>(T(0)) : a[i] % b[i])`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const vec<T, 4> *a [[buffer(0)]], device const vec<T, 4> *b [[buffer(1)]],
                    device vec<T, 4> *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = a[i] % b[i];
}
