//! title:     depth2d_ms_array tells how many samples a pixel has
//! verifies:  lib.more.depth_samples
//! requires:  msl 2.0, family apple7
//! for:       SAMPLES in 2 4
//! dispatch:  threads 1, threadgroup 1
//! in:        image depth2d_ms_array<float>(depth32float)[5, 3, SAMPLES, 3] = values 0.25 0.5 0.75
//! out:       samples uint[1]
//! expect:    samples = values SAMPLES
//! mutant:    lib.more.depth_samples | replace `image.get_num_samples()` with `image.get_array_size()`
//! refusal:   the text does not print it for this type; Apple's library has it (toolchain 32023.883)

#include <metal_stdlib>
using namespace metal;

kernel void ask(depth2d_ms_array<float, access::read> image [[texture(0)]], device uint *samples [[buffer(0)]])
{
    samples[0] = image.get_num_samples();
}
