//! title:     Tiles of a convolution that go beyond the image are cut off, and begin where offsets and slices say
//! verifies:  mpp.conv2d.layout.destination mpp.conv2d.run mpp.conv2d.rank
//! requires:  msl 4.0, feature tensors
//! for:       HELD in 0 1; (KW, KH) in (3, 3) (5, 1)
//! subcases:  (W, H, O) in (19, 13, 40) (8, 8, 32) (1, 9, 24)
//! dispatch:  groups ceil_div(O, 32) x ceil_div(W, 8) x ceil_div(H, 8), threadgroup 4 * simd_width
//! in:        a half[(H + KH - 1) * (W + KW - 1) * 16] = integers(-3, 3)
//! in:        w half[KH * KW * 16 * O] = integers(-3, 3)
//! out:       c float[H * W * O]
//! expect:    c = convolved(a, w, O, W, H, 1, 16, W + KW - 1, H + KH - 1, KW, KH, 1, 1, 1, 1, KW / 2, KH / 2, 1, 0)
//! mutant:    mpp.conv2d.layout.destination | replace `destination(c, dextents<int, 4>(O, W, H, 1))` with
//!            `destination(c, dextents<int, 4>(O, W, H - 1, 1))`
//! mutant:    mpp.conv2d.run | replace `int(at.y) * 8 + KW / 2` with `KW / 2` | for W=19
//! mutant:    mpp.conv2d.rank | replace `weights.slice(int(at.x) * 32, 0, 0, 0)` with `weights.slice(0, 0, 0, 0)`
//!            | for O=40
//! note:      The text says nothing of such tiles; a slice has what is left, and extents say where a tensor ends.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;

kernel void convolve(device half *a [[buffer(0)]], device half *w [[buffer(1)]], device float *c [[buffer(2)]],
                     uint3 at [[threadgroup_position_in_grid]])
{
    tensor activation(a, dextents<int, 4>(16, W + KW - 1, H + KH - 1, 1));
    tensor weights(w, dextents<int, 4>(O, 16, KW, KH));
    tensor destination(c, dextents<int, 4>(O, W, H, 1));
    constexpr convolution2d_descriptor descriptor(int4(32, 8, 8, 1), int4(16, W + KW - 1, H + KH - 1, 1), int2(KW, KH));
    convolution2d<descriptor, execution_simdgroups<4>> op;
    op.set_offsets(int2(int(at.y) * 8 + KW / 2, int(at.z) * 8 + KH / 2));
    auto part = weights.slice(int(at.x) * 32, 0, 0, 0);
    auto tile = destination.slice(int(at.x) * 32, int(at.y) * 8, int(at.z) * 8, 0);
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(activation), decltype(part), float>();
    op.run(activation, part, held);
    held.store(tile);
#else
    op.run(activation, part, tile);
#endif
}
