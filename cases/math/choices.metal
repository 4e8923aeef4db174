//! title:     Minimum, maximum and median of float prefer numbers to NaN, under all their names
//! requires:  msl 2.1
//! verifies:  math.fmax.one_nan math.fmax.both_nan math.fmin.one_nan math.fmin.both_nan math.fmax.zeros
//!            math.fmin.zeros math.fmax.denormal math.fmin.denormal math.max.float_alias math.min.float_alias
//!            math.fmax3.value math.fmax3.nan math.fmin3.value math.fmin3.nan math.max3.float_alias
//!            math.min3.float_alias math.fmedian3.value math.fmedian3.all_nan math.fmedian3.two_nan
//!            math.fmedian3.one_nan math.median3.float_alias kb13
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        a float4[threads] = crossed(0, 3)
//! in:        b float4[threads] = crossed(1, 3)
//! in:        c float4[threads] = crossed(2, 3)
//! out:       most float4[threads]
//! out:       most_too float4[threads]
//! out:       least float4[threads]
//! out:       least_too float4[threads]
//! out:       most3 float4[threads]
//! out:       most3_too float4[threads]
//! out:       least3 float4[threads]
//! out:       least3_too float4[threads]
//! out:       middle float4[threads]
//! out:       middle_too float4[threads]
//! expect:    most = fmax(a, b, 0)
//! expect:    most_too = fmax(a, b, 0)
//! expect:    least = fmin(a, b, 0)
//! expect:    least_too = fmin(a, b, 0)
//! expect:    most3 = fmax3(a, b, c)
//! expect:    most3_too = fmax3(a, b, c)
//! expect:    least3 = fmin3(a, b, c)
//! expect:    least3_too = fmin3(a, b, c)
//! expect:    middle = fmedian3(a, b, c)
//! expect:    middle_too = fmedian3(a, b, c)
//! mutant:    math.fmax.one_nan | replace `= fmax(a[i], b[i])` with `= select(b[i], a[i], a[i] > b[i])` | for
//!            math=safe
//! mutant:    math.fmin.one_nan | replace `= fmin(a[i], b[i])` with `= select(b[i], a[i], a[i] < b[i])` | for
//!            math=safe
//! mutant:    math.fmax.both_nan | replace `= fmax(a[i], b[i])` with
//!            `= select(fmax(a[i], b[i]), float4(0), isnan(a[i]) && isnan(b[i]))` | for math=safe
//! mutant:    math.fmin.both_nan | replace `= fmin(a[i], b[i])` with
//!            `= select(fmin(a[i], b[i]), float4(0), isnan(a[i]) && isnan(b[i]))` | for math=safe
//! mutant:    math.fmax.zeros | replace `= fmax(a[i], b[i])` with
//!            `= select(fmax(a[i], b[i]), float4(1), a[i] == float4(0) && b[i] == float4(0))`
//! mutant:    math.fmin.zeros | replace `= fmin(a[i], b[i])` with
//!            `= select(fmin(a[i], b[i]), float4(1), a[i] == float4(0) && b[i] == float4(0))`
//! mutant:    math.fmax.denormal | replace `= fmax(a[i], b[i])` with
//!            `= select(fmax(a[i], b[i]), float4(1), abs(a[i]) <= float4(0x1p-126f) && abs(b[i]) <= float4(0x1p-126f))`
//! mutant:    math.fmin.denormal | replace `= fmin(a[i], b[i])` with
//!            `= select(fmin(a[i], b[i]), float4(-1), abs(a[i]) <= float4(0x1p-126f) && abs(b[i]) <= float4(0x1p-126f))`
//! mutant:    math.max.float_alias | replace `= max(a[i], b[i])` with `= a[i]`
//! mutant:    math.min.float_alias | replace `= min(a[i], b[i])` with `= a[i]`
//! mutant:    math.fmax3.value | replace `fmax3(a[i], b[i], c[i])` with `fmax(a[i], b[i])`
//! mutant:    math.fmin3.value | replace `fmin3(a[i], b[i], c[i])` with `fmin(a[i], b[i])`
//! mutant:    math.fmax3.nan | replace `fmax3(a[i], b[i], c[i])` with
//!            `select(fmax3(a[i], b[i], c[i]), c[i], isnan(c[i]))` | for math=safe
//! mutant:    math.fmin3.nan | replace `fmin3(a[i], b[i], c[i])` with
//!            `select(fmin3(a[i], b[i], c[i]), c[i], isnan(c[i]))` | for math=safe
//! mutant:    math.max3.float_alias | replace `= max3(a[i], b[i], c[i])` with `= max(a[i], b[i])`
//! mutant:    math.min3.float_alias | replace `= min3(a[i], b[i], c[i])` with `= min(a[i], b[i])`
//! mutant:    math.fmedian3.value | replace `fmedian3(a[i], b[i], c[i])` with `a[i]`
//! mutant:    math.median3.float_alias | replace `= median3(a[i], b[i], c[i])` with `= b[i]`
//! mutant:    math.fmedian3.all_nan | replace `fmedian3(a[i], b[i], c[i])` with
//!            `select(fmedian3(a[i], b[i], c[i]), float4(0), isnan(a[i]) && isnan(b[i]) && isnan(c[i]))` | for
//!            math=safe
//! mutant:    math.fmedian3.two_nan | replace `fmedian3(a[i], b[i], c[i])` with
//!            `select(fmedian3(a[i], b[i], c[i]), a[i], isnan(a[i]) && isnan(b[i]))` | for math=safe
//! mutant:    math.fmedian3.one_nan | replace `fmedian3(a[i], b[i], c[i])` with
//!            `select(fmedian3(a[i], b[i], c[i]), a[i], isnan(a[i]))` | for math=safe
//! mutant:    kb13 | replace `= max(a[i], b[i])` with `= select(max(a[i], b[i]), a[i], isnan(a[i]))` | for math=safe
//! note:      The sign of a zero is not judged, and two subnormals count as equal where they may be flushed.

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                  device const float4 *c [[buffer(2)]], device float4 *most [[buffer(3)]],
                  device float4 *most_too [[buffer(4)]], device float4 *least [[buffer(5)]],
                  device float4 *least_too [[buffer(6)]], device float4 *most3 [[buffer(7)]],
                  device float4 *most3_too [[buffer(8)]], device float4 *least3 [[buffer(9)]],
                  device float4 *least3_too [[buffer(10)]], device float4 *middle [[buffer(11)]],
                  device float4 *middle_too [[buffer(12)]], uint i [[thread_position_in_grid]])
{
    most[i] = fmax(a[i], b[i]);
    most_too[i] = max(a[i], b[i]);
    least[i] = fmin(a[i], b[i]);
    least_too[i] = min(a[i], b[i]);
    most3[i] = fmax3(a[i], b[i], c[i]);
    most3_too[i] = max3(a[i], b[i], c[i]);
    least3[i] = fmin3(a[i], b[i], c[i]);
    least3_too[i] = min3(a[i], b[i], c[i]);
    middle[i] = fmedian3(a[i], b[i], c[i]);
    middle_too[i] = median3(a[i], b[i], c[i]);
}
