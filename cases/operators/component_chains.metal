//! title:     In a template, too, an assignment to a component is the right side of another
//! verifies:  ops.assign.cxx
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long ulong half float; V in vec packed_vec
//! dispatch:  threads 1, threadgroup 1
//! in:        from int[1] = zeros
//! in:        a vec<T, 4>[2] = values 1 2 3 4 5 6 7 8
//! out:       result T[12]
//! out:       at int[1]
//! expect:    result = values 1 4 5 4 9 6 7 8 9 9 7 5
//! expect:    at = values 2
//! mutant:    ops.assign.cxx | replace `v.x += q->y *= S(2)` with `v.x += q->y, q->y *= S(2)`
//! mutant:    ops.assign.cxx | replace `v.w = p[i++].z += S(2)` with `v.w = p[i].z, p[i++].z += S(2)`
//! mutant:    ops.assign.cxx | replace `p[i++].x = v.y += S(3)` with `p[i++].x = v.y, v.y += S(3)`

#include <metal_stdlib>
using namespace metal;

template <typename S>
static int chain(thread V<S, 4> *p, thread V<S, 4> &v, int i)
{
    thread V<S, 4> *q = p;
    v.x += q->y *= S(2);
    v.w = p[i++].z += S(2);
    p[i++].x = v.y += S(3);
    return i;
}

kernel void assign(device const int *from [[buffer(0)]], device const vec<T, 4> *a [[buffer(1)]],
                   device T *result [[buffer(2)]], device int *at [[buffer(3)]])
{
    V<T, 4> p[3] = {V<T, 4>(a[0]), V<T, 4>(a[1]), V<T, 4>(a[1])};
    at[0] = chain<T>(p, p[2], from[0]);
    for (uint k = 0; k < 12; k++)
        result[k] = p[k / 4][k % 4];
}
