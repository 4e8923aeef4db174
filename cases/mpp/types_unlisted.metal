//! title:     matmul2d refuses types that its table does not list
//! verifies:  mpp.matmul2d.unlisted.{ROW}
//! requires:  msl 4.0, feature tensors
//! for:       (A, B, C, ROW) in (char, char, float, i8.i8.f32) (char, uchar, int, i8.u8.i32)
//!            (uchar, char, int, u8.i8.i32) (int, int, int, i32.i32.i32) (half, half, int, f16.f16.i32)
//!            (float, float, half, f32.f32.f16) (half, float, half, f16.f32.f16) (half, half, bfloat, f16.f16.bf16)
//! reject:    matmul types listed supported
//! grade:     inferred
//! control:   replace `device A *a` with `device half *a` and replace `device B *b` with `device half *b` and replace
//!            `device C *c` with `device float *c`
//! mutant:    mpp.matmul2d.unlisted.{ROW} | replace `device A *a` with `device half *a` and replace `device B *b` with
//!            `device half *b` and replace `device C *c` with `device float *c`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

// Which row of the table of requirements this is.
#define TEXT(...) #__VA_ARGS__
#define NAME(...) TEXT(__VA_ARGS__)
constant char row[] = NAME(ROW);

kernel void multiply(device A *a [[buffer(0)]], device B *b [[buffer(1)]], device C *c [[buffer(2)]])
{
    tensor left(a, dextents<int, 2>(64, 64));
    tensor right(b, dextents<int, 2>(32, 64));
    tensor destination(c, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination); // reject
}
