//! title:     What one dispatch adds to texels atomically, the next reads
//! verifies:  kb44
//! requires:  msl 3.1, feature texture_atomics
//! subcases:  (W, H) in (16, 4) (64, 33)
//! dispatch:  add(counts): threads 8 * W x H, threadgroup 32 x 4
//! dispatch:  read(counts, result): threads W x H, threadgroup 16 x 4
//! inout:     counts texture2d<uint>(r32uint)[W, H] = zeros
//! out:       result uint[W * H]
//! expect:    counts = unjudged
//! expect:    result = values 8 …
//! mutant:    kb44 | replace `counts.atomic_fetch_add(at, uint4(1))` with `counts.write(uint4(1), at)`

#include <metal_stdlib>
using namespace metal;

kernel void add(texture2d<uint, access::read_write> counts [[texture(0)]], uint2 i [[thread_position_in_grid]])
{
    const uint2 at = uint2(i.x / 8, i.y);
    counts.atomic_fetch_add(at, uint4(1));
}

kernel void read(texture2d<uint, access::read> counts [[texture(0)]], device uint *result [[buffer(0)]],
                 uint2 i [[thread_position_in_grid]])
{
    result[i.x + counts.get_width() * i.y] = counts.read(i).x;
}
