//! title:     Beyond the end of a texture buffer a read gives zeros, with one for an alpha the format lacks; no write lands
//! verifies:  texture_buffer.oob_read.no_alpha texture_buffer.oob_read.alpha texture_buffer.oob_write
//! requires:  msl 2.1
//! for:       (T, FORMAT, ALPHA) in (float, r32float, 1) (float, rg16float, 1) (uint, r32uint, 1) (ushort, rg16uint, 1)
//!            (float, rgba8unorm, 0) (float, rgba32float, 0) (uint, rgba32uint, 0) (short, rgba8sint, 0)
//! dispatch:  write_beyond(data): threads 3, threadgroup 3
//! dispatch:  read_beyond(data, result): threads 3, threadgroup 3
//! inout:     data texture_buffer<T>(FORMAT)[60] = ones
//! out:       result vec<T, 4>[3]
//! expect:    result = values 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA
//! expect:    data = same data
//! mutant:    texture_buffer.oob_read.no_alpha | replace `data.read(at)` with `data.read(at).wxyz` | for ALPHA=1
//! mutant:    texture_buffer.oob_read.alpha | replace `data.read(at)` with `data.read(at - 60)` | for ALPHA=0
//! mutant:    texture_buffer.oob_write | replace `data.write(vec<T, 4>(3), at)` with `data.write(vec<T, 4>(3), at % 60)`
//! note:      two kernels, as texture buffers of most formats have no access::read_write (feature set tables)

#include <metal_stdlib>
using namespace metal;

static uint place(uint i)
{
    return i == 0 ? 60 : i == 1 ? 61 : 1000000;
}

kernel void write_beyond(texture_buffer<T, access::write> data [[texture(0)]], uint i [[thread_position_in_grid]])
{
    const uint at = place(i);
    data.write(vec<T, 4>(3), at);
}

kernel void read_beyond(texture_buffer<T, access::read> data [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                        uint i [[thread_position_in_grid]])
{
    const uint at = place(i);
    result[i] = data.read(at);
}
