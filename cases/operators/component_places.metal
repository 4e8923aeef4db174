//! title:     In a template, too, a component is assigned to and stepped in a place that is evaluated once
//! verifies:  ops.other.cxx ops.incdec.pre ops.incdec.post
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long ulong half float; V in vec packed_vec
//! dispatch:  threads 1, threadgroup 1
//! in:        from int[1] = zeros
//! in:        a vec<T, 4>[6] = values 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
//! out:       result T[24]
//! out:       yielded T[3]
//! out:       at int[2]
//! expect:    result = values 3 2 3 4 5 7 8 8 9 10 11 48 12 13 15 16 18 18 19 20 21 22 22 24
//! expect:    yielded = values 48 17 22
//! expect:    at = values 5 4
//! mutant:    ops.other.cxx | replace `p[i++].x += S(2)` with `p[i].x += S(2)`
//! mutant:    ops.other.cxx | replace `(*q++).a *= S(4)` with `(*q).a *= S(4)`
//! mutant:    ops.incdec.post | replace `next(p, i).x++` with `++next(p, i).x`
//! mutant:    ops.incdec.pre | replace `--p[i--].z` with `p[i--].z--`

#include <metal_stdlib>
using namespace metal;

template <typename S>
static thread V<S, 4> &next(thread V<S, 4> *p, thread int &i)
{
    return p[i++];
}

template <typename S>
static void change(thread V<S, 4> *p, int i, device S *yielded, device int *at)
{
    p[i++].x += S(2);
    p[i++].yz += V<S, 2>(S(1));
    thread V<S, 4> *q = p + i;
    yielded[0] = (*q++).a *= S(4);
    q++->rg -= V<S, 2>(S(1));
    i += int(q - p) - 2;
    yielded[1] = next(p, i).x++;
    at[0] = i;
    yielded[2] = --p[i--].z;
    at[1] = i;
}

kernel void write(device const int *from [[buffer(0)]], device const vec<T, 4> *a [[buffer(1)]],
                  device T *result [[buffer(2)]], device T *yielded [[buffer(3)]], device int *at [[buffer(4)]])
{
    V<T, 4> p[6];
    for (uint k = 0; k < 6; k++)
        p[k] = V<T, 4>(a[k]);
    change<T>(p, from[0], yielded, at);
    for (uint k = 0; k < 24; k++)
        result[k] = p[k / 4][k % 4];
}
