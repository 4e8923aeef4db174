//! title:     Buffers hold structs of scalars, vectors, matrices, arrays and unions, laid out as the host lays them out
//! verifies:  buffer.contents buffer.union aggregate.kinds aggregate.single_addrspace
//! dispatch:  threads 1, threadgroup 1
//! in:        words uint[32] = iota(0x3f800000, 0x100000)
//! out:       scalars uint[8]
//! out:       vector float3[1]
//! out:       corner float2[1]
//! expect:    scalars = values 0x3f800000 0x3f900000 0x40000000 0x40200000 0 0 1 1
//! expect:    vector = values 1.5 1.625 1.75
//! expect:    corner = values 3.5 3.75
//! mutant:    buffer.contents | replace `vector[0] = data.direction` with `vector[0] = data.direction.yxz`
//! mutant:    buffer.union | replace `scalars[2] = data.either.whole` with `scalars[2] = uint(data.either.real)`
//! mutant:    aggregate.kinds | replace `scalars[3] = data.list[1]` with `scalars[3] = data.list[0]`
//! mutant:    aggregate.single_addrspace | replace `same.list[1] == data.list[1]` with `same.list[1] != data.list[1]`

#include <metal_stdlib>
using namespace metal;

union word {
    uint whole;
    float real;
    uchar4 bytes;
};

struct inner {
    uint first;
    word second;
};

class everything {
public:
    uint flag;
    inner nested;
    float3 direction;
    word either;
    uint list[3];
    float2x2 turn;
};

kernel void read(device const everything &data [[buffer(0)]], device uint *scalars [[buffer(1)]],
                 device float3 *vector [[buffer(2)]], device float2 *corner [[buffer(3)]])
{
    const everything same = data;
    scalars[0] = data.flag;
    scalars[1] = data.nested.first;
    scalars[2] = data.either.whole;
    scalars[3] = data.list[1];
    scalars[4] = (device char *)&data.either.bytes - (device char *)&data.either.whole;
    scalars[5] = as_type<uint>(same.either.bytes) - same.either.whole;
    scalars[6] = same.list[1] == data.list[1];
    scalars[7] = is_same<decltype(&data.flag), device const uint *>::value;
    vector[0] = data.direction;
    corner[0] = data.turn[1];
}
