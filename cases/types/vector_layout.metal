//! title:     Vectors of 2, 3 and 4 components: size, alignment, place in a struct and distance in an array
//! verifies:  types.vector.layout.bool types.vector.layout.char types.vector.layout.short types.vector.layout.int
//!            types.vector.layout.long types.vector.layout.half types.vector.layout.float
//!            types.vector.layout.vec3_padding vector.sizeof
//! requires:  msl 2.2
//! for:       (T, SIZE) in (bool, 1) (char, 1) (uchar, 1) (short, 2) (ushort, 2) (int, 4) (uint, 4) (long, 8)
//!            (ulong, 8) (half, 2) (float, 4)
//! dispatch:  threads 1, threadgroup 1
//! out:       two uint[4]
//! out:       three uint[4]
//! out:       four uint[4]
//! expect:    two = layout(2 * SIZE, 2 * SIZE)
//! expect:    three = layout(4 * SIZE, 4 * SIZE)
//! expect:    four = layout(4 * SIZE, 4 * SIZE)
//! mutant:    types.vector.layout.bool types.vector.layout.char types.vector.layout.short types.vector.layout.int
//!            types.vector.layout.long types.vector.layout.half types.vector.layout.float vector.sizeof |
//!            replace `report<vec<T, 4>>` with `report<vec<T, 2>>`
//! mutant:    types.vector.layout.vec3_padding | replace `report<vec<T, 3>>` with `report<vec<T, 2>>`

#include <metal_stdlib>
using namespace metal;

template <typename V> struct after_char {
    char first;
    V second;
};

template <typename V> void report(device uint *result)
{
    after_char<V> probe;
    V pair[2];
    result[0] = sizeof(V);
    result[1] = alignof(V);
    result[2] = (thread char *)&probe.second - (thread char *)&probe;
    result[3] = (thread char *)&pair[1] - (thread char *)&pair[0];
}

kernel void layouts(device uint *two [[buffer(0)]], device uint *three [[buffer(1)]], device uint *four [[buffer(2)]])
{
    report<vec<T, 2>>(two);
    report<vec<T, 3>>(three);
    report<vec<T, 4>>(four);
}
