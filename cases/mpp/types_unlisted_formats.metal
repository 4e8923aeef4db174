//! title:     matmul2d refuses formats that its table does not list together, or on that side
//! verifies:  mpp.matmul2d.unlisted.{ROW}
//! requires:  msl 4.1, feature tensors
//! for:       (A, B, C, ROW) in (metal_fp8_e4m3_format, metal_fp8_e5m2_format, float, e4m3.e5m2.f32)
//!            (bfloat, metal_fp8_e4m3_format, float, bf16.e4m3.f32)
//!            (metal_fp4_e2m1_format, half, float, e2m1.f16.f32) (int4b_format, half, float, i4.f16.f32)
//!            (int4b_format, int4b_format, int, i4.i4.i32) (float, int4b_format, float, f32.i4.f32)
//!            (char, uint4b_format, int, i8.u4.i32)
//! reject:    matmul types listed supported
//! grade:     inferred
//! control:   replace `multiply<A, B, C>` with `multiply<half, int4b_format, float>`
//! mutant:    mpp.matmul2d.unlisted.{ROW} | replace `multiply<A, B, C>` with `multiply<half, uint4b_format, float>`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

// Which row of the table of requirements this is.
#define TEXT(...) #__VA_ARGS__
#define NAME(...) TEXT(__VA_ARGS__)
constant char row[] = NAME(ROW);

template <class Left, class Right, class To> void multiply()
{
    typedef dextents<int, 2> sizes;
    tensor<device Left, sizes, tensor_inline> left;
    tensor<device Right, sizes, tensor_inline> right;
    tensor<device To, sizes, tensor_inline> destination;
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination); // reject
}

kernel void run()
{
    multiply<A, B, C>();
}
