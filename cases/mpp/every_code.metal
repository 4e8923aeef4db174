//! title:     Each code of a format of 8 bits is a factor with its exact value, subnormals, infinities and NaNs, too
//! verifies:  mpp.matmul2d.f16e{ROW}f32
//! requires:  msl 4.1, feature tensors
//! for:       (F, UNPACKED, ROW) in (metal_fp8_e4m3_format, unpack_fp8_e4m3, 4m3)
//!            (metal_fp8_e5m2_format, unpack_fp8_e5m2, 5m2)
//! math:      safe
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        one half[1] = ones
//! in:        codes uchar[256] = iota
//! out:       c float[256]
//! expect:    c = UNPACKED(codes, 0)
//! mutant:    mpp.matmul2d.f16e{ROW}f32 | replace `destination(c, sizes(256, 1))` with `destination(c, sizes(255, 1))`
//! note:      A K of 1: each element is one product. Code 128 is -0; 0 + -0 is 0, so that either zero will do for it.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

// Which row of the table of requirements this is.
#define TEXT(...) #__VA_ARGS__
#define NAME(...) TEXT(__VA_ARGS__)
constant char row[] = NAME(ROW);

kernel void multiply(device half *one [[buffer(0)]], device uchar *codes [[buffer(1)]], device float *c [[buffer(2)]],
                     uint thread_index [[thread_index_in_threadgroup]])
{
    typedef dextents<int, 2> sizes;
    tensor<device half, sizes, tensor_inline> left(one, sizes(1, 1));
    tensor<device F, sizes, tensor_inline> right(codes, sizes(256, 1));
    tensor<device float, sizes, tensor_inline> destination(c, sizes(256, 1));
    constexpr tensor_ops::matmul2d_descriptor descriptor(8, 256);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    op.run(left, right, destination);
    threadgroup_barrier(mem_flags::mem_device);
    if (thread_index == 0 && c[128] == 0.0f)
        c[128] = -0.0f;
}
