//! title:     Integer functions of three operands at the edges of every width
//! verifies:  integer.clamp.value integer.clamp.bounds integer.max3.value integer.min3.value integer.median3.value
//!            integer.madhi.value integer.madsat.value integer.madsat.wide_intermediate
//! requires:  msl 2.3
//! for:       (T, COUNT) in (char, 16384) (char2, 8192) (char3, 5461) (char4, 4096) (uchar, 16384) (uchar2, 8192)
//!            (uchar3, 5461) (uchar4, 4096) (short, 16384) (short2, 8192) (short3, 5461) (short4, 4096) (ushort,
//!            16384) (ushort2, 8192) (ushort3, 5461) (ushort4, 4096) (int, 16384) (int2, 8192) (int3, 5461) (int4,
//!            4096) (uint, 16384) (uint2, 8192) (uint3, 5461) (uint4, 4096) (long, 16384) (long2, 8192) (long3,
//!            5461) (long4, 4096) (ulong, 16384) (ulong2, 8192) (ulong3, 5461) (ulong4, 4096)
//! dispatch:  threads COUNT, threadgroup 64
//! in:        a T[threads] = whole_numbers(0, 3)
//! in:        b T[threads] = whole_numbers(1, 3)
//! in:        c T[threads] = whole_numbers(2, 3)
//! out:       clamp_abc T[threads]
//! out:       max3_abc T[threads]
//! out:       min3_abc T[threads]
//! out:       median3_abc T[threads]
//! out:       madhi_abc T[threads]
//! out:       madsat_abc T[threads]
//! expect:    clamp_abc = int_clamp(a, b, c)
//! expect:    max3_abc = int_max3(a, b, c)
//! expect:    min3_abc = int_min3(a, b, c)
//! expect:    median3_abc = int_median3(a, b, c)
//! expect:    madhi_abc = int_madhi(a, b, c)
//! expect:    madsat_abc = int_madsat(a, b, c)
//! mutant:    integer.clamp.value | replace `clamp(a[i], b[i], c[i])` with `max(a[i], b[i])`
//! mutant:    integer.clamp.bounds | replace `clamp(a[i], b[i], c[i])` with
//!            `select(clamp(a[i], b[i], c[i]), a[i], b[i] == c[i])`
//! mutant:    integer.max3.value | replace `max3(a[i], b[i], c[i])` with `max(a[i], b[i])`
//! mutant:    integer.min3.value | replace `min3(a[i], b[i], c[i])` with `min(b[i], c[i])`
//! mutant:    integer.median3.value | replace `median3(a[i], b[i], c[i])` with `max(min(a[i], b[i]), c[i])`
//! mutant:    integer.madhi.value | replace `madhi(a[i], b[i], c[i])` with `mulhi(a[i], b[i])`
//! mutant:    integer.madsat.value | replace `madsat(a[i], b[i], c[i])` with `a[i] * b[i] + c[i]`
//! mutant:    integer.madsat.wide_intermediate | replace `madsat(a[i], b[i], c[i])` with
//!            `addsat(T(madsat(a[i], b[i], T(0))), c[i])` | for T=char T=char2 T=char3 T=char4 T=short T=short2
//!            T=short3 T=short4 T=int T=int2 T=int3 T=int4 T=long T=long2 T=long3 T=long4
//! note:      clamp with its bounds exchanged is undefined; for a signed sum of madhi beyond the type the text gives
//!            no rule.

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device const T *c [[buffer(2)]],
                  device T *clamp_abc [[buffer(3)]], device T *max3_abc [[buffer(4)]],
                  device T *min3_abc [[buffer(5)]], device T *median3_abc [[buffer(6)]],
                  device T *madhi_abc [[buffer(7)]], device T *madsat_abc [[buffer(8)]],
                  uint i [[thread_position_in_grid]])
{
    clamp_abc[i] = clamp(a[i], b[i], c[i]);
    max3_abc[i] = max3(a[i], b[i], c[i]);
    min3_abc[i] = min3(a[i], b[i], c[i]);
    median3_abc[i] = median3(a[i], b[i], c[i]);
    madhi_abc[i] = madhi(a[i], b[i], c[i]);
    madsat_abc[i] = madsat(a[i], b[i], c[i]);
}
