//! title:     Functions and constants of Apple's library that the text does not mention
//! verifies:  lib.more.functions lib.more.filled_matrix
//! requires:  msl 3.2
//! before:    the text does not mention these names, nor since when they are there
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! in:        data float[5] = values 3 4 0 inf nan
//! in:        condition int = 1
//! out:       filled float2[3]
//! out:       chosen float[2]
//! out:       exponents int[3]
//! expect:    filled = values 3 3 3 3 3 3
//! expect:    chosen = values 4 3
//! expect:    exponents = values 1 1 1
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.filled_matrix | replace `make_filled_matrix<float, 3, 2>(data[0])` with `float3x2(data[0])`
//! mutant:    lib.more.functions | replace `fast::select(data[0], data[1]` with `fast::select(data[1], data[0]`
//! mutant:    lib.more.functions | replace `precise::select(data[1], data[0]` with `precise::select(data[0], data[1]`
//! mutant:    lib.more.functions | replace `ilogb(data[2]) == FP_ILOGB0` with `ilogb(data[1]) == FP_ILOGB0`
//! mutant:    lib.more.functions | replace `ilogb(data[4]) == FP_ILOGBNAN` with `ilogb(data[0]) == FP_ILOGBNAN`

#include <metal_stdlib>
using namespace metal;

kernel void report(device const float *data [[buffer(0)]], constant int &condition [[buffer(1)]],
                   device float2 *filled [[buffer(2)]], device float *chosen [[buffer(3)]],
                   device int *exponents [[buffer(4)]])
{
    const float3x2 m = make_filled_matrix<float, 3, 2>(data[0]);
    for (int c = 0; c < 3; c++)
        filled[c] = m[c];
    chosen[0] = fast::select(data[0], data[1], condition != 0);
    chosen[1] = precise::select(data[1], data[0], condition != 0);
    exponents[0] = ilogb(data[2]) == FP_ILOGB0;
    exponents[1] = ilogb(data[4]) == FP_ILOGBNAN;
    exponents[2] = ilogb(data[0]) == 1;
}
