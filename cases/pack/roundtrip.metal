//! title:     Packing what was unpacked gives the code back
//! verifies:  pack.roundtrip
//! for:       (P, UNPACK, W) in (pack_float_to_unorm4x8, unpack_unorm4x8_to_float, uint) (pack_half_to_unorm4x8,
//!            unpack_unorm4x8_to_half, uint) (pack_float_to_unorm2x16, unpack_unorm2x16_to_float, uint)
//!            (pack_float_to_unorm10a2, unpack_unorm10a2_to_float, uint) (pack_float_to_unorm565,
//!            unpack_unorm565_to_float, ushort)
//! dispatch:  threads 65536, threadgroup 64
//! in:        data W[threads] = random
//! out:       result W[threads]
//! expect:    result = same data
//! mutant:    pack.roundtrip | replace `P(UNPACK(data[i]))` with `P(UNPACK(data[i]) * 0.9f)` | for
//!            P=pack_float_to_unorm4x8
//! note:      Not of sRGB: half a code of error there and one back (MSL 8.7.7) may end in the next code.

#include <metal_stdlib>
using namespace metal;

kernel void there_and_back(device const W *data [[buffer(0)]], device W *result [[buffer(1)]],
                           uint i [[thread_position_in_grid]])
{
    result[i] = P(UNPACK(data[i]));
}
