//! title:     Beyond the end of a texture buffer a read gives zeros, with one for an alpha the format lacks; no write lands
//! verifies:  texture_buffer.oob_read.no_alpha texture_buffer.oob_read.alpha texture_buffer.oob_write
//! requires:  msl 2.1
//! for:       (T, FORMAT, ALPHA) in (float, r32float, 1) (float, rg16float, 1) (uint, r32uint, 1) (ushort, rg16uint, 1)
//!            (float, rgba8unorm, 0) (float, rgba32float, 0) (uint, rgba32uint, 0) (short, rgba8sint, 0)
//! dispatch:  threads 3, threadgroup 3
//! inout:     data texture_buffer<T>(FORMAT)[60] = ones
//! out:       result vec<T, 4>[3]
//! expect:    result = values 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA
//! expect:    data = same data
//! mutant:    texture_buffer.oob_read.no_alpha | replace `data.read(at)` with `data.read(at).wxyz` | for ALPHA=1
//! mutant:    texture_buffer.oob_read.alpha | replace `data.read(at)` with `data.read(at - 60)` | for ALPHA=0
//! mutant:    texture_buffer.oob_write | replace `data.write(vec<T, 4>(3), at)` with `data.write(vec<T, 4>(3), at % 60)`

#include <metal_stdlib>
using namespace metal;

kernel void beyond(texture_buffer<T, access::read_write> data [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                   uint i [[thread_position_in_grid]])
{
    const uint at = i == 0 ? 60 : i == 1 ? 61 : 1000000;
    data.write(vec<T, 4>(3), at);
    data.fence();
    result[i] = data.read(at);
}
