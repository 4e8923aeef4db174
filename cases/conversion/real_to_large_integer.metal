//! title:     A real number becomes an integer over the whole range of the integer's type, not only where it is small
//! verifies:  conv.fp2int.rtz.float conv.fp2int.rtz.half conv.vector
//! requires:  msl 2.3
//! for:       (S, T, LOW, HIGH) in (float, uchar, -0.99, 255.9) (float, char, -128.9, 127.9) (float, ushort, -0.99,
//!            65535.9)
//!            (float, short, -32768.9, 32767.9) (float, uint, 0, 4294967000) (float, int, -2147483000, 2147483000)
//!            (float, ulong, 0, 18446742000000000000.0) (float, long, -9223371000000000000.0, 9223371000000000000.0)
//!            (half, ushort, 0, 65504) (half, short, -32767, 32752) (half, uint, 0, 65504) (half, int, -65504, 65504)
//!            (half, ulong, 0, 65504) (half, long, -65504, 65504)
//! dispatch:  threads 1024, threadgroup 64
//! in:        data vec<S, 4>[1024] = random(LOW, HIGH)
//! out:       result vec<T, 4>[1024]
//! out:       one_by_one vec<T, 4>[1024]
//! expect:    result = converted(data)
//! expect:    one_by_one = converted(data)
//! mutant:    conv.fp2int.rtz.float | replace `vec<T, 4>(data[i])` with `vec<T, 4>(data[i] * S(0.75))` | for S=float
//! mutant:    conv.fp2int.rtz.half | replace `vec<T, 4>(data[i])` with `vec<T, 4>(data[i] * S(0.75))` | for S=half
//! mutant:    conv.vector | replace `vec<T, 4>(data[i])` with `vec<T, 4>(data[i].x)`
//! mutant:    conv.fp2int.rtz.float | replace `T(data[i][k])` with `T(data[i][k] * S(0.5))` | for S=float
//! mutant:    conv.fp2int.rtz.half | replace `T(data[i][k])` with `T(data[i][k] * S(0.5))` | for S=half

#include <metal_stdlib>
using namespace metal;

kernel void truncate(device const vec<S, 4> *data [[buffer(0)]], device vec<T, 4> *result [[buffer(1)]],
                     device vec<T, 4> *one_by_one [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = vec<T, 4>(data[i]);
    for (uint k = 0; k < 4; k++)
        one_by_one[i][k] = T(data[i][k]);
}
