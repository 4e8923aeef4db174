//! title:     An element's coordinates are those where store puts it
//! verifies:  coop_tensor.multidim
//! requires:  msl 4.0, feature tensors
//! for:       (M, N, G) in (32, 32, 1) (64, 16, 2) (24, 16, 1) (16, 40, 2)
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! out:       result float[M * N]
//! expect:    result = strided(5, N, 1, M, 100, 0)
//! mutant:    coop_tensor.multidim | replace `float(5 + at[0] + 100 * at[1])` with `float(5 + at[1] + 100 * at[0])`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void place(device float *result [[buffer(0)]])
{
    tensor destination(result, dextents<int, 2>(N, M));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    auto cooperative = op.get_destination_cooperative_tensor<decltype(destination), decltype(destination), float>();
    for (ushort i = 0; i < cooperative.get_capacity(); i++) {
        auto at = cooperative.get_multidimensional_index(i);
        if (cooperative.is_valid_element(i))
            cooperative[i] = float(5 + at[0] + 100 * at[1]);
    }
    cooperative.store(destination);
}
