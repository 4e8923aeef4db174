//! title:     Relational and equality operators compare component by component and give bools
//! verifies:  ops.relational.scalar ops.relational.vector ops.equality.scalar ops.equality.vector
//! requires:  msl 2.3
//! for:       (V, S, B) in (char3, char, bool3) (uchar4, uchar, bool4) (short2, short, bool2) (int4, int, bool4)
//!            (uint2, uint, bool2) (ulong2, ulong, bool2) (half4, half, bool4) (float3, float, bool3); (OP, EXPECTED)
//!            in (<, less) (<=, less_equal) (>, greater) (>=, greater_equal) (==, equal) (!=, not_equal)
//! dispatch:  threads 256, threadgroup 64
//! in:        a V[256] = few_values
//! in:        b V[256] = few_values
//! in:        s S[256] = few_values
//! in:        t S[256] = few_values
//! out:       scalars bool[256]
//! out:       vectors B[256]
//! out:       left B[256]
//! out:       right B[256]
//! expect:    scalars = EXPECTED(s, t)
//! expect:    vectors = EXPECTED(a, b)
//! expect:    left = EXPECTED(s, b)
//! expect:    right = EXPECTED(a, t)
//! mutant:    ops.relational.scalar ops.equality.scalar | replace `one = s[i] OP t[i]` with `one = s[i] OP t[i ^ 1]`
//! mutant:    ops.relational.vector ops.equality.vector | replace `a[i] OP b[i]` with `B(all(a[i] OP b[i]))`
//! mutant:    ops.relational.vector ops.equality.vector | replace `s[i] OP b[i]` with `s[i] OP b[i].x`
//! mutant:    ops.relational.vector ops.equality.vector | replace `a[i] OP t[i]` with `a[i].x OP t[i]`
//! mutant:    ops.relational.scalar | replace `one = s[i] OP t[i]` with
//!            `one = t[i] OP s[i]` | for EXPECTED=less EXPECTED=less_equal EXPECTED=greater EXPECTED=greater_equal
//! mutant:    ops.equality.scalar | replace `one = s[i] OP t[i]` with
//!            `one = s[i] OP (t[i] + S(1))` | for EXPECTED=equal EXPECTED=not_equal

#include <metal_stdlib>
using namespace metal;

kernel void compare(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device const S *s [[buffer(2)]],
                    device const S *t [[buffer(3)]], device bool *scalars [[buffer(4)]],
                    device B *vectors [[buffer(5)]], device B *left [[buffer(6)]], device B *right [[buffer(7)]],
                    uint i [[thread_position_in_grid]])
{
    const bool one = s[i] OP t[i];
    scalars[i] = one;
    vectors[i] = a[i] OP b[i];
    left[i] = s[i] OP b[i];
    right[i] = a[i] OP t[i];
}
