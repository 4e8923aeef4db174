//! title:     A tensor that the host binds converts to one whose extents are static, in whole or in part
//! verifies:  tensor.convert.dynamic_to_static
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half int
//! dispatch:  threads 32 x 3, threadgroup 32 x 1
//! in:        data tensor<T>(1, 40)[32, 3] = iota
//! out:       whole T[threads]
//! out:       part T[threads]
//! out:       sizes int[4]
//! expect:    whole = strided(0, 32, 1, 3, 40, 0)
//! expect:    part = strided(0, 32, 1, 3, 40, 0)
//! expect:    sizes = values 32 3 32 3
//! mutant:    tensor.convert.dynamic_to_static | replace `static_cast<fixed>(data)` with `fixed()`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device T, extents<int, 32, 3>> fixed;
typedef tensor<device T, extents<int, dynamic_extent, 3>> half_fixed_view;

kernel void read(tensor<device T, dextents<int, 2>> data [[buffer(0)]], device T *whole [[buffer(1)]],
                 device T *part [[buffer(2)]], device int *sizes [[buffer(3)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    fixed settled = static_cast<fixed>(data);
    half_fixed_view half_fixed = static_cast<half_fixed_view>(data);
    const bool missing = is_null_tensor(settled);
    whole[x + 32 * y] = missing ? T(0) : T(settled[x, y]);
    part[x + 32 * y] = half_fixed[x, y];
    if (x == 0 && y == 0) {
        sizes[0] = missing ? 0 : settled.get_extent(0);
        sizes[1] = missing ? 0 : settled.get_extent(1);
        sizes[2] = half_fixed.get_extent(0);
        sizes[3] = half_fixed.get_extent(1);
    }
}
