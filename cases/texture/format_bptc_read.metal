//! title:     Blocks of BC6H and BC7 are the texels that their definitions say
//! verifies:  tex.bptc.read
//! requires:  msl 2.0, family apple9
//! for:       T in float half; (FORMAT, BLOCKS) in (bc6h_rgbfloat, bc6h_blocks) (bc6h_rgbufloat, bc6h_blocks)
//!            (bc7_rgbaunorm, bc7_blocks) (bc7_rgbaunorm_srgb, bc7_blocks)
//! dispatch:  threads 62 x 38, threadgroup 31 x 19
//! in:        image texture2d<T>(FORMAT)[62, 38] = BLOCKS()
//! out:       result vec<T, 4>[threads]
//! expect:    result = decompressed(image)
//! mutant:    tex.bptc.read | replace `image.read(at)` with `image.read(at ^ 1)`
//! mutant:    tex.bptc.read | replace `image.read(at)` with `image.read(at ^ 4)`
//! mutant:    tex.bptc.read | replace `result[` with `texel.r += abs(texel.r) * T(0.01) + T(0.01); result[`
//! note:      These formats are defined in whole codes and halves. All modes of BC7, of BC6H those of one subset and the
//!            one of two without differences; of partitions the first ones.

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + size.x * at.y] = texel;
}
