//! title:     N packed numbers take their bits, for every N that fills whole bytes up to 32
//! verifies:  packed_numeric.n_allowed packed_numeric.size
//! requires:  msl 4.1
//! for:       (FORMAT, BITS, STEP) in (int4b_format, 4, 2) (uint4b_format, 4, 2) (int2b_format, 2, 4) (uint2b_format, 2, 4)
//!            (char, 8, 1) (signed_char, 8, 1) (uchar, 8, 1) (unsigned_char, 8, 1) (metal_fp4_e2m1_format, 4, 2)
//!            (metal_fp8_e4m3_format, 8, 1) (metal_fp8_e5m2_format, 8, 1) (metal_fp8_ue8m0_format, 8, 1)
//! dispatch:  threads 1, threadgroup 1
//! out:       object uint[32 / STEP]
//! out:       storage uint[32 / STEP]
//! expect:    object = counted(1, STEP * BITS / 8)
//! expect:    storage = counted(1, STEP * BITS / 8)
//! mutant:    packed_numeric.n_allowed | replace `sizes<32 / STEP>(` with `sizes<32 / STEP - 1>(`
//! mutant:    packed_numeric.size | replace `sizeof(packed_numeric_type<FORMAT, N * STEP>)` with
//!            `alignof(uint) * ((sizeof(packed_numeric_type<FORMAT, N * STEP>) + 3) / 4)`

#include <metal_stdlib>
using namespace metal;
typedef signed char signed_char;
typedef unsigned char unsigned_char;

template <int N> void sizes(device uint *object, device uint *storage)
{
    object[N - 1] = sizeof(packed_numeric_type<FORMAT, N * STEP>);
    storage[N - 1] = sizeof(typename packed_numeric_type<FORMAT, N * STEP>::storage_type);
    if constexpr (N > 1)
        sizes<N - 1>(object, storage);
}

kernel void measure(device uint *object [[buffer(0)]], device uint *storage [[buffer(1)]])
{
    sizes<32 / STEP>(object, storage);
}
