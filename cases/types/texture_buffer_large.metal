//! title:     A texture buffer has more elements than the 16384 that a texture is wide at most
//! verifies:  texture_buffer.large
//! requires:  msl 2.1
//! dispatch:  threads 4, threadgroup 4
//! in:        data texture_buffer<uint>(r32uint)[1 << 20] = iota(7)
//! out:       result uint[5]
//! expect:    result = values 16390 16391 16392 1048582 1048576
//! mutant:    texture_buffer.large | replace `data.read(at)` with `data.read(at & 16383)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture_buffer<uint, access::read> data [[texture(0)]], device uint *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    const uint at = i < 3 ? 16383 + i : data.get_width() - 1;
    result[i] = data.read(at).x;
    if (i == 0)
        result[4] = data.get_width();
}
