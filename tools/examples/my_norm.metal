// LayerNorm of rows, a threadgroup per row. The parameters have names that the contract knows, so nothing else needs to be said.
//! contract: layer_norm
#include <metal_stdlib>
using namespace metal;

static float sum_of_all(float mine, threadgroup float *partial, uint lane, uint group, uint groups)
{
    float sum = simd_sum(mine);
    threadgroup_barrier(mem_flags::mem_threadgroup); // what stood in `partial` has been read
    if (lane == 0)
        partial[group] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    float total = 0.0f;
    for (uint g = 0; g < groups; g++)
        total += partial[g];
    return total;
}

kernel void my_norm(device const T *x [[buffer(0)]], device T *y [[buffer(1)]], device const T *gamma [[buffer(2)]],
                    device const T *beta [[buffer(3)]], constant uint &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                    uint row [[threadgroup_position_in_grid]], uint i [[thread_position_in_threadgroup]],
                    uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                    uint group [[simdgroup_index_in_threadgroup]], uint groups [[simdgroups_per_threadgroup]])
{
    threadgroup float partial[64];
    device const T *from = x + row * n;
    device T *to = y + row * n;
    float sum = 0.0f, squares = 0.0f;
    for (uint k = i; k < n; k += threads)
        sum += float(from[k]);
    float mean = sum_of_all(sum, partial, lane, group, groups) / float(n);
    for (uint k = i; k < n; k += threads) {
        float d = float(from[k]) - mean;
        squares += d * d;
    }
    float scale = rsqrt(sum_of_all(squares, partial, lane, group, groups) / float(n) + eps);
    for (uint k = i; k < n; k += threads)
        to[k] = T((float(from[k]) - mean) * scale * float(gamma[k]) + float(beta[k]));
}
