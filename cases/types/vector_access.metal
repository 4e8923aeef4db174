//! title:     Components are read by index and by xyzw and rgba, and written by index
//! verifies:  vector.index.read vector.index.write vector.swizzle.xyzw.read vector.swizzle.rgba.read
//! requires:  msl 2.3
//! for:       T in bool char uchar short ushort int uint long ulong half float
//! dispatch:  threads 64, threadgroup 64
//! in:        a vec<T, 4>[64] = random
//! in:        at uint4[64] = integers(0, 3)
//! out:       by_index vec<T, 4>[64]
//! out:       by_letter vec<T, 4>[64]
//! out:       by_colour vec<T, 4>[64]
//! out:       written vec<T, 4>[64]
//! out:       dynamic T[64]
//! expect:    by_index = same a
//! expect:    by_letter = same a
//! expect:    by_colour = same a
//! expect:    written = same a
//! expect:    dynamic = component_at(a, at)
//! mutant:    vector.index.read | replace `a[i][1]` with `a[i][0]`
//! mutant:    vector.index.read | replace `value[at[i].x]` with `value[0]`
//! mutant:    vector.swizzle.xyzw.read | replace `value.x, value.y` with `value.y, value.x`
//! mutant:    vector.swizzle.rgba.read | replace `value.b, value.a` with `value.a, value.b`
//! mutant:    vector.index.write | replace `into[k] = value[k]` with `into[3 - k] = value[k]`

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const vec<T, 4> *a [[buffer(0)]], device const uint4 *at [[buffer(1)]],
                 device vec<T, 4> *by_index [[buffer(2)]], device vec<T, 4> *by_letter [[buffer(3)]],
                 device vec<T, 4> *by_colour [[buffer(4)]], device vec<T, 4> *written [[buffer(5)]],
                 device T *dynamic [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const vec<T, 4> value = a[i];
    by_index[i] = vec<T, 4>(a[i][0], a[i][1], a[i][2], a[i][3]);
    by_letter[i] = vec<T, 4>(value.x, value.y, value.z, value.w);
    by_colour[i] = vec<T, 4>(value.r, value.g, value.b, value.a);
    vec<T, 4> into = vec<T, 4>(T(0));
    for (int k = 0; k < 4; k++)
        into[k] = value[k];
    written[i] = into;
    dynamic[i] = value[at[i].x];
}
