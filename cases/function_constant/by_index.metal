//! title:     A function constant takes its value by its index, of 16 bits
//! verifies:  fconst.declaration
//! options:   constants_by_index
//! for:       (FLAG, NUMBER) in (0, 7) (1, -3)
//! constant:  low(1) int = NUMBER
//! constant:  flag(257) bool = FLAG
//! constant:  middle(258) int = NUMBER + 1
//! constant:  high(65535) int = NUMBER + 2
//! constant:  higher(65279) ushort = 40000
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[5]
//! expect:    result = values NUMBER FLAG NUMBER+1 NUMBER+2 40000
//! mutant:    fconst.declaration | replace `int middle [[function_constant(258)]]` with
//!            `int middle [[function_constant(1)]]` and replace `int low [[function_constant(1)]]` with
//!            `int low [[function_constant(258)]]`

#include <metal_stdlib>
using namespace metal;

constant int low [[function_constant(1)]];
constant bool flag [[function_constant(257)]];
constant int middle [[function_constant(258)]];
constant int high [[function_constant(65535)]];
constant ushort higher [[function_constant(65279)]];

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = low;
    result[1] = flag;
    result[2] = middle;
    result[3] = high;
    result[4] = higher;
}
