//! title:     half to every integer type truncates toward zero, and NaN gives 0
//! verifies:  conv.fp2int.rtz.half conv.fp2int.nan.half
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long ulong
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data half[threads] = encodings
//! out:       result T[threads]
//! expect:    result = converted(data)
//! mutant:    conv.fp2int.rtz.half | replace `T(data[i])` with `T(half(float(data[i]) + 0.5f))`
//! mutant:    conv.fp2int.nan.half | replace `T(data[i])` with `T(isnan(data[i]) ? half(1) : data[i])` | for
//!            math=safe

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const half *data [[buffer(0)]], device T *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = T(data[i]);
}
