//! title:     Integer functions of two operands, for all pairs of 8 bits and the edges of every other width
//! verifies:  integer.absdiff.value integer.absdiff.extremes integer.addsat.value integer.addsat.signed_limits
//!            integer.addsat.unsigned_limits integer.subsat.value integer.subsat.signed_limits
//!            integer.subsat.unsigned_limits integer.hadd.value integer.hadd.extremes integer.rhadd.value
//!            integer.rhadd.extremes integer.max.value integer.min.value integer.mulhi.signed integer.mulhi.unsigned
//!            integer.rotate.value integer.rotate.zero integer.rotate.ge_width integer.rotate.per_component
//! requires:  msl 2.3
//! for:       (T, U, COUNT) in (char, uchar, 65536) (char2, uchar2, 32768) (char3, uchar3, 21846) (char4, uchar4,
//!            16384) (uchar, uchar, 65536) (uchar2, uchar2, 32768) (uchar3, uchar3, 21846) (uchar4, uchar4, 16384)
//!            (short, ushort, 4096) (short2, ushort2, 2048) (short3, ushort3, 1366) (short4, ushort4, 1024) (ushort,
//!            ushort, 4096) (ushort2, ushort2, 2048) (ushort3, ushort3, 1366) (ushort4, ushort4, 1024) (int, uint,
//!            4096) (int2, uint2, 2048) (int3, uint3, 1366) (int4, uint4, 1024) (uint, uint, 4096) (uint2, uint2,
//!            2048) (uint3, uint3, 1366) (uint4, uint4, 1024) (long, ulong, 4096) (long2, ulong2, 2048) (long3,
//!            ulong3, 1366) (long4, ulong4, 1024) (ulong, ulong, 4096) (ulong2, ulong2, 2048) (ulong3, ulong3, 1366)
//!            (ulong4, ulong4, 1024)
//! dispatch:  threads COUNT, threadgroup 64
//! in:        a T[threads] = whole_numbers(0, 2)
//! in:        b T[threads] = whole_numbers(1, 2)
//! out:       difference U[threads]
//! out:       addsat_ab T[threads]
//! out:       subsat_ab T[threads]
//! out:       hadd_ab T[threads]
//! out:       rhadd_ab T[threads]
//! out:       max_ab T[threads]
//! out:       min_ab T[threads]
//! out:       mulhi_ab T[threads]
//! out:       rotate_ab T[threads]
//! expect:    difference = int_absdiff(a, b)
//! expect:    addsat_ab = int_addsat(a, b)
//! expect:    subsat_ab = int_subsat(a, b)
//! expect:    hadd_ab = int_hadd(a, b)
//! expect:    rhadd_ab = int_rhadd(a, b)
//! expect:    max_ab = int_max(a, b)
//! expect:    min_ab = int_min(a, b)
//! expect:    mulhi_ab = int_mulhi(a, b)
//! expect:    rotate_ab = int_rotate(a, b)
//! mutant:    integer.absdiff.value | replace `absdiff(a[i], b[i])` with
//!            `absdiff(a[i], T(b[i] + T(1)))`
//! mutant:    integer.absdiff.extremes | replace `absdiff(a[i], b[i])` with
//!            `absdiff(a[i] / T(2), b[i] / T(2)) * U(2)`
//! mutant:    integer.addsat.value | replace `addsat(a[i], b[i])` with `addsat(a[i], T(b[i] | T(1)))`
//! mutant:    integer.addsat.signed_limits | replace `addsat(a[i], b[i])` with `a[i] + b[i]` | for T=char T=char2
//!            T=char3 T=char4 T=short T=short2 T=short3 T=short4 T=int T=int2 T=int3 T=int4 T=long T=long2 T=long3
//!            T=long4
//! mutant:    integer.addsat.unsigned_limits | replace `addsat(a[i], b[i])` with `a[i] + b[i]` | for T=uchar
//!            T=uchar2 T=uchar3 T=uchar4 T=ushort T=ushort2 T=ushort3 T=ushort4 T=uint T=uint2 T=uint3 T=uint4
//!            T=ulong T=ulong2 T=ulong3 T=ulong4
//! mutant:    integer.subsat.value | replace `subsat(a[i], b[i])` with `subsat(b[i], a[i])`
//! mutant:    integer.subsat.signed_limits | replace `subsat(a[i], b[i])` with `a[i] - b[i]` | for T=char T=char2
//!            T=char3 T=char4 T=short T=short2 T=short3 T=short4 T=int T=int2 T=int3 T=int4 T=long T=long2 T=long3
//!            T=long4
//! mutant:    integer.subsat.unsigned_limits | replace `subsat(a[i], b[i])` with `a[i] - b[i]` | for T=uchar
//!            T=uchar2 T=uchar3 T=uchar4 T=ushort T=ushort2 T=ushort3 T=ushort4 T=uint T=uint2 T=uint3 T=uint4
//!            T=ulong T=ulong2 T=ulong3 T=ulong4
//! mutant:    integer.hadd.value | replace `= hadd(a[i], b[i])` with `= rhadd(a[i], b[i])`
//! mutant:    integer.hadd.extremes | replace `= hadd(a[i], b[i])` with `= T(a[i] + b[i]) >> T(1)`
//! mutant:    integer.rhadd.value | replace `= rhadd(a[i], b[i])` with `= hadd(a[i], b[i])`
//! mutant:    integer.rhadd.extremes | replace `= rhadd(a[i], b[i])` with `= T(a[i] + b[i] + T(1)) >> T(1)`
//! mutant:    integer.max.value | replace `max(a[i], b[i])` with `a[i]`
//! mutant:    integer.min.value | replace `min(a[i], b[i])` with `b[i]`
//! mutant:    integer.mulhi.signed | replace `mulhi(a[i], b[i])` with `T(mulhi(U(a[i]), U(b[i])))` | for T=char
//!            T=char2 T=char3 T=char4 T=short T=short2 T=short3 T=short4 T=int T=int2 T=int3 T=int4 T=long T=long2
//!            T=long3 T=long4
//! mutant:    integer.mulhi.unsigned | replace `mulhi(a[i], b[i])` with `mulhi(T(a[i] >> T(1)), b[i])` | for T=uchar
//!            T=uchar2 T=uchar3 T=uchar4 T=ushort T=ushort2 T=ushort3 T=ushort4 T=uint T=uint2 T=uint3 T=uint4
//!            T=ulong T=ulong2 T=ulong3 T=ulong4
//! mutant:    integer.rotate.value | replace `rotate(a[i], b[i])` with `a[i] << (b[i] & T(7))`
//! mutant:    integer.rotate.zero | replace `rotate(a[i], b[i])` with
//!            `select(rotate(a[i], b[i]), T(0), b[i] == T(0))`
//! mutant:    integer.rotate.ge_width | replace `rotate(a[i], b[i])` with
//!            `select(rotate(a[i], b[i]), T(a[i] + T(1)), b[i] >= T(8 * sizeof(a[i])))` | for T=char T=uchar T=short
//!            T=ushort T=int T=uint T=long T=ulong
//! mutant:    integer.rotate.per_component | replace `rotate(a[i], b[i])` with `rotate(a[i], T(b[i].x))` | for
//!            T=char3 T=uchar3 T=short4 T=uint4 T=ulong2
//! note:      Negative counts of rotate are not judged.

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                  device U *difference [[buffer(2)]], device T *addsat_ab [[buffer(3)]],
                  device T *subsat_ab [[buffer(4)]], device T *hadd_ab [[buffer(5)]],
                  device T *rhadd_ab [[buffer(6)]], device T *max_ab [[buffer(7)]], device T *min_ab [[buffer(8)]],
                  device T *mulhi_ab [[buffer(9)]], device T *rotate_ab [[buffer(10)]],
                  uint i [[thread_position_in_grid]])
{
    difference[i] = absdiff(a[i], b[i]);
    addsat_ab[i] = addsat(a[i], b[i]);
    subsat_ab[i] = subsat(a[i], b[i]);
    hadd_ab[i] = hadd(a[i], b[i]);
    rhadd_ab[i] = rhadd(a[i], b[i]);
    max_ab[i] = max(a[i], b[i]);
    min_ab[i] = min(a[i], b[i]);
    mulhi_ab[i] = mulhi(a[i], b[i]);
    rotate_ab[i] = rotate(a[i], b[i]);
}
