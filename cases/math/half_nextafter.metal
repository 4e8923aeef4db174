//! title:     nextafter of half is the neighbour in the direction of its second operand
//! verifies:  ulp.half.precise.nextafter math.nextafter.value math.nextafter.equal math.nextafter.zeros
//!            math.nextafter.nan math.nextafter.from_zero math.nextafter.overflow
//! requires:  msl 3.1, family apple4
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        a half4[threads] = crossed(0, 2)
//! in:        b half4[threads] = crossed(1, 2)
//! out:       result half4[threads]
//! expect:    result = nextafter(a, b)
//! mutant:    math.nextafter.value | replace `nextafter(a[i], b[i])` with
//!            `nextafter(b[i], a[i])`
//! mutant:    ulp.half.precise.nextafter | replace `nextafter(a[i], b[i])` with
//!            `nextafter(nextafter(a[i], b[i]), b[i])`
//! mutant:    math.nextafter.equal | replace `nextafter(a[i], b[i])` with
//!            `select(nextafter(a[i], b[i]), a[i] * half4(2), a[i] == b[i])`
//! mutant:    math.nextafter.zeros | replace `nextafter(a[i], b[i])` with
//!            `select(nextafter(a[i], b[i]), a[i], a[i] == half4(0) && b[i] == half4(0))` | for math=safe
//! mutant:    math.nextafter.nan | replace `nextafter(a[i], b[i])` with
//!            `select(nextafter(a[i], b[i]), a[i], isnan(b[i]))` | for math=safe
//! mutant:    math.nextafter.from_zero | replace `nextafter(a[i], b[i])` with
//!            `select(nextafter(a[i], b[i]), half4(0x1p-14h), a[i] == half4(0))`
//! mutant:    math.nextafter.overflow | replace `nextafter(a[i], b[i])` with
//!            `select(nextafter(a[i], b[i]), a[i], isinf(b[i]))` | for math=safe

#include <metal_stdlib>
using namespace metal;

kernel void step_to(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],
                    device half4 *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = nextafter(a[i], b[i]);
}
