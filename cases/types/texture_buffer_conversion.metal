//! title:     A texture buffer converts between its format and the component type, so one kernel serves many formats
//! verifies:  texture_buffer.conversion
//! requires:  msl 2.1
//! for:       (FORMAT, LOW, HIGH, EXPECTED) in (r32float, -9, 9, converted) (r16float, -9, 9, converted)
//!            (r8unorm, 0, 256, normalized) (r8snorm, -127, 128, normalized) (r16unorm, 0, 65536, normalized)
//! dispatch:  threads 256, threadgroup 64
//! in:        source texture_buffer<float>(FORMAT)[256] = random(LOW, HIGH)
//! out:       copy texture_buffer<float>(FORMAT)[256]
//! out:       result float[256]
//! expect:    result = EXPECTED(source)
//! expect:    copy = same source
//! mutant:    texture_buffer.conversion | replace `result[i] = source.read(i).x` with `result[i] = source.read(i ^ 1).x`
//! mutant:    texture_buffer.conversion | replace `copy.write(source.read(i), i)` with `copy.write(source.read(i ^ 1), i)`

#include <metal_stdlib>
using namespace metal;

kernel void convert(texture_buffer<float, access::read> source [[texture(0)]],
                    texture_buffer<float, access::write> copy [[texture(1)]], device float *result [[buffer(0)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = source.read(i).x;
    copy.write(source.read(i), i);
}
