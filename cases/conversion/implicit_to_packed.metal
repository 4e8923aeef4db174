//! title:     A scalar becomes a packed vector of its type, of every width: initialised, passed, returned, assigned
//! verifies:  convert.implicit.scalar_to_vector
//! requires:  msl 3.1, feature bfloat
//! for:       (T, P2, P3, P4) in (char, packed_char2, packed_char3, packed_char4) (uchar, packed_uchar2, packed_uchar3,
//!            packed_uchar4) (short, packed_short2, packed_short3, packed_short4) (ushort, packed_ushort2,
//!            packed_ushort3, packed_ushort4) (int, packed_int2, packed_int3, packed_int4) (uint, packed_uint2,
//!            packed_uint3, packed_uint4) (long, packed_long2, packed_long3, packed_long4) (half, packed_half2,
//!            packed_half3, packed_half4) (bfloat, packed_bfloat2, packed_bfloat3, packed_bfloat4) (float,
//!            packed_float2, packed_float3, packed_float4)
//! math:      safe
//! dispatch:  threads 64, threadgroup 64
//! in:        data T[threads] = special
//! out:       two P2[threads]
//! out:       three P3[threads]
//! out:       four P4[threads]
//! expect:    two = spread(data)
//! expect:    three = spread(data)
//! expect:    four = spread(data)
//! mutant:    convert.implicit.scalar_to_vector | replace `const P value = from;` with `const P value = T(!from);`
//! mutant:    convert.implicit.scalar_to_vector | replace `result[i] = data[i];` with `result[i][0] = data[i];`
//! mutant:    convert.implicit.scalar_to_vector | replace `same<P>(from)` with `same<P>(T(!from))`
//! mutant:    convert.implicit.scalar_to_vector | replace `return from;` with `return T(!from);`

#include <metal_stdlib>
using namespace metal;

template <typename P>
static P same(P value)
{
    return value;
}

template <typename P>
static P returned(T from)
{
    return from;
}

template <typename P>
static void spread_one(device const T *data, device P *result, uint i)
{
    const T from = data[i];
    if (i % 4 == 0) {
        const P value = from;
        result[i] = value;
    } else if (i % 4 == 1) {
        result[i] = same<P>(from);
    } else if (i % 4 == 2) {
        result[i] = returned<P>(from);
    } else {
        result[i] = data[i];
    }
}

kernel void spread(device const T *data [[buffer(0)]], device P2 *two [[buffer(1)]], device P3 *three [[buffer(2)]],
                   device P4 *four [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    spread_one(data, two, i);
    spread_one(data, three, i);
    spread_one(data, four, i);
}
