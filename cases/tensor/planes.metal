//! title:     A plane of scales has an element for each 32 of dimension 0, beside the tensor's own
//! verifies:  tensor.multiplane tensor.inline.ctor.plane blockwise.ctor blockwise.extent_mapping multiplane.get_extent
//!            multiplane.get_stride multiplane.get_stride_bytes multiplane.get.vector multiplane.set.vector
//! requires:  msl 4.1, feature tensors
//! for:       (FORMAT, BITS) in (metal_fp4_e2m1_format, 4) (int4b_format, 4) (metal_fp8_e4m3_format, 8)
//!            (int2b_format, 2)
//! macro:     WIDTH = 2048 / BITS
//! macro:     SCALES = 64 / BITS
//! macro:     N = 64 / BITS
//! dispatch:  threads 32 x 4, threadgroup 32 x 1
//! in:        data uchar[1024] = random
//! in:        scales uchar[256 / BITS] = random
//! inout:     put_scales uchar[256 / BITS] = zeros
//! out:       got uchar[1024]
//! out:       mapped uchar[threads]
//! out:       by_array uchar[256 / BITS]
//! out:       part uchar[4]
//! out:       extents_of uint[4]
//! out:       strides uint[4]
//! out:       bytes uint[2]
//! expect:    put_scales = same scales
//! expect:    got = same data
//! expect:    mapped = block_scales(scales, 64 / BITS)
//! expect:    by_array = same scales
//! expect:    part = bytes_at(scales, 64 / BITS, 2, 96 / BITS)
//! expect:    extents_of = values 2048/BITS 4 64/BITS 4
//! expect:    strides = values 1 2048/BITS 1 64/BITS
//! expect:    bytes = values 256 64/BITS
//! mutant:    tensor.multiplane | replace `whole.get<numbers>(x, y)` with `whole.get<numbers>(x, 3 - y)`
//! mutant:    tensor.inline.ctor.plane | replace `plane given(scales)` with `plane given(put_scales)`
//! mutant:    blockwise.ctor | replace `plane target_plane(put_scales)` with `plane target_plane(scales)`
//! mutant:    blockwise.extent_mapping | replace `(x / 32, y)` with `(x / 64, y)`
//! mutant:    multiplane.get_extent | replace `get_extent<tensor_plane_scales>(r)` with
//!            `get_extent<tensor_plane_data>(r)`
//! mutant:    multiplane.get_stride | replace `get_stride<tensor_plane_scales>(r)` with
//!            `get_stride<tensor_plane_data>(r)`
//! mutant:    multiplane.get_stride_bytes | replace `get_stride_bytes<tensor_plane_scales>(1)` with
//!            `get_stride_bytes<tensor_plane_data>(1)`
//! mutant:    multiplane.get.vector | replace `array<int, 2>{column, y}` with `array<int, 2>{column, 3 - y}`
//! mutant:    multiplane.set.vector | replace `(value, column, y)` with `(value, column, 3 - y)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef packed_numeric_type<FORMAT, N> numbers;
typedef packed_numeric_type<metal_fp8_ue8m0_format, 1> scale;
typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane;
typedef tensor<device FORMAT, dextents<int, 2>, tensor_inline, plane> view;

uchar code(scale value)
{
    scale::storage_type storage = value.as_storage_type();
    return *(thread uchar *)&storage;
}

kernel void move_rows(device uchar *data [[buffer(0)]], device uchar *scales [[buffer(1)]],
                      device uchar *put_scales [[buffer(2)]], device uchar *got [[buffer(3)]],
                      device uchar *mapped [[buffer(4)]], device uchar *by_array [[buffer(5)]],
                      device uchar *part [[buffer(6)]], device uint *extents_of [[buffer(7)]],
                      device uint *strides [[buffer(8)]], device uint *bytes [[buffer(9)]],
                      uint2 at [[thread_position_in_grid]])
{
    const int column = int(at.x), x = column * N, y = int(at.y);
    array<int, 2> rows = {1, WIDTH};
    plane given(scales);
    plane target_plane(put_scales);
    view whole(data, dextents<int, 2>(WIDTH, 4), rows, given), target(data, dextents<int, 2>(WIDTH, 4), rows, target_plane);
    numbers first = whole.get<numbers>(x, y);
    numbers::storage_type first_bytes = first.as_storage_type();
    for (int b = 0; b < 8; b++)
        got[8 * column + b + 256 * y] = ((thread uchar *)&first_bytes)[b];
    scale value = whole.get<tensor_plane_scales, scale>(x / 32, y);
    mapped[column + 32 * y] = code(value);
    if (column < SCALES) {
        value = whole.get<tensor_plane_scales, scale>(array<int, 2>{column, y});
        by_array[column + SCALES * y] = code(value);
        target.set<tensor_plane_scales, scale>(value, column, y);
    }
    auto slice = whole.slice<WIDTH / 2, 2>(WIDTH / 2, 1);
    if (column < 2 && y < 2) {
        value = slice.get<tensor_plane_scales, scale>(column, y);
        part[column + 2 * y] = code(value);
    }
    if (column == 0 && y == 0)
        for (int r = 0; r < 2; r++) {
            extents_of[r] = uint(whole.get_extent<tensor_plane_data>(r));
            strides[r] = uint(whole.get_stride<tensor_plane_data>(r));
            extents_of[2 + r] = uint(whole.get_extent<tensor_plane_scales>(r));
            strides[2 + r] = uint(whole.get_stride<tensor_plane_scales>(r));
        }
    if (column == 0 && y == 1) {
        bytes[0] = uint(whole.get_stride_bytes<tensor_plane_data>(1));
        bytes[1] = uint(whole.get_stride_bytes<tensor_plane_scales>(1));
    }
}
