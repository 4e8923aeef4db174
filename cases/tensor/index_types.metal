//! title:     The extents of a tensor count in short, ushort, int, uint, long or ulong
//! verifies:  tensor.extents.index_types tensor.member_types
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       I in short ushort int uint long ulong
//! dispatch:  threads 8 x 4, threadgroup 8 x 4
//! in:        data float[threads] = random
//! out:       result float[threads]
//! out:       sizes uint[4]
//! expect:    result = same data
//! expect:    sizes = values 8 4 8 4
//! mutant:    tensor.extents.index_types | replace `dextents<I, 2>(I(8), I(4))` with `dextents<I, 2>(I(4), I(4))`
//! mutant:    tensor.member_types | replace `sizeof(view::value_type)` with `sizeof(view::value_type) / 2`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device float, dextents<I, 2>, tensor_inline> view;

kernel void copy(device float *data [[buffer(0)]], device float *result [[buffer(1)]], device uint *sizes [[buffer(2)]],
                 uint2 at [[thread_position_in_grid]])
{
    view::extents_type shape = dextents<I, 2>(I(8), I(4));
    view elements(data, shape);
    view::index_type x = I(at.x), y = I(at.y);
    view::rank_type first = 0, second = 1;
    result[at.x + 8 * at.y] = elements[x, y];
    if (at.x + at.y == 0) {
        sizes[0] = uint(elements.get_extent(first));
        sizes[1] = uint(elements.get_extent(second));
        sizes[2] = uint(view::size_type(elements.get_stride(second)));
        sizes[3] = uint(sizeof(view::value_type));
    }
}
