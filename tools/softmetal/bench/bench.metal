// The engine benchmark's kernels; bench.cl holds the same work in OpenCL C.
#include <metal_stdlib>
using namespace metal;

constant constexpr uint matrix_size = 512, width = 768, tile = 16, row_threads = 256;

kernel void vector_add(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]], device float *c [[buffer(2)]],
                       uint i [[thread_position_in_grid]])
{
    c[i] = a[i] + b[i];
}

kernel void small_add(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]], device float *c [[buffer(2)]],
                      uint i [[thread_position_in_grid]])
{
    c[i] = a[i] + b[i];
}

kernel void sine(device const float *a [[buffer(0)]], device float *c [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    c[i] = precise::sin(a[i] * 3.0f);
}

kernel void matmul_naive(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]], device float *c [[buffer(2)]],
                         uint2 at [[thread_position_in_grid]])
{
    float sum = 0;
    for (uint k = 0; k < matrix_size; k++)
        sum += a[at.y * matrix_size + k] * b[k * matrix_size + at.x];
    c[at.y * matrix_size + at.x] = sum;
}

kernel void matmul_tiled(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]], device float *c [[buffer(2)]],
                         uint2 at [[thread_position_in_grid]], uint2 in [[thread_position_in_threadgroup]])
{
    threadgroup float as[tile][tile], bs[tile][tile];
    float sum = 0;
    for (uint t = 0; t < matrix_size / tile; t++) {
        as[in.y][in.x] = a[at.y * matrix_size + t * tile + in.x];
        bs[in.y][in.x] = b[(t * tile + in.y) * matrix_size + at.x];
        threadgroup_barrier(mem_flags::mem_threadgroup);
        for (uint k = 0; k < tile; k++)
            sum += as[in.y][k] * bs[k][in.x];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    c[at.y * matrix_size + at.x] = sum;
}

static float tree_sum(threadgroup float *partial, float value, uint thread_index)
{
    partial[thread_index] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint step = row_threads / 2; step > 0; step /= 2) {
        if (thread_index < step)
            partial[thread_index] += partial[thread_index + step];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    float sum = partial[0];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return sum;
}

kernel void layernorm_tree(device const float *a [[buffer(0)]], device float *c [[buffer(1)]],
                           uint row [[threadgroup_position_in_grid]], uint in [[thread_position_in_threadgroup]])
{
    threadgroup float partial[row_threads];
    float sum = 0, squares = 0;
    for (uint i = in; i < width; i += row_threads)
        sum += a[row * width + i];
    float mean = tree_sum(partial, sum, in) / width;
    for (uint i = in; i < width; i += row_threads) {
        float d = a[row * width + i] - mean;
        squares += d * d;
    }
    float scale = rsqrt(tree_sum(partial, squares, in) / width + 1e-5f);
    for (uint i = in; i < width; i += row_threads)
        c[row * width + i] = (a[row * width + i] - mean) * scale;
}

static float simd_tree_sum(threadgroup float *partial, float value, uint lane, uint group)
{
    float sum = simd_sum(value);
    if (lane == 0)
        partial[group] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    sum = simd_sum(lane < row_threads / 32 ? partial[lane] : 0.0f);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return sum;
}

kernel void layernorm_simd(device const float *a [[buffer(0)]], device float *c [[buffer(1)]],
                           uint row [[threadgroup_position_in_grid]], uint in [[thread_position_in_threadgroup]],
                           uint lane [[thread_index_in_simdgroup]], uint group [[simdgroup_index_in_threadgroup]])
{
    threadgroup float partial[row_threads / 32];
    float sum = 0, squares = 0;
    for (uint i = in; i < width; i += row_threads)
        sum += a[row * width + i];
    float mean = simd_tree_sum(partial, sum, lane, group) / width;
    for (uint i = in; i < width; i += row_threads) {
        float d = a[row * width + i] - mean;
        squares += d * d;
    }
    float scale = rsqrt(simd_tree_sum(partial, squares, lane, group) / width + 1e-5f);
    for (uint i = in; i < width; i += row_threads)
        c[row * width + i] = (a[row * width + i] - mean) * scale;
}

/* Four samples between the texels around each pixel. */
kernel void image_blur(texture2d<float> a [[texture(0)]], texture2d<float, access::write> c [[texture(1)]],
                       uint2 at [[thread_position_in_grid]])
{
    constexpr sampler linear(coord::normalized, filter::linear, address::clamp_to_edge);
    float2 texel = 1.0f / float2(a.get_width(), a.get_height());
    float2 middle = (float2(at) + 0.5f) * texel, aside = 0.75f * texel;
    float4 sum = a.sample(linear, middle - aside) + a.sample(linear, middle + aside) +
                 a.sample(linear, middle + float2(aside.x, -aside.y)) +
                 a.sample(linear, middle + float2(-aside.x, aside.y));
    c.write(sum * 0.25f, at);
}
