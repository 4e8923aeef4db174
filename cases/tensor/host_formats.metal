//! title:     Tensors of a format that a host binds have its extents, strides and elements
//! verifies:  tensor.host_bound tensor.element.format_types host4.tensor.formats
//! requires:  msl 4.1, feature tensors
//! for:       (FORMAT, BITS) in (int4b_format, 4) (uint4b_format, 4) (int2b_format, 2) (uint2b_format, 2)
//!            (metal_fp4_e2m1_format, 4) (metal_fp8_e4m3_format, 8) (metal_fp8_e5m2_format, 8)
//! macro:     N = 64 / BITS
//! dispatch:  threads 32 x 4, threadgroup 32 x 1
//! in:        data tensor<FORMAT>(1, 4096 / BITS)[2048 / BITS, 4] = random
//! out:       put tensor<FORMAT>[2048 / BITS, 4]
//! out:       facts int[6]
//! expect:    put = bytes_at(data, 512, 256, 0)
//! expect:    facts = values 2048/BITS 4 4096/BITS 512 2048/BITS 1
//! mutant:    tensor.host_bound | replace `data.get<numbers>(x, y)` with `data.get<numbers>(x, 0)`
//! mutant:    tensor.element.format_types | replace `put.set(value, x, y)` with `put.set(value, x, 0)`
//! mutant:    host4.tensor.formats | replace `facts[4] = put.get_stride(1)` with `facts[4] = data.get_stride(1)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef packed_numeric_type<FORMAT, N> numbers;

kernel void copy(tensor<device FORMAT, dextents<int, 2>> data [[buffer(0)]],
                 tensor<device FORMAT, dextents<int, 2>> put [[buffer(1)]], device int *facts [[buffer(2)]],
                 uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x) * N, y = int(at.y);
    numbers value = data.get<numbers>(x, y);
    put.set(value, x, y);
    if (x == 0 && y == 0) {
        facts[0] = data.get_extent(0);
        facts[1] = data.get_extent(1);
        facts[2] = data.get_stride(1);
        facts[3] = int(data.get_stride_bytes(1));
        facts[4] = put.get_stride(1);
        facts[5] = put.get_stride(0);
    }
}
