//! title:     NaN becomes 0 in an integer type
//! verifies:  conv.fp2int.nan.float
//! for:       T in char uchar short ushort int uint
//! math:      safe
//! dispatch:  threads 64, threadgroup 64
//! in:        data uint[64] = values 0x7fc00000 0xffc00000 0x7f800001 0x7fffffff 0xff812345 0x3f800000 0x40490fdb 0 …
//! out:       result T[64]
//! expect:    result = values 0 0 0 0 0 1 3 0 …
//! mutant:    conv.fp2int.nan.float | replace `T(x)` with `T(isnan(x) ? 1.0f : x)`

#include <metal_stdlib>
using namespace metal;

kernel void narrow(device const float *data [[buffer(0)]], device T *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    const float x = data[i];
    result[i] = T(x);
}
