//! title:     Two passes of c = Qᵀ v, v = v - Q c as four dispatches remove what v has in common with Q
//! verifies:  k.qr.mgs c.no.global.barrier
//! for:       WHOLE in 0 1
//! subcases:  (M, K) in (16, 1) (16, 5) (64, 33) (256, 64)
//! dispatch:  project(q, v, c, size): threads K, threadgroup 32
//! dispatch:  subtract(q, v, c, size): threads M, threadgroup 32
//! dispatch:  project(q, v, c, size): threads K, threadgroup 32
//! dispatch:  subtract(q, v, c, size): threads M, threadgroup 32
//! in:        q float[M * K] = orthonormal(K, WHOLE)
//! inout:     v float[M] = whole_or_real(WHOLE)
//! out:       c float[K]
//! in:        size uint2 = M, K
//! expect:    v = residual(q, v, M, K, 2)
//! expect:    c = unjudged
//! mutant:    k.qr.mgs | replace `v[row] -= sum;` with `v[row] += sum;` | for M=64
//! mutant:    k.qr.mgs | replace `row < size.x; row++` with `row + 1 < size.x; row++` | for M=64
//! mutant:    c.no.global.barrier | replace `c[column] = sum;` with `c[column ^ 1] = sum;` | for M=256

#include <metal_stdlib>
using namespace metal;

kernel void project(device const float *q [[buffer(0)]], device const float *v [[buffer(1)]],
                    device float *c [[buffer(2)]], constant uint2 &size [[buffer(3)]],
                    uint column [[thread_position_in_grid]])
{
    float sum = 0.0f;
    for (uint row = 0; row < size.x; row++)
        sum += q[row * size.y + column] * v[row];
    c[column] = sum;
}

kernel void subtract(device const float *q [[buffer(0)]], device float *v [[buffer(1)]],
                     device const float *c [[buffer(2)]], constant uint2 &size [[buffer(3)]],
                     uint row [[thread_position_in_grid]])
{
    float sum = 0.0f;
    for (uint column = 0; column < size.y; column++)
        sum += q[row * size.y + column] * c[column];
    v[row] -= sum;
}
