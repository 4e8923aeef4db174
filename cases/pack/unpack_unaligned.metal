//! title:     Words that a kernel puts together from bytes at any place unpack as others do
//! verifies:  kb50
//! for:       (F, REFERENCE) in (unpack_unorm2x16_to_float, unpack_unorm2x16) (unpack_snorm2x16_to_float,
//!            unpack_snorm2x16)
//! subcases:  PLACE in 0 1 2 3
//! math:      safe fast
//! dispatch:  spread(words, bytes, place): threads 4096, threadgroup 64
//! dispatch:  gather(bytes, place, result): threads 4096, threadgroup 64
//! in:        words uint[4096] = whole_numbers(0, 1)
//! inout:     bytes uchar[4 * 4096 + 4] = zeros
//! in:        place uint = PLACE
//! out:       result float2[4096]
//! expect:    bytes = unjudged
//! expect:    result = REFERENCE(words)
//! mutant:    kb50 | replace `F(word)` with `F(word ^ 0x10)`
//! note:      Wrong on M3 and later where the compiler reads a word at once (https://github.com/gfx-rs/wgpu/issues/8474).

#include <metal_stdlib>
using namespace metal;

kernel void spread(device const uint *words [[buffer(0)]], device uchar *bytes [[buffer(1)]],
                   constant uint &place [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    for (uint k = 0; k < 4; k++)
        bytes[4 * i + k + place] = uchar(words[i] >> (8 * k));
}

kernel void gather(device const uchar *bytes [[buffer(0)]], constant uint &place [[buffer(1)]],
                   device float2 *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    device const uchar *at = bytes + 4 * i + place;
    const uint word = uint(at[0]) | uint(at[1]) << 8 | uint(at[2]) << 16 | uint(at[3]) << 24;
    result[i] = F(word);
}
