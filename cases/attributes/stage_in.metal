//! title:     Members of a stage_in structure are converted from the formats that the host describes, each thread its own
//! verifies:  kernel.stage_in
//! options:   attribute 0 uchar4normalized colours, attribute 1 short2 places, attribute 2 half2 weights,
//!            attribute 5 uint numbers
//! dispatch:  threads 64, threadgroup 16
//! in:        colours uint[64] = bits
//! in:        places short2[64] = random
//! in:        weights half2[64] = random
//! in:        numbers uint[64] = random
//! out:       colour float4[64]
//! out:       place int2[64]
//! out:       weight float2[64]
//! out:       number uint[64]
//! expect:    colour = unpack_unorm4x8(colours)
//! expect:    place = converted(places)
//! expect:    weight = converted(weights)
//! expect:    number = same numbers
//! mutant:    kernel.stage_in | replace `number[i] = in.number` with `number[i] = in.number ^ 1`
//! mutant:    kernel.stage_in | replace `colour[i] = in.colour` with `colour[i] = in.colour.bgra`

#include <metal_stdlib>
using namespace metal;

struct inputs {
    float4 colour [[attribute(0)]];
    int2 place [[attribute(1)]];
    float2 weight [[attribute(2)]];
    uint number [[attribute(5)]];
};

kernel void copy(inputs in [[stage_in]], device float4 *colour [[buffer(4)]], device int2 *place [[buffer(5)]],
                 device float2 *weight [[buffer(6)]], device uint *number [[buffer(7)]],
                 uint i [[thread_position_in_grid]])
{
    colour[i] = in.colour;
    place[i] = in.place;
    weight[i] = in.weight;
    number[i] = in.number;
}
