//! title:     A barrier that names one texture of an array orders the dispatches that write and read it
//! verifies:  kb43
//! requires:  msl 2.0, feature nonuniform_threadgroups
//! for:       (K, BARRIER) in (0, first) (1, second) (2, third)
//! options:   concurrent
//! dispatch:  paint(input, first, second, third): threads 64 x 4, threadgroup 16 x 4
//! dispatch:  copy(first, second, third, result): threads 64 x 4, threadgroup 16 x 4, after BARRIER
//! in:        input uint[256] = random
//! inout:     first texture2d<uint>(r32uint)[64, 4] = zeros
//! inout:     second texture2d<uint>(r32uint)[64, 4] = zeros
//! inout:     third texture2d<uint>(r32uint)[64, 4] = zeros
//! out:       result uint[256]
//! expect:    result = same input
//! mutant:    kb43 | replace `to[K].write(input[at.x + 64 * at.y]` with `to[K].write(input[at.x + 64 * at.y] + 1`
//! mutant:    kb43 | replace `from[K]` with `from[(K + 1) % 3]`

#include <metal_stdlib>
using namespace metal;

kernel void paint(device const uint *input [[buffer(0)]],
                  const array<texture2d<uint, access::write>, 3> to [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    to[K].write(input[at.x + 64 * at.y], at);
}

kernel void copy(const array<texture2d<uint, access::read>, 3> from [[texture(0)]],
                 device uint *result [[buffer(0)]], uint2 at [[thread_position_in_grid]])
{
    result[at.x + 64 * at.y] = from[K].read(at).x;
}
