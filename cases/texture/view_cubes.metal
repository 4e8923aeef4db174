//! title:     A cube is viewed as an array of its faces, and six slices of an array as a cube
//! verifies:  view.type
//! for:       (T, FORMAT) in (float, rgba32float) (int, rgba16sint)
//! dispatch:  look(faces, cube, second, of_cubes, of_slices, of_second): threads 24, threadgroup 24
//! in:        cubes texturecube_array<T>(FORMAT)[2, 2, 2] = iota
//! in:        slices texture2d_array<T>(FORMAT)[2, 2, 7] = iota
//! in:        faces texture2d_array<T> = view of cubes, slices 0 12
//! in:        cube texturecube<T> = view of slices, slices 1 6
//! in:        second texturecube_array<T> = view of cubes, slices 6 6
//! in:        wanted vec<T, 4>[24] = iota(16)
//! in:        later vec<T, 4>[24] = iota(96)
//! out:       of_cubes vec<T, 4>[24]
//! out:       of_slices vec<T, 4>[24]
//! out:       of_second vec<T, 4>[24]
//! expect:    of_cubes = same wanted
//! expect:    of_slices = same wanted
//! expect:    of_second = same later
//! mutant:    view.type | replace `faces.read(at, slice + 1)` with `faces.read(at, slice)`
//! mutant:    view.type | replace `cube.read(at, slice)` with `cube.read(at, slice ^ 1)`
//! mutant:    view.type | replace `second.read(at, slice, 0)` with `second.read(at, slice ^ 1, 0)`

#include <metal_stdlib>
using namespace metal;

kernel void look(texture2d_array<T> faces [[texture(0)]], texturecube<T> cube [[texture(1)]],
                 texturecube_array<T> second [[texture(2)]], device vec<T, 4> *of_cubes [[buffer(0)]],
                 device vec<T, 4> *of_slices [[buffer(1)]], device vec<T, 4> *of_second [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    const uint2 at(i & 1, (i >> 1) & 1);
    const uint slice = i / 4;
    of_cubes[i] = faces.read(at, slice + 1);
    of_slices[i] = cube.read(at, slice);
    of_second[i] = second.read(at, slice, 0);
}
