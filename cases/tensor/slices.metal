//! title:     A slice of a tensor is a view of the same memory, from an element on
//! verifies:  tensor.slice.static tensor.slice.dynamic_dim tensor.slice.no_template_args
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half ushort
//! dispatch:  threads 48 x 24, threadgroup 48 x 1
//! in:        data T[2048] = iota
//! in:        from int2 = 8, 16
//! out:       fixed T[512]
//! out:       rest T[256]
//! out:       all T[threads]
//! out:       nested T[32]
//! out:       sizes int[8]
//! expect:    fixed = strided(1032, 32, 1, 16, 64, 0)
//! expect:    rest = strided(1544, 32, 1, 8, 64, 0)
//! expect:    all = strided(528, 48, 1, 24, 64, 0)
//! expect:    nested = strided(1235, 8, 1, 4, 64, 0)
//! expect:    sizes = values 32 16 32 8 48 24 8 4
//! mutant:    tensor.slice.static | replace `slice<32, 16>(from.x, from.y)` with `slice<32, 16>(from.y, from.x)`
//! mutant:    tensor.slice.dynamic_dim | replace `slice<32, dynamic_extent>(from.x, from.y + 8)` with
//!            `slice<32, 15>(from.x, from.y + 8)`
//! mutant:    tensor.slice.no_template_args | replace `slice(from.y, from.x)` with `slice(from.y, from.x + 1)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(device T *data [[buffer(0)]], constant int2 &from [[buffer(1)]], device T *fixed [[buffer(2)]],
                 device T *rest [[buffer(3)]], device T *all [[buffer(4)]], device T *nested [[buffer(5)]],
                 device int *sizes [[buffer(6)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    tensor<device T, dextents<int, 2>, tensor_inline> whole(data, dextents<int, 2>(64, 32));
    auto part = whole.slice<32, 16>(from.x, from.y);
    auto down = whole.slice<32, dynamic_extent>(from.x, from.y + 8);
    auto both = whole.slice(from.y, from.x);
    auto inner = part.slice<8, 4>(11, 3);
    if (x < 32 && y < 16)
        fixed[x + 32 * y] = part[x, y];
    if (x < 32 && y < 8)
        rest[x + 32 * y] = down[x, y];
    all[x + 48 * y] = both[x, y];
    if (x < 8 && y < 4)
        nested[x + 8 * y] = inner[x, y];
    if (x == 0 && y == 0) {
        sizes[0] = part.get_extent(0);
        sizes[1] = part.get_extent(1);
        sizes[2] = down.get_extent(0);
        sizes[3] = down.get_extent(1);
        sizes[4] = both.get_extent(0);
        sizes[5] = both.get_extent(1);
        sizes[6] = inner.get_extent(0);
        sizes[7] = inner.get_extent(1);
    }
}
