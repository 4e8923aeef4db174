//! title:     Division of signed integers truncates toward zero
//! verifies:  ops.div.int.truncation
//! requires:  msl 2.3
//! for:       T in char4 short3 int2 int4 long2
//! dispatch:  threads 64, threadgroup 64
//! in:        a T[64] = integers(-127, 127)
//! in:        b T[64] = integers(-20, -1)
//! in:        c T[64] = integers(1, 20)
//! out:       negative T[64]
//! out:       positive T[64]
//! expect:    negative = divided(a, b)
//! expect:    positive = divided(a, c)
//! mutant:    ops.div.int.truncation | replace `a[i] / b[i]` with `(a[i] - select(T(0), T(1), a[i] > 0)) / b[i]`
//! mutant:    ops.div.int.truncation | replace `a[i] / c[i]` with `(a[i] - select(T(0), c[i] - 1, a[i] < 0)) / c[i]`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device const T *c [[buffer(2)]],
                    device T *negative [[buffer(3)]], device T *positive [[buffer(4)]],
                    uint i [[thread_position_in_grid]])
{
    negative[i] = a[i] / b[i];
    positive[i] = a[i] / c[i];
}
