//! title:     Function constants take their values at specialisation: scalars, vectors, derived constants, and
//!            undefined ones
//! verifies:  fconst.availability fconst.declaration fconst.types fconst.derived_constants fconst.is_defined
//! for:       (FLAG, NUMBER) in (0, 7) (1, -3)
//! constant:  flag(0) bool = FLAG
//! constant:  number(1) int = NUMBER
//! constant:  fraction(2) float = 0.625
//! constant:  small(65535) ushort = 65535
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[7]
//! expect:    result = values FLAG NUMBER 5 65535 FLAG?4*NUMBER:-1 0 1
//! mutant:    fconst.types | replace `int(fraction * 8.0f)` with `int(fraction * 7.0f)`
//! mutant:    fconst.derived_constants | replace `4 * number : -1` with `3 * number : 1`
//! mutant:    fconst.is_defined | replace `is_function_constant_defined(absent)`
//!            with `is_function_constant_defined(flag)`
//! mutant:    fconst.is_defined | replace `is_function_constant_defined(number)` with `!is_function_constant_defined(number)`
//! mutant:    fconst.availability | replace `result[0] = flag;` with `result[0] = true;` | for FLAG=0
//! mutant:    fconst.declaration | replace `constant int number [[function_constant(1)]];` with `constant int number =
//!            7;` and replace `is_function_constant_defined(number)` with `true` | for NUMBER=-3

#include <metal_stdlib>
using namespace metal;

constant bool flag [[function_constant(0)]];
constant int number [[function_constant(1)]];
constant float fraction [[function_constant(2)]];
constant ushort small [[function_constant(65535)]];
constant float absent [[function_constant(9)]];
constant int derived = flag ? 4 * number : -1;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = flag;
    result[1] = number;
    result[2] = int(fraction * 8.0f);
    result[3] = small;
    result[4] = derived;
    result[5] = is_function_constant_defined(absent);
    result[6] = is_function_constant_defined(number);
}
