//! title:     grid_size is the region of the stage-in data, in as many dimensions as its type has
//! verifies:  kattr.grid_size
//! for:       (T, H, D) in (ushort, 0, 0) (ushort2, 5, 0) (ushort3, 5, 3) (uint, 0, 0) (uint2, 5, 0) (uint3, 5, 3)
//! options:   region 7 x 5 x 3
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint3[1]
//! expect:    result = values 7 H D
//! mutant:    kattr.grid_size | replace `[[grid_size]]` with `[[threads_per_grid]]`

#include <metal_stdlib>
using namespace metal;

static uint3 widened(uint x)
{
    return uint3(x, 0, 0);
}
static uint3 widened(uint2 x)
{
    return uint3(x, 0);
}
static uint3 widened(uint3 x)
{
    return x;
}
static uint3 widened(ushort2 x)
{
    return widened(uint2(x));
}
static uint3 widened(ushort3 x)
{
    return uint3(x);
}

kernel void report(device uint3 *result [[buffer(0)]], T size [[grid_size]])
{
    result[0] = widened(size);
}
