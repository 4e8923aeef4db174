// Products of square matrices for `tools/bench --tensors`: by matmul2d of Metal Performance Primitives, and as the tiled kernel
// of bench.metal. `T` and `SIZE` are macros.
#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

constant constexpr int size = SIZE, side = 64;
constant constexpr uint tile = 16;

kernel void matmul2d(device T *a [[buffer(0)]], device T *b [[buffer(1)]], device float *c [[buffer(2)]],
                     uint2 group [[threadgroup_position_in_grid]])
{
    const dextents<int, 2> all(size, size);
    auto left = tensor(a, all).slice(0, int(group.y) * side), right = tensor(b, all).slice(int(group.x) * side, 0);
    auto sums = tensor(c, all).slice(int(group.x) * side, int(group.y) * side);
    constexpr tensor_ops::matmul2d_descriptor how(side, side);
    tensor_ops::matmul2d<how, execution_simdgroups<4>> multiply;
    multiply.run(left, right, sums);
}

kernel void matmul2d_lanes(device T *a [[buffer(0)]], device T *b [[buffer(1)]], device float *c [[buffer(2)]],
                           uint2 group [[threadgroup_position_in_grid]])
{
    const dextents<int, 2> all(size, size);
    auto left = tensor(a, all).slice(0, int(group.y) * side), right = tensor(b, all).slice(int(group.x) * side, 0);
    auto to = tensor(c, all).slice(int(group.x) * side, int(group.y) * side);
    constexpr tensor_ops::matmul2d_descriptor how(side, side);
    tensor_ops::matmul2d<how, execution_simdgroups<4>> multiply;
    auto sums = multiply.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    multiply.run(left, right, sums);
    sums.store(to);
}

kernel void tiled(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device float *c [[buffer(2)]],
                  uint2 at [[thread_position_in_grid]], uint2 in [[thread_position_in_threadgroup]])
{
    threadgroup float as[tile][tile], bs[tile][tile];
    float sum = 0;
    for (uint t = 0; t < uint(size) / tile; t++) {
        as[in.y][in.x] = float(a[at.y * size + t * tile + in.x]);
        bs[in.y][in.x] = float(b[(t * tile + in.y) * size + at.x]);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        for (uint k = 0; k < tile; k++)
            sum += as[in.y][k] * bs[k][in.x];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    c[at.y * size + at.x] = sum;
}
