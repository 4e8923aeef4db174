// The engine benchmark's kernels in OpenCL C; bench.metal holds the same work in MSL. OpenCL 1.2 has no sub-groups, so layernorm_simd
// reduces as a tree too.
#define MATRIX 512
#define WIDTH 768
#define TILE 16
#define ROW_THREADS 256

kernel void vector_add(global const float *a, global const float *b, global float *c)
{
    size_t i = get_global_id(0);
    c[i] = a[i] + b[i];
}

kernel void small_add(global const float *a, global const float *b, global float *c)
{
    size_t i = get_global_id(0);
    c[i] = a[i] + b[i];
}

kernel void sine(global const float *a, global float *c)
{
    size_t i = get_global_id(0);
    c[i] = sin(a[i] * 3.0f);
}

kernel void matmul_naive(global const float *a, global const float *b, global float *c)
{
    uint x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < MATRIX; k++)
        sum += a[y * MATRIX + k] * b[k * MATRIX + x];
    c[y * MATRIX + x] = sum;
}

kernel void matmul_tiled(global const float *a, global const float *b, global float *c)
{
    local float as[TILE][TILE], bs[TILE][TILE];
    uint x = get_global_id(0), y = get_global_id(1), ix = get_local_id(0), iy = get_local_id(1);
    float sum = 0;
    for (uint t = 0; t < MATRIX / TILE; t++) {
        as[iy][ix] = a[y * MATRIX + t * TILE + ix];
        bs[iy][ix] = b[(t * TILE + iy) * MATRIX + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; k++)
            sum += as[iy][k] * bs[k][ix];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * MATRIX + x] = sum;
}

static float tree_sum(local float *partial, float value, uint thread_index)
{
    partial[thread_index] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = ROW_THREADS / 2; step > 0; step /= 2) {
        if (thread_index < step)
            partial[thread_index] += partial[thread_index + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float sum = partial[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

static void layernorm(global const float *a, global float *c, local float *partial)
{
    uint row = get_group_id(0), in = get_local_id(0);
    float sum = 0, squares = 0;
    for (uint i = in; i < WIDTH; i += ROW_THREADS)
        sum += a[row * WIDTH + i];
    float mean = tree_sum(partial, sum, in) / WIDTH;
    for (uint i = in; i < WIDTH; i += ROW_THREADS) {
        float d = a[row * WIDTH + i] - mean;
        squares += d * d;
    }
    float scale = rsqrt(tree_sum(partial, squares, in) / WIDTH + 1e-5f);
    for (uint i = in; i < WIDTH; i += ROW_THREADS)
        c[row * WIDTH + i] = (a[row * WIDTH + i] - mean) * scale;
}

kernel void layernorm_tree(global const float *a, global float *c)
{
    local float partial[ROW_THREADS];
    layernorm(a, c, partial);
}

kernel void layernorm_simd(global const float *a, global float *c)
{
    local float partial[ROW_THREADS];
    layernorm(a, c, partial);
}

/* Four samples between the texels around each pixel. */
__constant sampler_t linear_sampler = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP_TO_EDGE;
__kernel void image_blur(__read_only image2d_t a, __write_only image2d_t c)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float2 texel = 1.0f / (float2)(get_image_width(a), get_image_height(a));
    float2 middle = (convert_float2(at) + 0.5f) * texel, aside = 0.75f * texel;
    float4 sum = read_imagef(a, linear_sampler, middle - aside) + read_imagef(a, linear_sampler, middle + aside) +
                 read_imagef(a, linear_sampler, middle + (float2)(aside.x, -aside.y)) +
                 read_imagef(a, linear_sampler, middle + (float2)(-aside.x, aside.y));
    write_imagef(c, at, sum * 0.25f);
}
