//! title:     load and store move a cooperative tensor's elements; they leave out what a smaller tensor does not have
//! verifies:  coop_tensor.load coop_tensor.store mpp.coop.load.store
//! requires:  msl 4.0, feature tensors
//! for:       T in float half; G in 1 4
//! subcases:  (W, H) in (32, 64) (20, 64) (32, 33) (7, 5)
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! in:        data T[64 * 40] = integers(-100, 100)
//! inout:     result T[64 * 40] = zeros
//! in:        size int2 = W, H
//! expect:    result = rows_kept(data, W, 40, H)
//! mutant:    coop_tensor.load | replace `cooperative.load(source)` with `cooperative.load(destination)`
//! mutant:    coop_tensor.store | replace `cooperative.store(destination)` with `cooperative.store(source)`
//! mutant:    mpp.coop.load.store | replace `cooperative.store(destination)` with
//!            `for (auto it = cooperative.begin(); it != cooperative.end(); it++) *it += it.is_valid_element() ? T(1) : T(0);
//!            cooperative.store(destination)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void move(device T *data [[buffer(0)]], device T *result [[buffer(1)]], constant int2 &size [[buffer(2)]])
{
    tensor source(data, dextents<int, 2>(size.x, size.y), array<int, 2>{1, 40});
    tensor destination(result, dextents<int, 2>(size.x, size.y), array<int, 2>{1, 40});
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    auto cooperative = op.get_destination_cooperative_tensor<tensor<device half, dextents<int, 2>, tensor_inline>,
                                                             tensor<device half, dextents<int, 2>, tensor_inline>, T>();
    cooperative.load(source);
    cooperative.store(destination);
}
