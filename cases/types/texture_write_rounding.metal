//! title:     Writes to a floating format round to one of the neighbours, unless an option says which
//! verifies:  opt.tex_write_round.native
//! dispatch:  threads 64 x 16, threadgroup 16 x 16
//! in:        data float[1024] = random(-100, 100)
//! out:       image texture2d<float>(r16float)[64, 16]
//! expect:    image = rounded_either_way(data)
//! mutant:    opt.tex_write_round.native | replace `data[at.x + 64 * at.y]` with `data[at.x + 64 * at.y] * 1.002f`

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    image.write(float4(data[at.x + 64 * at.y]), at);
}
