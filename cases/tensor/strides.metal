//! title:     A tensor with strides of its own lies where they say, and tells them
//! verifies:  tensor.inline.ctor.strided tensor.get_stride tensor.inline.sufficient_memory tensor.get_extent
//!            tensor.get_static_extent
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float int ushort
//! dispatch:  threads 32 x 16, threadgroup 32 x 1
//! in:        data T[2048] = iota
//! out:       result T[threads]
//! out:       packed T[threads]
//! out:       sizes int[8]
//! expect:    result = strided(0, 32, 1, 16, 128, 0)
//! expect:    packed = strided(0, 32, 1, 16, 32, 0)
//! expect:    sizes = values 1 128 1 32 32 16 32 64
//! mutant:    tensor.inline.ctor.strided | replace `array<int, 2>{1, 128}` with `array<int, 2>{1, 64}`
//! mutant:    tensor.get_stride | replace `strided.get_stride(1)` with `strided.get_extent(0)`
//! mutant:    tensor.inline.sufficient_memory | replace `full[x, y]` with `full[x, 2 * y]`
//! mutant:    tensor.get_extent | replace `strided.get_extent(0)` with `strided.get_extent(1)`
//! mutant:    tensor.get_static_extent | replace `decltype_of_full::get_static_extent(1)` with
//!            `decltype_of_full::get_static_extent(0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device T, extents<int, 32, 64>, tensor_inline> decltype_of_full;

kernel void read(device T *data [[buffer(0)]], device T *result [[buffer(1)]], device T *packed [[buffer(2)]],
                 device int *sizes [[buffer(3)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    tensor<device T, dextents<int, 2>, tensor_inline> strided(data, dextents<int, 2>(32, 16), array<int, 2>{1, 128});
    decltype_of_full full(data, extents<int, 32, 64>());
    result[x + 32 * y] = strided[x, y];
    packed[x + 32 * y] = full[x, y];
    if (x == 0 && y == 0) {
        sizes[0] = strided.get_stride(0);
        sizes[1] = strided.get_stride(1);
        sizes[2] = full.get_stride(0);
        sizes[3] = full.get_stride(1);
        sizes[4] = strided.get_extent(0);
        sizes[5] = strided.get_extent(1);
        sizes[6] = int(decltype_of_full::get_static_extent(0));
        sizes[7] = int(decltype_of_full::get_static_extent(1));
    }
}
