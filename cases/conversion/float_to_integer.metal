//! title:     float to an integer type truncates toward zero, component by component
//! verifies:  conv.fp2int.rtz.float conv.vector
//! for:       T in char4 uchar4 short4 ushort4 int4 uint4
//! subcases:  (LOW, HIGH) in (-0.99, 127.5) (-127.9, 2)
//! dispatch:  threads 4096, threadgroup 64
//! in:        data float4[4096] = random(LOW, HIGH)
//! out:       result T[4096]
//! expect:    result = converted(data)
//! mutant:    conv.fp2int.rtz.float | replace `T(data[i])` with `T(rint(data[i]))`
//! mutant:    conv.vector | replace `T(data[i])` with `T(data[i].x)`
//! mutant:    conv.fp2int.rtz.float | replace `T(data[i])` with
//!            `T(floor(data[i]))` | for T=char4 T=short4 T=int4
//! note:      Values outside the integer type are undefined and not judged.

#include <metal_stdlib>
using namespace metal;

kernel void truncate(device const float4 *data [[buffer(0)]], device T *result [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    result[i] = T(data[i]);
}
