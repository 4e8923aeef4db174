//! title:     Before 4.1 tensors have formats of four bits
//! verifies:  packed_numeric.formats.uses
//! requires:  msl 4.0, feature tensors, os 26.4
//! msl:       4.0 4.1
//! for:       FORMAT in int4b_format uint4b_format
//! dispatch:  threads 32 x 4, threadgroup 32 x 1
//! in:        data uchar[512] = random
//! inout:     put uchar[512] = zeros
//! expect:    put = same data
//! mutant:    packed_numeric.formats.uses | replace `read.get<numbers>(x, y)` with `read.get<numbers>(x, 0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef packed_numeric_type<FORMAT, 8> numbers;
typedef tensor<device FORMAT, dextents<int, 2>, tensor_inline> view;

kernel void copy(device uchar *data [[buffer(0)]], device uchar *put [[buffer(1)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x) * 8, y = int(at.y);
    view read(data, dextents<int, 2>(256, 4)), write(put, dextents<int, 2>(256, 4));
    numbers value = read.get<numbers>(x, y);
    write.set(value, x, y);
}
