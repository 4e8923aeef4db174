//! title:     sign and step of half take scalars and vectors of every width
//! verifies:  common.types common.componentwise
//! math:      safe
//! dispatch:  threads 512, threadgroup 64
//! in:        edge half4[threads] = normal(0, 1)
//! in:        data half4[threads] = stratified
//! out:       signs half4[threads]
//! out:       steps half4[threads]
//! expect:    signs = sign(data)
//! expect:    steps = step(edge, data)
//! mutant:    common.types | replace `sign(x.xyz), sign(x.w)` with `sign(x.xyz), sign(x.y)`
//! mutant:    common.componentwise | replace `step(e.xy, x.xy)` with `step(e.yx, x.xy)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *edge [[buffer(0)]], device const half4 *data [[buffer(1)]],
                  device half4 *signs [[buffer(2)]], device half4 *steps [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    const half4 e = edge[i], x = data[i];
    signs[i] = i % 3 == 0 ? sign(x) : i % 3 == 1 ? half4(sign(x.xyz), sign(x.w)) : half4(sign(x.xy), sign(x.zw));
    steps[i] = i % 3 == 0 ? step(e, x) :
               i % 3 == 1 ? half4(step(e.xyz, x.xyz), step(e.w, x.w)) : half4(step(e.xy, x.xy), step(e.zw, x.zw));
}
