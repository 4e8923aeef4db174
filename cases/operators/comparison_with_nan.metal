//! title:     With a NaN every comparison is false but !=, which is true; infinities and zeros keep their order
//! verifies:  ops.relational.nan ops.equality.nan math.mode.relaxed.inf_nan math.mode.safe.inf_nan
//! for:       (V, S, B) in (half4, half, bool4) (float4, float, bool4); (OP, EXPECTED) in (<, less) (<=, less_equal)
//!            (>, greater) (>=, greater_equal) (==, equal) (!=, not_equal)
//! math:      relaxed safe
//! dispatch:  threads 8, threadgroup 8
//! in:        a V[8] = values nan 1 inf -inf 0 -0.0 nan nan 2 -1 0 inf nan inf -inf 3 0 1 nan -2 5 0 nan 1
//!            inf 0 nan 2 nan 1 -inf 4
//! in:        b V[8] = values nan nan inf inf -0.0 0 inf 1 nan -1 nan inf 0 -inf nan 4 0 2 nan nan -5 nan nan 2
//!            inf nan 0 2 1 nan -inf 5
//! in:        s S[8] = values nan 1 inf nan -inf 0 nan 2
//! in:        t S[8] = values nan nan inf 1 nan -0.0 inf 2
//! out:       vectors B[8]
//! out:       scalars bool[8]
//! expect:    vectors = EXPECTED(a, b)
//! expect:    scalars = EXPECTED(s, t)
//! mutant:    ops.relational.nan ops.equality.nan math.mode.relaxed.inf_nan math.mode.safe.inf_nan |
//!            replace `a[i] OP b[i]` with `!(a[i] OP b[i])`
//! mutant:    ops.relational.nan ops.equality.nan math.mode.relaxed.inf_nan math.mode.safe.inf_nan |
//!            replace `s[i] OP t[i]` with `(isnan(s[i]) ? S(0) : s[i]) OP (isnan(t[i]) ? S(0) : t[i])`
//! mutant:    ops.relational.nan | replace `s[i] OP t[i]` with
//!            `(isnan(s[i]) || s[i] OP t[i])` | for EXPECTED=less EXPECTED=less_equal EXPECTED=greater
//!            EXPECTED=greater_equal
//! mutant:    ops.equality.nan | replace `a[i] OP b[i]` with
//!            `select(a[i], V(1), isnan(a[i])) OP b[i]` | for EXPECTED=equal EXPECTED=not_equal
//! mutant:    math.mode.relaxed.inf_nan | replace `a[i] OP b[i]` with
//!            `select(a[i], V(0), isinf(a[i])) OP b[i]` | for math=relaxed
//! mutant:    math.mode.safe.inf_nan | replace `a[i] OP b[i]` with
//!            `a[i] OP select(b[i], V(0), isinf(b[i]))` | for math=safe

#include <metal_stdlib>
using namespace metal;

kernel void compare(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device const S *s [[buffer(2)]],
                    device const S *t [[buffer(3)]], device B *vectors [[buffer(4)]],
                    device bool *scalars [[buffer(5)]], uint i [[thread_position_in_grid]])
{
    vectors[i] = a[i] OP b[i];
    scalars[i] = s[i] OP t[i];
}
