//! title:     A swizzle on the left writes the named components in the written order and leaves the others
//! verifies:  vector.swizzle.lvalue vector.swizzle.multi
//! for:       T in char uchar short ushort int uint half float
//! dispatch:  threads 1, threadgroup 1
//! in:        a vec<T, 4>[1] = values 1 2 3 4
//! out:       result vec<T, 4>[8]
//! expect:    result = values 10 2 3 20 20 2 3 10 5 6 7 4 1 9 3 4 1 12 13 4 3 2 9 4 2 1 3 4 1 2 40 30
//! mutant:    vector.swizzle.lvalue | replace `v.wx = pair` with `v.xw = pair`
//! mutant:    vector.swizzle.lvalue | replace `v.yz += T(10)` with `v.yzw += T(10)`
//! mutant:    vector.swizzle.multi | replace `v.xyz =` with `v.xzy =`

#include <metal_stdlib>
using namespace metal;

kernel void assign(device const vec<T, 4> *a [[buffer(0)]], device vec<T, 4> *result [[buffer(1)]])
{
    const vec<T, 2> pair = vec<T, 2>(10, 20);
    vec<T, 4> v = a[0];
    v.xw = pair;
    result[0] = v;
    v = a[0];
    v.wx = pair;
    result[1] = v;
    v = a[0];
    v.xyz = vec<T, 3>(5, 6, 7);
    result[2] = v;
    v = a[0];
    v.y = 9;
    result[3] = v;
    v = a[0];
    v.yz += T(10);
    result[4] = v;
    v = a[0];
    v.xz *= T(3);
    result[5] = v;
    v = a[0];
    v.xy = v.yx;
    result[6] = v;
    v = a[0];
    v.ba = vec<T, 2>(40, 30);
    result[7] = v;
}
