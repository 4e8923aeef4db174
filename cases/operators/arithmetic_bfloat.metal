//! title:     Binary + - * / on bfloat, alone and in vectors
//! verifies:  ops.arith.scalar ops.arith.scalar_vector
//! requires:  msl 3.1, feature bfloat
//! for:       (OP, EXPECTED) in (+, added) (-, subtracted) (*, multiplied)
//! math:      safe
//! dispatch:  threads 256, threadgroup 64
//! in:        a vec<bfloat, 3>[256] = integers(-10, 11)
//! in:        s bfloat[256] = integers(-10, 11)
//! in:        t bfloat[256] = integers(1, 11)
//! out:       scalars bfloat[256]
//! out:       right vec<bfloat, 3>[256]
//! expect:    scalars = EXPECTED(s, t)
//! expect:    right = EXPECTED(a, t)
//! mutant:    ops.arith.scalar | replace `s[i] OP t[i]` with `t[i]`
//! mutant:    ops.arith.scalar_vector | replace `a[i] OP t[i]` with `a[i].y OP bfloat3(t[i])`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const bfloat3 *a [[buffer(0)]], device const bfloat *s [[buffer(1)]],
                    device const bfloat *t [[buffer(2)]], device bfloat *scalars [[buffer(3)]],
                    device bfloat3 *right [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    scalars[i] = s[i] OP t[i];
    right[i] = a[i] OP t[i];
}
