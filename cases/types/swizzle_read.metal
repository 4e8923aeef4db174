//! title:     A swizzle reads components in any order and any number of times
//! verifies:  vector.swizzle.multi vector.swizzle.permute vector.swizzle.replicate
//! requires:  msl 2.2
//! for:       (LETTERS, A, B, C, D) in (xyzw, 0, 1, 2, 3) (wzyx, 3, 2, 1, 0) (yxwz, 1, 0, 3, 2) (zwxy, 2, 3, 0, 1)
//!            (xxxx, 0, 0, 0, 0) (wwww, 3, 3, 3, 3) (xyxy, 0, 1, 0, 1) (zzyy, 2, 2, 1, 1) (wxxz, 3, 0, 0, 2) (rgba, 0,
//!            1, 2, 3) (abgr, 3, 2, 1, 0) (ggra, 1, 1, 0, 3); T in char4 int4 half4 float4
//! dispatch:  threads 64, threadgroup 64
//! in:        a T[64] = random
//! out:       result T[64]
//! expect:    result = swizzled(a, A, B, C, D)
//! mutant:    vector.swizzle.multi vector.swizzle.permute vector.swizzle.replicate |
//!            replace `a[i].LETTERS` with `T(a[i].LETTERS.xyz, a[i ^ 1].y)`
//! mutant:    vector.swizzle.multi vector.swizzle.permute vector.swizzle.replicate | replace `a[i].LETTERS`
//!            with `a[i].yzzw`

#include <metal_stdlib>
using namespace metal;

kernel void pick(device const T *a [[buffer(0)]], device T *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    result[i] = a[i].LETTERS;
}
