//! title:     Between integer types the low bits stay, extended by the sign of the source
//! verifies:  convert.static_cast.int_to_int convert.static_cast.vector
//! requires:  msl 2.3
//! for:       FROM in char uchar short int uint long ulong; TO in char ushort int uint long ulong
//! dispatch:  threads 256, threadgroup 64
//! in:        data FROM[1024] = random
//! in:        vectors vec<FROM, 4>[256] = random
//! out:       result TO[1024]
//! out:       in_vectors vec<TO, 4>[256]
//! expect:    result = converted(data)
//! expect:    in_vectors = converted(vectors)
//! mutant:    convert.static_cast.int_to_int | replace `static_cast<TO>(data[k])` with `static_cast<TO>(data[k] ^ 1)`
//! mutant:    convert.static_cast.vector | replace `vec<TO, 4>(vectors[i])` with `vec<TO, 4>(TO(vectors[i].x))`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const FROM *data [[buffer(0)]], device const vec<FROM, 4> *vectors [[buffer(1)]],
                    device TO *result [[buffer(2)]], device vec<TO, 4> *in_vectors [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    for (uint k = 4 * i; k < 4 * i + 4; k++)
        result[k] = static_cast<TO>(data[k]);
    in_vectors[i] = vec<TO, 4>(vectors[i]);
}
