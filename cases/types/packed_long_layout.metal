//! title:     Packed vectors of long: size, alignment, place in a struct, distance in an array
//! verifies:  packed.layout.long packed.long.names
//! requires:  msl 2.3
//! for:       (T, N) in (packed_long2, 2) (packed_long3, 3) (packed_long4, 4)
//! dispatch:  threads 64, threadgroup 64
//! in:        data long[64 * N] = random
//! out:       copy long[64 * N]
//! out:       result uint[4]
//! expect:    copy = same data
//! expect:    result = layout(8 * N, 8)
//! mutant:    packed.layout.long | replace `sizeof(T)` with `alignof(T)`
//! mutant:    packed.long.names | replace `copy[i] = data[i]` with `copy[i] = data[i ^ 1]`

#include <metal_stdlib>
using namespace metal;

struct after_char {
    char first;
    T second;
};

kernel void report(device const T *data [[buffer(0)]], device T *copy [[buffer(1)]], device uint *result [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    copy[i] = data[i];
    if (i == 0) {
        after_char probe;
        T pair[2];
        result[0] = sizeof(T);
        result[1] = alignof(T);
        result[2] = (thread char *)&probe.second - (thread char *)&probe;
        result[3] = (thread char *)&pair[1] - (thread char *)&pair[0];
    }
}
