//! title:     load repeats a row or a column over the cooperative tensor
//! verifies:  coop_tensor.load.broadcast
//! requires:  msl 4.0, feature tensors
//! for:       (W, H, ACROSS, DOWN) in (1, 64, 0, 1) (32, 1, 1, 0) (1, 1, 0, 0) (32, 64, 1, 32)
//! dispatch:  threads 2 * simd_width, threadgroup 2 * simd_width
//! in:        data float[64 * 32] = iota
//! out:       result float[64 * 32]
//! expect:    result = strided(0, 32, ACROSS, 64, DOWN, 0)
//! mutant:    coop_tensor.load.broadcast | replace `dextents<int, 2>(W, H)` with `dextents<int, 2>(2 * W, 2)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void repeat(device float *data [[buffer(0)]], device float *result [[buffer(1)]])
{
    tensor source(data, dextents<int, 2>(W, H));
    tensor destination(result, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<2>> op;
    auto cooperative = op.get_destination_cooperative_tensor<decltype(source), decltype(source), float>();
    cooperative.load(source);
    cooperative.store(destination);
}
