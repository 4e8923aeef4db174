//! title:     How many low bits of float factors relaxed precision takes away, and how, is recorded
//! verifies:  mpp.matmul2d.desc.relaxed
//! requires:  msl 4.0, feature tensors, simd_width 32
//! for:       RELAXED in false true
//! dispatch:  threads 32, threadgroup 32
//! out:       whole float[32]
//! out:       kept_of_left int[23]
//! out:       kept_of_right int[23]
//! out:       rounded_up int[23]
//! expect:    whole = values 2 …
//! expect:    kept_of_left = recorded values 1 …
//! expect:    kept_of_right = recorded values 1 …
//! expect:    rounded_up = recorded values 1 …
//! mutant:    mpp.matmul2d.desc.relaxed | replace `product[i];` with `product[32 * i];`
//!            | for RELAXED=true
//! note:      Factor n of 32 is 1 + 2^-n, the others are 1: as many of the 23 bits of a fraction are kept as results are
//!            above 1. 2 - 2^-n becomes 2 where its last bit is lost and it is rounded to nearest. 2 stays 2.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

/* What lane i gets of its factor times 1: the factor is the first of row i of the left matrix, or of column i of the
 * right one. */
float multiplied(float factor, bool left, uint i, threadgroup float *rows, threadgroup float *columns,
                 threadgroup float *product)
{
    tensor a(rows, dextents<int, 2>(16, 32)), b(columns, dextents<int, 2>(32, 16));
    tensor destination(product, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, 16, false, false, RELAXED);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint k = 0; k < 16; k++) {
        rows[16 * i + k] = k == 0 ? (left ? factor : 1.0f) : 0.0f;
        columns[32 * k + i] = left ? 1.0f : factor;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    op.run(a, b, destination);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return product[left ? 32 * i : i];
}

kernel void multiply(device float *whole [[buffer(0)]], device int *kept_of_left [[buffer(1)]],
                     device int *kept_of_right [[buffer(2)]], device int *rounded_up [[buffer(3)]],
                     uint i [[thread_position_in_grid]])
{
    threadgroup float rows[32 * 16], columns[16 * 32], product[32 * 32];
    const float bit = 1.0f / float(1u << i);
    const float by_left = multiplied(1.0f + bit, true, i, rows, columns, product);
    whole[i] = product[i];
    const float by_right = multiplied(1.0f + bit, false, i, rows, columns, product);
    const float just_below_2 = multiplied(2.0f - bit, true, i, rows, columns, product);
    if (i > 0 && i < 24) {
        kept_of_left[i - 1] = by_left > 1.0f;
        kept_of_right[i - 1] = by_right > 1.0f;
        rounded_up[i - 1] = just_below_2 == 2.0f;
    }
}
