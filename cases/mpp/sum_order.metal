//! title:     matmul2d adds the products of an element in an order of the device's choice, which is recorded
//! verifies:  mpp.matmul2d.accuracy
//! requires:  msl 4.0, feature tensors, simd_width 32
//! dispatch:  threads 32, threadgroup 32
//! in:        row float[32] = values -0x1.d3fc78p+3 -0x1.0c207cp+3 -0x1.009198p+3 0x1.b6d362p-2 -0x1.c5f4b4p-2
//!            0x1.c8b8bp-2 -0x1.6bc8fcp+0 0x1.bde416p+1 -0x1.0242a6p-1 0x1.0eb3bap+0 -0x1.d5e3d2p-2
//!            -0x1.73ce94p-3 0x1.f99e56p-1 0x1.c13da2p-2 0x1.b91eeep-2 -0x1.7b3c1cp-2 -0x1.06b014p+5
//!            0x1.6ccdfep-5 -0x1.90c5e4p-1 -0x1.7e9deap+4 0x1.1f8b32p+3 0x1.803db8p-3 0x1.d7f4b8p-9
//!            -0x1.d25452p-3 0x1.40281p-3 -0x1.56f4fcp+2 -0x1.2c816cp-3 0x1.89757cp-4 0x1.f4ea0cp+5
//!            0x1.6b65b8p+0 0x1.62b036p+4 -0x1.7a3df4p+1
//! in:        b float[32 * 16] = ones
//! out:       result float[16]
//! out:       in_sequence float[16]
//! out:       backwards float[16]
//! out:       evens_first float[16]
//! out:       in_pairs float[16]
//! out:       fours_at_once float[16]
//! out:       eights_at_once float[16]
//! out:       sixteens_at_once float[16]
//! out:       all_at_once float[16]
//! expect:    result = tensor_product(row, b, 1, 16, 32, 0, 0)
//! expect:    in_sequence = recorded values 0x1.29d9dcp+1 …
//! expect:    backwards = recorded values 0x1.29d9fp+1 …
//! expect:    evens_first = recorded values 0x1.29d9bcp+1 …
//! expect:    in_pairs = recorded values 0x1.29d9bp+1 …
//! expect:    fours_at_once = recorded values 0x1.29d998p+1 …
//! expect:    eights_at_once = recorded values 0x1.29d9b6p+1 …
//! expect:    sixteens_at_once = recorded values 0x1.29d9cp+1 …
//! expect:    all_at_once = recorded values 0x1.29d9c8p+1 …
//! mutant:    mpp.matmul2d.accuracy | replace `multiplied[i % 16]` with `multiplied[i % 16] + 0.001f`
//! note:      The right factor is all ones, so that products are exact and only sums round. In pairs: k = 0 with 1, 2
//!            with 3, then the sums likewise. Fours at once: the sum so far and four products, rounded once, and so on.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device const float *row [[buffer(0)]], device float *b [[buffer(1)]],
                     device float *result [[buffer(2)]], device float *in_sequence [[buffer(3)]],
                     device float *backwards [[buffer(4)]], device float *evens_first [[buffer(5)]],
                     device float *in_pairs [[buffer(6)]], device float *fours_at_once [[buffer(7)]],
                     device float *eights_at_once [[buffer(8)]], device float *sixteens_at_once [[buffer(9)]],
                     device float *all_at_once [[buffer(10)]], uint i [[thread_position_in_grid]])
{
    threadgroup float rows[16 * 32], multiplied[16 * 16];
    for (uint k = i; k < 16 * 32; k += 32)
        rows[k] = row[k % 32];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    tensor left(rows, dextents<int, 2>(32, 16)), destination(multiplied, dextents<int, 2>(16, 16));
    tensor right(b, dextents<int, 2>(16, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(16, 16);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    op.run(left, right, destination);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (i >= 16)
        return;
    const float sum = multiplied[i % 16];
    result[i] = sum;
    in_sequence[i] = sum;
    backwards[i] = sum;
    evens_first[i] = sum;
    in_pairs[i] = sum;
    fours_at_once[i] = sum;
    eights_at_once[i] = sum;
    sixteens_at_once[i] = sum;
    all_at_once[i] = sum;
}
