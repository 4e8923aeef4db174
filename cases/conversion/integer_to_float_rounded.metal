//! title:     Integers of every size become float numbers, rounded
//! verifies:  conv.int2fp.float
//! requires:  msl 2.3
//! for:       FROM in char uchar short ushort int uint long ulong
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        data FROM[threads] = whole_numbers(0, 1)
//! out:       result float[threads]
//! expect:    result = converted(data)
//! mutant:    conv.int2fp.float | replace `float(data[i])` with `float(data[i] / FROM(2))`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const FROM *data [[buffer(0)]], device float *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = float(data[i]);
}
