//! title:     Scalar types have several names, and the sign and size that each stands for
//! verifies:  types.scalar.names types.scalar.long.names types.scalar.size_t types.scalar.ptrdiff_t
//! requires:  msl 2.2
//! before:    of the names, those of 64 bits alone are new
//! for:       (T, SIZE, SIGNED) in (int8_t, 1, 1) (uint8_t, 1, 0) (int16_t, 2, 1) (uint16_t, 2, 0) (int32_t, 4, 1)
//!            (uint32_t, 4, 0) (int64_t, 8, 1) (uint64_t, 8, 0) (size_t, 8, 0) (ptrdiff_t, 8, 1) (char, 1, 1)
//!            (uchar, 1, 0) (long, 8, 1) (ulong, 8, 0)
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint[2]
//! expect:    result = values SIZE SIGNED
//! mutant:    types.scalar.names | replace `sizeof(T)` with `2 * sizeof(T)`
//! mutant:    types.scalar.names types.scalar.long.names types.scalar.size_t types.scalar.ptrdiff_t |
//!            replace `T(-1) < T(1)` with `T(-1) >= T(1)`
//! mutant:    types.scalar.long.names | replace `sizeof(T)` with
//!            `sizeof(int)` | for T=int64_t T=uint64_t T=long T=ulong

#include <metal_stdlib>
using namespace metal;

kernel void report(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(T);
    result[1] = T(-1) < T(1);
}
