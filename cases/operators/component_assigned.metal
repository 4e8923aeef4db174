//! title:     An assignment to a component yields what the component then has, in vectors and in packed vectors
//! verifies:  ops.assign.cxx
//! requires:  msl 2.1
//! for:       (S, P) in (char, packed_char3) (ushort, packed_ushort3) (int, packed_int3) (float, packed_float3)
//!            (half, packed_half3)
//! dispatch:  threads 64, threadgroup 64
//! in:        a S[threads] = iota(1)
//! out:       plain S[threads]
//! out:       packed S[threads]
//! out:       added S[threads]
//! out:       chained S[threads]
//! expect:    plain = same a
//! expect:    packed = same a
//! expect:    added = formula(each(i < threads: a[i] + 2))
//! expect:    chained = same a
//! mutant:    ops.assign.cxx | replace `(p.y = a[i])` with `p.y; p.y = a[i]`
//! mutant:    ops.assign.cxx | replace `(q.x += S(2))` with `q.x; q.x += S(2)`
//! mutant:    ops.assign.cxx | replace `v.x = q.y = a[i]` with `v.x = q.y; q.y = a[i]`

#include <metal_stdlib>
using namespace metal;

kernel void assign(device const S *a [[buffer(0)]], device S *plain [[buffer(1)]], device S *packed [[buffer(2)]],
                   device S *added [[buffer(3)]], device S *chained [[buffer(4)]],
                   uint i [[thread_position_in_grid]])
{
    vec<S, 3> v(a[0]);
    P p(v), q(v);
    plain[i] = (v.z = a[i]);
    packed[i] = (p.y = a[i]);
    q.x = a[i];
    added[i] = (q.x += S(2));
    v.x = q.y = a[i];
    chained[i] = v.x;
}
