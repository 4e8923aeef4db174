//! title:     Kernels of several pixels, strides and dilations of convolution2d; kernels are not flipped
//! verifies:  mpp.conv2d.{ROW} mpp.conv2d.orientation
//! requires:  msl 4.0, feature tensors
//! for:       (ROW, KW, KH, SX, SY, DX, DY) in (desc.kernel.order, 3, 1, 1, 1, 1, 1) (desc.kernel.order, 1, 3, 1, 1, 1, 1)
//!            (desc.kernel.order, 5, 3, 1, 1, 1, 1) (strides, 3, 3, 2, 1, 1, 1) (strides, 3, 3, 1, 2, 1, 1)
//!            (strides, 3, 5, 2, 2, 1, 1) (dilations, 3, 3, 1, 1, 2, 1) (dilations, 3, 3, 1, 1, 1, 2)
//!            (dilations, 3, 3, 1, 2, 2, 3)
//! macro:     WIDTH = 7 * SX + (KW - 1) * DX + 1
//! macro:     HEIGHT = 5 * SY + (KH - 1) * DY + 1
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a half[(7 * SX + (KW - 1) * DX + 1) * (5 * SY + (KH - 1) * DY + 1) * 16] = integers(-3, 3)
//! in:        w half[KH * KW * 16 * 32] = integers(-3, 3)
//! out:       c float[6 * 8 * 32]
//! expect:    c = convolved(a, w, 32, 8, 6, 1, 16, 7 * SX + (KW - 1) * DX + 1, 5 * SY + (KH - 1) * DY + 1, KW, KH,
//!            SX, SY, DX, DY, (KW - 1) * DX / 2, (KH - 1) * DY / 2, 1, 0)
//! mutant:    mpp.conv2d.{ROW} | replace `op.run(activation, weights, destination)` with
//!            `other.run(activation, weights, destination)`
//! mutant:    mpp.conv2d.orientation | replace `weights(w, dextents<int, 4>(32, 16, KW, KH))` with `weights(w + (KW * KH
//!            - 1) * 512, dextents<int, 4>(32, 16, KW, KH), array<int, 4>{1, 32, -512, -512 * KW})`
//! note:      Where a window stands, the text does not say. By Apple's header set_offsets moves it; users have measured
//!            that its centre lies on the pixel that the offsets give. Here no window leaves the activation.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

// Which row of the table of requirements this is.
#define TEXT(...) #__VA_ARGS__
#define NAME(...) TEXT(__VA_ARGS__)
constant char row[] = NAME(ROW);

// The same with the pairs of numbers the other way round.
template <bool Swapped> constexpr tensor_ops::convolution2d_descriptor describe()
{
    return tensor_ops::convolution2d_descriptor(
        int4(32, 8, 6, 1), int4(16, WIDTH, HEIGHT, 1), Swapped ? int2(KH, KW) : int2(KW, KH),
        tensor_ops::convolution2d_activation_layout::nhwc, tensor_ops::convolution2d_weights_layout::hwio,
        Swapped ? int2(SY, SX) : int2(SX, SY), Swapped ? int2(DY, DX) : int2(DX, DY));
}

kernel void convolve(device half *a [[buffer(0)]], device half *w [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor activation(a, dextents<int, 4>(16, WIDTH, HEIGHT, 1));
    tensor weights(w, dextents<int, 4>(32, 16, KW, KH));
    tensor destination(c, dextents<int, 4>(32, 8, 6, 1));
    constexpr auto descriptor = describe<false>();
    constexpr auto swapped = describe<true>();
    tensor_ops::convolution2d<descriptor, execution_simdgroups<4>> op;
    tensor_ops::convolution2d<swapped, execution_simdgroups<4>> other;
    op.set_offsets(int2((KW - 1) * DX / 2, (KH - 1) * DY / 2));
    other.set_offsets(int2((KW - 1) * DX / 2, (KH - 1) * DY / 2));
    op.run(activation, weights, destination);
}
