//! title:     A subnormal compares as itself or as zero, and stays what it is when only moved
//! verifies:  kb09
//! math:      safe
//! dispatch:  threads 64, threadgroup 64
//! in:        data float[64] = random(1e-42, 1e-38)
//! out:       positive uchar[64]
//! out:       moved float[64]
//! expect:    positive = set {0, 1}
//! expect:    moved = same data
//! mutant:    kb09 | replace `moved[i] = data[i]` with `moved[i] = data[i] > 0x1p-126f ? data[i] : 0.0f`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float *data [[buffer(0)]], device uchar *positive [[buffer(1)]],
                  device float *moved [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    positive[i] = data[i] > 0.0f;
    moved[i] = data[i];
}
