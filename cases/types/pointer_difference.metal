//! title:     The difference of two pointers counts elements, with a sign, in every address space
//! verifies:  types.scalar.ptrdiff_t types.scalar.size_t
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! in:        fixed float[16] = zeros
//! out:       result long[8]
//! out:       types int[3]
//! expect:    result = values 7 -7 5 -5 3 -3 2 -2
//! expect:    types = values 1 1 1
//! mutant:    types.scalar.ptrdiff_t | replace `result[1] = first - last` with `result[1] = last - first`
//! mutant:    types.scalar.size_t | replace `decltype(sizeof(int))` with `decltype(int())`

#include <metal_stdlib>
using namespace metal;

kernel void measure(constant float *fixed [[buffer(0)]], device long *result [[buffer(1)]],
                    device int *types [[buffer(2)]])
{
    threadgroup ushort shared_values[8];
    float4 own[4] = {};
    device long *first = result, *last = result + 7;
    result[0] = last - first;
    result[1] = first - last;
    result[2] = &fixed[9] - &fixed[4];
    result[3] = &fixed[4] - &fixed[9];
    result[4] = &shared_values[7] - &shared_values[4];
    result[5] = &shared_values[4] - &shared_values[7];
    result[6] = &own[3] - &own[1];
    result[7] = &own[1] - &own[3];
    types[0] = is_same<decltype(last - first), ptrdiff_t>::value;
    types[1] = is_same<decltype(sizeof(int)), size_t>::value;
    types[2] = size_t(0) - 1 > 0 && sizeof(size_t) == 8;
}
