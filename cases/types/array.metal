//! title:     metal::array is indexed, knows its size, and holds textures and samplers as well as numbers
//! verifies:  array.subscript array.size array.samplers array.samplers.program_scope array.argument_local
//! requires:  msl 2.0
//! dispatch:  threads 4, threadgroup 4
//! in:        image texture2d<float>(r16float)[2, 1] = values 0 8
//! out:       sum int[4]
//! out:       size uint[4]
//! out:       filtered float[4]
//! expect:    sum = values 10 11 12 13
//! expect:    size = values 4 4 2 4
//! expect:    filtered = values 8 4 8 4
//! mutant:    array.subscript | replace `own[k] = k + 1` with `own[k] = k`
//! mutant:    array.size | replace `size[0] = own.size()` with `size[0] = sizeof(own)`
//! mutant:    array.samplers | replace `both[i % 2]` with `both[0]`
//! mutant:    array.samplers.program_scope | replace `filter::linear)}` with `filter::nearest)}`
//! mutant:    array.argument_local | replace `sum += values[k]` with `sum += values[0]`

#include <metal_stdlib>
using namespace metal;

constexpr array<sampler, 2> filters = {sampler(coord::pixel, filter::nearest), sampler(coord::pixel, filter::linear)};

static int total(array<int, 4> values)
{
    int sum = 0;
    for (size_t k = 0; k < values.size(); k++)
        sum += values[k];
    return sum;
}

kernel void index(texture2d<float> image [[texture(0)]], device int *sum [[buffer(0)]], device uint *size [[buffer(1)]],
                  device float *filtered [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    array<int, 4> own;
    for (int k = 0; k < 4; k++)
        own[k] = k + 1;
    const array<int, 4> same = own;
    sum[i] = total(own) + same[i] - 1;
    const array<sampler, 2> both = filters;
    filtered[i] = image.sample(both[i % 2], float2(1.0f, 0.5f)).x;
    if (i == 0) {
        static_assert(array<int, 3>().size() == 3, "size() is constexpr");
        size[0] = own.size();
        size[1] = same.size();
        size[2] = both.size();
        size[3] = array<float4, 4>().size();
    }
}
