//! title:     float to half and bfloat rounds ties to even, the numbers beside them to the nearer side, alone and in vectors
//! verifies:  conv.float2half conv.float2bfloat conv.vector
//! requires:  msl 3.1, feature bfloat
//! for:       (TO, INPUTS) in (half, around_halves) (bfloat, around_bfloats)
//! math:      fast safe
//! dispatch:  threads 21846, threadgroup 64
//! in:        data float[12 * threads] = INPUTS
//! out:       ones TO[12 * threads]
//! out:       twos TO[12 * threads]
//! out:       threes TO[12 * threads]
//! out:       fours TO[12 * threads]
//! expect:    ones = converted(data)
//! expect:    twos = converted(data)
//! expect:    threes = converted(data)
//! expect:    fours = converted(data)
//! mutant:    conv.float2half | replace `TO(x[k])` with `TO(x[k] * (1.0f + 0x1p-22f))` | for TO=half
//! mutant:    conv.float2bfloat | replace `TO(x[k])` with `TO(x[k] * (1.0f + 0x1p-22f))` | for TO=bfloat
//! mutant:    conv.vector | replace `vec<TO, N>(v)` with `vec<TO, N>(v * vec<float, N>(1.0f + 0x1p-22f))`
//! note:      For every number of the narrower type: itself, the tie above it, and the floats on both sides of the tie.

#include <metal_stdlib>
using namespace metal;

template <int N>
static void convert_vectors(device const float *x, device TO *result)
{
    for (int at = 0; at < 12; at += N) {
        vec<float, N> v;
        for (int k = 0; k < N; k++)
            v[k] = x[at + k];
        const vec<TO, N> narrow = vec<TO, N>(v);
        for (int k = 0; k < N; k++)
            result[at + k] = narrow[k];
    }
}

kernel void convert(device const float *data [[buffer(0)]], device TO *ones [[buffer(1)]],
                    device TO *twos [[buffer(2)]], device TO *threes [[buffer(3)]], device TO *fours [[buffer(4)]],
                    uint i [[thread_position_in_grid]])
{
    const uint at = 12 * i;
    device const float *x = data + at;
    for (uint k = 0; k < 12; k++)
        ones[at + k] = TO(x[k]);
    convert_vectors<2>(x, twos + at);
    convert_vectors<3>(x, threes + at);
    convert_vectors<4>(x, fours + at);
}
