//! title:     A tensor of dynamic extents converts to one whose extents are static, in whole or in part
//! verifies:  tensor.convert.dynamic_to_static tensor.template
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half int
//! dispatch:  threads 32 x 16, threadgroup 32 x 1
//! in:        data T[2048] = iota
//! out:       whole T[threads]
//! out:       part T[threads]
//! out:       sizes int[4]
//! expect:    whole = strided(0, 32, 1, 16, 128, 0)
//! expect:    part = strided(0, 32, 1, 16, 128, 0)
//! expect:    sizes = values 32 16 32 16
//! mutant:    tensor.convert.dynamic_to_static | replace `static_cast<fixed>(open)` with
//!            `fixed(data, extents<int, 32, 16>())`
//! mutant:    tensor.template | replace `half_fixed.get_extent(1)` with `half_fixed.get_extent(0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device T, dextents<int, 2>, tensor_inline> dynamic_view;
typedef tensor<device T, extents<int, 32, 16>, tensor_inline> fixed;
typedef tensor<device T, extents<int, 32, dynamic_extent>, tensor_inline> half_fixed_view;

kernel void read(device T *data [[buffer(0)]], device T *whole [[buffer(1)]], device T *part [[buffer(2)]],
                 device int *sizes [[buffer(3)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    dynamic_view open(data, dextents<int, 2>(32, 16), array<int, 2>{1, 128});
    fixed settled = static_cast<fixed>(open);
    half_fixed_view half_fixed = static_cast<half_fixed_view>(open);
    whole[x + 32 * y] = settled[x, y];
    part[x + 32 * y] = half_fixed[x, y];
    if (x == 0 && y == 0) {
        sizes[0] = settled.get_extent(0);
        sizes[1] = settled.get_extent(1);
        sizes[2] = half_fixed.get_extent(0);
        sizes[3] = half_fixed.get_extent(1);
    }
}
