//! title:     A tensor of a format moves packed numbers: rows lie as many bytes apart as their elements take
//! verifies:  tensor.element.format_types tensor.format.bits packed_numeric.formats.uses
//! requires:  msl 4.1, feature tensors
//! for:       (FORMAT, BITS) in (int4b_format, 4) (uint4b_format, 4) (int2b_format, 2) (uint2b_format, 2)
//!            (metal_fp4_e2m1_format, 4) (metal_fp8_e4m3_format, 8) (metal_fp8_e5m2_format, 8)
//! macro:     N = 64 / BITS
//! macro:     WIDTH = 1024 / BITS
//! dispatch:  threads 16 x 8, threadgroup 16 x 1
//! in:        data uchar[2048] = random
//! out:       got uchar[1024]
//! out:       got_by_array uchar[1024]
//! inout:     put uchar[2048] = zeros
//! out:       part uchar[64]
//! out:       strides uint[2]
//! expect:    got = bytes_at(data, 256, 128, 0)
//! expect:    got_by_array = bytes_at(data, 256, 128, 0)
//! expect:    put = rows_kept(data, 128, 256, 8)
//! expect:    part = bytes_at(data, 256, 16, 32)
//! expect:    strides = values 2048/BITS 256
//! mutant:    tensor.element.format_types | replace `read.get<numbers>(x, y)` with `read.get<numbers>(0, y)`
//! mutant:    tensor.format.bits | replace `array<int, 2>{1, 2 * WIDTH}` with `array<int, 2>{1, WIDTH}`
//! mutant:    packed_numeric.formats.uses | replace `write.set(first, x, y)` with `write.set(first, x, y / 2)`
//! note:      The memory is given as bytes, as published programs do; the text has no type for it.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef packed_numeric_type<FORMAT, N> numbers;
typedef tensor<device FORMAT, dextents<int, 2>, tensor_inline> view;

kernel void move_rows(device uchar *data [[buffer(0)]], device uchar *got [[buffer(1)]],
                      device uchar *got_by_array [[buffer(2)]], device uchar *put [[buffer(3)]],
                      device uchar *part [[buffer(4)]], device uint *strides [[buffer(5)]],
                      uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x) * N, y = int(at.y);
    array<int, 2> rows = {1, 2 * WIDTH};
    view read(data, dextents<int, 2>(WIDTH, 8), array<int, 2>{1, 2 * WIDTH}), write(put, dextents<int, 2>(WIDTH, 8), rows);
    numbers first = read.get<numbers>(x, y), second = read.get<numbers>(array<int, 2>{x, y});
    numbers::storage_type bytes = first.as_storage_type(), same = second.as_storage_type();
    for (int b = 0; b < 8; b++) {
        got[8 * int(at.x) + b + 128 * y] = ((thread uchar *)&bytes)[b];
        got_by_array[8 * int(at.x) + b + 128 * y] = ((thread uchar *)&same)[b];
    }
    write.set(first, x, y);
    auto slice = read.slice<WIDTH / 4, 4>(WIDTH / 4, 0);
    if (at.x < 2 && y < 4) {
        numbers inside = slice.get<numbers>(x, y);
        numbers::storage_type third = inside.as_storage_type();
        for (int b = 0; b < 8; b++)
            part[8 * int(at.x) + b + 16 * y] = ((thread uchar *)&third)[b];
    }
    if (at.x == 0 && y == 0) {
        strides[0] = uint(read.get_stride(1));
        strides[1] = uint(read.get_stride_bytes(1));
    }
}
