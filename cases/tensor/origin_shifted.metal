//! title:     A slice of a tensor that a host binds begins at its offsets in the same memory, and so do slices of it
//! verifies:  tensor.origin_shifted.extents tensor.origin_shifted.alias
//! requires:  msl 4.0, feature tensors
//! for:       T in float half uint
//! dispatch:  threads 12 x 9 x 8, threadgroup 12 x 1
//! in:        data tensor<T>[16, 12, 10] = iota
//! out:       result T[threads]
//! out:       sizes int[6]
//! inout:     written tensor<T>[32, 16] = zeros
//! expect:    result = strided(4 + 3 * 16 + 2 * 192, 12, 1, 9, 16, 192)
//! expect:    sizes = values 12 9 8 9 8 7
//! expect:    written = framed(32, 16, 7, 3, 8, 4, 1, 10)
//! mutant:    tensor.origin_shifted.extents | replace `data.slice(4, 3, 2)` with `data.slice(3, 4, 2)`
//! mutant:    tensor.origin_shifted.alias | replace `slice<8, 4>(3, 1)` with `slice<8, 4>(3, 2)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(tensor<device T, dextents<int, 3>> data [[buffer(0)]], device T *result [[buffer(1)]],
                 device int *sizes [[buffer(2)]], tensor<device T, dextents<int, 2>> written [[buffer(3)]],
                 uint3 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y), z = int(at.z);
    auto shifted = data.slice(4, 3, 2);
    result[x + 12 * y + 108 * z] = shifted[x, y, z];
    auto inner = written.slice(4, 2).slice<8, 4>(3, 1);
    if (x < 8 && y < 4 && z == 0)
        inner[x, y] = T(1 + x + 10 * y);
    if (x != 0 || y != 0 || z != 0)
        return;
    auto further = shifted.slice(3, 1, 1);
    for (int r = 0; r < 3; r++) {
        sizes[r] = shifted.get_extent(r);
        sizes[3 + r] = further.get_extent(r);
    }
}
