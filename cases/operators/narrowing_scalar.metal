//! title:     A scalar beside a vector converts to the vector's component type even if that narrows
//! verifies:  ops.arith.scalar_vector.narrowing ops.assign.scalar_to_vector convert.implicit.scalar_to_vector
//! for:       (V, S, EXPECTED, OP) in (half4, float, multiplied, *) (half2, float, added, +) (char3, int, added, +)
//!            (uchar4, uint, multiplied, *) (short2, int, subtracted, -)
//! math:      safe
//! dispatch:  threads 256, threadgroup 64
//! in:        a V[256] = integers(-50, 50)
//! in:        s S[256] = random
//! out:       right V[256]
//! out:       assigned V[256]
//! out:       passed V[256]
//! expect:    right = EXPECTED(a, s)
//! expect:    assigned = spread(s)
//! expect:    passed = spread(s)
//! mutant:    ops.arith.scalar_vector.narrowing | replace `a[i] OP s[i]` with `a[i] OP s[i ^ 1]`
//! mutant:    ops.assign.scalar_to_vector | replace `value = s[i];` with `value.x = s[i];`
//! mutant:    convert.implicit.scalar_to_vector | replace `same(s[i])` with `same(V(s[i], a[i].yx))` | for V=char3
//! mutant:    convert.implicit.scalar_to_vector | replace `same(s[i])` with `same(s[i ^ 1])`

#include <metal_stdlib>
using namespace metal;

static V same(V value)
{
    return value;
}

kernel void operate(device const V *a [[buffer(0)]], device const S *s [[buffer(1)]], device V *right [[buffer(2)]],
                    device V *assigned [[buffer(3)]], device V *passed [[buffer(4)]],
                    uint i [[thread_position_in_grid]])
{
    right[i] = a[i] OP s[i];
    V value = a[i];
    value = s[i];
    assigned[i] = value;
    passed[i] = same(s[i]);
}
