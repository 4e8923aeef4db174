//! title:     The option for float functions chooses what an unqualified name means
//! verifies:  math.fp32_functions.precise math.variants.selection math.fp32_functions.default
//! for:       F in sin exp log tanh
//! math:      safe relaxed fast
//! functions: precise fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       plain float4[threads]
//! expect:    plain = F(data, 0)
//! mutant:    math.fp32_functions.precise | replace `F(data[i])` with `fast::F(data[i])` | for
//!            functions=precise F=sin
//! mutant:    math.variants.selection | replace `F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(F(data[i])) + 10)` | for functions=precise
//! mutant:    math.fp32_functions.default | replace `F(data[i])` with `F(data[i]) * 1.01f`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *data [[buffer(0)]], device float4 *plain [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    plain[i] = F(data[i]);
}
