//! title:     Packed vectors lie tightly and need the alignment of one component only
//! verifies:  packed.layout.char packed.layout.short packed.layout.int packed.layout.half packed.layout.float
//!            packed.convert.to_aligned
//! for:       (T, P, SIZE) in (char, packed_char3, 1) (uchar, packed_uchar3, 1) (short, packed_short3, 2)
//!            (ushort, packed_ushort3, 2) (int, packed_int3, 4) (uint, packed_uint3, 4) (half, packed_half3, 2)
//!            (float, packed_float3, 4)
//! dispatch:  threads 64, threadgroup 64
//! in:        data P[64] = random
//! out:       last T[64]
//! out:       size uint[4]
//! expect:    last = component(data, 2)
//! expect:    size = layout(3 * SIZE, SIZE)
//! mutant:    packed.layout.char packed.layout.short packed.layout.int packed.layout.half packed.layout.float |
//!            replace `using V = P;` with `using V = vec<T, 3>;`
//! mutant:    packed.convert.to_aligned | replace `aligned.z` with `aligned.y`

#include <metal_stdlib>
using namespace metal;

using V = P;

struct after_char {
    char first;
    V second;
};

kernel void read_packed(device const P *data [[buffer(0)]], device T *last [[buffer(1)]],
                        device uint *size [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const vec<T, 3> aligned = vec<T, 3>(data[i]);
    last[i] = aligned.z;
    if (i == 0) {
        after_char probe;
        V pair[2];
        size[0] = sizeof(V);
        size[1] = alignof(V);
        size[2] = (thread char *)&probe.second - (thread char *)&probe;
        size[3] = (thread char *)&pair[1] - (thread char *)&pair[0];
    }
}
