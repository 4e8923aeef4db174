//! title:     select of integers takes the second operand where the mask is true
//! verifies:  relational.select.int relational.select.scalar relational.select.mask_is_bool
//! requires:  msl 2.3
//! for:       (T, B) in (char, bool) (char2, bool2) (char3, bool3) (char4, bool4) (uchar, bool) (uchar2, bool2)
//!            (uchar3, bool3) (uchar4, bool4) (short, bool) (short2, bool2) (short3, bool3) (short4, bool4) (ushort,
//!            bool) (ushort2, bool2) (ushort3, bool3) (ushort4, bool4) (int, bool) (int2, bool2) (int3, bool3)
//!            (int4, bool4) (uint, bool) (uint2, bool2) (uint3, bool3) (uint4, bool4) (long, bool) (long2, bool2)
//!            (long3, bool3) (long4, bool4) (ulong, bool) (ulong2, bool2) (ulong3, bool3) (ulong4, bool4)
//! dispatch:  threads 4096, threadgroup 64
//! in:        a T[threads] = random
//! in:        b T[threads] = random
//! in:        c B[threads] = random
//! out:       result T[threads]
//! expect:    result = selected(a, b, c)
//! mutant:    relational.select.int | replace
//!            `select(a[i], b[i], c[i])` with `select(b[i], a[i], c[i])`
//! mutant:    relational.select.scalar | replace `select(a[i], b[i], c[i])` with `(c[i] ? a[i] : b[i])` | for B=bool
//! mutant:    relational.select.mask_is_bool | replace `select(a[i], b[i], c[i])` with
//!            `select(a[i], b[i], c[i] && (a[i] < T(0)))` | for T=char4 T=int4

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device const B *c [[buffer(2)]],
                   device T *result [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    result[i] = select(a[i], b[i], c[i]);
}
