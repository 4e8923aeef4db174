//! title:     A view of slices 1 to 3 has these three alone; of one slice it may be a texture without slices
//! verifies:  view.slices view.type
//! for:       (T, FORMAT) in (float, rgba32float) (uint, rgba8uint) (half, rgba16float)
//! dispatch:  some_slices(some, three, sizes): threads 12, threadgroup 12
//! dispatch:  one_slice(one, four): threads 4, threadgroup 4
//! in:        image texture2d_array<T>(FORMAT)[2, 2, 5] = iota
//! in:        some texture2d_array<T> = view of image, slices 1 3
//! in:        one texture2d<T> = view of image, slices 4 1, levels 0 1
//! in:        wanted vec<T, 4>[12] = iota(16)
//! in:        last vec<T, 4>[4] = iota(64)
//! out:       three vec<T, 4>[12]
//! out:       four vec<T, 4>[4]
//! out:       sizes uint[1]
//! expect:    three = same wanted
//! expect:    four = same last
//! expect:    sizes = values 3
//! mutant:    view.slices | replace `some.read(at, i / 4)` with `some.read(at, 2 - i / 4)`
//! mutant:    view.slices | replace `some.get_array_size()` with `some.get_array_size() + 2`
//! mutant:    view.type | replace `one.read(at)` with `one.read(at.yx)`

#include <metal_stdlib>
using namespace metal;

kernel void some_slices(texture2d_array<T> some [[texture(0)]], device vec<T, 4> *three [[buffer(0)]],
                        device uint *sizes [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    const uint2 at(i & 1, (i >> 1) & 1);
    three[i] = some.read(at, i / 4);
    if (i == 0)
        sizes[0] = some.get_array_size();
}

kernel void one_slice(texture2d<T> one [[texture(0)]], device vec<T, 4> *four [[buffer(0)]],
                      uint i [[thread_position_in_grid]])
{
    const uint2 at(i & 1, i >> 1);
    four[i] = one.read(at);
}
