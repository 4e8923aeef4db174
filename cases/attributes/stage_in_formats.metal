//! title:     Members of a stage_in structure have the values of their format, of whatever type it stores
//! verifies:  kernel.stage_in.formats kernel.stage_in.missing
//! for:       (STORED, FORMAT, N, T) in (uchar, uchar, 1, uint) (uchar, uchar2, 2, uint) (uchar, uchar3, 3, uint)
//!            (uchar, uchar4, 4, uint) (char, char, 1, int) (char, char2, 2, int) (char, char3, 3, int)
//!            (char, char4, 4, int) (ushort, ushort, 1, uint) (ushort, ushort2, 2, uint) (ushort, ushort3, 3, uint)
//!            (ushort, ushort4, 4, uint) (short, short, 1, int) (short, short2, 2, int) (short, short3, 3, int)
//!            (short, short4, 4, int) (half, half, 1, float) (half, half2, 2, float) (half, half3, 3, float)
//!            (half, half4, 4, float) (float, float, 1, float) (float, float2, 2, float) (float, float3, 3, float)
//!            (float, float4, 4, float) (int, int, 1, int) (int, int2, 2, int) (int, int3, 3, int)
//!            (int, int4, 4, int) (uint, uint, 1, uint) (uint, uint2, 2, uint) (uint, uint3, 3, uint)
//!            (uint, uint4, 4, uint)
//! options:   attribute 0 FORMAT data, attribute 3 FORMAT data
//! dispatch:  threads 64, threadgroup 16
//! in:        data STORED[64, 4] = random
//! out:       result T[64, 4]
//! out:       first T[64]
//! expect:    result = formula(each(i < 64, c < 4: c < N ? data[i, c] : c == 3 ? 1 : 0))
//! expect:    first = formula(each(i < 64: data[i, 0]))
//! mutant:    kernel.stage_in.formats | replace `first[i] = in.first` with `first[i] = in.every.w` | for N=1
//! mutant:    kernel.stage_in.formats | replace `result[i] = in.every` with `result[i] = in.every.yxzw`
//! mutant:    kernel.stage_in.missing | replace `result[i] = in.every` with `result[i] = vec<T, 4>(in.every.xyz, in.every.x)`
//!            | for N=1 N=2 N=3
//! note:      Where the format has fewer components than the member the others are 0, 0 and 1, as Metal says of formats of
//!            vertices; MSL does not say.

#include <metal_stdlib>
using namespace metal;

struct inputs {
    vec<T, 4> every [[attribute(0)]];
    T first [[attribute(3)]];
};

static_assert(sizeof(STORED) <= 4 && sizeof(FORMAT) <= 4 * sizeof(STORED), "rows are of four elements, and begin at multiples of four bytes");

kernel void copy(inputs in [[stage_in]], device vec<T, 4> *result [[buffer(1)]], device T *first [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = in.every;
    first[i] = in.first;
}
