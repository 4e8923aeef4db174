//! title:     Function constants whose names begin alike keep their own values, by name and by index
//! verifies:  fconst.declaration
//! for:       (FIRST, SECOND, THIRD) in (5, 6, 7) (-1, 0, 1)
//! constant:  scale_of_all(7) int = FIRST
//! constant:  scale(8) int = SECOND
//! constant:  scale_(9) int = THIRD
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[3]
//! expect:    result = values FIRST SECOND THIRD
//! mutant:    fconst.declaration | replace `result[1] = scale;` with `result[1] = scale_of_all;`

#include <metal_stdlib>
using namespace metal;

constant int scale_of_all [[function_constant(7)]];
constant int scale [[function_constant(8)]];
constant int scale_ [[function_constant(9)]];

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = scale_of_all;
    result[1] = scale;
    result[2] = scale_;
}
