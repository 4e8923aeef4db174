//! title:     One step of subspace iteration, B = A V and Z = Aᵀ B, with Z summed over bands of rows
//! verifies:  k.svd.subspace
//! subcases:  (M, N, K, BANDS) in (1, 1, 1, 1) (16, 8, 4, 1) (33, 17, 5, 4) (100, 31, 7, 3) (128, 64, 16, 8)
//! dispatch:  multiply(a, v, b, size): threads K x M, threadgroup 8 x 8
//! dispatch:  multiply_transposed(a, b, parts, size): threads K x N x BANDS, threadgroup 8 x 8 x 1
//! dispatch:  add_bands(parts, z, size): threads N * K, threadgroup 64
//! requires:  feature nonuniform_threadgroups
//! in:        a float[M * N] = integers(-4, 4)
//! in:        v float[N * K] = integers(-4, 4)
//! out:       b float[M * K]
//! out:       parts float[BANDS * N * K]
//! out:       z float[N * K]
//! in:        size uint4 = M, N, K, BANDS
//! expect:    b = matmul(a, v, M, N, K)
//! expect:    z = gram_product(a, v, M, N, K)
//! mutant:    k.svd.subspace | replace `a[row * size.y + at.y]` with `a[at.y * size.y + row]` | for M=33
//! mutant:    k.svd.subspace | replace `min(first + band, size.x)` with `first + size.x / size.w` | for M=33
//! mutant:    k.svd.subspace | replace `band_index < size.w` with `band_index + 1 < size.w` | for M=128

#include <metal_stdlib>
using namespace metal;

kernel void multiply(device const float *a [[buffer(0)]], device const float *v [[buffer(1)]],
                     device float *b [[buffer(2)]], constant uint4 &size [[buffer(3)]],
                     uint2 at [[thread_position_in_grid]])
{
    float sum = 0.0f;
    for (uint k = 0; k < size.y; k++)
        sum += a[at.y * size.y + k] * v[k * size.z + at.x];
    b[at.y * size.z + at.x] = sum;
}

kernel void multiply_transposed(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                                device float *parts [[buffer(2)]], constant uint4 &size [[buffer(3)]],
                                uint3 at [[thread_position_in_grid]])
{
    const uint band = (size.x + size.w - 1) / size.w, first = at.z * band, end = min(first + band, size.x);
    float sum = 0.0f;
    for (uint row = first; row < end; row++)
        sum += a[row * size.y + at.y] * b[row * size.z + at.x];
    parts[(at.z * size.y + at.y) * size.z + at.x] = sum;
}

kernel void add_bands(device const float *parts [[buffer(0)]], device float *z [[buffer(1)]],
                      constant uint4 &size [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    float sum = 0.0f;
    for (uint band_index = 0; band_index < size.w; band_index++)
        sum += parts[band_index * size.y * size.z + i];
    z[i] = sum;
}
