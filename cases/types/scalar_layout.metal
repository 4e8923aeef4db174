//! title:     Scalar types under each of their names: size, alignment, place in a struct, distance in an array, sign
//! verifies:  types.scalar.names types.scalar.long.names types.scalar.layout.bool types.scalar.layout.char
//!            types.scalar.layout.short types.scalar.layout.int types.scalar.layout.long types.scalar.layout.size_t
//!            types.scalar.layout.half types.scalar.layout.float types.scalar.size_t types.scalar.ptrdiff_t
//! requires:  msl 2.2
//! for:       (T, SIZE, SIGNED) in (bool, 1, 0) (char, 1, 1) (int8_t, 1, 1) (uchar, 1, 0) (uint8_t, 1, 0) (short, 2, 1)
//!            (int16_t, 2, 1) (ushort, 2, 0) (uint16_t, 2, 0) (int, 4, 1) (int32_t, 4, 1) (uint, 4, 0) (uint32_t, 4, 0)
//!            (long, 8, 1) (int64_t, 8, 1) (ulong, 8, 0) (uint64_t, 8, 0) (size_t, 8, 0) (ptrdiff_t, 8, 1) (half, 2, 1)
//!            (float, 4, 1)
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint[4]
//! out:       sign int[1]
//! expect:    result = layout(SIZE, SIZE)
//! expect:    sign = values SIGNED
//! mutant:    types.scalar.names types.scalar.long.names types.scalar.layout.bool types.scalar.layout.char
//!            types.scalar.layout.short types.scalar.layout.int types.scalar.layout.long types.scalar.layout.size_t
//!            types.scalar.layout.half types.scalar.layout.float | replace `sizeof(T)` with `2 * sizeof(T)`
//! mutant:    types.scalar.names types.scalar.long.names types.scalar.size_t types.scalar.ptrdiff_t |
//!            replace `T(-1) < T(1)` with `T(-1) >= T(1)`

#include <metal_stdlib>
using namespace metal;

struct after_char {
    char first;
    T second;
};

kernel void report(device uint *result [[buffer(0)]], device int *sign [[buffer(1)]])
{
    after_char probe;
    T pair[2];
    result[0] = sizeof(T);
    result[1] = alignof(T);
    result[2] = (thread char *)&probe.second - (thread char *)&probe;
    result[3] = (thread char *)&pair[1] - (thread char *)&pair[0];
    sign[0] = T(-1) < T(1);
}
