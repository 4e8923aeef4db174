// RMSNorm of rows as ggml's Metal back end writes kernels: one structure of arguments, rows that are found by strides in
// bytes, threadgroup memory from the host, a threadgroup for each row.
//! contract: rms_norm
//! types: float
//! map: src=1, dst=2
//! extra: args@0 {int ne00, uint pad, ulong nb01, ulong nb1, float eps} = N, 0, 4 * N, 4 * N, 1e-5
//! dispatch: groups ROWS, threadgroup TG
//! threadgroup: 0 128
//! threadgroups: 256 32 64 1024
#include <metal_stdlib>
using namespace metal;

struct rms_norm_args {
    int32_t ne00;
    uint32_t pad;
    uint64_t nb01, nb1;
    float eps;
};

kernel void kernel_rms_norm_rows(constant rms_norm_args &args [[buffer(0)]], device const char *src0 [[buffer(1)]],
                                 device char *dst [[buffer(2)]], threadgroup float *sums [[threadgroup(0)]],
                                 uint row [[threadgroup_position_in_grid]], ushort tid [[thread_position_in_threadgroup]],
                                 ushort lane [[thread_index_in_simdgroup]], ushort group [[simdgroup_index_in_threadgroup]],
                                 ushort groups [[simdgroups_per_threadgroup]], ushort threads [[threads_per_threadgroup]])
{
    device const float *x = (device const float *)(src0 + row * args.nb01);
    device float *y = (device float *)(dst + row * args.nb1);
    float sum = 0.0f;
    for (int i = tid; i < args.ne00; i += threads)
        sum += x[i] * x[i];
    sum = simd_sum(sum);
    if (lane == 0)
        sums[group] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    sum = 0.0f;
    for (ushort g = 0; g < groups; g++)
        sum += sums[g];
    float scale = 1.0f / sqrt(sum / args.ne00 + args.eps);
    for (int i = tid; i < args.ne00; i += threads)
        y[i] = x[i] * scale;
}
