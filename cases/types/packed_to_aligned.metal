//! title:     A packed vector converts to the aligned one of its components
//! verifies:  packed.convert.to_aligned
//! requires:  msl 2.3
//! for:       (T, P) in (char, packed_char3) (uchar, packed_uchar3) (short, packed_short3) (ushort, packed_ushort3)
//!            (int, packed_int3) (uint, packed_uint3) (long, packed_long3) (half, packed_half3) (float, packed_float3)
//! dispatch:  threads 64, threadgroup 64
//! in:        data P[64] = random
//! out:       first T[64]
//! out:       middle T[64]
//! out:       last T[64]
//! expect:    first = component(data, 0)
//! expect:    middle = component(data, 1)
//! expect:    last = component(data, 2)
//! mutant:    packed.convert.to_aligned | replace `aligned = data[i]` with `aligned = data[i].xzy`
//! mutant:    packed.convert.to_aligned | replace `aligned = data[i]` with `aligned = data[i].zyx`
//! mutant:    packed.convert.to_aligned | replace `aligned = data[i]` with `aligned = vec<T, 3>(data[i].x)`

#include <metal_stdlib>
using namespace metal;

kernel void read_packed(device const P *data [[buffer(0)]], device T *first [[buffer(1)]],
                        device T *middle [[buffer(2)]], device T *last [[buffer(3)]],
                        uint i [[thread_position_in_grid]])
{
    const vec<T, 3> aligned = data[i];
    first[i] = aligned.x;
    middle[i] = aligned.y;
    last[i] = aligned.z;
}
