//! title:     bfloat and its vectors, aligned and packed: size, alignment, place in a struct, distance in an array
//! verifies:  types.scalar.layout.bfloat types.vector.layout.bfloat packed.layout.bfloat packed.bfloat.names
//! requires:  msl 3.1, feature bfloat
//! for:       (T, SIZE, ALIGNMENT) in (bfloat, 2, 2) (bfloat2, 4, 4) (bfloat3, 8, 8) (bfloat4, 8, 8) (packed_bfloat2,
//!            4, 2) (packed_bfloat3, 6, 2) (packed_bfloat4, 8, 2)
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint[4]
//! expect:    result = layout(SIZE, ALIGNMENT)
//! mutant:    types.scalar.layout.bfloat types.vector.layout.bfloat packed.layout.bfloat packed.bfloat.names |
//!            replace `sizeof(T)` with `sizeof(T) + 1`

#include <metal_stdlib>
using namespace metal;

struct after_char {
    char first;
    T second;
};

kernel void report(device uint *result [[buffer(0)]])
{
    after_char probe;
    T pair[2];
    result[0] = sizeof(T);
    result[1] = alignof(T);
    result[2] = (thread char *)&probe.second - (thread char *)&probe;
    result[3] = (thread char *)&pair[1] - (thread char *)&pair[0];
}
