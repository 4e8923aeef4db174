//! title:     Constructors of vectors take their arguments from left to right, in all forms
//! verifies:  vector.ctor.splat vector.ctor.order vector.ctor.forms4 vector.ctor.forms3 vector.ctor.forms2
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long ulong half float
//! dispatch:  threads 1, threadgroup 1
//! in:        a T[4] = iota(1, 1)
//! out:       four vec<T, 4>[9]
//! out:       three T[15]
//! out:       two vec<T, 2>[3]
//! expect:    four = values 1 1 1 1 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 3 4 1 2
//! expect:    three = values 1 1 1 1 2 3 1 2 3 1 2 3 1 2 3
//! expect:    two = values 1 1 1 2 3 4
//! mutant:    vector.ctor.splat | replace `T4(s)` with `T4(s, s, s, d)`
//! mutant:    vector.ctor.order | replace `T4(cd, ab)` with `T4(ab, cd)`
//! mutant:    vector.ctor.forms4 | replace `T4(ab, s3, d)` with `T4(s3, d, ab)`
//! mutant:    vector.ctor.forms4 | replace `T4(s, bc, d)` with `T4(bc, s, d)`
//! mutant:    vector.ctor.forms3 | replace `T3(s, bc)` with `T3(bc, s)`
//! mutant:    vector.ctor.forms2 | replace `T2(cd)` with `T2(ab)`

#include <metal_stdlib>
using namespace metal;

using T2 = vec<T, 2>;
using T3 = vec<T, 3>;
using T4 = vec<T, 4>;

static void put(device T *into, T3 value)
{
    for (int k = 0; k < 3; k++)
        into[k] = value[k];
}

kernel void construct(device const T *a [[buffer(0)]], device T4 *four [[buffer(1)]], device T *three [[buffer(2)]],
                      device T2 *two [[buffer(3)]])
{
    const T s = a[0], s2 = a[1], s3 = a[2], d = a[3];
    const T2 ab = T2(s, s2), bc = T2(s2, s3), cd = T2(s3, d);
    const T3 abc = T3(s, s2, s3), bcd = T3(s2, s3, d);
    four[0] = T4(s);
    four[1] = T4(s, s2, s3, d);
    four[2] = T4(ab, cd.xy);
    four[3] = T4(ab, s3, d);
    four[4] = T4(s, s2, cd);
    four[5] = T4(s, bc, d);
    four[6] = T4(abc, d);
    four[7] = T4(s, bcd);
    four[8] = T4(T4(cd, ab));
    put(three, T3(s));
    put(three + 3, T3(s, s2, s3));
    put(three + 6, T3(s, bc));
    put(three + 9, T3(ab, s3));
    put(three + 12, T3(abc));
    two[0] = T2(s);
    two[1] = ab;
    two[2] = T2(cd);
}
