//! title:     A single bool selects for all components of vectors
//! verifies:  convert.implicit.scalar_to_vector
//! for:       T in half2 half4 float3 float4 char3 uchar4 short2 ushort4 int2 int4 uint3
//! for:       (LIMIT, WHICH) in (4096u, b) (0u, a)
//! dispatch:  threads 4096, threadgroup 64
//! math:      safe fast
//! in:        a T[threads] = random
//! in:        b T[threads] = random
//! out:       result T[threads]
//! expect:    result = same WHICH
//! mutant:    convert.implicit.scalar_to_vector | replace `a[i], b[i]` with `b[i], a[i]`

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *result [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    result[i] = select(a[i], b[i], i < LIMIT);
}
