//! title:     all and any of the components of a bool vector; not of each
//! verifies:  relational.all.vector relational.any.vector relational.not.value relational.not.token
//!            relational.all.scalar relational.any.scalar
//! for:       (B, V) in (bool, uchar) (bool2, uchar2) (bool3, uchar3) (bool4, uchar4)
//! dispatch:  threads 256, threadgroup 64
//! in:        data B[threads] = random
//! out:       every uchar[threads]
//! out:       some uchar[threads]
//! out:       opposite V[threads]
//! expect:    every = all_true(data)
//! expect:    some = any_true(data)
//! expect:    opposite = negated(data)
//! mutant:    relational.all.vector | replace `all(data[i])` with `any(data[i])` | for B=bool2 B=bool3 B=bool4
//! mutant:    relational.any.vector | replace `any(data[i])` with `all(data[i])` | for B=bool2 B=bool3 B=bool4
//! mutant:    relational.all.scalar | replace `all(data[i])` with `true` | for B=bool
//! mutant:    relational.any.scalar | replace `any(data[i])` with `true` | for B=bool
//! mutant:    relational.not.value | replace `not(data[i])` with `data[i]`
//! mutant:    relational.not.token | replace `not(data[i])` with `B(!any(data[i]))` | for B=bool2 B=bool3 B=bool4

#include <metal_stdlib>
using namespace metal;

kernel void combine(device const B *data [[buffer(0)]], device uchar *every [[buffer(1)]],
                    device uchar *some [[buffer(2)]], device V *opposite [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    every[i] = all(data[i]);
    some[i] = any(data[i]);
    opposite[i] = V(not(data[i]));
}
