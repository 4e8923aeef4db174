//! title:     bfloat to every integer type truncates toward zero, and NaN gives 0
//! verifies:  conv.fp2int.rtz.bfloat conv.fp2int.nan.bfloat
//! requires:  feature bfloat
//! for:       T in char uchar short ushort int uint long ulong
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data bfloat[threads] = encodings
//! out:       result T[threads]
//! expect:    result = converted(data)
//! mutant:    conv.fp2int.rtz.bfloat | replace `T(data[i])` with `T(bfloat(float(data[i]) + 0.5f))`
//! mutant:    conv.fp2int.nan.bfloat | replace `T(data[i])` with `T(isnan(data[i]) ? bfloat(1) : data[i])` | for
//!            math=safe

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const bfloat *data [[buffer(0)]], device T *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = T(data[i]);
}
