//! title:     The pack and unpack functions come with their own header
//! verifies:  pack.header
//! dispatch:  threads 1, threadgroup 1
//! in:        source float4[1] = values 1 0 0 1
//! in:        bits uint[1] = values 0xff0000ff
//! out:       result uint[6]
//! expect:    result = values 4278190335 2130706559 65535 1 0 0
//! mutant:    pack.header | replace `pack_float_to_unorm4x8(source)` with `pack_float_to_unorm4x8(source.yxzw)`

#include <metal_pack>
using namespace metal;

kernel void call_each(device const float4 &source [[buffer(0)]], device const uint &bits [[buffer(1)]],
                      device uint *result [[buffer(2)]])
{
    result[0] = pack_float_to_unorm4x8(source);
    result[1] = pack_float_to_snorm4x8(source);
    result[2] = pack_float_to_unorm2x16(source.xy);
    result[3] = uint(unpack_unorm4x8_to_float(bits).w);
    result[4] = uint(unpack_unorm4x8_to_float(bits).y);
    result[5] = uint(unpack_unorm2x16_to_float(bits).x);
}
