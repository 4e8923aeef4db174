//! title:     A bfloat beside a float is compared as a float; beside an integer, which becomes a bfloat, as a bfloat
//! verifies:  ops.relational.scalar ops.equality.scalar
//! requires:  msl 3.1, feature bfloat
//! for:       (OP, BELOW, SAME, ABOVE) in (<, 1, 0, 0) (<=, 1, 1, 0) (>, 0, 0, 1) (>=, 0, 1, 1) (==, 0, 1, 0) (!=, 1, 0, 1)
//! dispatch:  threads 1, threadgroup 1
//! in:        b bfloat = 1
//! in:        f float[3] = values 1.001953125 1 0.9990234375
//! in:        n int[3] = values 2 1 0
//! out:       left int[3]
//! out:       right int[3]
//! out:       whole int[3]
//! expect:    left = values BELOW SAME ABOVE
//! expect:    right = values ABOVE SAME BELOW
//! expect:    whole = values BELOW SAME ABOVE
//! mutant:    ops.relational.scalar | replace `b OP f[i]` with `b OP bfloat(f[i])` | for OP=<
//! mutant:    ops.relational.scalar | replace `b OP n[i]` with `n[i] OP b` | for OP=<
//! mutant:    ops.equality.scalar | replace `f[i] OP b` with `bfloat(f[i]) OP b` | for OP===
//! note:      The floats beside 1 would be 1 as bfloat.

#include <metal_stdlib>
using namespace metal;

kernel void compare(constant bfloat &b [[buffer(0)]], device const float *f [[buffer(1)]],
                    device const int *n [[buffer(2)]], device int *left [[buffer(3)]],
                    device int *right [[buffer(4)]], device int *whole [[buffer(5)]])
{
    for (int i = 0; i < 3; i++) {
        left[i] = b OP f[i];
        right[i] = f[i] OP b;
        whole[i] = b OP n[i];
    }
}
