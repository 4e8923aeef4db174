//! title:     Constants at program scope hold scalars, vectors, arrays, structs and matrices, for every kernel and
//!            dispatch
//! verifies:  addrspace.constant.values addrspace.constant.lifetime addrspace.constant.pointer_arg
//!            args.default_passing
//!            storage.static_extern
//! dispatch:  first(one): threads 8, threadgroup 8
//! dispatch:  second(two, sizes): threads 8, threadgroup 8
//! dispatch:  first(again): threads 8, threadgroup 8
//! in:        sizes int[8] = iota(0, 1)
//! out:       one float[8]
//! out:       two float[8]
//! out:       again float[8]
//! expect:    one = values 1.5 1.5 10 20 30 4 6 8
//! expect:    two = values 1.5 2.5 4.5 7.5 11.5 16.5 22.5 29.5
//! expect:    again = values 1.5 1.5 10 20 30 4 6 8
//! mutant:    addrspace.constant.values | replace `{10, 20, 30}` with `{20, 10, 30}`
//! mutant:    addrspace.constant.lifetime | replace `return described.whole` with `return described.whole + 1`
//! mutant:    addrspace.constant.pointer_arg | replace `sum(sizes, i)` with `sum(sizes + 1, i)`
//! mutant:    storage.static_extern | replace `own = 1.5f` with `own = 2.5f`
//! mutant:    args.default_passing | replace `pair = float2(1.5f, 2.0f)` with `pair = float2(0)`

#include <metal_stdlib>
using namespace metal;

struct item {
    int whole;
    float3 real;
};

static constant float own = 1.5f;
constant float2 pair = float2(1.5f, 2.0f);
constant float table[] = {10, 20, 30};
constant item described = {4, float3(5, 6, 7)};
constant float2x2 turn = float2x2(float2(1, 2), float2(3, 8));

static float value(uint i)
{
    switch (i) {
    case 0: return own;
    case 1: return pair.x;
    case 5: return described.whole;
    case 6: return described.real.y;
    case 7: return turn[1][1];
    default: return table[i - 2];
    }
}

static int sum(constant int *values, uint count)
{
    int total = 0;
    for (uint k = 0; k <= count; k++)
        total += values[k];
    return total;
}

kernel void first(device float *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = value(i);
}

kernel void second(device float *result [[buffer(0)]], constant int *sizes [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    result[i] = own + sum(sizes, i);
}
