//! title:     extern declares functions and constants that the program defines elsewhere
//! verifies:  storage.extern.scope storage.static_extern
//! dispatch:  threads 1, threadgroup 1
//! out:       result float4[1]
//! expect:    result = values 2 4 6 8
//! mutant:    storage.extern.scope | replace `twice(table)` with `twice(table.yxzw)`
//! mutant:    storage.static_extern | replace `return 2 * value;` with `return 3 * value;`

#include <metal_stdlib>
using namespace metal;

extern float4 twice(float4 value);

kernel void report(device float4 *result [[buffer(0)]])
{
    extern constant float4 table;
    result[0] = twice(table);
}

constant float4 table = float4(1, 2, 3, 4);

float4 twice(float4 value)
{
    return 2 * value;
}
