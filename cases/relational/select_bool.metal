//! title:     select of bool takes the second operand where the mask is true
//! verifies:  relational.select.bool
//! for:       (T, B) in (bool, bool) (bool2, bool2) (bool3, bool3) (bool4, bool4)
//! dispatch:  threads 4096, threadgroup 64
//! math:      safe fast
//! in:        a T[threads] = random
//! in:        b T[threads] = random
//! in:        c B[threads] = random
//! out:       result T[threads]
//! expect:    result = selected(a, b, c)
//! mutant:    relational.select.bool | replace `select(a[i], b[i], c[i])` with `select(b[i], a[i], c[i])`

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device const B *c [[buffer(2)]],
                   device T *result [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    result[i] = select(a[i], b[i], c[i]);
}
