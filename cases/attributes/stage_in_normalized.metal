//! title:     Members of a stage_in structure have the values of normalized formats, the lowest signed codes among them
//! verifies:  kernel.stage_in.normalized
//! for:       (STORED, FORMAT, N, T, SCALE) in (uchar, ucharnormalized, 1, float, 255)
//!            (uchar, uchar2normalized, 2, float, 255) (uchar, uchar3normalized, 3, float, 255)
//!            (uchar, uchar4normalized, 4, float, 255) (char, charnormalized, 1, float, 127)
//!            (char, char2normalized, 2, float, 127) (char, char3normalized, 3, float, 127)
//!            (char, char4normalized, 4, float, 127) (ushort, ushortnormalized, 1, float, 65535)
//!            (ushort, ushort2normalized, 2, float, 65535) (ushort, ushort3normalized, 3, float, 65535)
//!            (ushort, ushort4normalized, 4, float, 65535) (short, shortnormalized, 1, float, 32767)
//!            (short, short2normalized, 2, float, 32767) (short, short3normalized, 3, float, 32767)
//!            (short, short4normalized, 4, float, 32767)
//! options:   attribute 0 FORMAT data, attribute 3 FORMAT data
//! dispatch:  threads 64, threadgroup 16
//! in:        data STORED[64, 4] = random
//! out:       result T[64, 4]
//! out:       first T[64]
//! expect:    result = formula(each(i < 64, c < 4: c >= N ? (c == 3 ? 1 : 0) : max(data[i, c] / SCALE, 0 - 1)))
//! expect:    first = formula(each(i < 64: max(data[i, 0] / SCALE, 0 - 1)))
//! mutant:    kernel.stage_in.normalized | replace `first[i] = in.first` with `first[i] = in.every.w` | for N=1
//! mutant:    kernel.stage_in.normalized | replace `result[i] = in.every` with `result[i] = in.every.yxzw`
//! mutant:    kernel.stage_in.normalized | replace `result[i] = in.every` with `result[i] = vec<T, 4>(in.every.xyz, in.every.x)`
//!            | for N=1 N=2 N=3
//! note:      Where the format has fewer components than the member the others are 0, 0 and 1, as Metal says of formats of
//!            vertices; MSL does not say.

#include <metal_stdlib>
using namespace metal;

struct inputs {
    vec<T, 4> every [[attribute(0)]];
    T first [[attribute(3)]];
};

static_assert(sizeof(STORED) <= 4, "rows are of four elements, and begin at multiples of four bytes");

kernel void copy(inputs in [[stage_in]], device vec<T, 4> *result [[buffer(1)]], device T *first [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = in.every;
    first[i] = in.first;
}
