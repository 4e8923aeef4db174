//! title:     fract stays below 1, also where x - floor(x) would round up to it
//! verifies:  math.fract.range
//! for:       T in float half
//! math:      safe
//! dispatch:  threads 16384, threadgroup 64
//! in:        data T[threads] = random(-0.0001, 0)
//! out:       inside uchar[threads]
//! expect:    inside = values 1 …
//! mutant:    math.fract.range | replace `fract(data[i])` with `(data[i] - floor(data[i]))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *data [[buffer(0)]], device uchar *inside [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    const T f = fract(data[i]);
    inside[i] = f >= T(0) && f < T(1);
}
