//! title:     layernorm_shared (K2): a threadgroup per row, tree reduction in threadgroup memory for any number of
//!            threads
//! verifies:  k.layernorm_shared err.b.k2.dispatch768 err.b.k2.war c.barrier.missing
//! requires:  msl 3.1, feature bfloat
//! functions: fast precise
//! for:       T in float half bfloat
//! subcases:  (ROWS, N, TG) in (1, 1, 1) (2, 31, 32) (2, 33, 32) (2, 64, 64) (2, 127, 128) (2, 129, 128)
//!            (2, 768, 256) (2, 1000, 1000) (2, 1025, 1024) (5, 768, 768) (32, 768, 512) (512, 768, 256)
//! dispatch:  groups ROWS, threadgroup TG
//! threadgroup: 0 4 * TG
//! in:        src T[ROWS * N] = layernorm_rows(N, 5)
//! out:       dst T[ROWS * N]
//! in:        gamma T[N] = normal(1, 0.1)
//! in:        beta T[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_two_pass(src, gamma, beta, n, eps)
//! mutant:    err.b.k2.dispatch768 | replace `const uint upper = (live + 1) / 2;` with `const uint upper = live / 2;`
//!            | for TG=768
//! mutant:    err.b.k2.war | replace `threadgroup_barrier(mem_flags::mem_threadgroup); return` with `return`
//!            | for TG=128
//! mutant:    c.barrier.missing | replace `= value; threadgroup_barrier(mem_flags::mem_threadgroup);` with `= value;`
//!            | for TG=256
//! mutant:    c.barrier.missing k.layernorm_shared | replace `threadgroup_barrier(mem_flags::mem_threadgroup); live`
//!            with `live` | for TG=256
//! mutant:    k.layernorm_shared | replace `i < uint(n); i += threads) sum`
//!            with `i < uint(n) && i < threads; i += threads) sum` | for N=33
//! note:      The guide's tree halves the number of threads and so loses partial sums unless it is a power of two;
//!            this one rounds the half up.

#include <metal_stdlib>
using namespace metal;

// The sum over the threadgroup, the same for all its threads.
static float sum_threadgroup(float value, threadgroup float *partial, uint local, uint threads)
{
    partial[local] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup); // every partial sum is there
    for (uint live = threads; live > 1;) {
        const uint upper = (live + 1) / 2;
        if (local + upper < live)
            partial[local] += partial[local + upper];
        threadgroup_barrier(mem_flags::mem_threadgroup); // one level is added
        live = upper;
    }
    const float total = partial[0];
    threadgroup_barrier(mem_flags::mem_threadgroup); // the total is read
    return total;
}

kernel void layernorm_shared(device const T *src [[buffer(0)]], device T *dst [[buffer(1)]],
                             device const T *gamma [[buffer(2)]], device const T *beta [[buffer(3)]],
                             constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                             threadgroup float *partial [[threadgroup(0)]],
                             uint row [[threadgroup_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                             uint threads [[threads_per_threadgroup]])
{
    device const T *x = src + row * n;
    float sum = 0.0f;
    for (uint i = local; i < uint(n); i += threads)
        sum += float(x[i]);
    const float mean = sum_threadgroup(sum, partial, local, threads) / float(n);
    float squares = 0.0f;
    for (uint i = local; i < uint(n); i += threads)
        squares += (float(x[i]) - mean) * (float(x[i]) - mean);
    const float variance = sum_threadgroup(squares, partial, local, threads) / float(n);
    const float scale = rsqrt(variance + eps);
    device T *y = dst + row * n;
    for (uint i = local; i < uint(n); i += threads)
        y[i] = T((float(x[i]) - mean) * scale * float(gamma[i]) + float(beta[i]));
}
