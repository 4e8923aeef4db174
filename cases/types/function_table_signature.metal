//! title:     Tables hold visible functions of several signatures, with pointers and vectors, also named by an alias
//! verifies:  vft.signature
//! requires:  msl 2.3, feature function_pointers
//! options:   link store add widen
//! dispatch:  call(stores, adds, widens, data, one, stored, sum, wide): threads 64, threadgroup 32
//! in:        stores functions = store
//! in:        adds functions = add
//! in:        widens functions = widen
//! in:        data float4[64] = integers(-100, 100)
//! in:        one float4[64] = ones
//! out:       stored float4[64]
//! out:       sum float4[64]
//! out:       wide float4[64]
//! expect:    stored = same data
//! expect:    sum = added(data, one)
//! expect:    wide = subtracted(data, one)
//! mutant:    vft.signature | replace `to[i] = value` with `to[i] = -value`
//! mutant:    vft.signature | replace `return a + b` with `return a + b + b`
//! mutant:    vft.signature | replace `value.w - less` with `value.w`

#include <metal_stdlib>
using namespace metal;

using store_signature = void(device float4 *, float4, uint);

[[visible]] void store(device float4 *to, float4 value, uint i)
{
    to[i] = value;
}

[[visible]] float4 add(float4 a, float4 b)
{
    return a + b;
}

[[visible]] float4 widen(float4 value, char less)
{
    return float4(value.xyz - less, value.w - less);
}

kernel void call(visible_function_table<store_signature> stores [[buffer(0)]],
                 visible_function_table<float4(float4, float4)> adds [[buffer(1)]],
                 visible_function_table<float4(float4, char)> widens [[buffer(2)]],
                 device const float4 *data [[buffer(3)]], device const float4 *one [[buffer(4)]],
                 device float4 *stored [[buffer(5)]], device float4 *sum [[buffer(6)]],
                 device float4 *wide [[buffer(7)]], uint i [[thread_position_in_grid]])
{
    stores[0](stored, data[i], i);
    sum[i] = adds[0](data[i], one[i]);
    wide[i] = widens[0](data[i], char(one[i].x));
}
