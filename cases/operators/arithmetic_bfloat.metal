//! title:     Binary + - * on bfloat, alone, in vectors and in packed vectors; an integer beside it becomes one, and it a float beside a float
//! verifies:  ops.arith.scalar ops.arith.vector_vector ops.arith.scalar_vector ops.arith.result_type packed.arithmetic
//! requires:  msl 3.1, feature bfloat
//! for:       (OP, EXPECTED) in (+, added) (-, subtracted) (*, multiplied); V in vec packed_vec
//! subcases:  N in 2 3 4
//! math:      safe
//! dispatch:  threads 256, threadgroup 64
//! in:        a vec<bfloat, N>[256] = integers(-10, 11)
//! in:        b vec<bfloat, N>[256] = integers(-10, 11)
//! in:        s bfloat[256] = integers(-10, 11)
//! in:        t bfloat[256] = integers(1, 11)
//! in:        whole float[256] = integers(1, 11)
//! in:        f float[256] = random(1, 2)
//! out:       scalars bfloat[256]
//! out:       vectors vec<bfloat, N>[256]
//! out:       right vec<bfloat, N>[256]
//! out:       left vec<bfloat, N>[256]
//! out:       int_left bfloat[256]
//! out:       float_right float[256]
//! out:       float_left float[256]
//! expect:    scalars = EXPECTED(s, t)
//! expect:    vectors = EXPECTED(a, b)
//! expect:    right = EXPECTED(a, t)
//! expect:    left = EXPECTED(s, b)
//! expect:    int_left = EXPECTED(whole, t)
//! expect:    float_right = EXPECTED(whole, f)
//! expect:    float_left = EXPECTED(f, whole)
//! mutant:    ops.arith.scalar | replace `s[i] OP t[i]` with `s[i] OP (t[i] + bfloat(1))`
//! mutant:    ops.arith.vector_vector | replace `p OP q` with `p OP q[0]` | for V=vec
//! mutant:    packed.arithmetic | replace `p OP q` with `p OP q[0]` | for V=packed_vec
//! mutant:    ops.arith.scalar_vector | replace `p OP t[i]` with `p OP b[i].x`
//! mutant:    ops.arith.scalar_vector | replace `s[i] OP q` with `a[i].x OP q`
//! mutant:    ops.arith.result_type | replace `b1 OP f[i]` with `b1 OP bfloat(f[i])`
//! mutant:    ops.arith.result_type | replace `f[i] OP b1` with `bfloat(f[i]) OP b1`
//! mutant:    ops.arith.result_type | replace `int(whole[i]) OP t[i]` with `int(whole[i]) OP (t[i] + t[i])`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const vec<bfloat, N> *a [[buffer(0)]], device const vec<bfloat, N> *b [[buffer(1)]],
                    device const bfloat *s [[buffer(2)]], device const bfloat *t [[buffer(3)]],
                    device const float *whole [[buffer(4)]], device const float *f [[buffer(5)]],
                    device bfloat *scalars [[buffer(6)]], device vec<bfloat, N> *vectors [[buffer(7)]],
                    device vec<bfloat, N> *right [[buffer(8)]], device vec<bfloat, N> *left [[buffer(9)]],
                    device bfloat *int_left [[buffer(10)]], device float *float_right [[buffer(11)]],
                    device float *float_left [[buffer(12)]], uint i [[thread_position_in_grid]])
{
    const V<bfloat, N> p(a[i]), q(b[i]);
    const bfloat b1 = bfloat(whole[i]);
    scalars[i] = s[i] OP t[i];
    vectors[i] = p OP q;
    right[i] = p OP t[i];
    left[i] = s[i] OP q;
    int_left[i] = int(whole[i]) OP t[i];
    float_right[i] = b1 OP f[i];
    float_left[i] = f[i] OP b1;
}
