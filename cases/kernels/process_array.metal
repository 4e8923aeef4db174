//! title:     process_array doubles every element in place, exactly
//! verifies:  k.process_array
//! requires:  feature nonuniform_threadgroups
//! math:      safe fast
//! subcases:  COUNT in 1 31 32 33 63 64 65 1000 65536
//! dispatch:  threads COUNT, threadgroup 64
//! inout:     data float[COUNT] = special
//! expect:    data = doubled(data)
//! mutant:    k.process_array | replace `data[i] * 2.0` with `data[i] * 2.5` | for COUNT=1000
//! note:      Zeros, subnormals (may be flushed), limits, INF and NaN are among the values; with fast math the last
//!            two are undefined and not judged.

#include <metal_stdlib>
using namespace metal;

kernel void process_array(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = data[i] * 2.0;
}
